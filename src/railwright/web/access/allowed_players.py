"""Checks which computer players may be used over the network.

Only built-in players and the policies that the server offers are allowed, and only those that see no hidden cards and
think for a bounded time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from railwright.errors import RailwrightError
from railwright.players.kit.options import PEEKING
from railwright.players.registry import HUMAN, find_entry, split_options
from railwright.say import items, say
from railwright.web.access.offered_policies import NO_POLICIES, OfferedPolicies
from railwright.web.access.refusals import RefusalError

MOST_THOUGHT = {"iterations": 6_000, "ms": 2_000}
"""Largest values of the options that make a player think longer. Each means about two seconds per move."""

MOST_TURNS = 60_000
"""Most turns that the trials of express may look ahead per decision: about two seconds."""

MOST_CALLS = 2_000_000
"""Most actions that a tree search may simulate per decision: about a second."""

LONGEST_PLAYER = 400
"""Most characters in the name of a player. Every built-in player is shorter, even with all its options."""


def check_players(seats: Iterable[Mapping[str, Any]], policies: OfferedPolicies = NO_POLICIES) -> list[str]:
    """Return the computer players of some seats, or refuse those that are not allowed.

    This is fast because it loads nothing. The options of a player, and how long it thinks with them, are checked when
    it is loaded.
    """
    names = _computers(seats)
    for name in names:
        _check_player(name, policies)
    return names


def _computers(seats: Iterable[Mapping[str, Any]]) -> list[str]:
    names = dict.fromkeys(str(seat["player"]) for seat in seats)
    return [name for name in names if name != HUMAN]


def _check_player(name: str, policies: OfferedPolicies) -> None:
    if len(name) > LONGEST_PLAYER:
        raise RefusalError(
            say("the name of a player is too long: at most {most} characters with its options", most=LONGEST_PLAYER)
        )
    try:
        if policies.find(name) is not None:
            return
        if find_entry(name) is None:
            raise RefusalError(say("players from files cannot be used over the network"))
        bare, _ = split_options(name)
    except RailwrightError as error:
        raise RefusalError(error.text) from error
    if PEEKING in bare:
        raise RefusalError(say("the player {player} sees hidden cards, so it cannot be used here", player=bare))


def check_thought(options: Mapping[str, int | float | str]) -> None:
    """Refuse a player that would think for too long. ``options`` are all its options, defaults included."""
    for name, most in MOST_THOUGHT.items():
        value = options.get(name, 0)
        if isinstance(value, int | float) and value > most:
            raise RefusalError(
                say(
                    "{option} would take too long here; at most {most} is allowed",
                    option=f"{name}={value}",
                    most=str(most),
                )
            )
    if "endgame" in options:
        turns = max(int(options["depth"]), int(options["endgame"]), 1)
        if int(options["iterations"]) * turns > MOST_TURNS:
            most = MOST_TURNS // turns
            raise RefusalError(
                say(
                    "{option} would take too long here; at most {most} are allowed with {depth} and {endgame}",
                    option=f"iterations={options['iterations']}", most=str(most), depth=f"depth={options['depth']}",
                    endgame=f"endgame={options['endgame']}",
                )
            )  # fmt: skip
    budget = options.get("budget")
    if not isinstance(budget, int):
        return
    unit, steps = options["unit"], 1
    if unit == "iterations":
        steps = int(options["rollout"]) + int(options["depth"])
    elif unit != "calls":
        raise RefusalError(
            say(
                "{option} is not allowed here; use {allowed}",
                option=f"unit={unit}", allowed=items(("calls", "iterations"), "or"),
            )
        )  # fmt: skip
    if budget * steps > MOST_CALLS:
        option, allowed = f"budget={budget}", str(max(1, MOST_CALLS // steps))
        if unit == "calls":
            raise RefusalError(
                say("{option} would take too long here; at most {most} calls are allowed", option=option, most=allowed)
            )
        raise RefusalError(
            say(
                "{option} would take too long here; at most {most} iterations of up to {steps} actions each (rollout "
                "and depth) are allowed",
                option=option, most=allowed, steps=str(steps),
            )
        )  # fmt: skip
