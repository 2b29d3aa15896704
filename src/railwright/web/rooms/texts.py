"""JSON texts of things that never change, each made once: a large board takes milliseconds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from railwright.web.jobs.recent import Recent

Thing = TypeVar("Thing")

MOST_TEXTS = 40
"""That are kept. The largest have about a megabyte."""


class Texts(Generic[Thing]):
    """The texts of the things that were asked for last. The same object has the same text."""

    def __init__(self, words: Callable[[Thing], Any]) -> None:
        self._words = words
        self._kept: Recent[tuple[Thing, bytes]] = Recent(MOST_TEXTS)

    def of(self, thing: Thing) -> bytes:
        """The text of a thing."""
        # the thing is kept with its text, so no other has its number
        _, text = self._kept.get(id(thing), lambda: (thing, json_text(self._words(thing))))
        return text


def json_text(value: Any) -> bytes:
    """A value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
