"""The choice of three parts, and tickets on new graphs."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mapmaker.balance.published.staged import StagedJudge, pairs_of
from railwright.errors import OptionError
from railwright.game.board import City
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.parts import Part, make_parts
from railwright.mapmaker.balance.problem.design import Design
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import DesignTrial, Judge
from railwright.mapmaker.balance.published.evaluator import Evaluator
from railwright.mapmaker.balance.published.graph_choice import (
    Ranked,
    canvas_of,
    graph_of_part,
    join_best,
    rank_parts,
)
from railwright.maps.load import load_ruleset
from railwright.workers.pool import WorkerPool

USA = load_ruleset("usa")
PARTS = make_parts(Random(4), count=6)


def task_of(judge: Judge) -> Evaluator:
    return Evaluator(Target.even(len(judge.players)), judge, Random(1))


def test_parts_that_are_consistently_near_come_first_and_then_the_nearest() -> None:
    """The number of routes tells the parts apart: 25 is always near, 26 only at first, the others never."""
    seen: dict[int, int] = {}

    def distance(design: Design) -> float:
        routes = len(design.lengths)
        seen[routes] = seen.get(routes, 0) + 1
        return {25: 0.1, 26: 0.05 if seen[26] == 1 else 0.3}[routes] if routes < 27 else routes / 50

    full = next(part for part in make_parts(Random(9), count=40) if len(part.edges) >= 28)
    parts = [Part(full.edges[:count]) for count in (28, 26, 27, 25)]
    ranked = rank_parts(task_of(StagedJudge(distance)), parts, USA, Random(2))
    assert [len(one.part.edges) for one in ranked] == [25, 26, 27, 28]
    assert [one.accepted for one in ranked] == [True, False, False, False]
    assert [one.distance for one in ranked] == pytest.approx([0.1, (0.05 + 0.3 + 0.3) / 3, 0.54, 0.56])


def test_the_best_three_that_can_be_joined_are_joined() -> None:
    ranked = [Ranked(part, False, 0.1 * k) for k, part in enumerate(PARTS)]
    parts, joined = join_best(ranked, Random(1))
    assert len(parts) == 3
    assert joined.vertices == 36
    assert len(joined.edges) == sum(len(part.edges) for part in parts) + 18


@pytest.mark.parametrize("count", [0, 2])
def test_fewer_than_three_parts_cannot_be_joined(count: int) -> None:
    with pytest.raises(OptionError, match=f"no 3 of these {count} parts can be joined"):
        join_best([Ranked(part, True, 0.1) for part in PARTS[:count]], Random(1))


@pytest.mark.parametrize(("cities", "tickets"), [(12, 24), (36, 30)])
def test_tickets_of_new_graphs_join_cities_that_are_not_neighbours(cities: int, tickets: int) -> None:
    if cities == 12:
        graph = graph_of_part(PARTS[0])
    else:
        _, joined = join_best([Ranked(part, False, 0.1) for part in PARTS], Random(1))
        graph = Graph("new", "New", tuple(City(f"City {k}", 0.0, float(k)) for k in range(36)), joined.edges)
    canvas = canvas_of(graph, USA, Random(3))
    assert len(canvas.tickets) == len(set(pairs_of(canvas))) == tickets
    assert not set(pairs_of(canvas)) & set(graph.routes)
    assert all(0 <= a < b < cities for a, b in pairs_of(canvas))


def test_how_far_apart_tickets_are_is_measured_with_the_lengths_of_routes() -> None:
    graph, rng = graph_of_part(PARTS[0]), Random(4)
    lengths = [rng.randint(1, 6) for _ in graph.routes]
    far = dict.fromkeys(product(range(12), repeat=2), 99)
    for (a, b), length in zip(graph.routes, lengths, strict=True):
        far[a, b] = far[b, a] = length
    for between, a, b in product(range(12), repeat=3):
        far[a, b] = min(far[a, b], far[a, between] + far[between, b])
    canvas = canvas_of(graph, USA, Random(3), lengths=lengths, tickets=20)
    assert len(canvas.tickets) == 20
    assert [ticket.points for ticket in canvas.tickets] == [far[pair] for pair in pairs_of(canvas)]


@pytest.mark.parametrize("length", [1, 6])
def test_games_on_a_part_end_even_where_it_has_fewer_spaces_than_a_player_has_trains(length: int) -> None:
    """With single tracks of length 1 there are at most 30 spaces for 180 trains."""
    canvas = canvas_of(graph_of_part(PARTS[0]), USA, Random(3))
    routes = len(canvas.graph.routes)
    design = Design((length,) * routes, tuple((k % 9,) for k in range(routes)), (10,) * len(pairs_of(canvas)))
    with WorkerPool(1) as pool:
        judge = Judge(("one-step", "path", "long-route", "hungry"), pool)
        (sample,) = judge.try_all([DesignTrial(canvas, design, 1, 5)])
    assert sample.games == 20
    assert sample.mean.sum() == pytest.approx(1)
