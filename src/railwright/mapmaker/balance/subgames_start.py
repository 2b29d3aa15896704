"""Our search for boards made of three small games: each is balanced on its own, then the whole board.

As in the published variant (``published.subgames``), the routes of the small games keep their number of tracks, and
their lengths change by at most one. Routes between them, the tickets of the whole board and all colours are open.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from railwright.mapmaker.balance.graph.joining import Joined
from railwright.mapmaker.balance.graph.parts import VERTICES, Part
from railwright.mapmaker.balance.problem.board_style import FREE
from railwright.mapmaker.balance.problem.brief import Brief, space_of
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import Choices, DesignSpace
from railwright.mapmaker.balance.problem.graph_source import Start
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.published.graph_choice import canvas_of, graph_of_part
from railwright.mapmaker.balance.published.subgames import MAX_CHANGE
from railwright.mapmaker.balance.search.climbing import SearchProblem
from railwright.mapmaker.balance.search.racing_search import RacingSearch
from railwright.mapmaker.balance.search.rival_searches import best_of

SUBGAME_PART = 0.15
"""Fraction of the games spent on each subgame."""


def subgames_start(
    parts: Sequence[Part], joined: Joined, canvas: DesignCanvas, whole: DesignSpace, brief: Brief, judge: Judge
) -> Start:
    """Balance three subgames and combine them into the design from which the search for the whole board starts."""
    number = {pair: route for route, pair in enumerate(canvas.graph.routes)}
    lengths, tracks = list(whole.lengths), list(whole.tracks)
    first = whole.random(Random(f"{brief.seed} new routes"))
    colors, chosen = list(first.colors), list(first.lengths)
    for place, part in enumerate(parts):
        subgame = canvas_of(graph_of_part(part), canvas.ruleset, Random(f"{brief.seed} tickets of part {place}"))
        routes = [number[a + place * VERTICES, b + place * VERTICES] for a, b in subgame.graph.routes]
        small = replace(brief, style=FREE, bounds={}, seed=brief.seed + place)
        space = replace(space_of(small, subgame, None), lengths=_some(whole.lengths, routes))
        design = _balance(subgame, space, small, judge)
        for route, length, painted in zip(routes, design.lengths, design.colors, strict=True):
            near = tuple(choice for choice in whole.lengths[route] if abs(choice - length) <= MAX_CHANGE)
            lengths[route], tracks[route] = near, (len(painted),)
            chosen[route], colors[route] = length, painted
    values = whole.prices.follow(first, tuple(chosen)) if whole.prices else first.values
    space = replace(whole, lengths=tuple(lengths), tracks=tuple(tracks))
    joined_up = replace(first, lengths=tuple(chosen), colors=tuple(colors), values=values)
    return Start(canvas, space=space, first=joined_up)


def _some(choices: Choices, routes: Sequence[int]) -> Choices:
    return tuple(choices[route] for route in routes)


def _balance(canvas: DesignCanvas, space: DesignSpace, brief: Brief, judge: Judge) -> Design:
    """The best design found with a fraction of the games."""
    problem = SearchProblem(canvas, space, brief.style_on(canvas), brief.target)
    games = int(brief.games * SUBGAME_PART)
    steps = best_of([RacingSearch(problem, judge, games=games, seed=brief.seed)], judge, games)
    return deque(steps, maxlen=1)[0].best
