"""Compile the engine and players for this machine before their first use, and tell the user.

Importing a compiled module compiles it. So it is imported inside functions, not at the top of the file.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import railwright
from railwright.cli.kit.output import note, progress
from railwright.cli.kit.second_compiler import SecondCompiler, compile_here
from railwright.players.registry import (
    ENTRIES,
    POLICIES,
    faults_beside,
    find_entry,
    is_policy,
    load_player,
    player_file,
    policy_module,
    split_options,
)
from railwright.workers.start_method import ENGINE

RULES = "railwright.game.rules"
"""The module of the rules, which takes longest of all to compile."""

PLANNING = "railwright.optimum.compiled_networks"
"""The module for Steiner trees of tickets: not part of the engine, but used by players and the page."""

ADVICE = "railwright.players.express.advice"
"""The module for hints to people at the table."""

REVIEWS = "railwright.review.pieces"
"""The module for reviews of finished games."""

LEARNING = "railwright.rl.batch"
"""The module for batches of games for learners."""

RANDOM_ACTIONS = "railwright.rl.random_actions"
"""The module that chooses at random for such batches."""

BYTE_STATES = "railwright.rl.byte_states"
"""The module for single games as plain bytes, as OpenSpiel keeps them."""

SELF_PLAY = "railwright.training.self_play"
"""The module for games in which express learns."""

ADVANTAGES = "railwright.training.advantages"
"""The module that judges its decisions."""

MAP_LAYOUT = "railwright.mapmaker.balance.graph.drawing"
"""The module that places the towns of new graphs."""

TICKET_WAYS = "railwright.mapmaker.balance.problem.path_lengths"
"""The module for shortest paths of tickets while a board is being balanced."""


def prepare_engine(players: Iterable[str] = (), *, others: Iterable[str] = ()) -> None:
    """Compile the engine, these players and other modules unless this version is in the cache, and say so.

    Call it before their first use.
    """
    missing = missing_parts(players, others=others)
    if missing:
        note("Compiling once for this machine: half a minute for the engine, some seconds for each player ...")
        began = time.monotonic()
        _compile(missing)
        note(f"Compiled in {time.monotonic() - began:.0f} s.")


def missing_parts(players: Iterable[str] = (), *, others: Iterable[str] = ()) -> list[str]:
    """The modules that have to be compiled for the engine, these players and others, because the cache lacks them."""
    from railwright.compiled.cache_folders import is_warm

    return [part for part in [*compiled_parts(players), *others] if not is_warm(part)]


def prepare_players(names: Sequence[str]) -> None:
    """Compile the engine and these players if needed, and check that all players can be loaded."""
    for name in names:
        find_entry(name)  # fail on an unknown name before compiling, which takes half a minute
    prepare_engine(names)
    for name in names:
        load_player(name)
    for fault in dict.fromkeys(fault for name in names for fault in faults_beside(name)):
        note(f"Ignored: {fault}")


def compile_all() -> None:
    """Compile the engine, every built-in player and all other compiled modules."""
    _compile(compiled_parts())


def compiled_parts(players: Iterable[str] | None = None) -> list[str]:
    """The modules to compile for the engine and these built-in players; without names, all compiled modules."""
    if players is None:
        learning = (POLICIES, LEARNING, RANDOM_ACTIONS, BYTE_STATES, SELF_PLAY, ADVANTAGES)
        return [*compiled_parts(ENTRIES), PLANNING, ADVICE, REVIEWS, *learning, MAP_LAYOUT, TICKET_WAYS]
    names = [split_options(name)[0] for name in players]
    modules = [ENTRIES[name].path for name in names if name in ENTRIES]
    return [ENGINE, *dict.fromkeys(modules + [policy_module(player_file(name)) for name in names if is_policy(name)])]


def _compile(parts: Sequence[str]) -> None:
    """Compile modules, with a progress bar."""
    compilation = _Compilation(parts)
    with progress("compiling", compilation.steps) as done:
        compilation.run_as_possible(done)


def compile_and_tell(parts: Sequence[str], tell: Callable[[int, int], None]) -> None:
    """Compile modules, and report (done, total) at the start and after each step."""
    compilation = _Compilation(parts)
    counted, lock = 0, threading.Lock()

    def done(steps: int) -> None:
        nonlocal counted
        with lock:  # both processes have steps done
            counted += steps
            tell(counted, compilation.steps)

    done(0)
    compilation.run_as_possible(done)


class _Compilation:
    """Modules to be compiled. Those that use the compiled rules come after the engine, which contains them."""

    def __init__(self, parts: Sequence[str]) -> None:
        from railwright.compiled.cache_folders import sources_of

        rules = sources_of(RULES)
        self._engine = _ENGINE_STEPS if ENGINE in parts else ()
        self._with_rules = deque(part for part in parts if part != ENGINE and rules <= sources_of(part))
        self._others = deque(part for part in parts if part != ENGINE and not rules <= sources_of(part))
        self._failed: list[str] = []
        """Modules that the second process could not compile: this one tries again and shows why."""
        self._has_engine = threading.Event()
        self.steps = len(self._engine) + len(self._with_rules) + len(self._others)

    def run_as_possible(self, done: Callable[[int], None]) -> None:
        """Compile everything, with a second process where there are several processors."""
        if self.steps > 1 and (os.cpu_count() or 1) > 1:
            self.run_with_help(done)
        else:
            self.run(done)

    def run(self, done: Callable[[int], None]) -> None:
        """Compile everything that is left in this process."""
        kept: dict[str, Any] = {}
        for step in self._engine:
            step(kept)
            done(1)
        if self._engine:
            compile_here(ENGINE)  # the steps have compiled it
        self._has_engine.set()
        for parts in (self._with_rules, self._others):
            for part in _taken_from(parts):
                compile_here(part)
                done(1)

    def run_with_help(self, done: Callable[[int], None]) -> None:
        """The same, but a second process takes a share."""
        second = SecondCompiler()
        helper = threading.Thread(target=self._help, args=(second, done), daemon=True)
        helper.start()
        try:
            self.run(done)
            helper.join()
        finally:
            second.close()
            self._has_engine.set()  # after an error, the thread must not wait any longer
        for part in self._failed:
            compile_here(part)
            done(1)

    def _help(self, second: SecondCompiler, done: Callable[[int], None]) -> None:
        for parts in (self._others, self._with_rules):
            for part in _taken_from(parts):
                if second.compile(part):
                    done(1)
                else:
                    self._failed.append(part)
            self._has_engine.wait()


def _taken_from(parts: deque[str]) -> Iterator[str]:
    """Take modules until none is left; two threads may do so at once."""
    with suppress(IndexError):
        while True:
            yield parts.popleft()


def _compile_rules(kept: dict[str, Any]) -> None:
    game = kept["game"] = railwright.new_game("europe", seats=2, seed=1)
    game.play(game.legal()[0])
    game.price()


def _compile_secrets(kept: dict[str, Any]) -> None:
    """Compile the secret random generator of games at the table, so that nobody has to wait for it."""
    from railwright.game.chance import Renewal, new_secret
    from railwright.game.game import Game

    renewals = (Renewal(1, new_secret()),)
    game = Game(kept["game"].setup, seats=2, seed=new_secret(), renewals=renewals, log=True)
    game.play(game.legal()[0])


def _compile_scoring(kept: dict[str, Any]) -> None:
    from railwright.game.completion import completed_tickets

    kept["game"].result_record()
    completed_tickets(kept["game"], 0)


def _compile_views(kept: dict[str, Any]) -> None:
    import numpy as np

    kept["game"].view(0).sample(np.random.default_rng(1))


def _compile_matches(kept: dict[str, Any]) -> None:
    from railwright.matches.match import play_games

    player = load_player("random")
    play_games(kept["game"].setup, [player, player], seed=1, games=1)


_ENGINE_STEPS: tuple[Callable[[dict[str, Any]], None], ...] = (
    _compile_rules, _compile_secrets, _compile_scoring, _compile_views, _compile_matches,
)  # fmt: skip
