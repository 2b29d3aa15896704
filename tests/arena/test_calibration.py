"""How stated win chances are compared with outcomes."""

from __future__ import annotations

import numpy as np
import pytest

from railwright.arena.calibration import Forecasts, log_loss


def forecasts(chance: list[float], outcome: list[float], **more: list[float]) -> Forecasts:
    count = len(chance)
    return Forecasts(
        np.array(chance), np.array(outcome), np.array(more.get("game", range(count)), np.int64),
        np.array(more.get("progress", [0.0] * count)), np.array(more.get("lead", [0.0] * count)),
    )  # fmt: skip


def test_the_error_is_the_mean_distance_over_bins() -> None:
    found = forecasts([0.82, 0.88, 0.31, 1.0], [1, 0, 0, 1])
    assert found.calibration_error == pytest.approx((abs(0.82 + 0.88 - 1) + 0.31 + 0) / 4)
    assert [(one.count, one.stated, one.came_true) for one in found.bins] == [
        (1, 0.31, 0.0), (2, pytest.approx(0.85), 0.5), (1, 1.0, 1.0),
    ]  # fmt: skip


def test_right_forecasts_have_about_the_error_of_chance_and_wrong_ones_more() -> None:
    rng = np.random.default_rng(3)
    chance = rng.random(4000)
    outcome = (rng.random(4000) < chance).astype(float)
    right = forecasts(chance.tolist(), outcome.tolist())
    assert right.chance_error == pytest.approx(0.017, abs=0.005)
    assert right.calibration_error < 2 * right.chance_error
    bold = forecasts(np.where(chance > 0.5, 0.5 + chance / 2, chance / 2).tolist(), outcome.tolist())
    assert bold.calibration_error > 0.1
    for one in right.bins:
        assert one.low <= one.came_true <= one.high


def test_many_positions_of_few_games_have_a_larger_error_by_chance() -> None:
    chance = np.random.default_rng(1).random(1000)
    many = forecasts(chance.tolist(), [0.0] * 1000)
    few = forecasts(chance.tolist(), [0.0] * 1000, game=[i // 20 for i in range(1000)])
    assert few.chance_error > 1.4 * many.chance_error


def test_the_loss_by_stage_is_beside_that_of_the_best_curve_of_the_lead() -> None:
    rng = np.random.default_rng(5)
    lead = rng.normal(0, 20, 5000)
    chance = 1 / (1 + np.exp(-(0.3 + lead / 10)))
    outcome = (rng.random(5000) < chance).astype(float)
    known = forecasts(chance.tolist(), outcome.tolist(), lead=lead.tolist(), progress=(rng.random(5000)).tolist())
    assert [one.stage for one in known.stages] == [0, 1, 2, 3, 4]
    assert sum(one.count for one in known.stages) == 5000
    for one in known.stages:
        assert one.of_lead == pytest.approx(one.ours, abs=0.01), "the lead says all there is"
    blind = forecasts([0.5] * 5000, outcome.tolist(), lead=lead.tolist())
    assert blind.stages[0].ours == pytest.approx(np.log(2))
    assert blind.stages[0].of_lead < 0.5


def test_a_certain_forecast_that_fails_costs_much_but_not_everything() -> None:
    assert log_loss(np.array([1.0]), np.array([0.0])) == pytest.approx(-np.log(1e-4))
    assert log_loss(np.array([0.5]), np.array([0.5])) == pytest.approx(np.log(2))


def test_the_figures_as_an_object() -> None:
    found = forecasts([0.2, 0.4, 0.9], [0, 1, 1], game=[1, 1, 2]).to_dict()
    assert (found["positions"], found["games"], len(found["bins"]), len(found["stages"])) == (3, 2, 3, 1)
