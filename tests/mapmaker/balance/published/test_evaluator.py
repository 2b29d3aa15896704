"""Judging by 20 games, and what "consistently" below a threshold means."""

from __future__ import annotations

from random import Random

import pytest

from mapmaker.balance.published.staged import StagedJudge, small_canvas
from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.design import OUT, Design
from railwright.mapmaker.balance.problem.design_space import complete_space
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.mapmaker.balance.published.evaluator import Draft, Evaluator, evaluate
from railwright.workers.pool import WorkerPool

CANVAS = small_canvas()


def design(first_value: int, *, length: int = 2) -> Design:
    return Design((length,) * 4, ((0,), (1,), (2,), (3,)), (first_value, 5))


def task_of(judge: Judge, players: int = 2) -> Evaluator:
    return Evaluator(Target.even(players), judge, Random(1))


def test_a_board_below_the_threshold_is_judged_twice_more() -> None:
    judge = StagedJudge(lambda design: design.values[0] / 100)
    good, bad = evaluate(task_of(judge), [(CANVAS, design(15)), (CANVAS, design(25))], 0.2)
    assert [len(batch) for batch in judge.batches] == [2, 2]
    assert (good.accepted, bad.accepted) == (True, False)
    assert (good.sample.games, bad.sample.games) == (60, 20)
    assert good.distance == pytest.approx(0.15)
    assert bad.distance == pytest.approx(0.25)


def test_one_time_at_the_threshold_is_enough_to_fail_and_becomes_the_label() -> None:
    """0.1 at first, then 0.4 and 0.1 again: label 0.4, and 0.2 over all 60 games."""
    judge = StagedJudge(lambda design: {2: 0.1, 5: 0.4, 6: 0.1}[design.lengths[0]])
    lengths = iter([5, 6])

    def longer(draft: Draft) -> Draft:
        return CANVAS, design(9, length=next(lengths))

    (found,) = evaluate(task_of(judge), [(CANVAS, design(9))], 0.2, longer)
    assert not found.accepted
    assert found.distance == pytest.approx(0.4)
    assert found.total == pytest.approx(0.2)
    assert found.draft == (CANVAS, design(9))


def test_exactly_the_threshold_is_not_below_it() -> None:
    judge = StagedJudge(lambda design: 0.2)
    (found,) = evaluate(task_of(judge), [(CANVAS, design(9))], 0.2)
    assert not found.accepted
    assert len(judge.designs) == 1


def test_each_evaluation_has_games_of_its_own() -> None:
    judge = StagedJudge(lambda design: 0.1)
    evaluate(task_of(judge), [(CANVAS, design(9))] * 3, 0.2)
    seeds = [trial.seed for batch in judge.batches for trial in batch]
    assert len(set(seeds)) == 9


def test_a_board_without_tickets_is_as_bad_as_can_be_and_not_played() -> None:
    judge = StagedJudge(lambda design: 0.1)
    empty = Design((2,) * 4, ((0,),) * 4, (OUT, OUT))
    (found,) = evaluate(task_of(judge), [(CANVAS, empty)], 0.2)
    assert found.distance == found.total == 1
    assert judge.games == 0


@pytest.mark.parametrize(("players", "games"), [(2, 20), (3, 21), (4, 20), (5, 20)])
def test_there_are_20_games_in_whole_rounds(players: int, games: int) -> None:
    with WorkerPool(1) as pool:
        judge = Judge(("random",) * players, pool)
        draft = (CANVAS, complete_space(CANVAS, values=[4, 9]).random(Random(2)))
        (found,) = evaluate(task_of(judge, players), [draft], 0.0)
    assert found.sample.games == judge.games == games


def test_a_target_for_others_is_refused() -> None:
    with pytest.raises(OptionError, match="the target has 3 shares, but there are 2 players"):
        task_of(StagedJudge(lambda design: 0.1), players=3)
