"""Styles and plans of the planner, made by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.compiled.bits import members
from railwright.game.game import Game
from railwright.players.planner import memory
from railwright.players.planner.plan import plan_for_held
from railwright.players.planner.style import STYLE, STYLE_OPTIONS

PLANNER = "express1:iterations=0"


def style_of(**changes: int) -> Any:
    """The usual style with changes, such as share=300."""
    style: Any = np.zeros(1, STYLE)[0]
    for option in STYLE_OPTIONS:
        style[option.name] = changes.pop(option.name, option.default)
    assert not changes, "there is no such option"
    return style


def plan_of(game: Game, seat: int = 0, *, style: Any = None) -> Any:
    """The plan of a seat for the tickets that it holds."""
    planner: Any = np.full(memory.PLANNER.itemsize, 0xFF, np.uint8).view(memory.PLANNER)[0]  # nothing in it is used
    planner.style = style_of() if style is None else style
    mine: Any = game.state.private[seat]
    plan_for_held(game.setup.rulebook[0], game.state.table, mine, seat, planner, new_scratch())
    return planner.plan


def new_scratch() -> Any:
    """Scratch space with contents that nobody expects."""
    return np.full(memory.SCRATCH.itemsize // 8, 12345, np.int64).view(memory.SCRATCH)[0]


def wanted(plan: Any) -> set[int]:
    return set(members(plan.tracks))


def planned(game: Game, seat: int = 0, **style: int) -> set[str]:
    """The tracks of a plan by name, such as "A-B" or "A-B#2"."""
    found = [game.setup.board.tracks[track] for track in wanted(plan_of(game, seat, style=style_of(**style)))]
    return {"-".join(track.cities) + (f"#{track.number}" if track.number > 1 else "") for track in found}


def worth(game: Game, seat: int = 0, **style: int) -> int:
    """What a plan is worth, in hundredths of a point."""
    return int(plan_of(game, seat, style=style_of(**style)).value)
