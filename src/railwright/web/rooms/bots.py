"""Computer players on the server. They think in worker processes, so that nothing waits for them.

A player that raises an exception, chooses an illegal action, or does not answer in time is replaced for the rest of the
game, and the people at the table are told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from railwright.errors import RailwrightError
from railwright.game.game import Game
from railwright.say import say
from railwright.table.replaying import MOST_ACTIONS
from railwright.table.seated_players import seated_player_seed
from railwright.web.access.offered_policies import OfferedPolicies
from railwright.web.access.refusals import NotKeptError, RefusalError
from railwright.web.jobs.job_pool import JobPool, OverdueError
from railwright.web.jobs.patience import Patience
from railwright.web.rooms.readiness import Readiness
from railwright.web.work import bot_moves
from railwright.web.work.portable import pack_game

if TYPE_CHECKING:
    from railwright.web.rooms.room import Room

SUBSTITUTE = "rule"
"""Player that takes over from one that fails: fast and reliable."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds to wait before retrying when an action cannot be stored, doubled each time."""

MOST_WAITING = 10_000
"""Limit on the queued moves of one owner: more than there can be games."""

LOG = logging.getLogger("railwright.web")


class Bots:
    """Runs the computer players of a room whenever it is their turn."""

    def __init__(
        self, room: Room, *, pool: JobPool, readiness: Readiness, policies: OfferedPolicies, patience: Patience,
        may_think: Callable[[Room], bool],
    ) -> None:  # fmt: skip
        self._room = room
        self._readiness = readiness
        self._pool = pool
        self._policies = policies
        self.patience = patience
        """Time limits, effective from the next move on."""
        self._memories: dict[int, bytes] = {}
        """Memory of each player, from its first move until the game is over."""
        self._replaced: set[int] = set()
        self._changed = asyncio.Event()
        """Set when the game has changed, or when a person does not want to wait."""
        self._is_hurried = False
        self._is_stopped = False
        self._is_paused = False
        self._may_think = may_think
        """Whether another room may start thinking."""
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Start thinking if it is a computer player's turn. When the game is over, memories are discarded."""
        self._changed.set()
        if self._room.is_over:
            self._memories.clear()
        if self.is_thinking or self._is_stopped or self._is_paused or not self._is_wanted():
            return
        if self._may_think(self._room):
            self._task = asyncio.create_task(self._run(), name=f"computer players of {self._room.id[:6]}")

    def go_on(self) -> None:
        """Resume computer players that were paused or could not start, because somebody opened the game."""
        self._is_paused = False
        self.wake()

    async def pause(self) -> None:
        """Stop thinking until somebody opens the game."""
        self._is_paused = True
        await self._end()

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player is about to act."""
        return self._task is not None and not self._task.done()

    def forget(self, seat: int) -> None:
        """Discard the memory of a seat that a person has again."""
        self._memories.pop(seat, None)
        self._replaced.discard(seat)

    @property
    def remembered(self) -> int:
        """Size of the players' memories, in bytes."""
        return sum(map(len, self._memories.values()))

    def hurry(self, seat: int) -> None:
        """End the grace period for a person who does not want to undo. Only the seat that acted last can do this."""
        steps = self._room.history.steps
        if not steps or steps[-1].seat != seat:
            return
        self._is_hurried = True
        self._changed.set()

    async def stop(self) -> None:
        """Stop thinking for good."""
        self._is_stopped = True
        await self._end()

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _is_wanted(self) -> bool:
        game = self._room.history.game
        return not game.is_over and self._room.attendance.is_computer(game.seat) and len(game.actions) < MOST_ACTIONS

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while self._is_wanted() and not self._is_stopped:
            await self._grace()
            if not self._is_wanted():
                return
            seat, version = self._room.history.game.seat, self._room.version
            action = await self._choose(seat)
            try:
                await self._room.act(seat, action, version=version, is_computer=True)
                pause = FIRST_PAUSE
            except NotKeptError:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                self._memories.pop(seat, None)
            except RefusalError:  # somebody undid an action, or has come back, while it was thinking
                self._memories.pop(seat, None)
            except RailwrightError as error:  # it would choose the same again
                LOG.error("an action of a computer player failed (%s)", type(error).__name__)
                self._is_stopped = True
                self._room.notice(
                    seat, say("The game cannot continue: the server cannot carry out this player's action.")
                )  # fmt: skip

    async def _grace(self) -> None:
        """Give people time to undo their last action, if they can. Every change of the game restarts the period."""
        self._is_hurried = False
        version = None
        while self._is_wanted() and self._is_undoable() and not self._is_hurried and version != self._room.version:
            version = self._room.version
            await self._wait_for_change(version)

    async def _wait_for_change(self, version: int) -> None:
        """Wait until the grace period ends, the game changes, or somebody ends the period early."""
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
        return bool(steps) and not self._room.attendance.is_computer(steps[-1].seat) and not steps[-1].revealed

    async def _choose(self, seat: int) -> int:
        """Return the action of a computer player, or of its substitute if it fails."""
        game = self._room.history.game.copy()
        legal = game.legal()
        if len(legal) == 1:
            return legal[0]
        if seat not in self._replaced:
            name = str(self._room.attendance.players[seat]["player"])
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
        """Replace a player and announce it. The error message is withheld, since it may reveal hidden cards."""
        if isinstance(error, OverdueError):
            text = say("The player {player} did not answer in time; {other} takes over.", player=name, other=SUBSTITUTE)
        else:
            text = say("The player {player} failed; {other} takes over.", player=name, other=SUBSTITUTE)
        LOG.warning("%s (%s)", text, type(error).__name__)
        self._memories.pop(seat, None)
        self._replaced.add(seat)
        self._room.notice(seat, text)

    async def _ask(self, seat: int, name: str, game: Game) -> int:
        """Return the action of a player. Its memory is updated only if it answers."""
        memory = self._memories.get(seat)
        if memory is None:
            await self._readiness.wait_patiently(name, lambda text: self._room.notice(seat, text))
        file = self._policies.file_of(name)
        action, self._memories[seat] = await self._pool.run(
            bot_moves.choose,
            pack_game(game),
            name,
            seated_player_seed(game, seat),
            memory,
            file,
            owner=self._room.owner,
            limit=self.patience.move,
            prepare=bot_moves.loading_player(name, file),
            most_waiting=MOST_WAITING,
        )
        return int(action)
