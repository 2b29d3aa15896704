"""Compile the engine and players for this machine before their first use, and tell the user.

Importing a compiled module compiles it. So its import stands in the function that reports on it, not above.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import railwright
from railwright.cli.kit.output import note, progress
from railwright.players.registry import (
    BUILT_IN,
    POLICIES,
    faults_beside,
    find_entry,
    is_policy,
    load_player,
    split_options,
)

ENGINE = "railwright.matches.match"
"""The module that imports the whole engine."""

PLANNING = "railwright.optimum.compiled_networks"
"""The module for Steiner trees of tickets: not part of the engine, but used by players and the page."""

ADVICE = "railwright.players.express.advice"
"""The module for hints to people at the table."""

LEARNING = "railwright.rl.batch"
"""The module for batches of games for learners."""

RANDOM_ACTIONS = "railwright.rl.random_actions"
"""The module that chooses at random for such batches."""

MAP_LAYOUT = "railwright.mapmaker.balance.graph.drawing"
"""The module that places the towns of new graphs."""

TICKET_WAYS = "railwright.mapmaker.balance.problem.path_lengths"
"""The module for shortest paths of tickets while a board is being balanced."""


def prepare_engine(players: Iterable[str] = (), *, others: Iterable[str] = ()) -> None:
    """Compile the engine, these players and other modules unless this version is in the cache, and say so.

    Call it before their first use.
    """
    from railwright.compiled.kernel import is_warm

    missing = [part for part in [*compiled_parts(players), *others] if not is_warm(part)]
    if missing:
        note("Compiling once for this machine: half a minute for the engine, some seconds for each player ...")
        began = time.monotonic()
        _compile(missing)
        note(f"Compiled in {time.monotonic() - began:.0f} s.")


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
        return [
            *compiled_parts(BUILT_IN),
            PLANNING,
            ADVICE,
            POLICIES,
            LEARNING,
            RANDOM_ACTIONS,
            MAP_LAYOUT,
            TICKET_WAYS,
        ]
    names = [split_options(name)[0] for name in players]
    modules = [BUILT_IN[name].path for name in names if name in BUILT_IN]
    return [ENGINE, *dict.fromkeys(modules + [POLICIES for name in names if is_policy(name)])]


def _compile(parts: Sequence[str]) -> None:
    from railwright.compiled.kernel import mark_warm

    engine = len(_ENGINE_STEPS) if ENGINE in parts else 0
    others = [part for part in parts if part != ENGINE]
    with progress("compiling", engine + len(others)) as done:
        if engine:
            kept: dict[str, Any] = {}
            for step in _ENGINE_STEPS:
                step(kept)
                done(1)
            mark_warm(ENGINE)
        for part in others:
            importlib.import_module(part)
            mark_warm(part)
            done(1)


def _compile_rules(kept: dict[str, Any]) -> None:
    game = kept["game"] = railwright.new_game("europe", seats=2, seed=1)
    game.play(game.legal()[0])
    game.price()


def _compile_secrets(kept: dict[str, Any]) -> None:
    """Compile the secret chance of games at the table, so that people need not wait for it."""
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
