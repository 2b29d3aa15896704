"""Computer players on the server: they think in processes of their own, so that nothing ever waits for them.

A player that raises, chooses what is not legal, or does not answer in time is replaced for the rest of the game, and
the table is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railwright.errors import RailwrightError
from railwright.game.game import Game
from railwright.players.registry import HUMAN
from railwright.table.minds import mind_seed
from railwright.table.replaying import MOST_ACTIONS
from railwright.web.access.refusals import NotKeptError, RefusalError
from railwright.web.jobs.pool import OverdueError, Pool
from railwright.web.rooms.readiness import Readiness
from railwright.web.work import thinking
from railwright.web.work.portable import pack_game

if TYPE_CHECKING:
    from railwright.web.rooms.room import Room

SUBSTITUTE = "rule"
"""Plays on for a player that fails: quick, and never known to fail."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds to wait when the disk does not take an action; each time twice as long."""

MOST_WAITING = 10_000
"""Thoughts of one owner that wait: as many as there can be games."""

LOG = logging.getLogger("railwright.web")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits."""

    answer_seconds: float = 60.0
    """For an answer of a computer player."""
    grace_seconds: float = 3.0
    """After a person's action that can be taken back, before a computer acts on it."""
    ready_seconds: float = 8.0
    """For the code of a player, when somebody wants to begin a game with it."""


class Thinkers:
    """Lets the computers of a room act whenever it is their turn."""

    def __init__(
        self, room: Room, *, pool: Pool, readiness: Readiness, patience: Patience, may_think: Callable[[Room], bool]
    ) -> None:  # fmt: skip
        self._room = room
        self._readiness = readiness
        self._pool = pool
        self.patience = patience
        """How long it waits, from the next thought on."""
        self._computers = frozenset(i for i, player in enumerate(room.seats.players) if player["player"] != HUMAN)
        self._memories: dict[int, bytes] = {}
        """What each player remembers, once it has acted, until the game is over."""
        self._replaced: set[int] = set()
        self._changed = asyncio.Event()
        """Something has happened that is worth a look: the game has changed, or a person is in a hurry."""
        self._is_hurried = False
        self._is_stopped = False
        self._is_paused = False
        self._may_think = may_think
        """Whether there is a place for another room whose computers think."""
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """See whether a computer is to act; if so, it begins to think. When the game is over, all is forgotten."""
        self._changed.set()
        if self._room.is_over:
            self._memories.clear()
        if self.is_thinking or self._is_stopped or self._is_paused or not self._is_wanted():
            return
        if self._may_think(self._room):
            self._task = asyncio.create_task(self._run(), name=f"thinkers of {self._room.id[:6]}")

    def go_on(self) -> None:
        """Somebody looks: computers that were paused, or had no place to begin, think again."""
        self._is_paused = False
        self.wake()

    async def pause(self) -> None:
        """Think no more until somebody looks."""
        self._is_paused = True
        await self._end()

    @property
    def is_thinking(self) -> bool:
        """Whether a computer is about to act."""
        return self._task is not None and not self._task.done()

    @property
    def remembered(self) -> int:
        """Bytes that are kept of what the players remember."""
        return sum(map(len, self._memories.values()))

    def hurry(self, seat: int) -> None:
        """A person does not want to take anything back: no need to wait. What others did is theirs to take back."""
        steps = self._room.history.steps
        if not steps or steps[-1].seat != seat:
            return
        self._is_hurried = True
        self._changed.set()

    async def stop(self) -> None:
        """Think no more."""
        self._is_stopped = True
        await self._end()

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _is_wanted(self) -> bool:
        game = self._room.history.game
        return not game.is_over and game.seat in self._computers and len(game.actions) < MOST_ACTIONS

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while self._is_wanted() and not self._is_stopped:
            await self._grace()
            if not self._is_wanted():
                return
            seat, version = self._room.history.game.seat, self._room.version
            action = await self._choose(seat)
            try:
                await self._room.act(seat, action, version=version)
                pause = FIRST_PAUSE
            except NotKeptError:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                self._memories.pop(seat, None)
            except RefusalError:  # somebody took an action back while it was thinking: it thinks again
                self._memories.pop(seat, None)
            except RailwrightError as error:  # it would choose the same again
                LOG.error("an action of a computer cannot be carried out (%s)", type(error).__name__)
                self._is_stopped = True
                self._room.notice(seat, "The game cannot go on: the server cannot carry out this player's action.")

    async def _grace(self) -> None:
        """Leave people time to take back their last action, if they can: from each change of the game on."""
        self._is_hurried = False
        version = None
        while self._is_wanted() and self._is_undoable() and not self._is_hurried and version != self._room.version:
            version = self._room.version
            await self._wait_for_change(version)

    async def _wait_for_change(self, version: int) -> None:
        """Wait for the time of grace, at most until the game changes or somebody is in a hurry."""
        end = asyncio.get_running_loop().time() + self.patience.grace_seconds
        while version == self._room.version and not self._is_hurried:
            self._changed.clear()
            try:
                async with asyncio.timeout_at(end):
                    await self._changed.wait()
            except TimeoutError:
                return

    def _is_undoable(self) -> bool:
        steps = self._room.history.steps
        return bool(steps) and steps[-1].seat not in self._computers and not steps[-1].revealed

    async def _choose(self, seat: int) -> int:
        """What a computer does; its substitute answers if it cannot."""
        game = self._room.history.game.copy()
        legal = game.legal()
        if len(legal) == 1:
            return legal[0]
        if seat not in self._replaced:
            name = str(self._room.seats.players[seat]["player"])
            try:
                return await self._ask(seat, name, game)
            except Exception as error:  # a player can raise anything
                self._replace(seat, name, error)
        try:
            return await self._ask(seat, SUBSTITUTE, game)
        except Exception as error:
            LOG.error("the substitute %s failed too (%s)", SUBSTITUTE, type(error).__name__)
            self._memories.pop(seat, None)
            return legal[0]

    def _replace(self, seat: int, name: str, error: Exception) -> None:
        """Let another player play on, and say so. What the error says may tell of hidden cards: it is not repeated."""
        why = "did not answer in time" if isinstance(error, OverdueError) else "failed"
        LOG.warning("the player %s %s (%s); %s plays on", name, why, type(error).__name__, SUBSTITUTE)
        self._memories.pop(seat, None)
        self._replaced.add(seat)
        self._room.notice(seat, f"The player {name} {why}; {SUBSTITUTE} plays on for it.")

    async def _ask(self, seat: int, name: str, game: Game) -> int:
        """What a player answers. What it remembers is kept only with an answer."""
        memory = self._memories.get(seat)
        if memory is None:
            await self._readiness.wait_patiently(name, lambda text: self._room.notice(seat, text))
        action, self._memories[seat] = await self._pool.run(
            thinking.choose,
            pack_game(game),
            name,
            mind_seed(game, seat),
            memory,
            owner=self._room.owner,
            seconds=self.patience.answer_seconds,
            prepare=thinking.loading_player(name),
            most_waiting=MOST_WAITING,
        )
        return int(action)
