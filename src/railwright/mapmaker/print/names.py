"""Names as the font can print them."""

from __future__ import annotations

from railwright.draw.layout import label_of
from railwright.game.board import Board
from railwright.mapmaker.print.sheet import letters


def printable(text: str) -> str:
    """The text without characters that the font lacks."""
    return " ".join("".join(letter for letter in text if letter in letters()).split())


def printed_names(board: Board) -> dict[str, str]:
    """What is printed for each place that a ticket can name, and for each city.

    A name of which the font lacks most letters is printed as the number of the city on the board.
    """
    names = {}
    for number, place in enumerate(board.places, start=1):
        shown = printable(place)
        names[place] = shown if 2 * len(shown) > len(place) else f"No. {number}"
    return names


def unprintable_names(board: Board) -> list[str]:
    """The names that are not printed in full."""
    return [place for place, shown in printed_names(board).items() if shown != " ".join(place.split())]


def city_lines(board: Board, city: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a city's label, or its number if they cannot be printed."""
    shown = tuple(printable(line) for line in lines)
    whole = label_of(board.cities[city])
    name = printed_names(board)[whole]
    return shown if all(shown) and name == printable(whole) else (name,)
