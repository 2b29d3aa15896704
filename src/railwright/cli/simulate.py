"""``railwright simulate``: many games between computers, and what they say about the players."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from railwright.cli.output import INTERRUPTED, check_target, note, print_json, progress, suggest, write_whole

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
    from railwright.game.game import check_seed
    from railwright.maps.load import load_setup

    if save is not None:
        check_target(save, force)
    check_seed(seed)
    setup = load_setup(board, tickets=tickets, ruleset=ruleset)
    prepare_engine()
    from railwright.arena.stats import summarise
    from railwright.players.registry import load_player, split_names

    names = split_names(players)
    for name in names:
        load_player(name)
    began = time.perf_counter()
    blocks, interrupted = _play(setup, names, games, seed, workers, keep_actions=save is not None)
    seconds = time.perf_counter() - began
    played = sum(len(block) for block in blocks)
    if interrupted:
        note(f"Stopped: what follows is from the {played} games that were finished.")
    if blocks:
        summaries = summarise(setup, names, blocks)
        if save is not None:
            write_whole(save, "".join(_record_lines(setup, names, blocks)))
        if as_json:
            print_json(_as_object(setup, seed, played, seconds, summaries, blocks))
        else:
            _print_table(setup, played, seconds, summaries)
            suggest(f"railwright replay {save}" if save else "railwright simulate --save games.jsonl keeps the games")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _play(
    setup: Setup, names: list[str], games: int, seed: int, workers: int, *, keep_actions: bool
) -> tuple[list[Block], bool]:
    """The games that were played, and whether the user stopped them."""
    from railwright.arena.workers import play_match

    blocks: list[Block] = []
    try:
        with progress("games", games) as done:
            for block in play_match(setup, names, games=games, seed=seed, workers=workers, keep_actions=keep_actions):
                blocks.append(block)
                done(len(block))
    except KeyboardInterrupt:
        return blocks, True
    return blocks, False


def _as_object(
    setup: Setup, seed: int, games: int, seconds: float, summaries: list[PlayerSummary], blocks: list[Block]
) -> dict[str, Any]:
    actions = sum(int(block.courses["actions"].sum()) for block in blocks)
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
