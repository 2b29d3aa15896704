"""Which computer players can be asked for over the network: built-in ones that see no hidden cards and think for a
bounded time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from railwright.errors import RailwrightError
from railwright.players.registry import HUMAN, find_entry, load_player, split_options
from railwright.web.refusals import RefusalError

MOST_THOUGHT = {"iterations": 20_000, "ms": 10_000, "budget": 400_000, "rollout": 1_000}
"""For options that make a player think longer: the highest values. Each is at most some seconds a move."""

UNITS = ("calls",)
"""What the budget of a search may count here."""

_PEEKING = "peeking"
"""Players that see hidden cards have it in their name."""

_LONGEST_NAME = 80


def check_players(seats: Iterable[Mapping[str, Any]]) -> list[str]:
    """The players of seats. It refuses those that cannot be had here, and loads nothing, so it is quick."""
    names = _computers(seats)
    for name in names:
        _check_player(name)
    return names


def load_players(seats: Iterable[Mapping[str, Any]]) -> None:
    """Make sure that the players of seats can play with their options. Their code must be ready: this is quick."""
    for name in _computers(seats):
        try:
            load_player(name)
        except RailwrightError as error:
            raise RefusalError(str(error)) from error


def _computers(seats: Iterable[Mapping[str, Any]]) -> list[str]:
    names = dict.fromkeys(str(seat["player"]) for seat in seats)
    return [name for name in names if name != HUMAN]


def _check_player(name: str) -> None:
    if len(name) > _LONGEST_NAME:
        raise RefusalError("the name of a player is too long")
    try:
        if find_entry(name) is None:
            raise RefusalError("players from files cannot be asked for over the network")
        bare, options = split_options(name)
    except RailwrightError as error:
        raise RefusalError(str(error)) from error
    if _PEEKING in bare:
        raise RefusalError(f"the player {bare} sees hidden cards, so it does not play here")
    for option, value in options.items():
        most = MOST_THOUGHT.get(option)
        if most is not None and _is_more(value, most):
            raise RefusalError(f"{option}={value} would take too long here; at most {most} is possible")
        if option == "unit" and value not in UNITS:
            raise RefusalError(f"the unit {value} is not possible here; use {', '.join(UNITS)}")


def _is_more(value: str, most: int) -> bool:
    """Whether an option is a number above a bound. What is no number is refused when the player is loaded."""
    try:
        return float(value) > most
    except ValueError:
        return False
