"""The distance of win shares from the wanted ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.distance import Target, estimate_distance
from railwright.mapmaker.balance.problem.sample import Sample


def test_the_worked_example_of_the_paper() -> None:
    assert Target((0.35, 0.4, 0.25)).distance([0.34, 0.38, 0.28]) == pytest.approx(0.04)


@pytest.mark.parametrize(
    ("shares", "printed"),
    [
        ((0.2025, 0.0325, 0.3045, 0.4605), 0.212),
        ((0.215, 0.151, 0.251, 0.382), 0.1068),
        ((0.3079, 0.123, 0.2907, 0.277), 0.10103),
        ((0.241, 0.091, 0.29, 0.378), 0.134),
    ],
)
def test_the_printed_distances_are_those_of_a_denominator_with_the_wrong_sign(
    shares: tuple[float, ...], printed: float
) -> None:
    """Tables 2, 7 and 9 divide by 2 + 2 min, not by 2 - 2 min as the paper's formula and its example do."""
    target = Target.even(4)
    assert target.distance(shares) * target.worst / (2 + 2 * 0.25) == pytest.approx(printed, abs=5e-4)


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=5), st.data())
def test_a_distance_is_from_0_for_the_target_to_1_for_its_least_player_alone(
    raw: list[float], data: st.DataObject
) -> None:
    target = Target(tuple(share / sum(raw) for share in raw))
    other = np.array(data.draw(st.lists(st.floats(0, 1), min_size=len(raw), max_size=len(raw)))) + 1e-9
    least = min(range(len(raw)), key=lambda player: target.shares[player])
    alone = [float(player == least) for player in range(len(raw))]
    assert target.distance(target.shares) == 0
    assert target.distance(alone) == pytest.approx(1)
    assert 0 <= target.distance(other / other.sum()) <= 1 + 1e-9


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ((0.5, 0.5, 0.0), "has the share 0; each must lie between 0 and 1"),
        ((0.5, 0.6), "adds up to 1.1"),
        ((1.0,), "at least 2 players"),
        ((), "not none"),
        ((1.5, -0.5), "has the share 1.5"),
        ((float("nan"), 0.5), "has the share nan"),
    ],
)
def test_a_target_that_makes_no_sense_is_refused_in_one_line(shares: tuple[float, ...], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Target(shares)


def test_the_interval_covers_the_true_distance_about_19_times_in_20() -> None:
    target, truth = Target.even(4), np.array([0.3, 0.2, 0.28, 0.22])
    rng = np.random.default_rng(3)
    hits = 0
    for repeat in range(300):
        winners = rng.choice(4, size=(400, 4), p=truth)
        shares = (winners[:, :, None] == np.arange(4)).mean(axis=1)
        found = estimate_distance(target, Sample.of(shares), seed=repeat)
        hits += found.low <= target.distance(truth) <= found.high
    assert 0.9 <= hits / 300 <= 0.99


def test_a_single_round_tells_nothing_of_its_uncertainty() -> None:
    found = estimate_distance(Target.even(2), Sample.of(np.array([[0.5, 0.5]])), seed=1)
    assert (found.mean, found.low, found.high) == (0.0, 0.0, 1.0)
