"""The graph optimiser's choice of three parts (paper, section "Graph Optimizer").

It finds the three parts "that produce the closest win ratio to the desired one" by "a procedure similar to the
optimization". Our reading: each part is a small board of its own. Its features and tickets are chosen at random, and 20
games are played. A part below the threshold of phase one must stay below it with other random features; parts that do
come first, and then the distance over all games of a part decides.

People must also be able to read the board: planarity alone does not keep the routes at a city apart. So the best parts
are joined in several ways, and the graph with the most readable map is taken.

Tickets of new graphs join cities that are not neighbours. The paper does not say which or how many. Ours are as many,
and as far apart, as on the usa board in proportion to the number of cities (30 for 36 cities), but at least enough for
five players to take their first tickets and draw again (24 for 12 cities). The destination value optimiser chooses
their values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from random import Random
from string import ascii_uppercase

from railwright.errors import OptionError
from railwright.game.board import City
from railwright.game.ruleset import Ruleset
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.graph_layout import ROUGH_MOVES, lay_out, readability
from railwright.mapmaker.balance.graph.joining import MIN_COASTS, PARTS, Joined, join, largest_faces
from railwright.mapmaker.balance.graph.parts import VERTICES, Part
from railwright.mapmaker.balance.problem.design import DesignCanvas
from railwright.mapmaker.balance.problem.design_space import complete_space
from railwright.mapmaker.balance.published.evaluator import Draft, Evaluator, evaluate
from railwright.mapmaker.balance.published.phases import THRESHOLD_ONE
from railwright.mapmaker.board_plan import BoardPlan, PlannedRoute
from railwright.mapmaker.ticket_making import DECK, make_tickets

CANDIDATE_PARTS = 86
"""Number of parts that the paper chose from."""

TYPICAL_LENGTH = 3
"""Route length assumed when tickets are chosen before lengths: the mean of the usa board, rounded."""

MAX_TRIPLES = 100
"""Limit on the triples of parts tried, best first, as not all of them can be joined without crossings."""

ROOMY_COASTS = MIN_COASTS + 5
"""Vertices on the coasts of a roomy triple. Such triples can nearly always be joined quickly and leave a long outer
coast; others make maps with angles of a few degrees."""
ROOMY_TRIPLES = 14
WAYS = 3
"""Number of roomy triples that are joined, best first, and of attempts for each. The most readable result is taken: the
distance over 20 games cannot tell the best of 86 parts from the tenth."""
FEW_TRIES = 300
"""Limit on the drawings tried for a roomy triple. Most are joined within it; the others are skipped."""
MAX_DRAWN = 8
"""Number of graphs, those with the longest outer coasts, that are drawn to measure their readability."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A part and its evaluation."""

    part: Part
    accepted: bool
    """Whether it was consistently below the threshold."""
    distance: float


def canvas_of(
    graph: Graph, ruleset: Ruleset, rng: Random, *, lengths: Sequence[int] = (), tickets: int | None = None,
    in_proportion: bool = True,
) -> DesignCanvas:  # fmt: skip
    """A canvas on a new graph, with candidate tickets: ``tickets`` of them, or by default as many as a board needs.

    The distances between their cities are measured with ``lengths``; by default all routes have the same length.
    """
    lengths = lengths or [TYPICAL_LENGTH] * len(graph.routes)
    routes = tuple(PlannedRoute(pair, length) for pair, length in zip(graph.routes, lengths, strict=True))
    plan = BoardPlan(graph.name, graph.title, graph.cities, routes)
    chosen = make_tickets(plan, ruleset, rng, count=tickets, in_proportion=in_proportion)
    return DesignCanvas(graph, chosen, ruleset, DECK)


def graph_of_part(part: Part) -> Graph:
    """A part as a graph to play on; the positions of its cities are never shown."""
    cities = tuple(City(letter, 0.0, float(k)) for k, letter in enumerate(ascii_uppercase[:VERTICES]))
    return Graph("part", "Part", cities, part.edges)


def rank_parts(evaluator: Evaluator, parts: Sequence[Part], ruleset: Ruleset, rng: Random) -> list[Ranked]:
    """All parts, those with win shares closest to the target first."""

    def with_random_features(canvas: DesignCanvas) -> Draft:
        return canvas, complete_space(canvas).random(rng)

    canvases = [canvas_of(graph_of_part(part), ruleset, rng) for part in parts]
    drafts = [with_random_features(canvas) for canvas in canvases]
    verdicts = evaluate(evaluator, drafts, THRESHOLD_ONE, lambda draft: with_random_features(draft[0]))
    ranked = [Ranked(part, found.accepted, found.total) for part, found in zip(parts, verdicts, strict=True)]
    return sorted(ranked, key=lambda one: (not one.accepted, one.distance))


def join_best(ranked: Sequence[Ranked], rng: Random) -> tuple[list[Part], Joined]:
    """Good parts that can be joined into a readable map, and the joined graph."""
    orders = sorted(combinations(range(len(ranked)), PARTS), key=lambda three: (sum(three), three))
    triples = [[ranked[k].part for k in three] for three in orders]
    found = _join_roomy(triples, rng) or _join_first(triples[:MAX_TRIPLES], rng)
    if not found:
        raise OptionError(
            f"no {PARTS} of these {len(ranked)} parts can be joined without crossings; try another seed or more parts"
        )
    found.sort(key=lambda each: (-len(largest_faces(each[1].vertices, each[1].edges)[0]), len(each[1].edges)))
    return max(found[:MAX_DRAWN], key=lambda each: _rough_readability(each[1], rng))


def _join_roomy(triples: Sequence[list[Part]], rng: Random) -> list[tuple[list[Part], Joined]]:
    """The first triples with long coasts, each joined in several ways."""
    coast = cache(lambda part: len(largest_faces(VERTICES, part.edges)[0]))
    roomy = (parts for parts in triples if sum(map(coast, parts)) >= ROOMY_COASTS)
    return [(parts, way) for parts in islice(roomy, ROOMY_TRIPLES) for way in _ways(parts, rng)]


def _ways(parts: list[Part], rng: Random) -> list[Joined]:
    """Different ways to join three parts."""
    found: list[Joined] = []
    for _ in range(WAYS):
        joined = join(parts, rng, tries=FEW_TRIES)
        if joined is None:
            break
        if joined not in found:
            found.append(joined)
    return found


def _join_first(triples: Sequence[list[Part]], rng: Random) -> list[tuple[list[Part], Joined]]:
    """The first triple that can be joined at all."""
    for parts in triples:
        joined = join(parts, rng)
        if joined is not None:
            return [(parts, joined)]
    return []


def _rough_readability(joined: Joined, rng: Random) -> float:
    return readability(lay_out(joined.edges, joined.vertices, rng, moves=ROUGH_MOVES), joined.edges)
