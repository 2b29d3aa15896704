"""Describes boards for the start screen. This needs no compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railwright.game.board import Board
from railwright.game.ruleset import Ruleset, misfits
from railwright.maps.load import board_ruleset, load_ruleset, ruleset_names
from railwright.say import Said, say

RULESET_TITLES: Mapping[str, Said] = {
    "europe": say(
        "Official rules, Europe: ferries, tunnels, stations, long and short tickets, with the decks of 1912"
    ),
    "europe-thesis": say(
        "As played in the thesis of Õunmaa (2022) on {board}: base rules only, one ticket deck", board="Europe"
    ),
    "germany": say("Official rules, Germany: two ticket decks, passengers, Globetrotter"),
    "germany-thesis": say(
        "As played in the thesis of Õunmaa (2022) on {board}: base rules only, one ticket deck", board="Germany"
    ),
    "usa": say("Official rules, North America, with the decks of 1910"),
    "usa-short": say("Short game, North America: 20 trains"),
    "usa-thesis": say(
        "As played in the thesis of Õunmaa (2022) on {board}: base rules only, one ticket deck", board="North America"
    ),
    "usa-thesis-linear": say("The usa-thesis rules with 4.5 points for every space (Õunmaa 2022, table 10)"),
}  # fmt: skip
"""The titles of the built-in rulesets, as they can be said in other languages."""

DECK_NAMES: Mapping[str, Said] = {
    "base": say("base", "tickets"),
    "base_revised": say("base revised", "tickets"),
    "big_cities": say("big cities", "tickets"),
    "big_cities_1912": say("big cities 1912", "tickets"),
    "deutschland_2012": say("deutschland 2012", "tickets"),
    "expanded_1912": say("expanded 1912", "tickets"),
    "germany_2017": say("germany 2017", "tickets"),
    "mega": say("mega", "tickets"),
    "mega_1912": say("mega 1912", "tickets"),
}
"""The names of the built-in ticket decks in words; one that is the number of a year needs none."""


def describe_board(board: Board) -> dict[str, Any]:
    """Describe a board for the start screen, without the name under which it is stored."""
    rules = board_ruleset(board)
    rulesets = {name: load_ruleset(name).title for name in ruleset_names() if _suits(board, rules, name)}
    return {
        "title": board.title,
        "cities": len(board.cities),
        "tracks": len(board.tracks),
        "decks": {deck: len(board.deck(deck)) for deck in board.decks},
        "decks_said": {deck: DECK_NAMES[deck].to_json() for deck in board.decks if deck in DECK_NAMES},
        "deck": board.decks[0],
        "ruleset": rules.name,
        "seats": list(rules.seats),
        "rulesets": rulesets,
        "rulesets_said": {name: RULESET_TITLES[name].to_json() for name in rulesets},
    }


def _suits(board: Board, rules: Ruleset, name: str) -> bool:
    """Whether to offer a ruleset for a board: a variant, such as usa-thesis, only for the board that it is made for."""
    original, hyphen, _ = name.partition("-")
    if hyphen and (board.name, rules.name) != (original, original):
        return False
    return not misfits(board, load_ruleset(name))
