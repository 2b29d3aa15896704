"""Show a game between computer players, or only play it; and save it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import typer

from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import again, note, print_json, suggest
from railwright.cli.kit.setups import setup_words
from railwright.cli.terminal.console import make_console
from railwright.cli.terminal.keys import KeyPresses
from railwright.cli.terminal.watching import Watch
from railwright.errors import PlayerError
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.maps.load import LIBRARY
from railwright.table.game_history import GameHistory
from railwright.table.seated_players import make_seated_players
from railwright.table.seats import Seats, seat_players
from railwright.whole_files import write_whole
from railwright.words import count


def watch_game(
    setup: Setup,
    names: Sequence[str],
    seed: int,
    *,
    pause: float | None,
    open_cards: bool,
    no_color: bool,
    save: Path | None,
    as_json: bool,
) -> None:
    """Show the game turn by turn, with a pause of some seconds or, if it is None, until a key is pressed."""
    seats = Seats.of(seat_players(names, []))
    history = GameHistory(setup, seats=len(names), seed=seed)
    try:
        finished = _play(history, seats) if as_json else _show(history, seats, pause, open_cards, no_color)
    except KeyboardInterrupt:
        _finish(history, seats, save, as_json, finished=False)
        raise typer.Exit(INTERRUPTED) from None
    except PlayerError:
        if save is not None:
            _keep(history, seats, save)
        raise
    _finish(history, seats, save, as_json, finished=finished)


def _play(history: GameHistory, seats: Seats) -> bool:
    """Play the game without showing it."""
    seated_players = make_seated_players(history.game, seats)
    while not history.game.is_over:
        history.play(seated_players[history.game.seat].choose(history.game, history.game.legal()))
    return True


def _show(history: GameHistory, seats: Seats, delay: float | None, open_cards: bool, no_color: bool) -> bool:
    """Show the game turn by turn; False if the user stopped it."""
    console = make_console(no_color=no_color)
    console.print(f"{setup_words(history.game.setup)}, seed {history.game.seed}.")
    seated_players = make_seated_players(history.game, seats)
    with ExitStack() as stack:
        keys = stack.enter_context(KeyPresses()) if console.is_terminal and sys.stdin.isatty() else None
        shown = Watch(history, seats, seated_players, console=console, keys=keys, delay=delay, open_cards=open_cards)
        return shown.run()


def _finish(history: GameHistory, seats: Seats, save: Path | None, as_json: bool, *, finished: bool) -> None:
    """Save the game, and say what can be done with it."""
    if save is not None:
        _keep(history, seats, save)
    if as_json:
        print_json(_record(history, seats))
        return
    if not finished:
        note(f"\nStopped after {count(len(history.game.actions), 'action')}.")
    if save is not None:
        suggest(f"{again('railwright', 'replay', save)} narrates it again")
    else:
        same = f"railwright watch --seed {history.game.seed} with the same players shows the same game"
        suggest(f"{same}; --save FILE saves it")


def _keep(history: GameHistory, seats: Seats, save: Path) -> None:
    write_whole(save, json.dumps(_record(history, seats), ensure_ascii=False) + "\n")


def _record(history: GameHistory, seats: Seats) -> dict[str, Any]:
    return Record.of(history.game, seats.players).to_dict(LIBRARY)
