"""The board drawn with characters: cities at their positions, free tracks as dashes, claimed tracks as owners' marks.

Owners are shown by characters as well as colours, so the drawing can be read without colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from railwright.cli.terminal.canvas import DOTS_ACROSS, DOTS_DOWN, Canvas, Cell, Dots, dots_of
from railwright.cli.terminal.nameplates import place_names
from railwright.cli.terminal.pieces import QUIET, seat_style
from railwright.draw.board_layout import Layout, label_of, place_board
from railwright.draw.train_spaces import find_routes
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.game.json_words import passenger_words
from railwright.game.state import NONE

WIDEST, NARROWEST = 140, 60
TALLEST, FLATTEST = 48, 22
"""Bounds for columns and rows: a larger drawing is no clearer, a smaller one is unreadable."""
PLAIN_WIDTH = 100
"""Columns where the output is not a terminal."""
CELL_SHAPE = 2.0
"""Height of a character divided by its width."""
MARGIN = np.array([2.5, 1.5])
"""Columns and rows left free on each side, to leave room for parallel tracks."""
DASH = 0.62
"""Share of a train space that is drawn; the rest is the gap to the next."""

LINE_STYLES: Mapping[str, str] = {
    "pink": "bright_magenta", "white": "grey89", "blue": "bright_blue", "yellow": "bright_yellow",
    "orange": "dark_orange", "black": "grey35", "red": "red", "green": "green", "gray": "grey58",
}  # fmt: skip
"""Styles of free tracks. Black and white are shades visible on both light and dark terminals."""

Line = NDArray[np.float64]
"""Points of a line, one (column, row) pair per array row."""


@dataclass(frozen=True, slots=True)
class TrackLine:
    """The course of a track."""

    dashes: tuple[Dots, ...]
    """One dash for each train space."""
    cells: tuple[Cell, ...]
    """The cells of its owner's marks."""


class Chart:
    """A board laid out in columns and rows once, to be drawn at any moment of a game."""

    def __init__(self, board: Board, *, width: int, height: int, plain: bool = False) -> None:
        layout = place_board(board)
        self.board = board
        self.plain = plain
        """Whether only ASCII characters may be used."""
        self.columns, self.rows = _size(layout, width, height)
        points, lines = _in_cells(layout, self.columns, self.rows)
        self.cities: tuple[Cell, ...] = tuple((int(x), int(y)) for x, y in points)
        self.tracks = _lay_tracks(board, lines, self.cities)
        names = [self._name(city, self._most_waiting(city)) for city in range(len(board.cities))]
        cells = [track.cells for track in self.tracks]
        self.names = place_names(names, self.cities, cells, columns=self.columns, rows=self.rows)

    def draw(self, game: Game) -> list[Text]:
        """The board at this moment of a game, line by line."""
        canvas = Canvas(self.columns, self.rows, plain=self.plain)
        owners, table = game.owners, game.state.table
        for i, track in enumerate(self.tracks):
            if i in owners:
                for cell in track.cells:
                    canvas.put(cell, seat_mark(owners[i]), seat_style(owners[i]))
            else:
                for dash in track.dashes:
                    canvas.dots(dash, LINE_STYLES[self.board.tracks[i].color])
        for city, plate in enumerate(self.names):
            waiting = len(passenger_words(int(table.passengers[game.setup.rulebook[0].place[city]])))
            canvas.write(*plate.fit(self._name(city, waiting)))
        for city, cell in enumerate(self.cities):
            builder = int(table.station[city])
            if builder == NONE:
                canvas.put(cell, "o" if self.plain else "●", "bold")
            else:
                canvas.put(cell, seat_mark(builder), f"{seat_style(builder)} reverse")
        return canvas.lines()

    def _name(self, city: int, waiting: int) -> str:
        """A city's name, with the number of passengers waiting there."""
        name = label_of(self.board.cities[city])
        return f"{name} ({waiting})" if waiting else name

    def _most_waiting(self, city: int) -> int:
        """The number of passengers at a city at the start of a game."""
        found, places = self.board.cities[city], self.board.passengers
        return places.get(found.name, places.get(found.country, 0) if found.country else 0)


def chart_for(board: Board, console: Console, *, others: int) -> Chart:
    """A chart that fits on the screen together with a number of other lines."""
    width = console.width if console.is_terminal else max(console.width, PLAIN_WIDTH)
    height = console.height - others if console.is_terminal else TALLEST
    return Chart(board, width=width, height=height, plain=not console.encoding.startswith("utf"))


def seat_mark(seat: int) -> str:
    """The character that stands for a seat on the board."""
    return str(seat + 1)


def legend(names: Sequence[str], *, stations: bool) -> Text:
    """The marks of the seats, and the meaning of the other signs."""
    marks = [Text.assemble((3 * seat_mark(seat), seat_style(seat)), f" {name}   ") for seat, name in enumerate(names)]
    words = "free tracks: one dash per space" + ("; a number on a city: a station" if stations else "")
    return Text.assemble(*marks, (words, QUIET))


def _size(layout: Layout, width: int, height: int) -> tuple[int, int]:
    """Columns and rows that fit the given size, but never fewer than are readable."""
    columns = max(NARROWEST, min(WIDEST, width))
    natural = round(columns * layout.height / layout.width / CELL_SHAPE)
    return columns, max(FLATTEST, min(natural, height, TALLEST))


def _in_cells(layout: Layout, columns: int, rows: int) -> tuple[Line, list[Line]]:
    """The cities and the lines of the tracks, stretched to fill the canvas."""
    cities = np.array(layout.cities)
    lines = [np.array(track.line) for track in layout.tracks]
    every = np.concatenate([cities, *lines])
    low, size = every.min(axis=0), np.maximum(np.ptp(every, axis=0), 1e-9)
    scale = (np.array([columns, rows]) - 2 * MARGIN) / size
    return (cities - low) * scale + MARGIN, [(line - low) * scale + MARGIN for line in lines]


def _lay_tracks(board: Board, lines: Sequence[Line], cities: Sequence[Cell]) -> tuple[TrackLine, ...]:
    """All tracks in cells. Parallel tracks run one cell apart."""
    found: dict[int, TrackLine] = {}
    for route in find_routes(board):
        first = board.tracks[route.tracks[0]].cities[0]
        same_way = [lines[i] if board.tracks[i].cities[0] == first else lines[i][::-1] for i in route.tracks]
        middle = np.mean(same_way, axis=0)
        across, down = np.abs(middle[-1] - middle[0])
        axis = 0 if across >= down else 1
        for k, i in enumerate(route.tracks):
            line = middle.copy()
            line[:, 1 - axis] += k - (len(route.tracks) - 1) / 2
            found[i] = _lay_track(line, axis, board.tracks[i].length, cities)
    return tuple(found[i] for i in range(len(board.tracks)))


def _lay_track(line: Line, axis: int, length: int, cities: Sequence[Cell]) -> TrackLine:
    """A track along a line that runs mostly across (``axis`` 0) or mostly down (1)."""
    steps = np.hypot(np.diff(line[:, 0]) * DOTS_ACROSS, np.diff(line[:, 1]) * DOTS_DOWN)
    way = np.concatenate([[0.0], np.cumsum(steps)])

    def part(start: float, stop: float) -> Line:
        """Points between two fractions of the whole length, closer together than dots."""
        where = np.linspace(start, stop, 2 + int(2 * (stop - start) * way[-1])) * way[-1]
        return np.column_stack([np.interp(where, way, line[:, 0]), np.interp(where, way, line[:, 1])])

    gap = (1 - DASH) / 2
    dashes = tuple(dots_of(part((k + gap) / length, (k + 1 - gap) / length)) for k in range(length))
    return TrackLine(dashes, tuple(cell for cell in _thin(part(0.0, 1.0), axis) if cell not in cities))


def _thin(points: Line, axis: int) -> Iterable[Cell]:
    """One cell of a line per column (or row), so that parallel lines one cell apart share no cell."""
    positions = points[:, axis]
    from_middle = np.abs(positions - np.floor(positions) - 0.5)
    best: dict[int, int] = {}
    for k, position in enumerate(positions):
        number = int(position)
        if number not in best or from_middle[k] < from_middle[best[number]]:
            best[number] = k
    return [(int(points[k, 0]), int(points[k, 1])) for k in best.values()]
