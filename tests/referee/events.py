"""Reading the events of a move, one after the other, against what the rules say must come."""

from __future__ import annotations

from typing import Any, Final

Event = dict[str, Any]


class Dispute(AssertionError):
    """The referee disagrees with what it was told."""


class Chance:
    """Marks a field that is an outcome of chance: it is taken from the event and checked afterwards."""

    def __repr__(self) -> str:
        return "<chance>"


CHANCE: Final = Chance()


def demand(condition: bool, what: str) -> None:
    """Raise a Dispute unless the condition holds."""
    if not condition:
        raise Dispute(what)


def plain(value: Any) -> Any:
    """The same value as JSON would give it back: tuples become lists."""
    if isinstance(value, (str, int)):  # as most are
        return value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


class Told:
    """The events that one move caused, in order."""

    def __init__(self, events: list[Event]) -> None:
        self._events: list[Event] = plain(events)
        self._next = 0

    def peek(self) -> Event | None:
        """The next event, which stays where it is."""
        return self._events[self._next] if self._next < len(self._events) else None

    def expect(self, kind: str, fields: Event) -> Event:
        """The next event must be of this kind, with these fields and no others; CHANCE fits any value."""
        wanted: Event = {"event": kind, **fields}
        got = self.peek()
        if got is None:
            raise Dispute(f"missing event: expected {wanted}, got nothing more")
        if got.get("event") != kind or set(got) != set(wanted):
            raise Dispute(f"wrong event: expected {wanted}, got {got}")
        for name, value in wanted.items():
            if value is not CHANCE and got[name] != value:
                raise Dispute(f"wrong {name!r}: expected {wanted}, got {got}")
        self._next += 1
        return got

    def finish(self) -> None:
        """No event may be left over."""
        if self._next < len(self._events):
            raise Dispute(f"surplus events: expected none, got {self._events[self._next :]}")
