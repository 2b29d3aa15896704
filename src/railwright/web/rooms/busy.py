"""How many games are busy at once: those that somebody looks at, and those in which computers think.

When places are wanted, games in which only computers play and at which nobody looks are paused. They go on when
somebody looks at them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from railwright.web.access.limits import Limits
from railwright.web.access.refusals import TooManyError

if TYPE_CHECKING:
    from railwright.web.rooms.room import Room


class BusyRooms:
    """Those of the rooms in memory that are busy."""

    def __init__(self, rooms: Mapping[str, Room], limits: Limits) -> None:
        self._rooms = rooms
        self._limits = limits

    def may_think(self, room: Room) -> bool:
        """Whether the computers of a room may begin to think. Where somebody looks, they always may."""
        if room.listeners:
            return True
        busy = [other for other in self._all() if other is not room]
        has_share = len(_unwatched(busy, room.owner)) < self._limits.address_busy_games
        return has_share and len(busy) < self._limits.busy_games

    async def make_place(self, owner: str) -> None:
        """Pause a game if there is no place for a new one of this owner, or refuse the new one."""
        everybody = self._all()
        own = _unwatched(everybody, owner)
        if len(own) >= self._limits.address_busy_games:
            await _pause_one(own, f"computers are to act in {len(own)} games from your address; look at them first")
        elif len(everybody) >= self._limits.busy_games:
            counts = Counter(room.owner for room in everybody)
            by_share = sorted(everybody, key=lambda room: -counts[room.owner])
            await _pause_one(by_share, "too many games are being played here; try again later")

    def _all(self) -> list[Room]:
        return [room for room in list(self._rooms.values()) if not room.is_idle]


def _unwatched(rooms: Iterable[Room], owner: str) -> list[Room]:
    return [room for room in rooms if room.owner == owner and not room.listeners]


async def _pause_one(rooms: Iterable[Room], refusal: str) -> None:
    """Pause the first game that nobody would miss."""
    room = next((room for room in rooms if room.is_unattended), None)
    if room is None:
        raise TooManyError(refusal)
    await room.thinkers.pause()
