"""Which computer players can be asked for over the network: built-in ones that see no hidden cards and think for a
bounded time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from railwright.errors import RailwrightError
from railwright.players.registry import HUMAN, find_entry, split_options
from railwright.web.access.refusals import RefusalError

MOST_THOUGHT = {"iterations": 6_000, "ms": 2_000}
"""For options that make a player think longer: the highest values. Each is about two seconds a move."""

MOST_CALLS = 2_000_000
"""Actions that a tree search tries out before a decision: about a second."""

_PEEKING = "peeking"
"""Players that see hidden cards have it in their name."""

LONGEST_PLAYER = 400
"""Letters in the name of a player: with all its options, any of ours has fewer."""


def check_players(seats: Iterable[Mapping[str, Any]]) -> list[str]:
    """The players of seats. It refuses those that cannot be had here, and loads nothing, so it is quick.

    Whether a player has the options that it is given, and how long it thinks with them, is known where it is loaded.
    """
    names = _computers(seats)
    for name in names:
        _check_player(name)
    return names


def _computers(seats: Iterable[Mapping[str, Any]]) -> list[str]:
    names = dict.fromkeys(str(seat["player"]) for seat in seats)
    return [name for name in names if name != HUMAN]


def _check_player(name: str) -> None:
    if len(name) > LONGEST_PLAYER:
        raise RefusalError(f"the name of a player is too long: at most {LONGEST_PLAYER} letters with its options")
    try:
        if find_entry(name) is None:
            raise RefusalError("players from files cannot be asked for over the network")
        bare, _ = split_options(name)
    except RailwrightError as error:
        raise RefusalError(str(error)) from error
    if _PEEKING in bare:
        raise RefusalError(f"the player {bare} sees hidden cards, so it does not play here")


def check_thought(options: Mapping[str, int | float | str]) -> None:
    """Refuse a player that would think for too long with these options: all that it has, whether given or not."""
    for name, most in MOST_THOUGHT.items():
        value = options.get(name, 0)
        if isinstance(value, int | float) and value > most:
            raise RefusalError(f"{name}={value} would take too long here; at most {most} is possible")
    budget = options.get("budget")
    if not isinstance(budget, int):
        return
    unit, steps = options["unit"], 1
    if unit == "iterations":
        steps = int(options["rollout"]) + int(options["depth"])
    elif unit != "calls":
        raise RefusalError(f"the unit {unit} is not possible here; use calls or iterations")
    if budget * steps > MOST_CALLS:
        each = "" if unit == "calls" else f" of up to {steps} actions each (rollout and depth)"
        raise RefusalError(
            f"budget={budget} would take too long here; at most {max(1, MOST_CALLS // steps)} {unit}{each} are possible"
        )
