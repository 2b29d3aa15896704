"""Intervals: what they are for independent games, how they respect rounds, and that they cover what they should."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from railwright.arena.intervals import Z_95, estimate_mean, estimate_rate, student, wilson

Values = NDArray[np.float64]


def slow_sums(values: list[float], rounds: list[int]) -> list[float]:
    """The residuals of each round, added up by hand."""
    mean = sum(values) / len(values)
    return [sum(v - mean for v, r in zip(values, rounds, strict=True) if r == one) for one in sorted(set(rounds))]


games = st.integers(2, 4).flatmap(
    lambda seats: st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=seats + 1, max_size=40).map(
        lambda values: (values, [i // seats for i in range(len(values))])
    )
)


def test_wilson_interval_matches_a_worked_example() -> None:
    low, high = wilson(rate=0.4, trials=100)
    assert (round(low, 4), round(high, 4)) == (0.3094, 0.4980)
    assert wilson(rate=0.0, trials=0) == (0.0, 1.0)
    assert wilson(rate=0.0, trials=10)[0] == 0.0
    assert wilson(rate=1.0, trials=10)[1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("freedom", "printed"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_students_t_matches_printed_tables(freedom: int, printed: float) -> None:
    assert student(freedom) == pytest.approx(printed, rel=0.002)


def test_students_t_ends_at_the_normal_distribution() -> None:
    assert student(0) == inf
    assert student(10**9) == pytest.approx(Z_95)


@given(st.lists(st.sampled_from([0.0, 1.0]), min_size=2, max_size=60))
def test_with_rounds_of_a_single_game_the_interval_is_wilsons(values: list[float]) -> None:
    estimate = estimate_rate(np.array(values), np.arange(len(values)))
    low, high = wilson(rate=estimate.mean, trials=len(values))
    assert estimate.sample == pytest.approx(len(values))
    assert estimate.low == pytest.approx(low, abs=1e-9)
    assert estimate.high == pytest.approx(high, abs=1e-9)


@given(games)
def test_the_effective_sample_size_follows_from_the_sums_of_rounds(case: tuple[list[float], list[int]]) -> None:
    values, rounds = case
    n, g, mean = len(values), len(set(rounds)), sum(values) / len(values)
    single = sum((value - mean) ** 2 for value in values)
    few = (student(n - 1) / student(g - 1)) ** 2
    if max(values) == min(values):
        expected = g * few
    else:
        clustered = sum(total**2 for total in slow_sums(values, rounds)) * g / (g - 1)
        design = ((g - 1) * clustered / (single * n / (n - 1)) + 1) / g
        expected = mean * (1 - mean) * n / (design * single / n) * few
    assert estimate_rate(np.array(values), np.array(rounds)).sample == pytest.approx(expected, rel=1e-6)


@given(games)
def test_a_rate_lies_in_its_interval_and_the_interval_between_0_and_1(case: tuple[list[float], list[int]]) -> None:
    estimate = estimate_rate(np.array(case[0]), np.array(case[1]))
    assert 0 <= estimate.low <= estimate.mean
    assert estimate.mean <= estimate.high <= 1


@given(games)
def test_losing_is_winning_seen_from_the_other_side(case: tuple[list[float], list[int]]) -> None:
    values, rounds = np.array(case[0]), np.array(case[1])
    one, other = estimate_rate(values, rounds), estimate_rate(1 - values, rounds)
    assert other.low == pytest.approx(1 - one.high)
    assert other.high == pytest.approx(1 - one.low)


@given(games)
def test_the_order_of_games_and_the_numbers_of_rounds_do_not_matter(case: tuple[list[float], list[int]]) -> None:
    values, rounds = np.array(case[0]), np.array(case[1])
    mixed = np.random.default_rng(1).permutation(len(values))
    renamed = 1000 - 7 * rounds[mixed]
    assert estimate_rate(values[mixed], renamed).sample == pytest.approx(estimate_rate(values, rounds).sample)


def test_one_round_alone_says_nothing_about_the_rate() -> None:
    estimate = estimate_rate(np.array([1.0, 0.0]), np.array([0, 0]))
    assert (estimate.low, estimate.high) == (0.0, 1.0)
    assert estimate_mean(np.array([50.0, 60.0]), np.array([0, 0])) is None


def test_games_of_a_round_that_always_end_alike_count_once() -> None:
    rng = np.random.default_rng(1)
    deals = (rng.random(400) < 0.5).astype(float)
    estimate = estimate_rate(np.repeat(deals, 4), np.repeat(np.arange(400), 4))
    assert estimate.sample == pytest.approx(400, rel=0.02)


def test_seats_that_even_each_other_out_count_more_than_once() -> None:
    rng = np.random.default_rng(1)
    first = (rng.random(400) < 0.5).astype(float)
    values = np.stack([first, np.where(rng.random(400) < 0.8, 1 - first, first)], axis=1).ravel()
    sample = estimate_rate(values, np.repeat(np.arange(400), 2)).sample
    assert sample == pytest.approx(len(values) / (1 - 0.6), rel=0.3), "the correlation of the two games is -0.6"


def test_the_interval_of_a_mean_matches_a_calculation_by_hand() -> None:
    values = [3.0, 5.0, 4.0, 8.0, 1.0]
    estimate = estimate_mean(np.array(values), np.array([0, 0, 1, 1, 2]))
    assert estimate is not None
    sums = [-0.4, 3.6, -3.2]  # the mean is 4.2
    half = 4.3026527 * sqrt(3 / 2 * sum(total**2 for total in sums)) / 5
    assert estimate.mean == pytest.approx(4.2)
    assert estimate.low == pytest.approx(4.2 - half)
    assert estimate.high == pytest.approx(4.2 + half)


@pytest.mark.parametrize("rounds", [5, 40])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("rate", [0.25, 0.5, 0.95])
@pytest.mark.parametrize("luck", ["independent", "shared", "opposed"])
def test_the_interval_covers_the_truth_in_95_of_100_matches(rounds: int, seats: int, rate: float, luck: str) -> None:
    """Also for few rounds, rates near 1, luck that a round's games share or that evens out, an unfinished round."""
    rng = np.random.default_rng([rounds, seats, int(100 * rate)])
    covered, matches = 0, 400
    for _ in range(matches):
        values = _round_scores(rng, rounds, seats, rate, luck)[:-1]
        numbers = np.repeat(np.arange(rounds), seats)[:-1]
        estimate = estimate_rate(values, numbers)
        covered += estimate.low <= rate <= estimate.high
    assert covered / matches > 0.925, "four standard errors below 0.95 would be 0.906"


def _round_scores(rng: np.random.Generator, rounds: int, seats: int, rate: float, luck: str) -> Values:
    if luck == "shared":
        chance = rng.beta(3 * rate, 3 * (1 - rate), (rounds, 1))
        return (rng.random((rounds, seats)) < chance).astype(float).ravel()
    if luck == "opposed":
        wins = np.floor(rate * seats + rng.random(rounds))
        order = rng.random((rounds, seats)).argsort(axis=1)
        exact = (order < wins[:, None]).astype(float)
        free = (rng.random((rounds, seats)) < rate).astype(float)
        return np.where(rng.random((rounds, 1)) < 0.5, exact, free).ravel()
    return (rng.random((rounds, seats)) < rate).astype(float).ravel()
