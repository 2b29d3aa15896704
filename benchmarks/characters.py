"""Rates the characters on the scale of the levels, in games of two players on all boards.

    python benchmarks/characters.py --games 100

Each character plays so many games against each of the first four levels on each board. Its rating is the one that makes
its results likeliest, with the levels rated as in ``players/levels/levels.py``; the intervals (95%) do not contain the
errors of the levels' own ratings. ``players/levels/characters.py`` and ``docs/levels.md`` have the ratings.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import numpy as np

from railwright.cli.kit.compiling import prepare_players
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.levels.characters import CHARACTERS
from railwright.players.levels.elo import expected_share
from railwright.players.levels.levels import LEVELS

BOARDS = ("usa", "europe", "germany")
MEASURES = list(LEVELS)[:4]
SAMPLES = 400
LOWEST, HIGHEST = -2000, 5000


def play(character: str, level: str, board: str, games: int, seed: int) -> np.ndarray:
    """The character's shares of wins, by round of two games with the same deal."""
    block = play_games(load_setup(board), [character, level], seed=seed, games=games)
    return block.by_player(block.win_shares())[:, 0].reshape(-1, 2).mean(axis=1)


def rating_of(shares: list[float]) -> float:
    """The rating with which as many wins are expected as there were, by bisection."""
    low, high = float(LOWEST), float(HIGHEST)
    elos = [LEVELS[level].rating.elo for level in MEASURES]
    while high - low > 0.1:
        middle = (low + high) / 2
        expected = sum(expected_share(middle, elo) for elo in elos)
        low, high = (middle, high) if expected < sum(shares) else (low, middle)
    return (low + high) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games of each pair on each board; an even number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    prepare_players([*CHARACTERS, *MEASURES])
    tasks = list(product(CHARACTERS, MEASURES, BOARDS))
    with ProcessPoolExecutor(options.workers) as pool:
        found = list(
            pool.map(play, *zip(*tasks, strict=True), [options.games] * len(tasks), [options.seed] * len(tasks))
        )
    rounds = dict(zip(tasks, found, strict=True))
    rng = np.random.default_rng(options.seed)
    for character in CHARACTERS:

        def rated(*, is_resampled: bool, character: str = character) -> float:
            shares = []
            for level in MEASURES:
                parts = [rounds[character, level, board] for board in BOARDS]
                drawn = [rng.choice(part, len(part)) if is_resampled else part for part in parts]
                shares.append(float(np.concatenate(drawn).mean()))
            return rating_of(shares)

        elo = rated(is_resampled=False)
        low, high = np.percentile([rated(is_resampled=True) for _ in range(SAMPLES)], (2.5, 97.5))
        shares = ", ".join(
            f"{level} {np.concatenate([rounds[character, level, board] for board in BOARDS]).mean():.2f}"
            for level in MEASURES
        )
        print(f"{character}: {elo:.0f} ± {(high - low) / 2:.0f}; won against {shares}", flush=True)


if __name__ == "__main__":
    main()
