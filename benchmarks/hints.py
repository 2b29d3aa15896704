"""Plays the first hint against express with the same number of trials: is the hint as good as the player?

    python benchmarks/hints.py --board usa --games 400 --iterations 100

Every deal is played twice, with the hint in either seat. Prints the hint's share of the wins, with its 95% interval.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from railwright.arena.intervals import estimate_rate
from railwright.cli.kit.compiling import ADVICE, prepare_engine
from railwright.game.game import Game
from railwright.maps.load import load_setup
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.express.advice import advise
from railwright.players.registry import load_player


def play(board: str, number: int, iterations: int, seed: int) -> float:
    """One game; returns the share of the win of the seat that follows the hints."""
    setup = load_setup(board)
    game = Game(setup, seats=2, seed=seed + number // 2)
    hinted = number % 2
    other = SeatedPlayer(load_player(f"express:iterations={iterations}"), seat=1 - hinted, seed=seed + number)
    while not game.is_over:
        legal = game.legal()
        if game.seat != hinted:
            game.play(other.choose(game, legal))
        elif len(legal) == 1:
            game.play(legal[0])
        else:
            game.play(advise(game, seed=len(game.actions), iterations=iterations, threads=1)[0].action)
    return game.result().win_share(hinted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    prepare_engine(["express"], others=[ADVICE])
    numbers = range(options.games)
    with ProcessPoolExecutor(options.workers) as pool:
        columns = ([options.board] * options.games, numbers, [options.iterations] * options.games)
        shares = list(pool.map(play, *columns, [options.seed] * options.games, chunksize=4))
    rate = estimate_rate(np.array(shares), np.arange(options.games) // 2)
    print(
        f"{options.board}: following the first hint wins {rate.mean:.3f} ({rate.low:.3f} to {rate.high:.3f}) of "
        f"{options.games} games against express:iterations={options.iterations}"
    )


if __name__ == "__main__":
    main()
