"""The engine beside the C program that marks its speed limit, in one run.

    python benchmarks/engine.py --anchor path/to/bench_c.sh

plays uniformly random 4-player games on the usa board in turns: a round of ours, a round of C, and so on, each timed in
CPU seconds on one core, and prints the ratio of the best rounds. Without --anchor only our own figures are printed.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from pathlib import Path

from railwright.arena.speed import random_round
from railwright.cli.bench import measure
from railwright.cli.warmup import prepare_engine
from railwright.maps.load import load_setup


def c_rate(anchor: Path, games: int) -> dict[str, float]:
    """Games for each CPU-second of every variant of the C program, such as "bits -O3"."""
    text = subprocess.run(
        ["bash", str(anchor), "4", str(games), "1"], check=True, capture_output=True, text=True
    ).stdout
    found = re.findall(r"\[C (.+?)\]\n.*?best (\d+) games/cpu-s", text)
    return {name: float(rate) for name, rate in found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--anchor", type=Path, help="the script that builds and runs the C program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=20000, help="games in a round")
    parser.add_argument("--cold", action="store_true", help="also time compiling from an empty cache")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    prepare_engine()
    ours = random_round(load_setup("usa"), seats=4, games=options.games)
    ours()
    own: list[float] = []
    anchors: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        own.append(ours())
        for name, rate in (c_rate(options.anchor, options.games) if options.anchor else {}).items():
            anchors.setdefault(name, []).append(rate)
    figures = measure(games=4000, cold=options.cold)
    figures["side_by_side"] = {"railwright": max(own), **{f"C {name}": max(rates) for name, rates in anchors.items()}}
    figures["ratios"] = {f"C {name}": round(max(own) / max(rates), 3) for name, rates in anchors.items()}
    if options.json:
        print(json.dumps(figures))
        return
    for name, rate in figures["side_by_side"].items():
        ratio = figures["ratios"].get(name)
        print(f"{name:24} {rate:8.0f} games per CPU-second" + (f"   railwright is {ratio:.2f} of it" if ratio else ""))
    for board, row in figures["boards"].items():
        print(
            f"{board:24} {row['games_per_cpu_second']:8.0f} games per CPU-second, {row['actions_per_game']:.0f} actions"
        )
    for name, value in figures["operations"].items():
        print(f"{name:24} {value:8.1f}")
    print(f"first game, warm cache   {figures['first_game_seconds']:8.2f} s")
    if options.cold:
        print(f"cold compile             {figures['cold_compile_seconds']:8.2f} s")


if __name__ == "__main__":
    main()
