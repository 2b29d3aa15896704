"""The score sheet of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from railwright.cli.terminal import pieces
from railwright.cli.terminal.pieces import BAD, GOOD
from railwright.cli.terminal.screens import plain_table
from railwright.game.game import Game
from railwright.table.seats import Seats
from railwright.words import count, listed

_BONUSES = {
    "longest_path": "longest path",
    "globetrotter": "Globetrotter",
    "stations": "stations",
    "passengers": "passengers",
}


def score_sheet(game: Game, seats: Seats, viewer: int | None) -> list[RenderableType]:
    """The result of a finished game."""
    result = game.result()
    bonuses = list(result["bonuses"][0])
    shown = plain_table()
    for heading in ("", "routes", "tickets", *(_BONUSES[name] for name in bonuses), "total"):
        shown.add_column(heading, justify="right" if heading else "left")
    order = sorted(range(game.seats), key=lambda seat: (seat not in result["winners"], -result["scores"][seat]))
    for seat in order:
        paid = result["bonuses"][seat]
        longest = f" ({count(result['longest_path'][seat], 'space')})"
        shown.add_row(
            pieces.seat_name(seats.name_for(seat, viewer), seat),
            f"{result['routes'][seat]}",
            f"{result['tickets'][seat]}",
            *(f"{paid[name]}{longest if name == 'longest_path' else ''}" for name in bonuses),
            Text(f"{result['scores'][seat]}", style="bold"),
        )
    tickets = plain_table()
    for heading in ("", "ticket", "", "points"):
        tickets.add_column(heading, justify="right" if heading == "points" else "left")
    for seat in order:
        for name, sign, style in (("completed", "+", GOOD), ("failed", "-", BAD)):
            for a, b, points in result[name][seat]:
                label = pieces.seat_name(seats.name_for(seat, viewer), seat)
                tickets.add_row(
                    label, f"{a} - {b}", Text("done" if sign == "+" else "failed", style=style), f"{sign}{points}"
                )
    return [tickets, Text(), shown, Text(), winner_line(result["winners"], seats, viewer)]


def winner_line(winners: Sequence[int], seats: Seats, viewer: int | None) -> Text:
    """A line that names the winners."""
    if list(winners) == [viewer]:
        return Text("You have won!", style="bold")
    names = [seats.name_for(seat, viewer) for seat in winners]
    return Text(f"{listed(names)} {'has won' if len(names) == 1 else 'share the win'}.", style="bold")
