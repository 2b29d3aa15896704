"""``railwright simulate``: many games between computers, and what they say about the players."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from railwright.cli.output import check_target, note, print_json, progress, suggest, write_whole

if TYPE_CHECKING:
    from railwright.arena.match import Block
    from railwright.arena.stats import PlayerSummary
    from railwright.game.setup import Setup

EXAMPLE = "Example: railwright simulate --board europe --players random,random,random --games 10000 --seed 1"


def simulate(
    board: str = typer.Option("usa", help="A built-in board (usa, europe, germany) or a board file."),
    tickets: str = typer.Option(None, help="The ticket deck; by default the board's first."),
    ruleset: str = typer.Option(None, help="The rules; by default the board's own."),
    players: str = typer.Option("random,random,random,random", help="Players, with commas; FILE.py:NAME for your own."),
    games: int = typer.Option(1000, help="How many games."),
    seed: int = typer.Option(1, help="The same seed gives the same games."),
    workers: int = typer.Option(1, help="Processes to use; the result does not depend on it."),
    save: Path = typer.Option(None, help="Write all games to this file, one record a line."),
    force: bool = typer.Option(False, "--force", help="Replace the file if it exists."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Play many games between computers and compare the players. Seats rotate from game to game."""
    from railwright.cli.warmup import prepare_engine

    if save is not None:
        check_target(save, force)
    prepare_engine()
    from railwright.arena.stats import summarise
    from railwright.arena.workers import play_match
    from railwright.errors import OptionError
    from railwright.game.game import MAX_SEED
    from railwright.maps.load import load_setup
    from railwright.players.registry import load_player, split_names

    names = split_names(players)
    setup = load_setup(board, tickets=tickets, ruleset=ruleset)
    for name in names:
        load_player(name)
    if not 0 <= seed < MAX_SEED:
        raise OptionError(f"--seed must be from 0 to 2**63 - 1, not {seed}")
    blocks: list[Block] = []
    interrupted = False
    began = time.perf_counter()
    try:
        with progress("games", games) as done:
            for block in play_match(
                setup, names, games=games, seed=seed, workers=workers, keep_actions=save is not None
            ):
                blocks.append(block)
                done(len(block.lengths))
    except KeyboardInterrupt:
        interrupted = True
        note(
            f"Stopped: what follows is from the {sum(len(block.lengths) for block in blocks)} games that were finished."
        )
    seconds = time.perf_counter() - began
    if blocks:
        summaries = summarise(setup, names, blocks)
        played = sum(len(block.lengths) for block in blocks)
        if save is not None:
            write_whole(save, "".join(_record_lines(setup, names, blocks)))
        if as_json:
            print_json(_as_object(setup, seed, played, seconds, summaries, blocks))
        else:
            _print_table(setup, played, seconds, summaries)
            suggest(
                f"railwright replay {save}"
                if save is not None
                else "railwright simulate --save games.jsonl keeps the games"
            )
    if interrupted:
        raise typer.Exit(130)


def _as_object(
    setup: Setup, seed: int, games: int, seconds: float, summaries: list[PlayerSummary], blocks: list[Block]
) -> dict[str, Any]:
    actions = sum(int(block.lengths.sum()) for block in blocks)
    return {
        "games": games,
        "games_per_second": round(games / seconds, 1),
        "board": setup.board.name,
        "ruleset": setup.ruleset.name,
        "tickets": setup.deck,
        "seed": seed,
        "actions_mean": round(actions / games, 3),
        "players": [summary.to_dict() for summary in summaries],
    }


def _print_table(setup: Setup, games: int, seconds: float, summaries: list[PlayerSummary]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{setup.board.title}, rules {setup.ruleset.name}, tickets {setup.deck}, {games} games")
    for heading in ("player", "wins", "95 % interval", "points", "median", "tickets", "ticket points"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for summary in summaries:
        table.add_row(
            summary.player,
            f"{summary.win_rate:.3f}",
            f"{summary.win_rate_low:.3f} - {summary.win_rate_high:.3f}",
            f"{summary.points_mean:.1f}",
            f"{summary.points_median:g}",
            f"{summary.tickets_completed_mean:.2f}",
            f"{summary.ticket_points_mean:.1f}",
        )
    Console().print(table)
    shared = sum(summary.shared_wins for summary in summaries)
    if shared:
        print(f"Shared wins count in parts: {shared} places in shared wins.")
    print(f"{games / seconds:.0f} games per second.")


def _record_lines(setup: Setup, names: list[str], blocks: list[Block]) -> list[str]:
    """Every game as a compact record on a line of its own."""
    from railwright.arena.records import block_records
    from railwright.maps.load import LIBRARY

    return [
        json.dumps(record.to_dict(LIBRARY), ensure_ascii=False) + "\n"
        for block in blocks
        for record in block_records(setup, names, block)
    ]
