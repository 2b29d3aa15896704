"""Compare our OpenSpiel game with those of OpenSpiel, all driven from Python in the same way, by CPU time.

    python benchmarks/rl_openspiel.py             # the whole table, about a minute
    python benchmarks/rl_openspiel.py --quick     # rougher figures

A step is one action, chosen uniformly from ``legal_actions`` and played by ``apply_action``; choosing is included, and
so are chance nodes, whose outcomes count as steps and are chosen in the same way. With observation, the observer is set
for the player before each decision.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from typing import Any

import open_spiel.python.games  # noqa: F401 - registers OpenSpiel's Python games
import pyspiel
from open_spiel.python.observation import make_observation

import railwright.rl.openspiel_game  # noqa: F401 - registers ours
from railwright.tables import text_table

ROUNDS = 3
ROUND_SECONDS = 0.5
"""CPU time of one round of a measurement; the best round counts."""

OURS = (
    "python_railwright(board=usa,players=4)", "python_railwright(board=usa,players=2)",
    "python_railwright(board=europe,players=4)", "python_railwright(board=germany,players=4)",
    "python_railwright(board=usa,players=4,observation=planner)",
)  # fmt: skip
THEIRS = (
    "python_tic_tac_toe", "python_kuhn_poker", "python_block_dominoes", "python_liars_poker", "tic_tac_toe",
    "kuhn_poker", "leduc_poker", "blackjack", "hearts", "gin_rummy", "backgammon", "chess",
)  # fmt: skip
"""Python games of OpenSpiel first, then games in C++."""

HEADINGS = ("game", "language", "steps/s", "with observation", "clones/s", "steps/game")


def steps_per_second(game: Any, *, observe: bool, part: float = 1.0) -> tuple[float, float]:
    """Random steps per second of CPU time, the best of some rounds, and the mean number of steps in a game."""
    rounds = [_round(game, observe, ROUND_SECONDS * part, seed) for seed in range(ROUNDS)]
    return max(rate for rate, _ in rounds), rounds[-1][1]


def _round(game: Any, observe: bool, seconds: float, seed: int) -> tuple[float, float]:
    choose = random.Random(seed).choice
    observer = make_observation(game) if observe else None
    steps, games, began, taken = 0, 0, time.process_time(), 0.0
    while taken < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if observer is not None and not state.is_chance_node():
                observer.set_from(state, state.current_player())
            state.apply_action(choose(state.legal_actions()))
            steps += 1
        games += 1
        taken = time.process_time() - began
    return steps / taken, steps / games


def clones_per_second(game: Any, *, part: float = 1.0) -> float:
    """Clones per second of CPU time of a state after some random steps."""
    choose = random.Random(1).choice
    state = game.new_initial_state()
    for _ in range(60):
        after = state.child(choose(state.legal_actions()))
        if after.is_terminal():
            break
        state = after
    count = max(1, round(20_000 * part))
    began = time.process_time()
    for _ in range(count):
        state.clone()
    return count / (time.process_time() - began)


def figures(part: float) -> Iterator[list[str]]:
    """The rows of the table."""
    for name in (*OURS, *THEIRS):
        game = pyspiel.load_game(name)
        rate, length = steps_per_second(game, observe=False, part=part)
        observed = f"{steps_per_second(game, observe=True, part=part)[0]:,.0f}" if _is_observed(game) else "-"
        clones = f"{clones_per_second(game, part=part):,.0f}"
        yield [
            name.removeprefix("python_"), "Python" if name.startswith("python_") else "C++", f"{rate:,.0f}", observed,
            clones, f"{length:,.0f}",
        ]  # fmt: skip


def _is_observed(game: Any) -> bool:
    return bool(game.get_type().provides_observation_tensor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    print(text_table(HEADINGS, list(figures(0.1 if parser.parse_args().quick else 1.0))))


if __name__ == "__main__":
    main()
