"""``railwright watch``: a game between computer players at the terminal, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from railwright.cli.kit.compiling import prepare_engine
from railwright.cli.kit.options import DEFAULT_BOARD, Board, NoColor, ReplaceFile, Rules, Tickets, any_seed
from railwright.cli.kit.setups import find_setup
from railwright.cli.kit.targets import RECORD, check_target
from railwright.errors import OptionError
from railwright.players.registry import HUMAN, find_entry, split_names

EXAMPLE = "Example: railwright watch --board europe --players random,random,random --delay 0.5"

_PLAYERS = "random,random,random,random"
_DELAY = 1.0


def watch(
    board: Board = DEFAULT_BOARD,
    tickets: Tickets = None,
    ruleset: Rules = None,
    players: Annotated[
        str,
        Option(help="Players in seat order, separated by commas; FILE.py:NAME for your own, FILE.npz for a policy."),
    ] = _PLAYERS,
    seed: Annotated[int | None, Option(help="The same seed gives the same game; by default random.")] = None,
    delay: Annotated[
        float | None, Option(help=f"Seconds between turns; {_DELAY:g} by default.", min=0, max=3600)
    ] = None,
    step: Annotated[bool, Option("--step", help="Wait for Enter after every turn.")] = False,
    open_cards: Annotated[bool, Option("--open", help="Show everybody's cards and tickets.")] = False,
    save: Annotated[Path | None, Option(help="Save the game to FILE.json, for railwright replay.")] = None,
    force: ReplaceFile = False,
    no_color: NoColor = False,
    as_json: Annotated[
        bool, Option("--json", help="Show nothing; print the game's record as one JSON object.")
    ] = False,
) -> None:
    """Watch a game between computer players. Enter shows the next turn, space pauses, q stops."""
    if step and delay is not None:
        raise OptionError("give either --step or --delay, not both")
    names = split_names(players)
    if HUMAN in names:
        raise OptionError("railwright watch takes only computer players; to play, use railwright play")
    for name in names:
        find_entry(name)
    if save is not None:
        check_target(save, RECORD, force=force)
    chosen = any_seed() if seed is None else seed
    setup = find_setup(board, tickets, ruleset, seed=chosen)
    prepare_engine(names)
    from railwright.cli.watch.game import watch_game  # needs the compiled engine

    pause = None if step else _DELAY if delay is None else delay
    watch_game(setup, names, chosen, pause=pause, open_cards=open_cards, no_color=no_color, save=save, as_json=as_json)
