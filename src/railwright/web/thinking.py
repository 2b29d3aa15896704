"""Computer players on the server: they think in threads of their own, so that the page never waits for them.

A player that raises, chooses what is not legal, or does not answer in time is replaced for the rest of the game, and
the table is told.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from railwright.arena.match import Mind, stream_seed
from railwright.errors import RailwrightError, describe_exception
from railwright.game.game import Game
from railwright.players.registry import HUMAN, load_player
from railwright.web.refusals import RefusalError
from railwright.web.room import Room

SUBSTITUTE = "rule"
"""Plays on for a player that fails: quick, and never known to fail."""

LOG = logging.getLogger("railwright.web")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits."""

    answer_seconds: float = 60.0
    """For an answer of a computer player."""
    grace_seconds: float = 3.0
    """After a person's action that can be taken back, before a computer acts on it."""


class Thinkers:
    """Lets the computers of a room act whenever it is their turn."""

    def __init__(self, room: Room, *, threads: asyncio.Semaphore, patience: Patience) -> None:
        self._room = room
        self._threads = threads
        self._patience = patience
        self._minds: dict[int, Mind] = {}
        self._replaced: dict[int, str] = {}
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def computers(self) -> set[int]:
        """The seats of computers."""
        return {seat for seat, player in enumerate(self._room.seats.players) if player["player"] != HUMAN}

    def wake(self) -> None:
        """See whether a computer is to act; if so, it begins to think."""
        if not self.is_thinking and self._is_wanted():
            self._task = asyncio.create_task(self._run(), name=f"thinkers of {self._room.id[:6]}")

    @property
    def is_thinking(self) -> bool:
        """Whether a computer is about to act."""
        return self._task is not None and not self._task.done()

    def hurry(self) -> None:
        """A person does not want to take anything back: no need to wait."""
        self._hurry.set()

    async def stop(self) -> None:
        """Think no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _is_wanted(self) -> bool:
        return not self._room.is_over and self._room.course.game.seat in self.computers

    async def _run(self) -> None:
        while self._is_wanted():
            await self._grace()
            if not self._is_wanted():
                return
            seat, version = self._room.course.game.seat, self._room.version
            action = await self._choose(seat)
            try:
                await self._room.act(seat, action, version=version)
            except RefusalError:  # somebody took an action back while it was thinking: it thinks again
                self._minds.pop(seat, None)

    async def _grace(self) -> None:
        """Leave people time to take back their last action, if they can."""
        steps = self._room.course.steps
        is_undoable = steps and steps[-1].seat not in self.computers and not steps[-1].revealed
        if not is_undoable or self._patience.grace_seconds <= 0:
            return
        self._hurry.clear()
        version = self._room.version
        changed = asyncio.Event()
        self._room.listeners.add(changed.set)
        try:
            waits = [asyncio.ensure_future(self._hurry.wait()), asyncio.ensure_future(changed.wait())]
            await asyncio.wait(waits, timeout=self._patience.grace_seconds, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        finally:
            self._room.listeners.discard(changed.set)
        if self._room.version != version:
            await self._grace()

    async def _choose(self, seat: int) -> int:
        """What a computer does; its substitute answers if it cannot."""
        game = self._room.course.game.copy()
        legal = game.legal()
        if len(legal) == 1:
            return legal[0]
        name = self._replaced.get(seat, str(self._room.seats.players[seat]["player"]))
        try:
            return await self._ask(seat, name, game, legal)
        except (RailwrightError, TimeoutError, Exception) as error:
            if name == SUBSTITUTE:
                LOG.exception("the substitute failed too")
                return legal[0]
            return await self._substitute(seat, name, error, game, legal)

    async def _substitute(self, seat: int, name: str, error: Exception, game: Game, legal: list[int]) -> int:
        """Let another player play on, and say so."""
        why = "did not answer in time" if isinstance(error, TimeoutError) else f"failed ({describe_exception(error)})"
        LOG.warning("the player %s %s; %s plays on", name, why, SUBSTITUTE)
        self._minds.pop(seat, None)
        self._replaced[seat] = SUBSTITUTE
        self._room.notice(seat, f"The player {name} {why.split(' (')[0]}; {SUBSTITUTE} plays on for it.")
        try:
            return await self._ask(seat, SUBSTITUTE, game, legal)
        except Exception:
            LOG.exception("the substitute failed too")
            return legal[0]

    async def _ask(self, seat: int, name: str, game: Game, legal: list[int]) -> int:
        async with self._threads:
            answer = in_thread(lambda: self._mind(seat, name, game).choose(game, legal))
            return int(await asyncio.wait_for(answer, self._patience.answer_seconds))

    def _mind(self, seat: int, name: str, game: Game) -> Mind:
        """The player at a seat. A game that goes on after a restart gets a new one, as a resumed file does."""
        if seat not in self._minds:
            seed = int(stream_seed(game.seed, len(game.actions), 1 + seat))
            self._minds[seat] = Mind(load_player(name), seat=seat, seed=seed)
        return self._minds[seat]


def in_thread(work: Callable[[], Any]) -> asyncio.Future[Any]:
    """Do something in a thread of its own. One that never ends holds up nothing but itself."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if not future.done():
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def run() -> None:
        result, failure = None, None
        try:
            result = work()
        except Exception as error:
            failure = error
        try:
            loop.call_soon_threadsafe(settle, result, failure)
        except RuntimeError:  # the server has stopped
            return

    threading.Thread(target=run, name="railwright-thinker", daemon=True).start()
    return future
