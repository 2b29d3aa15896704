"""Compare our search for a balanced board with the published one and with random search, on one core.

    python benchmarks/balance.py --seeds 1 2 3

For each seed, on the cities and routes of the usa board: the published method, with as many games as it needs; our
search with the same number of games; and the best of as many random boards as this number allows. Each resulting board
is then played on new deals. Printed are its distance from equal shares, the CPU seconds of the search, and the ratios
of both to the published method.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from railwright.mapmaker.balance.making import evaluate, search
from railwright.mapmaker.balance.problem.brief import PUBLISHED, PUBLISHED_PLAYERS, RACING, Brief, space_of
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas, of_board
from railwright.mapmaker.balance.problem.design_space import DesignSpace
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import SEED_BITS, DesignTrial, Judge
from railwright.maps.load import board_ruleset, load_board
from railwright.workers.pool import WorkerPool

BOARD = "usa"
RANDOM_ROUNDS = 100
"""Rounds per random board: 400 games of four players, which give its distance to about 0.03."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3], help="one comparison for each")
    parser.add_argument("--games", type=int, default=10_000, help="games of the final evaluation of each board")
    options = parser.parse_args()
    with WorkerPool(1) as pool:
        for seed in options.seeds:
            compare(seed, pool, options.games)


@dataclass(frozen=True, slots=True)
class Found:
    """The result and cost of one method."""

    games: int
    distance: float
    seconds: float

    def __str__(self) -> str:
        return f"{self.games:7,} games, distance {self.distance:.3f}, {self.seconds:6.1f} CPU-seconds"


def compare(seed: int, pool: WorkerPool, evaluation_games: int) -> None:
    """Compare the three methods with one seed."""
    board = load_board(BOARD)
    canvas, original = of_board(board, board_ruleset(board), board.decks[0])
    brief = Brief(players=PUBLISHED_PLAYERS, target=Target.even(4), method=PUBLISHED, seed=seed)
    space = space_of(brief, canvas, original)
    evaluate(canvas, [original], brief, Judge(PUBLISHED_PLAYERS, pool), games=100)  # loads the compiled code

    def measure(find: Callable[[Judge], Design]) -> Found:
        judge = Judge(PUBLISHED_PLAYERS, pool)
        began = time.process_time()
        design = find(judge)
        seconds, games = time.process_time() - began, judge.games
        (judged,) = evaluate(canvas, [design], brief, judge, games=evaluation_games)
        return Found(games, judged.distance.mean, seconds)

    published = measure(lambda judge: best_of(brief, canvas, space, original, judge))
    print(f"seed {seed}, published: {published}", flush=True)
    ours = replace(brief, method=RACING, games=published.games)
    for name, find in (
        ("ours", lambda judge: best_of(ours, canvas, space, original, judge)),
        ("chance", lambda judge: best_of_chance(canvas, space, judge, published.games, seed)),
    ):
        found = measure(find)
        nearness, speed = found.distance / published.distance, found.seconds / published.seconds
        print(f"seed {seed}, {name:9}: {found} ({nearness:.2f} and {speed:.2f} of the published)", flush=True)


def best_of(brief: Brief, canvas: DesignCanvas, space: DesignSpace, original: Design, judge: Judge) -> Design:
    """The final result of the search for a brief."""
    return list(search(brief, canvas, space, original, judge))[-1].best


def best_of_chance(canvas: DesignCanvas, space: DesignSpace, judge: Judge, games: int, seed: int) -> Design:
    """The best of as many random boards as the games allow."""
    rng, target = Random(seed), Target.even(4)
    designs = [space.random(rng) for _ in range(games // (RANDOM_ROUNDS * 4))]
    deals = rng.getrandbits(SEED_BITS)
    samples = judge.try_all([DesignTrial(canvas, design, deals, RANDOM_ROUNDS) for design in designs])
    found = min(range(len(designs)), key=lambda place: target.distance(samples[place].mean))
    return designs[found]


if __name__ == "__main__":
    main()
