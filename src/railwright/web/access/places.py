"""Places for WebSockets: how many pages each address, each game and each seat may have open.

A page that has not yet said what it wants to see gives way to new ones of its address. Those who only watch have
places apart from the players, so they never keep a player out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from railwright.web.access.addresses import group_of
from railwright.web.access.limits import Limits
from railwright.web.access.refusals import TooManyError


class Page(Protocol):
    """A page that looks at a game."""

    @property
    def address(self) -> str:
        """Where it comes from."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def seat(self) -> int | None:
        """The seat that it holds; None if it only watches."""

    @property
    def has_looked(self) -> bool:
        """Whether it has said what it wants to see."""

    def drop(self) -> None:
        """End it."""


class Places:
    """All open pages, the oldest first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of_address: dict[str, dict[Page, None]] = {}
        self._of_game: dict[str, dict[Page, None]] = {}

    def open(self, page: Page) -> None:
        """Take a place for a page that has just come."""
        own = self._of_address.get(group_of(page.address), {})
        if len(own) >= self._limits.address_sockets:
            silent = [other for other in own if not other.has_looked]
            if not silent:
                raise TooManyError("too many pages are open at your address; close one")
            self._drop(silent[0])
        self._of_address.setdefault(group_of(page.address), {})[page] = None
        self._of_game.setdefault(page.game, {})[page] = None

    def watch(self, page: Page) -> None:
        """See whether there is a place for a page that will only watch."""
        if _watchers(self._of_address[group_of(page.address)], but=page) >= self._limits.address_watchers:
            raise TooManyError("too many pages watch games from your address; close one")
        if _watchers(self._of_game[page.game], but=page) >= self._limits.game_watchers:
            raise TooManyError("too many pages watch this game; try again later")

    def hold(self, page: Page, seat: int) -> None:
        """Make a place for a page that will hold a seat."""
        same = [other for other in self._of_game[page.game] if other.has_looked and other.seat == seat]
        others = [other for other in same if other is not page]
        if len(others) >= self._limits.seat_sockets:
            self._drop(others[0])

    def close(self, page: Page) -> None:
        """A page has gone."""
        for pages, name in ((self._of_address, group_of(page.address)), (self._of_game, page.game)):
            own = pages.get(name, {})
            own.pop(page, None)
            if not own:
                pages.pop(name, None)

    def _drop(self, page: Page) -> None:
        self.close(page)
        page.drop()


def _watchers(pages: Iterable[Page], *, but: Page) -> int:
    return sum(page.has_looked and page.seat is None and page is not but for page in pages)
