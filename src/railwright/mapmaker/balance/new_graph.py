"""A new graph for a board: parts are chosen by play, joined, and laid out as a map of invented towns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from random import Random
from statistics import fmean
from typing import Any

from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.joining import Joined
from railwright.mapmaker.balance.graph.make import graph_of, laid_out
from railwright.mapmaker.balance.graph.parts import Part, make_parts
from railwright.mapmaker.balance.problem.board_style import OFFICIAL
from railwright.mapmaker.balance.problem.brief import NEAR, PUBLISHED, Brief, check_new_graph, space_of
from railwright.mapmaker.balance.problem.candidate_tickets import CHOICE
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import LENGTHS, near_lengths
from railwright.mapmaker.balance.problem.graph_source import Start
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.problem.official import model_deck, proportions
from railwright.mapmaker.balance.published.evaluator import Evaluator
from railwright.mapmaker.balance.published.graph_choice import CANDIDATE_PARTS, canvas_of, join_best, rank_parts
from railwright.mapmaker.balance.published.subgames import SubgamesSearch
from railwright.mapmaker.balance.subgames_start import subgames_start
from railwright.maps.load import load_ruleset

RULES = "usa"
"""Ruleset of new boards, which have no tunnels, ferries or passengers."""


@dataclass(frozen=True, slots=True)
class NewGraphSource:
    """Generates a new graph."""

    title: str
    subgames: bool = False
    """Whether to make three small games first and combine them into one."""

    @property
    def name(self) -> str:
        """The title as a file name."""
        words = "".join(letter if letter.isalnum() else " " for letter in self.title.lower()).split()
        return "-".join(words) or "new"

    def describe(self) -> dict[str, Any]:
        """The title, and whether there are subgames; everything else follows from the seed."""
        return {"title": self.title, "subgames": self.subgames}

    def check(self, brief: Brief) -> None:
        """Refuse options that need an existing board."""
        check_new_graph(brief)

    def check_bounds(self, brief: Brief) -> None:
        """Nothing to check: which bounds can be satisfied is known only once the graph has been chosen by play."""

    def find_start(self, brief: Brief, judge: Judge) -> Start:
        """Choose parts by play, join them and name their towns; with subgames, combine three small boards."""
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

    def final_canvas(self, canvas: DesignCanvas, design: Design, brief: Brief) -> DesignCanvas:
        """In the free style, move the cities so that distances on the map follow the lengths as far as possible."""
        if brief.style == OFFICIAL:
            return canvas
        graph = laid_out(canvas.graph, Random(f"{brief.seed} places"), lengths=design.lengths)
        return replace(canvas, graph=graph)


def natural_lengths(graph: Graph) -> tuple[int, ...]:
    """Route lengths in spaces, proportional to those on the map, with the mean of the usa board."""
    places = [(city.latitude, city.longitude) for city in graph.cities]
    found = [dist(places[a], places[b]) for a, b in graph.routes]
    unit = fmean(found) / proportions().length
    return tuple(min(max(round(length / unit), LENGTHS[0]), LENGTHS[-1]) for length in found)
