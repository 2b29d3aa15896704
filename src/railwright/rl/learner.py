"""A learner and its opponents in a batch: who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from railwright.errors import OptionError
from railwright.game.board import Board
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.game.view import check_seat
from railwright.players.kit.interface import AnyPlayer
from railwright.players.registry import any_player
from railwright.rl.batch import Batch

LEARNER = 0
"""The learner's number among the players of a batch."""


def learner_batch(
    board: str | Path | Board | Setup, opponents: Sequence[str | AnyPlayer], *, games: int, **options: Any
) -> Batch:
    """Games of a learner against some opponents, which stay as they are when they have ended."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) or None in opponents:
        raise OptionError(f"opponents: must be a list of players such as ['hoard', 'rule'], not {brief(opponents)}")
    players = [None, *opponents]
    return Batch(board, len(players), games=games, seed=0, players=players, autoreset=False, **options)


def names_of(opponents: Sequence[str | AnyPlayer]) -> list[str]:
    """The names of all players for pictures, the learner's first."""
    return ["learner", *(any_player(one).name for one in opponents)]


def first_episode(batch: Batch, seed: int, seat: Any = None) -> int:
    """The episode with which a seed begins: one that seats the learner as told, or by the seed.

    Many callers reset with one seed after the other. If all seeds began with the same episode, the learner would
    always have the same seat.
    """
    return seed % batch.seats if seat is None else -_checked(batch, seat) % batch.seats


def next_episode(batch: Batch, seat: Any = None) -> int:
    """The episode after the current one in which the learner has a given seat, or any seat."""
    following = int(batch.episodes[0]) + 1
    if seat is None:
        return following
    return following + (-_checked(batch, seat) - following) % batch.seats


def _checked(batch: Batch, seat: Any) -> int:
    check_seat(seat, batch.seats)
    return int(seat)
