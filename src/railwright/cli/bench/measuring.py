"""Measure the speed of the engine, and print the figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from railwright.arena import speed
from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.kit.output import print_json, progress, suggest
from railwright.maps.load import load_setup
from railwright.rl.speed import batch_figures

QUICK_PART = 0.1
"""Share of a full measurement's work that a quick one does."""

BOARDS = ("usa", "europe", "germany")

BATCH_GAMES = 256
"""Games in the batch for learners."""


def run_benchmark(games: int, *, quick: bool, cold: bool, anchor: Path | None, as_json: bool) -> None:
    """Measure and print."""
    prepare_engine([*speed.RULE_PLAYERS, "mcts"])
    figures = _measure(games=games, part=QUICK_PART if quick else 1.0, cold=cold, anchor=anchor)
    if as_json:
        print_json(figures)
    else:
        _print(figures)
        suggest("railwright bench --json prints the same as JSON")


def _measure(*, games: int, part: float = 1.0, cold: bool, anchor: Path | None) -> dict[str, Any]:
    """All figures; ``part`` is the share of the full work to do."""
    games = max(1, round(games * part))
    figures: dict[str, Any] = {"boards": {}}
    with progress("measuring", len(BOARDS) + 5 + cold + (anchor is not None)) as done:
        for board in BOARDS:
            figures["boards"][board] = speed.games_per_second(load_setup(board), games=games)
            done(1)
        figures["operations"] = speed.nanoseconds(load_setup("usa"))
        done(1)
        figures["rule_players"] = speed.rule_games_per_second(load_setup("usa"), part=part)
        done(1)
        figures["searches"] = speed.searches_per_second(load_setup("usa"), part=part)
        done(1)
        figures["batch"] = batch_figures("usa", 4, games=BATCH_GAMES, part=part)
        done(1)
        figures["first_game_seconds"] = min(speed.first_game_seconds() for _ in range(3))
        done(1)
        if cold:
            figures["cold_compile_seconds"] = speed.cold_compile_seconds()
            done(1)
        if anchor is not None:
            rates = speed.side_by_side(load_setup("usa"), anchor, games=5 * games)
            figures["side_by_side"] = rates
            figures["ratios"] = {
                name: round(rates["railwright"] / rate, 3) for name, rate in rates.items() if name != "railwright"
            }
            done(1)
    return figures


def _print(figures: dict[str, Any]) -> None:
    print("uniformly random games, 4 players, one core")
    for board, row in figures["boards"].items():
        relative = figures["boards"]["usa"]["games_per_cpu_second"] / row["games_per_cpu_second"]
        print(
            f"  {board:8} {row['games_per_cpu_second']:8.0f} games per CPU-second, "
            f"{row['actions_per_game']:.0f} actions per game, {relative:.2f} x the time of usa"
        )
    single = figures["operations"]
    print("single operations, usa")
    print(f"  list the legal actions {single['legal_ns']:8.0f} ns")
    print(f"  copy a state           {single['copy_ns']:8.1f} ns ({single['state_bytes']:.0f} bytes)")
    print(f"  sample a view          {single['sample_ns']:8.0f} ns")
    print(f"  score a finished game  {single['score_ns']:8.0f} ns")
    rates = figures["rule_players"]
    print("games between four copies of one player, usa")
    for name, rate in [*rates.items(), ("mean", sum(rates.values()) / len(rates))]:
        print(f"  {name:10} {rate:8.0f} games per CPU-second")
    print(
        "search, usa, 4 players: iterations per CPU-second   " + "".join(f"{name:>10}" for name in figures["searches"])
    )
    for search in next(iter(figures["searches"].values())):
        row = "".join(f"{rate[search]:10.0f}" for rate in figures["searches"].values())
        print(f"  {search:50} {row}")
    batch = figures["batch"]
    print(f"batch for learners, usa, 4 players, {BATCH_GAMES} games at once")
    print(
        f"  {batch['steps_per_cpu_second']:,} random steps per CPU-second, {batch['bytes_per_game']:,} bytes per game"
    )
    print(f"first game in a new process, already compiled: {figures['first_game_seconds']:.2f} s")
    if "cold_compile_seconds" in figures:
        print(f"compiling everything from an empty cache: {figures['cold_compile_seconds']:.1f} s")
    if "side_by_side" in figures:
        print("side by side, usa")
        for name, rate in figures["side_by_side"].items():
            ratio = f"   railwright is {figures['ratios'][name]:.2f} x as fast" if name in figures["ratios"] else ""
            print(f"  {name:24} {rate:8.0f} games per CPU-second{ratio}")
