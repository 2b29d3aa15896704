"""JSON texts of things that never change, each made once: a large board takes milliseconds."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

Thing = TypeVar("Thing")

MOST_TEXTS = 40
"""That are kept. The largest have about a megabyte."""


class Texts(Generic[Thing]):
    """The texts of the things that were asked for last. The same object has the same text."""

    def __init__(self, words: Callable[[Thing], Any]) -> None:
        self._words = words
        self._kept: OrderedDict[int, tuple[Thing, bytes]] = OrderedDict()

    def of(self, thing: Thing) -> bytes:
        """The text of a thing."""
        number = id(thing)
        if number not in self._kept:
            # the thing is kept with its text, so no other has its number
            self._kept[number] = thing, json_text(self._words(thing))
        self._kept.move_to_end(number)
        if len(self._kept) > MOST_TEXTS:
            self._kept.popitem(last=False)
        return self._kept[number][1]


def json_text(value: Any) -> bytes:
    """A value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
