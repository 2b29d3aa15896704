"""Checks of what callers give to batches and environments, with errors of one line."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import IllegalActionError, OptionError
from railwright.game.board import Board
from railwright.game.json_reader import brief
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.load import load_setup

USUAL_PENALTY = "usual"
"""The default of ``illegal_reward``: less than any game can bring."""
_WIN_PENALTY, _POINTS_PENALTY = -1.0, -1000.0


def illegal_reward_of(given: float | str | None, reward: str) -> float | None:
    """The reward for an illegal action, by default -1 where wins are rewarded and -1000 where points are."""
    if given == USUAL_PENALTY:
        return _WIN_PENALTY if reward == "win" else _POINTS_PENALTY
    if given is None or (isinstance(given, int | float) and not isinstance(given, bool)):
        return given
    raise OptionError(f"illegal_reward: must be a number, None or {USUAL_PENALTY!r}, not {brief(given)}")


def setup_of(board: str | Path | Board | Setup, tickets: str | None, ruleset: str | Ruleset | None) -> Setup:
    """The setup to be played: a setup itself, or a board with a deck of tickets and a ruleset."""
    if not isinstance(board, Setup):
        return load_setup(board, tickets=tickets, ruleset=ruleset)
    if tickets is not None or ruleset is not None:
        raise OptionError("a setup has its tickets and its rules already; give a board to choose others")
    return board


def whole_number(name: str, value: Any, low: int, high: int) -> int:
    """An option that is a whole number."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        raise OptionError(f"{name}: must be a whole number from {low} to {high}, not {brief(value)}")
    return int(value)


def choice(name: str, value: Any, choices: Sequence[str]) -> str:
    """An option that is one of some names."""
    if value not in choices:
        raise OptionError(f"{name}: must be one of {', '.join(choices)}, not {brief(value)}")
    return str(value)


def checked_actions(actions: Any, games: int) -> NDArray[np.int64]:
    """The actions of all games as compiled code takes them. Whether they are legal is not checked here."""
    array = np.asarray(actions)
    if array.shape != (games,):
        raise OptionError(f"actions: must be one for each of {games} games, not of shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise OptionError(f"actions: must be whole numbers, not of type {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


def checked_action(action: Any, size: int) -> int:
    """A single action as a number; IllegalActionError for what is not in a space of this size."""
    try:
        number = index(action)
    except TypeError:
        number = -1
    if not 0 <= number < size:
        raise IllegalActionError(f"an action is a whole number from 0 to {size - 1}, not {brief(action)}")
    return number


def chosen_games(chosen: Any, games: int) -> NDArray[np.bool_]:
    """The games that a caller chooses."""
    array = np.asarray(chosen)
    if array.shape != (games,) or array.dtype.kind not in "biu" or not np.isin(array, (0, 1)).all():
        raise OptionError(f"games: must be True or False for each of {games} games")
    return array.astype(bool)


def checked_game(i: int, games: int) -> int:
    """The number of a game."""
    if not isinstance(i, int | np.integer) or isinstance(i, bool) or not 0 <= i < games:
        raise OptionError(f"the batch has games 0 to {games - 1}, not {brief(i)}")
    return int(i)
