"""The two phases: what is tried together, what is kept, and when they end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from mapmaker.balance.published.staged import StagedJudge, small_canvas
from railwright.errors import OptionError
from railwright.game.colors import GRAY
from railwright.mapmaker.balance.problem.design import OUT, Design, of_board
from railwright.mapmaker.balance.problem.design_space import DesignSpace, complete_space, near_lengths, settled_space
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import DesignTrial, Judge
from railwright.mapmaker.balance.published.phase_progress import PhaseProgress
from railwright.mapmaker.balance.published.phases import side_by_side
from railwright.mapmaker.balance.published.two_phase_search import PHASE_ONE, PHASE_TWO, SETTLED, PublishedSearch
from railwright.maps.load import load_board, load_ruleset
from railwright.workers.pool import WorkerPool

CANVAS = small_canvas()
OPEN = complete_space(CANVAS)
EVEN = Target.even(2)


def run(distance: Callable[[Design], float], space: DesignSpace = OPEN) -> tuple[StagedJudge, list[PhaseProgress]]:
    judge = StagedJudge(distance)
    return judge, list(PublishedSearch(CANVAS, space, EVEN, judge, seed=3).run())


def fixed(space: DesignSpace, **features: object) -> DesignSpace:
    return replace(space, **features)  # type: ignore[arg-type]


def test_candidates_are_exchanged_in_step() -> None:
    assert side_by_side("abcd", [1, 2]) == [("a", 1), ("b", 2), ("c", 1), ("d", 2)]
    assert side_by_side("a", [1, 2, 3]) == [("a", 1), ("a", 2), ("a", 3)]


def test_both_phases_end_at_once_below_their_thresholds() -> None:
    judge, reports = run(lambda design: 0.05)
    assert [report.phase for report in reports] == [PHASE_ONE, PHASE_TWO]
    assert all(report.accepted and report.distance == pytest.approx(0.05) for report in reports)
    assert [len(batch) for batch in judge.batches] == [4, 8, 9, 18], "4 and 9 candidates, each confirmed twice"
    assert [report.games for report in reports] == [12 * 20, 39 * 20]


def test_phase_one_has_the_larger_threshold() -> None:
    _, reports = run(lambda design: 0.15)
    assert [report.phase for report in reports] == [PHASE_ONE] + [PHASE_TWO] * 4
    assert [report.accepted for report in reports] == [True] + [False] * 4


def test_phase_one_confirms_an_assignment_with_other_lengths_and_colours() -> None:
    judge, _ = run(lambda design: 0.05)
    first, again = (judge.batches[k][0].design for k in (0, 1))
    assert first.values == again.values
    assert [len(own) for own in first.colors] == [len(own) for own in again.colors]
    assert (first.lengths, first.colors) != (again.lengths, again.colors)


def test_phase_two_evaluates_all_16_combinations_of_the_four_best_and_takes_the_best() -> None:
    """One route is open. Lengths far from 2 and colours of high numbers are worse."""
    space = fixed(
        OPEN,
        lengths=(OPEN.lengths[0], (2,), (2,), (2,)),
        tracks=((1,),) * 4,
        values=((5,), (7,)),
        colors=(0, 1, 2, 3, 4),
    )
    judge, reports = run(lambda design: 0.3 + 0.1 * abs(design.lengths[0] - 2) + 0.01 * design.colors[0][0], space)
    tried, combined = judge.batches[:2]
    assert len(tried) == 6, "all lengths, and colours from the beginning again"
    pairs = {(trial.design.lengths[0], trial.design.colors[0]) for trial in combined}
    assert len(combined) == len(pairs) == 16
    colors = {color for _, color in pairs}
    assert {length for length, _ in pairs} == {1, 2, 3, 4}
    assert len(colors) == 4
    best = (2, min(colors))
    later = judge.batches[2:]
    assert {(trial.design.lengths[0], trial.design.colors[0]) for batch in later for trial in batch} == {best}
    assert reports[-1].best.lengths[0] == 2
    assert reports[-1].distance == pytest.approx(
        min(0.3 + 0.01 * d.colors[0][0] for d in judge.designs if d.lengths[0] == 2)
    )


def test_phase_two_takes_one_step_for_each_route_and_keeps_what_phase_one_has_chosen() -> None:
    judge, reports = run(lambda design: 0.5 + design.values[0] / 1000 + design.doubles / 100)
    first = [report for report in reports if report.phase == PHASE_ONE][-1]
    second = [report for report in reports if report.phase == PHASE_TWO]
    assert [report.step for report in second] == [1, 2, 3, 4]
    assert first.best.values[0] == min(d.values[0] for d in judge.designs if d.doubles == first.best.doubles)
    assert all(report.best.values == first.best.values for report in second)
    assert all([*map(len, report.best.colors)] == [*map(len, first.best.colors)] for report in second)


def test_phase_one_ends_after_ten_steps_for_each_open_variable() -> None:
    _, reports = run(lambda design: 0.9)
    assert sum(report.phase == PHASE_ONE for report in reports) == 10 * (2 + 4)


def test_phase_one_ends_when_everything_has_been_tried() -> None:
    space = fixed(OPEN, values=((5, 6), (7,)), tracks=((1, 2), (1,), (1,), (1,)))
    judge, reports = run(lambda design: 0.9, space)
    assert [report.phase for report in reports] == [PHASE_ONE] + [PHASE_TWO] * 4
    assert {(d.values[0], len(d.colors[0])) for d in judge.designs[:2]} in [{(5, 1), (6, 2)}, {(5, 2), (6, 1)}]


def test_the_best_complete_assignment_is_returned_where_none_is_accepted() -> None:
    judge, reports = run(lambda design: 0.3 + sum(design.lengths) / 100)
    shortest = min(sum(trial.design.lengths) for batch in judge.batches[-8:] for trial in batch)
    assert sum(reports[-1].best.lengths) == shortest
    assert reports[-1].rounds == 10


def test_lengths_stay_within_the_restriction() -> None:
    original = Design((1, 3, 6, 4), ((0,), (1,), (2,), (3,)), (5, 7))
    judge, _ = run(lambda design: 0.9, near_lengths(OPEN, original.lengths, 1))
    seen = [sorted({design.lengths[k] for design in judge.designs}) for k in range(4)]
    assert seen == [[1, 2], [2, 3, 4], [5, 6], [3, 4, 5]]


def test_only_ticket_values_can_be_open() -> None:
    original = Design((1, 3, 6, 4), ((0,), (1, 2), (2,), (3,)), (5, 7))
    judge, reports = run(lambda design: 0.9, settled_space(original, values=((OUT, 4, 5, 6),) * 2))
    assert {report.phase for report in reports} == {PHASE_ONE}
    assert {(design.lengths, design.colors) for design in judge.designs} == {(original.lengths, original.colors)}
    assert {design.values for design in judge.designs} == {
        (a, b) for a in (OUT, 4, 5, 6) for b in (OUT, 4, 5, 6) if (a, b) != (OUT, OUT)
    }


def test_where_nothing_is_open_the_one_design_is_judged() -> None:
    original = Design((1, 3, 6, 4), ((0,), (1, 2), (2,), (3,)), (5, 7))
    _, reports = run(lambda design: 0.3, settled_space(original))
    assert [(report.phase, report.best) for report in reports] == [(SETTLED, original)]


def test_colours_of_parallel_tracks_differ_where_the_space_says_so() -> None:
    space = fixed(OPEN, tracks=((2,),) * 4)
    judge, _ = run(lambda design: 0.9, space)
    gray = max(space.colors)
    assert all(a != b or a == b == gray for design in judge.designs for a, b in design.colors)
    assert all((a == gray) == (b == gray) for design in judge.designs for a, b in design.colors)


def test_boards_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(OptionError, match="no board of these choices can be played"):
        run(lambda design: 0.3, fixed(OPEN, values=((OUT,), (OUT,))))


def test_points_for_lengths_are_not_for_the_published_method() -> None:
    with pytest.raises(OptionError, match="does not choose the points"):
        run(lambda design: 0.3, fixed(OPEN, points=((1.0, 2.0),)))


def test_points_that_are_settled_are_kept() -> None:
    points = (1.0, 2.0, 4.0, 7.0, 10.0, 14.0)
    judge, _ = run(lambda design: 0.05, fixed(OPEN, points=tuple((own,) for own in points)))
    assert {design.points for design in judge.designs} == {points}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_number_of_players_can_be_searched_for(players: int) -> None:
    names = ("one-step", "path", "long-route", "hungry", "random")[:players]
    space = fixed(OPEN, lengths=((1, 2), (2,), (2,), (2,)), tracks=((1, 2), (1,), (1,), (1,)), colors=(0, 1))
    with WorkerPool(1) as pool:
        judge = Judge(names, pool)
        *_, last = PublishedSearch(CANVAS, space, Target.even(players), judge, seed=1).run()
    assert len(last.shares) == players
    assert sum(last.shares) == pytest.approx(1)
    assert last.games == judge.games > 0


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    """Phase one and a few steps of phase two on the usa board, played for real."""
    canvas, original = of_board(load_board("usa"), load_ruleset("usa"), "base")
    space = near_lengths(complete_space(canvas), original.lengths, 1)
    open_routes = 2
    space = fixed(
        space,
        lengths=(*space.lengths[:open_routes], *((n,) for n in original.lengths[open_routes:])),
        tracks=(*space.tracks[:open_routes], *((1,) for _ in original.lengths[open_routes:])),
        values=(*space.values[:1], *((v,) for v in original.values[1:])),
        colors=(GRAY,),
    )  # fmt: skip
    found = []
    for workers in (1, 2):
        with WorkerPool(workers) as pool:
            judge = Judge(("path", "random"), pool)
            reports = list(PublishedSearch(canvas, space, Target((0.6, 0.4)), judge, seed=5).run())
            fresh = judge.try_all([DesignTrial(canvas, reports[-1].best, 7, 5)])[0]
        found.append((reports, fresh.totals.tolist()))
    assert found[0] == found[1]


def test_other_seeds_find_other_boards() -> None:
    bests = []
    for seed in (1, 1, 2):
        *_, last = PublishedSearch(CANVAS, OPEN, EVEN, StagedJudge(lambda design: 0.5), seed=seed).run()
        bests.append(last.best)
    assert bests[0] == bests[1] != bests[2]
    assert OPEN.random(Random(1)) != bests[0]
