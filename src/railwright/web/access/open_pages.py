"""Limits the open WebSockets of each address, game and seat.

A page that has not yet sent its first ``look`` gives way to newer ones from its address. Spectators are counted
separately from players, so they never keep a player out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from railwright.say import say
from railwright.web.access.addresses import group_of
from railwright.web.access.limits import Limits
from railwright.web.access.refusals import TooManyError


class Page(Protocol):
    """A page connected to a game."""

    @property
    def address(self) -> str:
        """Address of the client."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def seat(self) -> int | None:
        """Seat of the player; None for a spectator."""

    @property
    def has_looked(self) -> bool:
        """Whether the page has sent its first ``look``."""

    def drop(self) -> None:
        """Close the connection."""


class OpenPages:
    """All open pages, oldest first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of_address: dict[str, dict[Page, None]] = {}
        self._of_game: dict[str, dict[Page, None]] = {}

    def open(self, page: Page) -> None:
        """Register a new page."""
        neighbours = self._of_address.get(group_of(page.address), {})
        if len(neighbours) >= self._limits.address_sockets:
            silent = [other for other in neighbours if not other.has_looked]
            if not silent:
                raise TooManyError(say("too many pages are open from your address; close one"))
            self._drop(silent[0])
        self._of_address.setdefault(group_of(page.address), {})[page] = None
        self._of_game.setdefault(page.game, {})[page] = None

    def watch(self, page: Page) -> None:
        """Check that there is room for another spectator."""
        if _watchers(self._of_address[group_of(page.address)], but=page) >= self._limits.address_watchers:
            raise TooManyError(say("too many pages from your address are watching games; close one"))
        if _watchers(self._of_game[page.game], but=page) >= self._limits.game_watchers:
            raise TooManyError(say("too many pages are watching this game; try again later"))

    def hold(self, page: Page, seat: int) -> None:
        """Make room for a page that will hold a seat."""
        same = [other for other in self._of_game[page.game] if other.has_looked and other.seat == seat]
        others = [other for other in same if other is not page]
        if len(others) >= self._limits.seat_sockets:
            self._drop(others[0])

    def close(self, page: Page) -> None:
        """Remove a page that has disconnected."""
        for pages, name in ((self._of_address, group_of(page.address)), (self._of_game, page.game)):
            group = pages.get(name, {})
            group.pop(page, None)
            if not group:
                pages.pop(name, None)

    def drop_all(self) -> None:
        """Disconnect all pages. They connect again by themselves."""
        for page in [page for pages in self._of_game.values() for page in pages]:
            self._drop(page)

    def _drop(self, page: Page) -> None:
        self.close(page)
        page.drop()


def _watchers(pages: Iterable[Page], *, but: Page) -> int:
    return sum(page.has_looked and page.seat is None and page is not but for page in pages)
