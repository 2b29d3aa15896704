"""What was asked for last, kept up to a number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """The last ``most`` values by their keys. What nobody asked for longest gives way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def find(self, key: Hashable) -> Value | None:
        """The value of a key, if it is kept."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: Hashable, value: Value) -> None:
        """Keep the value of a key."""
        self._values[key] = value
        while len(self._values) > self._most:
            self._values.popitem(last=False)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, made if it is not kept."""
        value = self.find(key)
        if value is None:
            value = make()
            self.keep(key, value)
        return value
