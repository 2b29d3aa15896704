"""Check random games with the slow referee: 100,000 by default, on all cores.

    python benchmarks/referee.py --games 100000

Boards, decks, rulesets and numbers of players alternate. Prints all disagreements, if any, and the totals.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from railwright.cli.kit.compiling import prepare_engine
from referee.harness import all_games, follow_random_game
from referee.referee import Dispute

CHUNK = 500


def follow(chunk: tuple[int, int]) -> tuple[int, int, list[str]]:
    """Play some games; returns their number, their actions, and the disagreements."""
    first, count = chunk
    setups = all_games()
    actions = 0
    disputes: list[str] = []
    for number in range(first, first + count):
        setup, seats = setups[number % len(setups)]
        try:
            actions += follow_random_game(setup, seats=seats, seed=number)
        except Dispute as dispute:
            disputes.append(str(dispute)[:500])
    return count, actions, disputes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    prepare_engine()
    last = options.first + options.games
    chunks = [(first, min(CHUNK, last - first)) for first in range(options.first, last, CHUNK)]
    games = actions = disputed = 0
    began = time.monotonic()
    with ProcessPoolExecutor(options.workers) as executor:
        for count, steps, disputes in executor.map(follow, chunks):
            games, actions, disputed = games + count, actions + steps, disputed + len(disputes)
            for dispute in disputes:
                print(f"DISPUTE {dispute}", flush=True)
            print(
                f"{games} games, {actions} actions, {disputed} disputes, {time.monotonic() - began:.0f} s", flush=True
            )
    sys.exit(1 if disputed else 0)


if __name__ == "__main__":
    main()
