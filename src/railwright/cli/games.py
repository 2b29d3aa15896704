"""``railwright games``: list, delete, back up, restore and repair the games stored by the server."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer
from rich.table import Table

from railwright.cli.kit.data_folder import data_folder
from railwright.cli.kit.exit_codes import DECLINED
from railwright.cli.kit.options import AsJson, ReplaceFile
from railwright.cli.kit.output import note, print_json, print_table, suggest
from railwright.cli.kit.targets import check_target
from railwright.errors import OptionError
from railwright.store import copies
from railwright.store.database_files import DATABASE
from railwright.store.rebuilding import FoundGame, Rebuilt
from railwright.store.retention import DAY
from railwright.store.rows import printed
from railwright.words import count

app = typer.Typer(
    help="List, delete, back up, restore and repair the games stored by the server.", no_args_is_help=True,
    rich_markup_mode=None,
)  # fmt: skip

SHORTEST_START = 6
"""Shortest prefix accepted for a game's name, if it is unique. The server's log shows as many letters."""

STATES = {"nobody": "over", "person": "waiting for a person", "computer": "waiting for a computer"}

DATA = typer.Option(None, help="The folder with the games, the same as for railwright serve.")


@app.command(name="list", epilog="Example: railwright games list")
def list_games(data: Path = DATA, as_json: AsJson = False) -> None:
    """List the stored games and boards, and which of them are damaged. A server may be running."""
    path = _database(data)
    games, boards, problem = copies.look(path)
    rows = [_row(found) for found in games]
    shelf = [{"board": found.name, "damage": found.damage} for found in boards]
    if as_json:
        print_json({"database": str(path), "damage": problem, "games": rows, "boards": shelf})
        return
    _print_games(rows)
    names = [printed(found.name) for found in boards]
    print(f"\n{len(rows)} games; uploaded boards: {', '.join(names) or 'none'}")
    broken = [(f"game {found.id}", found.damage) for found in games if found.damage]
    for name, damage in [*broken, *((f"board {found.name}", found.damage) for found in boards if found.damage)]:
        print(f"The {printed(name)} is damaged: {printed(damage)}.")
    if problem:
        what = printed(problem)
        print(f"The database is damaged ({what}): railwright games repair rebuilds it from what can still be read.")
    suggest("railwright games backup FILE, or: railwright games delete --older-than 365")


@app.command(epilog="Example: railwright games delete --older-than 365 --finished")
def delete(
    games: list[str] = typer.Argument(None, help="Names of games, or their beginnings (6 letters or more)."),
    older_than: float = typer.Option(None, help="Delete games that nobody has used for this many days.", min=0),
    finished: bool = typer.Option(
        False, "--finished", help="Delete finished games; with --older-than, only those that are also that old."
    ),
    damaged: bool = typer.Option(False, "--damaged", help="Delete damaged games."),
    yes: bool = typer.Option(False, "--yes", help="Do not ask for confirmation."),
    data: Path = DATA,
    as_json: AsJson = False,
) -> None:
    """Delete games permanently. The server must not be running."""
    path = _database(data)
    found, _, _ = copies.look(path)
    chosen = _named(found, games or [])
    if older_than is not None or finished:
        limit = time.time() - (older_than or 0) * DAY
        chosen += [one.id for one in found if _is_old(one, limit, finished=finished)]
    if damaged:
        chosen += [one.id for one in found if one.damage]
    if not games and older_than is None and not finished and not damaged:
        raise OptionError("say which games: by name, or with --older-than DAYS, --finished or --damaged")
    chosen = list(dict.fromkeys(chosen))
    if chosen and not yes:
        _ask(f"Permanently delete {len(chosen)} of {len(found)} games?")
    deleted = copies.delete(path, chosen) if chosen else 0
    print_json({"database": str(path), "deleted": chosen}) if as_json else print(f"Games deleted: {deleted}.")


@app.command(epilog="Example: railwright games backup games-backup.sqlite")
def backup(
    file: Path = typer.Argument(help="The file to write. It holds everybody's cards, so only you can read it."),
    force: ReplaceFile = False,
    data: Path = DATA,
    as_json: AsJson = False,
) -> None:
    """Copy all games and boards into one file. This is safe while the server is running and people play."""
    check_target(file, {".sqlite": "a copy of the database"}, force=force)
    path = _database(data)
    games, boards = copies.back_up(path, file)
    if as_json:
        print_json({"database": str(path), "backup": str(file), "games": games, "boards": boards})
        return
    print(f"Copied {count(games, 'game')} and {count(boards, 'board')} to {file}.")
    suggest(f"railwright games restore {file} restores them")


@app.command(epilog="Example: railwright games restore games-backup.sqlite")
def restore(
    file: Path = typer.Argument(help="A file written by railwright games backup."),
    force: bool = typer.Option(False, "--force", help="Restore even if there are games; they are set aside."),
    data: Path = DATA,
    as_json: AsJson = False,
) -> None:
    """Replace the stored games with a backup. If a server is running, it changes to the backup by itself."""
    path = _database(data)
    aside, rebuilt = copies.restore(path, file, force=force)
    _tell_rebuilt(path, aside, rebuilt, as_json=as_json)


@app.command(epilog="Example: railwright games repair")
def repair(data: Path = DATA, as_json: AsJson = False) -> None:
    """Rebuild a damaged database from everything that can still be read. The server must not be running."""
    path = _database(data)
    aside, rebuilt = copies.repair(path)
    _tell_rebuilt(path, aside, rebuilt, as_json=as_json)


def _database(data: Path | None) -> Path:
    return (data or data_folder()) / DATABASE


def _row(found: FoundGame) -> dict[str, Any]:
    game = found.game
    if game is None:
        return {"game": found.id, "state": "damaged", "damage": found.damage}
    board = game.head.get("board")
    seats = game.head.get("seats")
    return {
        "game": game.id,
        "created": _date(game.created),
        "used": _date(game.used),
        "board": board.get("name") if isinstance(board, dict) else board,
        "seats": [_seat(seat) for seat in seats] if isinstance(seats, list) else [],
        "moves": len(game.actions),
        "state": STATES.get(game.awaited, game.awaited),
        "bytes": len(found.head) + 2 * len(game.actions),
        "engine": game.engine or None,
        "format": game.head.get("format"),
        "damage": "",
    }


def _seat(seat: Mapping[str, Any]) -> str:
    """The player in a seat, with the name of a person."""
    name = seat.get("name")
    return f"{seat.get('player')} ({name})" if name else str(seat.get("player"))


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _print_games(rows: Sequence[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False)
    columns = ("game", "created", "used", "board", "seats", "moves", "state", "bytes", "engine")
    for column in columns:
        table.add_column(column, justify="right" if column in ("moves", "bytes", "engine") else "left")
    for row in rows:
        table.add_row(*(_cell(row.get(column, "")) for column in columns))
    print_table(table)


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(printed, value))
    return "?" if value is None else printed(value)


def _named(found: Sequence[FoundGame], names: Sequence[str]) -> list[str]:
    chosen = []
    for name in names:
        fitting = [one.id for one in found if one.id == name]
        if not fitting and len(name) >= SHORTEST_START:
            fitting = [one.id for one in found if one.id.startswith(name)]
        if len(fitting) != 1:
            what = "several games begin" if fitting else "no game begins"
            raise OptionError(f"{what} with {name[:60]!r}; railwright games list shows their names")
        chosen += fitting
    return chosen


def _is_old(found: FoundGame, limit: float, *, finished: bool) -> bool:
    game = found.game
    return game is not None and game.used <= limit and (game.awaited == "nobody" or not finished)


def _ask(question: str) -> None:
    if not sys.stdin.isatty():
        raise OptionError(f"{question} Add --yes to confirm")
    if not typer.confirm(question):
        raise typer.Exit(DECLINED)


def _tell_rebuilt(path: Path, aside: Path | None, rebuilt: Rebuilt, *, as_json: bool) -> None:
    if as_json:
        kept = None if aside is None else str(aside)
        words = {"games": rebuilt.games, "boards": rebuilt.boards, "left_out": list(rebuilt.damaged), "old": kept}
        print_json({"database": str(path), **words})
        return
    print(f"{path} now has {count(rebuilt.games, 'game')} and {count(rebuilt.boards, 'board')}.")
    for name in rebuilt.damaged:
        note(f"The {printed(name)} is damaged and was left out.")
    if aside is not None:
        print(f"The old database is now {aside}.")
    suggest("railwright serve; delete the old file once everything works")
