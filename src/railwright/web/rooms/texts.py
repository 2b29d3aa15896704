"""A cache of the JSON texts of immutable objects: encoding a large board takes milliseconds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from railwright.web.jobs.lru_cache import LruCache

Thing = TypeVar("Thing")

MOST_TEXTS = 40
"""Most texts in the cache. The largest have about a megabyte."""


class Texts(Generic[Thing]):
    """JSON texts of the most recently used objects, by identity."""

    def __init__(self, words: Callable[[Thing], Any]) -> None:
        self._words = words
        self._kept: LruCache[tuple[Thing, bytes]] = LruCache(MOST_TEXTS)

    def of(self, thing: Thing) -> bytes:
        """JSON text of an object."""
        # the object is kept alive with its text, so its id cannot be reused
        _, text = self._kept.get(id(thing), lambda: (thing, json_text(self._words(thing))))
        return text


def json_text(value: Any) -> bytes:
    """Encode a value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
