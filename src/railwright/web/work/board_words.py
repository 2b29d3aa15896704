"""Describes boards for the start screen. This needs no compiled code."""

from __future__ import annotations

from typing import Any

from railwright.game.board import Board
from railwright.game.ruleset import Ruleset, misfits
from railwright.maps.load import board_ruleset, load_ruleset, ruleset_names


def describe_board(board: Board) -> dict[str, Any]:
    """Describe a board for the start screen, without the name under which it is stored."""
    rules = board_ruleset(board)
    return {
        "title": board.title,
        "cities": len(board.cities),
        "tracks": len(board.tracks),
        "decks": {deck: len(board.deck(deck)) for deck in board.decks},
        "deck": board.decks[0],
        "ruleset": rules.name,
        "seats": list(rules.seats),
        "rulesets": {name: load_ruleset(name).title for name in ruleset_names() if _suits(board, rules, name)},
    }


def _suits(board: Board, rules: Ruleset, name: str) -> bool:
    """Whether to offer a ruleset for a board: a variant, such as usa-thesis, only for the board that it is made for."""
    original, hyphen, _ = name.partition("-")
    if hyphen and (board.name, rules.name) != (original, original):
        return False
    return not misfits(board, load_ruleset(name))
