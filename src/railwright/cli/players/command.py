"""``railwright players``: the computer players, their options, the check of a player and of its win probabilities."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from railwright.cli.kit.compiling import prepare_engine, prepare_players
from railwright.cli.kit.exit_codes import NOT_CONFORMING
from railwright.cli.kit.options import (
    DEFAULT_BOARD,
    AsJson,
    Board,
    ReplaceFiles,
    Rules,
    Seed,
    Tickets,
    Workers,
)
from railwright.cli.kit.output import again, print_json, print_table, progress, suggest
from railwright.cli.kit.setups import find_setup
from railwright.cli.kit.targets import check_target
from railwright.cli.kit.worker_options import check_worker_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railwright.players.kit.interface import AnyPlayer

SHOW = "show"
"""The command that is meant when none is named."""

NO_SOURCE = "-"
"""Source of a player that was not published by anybody."""


class PlayersGroup(TyperGroup):
    """Understands ``railwright players`` and ``railwright players random`` as the command ``show``.

    So no player can have the name of a command.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the name of the usual command before the arguments that name none."""
        if not args or args[0] not in (*self.commands, *ctx.help_option_names):
            args = [SHOW, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=PlayersGroup,
    help="List the built-in players, show the options of one, or check one.",
    epilog="Example: railwright players random, or: railwright players check mine.py:MyPlayer",
    rich_markup_mode=None,
)


@app.command(name=SHOW, epilog="Example: railwright players random")
def show(
    name: str = typer.Argument(
        None, help="Show the options of this player; FILE.py:NAME for your own, FILE.npz for a policy."
    ),
    as_json: AsJson = False,
) -> None:
    """List the built-in players, or show the options of one. The word "show" can be left out."""
    if name is None:
        _list(as_json)
    else:
        _show(name, as_json)


@app.command(epilog="Example: railwright players check examples/my_players.py:Thrifty --games 4")
def check(
    name: str = typer.Argument(help="A built-in player, or FILE.py:NAME for your own, FILE.npz for a policy."),
    games: int = typer.Option(12, help="Games of each check, on all boards and with 2 to 5 seats in turn.", min=1),
    seed: int = typer.Option(1, help="The same seed gives the same games."),
    as_json: AsJson = False,
) -> None:
    """Check that a player is legal, deterministic, resumable and honest and keeps its options; measure its speed.

    Honest: it makes the same decisions when cards and tickets that its seat cannot see are exchanged. The exit code
    is 0 if all of this holds and 1 if not.
    """
    prepare_players([name])
    from railwright.matches.conformance.cases import OPPONENTS
    from railwright.matches.conformance.check import STEPS, check_player

    prepare_players(OPPONENTS)
    with progress("checking", games * STEPS) as done:
        found = check_player(name, seed=seed, games=games, progress=done)
    if as_json:
        print_json(found.to_dict())
    else:
        print(f"{name}: games on {found.places}, {games} for each check, seed {seed}\n")
        print(found)
        suggest(_after_check(name, holds=found.holds))
    if not found.holds:
        raise typer.Exit(NOT_CONFORMING)


@app.command(epilog="Example: railwright players odds express:iterations=60 --board europe --seats 4 --games 100")
def odds(
    name: str = typer.Argument("express:iterations=60", help="Express with options, or a network FILE.npz."),
    board: Board = DEFAULT_BOARD,
    tickets: Tickets = None,
    ruleset: Rules = None,
    seats: int = typer.Option(2, help="Number of seats, all played by this player."),
    games: int = typer.Option(500, help="Number of games."),
    positions: int = typer.Option(4, help="Positions of each game, at random turns.", min=1, max=100),
    seed: Seed = 1,
    workers: Workers = None,
    plot: Path = typer.Option(None, help="Draw a reliability diagram: FILE.svg."),
    force: ReplaceFiles = False,
    as_json: AsJson = False,
) -> None:
    """Compare the win probabilities that express states with the outcomes, in games against itself."""
    if plot is not None:
        check_target(plot, {".svg": "a drawing"}, force=force)
    check_worker_options(workers, None)
    setup = find_setup(board, tickets, ruleset, seed=seed)
    prepare_players([name])
    from railwright.cli.players.odds import check_odds  # needs the compiled engine

    check_odds(
        setup, name, seats=seats, games=games, positions=positions, seed=seed, workers=workers, plot=plot,
        as_json=as_json,
    )  # fmt: skip


def _after_check(name: str, *, holds: bool) -> str:
    if holds:
        match = f"{name},{'random' if name == 'rule' else 'rule'}"
        return f"{again('railwright', 'simulate', players=match, games=1000)} measures how well it plays"
    return "docs/players.md says what is expected; fix the first NO, then check again"


def _list(as_json: bool) -> None:
    """Print the levels and every built-in player. None of them is loaded, so this is instant."""
    from railwright.players.levels.levels import LEVELS
    from railwright.players.registry import BUILT_IN

    if as_json:
        rows = [{"name": name, "summary": str(e.summary), "source": str(e.source)} for name, e in BUILT_IN.items()]
        levels = [
            {
                "name": name,
                "summary": str(e.summary),
                "elo": e.rating and e.rating.elo,
                "error": e.rating and e.rating.error,
            }
            for name, e in LEVELS.items()
        ]
        print_json({"levels": levels, "players": rows})
        return
    print("Levels, from weak to strong: each is meant to win two games of three against the one before.\n")
    _print_table(
        ("level", "Elo", "how it plays"), [(n, str(e.rating or ""), str(e.summary)) for n, e in LEVELS.items()]
    )
    print()
    _print_table(
        ("player", "what it does", "source"), [(n, str(e.summary), str(e.source)) for n, e in BUILT_IN.items()]
    )
    suggest(f"railwright players {list(BUILT_IN)[-1]} shows the options of a player, railwright watch plays a game")


def _show(name: str, as_json: bool) -> None:
    from railwright.players.registry import find_entry, load_player, split_options

    bare, given = split_options(name)
    entry = find_entry(bare)
    prepare_engine([bare])
    description = _describe(load_player(bare), load_player(name))
    if entry is not None:
        description.update(summary=str(entry.summary), source=str(entry.source))
    if as_json:
        print_json(description)
    else:
        _print_player(description, bare, changed=bool(given))


def _describe(plain: AnyPlayer, chosen: AnyPlayer) -> dict[str, Any]:
    """A player's summary and options: the defaults (from ``plain``) and the given values (from ``chosen``)."""
    from railwright.players.kit.interface import CompiledPlayer

    if not (isinstance(plain, CompiledPlayer) and isinstance(chosen, CompiledPlayer)):
        summary = plain.summary or (plain.__doc__ or "").strip().split("\n")[0]
        name = plain.name or getattr(plain, "__name__", "player")
        return {"name": name, "summary": summary, "source": NO_SOURCE, "peeks": False, "options": []}
    options = [
        {
            "name": option.name,
            "default": plain.settings()[option.name],
            "value": chosen.settings()[option.name],
            "allowed": option.values,
            "summary": option.summary,
        }
        for option in plain.options
    ]
    return {
        "name": plain.name, "summary": plain.summary, "source": NO_SOURCE, "peeks": plain.peeks, "options": options,
    }  # fmt: skip


def _print_player(description: dict[str, Any], bare: str, *, changed: bool) -> None:
    print(f"{description['name']}: {description['summary']}")
    if description["source"] != NO_SOURCE:
        print(f"Source: {description['source']}")
    if description["peeks"]:
        print("It sees all hidden cards and tickets, to replicate studies whose players did.")
    options = description["options"]
    if not options:
        print("It has no options.")
        suggest(f"railwright watch --players {bare},random")
        return
    columns = ["option", "default", *(["value"] if changed else []), "allowed", "meaning"]
    keys = {"option": "name", "meaning": "summary"}
    print()
    _print_table(columns, [[str(option[keys.get(column, column)]) for column in columns] for option in options])
    example = ":".join([bare, *(f"{option['name']}={option['value']}" for option in options[:2])])
    print(f"\nOptions follow the name, each after a colon, for example {example}")
    suggest(f"railwright watch --players {example},random")


def _print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    print_table(table)
