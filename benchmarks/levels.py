"""Rates the levels on the Elo scale in games of two players on all boards.

    python benchmarks/levels.py --games 200

Each level plays against the next and against the one after that, so many games on each board. Prints who won how often,
and the ratings with 95% intervals, as ``players/levels/levels.py`` and ``docs/levels.md`` have them.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import numpy as np

from railwright.cli.kit.compiling import prepare_players
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.levels.levels import LEVELS

BOARDS = ("usa", "europe", "germany")
ANCHOR, ANCHOR_ELO = "skilled", 1500
PER_FACTOR_TEN = 400
SAMPLES = 400
NAMES = list(LEVELS)


def play(pair: tuple[int, int], board: str, games: int, seed: int) -> np.ndarray:
    """The weaker one's shares of wins, by round of two games with the same deal."""
    block = play_games(load_setup(board), [NAMES[place] for place in pair], seed=seed, games=games)
    return block.by_player(block.win_shares())[:, 0].reshape(-1, 2).mean(axis=1)


def fit(pairs: list[tuple[int, int]], shares: list[float], weights: list[int]) -> np.ndarray:
    """Ratings by the Bradley-Terry model, by gradient ascent with a fixed number of Newton steps."""
    strength = np.zeros(len(NAMES))
    for _ in range(50):
        gradient, curvature = np.zeros(len(NAMES)), 1e-6 * np.eye(len(NAMES))
        for (a, b), share, weight in zip(pairs, shares, weights, strict=True):
            expected = 1 / (1 + np.exp(strength[b] - strength[a]))
            gradient[a] += weight * (share - expected)
            gradient[b] -= weight * (share - expected)
            bend = weight * expected * (1 - expected)
            curvature[[a, b], [a, b]] += bend
            curvature[[a, b], [b, a]] -= bend
        strength += np.linalg.solve(curvature, gradient)
    elo = PER_FACTOR_TEN / np.log(10) * strength
    return elo - elo[NAMES.index(ANCHOR)] + ANCHOR_ELO


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of each pair on each board; an even number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    prepare_players(NAMES)
    pairs = [(a, b) for a in range(len(NAMES)) for b in (a + 1, a + 2) if b < len(NAMES)]
    tasks = list(product(pairs, BOARDS))
    with ProcessPoolExecutor(options.workers) as pool:
        found = list(
            pool.map(play, *zip(*tasks, strict=True), [options.games] * len(tasks), [options.seed] * len(tasks))
        )
    rounds = dict(zip(tasks, found, strict=True))
    for a, b in pairs:
        shares = ", ".join(f"{board} {1 - rounds[(a, b), board].mean():.2f}" for board in BOARDS)
        print(f"{NAMES[b]} against {NAMES[a]}: {shares}", flush=True)
    rng = np.random.default_rng(options.seed)
    weights = [options.games * len(BOARDS)] * len(pairs)

    def rated(*, is_resampled: bool) -> np.ndarray:
        means = []
        for pair in pairs:
            parts = [rounds[pair, board] for board in BOARDS]
            drawn = [rng.choice(part, len(part)) if is_resampled else part for part in parts]
            means.append(float(np.concatenate(drawn).mean()))
        return fit(pairs, means, weights)

    elo = rated(is_resampled=False)
    low, high = np.percentile([rated(is_resampled=True) for _ in range(SAMPLES)], (2.5, 97.5), axis=0)
    for place, name in enumerate(NAMES):
        print(f"{name}: {elo[place]:.0f} ± {(high[place] - low[place]) / 2:.0f}")


if __name__ == "__main__":
    main()
