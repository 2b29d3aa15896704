"""The sequential test: its ratio, its error rates, and that it decides what is plain."""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.arena.sprt import Question, SequentialTest, likelihood_ratio
from railwright.errors import OptionError
from railwright.players.levels.elo import expected_share, rating_difference


def best_log_likelihood(weights: tuple[float, float, float], mean: float) -> float:
    """The greatest log likelihood of scores 0, 1/2, 1 under a mean, by trying out the mass of 1/2: slow but sure."""
    lost, half, won = weights
    low, high = 0.0, 2 * min(mean, 1 - mean)
    for _ in range(4):
        masses = np.linspace(low, high, 2001)[1:-1]
        won_mass, lost_mass = mean - masses / 2, 1 - mean - masses / 2
        found = lost * np.log(lost_mass) + half * np.log(masses) + won * np.log(won_mass)
        best = int(found.argmax())
        step = (high - low) / 2000
        low, high = max(low, masses[best] - 2 * step), min(high, masses[best] + 2 * step)
    return float(found.max())


counts = st.tuples(*[st.integers(1, 200).map(float)] * 3)


@given(counts, st.floats(0.05, 0.9), st.floats(0.01, 0.05))
def test_the_ratio_compares_the_likeliest_distributions(
    weights: tuple[float, float, float], p0: float, step: float
) -> None:
    found = likelihood_ratio(np.array([0.0, 0.5, 1.0]), np.array(weights), p0, p0 + step)
    slow = best_log_likelihood(weights, p0 + step) - best_log_likelihood(weights, p0)
    assert found == pytest.approx(slow, rel=1e-3, abs=1e-3)


@given(counts, st.floats(0.05, 0.9), st.floats(0.01, 0.05))
def test_seen_from_the_other_side_the_ratio_is_the_same(
    weights: tuple[float, float, float], p0: float, step: float
) -> None:
    values = np.array([0.0, 0.5, 1.0])
    one = likelihood_ratio(values, np.array(weights), p0, p0 + step)
    other = likelihood_ratio(values, np.array(weights[::-1]), 1 - p0, 1 - p0 - step)
    assert one == pytest.approx(other, abs=1e-6)


def test_scores_of_0_and_1_give_walds_own_ratio() -> None:
    found = likelihood_ratio(np.array([0.0, 1.0]), np.array([30.0, 50.0]), 0.5, 0.6)
    assert found == pytest.approx(50 * log(0.6 / 0.5) + 30 * log(0.4 / 0.5))


def test_near_one_half_the_ratio_is_the_normal_approximation() -> None:
    rng = np.random.default_rng(1)
    scores = (rng.random((5000, 2)) < 0.51).mean(axis=1)
    values, weights = np.unique(scores, return_counts=True)
    p0, p1 = expected_share(0, 0), expected_share(10, 0)
    normal = len(scores) * (p1 - p0) * (2 * scores.mean() - p0 - p1) / (2 * scores.var())
    assert likelihood_ratio(values, weights.astype(float), p0, p1) == pytest.approx(normal, rel=0.02)


def independent(rng: np.random.Generator, rate: float) -> float:
    return float(rng.binomial(2, rate)) / 2


def shared_luck(rng: np.random.Generator, rate: float) -> float:
    return float(rng.binomial(2, rng.beta(2 * rate, 2 * (1 - rate)))) / 2


def opposed_luck(rng: np.random.Generator, rate: float) -> float:
    return float(rng.binomial(4, rate)) / 4 if rng.random() < 0.5 else float(int(4 * rate + rng.random())) / 4


@pytest.mark.parametrize("scores", [independent, shared_luck, opposed_luck])
@pytest.mark.parametrize(("p0", "p1"), [(0.5, 0.6), (0.5, 0.75), (0.85, 0.92), (0.95, 0.99)])
def test_wrong_answers_are_as_rare_as_promised(
    scores: Callable[[np.random.Generator, float], float], p0: float, p1: float
) -> None:
    question = Question(p0, p1, alpha=0.1, beta=0.05)
    rng = np.random.default_rng(int(1000 * p1))
    runs = 150
    wrong = {p0: 0, p1: 0}
    for truth in (p0, p1):
        for _ in range(runs):
            test = SequentialTest(question)
            while test.answer is None:
                test.add(scores(rng, truth))
            wrong[truth] += test.answer != truth
    assert wrong[p0] <= 1.5 * 0.1 * runs + 3
    assert wrong[p1] <= 1.5 * 0.05 * runs + 3


def test_a_plain_difference_is_decided_with_few_rounds_and_a_fine_one_with_many() -> None:
    rng = np.random.default_rng(1)
    used = []
    for p1 in (0.8, 0.55):
        test = SequentialTest(Question(0.5, p1))
        while test.answer is None:
            test.add(independent(rng, p1))
        used.append(len(test.scores))
    assert used[0] < 30
    assert used[1] > 5 * used[0]


def test_rounds_that_are_all_won_are_enough() -> None:
    test = SequentialTest(Question(0.5, expected_share(50, 0)))
    while test.answer is None:
        test.add(1.0)
    assert test.answer == test.question.p1
    assert 10 < len(test.scores) < 40
    assert test.estimate().mean == 1
    assert test.estimate().low > 0.5


def test_elo_and_rates_belong_together() -> None:
    assert expected_share(0, 0) == 0.5
    assert expected_share(400, 0) == pytest.approx(10 / 11)
    assert rating_difference(expected_share(-123, 0)) == pytest.approx(-123)


@pytest.mark.parametrize(
    ("p0", "p1", "alpha", "beta", "message"),
    [
        (0.5, 0.5, 0.05, 0.05, "the first win rate must be below the second"),
        (0.0, 0.5, 0.05, 0.05, "between 0 and 1"),
        (0.5, 1.0, 0.05, 0.05, "between 0 and 1"),
        (0.5, 0.6, 0.0, 0.05, "alpha: must be"),
        (0.5, 0.6, 0.05, 0.5, "beta: must be"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(
    p0: float, p1: float, alpha: float, beta: float, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        Question(p0, p1, alpha, beta)
