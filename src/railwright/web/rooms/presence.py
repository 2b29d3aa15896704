"""Who is connected to a game: the seats with an open page, and the number of spectators."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass

ANNOUNCE_SECONDS = 0.5
"""Delay of an announcement, so that a page that is reloaded, or many that come at once, cause one at most."""


@dataclass(frozen=True, slots=True)
class Present:
    """The people connected to a game."""

    seats: tuple[int, ...] = ()
    """Seats with an open page, in order."""
    watchers: int = 0
    """Number of pages without a seat."""


class Presence:
    """Knows the open pages of a game and announces when somebody comes or leaves."""

    def __init__(self, *, announce: Callable[[], None], changed: Callable[[], None]) -> None:
        self._announce = announce
        self._changed = changed
        """Called at every change, without delay."""
        self._pages: dict[object, frozenset[int]] = {}
        self._told = Present()
        """What the connected pages know."""
        self._timer: asyncio.TimerHandle | None = None
        self.now = Present()
        """Who is connected now."""

    def come(self, page: object, seats: Collection[int]) -> None:
        """A page has opened the game, for all seats that are played at its device; a spectator's for none."""
        self._pages[page] = frozenset(seats)
        self._update()

    def go(self, page: object) -> None:
        """A page was closed."""
        if self._pages.pop(page, None) is not None:
            self._update()

    def _update(self) -> None:
        self._count()
        self._changed()

    def _count(self) -> None:
        was_alone = len(self._pages) <= 1 and self._told == Present()
        self.now = Present(
            tuple(sorted(set().union(*self._pages.values()))), sum(not seats for seats in self._pages.values())
        )
        if not self._pages or was_alone:
            self._told = self.now  # a page that is alone learns it from the answer to its own request
        elif self._timer is None and self.now != self._told:
            self._timer = asyncio.get_running_loop().call_later(ANNOUNCE_SECONDS, self._tell)

    def _tell(self) -> None:
        self._timer = None
        if self.now != self._told:
            self._told = self.now
            self._announce()
