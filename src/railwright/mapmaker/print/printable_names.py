"""Names in a form that the font can print."""

from __future__ import annotations

from railwright.draw.board_layout import label_of
from railwright.game.board import Board
from railwright.mapmaker.print.pdf_sheet import letters


def printable(text: str) -> str:
    """The text without characters that the font lacks."""
    return " ".join("".join(letter for letter in text if letter in letters()).split())


def printed_names(board: Board) -> dict[str, str]:
    """The printed name of each city, and of each other place that a ticket can name.

    If the font lacks half or more of the letters, a number is printed instead.
    """
    names = {}
    for number, place in enumerate(board.places, start=1):
        shown = printable(place)
        names[place] = shown if 2 * len(shown) > len(place) else f"No. {number}"
    return names


def unprintable_names(board: Board) -> list[str]:
    """Names that are not printed in full."""
    return [place for place, shown in printed_names(board).items() if shown != " ".join(place.split())]


def city_lines(board: Board, city: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a city's label, or its number if they cannot be printed."""
    shown = tuple(printable(line) for line in lines)
    whole = label_of(board.cities[city])
    name = printed_names(board)[whole]
    return shown if all(shown) and name == printable(whole) else (name,)
