"""A game of a person as plain values for JSON, and whether it counts in the person's statistics."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal, get_args

from railwright.players.registry import HUMAN
from railwright.store.games import NOBODY
from railwright.store.own_games import ListedGame
from railwright.web.rooms.opponent_levels import level_of

Origin = Literal["new", "continued", "record", "chosen-deal"]
"""A new game; one that continues another one; an uploaded record; one whose seed somebody chose."""

LeftOut = Literal["", "continued", "record", "chosen-deal", "stand-in", "unfinished", "pending", "unreadable"]
"""Why a game does not count in statistics: its cards may have been known, a computer played for the person, or its end
is not known, perhaps only because it is not computed yet."""

PEOPLE, OTHERS = "people", "others"
"""Opponents without a level: at least one person, or computer players from research."""

Summary = dict[str, Any]


def summary_of(listed: ListedGame) -> Summary | None:
    """How a game ended, as the job has found out; None if this is not known for its present version."""
    if listed.awaited != NOBODY or not listed.own.summary:
        return None
    found: Summary = json.loads(listed.own.summary)
    return found if found["version"] == listed.version else None


def game_words(listed: ListedGame, *, is_readable: bool) -> dict[str, Any]:
    """A game of a person. ``is_readable`` says whether it can be replayed, as far as is known."""
    own, summary = listed.own, summary_of(listed)
    about = json.loads(own.about)
    return {
        "game": listed.game, "added": own.added, "origin": _known_origin(own.origin),
        "board": about["board"], "title": about["title"], "deck": about["deck"], "ruleset": about["ruleset"],
        "seat": own.seat,
        "seats": [
            {"name": name, "player": player} for name, player in zip(about["names"], about["players"], strict=True)
        ],
        "opponents": opponents_kind(about["players"], own.seat),
        "is_over": listed.awaited == NOBODY,
        "is_reviewed": listed.is_reviewed,
        "left_out": _why_left_out(listed, summary, is_readable=is_readable),
        "end": None if summary is None else _end(summary, own.seat),
    }  # fmt: skip


def opponents_kind(players: Sequence[str], seat: int) -> str:
    """The strongest level among the opponents of a seat, or `PEOPLE` or `OTHERS`."""
    opponents = [player for other, player in enumerate(players) if other != seat]
    if HUMAN in opponents:
        return PEOPLE
    levels = [level_of(player) for player in opponents]
    known = [level for level in levels if level is not None]
    return str(max(known)) if len(known) == len(levels) else OTHERS


def _known_origin(origin: str) -> Origin:
    known: tuple[Origin, ...] = get_args(Origin)
    return next((one for one in known if one == origin), "record")


def _why_left_out(listed: ListedGame, summary: Summary | None, *, is_readable: bool) -> LeftOut:
    if listed.awaited != NOBODY:
        return "unfinished"
    origin = _known_origin(listed.own.origin)
    if origin != "new":
        return origin
    if summary is None:
        return "pending" if is_readable else "unreadable"
    return "stand-in" if summary["has_stand_in"] else ""


def _end(summary: Summary, seat: int) -> dict[str, Any]:
    """How a game ended for a seat."""
    result = summary["result"]
    scores, winners = result["scores"], result["winners"]
    better = [other for other, score in enumerate(scores) if other in winners or score > scores[seat]]
    has_won = seat in winners
    return {
        "place": 1 if has_won else 1 + len(better),
        "win_share": 1 / len(winners) if has_won else 0.0,
        "points": scores[seat],
        "scores": scores,
        "completed": len(result["completed"][seat]),
        "failed": len(result["failed"][seat]),
        "accuracy": summary["accuracy"],
    }
