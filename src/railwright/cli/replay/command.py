"""``railwright replay``: narrate, check or draw a recorded game."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.kit.targets import DRAWING, check_target
from railwright.errors import OptionError
from railwright.files import open_file

EXAMPLE = "Example: railwright replay games.jsonl --game 3 --until 40 --svg moment.svg"


def replay(
    file: Path = typer.Argument(help="A game record, or a file with one record per line."),
    game: int = typer.Option(None, help="Number of the game in the file, from 1; by default the first.", min=1),
    until: int = typer.Option(None, help="Stop after this many actions.", min=0),
    events: bool = typer.Option(False, "--events", help="Print the record with its events as JSON."),
    every: bool = typer.Option(False, "--all", help="With --events or --json: all games of the file, one per line."),
    svg: Path = typer.Option(None, help="Draw the board at that moment to FILE.svg."),
    check: bool = typer.Option(False, "--check", help="Only replay every game of the file and check it."),
    force: bool = typer.Option(False, "--force", help="Replace the SVG file if it exists."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object: the compact record at that moment."),
) -> None:
    """Narrate a recorded game; or print its events, draw it, or only check it."""
    if every and not (events or as_json):
        raise OptionError("--all needs --events or --json")
    if (every or check) and any(option is not None for option in (game, until, svg)):
        raise OptionError(f"{'--all' if every else '--check'} is for whole files: leave out --game, --until and --svg")
    if svg is not None:
        check_target(svg, DRAWING, force=force)
    open_file(file).close()  # fail before compiling, which takes half a minute
    prepare_engine()
    from railwright.cli.replay.records import check_games, print_games, replay_game  # needs the compiled engine

    if check:
        check_games(file, as_json)
    elif every:
        print_games(file, events=events)
    else:
        replay_game(file, game or 1, until, svg, events=events, as_json=as_json)
