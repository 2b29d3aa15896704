"""Removes parts of uploaded boards and records that no game needs."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from railwright.game.board import Board
from railwright.game.ruleset import ANY_DECK, Ruleset
from railwright.game.setup import Setup
from railwright.maps.load import LIBRARY, board_ruleset


def trimmed_board(board: Board) -> Board:
    """Remove ticket decks that a board does not have from its own ruleset."""
    if isinstance(board.ruleset, str):
        return board
    rules = board_ruleset(board)
    lean = _with_decks(rules, board.decks)
    return board if lean == rules else replace(board, ruleset=lean.to_dict())


def trimmed_setup(setup: Setup) -> Setup:
    """Remove all ticket decks of a setup but the one that it uses. A built-in board keeps its decks."""
    deck = setup.deck
    board, rules = setup.board, setup.ruleset
    if not LIBRARY.is_built_in(board):
        tickets = tuple(replace(ticket, decks=(deck,)) for ticket in board.tickets if deck in ticket.decks)
        board = trimmed_board(replace(board, decks=(deck,), tickets=tickets))
    if not LIBRARY.is_built_in(rules):
        rules = _with_decks(rules, board.decks)
    return setup if board is setup.board and rules == setup.ruleset else Setup(board, rules, deck)


def _with_decks(rules: Ruleset, decks: Container[str]) -> Ruleset:
    kept = {name: dealing for name, dealing in rules.decks.items() if name in decks or name == ANY_DECK}
    return replace(rules, decks=kept)
