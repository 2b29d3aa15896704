"""Plans of trainings: boards, seats and budgets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from railwright.errors import FileError, OptionError, RailwrightError
from railwright.maps.load import load_board, load_setup
from railwright.training.training_plan import DECISIONS_PER_MINUTE, TrainingPlan, read_board, read_seats


def plan_of(**options: float) -> TrainingPlan:
    settings = {"minutes": 1.0, "seed": 1, **options}
    return TrainingPlan((load_setup("usa"), load_setup("germany")), (2, 5), **settings)  # type: ignore[arg-type]


def test_boards_can_name_a_ticket_deck(tmp_path: Path) -> None:
    assert read_board("usa").names == {"board": "usa", "ruleset": "usa", "tickets": "base"}
    assert read_board("usa/1910").deck == "1910"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(load_board("usa").to_dict()), encoding="utf-8")
    assert read_board(str(file)).deck == "base"
    assert read_board(f"{file}/mega").deck == "mega"
    for wrong in ("atlantis", "usa/atlantis", "usa/", "usa/1910/2", "", str(tmp_path / "other.json")):
        with pytest.raises(RailwrightError):
            read_board(wrong)


def test_seats_are_numbers_and_ranges() -> None:
    assert read_seats("2") == (2,)
    assert read_seats("2-5") == (2, 3, 4, 5)
    assert read_seats("4,2") == (2, 4)
    for wrong in ("", "x", "1", "6", "5-2", "2-", "-3", "2-99999999999"):
        with pytest.raises(OptionError, match="--seats"):
            read_seats(wrong)


def test_the_budget_counts_decisions() -> None:
    plan = plan_of(minutes=10)
    assert [(table.board, table.seats) for table in plan.tables] == [
        ("usa/base", 2), ("usa/base", 5), ("germany/germany_2017", 2), ("germany/germany_2017", 5),
    ]  # fmt: skip
    assert plan.decisions_per_update == 512 * 64
    assert plan.updates * plan.decisions_per_update == pytest.approx(10 * DECISIONS_PER_MINUTE, rel=0.01)
    assert plan.evaluated_at == [0, *(round(plan.updates * part / 4) for part in (1, 2, 3)), plan.updates]
    assert plan_of(minutes=0.001).updates == 1
    assert plan_of(evaluation=0).evaluated_at == []


def test_without_minutes_only_the_odds_are_fitted_to_as_many_games_as_ever() -> None:
    plan = plan_of(minutes=0)
    assert (plan.updates, plan.evaluated_at) == (0, [0])
    assert plan.odds_games == plan_of(minutes=10_000).odds_games > plan_of(minutes=1).odds_games


@pytest.mark.parametrize(
    ("option", "value"), [("minutes", -1), ("minutes", float("nan")), ("side_by_side", 0),
                          ("steps", 0), ("evaluation", -1), ("seed", -1)]
)  # fmt: skip
def test_a_plan_that_cannot_be_followed_is_refused(option: str, value: float) -> None:
    with pytest.raises(OptionError):
        plan_of(**{option: value})


def test_a_plan_is_read_as_it_was_written() -> None:
    plan = plan_of(minutes=3, side_by_side=20)
    data = json.loads(json.dumps(plan.to_dict()))
    again = TrainingPlan.from_dict(data, "p")
    assert again.to_dict() == plan.to_dict()
    assert again.tables[1].board == plan.tables[1].board
    with pytest.raises(FileError, match="p: has no complete plan"):
        TrainingPlan.from_dict({**data, "seats": [9]}, "p")
