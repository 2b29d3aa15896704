"""Express1 is a yardstick: it decides today as it did when it was frozen.

The digests were written by the player before it was moved here, when it was still called express. If one of them
changes, the player is not express1 any more. ``python tests/players/test_express1.py NAME`` prints the digests of a
player.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.registry import load_player

FILE = Path(__file__).parents[1] / "golden" / "express1.txt"
GAMES = 1
LINES = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines()] if FILE.exists() else []
"""Each with a board, a deck of tickets, the number of seats, the options of the player, and a digest."""


def digest_of(name: str, board: str, deck: str, seats: int, options: str) -> str:
    """A digest of all actions of some games that the player plays against itself."""
    player = load_player(f"{name}:{options}")
    setup = load_setup(board, tickets=deck)
    block = play_games(setup, [player] * seats, seed=1, games=GAMES, keep_actions=True)
    assert block.actions is not None
    found = hashlib.sha256()
    for actions, count in zip(block.actions, block.game_stats["actions"], strict=True):
        found.update(repr(actions[:count].tolist()).encode())
    return found.hexdigest()[:16]


@pytest.mark.parametrize(("board", "deck", "seats", "options", "digest"), LINES)
def test_express1_decides_as_it_always_did(board: str, deck: str, seats: str, options: str, digest: str) -> None:
    assert digest_of("express1", board, deck, int(seats), options) == digest


def test_there_are_games_for_every_board_and_number_of_seats() -> None:
    assert {(line[0], line[2]) for line in LINES} >= {(b, str(n)) for b in ("usa", "europe", "germany") for n in (2, 4)}


if __name__ == "__main__":
    for board, deck, seats, options, _ in LINES:
        print(board, deck, seats, options, digest_of(sys.argv[1], board, deck, int(seats), options))
