"""Styles and plans of express, made by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.compiled.bits import members
from railwright.game.game import Game
from railwright.game.state import TRACK_WORDS
from railwright.players.express.plan import PLAN_WORDS, VALUE, WANTED, make_plan
from railwright.players.express.policy import POLICY_ROOM
from railwright.players.express.style import STYLE, STYLE_WORDS

Words = NDArray[np.int64]
PLANNER = "express:iterations=0"


def style_of(**changes: int) -> Words:
    """The usual style with changes, such as share=300."""
    names = [option.name for option in STYLE]
    style = np.zeros(STYLE_WORDS, np.int64)
    style[: len(STYLE)] = [option.default for option in STYLE]
    for name, value in changes.items():
        style[names.index(name)] = value
    return style


def plan_of(game: Game, seat: int = 0, *, style: Words | None = None) -> Words:
    """The plan of a seat for the tickets that it holds."""
    plan, room = np.full(PLAN_WORDS, -1, np.int64), np.full(POLICY_ROOM, 12345, np.int64)  # nothing in them is used
    mine: Any = game.state.private[seat]
    first, second = (int(word) for word in mine.tickets)
    style = style_of() if style is None else style
    make_plan(game.setup.rulebook[0], game.state.table, mine, seat, first, second, style, plan, room)
    return plan


def wanted(plan: Words) -> set[int]:
    return set(members(plan[WANTED : WANTED + TRACK_WORDS]))


def planned(game: Game, seat: int = 0, **style: int) -> set[str]:
    """The tracks of a plan by name, such as "A-B" or "A-B#2"."""
    found = [game.setup.board.tracks[track] for track in wanted(plan_of(game, seat, style=style_of(**style)))]
    return {"-".join(track.cities) + (f"#{track.number}" if track.number > 1 else "") for track in found}


def worth(game: Game, seat: int = 0, **style: int) -> int:
    """What a plan is worth, in hundredths of a point."""
    return int(plan_of(game, seat, style=style_of(**style))[VALUE])
