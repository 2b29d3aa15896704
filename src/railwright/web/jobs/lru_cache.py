"""A cache of limited size that evicts the least recently used value."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LruCache(Generic[Value]):
    """Keeps the ``most`` most recently used values by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def find(self, key: Hashable) -> Value | None:
        """Return the value of a key, if it is in the cache."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: Hashable, value: Value) -> None:
        """Store the value of a key."""
        self._values[key] = value
        while len(self._values) > self._most:
            self._values.popitem(last=False)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key, making it if it is not in the cache."""
        value = self.find(key)
        if value is None:
            value = make()
            self.keep(key, value)
        return value
