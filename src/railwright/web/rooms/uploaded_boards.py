"""Uploaded boards. Their number is limited: when there are too many, a new board replaces one that nobody uses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from railwright.errors import FileError, RailwrightError
from railwright.game.board import Board
from railwright.maps.load import board_names, load_board
from railwright.say import say
from railwright.store.games import USE_SECONDS, GameStore, now
from railwright.store.retention import DAY, Retention
from railwright.web.access.refusals import NotKeptError, NotNowError, NotYoursError, TooManyError
from railwright.web.rooms.quota import check_size

MOST_BOARDS = 300
"""Limit on uploaded boards."""

MOST_BOARDS_EACH = 15
"""Limit on uploaded boards from one address."""

LONGEST_NAME = 60
"""Most characters in the name of an uploaded board, without an added number."""

LOG = logging.getLogger("railwright.web")


@dataclass(frozen=True, slots=True)
class UploadedBoard:
    """An uploaded board."""

    board: Board
    owner: str
    used: float


class UploadedBoards:
    """Uploaded boards by name. A board is never overwritten by another of the same name."""

    def __init__(self, store: GameStore, retention: Retention, check: Callable[[Board], None]) -> None:
        self._store = store
        self._retention = retention
        self._kept: dict[str, UploadedBoard] = {}
        self._adding = asyncio.Lock()
        for stored in store.boards():
            try:
                board = Board.from_dict(stored.board, stored.name)
                check(board)
            except RailwrightError as error:
                LOG.warning("the board %s cannot be used: %s", stored.name, error)
                continue
            name = stored.name
            if reachable_name(name) not in (name, *self._kept):
                name = reachable_name(name)  # stored by a version that accepted any name
                store.rename_board(stored.name, name)
            self._kept[name] = UploadedBoard(board, stored.owner, stored.used)

    def names(self) -> list[str]:
        """Names of all uploaded boards."""
        return sorted(self._kept)

    def find(self, name: str) -> Board | None:
        """Return a board by its name."""
        kept = self._kept.get(name)
        return None if kept is None else kept.board

    def note_use(self, name: str) -> None:
        """Record that a board was chosen. If this cannot be written, the board is only removed sooner."""
        kept = self._kept.get(name)
        if kept is not None and now() - kept.used > USE_SECONDS:
            self._kept[name] = replace(kept, used=now())
            self._store.note_board_use(name)

    async def add(self, board: Board, *, owner: str = "") -> str:
        """Store a board. Returns the name under which it can be played."""
        async with self._adding:  # concurrent uploads must not get the same name
            bare = reachable_name(board.name)
            name, number = bare, 2
            while (there := self._at(name)) is not None and there != board:
                name, number = f"{bare}-{number}", number + 1
            if there is None:
                check_size(self._store, self._retention)
                await self._make_room(owner)
                try:
                    await asyncio.wrap_future(self._store.keep_board(name, board.to_dict(), owner=owner))
                except FileError as error:
                    raise NotKeptError(say("the board could not be stored; try again")) from error
                self._kept[name] = UploadedBoard(board, owner, now())
            return name

    def is_of(self, name: str, owner: str) -> bool:
        """Whether a board was uploaded by this owner."""
        kept = self._kept.get(name)
        return kept is not None and kept.owner == owner

    async def remove(self, name: str, *, owner: str) -> None:
        """Remove a board that this owner uploaded and that no stored game is played on."""
        async with self._adding:
            if not self.is_of(name, owner):
                raise NotYoursError(say("only the uploader of a board can remove it"))
            if name not in self._unplayed():
                raise NotNowError(say("this board cannot be removed while a game on it is stored"))
            await self._remove(name)

    async def remove_unused(self) -> None:
        """Remove boards past their retention period that no stored game is played on."""
        if not self._retention.board_days:
            return
        before = now() - self._retention.board_days * DAY
        async with self._adding:
            for name in self._unplayed():
                if self._kept[name].used < before:
                    await self._remove(name)

    def _at(self, name: str) -> Board | None:
        return load_board(name) if name in board_names() else self.find(name)

    async def _make_room(self, owner: str) -> None:
        own = [name for name, kept in self._kept.items() if kept.owner == owner]
        if owner and len(own) >= MOST_BOARDS_EACH:
            await self._remove_one(own)
        elif len(self._kept) >= MOST_BOARDS:
            await self._remove_one(list(self._kept))

    async def _remove_one(self, names: list[str]) -> None:
        """Remove the least recently chosen of some boards that no stored game is played on."""
        free = [name for name in self._unplayed() if name in names]
        if not free:
            raise TooManyError(
                say("{boards} boards are already stored, and all of them are in use by games", boards=len(names))
            )
        await self._remove(min(free, key=lambda name: self._kept[name].used))

    def _unplayed(self) -> list[str]:
        """Names of the boards that no stored game is played on."""
        return [name for name in self._store.unplayed_boards() if name in self._kept]

    async def _remove(self, name: str) -> None:
        try:
            await asyncio.wrap_future(self._store.remove_board(name))
        except FileError as error:
            raise NotKeptError(say("the board could not be removed; try again")) from error
        del self._kept[name]


def reachable_name(name: str) -> str:
    """Make a short name that is safe in a URL: special characters are replaced."""
    bare = "".join("-" if character in "/\\?#%" else character for character in name).lstrip(".").strip()
    return bare[:LONGEST_NAME].rstrip() or "board"
