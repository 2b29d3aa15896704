"""Boards from three subgames: what each stage may change and what it must keep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from random import Random

import pytest

from mapmaker.balance.published.staged import StagedJudge, pairs_of
from railwright.game.board import City
from railwright.mapmaker.balance.graph.graph import Graph
from railwright.mapmaker.balance.graph.joining import Joined
from railwright.mapmaker.balance.graph.parts import Part, make_parts
from railwright.mapmaker.balance.making import balance
from railwright.mapmaker.balance.new_graph import NewGraphSource
from railwright.mapmaker.balance.problem.brief import PUBLISHED, Brief
from railwright.mapmaker.balance.problem.design import Design
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.graph_source import Start
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.published.graph_choice import Ranked, join_best
from railwright.mapmaker.balance.published.phase_progress import PhaseProgress
from railwright.mapmaker.balance.published.subgames import SubgamesSearch
from railwright.maps.load import load_ruleset
from railwright.workers.pool import WorkerPool

PLAYERS = ("random", "hoard")


@cache
def joined_parts() -> tuple[list[Part], Joined]:
    """Three parts and how they are joined: seconds of work, so not while tests are collected."""
    return join_best([Ranked(part, False, 0.1) for part in make_parts(Random(4), count=6)], Random(1))


def whole_graph() -> Graph:
    _, joined = joined_parts()
    return Graph("new", "New", tuple(City(f"City {k}", 0.0, float(k)) for k in range(36)), joined.edges)


def search_on(graph: Graph) -> SubgamesSearch:
    ruleset = load_ruleset("usa")
    return SubgamesSearch(*joined_parts(), graph, ruleset, Target.even(2), StagedJudge(distance), seed=1)


def distance(design: Design) -> float:
    """Phase one is accepted at once; phase two never is, and short routes are better."""
    return 0.15 + sum(design.lengths) / len(design.lengths) / 200


@pytest.fixture(scope="module")
def reports() -> tuple[PhaseProgress, ...]:
    """All reports of a search."""
    return tuple(search_on(whole_graph()).run())


@pytest.fixture(scope="module")
def stages(reports: tuple[PhaseProgress, ...]) -> dict[str, PhaseProgress]:
    """The last report of each stage and phase."""
    return {phase: list(own)[-1] for phase, own in groupby(reports, key=lambda report: report.phase)}


@dataclass(frozen=True)
class Finished(NewGraphSource):
    """A graph on which the search is already complete."""

    reports: tuple[PhaseProgress, ...] = ()

    def find_start(self, brief: Brief, judge: Judge) -> Start:
        """The result of the search, with its history."""
        return Start(self.reports[-1].canvas, history=self.reports)


def test_the_course_of_the_search_is_played_on_the_final_tickets_alone(reports: tuple[PhaseProgress, ...]) -> None:
    brief = Brief(players=PLAYERS, target=Target.even(2), style="free", method=PUBLISHED, seed=1)
    with WorkerPool(1) as pool:
        made = balance(
            brief, Finished("New", subgames=True, reports=reports), Judge(PLAYERS, pool), evaluation_games=20
        )
    whole = [report for report in reports if report.canvas == reports[-1].canvas]
    assert {report.phase.partition(":")[0] for report in whole} == {"all tickets", "near lengths"}
    assert (made.checkpoints[0].games, made.checkpoints[-1].games) == (whole[0].games, reports[-1].games)


def test_the_stages_come_in_the_published_order(stages: dict[str, PhaseProgress]) -> None:
    both = ("values and doubles", "lengths and colours")
    subgames = [f"subgame {number}: {phase}" for number in (1, 2, 3) for phase in both]
    new = [f"new routes: {phase}" for phase in both]
    assert list(stages) == [*subgames, *new, "all tickets: values and doubles", "near lengths: lengths and colours"]


def features(report: PhaseProgress, shift: int = 0) -> dict[tuple[int, int], tuple[int, tuple[int, ...]]]:
    routes = report.canvas.graph.routes
    found = zip(routes, report.best.lengths, report.best.colors, strict=True)
    return {(a + shift, b + shift): (length, colors) for (a, b), length, colors in found}


def test_joined_subgames_stay_as_they_are_but_for_new_routes(stages: dict[str, PhaseProgress]) -> None:
    joined = stages["new routes: lengths and colours"]
    whole = features(joined)
    tickets = dict(zip(pairs_of(joined.canvas), joined.best.values, strict=True))
    for k in range(3):
        subgame = stages[f"subgame {k + 1}: lengths and colours"]
        old = features(subgame, 12 * k)
        assert {route: whole[route] for route in old} == old
        own = zip(pairs_of(subgame.canvas), subgame.best.values, strict=True)
        assert all(tickets[a + 12 * k, b + 12 * k] == value for (a, b), value in own)
    parts, joining = joined_parts()
    assert len(whole) == sum(len(part.edges) for part in parts) + len(joining.new)
    assert stages["new routes: lengths and colours"].step == len(joining.new) == 18


def test_tickets_over_the_whole_graph_leave_the_routes_alone(stages: dict[str, PhaseProgress]) -> None:
    before, after = stages["new routes: lengths and colours"], stages["all tickets: values and doubles"]
    assert features(before) == features(after)
    assert any(a // 12 != b // 12 for a, b in pairs_of(after.canvas)), "some lead from one subgame to another"
    assert len(pairs_of(after.canvas)) == 30


def test_at_last_lengths_change_by_one_at_most(stages: dict[str, PhaseProgress]) -> None:
    before, after = stages["all tickets: values and doubles"], stages["near lengths: lengths and colours"]
    changes = [a - b for a, b in zip(after.best.lengths, before.best.lengths, strict=True)]
    assert set(changes) <= {-1, 0, 1}
    middles = [(max(1, length - 1) + min(6, length + 1)) / 2 for length in before.best.lengths]
    assert sum(after.best.lengths) < sum(middles), "shorter is better here"
    assert (after.best.colors, after.best.values) == (before.best.colors, before.best.values)
    assert after.canvas == before.canvas


def test_a_graph_of_other_parts_is_refused() -> None:
    graph = whole_graph()
    with pytest.raises(ValueError, match="not that of the joined parts"):
        search_on(Graph("new", "New", graph.cities, graph.routes[1:]))
