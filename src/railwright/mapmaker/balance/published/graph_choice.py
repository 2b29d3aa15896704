"""The graph optimiser's choice of three parts (paper, section "Graph Optimizer").

It finds the three parts "that produce the closest win ratio to the desired one" by "a procedure similar to the
optimization". Our reading: each part is a small board of its own. Its features and tickets are chosen at random and 20
games are played; a part below the threshold of phase one must show with other features that it is so consistently, and
such parts come first; then the distance over all games of a part decides.

Tickets of new graphs are pairs of cities that are not neighbours. The paper does not say which or how many: ours are as
many and as far apart as on the usa board for the number of cities (30 for 36 cities), but enough for five players to
begin and draw again (24 for 12 cities); their values are the destination value optimiser's to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from string import ascii_uppercase

from railwright.errors import OptionError
from railwright.game.board import City
from railwright.game.ruleset import Ruleset
from railwright.mapmaker.balance.design import Canvas
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.joining import PARTS, Joined, join
from railwright.mapmaker.balance.graph.parts import VERTICES, Part
from railwright.mapmaker.balance.published.evaluation import Draft, Task, evaluate
from railwright.mapmaker.balance.published.phases import THRESHOLD_ONE
from railwright.mapmaker.balance.space import complete_space
from railwright.mapmaker.plan import Plan, PlannedRoute
from railwright.mapmaker.tickets import DECK, make_tickets

CANDIDATE_PARTS = 86
"""How many parts the paper chose from."""

TYPICAL_LENGTH = 3
"""Of a route, while tickets are chosen before lengths are: the mean of the usa board, rounded."""

MOST_TRIPLES = 100
"""Not every three parts can be joined without crossings; after so many, the best first, the search for them ends."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A part and how well it did."""

    part: Part
    accepted: bool
    """Whether it was consistently below the threshold."""
    distance: float


def canvas_of(graph: Graph, ruleset: Ruleset, rng: Random) -> Canvas:
    """A canvas on a new graph, with tickets that may be."""
    routes = tuple(PlannedRoute(pair, TYPICAL_LENGTH) for pair in graph.routes)
    tickets = make_tickets(Plan(graph.name, graph.title, graph.cities, routes), ruleset, rng)
    return Canvas(graph, tickets, ruleset, DECK)


def graph_of_part(part: Part) -> Graph:
    """A part as a graph to play on; nobody will see where its cities lie."""
    cities = tuple(City(letter, 0.0, float(k)) for k, letter in enumerate(ascii_uppercase[:VERTICES]))
    return Graph("part", "Part", cities, part.edges)


def rank_parts(task: Task, parts: Sequence[Part], ruleset: Ruleset, rng: Random) -> list[Ranked]:
    """All parts, those with the closest win shares first."""

    def with_random_features(canvas: Canvas) -> Draft:
        return canvas, complete_space(canvas).random(rng)

    canvases = [canvas_of(graph_of_part(part), ruleset, rng) for part in parts]
    drafts = [with_random_features(canvas) for canvas in canvases]
    verdicts = evaluate(task, drafts, THRESHOLD_ONE, lambda draft: with_random_features(draft[0]))
    ranked = [Ranked(part, found.accepted, found.total) for part, found in zip(parts, verdicts, strict=True)]
    return sorted(ranked, key=lambda one: (not one.accepted, one.distance))


def join_best(ranked: Sequence[Ranked], rng: Random) -> tuple[list[Part], Joined]:
    """The best three parts that can be joined, and what they make."""
    triples = sorted(combinations(range(len(ranked)), PARTS), key=lambda three: (sum(three), three))
    for three in triples[:MOST_TRIPLES]:
        parts = [ranked[k].part for k in three]
        joined = join(parts, rng)
        if joined is not None:
            return parts, joined
    raise OptionError(
        f"no {PARTS} of these {len(ranked)} parts can be joined without crossings; take more parts or others"
    )
