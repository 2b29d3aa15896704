"""Measures the speed of the engine on this machine, mostly in CPU time, so that other load matters less."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from railwright.compiled.cache_folders import CACHE_VARIABLE
from railwright.compiled.kernel import ZERO, kernel
from railwright.compiled.rng import below, new_source
from railwright.errors import OptionError
from railwright.game.actions import MAX_LEGAL
from railwright.game.dealing import deal
from railwright.game.game import Game
from railwright.game.rules import apply, legal
from railwright.game.sampling import sample_state
from railwright.game.scoring import RESULT, score
from railwright.game.setup import Setup
from railwright.game.state import OVER, STATE, empty_state
from railwright.matches.match import play_games
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import AnyPlayer
from railwright.players.registry import load_player

FIRST_GAME = (
    "import railwright; g = railwright.new_game('usa', seats=4, seed=1)\nwhile not g.is_over: g.play(g.legal()[-1])"
)
"""A program that plays one game and nothing else."""

RULE_PLAYERS = ("hoard", "rule", "evaluation", "one-step", "path", "long-route", "hungry")
"""The rule-based players, which do not search."""

RULE_SECONDS = 0.5
"""Minimum CPU time for which each rule-based player is measured."""

SEARCHES: Mapping[str, tuple[str, int]] = {
    "random rollouts to the end": ("mcts:unit=iterations:depth=1:rollout=10000:heuristic=only-score", 2000),
    "random rollouts of 10 actions": ("mcts:unit=iterations:depth=1:rollout=10:heuristic=only-score", 20_000),
    "tree search, points alone": ("mcts:unit=iterations:heuristic=only-score", 10_000),
    "tree search, cards and tickets": ("mcts:unit=iterations", 10_000),
}
"""The searches to measure, each with its player and number of iterations."""

POSITIONS: Mapping[str, float] = {"start": 0.0, "middle": 0.5, "late": 0.9}
"""The positions in which searches are measured, by the fraction of a random game that has been played."""

_STATES = 4096


@kernel
def play_random(
    books: Any, states: Any, results: Any, options: Any, seats: int, games: int, seed: Any, source: Any
) -> Any:
    """Play uniformly random games from deal to score; returns the number of actions and the sum of all scores."""
    book, state, result = books[0], states[0], results[0]
    actions = 0
    total = 0
    for i in range(games):
        deal(book, state, seats, np.uint64(seed + i), None)
        while state.table.stage != OVER:
            count = legal(book, state.table, state.private[state.table.seat], options)
            apply(book, state, ZERO + options[below(source, count)], None)
            actions += 1
        score(book, state, result)
        for seat in range(seats):
            total += result.scores[seat]
    return actions, total


@kernel
def _collect(books: Any, states: Any, finals: Any, options: Any, seats: int, source: Any) -> None:
    """Fill ``states`` with positions of random games and ``finals`` with final positions."""
    book = books[0]
    kept = 0
    for i in range(len(finals)):
        state = finals[i]
        deal(book, state, seats, np.uint64(i), None)
        while state.table.stage != OVER:
            if kept < len(states):
                states[kept] = state
                kept += 1
            count = legal(book, state.table, state.private[state.table.seat], options)
            apply(book, state, ZERO + options[below(source, count)], None)


@kernel
def _time_legal(books: Any, states: Any, options: Any) -> int:
    total = 0
    for i in range(len(states)):
        state = states[i]
        total += legal(books[0], state.table, state.private[state.table.seat], options)
    return total


@kernel
def _time_copy(states: Any, target: Any, copies: int) -> int:
    total = 0
    for i in range(copies):
        target[0] = states[i & 63]
        total += target[0].table.seat
    return total


@kernel
def _time_score(books: Any, finals: Any, results: Any) -> int:
    total = 0
    for i in range(len(finals)):
        score(books[0], finals[i], results[0])
        total += results[0].scores[0]
    return total


@kernel
def _time_sample(books: Any, states: Any, target: Any, source: Any) -> None:
    for i in range(len(states)):
        state = states[i]
        sample_state(books[0], state.table, state.private[state.table.seat], state.table.seat, target[0], source)


def games_per_second(setup: Setup, *, seats: int = 4, games: int = 4000, rounds: int = 3) -> dict[str, float]:
    """Random games per second of CPU time (best of some rounds), and their mean number of actions."""
    ours = RandomGames(setup, seats=seats, games=games)
    ours.rate()
    best = max(ours.rate() for _ in range(rounds))
    return {"games_per_cpu_second": best, "actions_per_game": ours.actions / games}


class RandomGames:
    """A fixed set of random games that can be timed repeatedly."""

    def __init__(self, setup: Setup, *, seats: int, games: int) -> None:
        self.setup, self.seats, self.games = setup, seats, games
        self.actions = 0
        self._buffers = (empty_state(), np.zeros(1, RESULT), np.empty(MAX_LEGAL, np.int16))

    def rate(self) -> float:
        """Play the games; returns the number of games per second of CPU time."""
        states, results, options = self._buffers
        source = new_source(1)
        began = time.process_time()
        self.actions, _ = play_random(
            self.setup.rulebook, states, results, options, self.seats, self.games, np.uint64(1), source
        )
        return self.games / (time.process_time() - began)


def side_by_side(setup: Setup, anchor: Path, *, games: int, rounds: int = 5) -> dict[str, float]:
    """Random 4-player games per second of CPU time, ours and those of a C program, in alternate rounds; best of each.

    ``anchor`` is a script that builds the C program in several ways and prints for each of them a line ``[C name]``,
    followed by ``best N games/cpu-s``.
    """
    ours = RandomGames(setup, seats=4, games=games)
    ours.rate()
    rates: dict[str, list[float]] = {"railwright": []}
    for _ in range(rounds):
        rates["railwright"].append(ours.rate())
        for name, rate in _run_anchor(anchor, games).items():
            rates.setdefault(name, []).append(rate)
    return {name: max(measured) for name, measured in rates.items()}


def _run_anchor(anchor: Path, games: int) -> dict[str, float]:
    command = ["bash", str(anchor), "4", str(games), "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rates = re.findall(r"\[(C .+?)\]\n.*?best (\d+) games/cpu-s", done.stdout)
    if done.returncode or not rates:
        reason = (done.stderr.strip().split("\n") or [""])[-1] or "it printed no rates"
        raise OptionError(f"{anchor}: cannot be used for comparison ({reason})")
    return {name: float(rate) for name, rate in rates}


def rule_games_per_second(
    setup: Setup, names: Sequence[str] = RULE_PLAYERS, *, seats: int = 4, part: float = 1.0
) -> dict[str, float]:
    """Games per second of CPU time for each player against itself. ``part`` scales the measuring time."""
    return {name: _game_rate(setup, [load_player(name)] * seats, RULE_SECONDS * part) for name in names}


def _game_rate(setup: Setup, players: Sequence[AnyPlayer], seconds: float) -> float:
    """Games per second of CPU time; the number of games is doubled until they take this many seconds."""
    games, taken = len(players), 0.0
    while taken < seconds:
        games *= 2
        began = time.process_time()
        play_games(setup, players, seed=1, games=games)
        taken = time.process_time() - began
    return games / taken


def searches_per_second(
    setup: Setup, *, seats: int = 4, rounds: int = 3, part: float = 1.0
) -> dict[str, dict[str, float]]:
    """Iterations per second of CPU time for each search in fixed positions (best of some rounds)."""
    return {
        moment: {
            search: _search_rate(game, name, round(iterations * part), rounds)
            for search, (name, iterations) in SEARCHES.items()
        }
        for moment, game in fixed_positions(setup, seats=seats).items()
    }


def fixed_positions(setup: Setup, *, seats: int) -> dict[str, Game]:
    """The positions to measure in: turns of one random game, which is always the same."""
    rng = np.random.default_rng(1)
    game = Game(setup, seats=seats, seed=1)
    turns = []
    while not game.is_over:
        if game.stage == "turn" and len(game.legal()) > 1:
            turns.append(game.copy())
        game.play(int(rng.choice(game.legal())))
    return {moment: turns[int(part * len(turns))] for moment, part in POSITIONS.items()}


def _search_rate(game: Game, name: str, iterations: int, rounds: int) -> float:
    seated_player = SeatedPlayer(load_player(f"{name}:budget={iterations}"), seat=game.seat, seed=1)
    return iterations * 1e9 / _best(lambda: seated_player.choose(game, game.legal()), rounds)


def nanoseconds(setup: Setup, *, seats: int = 4) -> dict[str, float]:
    """Times of single operations on states of random games."""
    states, finals = np.zeros(_STATES, STATE), np.zeros(200, STATE)
    options, results, target, source = np.empty(MAX_LEGAL, np.int16), np.zeros(1, RESULT), empty_state(), new_source(1)
    book = setup.rulebook
    _collect(book, states, finals, options, seats, source)
    copies = 1_000_000
    return {
        "legal_ns": _best(lambda: _time_legal(book, states, options)) / _STATES,
        "copy_ns": _best(lambda: _time_copy(states, target, copies)) / copies,
        "sample_ns": _best(lambda: _time_sample(book, states, target, source)) / _STATES,
        "score_ns": _best(lambda: _time_score(book, finals, results)) / len(finals),
        "state_bytes": float(STATE.itemsize),
    }


def _best(run: Callable[[], object], rounds: int = 7) -> float:
    """The shortest CPU time of some runs, in nanoseconds."""
    run()
    times = []
    for _ in range(rounds):
        began = time.process_time_ns()
        run()
        times.append(time.process_time_ns() - began)
    return float(min(times))


def first_game_seconds(*, cold: bool = False) -> float:
    """Wall time of a new process that plays one game, with the present cache or (``cold``) an empty one."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ) | ({CACHE_VARIABLE: folder} if cold else {})
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", FIRST_GAME], env=environment, check=True)
        return time.perf_counter() - began


def cold_compile_seconds() -> float:
    """Wall time of compiling the whole engine into an empty cache, in a new process."""
    program = "from railwright.cli.kit.compiling import compile_all; compile_all()"
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], env=dict(os.environ) | {CACHE_VARIABLE: folder}, check=True)
        return time.perf_counter() - began
