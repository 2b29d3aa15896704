"""Games and views as text: what everyone sees, and what one seat sees besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from railwright.game.chance import Seed
from railwright.game.colors import CARDS
from railwright.game.scoring import points_of
from railwright.game.setup import Setup
from railwright.game.state import NONE, OVER, STAGES
from railwright.tables import text_table
from railwright.words import count


def setup_name(setup: Setup) -> str:
    """The names of board and ticket deck, and of the ruleset unless it has the same name as the board."""
    rules = "" if setup.ruleset.name == setup.board.name else f", rules {setup.ruleset.name}"
    return f"{setup.board.name}/{setup.deck}{rules}"


def seed_words(seed: Seed) -> str:
    """The seed of a game. A secret one is never printed."""
    return "secret seed" if isinstance(seed, str) else f"seed {seed}"


def to_decide(table: Any) -> str:
    """Which seat decides what, in short."""
    return STAGES[OVER] if table.stage == OVER else f"seat {table.seat}, {STAGES[table.stage]}"


def table_text(setup: Setup, table: Any) -> str:
    """The public table in several lines."""
    scale = setup.ruleset.scale
    headings = ["", "points", "trains", "cards", "tickets"]
    rows = [
        [
            f"seat {seat}",
            str(points_of(table.points[seat], scale)),
            str(table.trains[seat]),
            str(table.hand_size[seat]),
            str(sum(int(kind) for kind in table.tickets[seat])),
        ]
        for seat in range(table.seats)
    ]
    if setup.ruleset.stations:
        headings.append("stations")
        for seat, row in enumerate(rows):
            row.append(str(table.stations_left[seat]))
    face_up = ", ".join(CARDS[card] for card in table.face_up if card != NONE) or "none"
    return "\n".join(
        [
            f"{setup_name(setup)}: {to_decide(table)}",
            text_table(headings, rows),
            f"face up: {face_up}; deck: {count(int(table.deck_size), 'card')}",
        ]
    )


def hand_words(hand: Mapping[str, int]) -> str:
    """The cards of a hand, such as ``2 red, 1 locomotive``."""
    return ", ".join(f"{number} {card}" for card, number in hand.items()) or "none"


def ticket_names(setup: Setup, tickets: Iterable[int]) -> str:
    """Tickets by their names, such as ``Denver - El Paso (4)``."""
    return ", ".join(setup.tickets[ticket].name for ticket in tickets) or "none"
