"""Board data that a ``.map`` file has no field for, in comments that the web version ignores (docs/map-format.md, 6).

    -- name: fourland                    -- color: Ahausen | Bedorf = red, blue
    -- title: Four cities                -- ticket: Ahausen | Destadt = 6
    -- source: made by hand              -- decks: base, mega
    -- ruleset: usa                      -- ticket: Bedorf | Cehausen = 5; mega; long

There is a colour line for each route, in board order, with a colour for each of its tracks. A ticket lists its decks
unless it is in the first deck only. Cities have the names of the city lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from railwright.game.board import Board, Ticket, Track
from railwright.game.colors import TRACK_COLORS
from railwright.mapmaker.formats.map_file.contents import MapComment, quoted
from railwright.mapmaker.formats.map_file.reader import whole_number
from railwright.mapmaker.ticket_making import DECK

LONG = "long"
_WORDS = ("name", "title", "source", "ruleset")


@dataclass(slots=True)
class Extra:
    """The data of the comment lines."""

    words: dict[str, str] = field(default_factory=dict)
    """Name, title, source and ruleset, where given."""
    decks: tuple[str, ...] = (DECK,)
    colors: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The colours of each pair's tracks, in the order of the lines."""
    tickets: list[Ticket] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    """Messages about lines that look like ours but cannot be used."""


def extra_lines(board: Board, names: Mapping[str, str], tracks: Sequence[Track]) -> list[str]:
    """Comment lines for a board. ``names`` maps its cities to their names in the file; ``tracks`` are those kept."""
    words = {"name": board.name, "title": board.title, "source": board.source}
    if isinstance(board.ruleset, str):
        words["ruleset"] = board.ruleset
    lines = [f"-- {word}: {value}" for word, value in words.items() if value]
    if board.decks != (DECK,):
        lines.append(f"-- decks: {', '.join(board.decks)}")
    for pair, parallel in groupby(tracks, key=lambda track: track.cities):
        lines.append(f"-- color: {_pair(pair, names)} = {', '.join(track.color for track in parallel)}")
    for ticket in board.tickets:
        if all(place in names for place in ticket.places):
            decks = f"; {', '.join(ticket.decks)}" if ticket.decks != board.decks[:1] or ticket.long else ""
            long = f"; {LONG}" if ticket.long else ""
            lines.append(f"-- ticket: {_pair(ticket.places, names)} = {ticket.points}{decks}{long}")
    return lines


def _pair(pair: tuple[str, str], names: Mapping[str, str]) -> str:
    return f"{names[pair[0]]} | {names[pair[1]]}"


def read_extra(comments: Sequence[MapComment], cities: Mapping[str, str]) -> Extra:
    """Read the comment lines of a file; ``cities`` maps the names in its city lines to our names."""
    extra = Extra()
    for comment in comments:
        word, colon, value = comment.text.partition(":")
        value = value.strip()
        if not colon or not value:
            continue
        if word in _WORDS:
            extra.words[word] = value
        elif word == "decks":
            extra.decks = tuple(dict.fromkeys(part.strip() for part in value.split(",")))
        elif word in ("color", "ticket"):
            read = _read_color if word == "color" else _read_ticket
            if not read(extra, value, cities):
                extra.warnings.append(f"line {comment.line}: cannot use {quoted(comment.text)}; it is ignored")
    return extra


def _read_color(extra: Extra, value: str, cities: Mapping[str, str]) -> bool:
    pair, right = _split(value, cities)
    colors = [part.strip() for part in right.split(",")]
    if pair is None or not all(color in TRACK_COLORS for color in colors):
        return False
    known = (pair[1], pair[0]) if (pair[1], pair[0]) in extra.colors else pair
    extra.colors.setdefault(known, []).extend(colors)
    return True


def _read_ticket(extra: Extra, value: str, cities: Mapping[str, str]) -> bool:
    pair, right = _split(value, cities)
    fields = [part.strip() for part in right.split(";")]
    points = whole_number(fields[0])
    if pair is None or points is None:
        return False
    decks = tuple(part.strip() for part in fields[1].split(",")) if len(fields) > 1 else extra.decks[:1]
    extra.tickets.append(Ticket(pair, points, LONG in fields[2:], decks))
    return True


def _split(value: str, cities: Mapping[str, str]) -> tuple[tuple[str, str] | None, str]:
    """The pair of cities before the last equals sign, and the text after it. Names may themselves contain bars."""
    left, _, right = value.rpartition("=")
    parts = left.split("|")
    for i in range(1, len(parts)):
        a, b = "|".join(parts[:i]).strip(), "|".join(parts[i:]).strip()
        if a in cities and b in cities and a != b:
            return (cities[a], cities[b]), right.strip()
    return None, right.strip()
