"""A new graph to make a board on: parts chosen by play, joined, laid out as a map of invented towns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from random import Random
from statistics import fmean
from typing import Any

from railwright.errors import OptionError
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.joining import Joined
from railwright.mapmaker.balance.graph.make import graph_of, laid_out
from railwright.mapmaker.balance.graph.parts import Part, make_parts
from railwright.mapmaker.balance.problem.brief import NEAR, PUBLISHED, Brief, space_of
from railwright.mapmaker.balance.problem.candidates import CHOICE
from railwright.mapmaker.balance.problem.design import Canvas, Design
from railwright.mapmaker.balance.problem.graph_source import Start
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.official import model_deck, proportions
from railwright.mapmaker.balance.problem.space import LENGTHS, near_lengths
from railwright.mapmaker.balance.problem.style import OFFICIAL
from railwright.mapmaker.balance.published.evaluation import Evaluator
from railwright.mapmaker.balance.published.graph_choice import CANDIDATE_PARTS, canvas_of, join_best, rank_parts
from railwright.mapmaker.balance.published.subgames import SubgamesSearch
from railwright.mapmaker.balance.subgames import subgames_start
from railwright.maps.load import load_ruleset

RULES = "usa"
"""New boards have no tunnels, ferries or passengers."""


@dataclass(frozen=True, slots=True)
class NewGraphSource:
    """A graph that did not exist before."""

    title: str
    subgames: bool = False
    """Make three small games first, then one of them."""

    @property
    def name(self) -> str:
        """The title as the name of a file."""
        words = "".join(letter if letter.isalnum() else " " for letter in self.title.lower()).split()
        return "-".join(words) or "new"

    def describe(self) -> dict[str, Any]:
        """Everything else follows from the seed."""
        return {"title": self.title, "subgames": self.subgames}

    def check(self, brief: Brief) -> None:
        """There is nothing yet that could be kept, or changed in part."""
        if brief.change != "board":
            raise OptionError(f"--change {brief.change} needs a board; a new graph has no tickets or tracks yet")
        if brief.restrict_lengths is not None:
            raise OptionError("--restrict-lengths needs a board; a new graph has no lengths yet")

    def check_bounds(self, brief: Brief) -> None:
        """What a board can keep to is known only when its graph is chosen, by play."""

    def lay(self, brief: Brief, judge: Judge) -> Start:
        """Choose parts by play, join them, give them towns; with subgames, make a board of their boards."""
        parts, joined, graph = self._graph(brief, judge)
        rules = load_ruleset(RULES)
        if self.subgames and brief.method == PUBLISHED:
            search = SubgamesSearch(parts, joined, graph, rules, brief.target, judge, seed=brief.seed)
            history = tuple(search.run())
            return Start(history[-1].canvas, history=history)
        rng = Random(f"{brief.seed} tickets")
        if brief.style == OFFICIAL:
            lengths = natural_lengths(graph)
            tickets = round(proportions().tickets_per_city * len(graph.cities))
            canvas = canvas_of(
                graph, rules, rng, lengths=lengths, tickets=CHOICE * tickets, in_proportion=False
            )  # fmt: skip
            canvas = replace(canvas, deck_shape=replace(model_deck(), tickets=tickets))
            space = near_lengths(space_of(brief, canvas, None), lengths, NEAR)
        else:
            canvas = canvas_of(graph, rules, rng)
            space = space_of(brief, canvas, None)
        if self.subgames:
            return subgames_start(parts, joined, canvas, space, brief, judge)
        return Start(canvas, space=space)

    def _graph(self, brief: Brief, judge: Judge) -> tuple[list[Part], Joined, Graph]:
        rng = Random(f"{brief.seed} graph")
        candidates = make_parts(rng, count=CANDIDATE_PARTS)
        evaluator = Evaluator(brief.target, judge, Random(f"{brief.seed} part deals"))
        ranked = rank_parts(evaluator, candidates, load_ruleset(RULES), rng)
        parts, joined = join_best(ranked, rng)
        return parts, joined, graph_of(joined, rng, name=self.name, title=self.title)

    def settle(self, canvas: Canvas, design: Design, brief: Brief) -> Canvas:
        """Where lengths were free of the map, places follow the lengths as far as they can."""
        if brief.style == OFFICIAL:
            return canvas
        graph = laid_out(canvas.graph, Random(f"{brief.seed} places"), lengths=design.lengths)
        return replace(canvas, graph=graph)


def natural_lengths(graph: Graph) -> tuple[int, ...]:
    """How many spaces routes have by their length on the map, with the mean of the usa board."""
    places = [(city.latitude, city.longitude) for city in graph.cities]
    found = [dist(places[a], places[b]) for a, b in graph.routes]
    unit = fmean(found) / proportions().length
    return tuple(min(max(round(length / unit), LENGTHS[0]), LENGTHS[-1]) for length in found)
