"""Limits the number of busy games: those with connected pages, and those whose computer players are thinking.

To make room, unwatched games between computer players are paused. They resume when somebody opens them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from railwright.say import Said, say
from railwright.web.access.limits import Limits
from railwright.web.access.refusals import TooManyError

if TYPE_CHECKING:
    from railwright.web.rooms.room import Room


class BusyRooms:
    """The busy ones among the rooms in memory."""

    def __init__(self, rooms: Mapping[str, Room], limits: Limits) -> None:
        self._rooms = rooms
        self._limits = limits

    def may_think(self, room: Room) -> bool:
        """Whether the computer players of a room may start thinking. In a room with listeners they always may."""
        if room.listeners:
            return True
        busy = [other for other in self._all() if other is not room]
        has_share = len(_unwatched(busy, room.owner)) < self._limits.address_busy_games
        return has_share and len(busy) < self._limits.busy_games

    async def make_place(self, owner: str) -> None:
        """Make room for a new game of this owner by pausing another, or refuse the new one."""
        everybody = self._all()
        own = _unwatched(everybody, owner)
        if len(own) >= self._limits.address_busy_games:
            refusal = say(
                "computer players are busy in {games} games from your address; open one first", games=len(own)
            )
            await _pause_one(own, refusal)
        elif len(everybody) >= self._limits.busy_games:
            counts = Counter(room.owner for room in everybody)
            by_share = sorted(everybody, key=lambda room: -counts[room.owner])
            await _pause_one(by_share, say("too many games are being played on this server; try again later"))

    def _all(self) -> list[Room]:
        return [room for room in list(self._rooms.values()) if not room.is_idle]


def _unwatched(rooms: Iterable[Room], owner: str) -> list[Room]:
    return [room for room in rooms if room.owner == owner and not room.listeners]


async def _pause_one(rooms: Iterable[Room], refusal: Said) -> None:
    """Pause the first unattended game, or raise TooManyError if there is none."""
    room = next((room for room in rooms if room.is_unattended), None)
    if room is None:
        raise TooManyError(refusal)
    await room.bots.pause()
