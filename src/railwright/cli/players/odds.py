"""Measures the calibration of express: plays games and compares its win probabilities with the outcomes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import typer
from rich.table import Table

from railwright.arena.calibration import STAGES, Forecasts
from railwright.arena.forecasts import forecast_block
from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import again, note, print_json, print_table, progress, suggest
from railwright.cli.kit.pool import open_pool
from railwright.game.game import check_seats
from railwright.game.setup import Setup
from railwright.players.express.player import network_of
from railwright.players.registry import load_player
from railwright.report.figures import Mark, draw_reliability
from railwright.whole_files import write_whole
from railwright.words import count
from railwright.workers.tasks import GameBatch


def check_odds(
    setup: Setup, name: str, *, seats: int, games: int, positions: int, seed: int, workers: int | None,
    plot: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Play, compare and report. After Ctrl-C, report on the games that were finished."""
    check_seats(setup, seats)
    network = network_of(name, load_player(name))
    task = GameBatch(setup, (name,) * seats, seed, games, keep_actions=True)
    parts: list[Forecasts] = []
    interrupted = False
    try:
        with open_pool(workers, None) as pool, progress("games", games) as done:
            for _, block in pool.play([task]):
                parts.append(forecast_block(setup, block, network, positions=positions, seed=seed))
                done(len(block))
    except KeyboardInterrupt:
        if not parts:
            raise
        interrupted = True
    found = _together(parts)
    if plot is not None:
        marks = [Mark(100 * one.came_true, 100 * one.low, 100 * one.high) for one in found.bins]
        write_whole(plot, draw_reliability("odds", [100 * one.stated for one in found.bins], marks))
    if as_json:
        print_json({"player": name, **setup.names, "seats": seats, "seed": seed, **found.to_dict()})
    else:
        _print(found, name, setup, seats)
        options = {"board": setup.names["board"], "seats": seats, "games": games, "plot": "odds.svg"}
        suggest(f"{again('railwright', 'players', 'odds', name, **options)} draws this")
    if interrupted:
        note(f"Stopped after {count(len(np.unique(found.game)), 'finished game')}.")
        raise typer.Exit(INTERRUPTED)


def _together(parts: list[Forecasts]) -> Forecasts:
    """All forecasts in the order of the games, on whichever worker they were played."""
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in Forecasts.__slots__]
    order = np.argsort(columns[2], kind="stable")
    return Forecasts(*(column[order] for column in columns))


def _print(found: Forecasts, name: str, setup: Setup, seats: int) -> None:
    games = count(len(np.unique(found.game)), "game")
    print(f"{name} against itself on {setup.names['board']} with {seats} seats: {len(found):,} positions of {games}\n")
    table = Table("stated", "won", "95% interval", "positions")
    for one in found.bins:
        interval = f"{100 * one.low:.0f} to {100 * one.high:.0f}%"
        table.add_row(f"{100 * one.stated:.0f}%", f"{100 * one.came_true:.0f}%", interval, f"{one.count:,}")
    print_table(table)
    print(
        f"Expected calibration error: {found.calibration_error:.3f}. With this many games, calibrated "
        f"forecasts would show {found.chance_error:.3f}."
    )
    table = Table("part of the game", "log-loss", "by the lead alone", "positions")
    for stage in found.stages:
        part = f"{100 * stage.stage // STAGES} to {100 * (stage.stage + 1) // STAGES}%"
        table.add_row(part, f"{stage.ours:.3f}", f"{stage.of_lead:.3f}", f"{stage.count:,}")
    print_table(table)
