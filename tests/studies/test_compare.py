"""A published number compared with ours, and what is said about the two."""

from __future__ import annotations

import pytest

from railwright.report.document import Paragraph, Part
from railwright.studies.contest import Contest
from railwright.studies.contest_outcome import ContestOutcome
from railwright.studies.ounmaa2022.compare import HIGHER, LOWER, WITHIN, Comparison, agreement
from railwright.studies.ounmaa2022.published import EVALUATION, HOARD
from railwright.studies.ounmaa2022.study import with_effort
from railwright.studies.ounmaa2022.summary import answer
from railwright.studies.player_outcome import POINTS, WIN_RATE, OutcomeEstimate, PlayerOutcome
from railwright.studies.rank_agreement import rank_correlation
from studies.small import TINY, contests


def rate(value: float, *, sample: float = 400) -> OutcomeEstimate:
    return OutcomeEstimate(value, max(0, value - 0.05), min(1, value + 0.05), 0.4, sample)


def compare(measure: str, published: float | None, ours: OutcomeEstimate) -> Comparison:
    return Comparison("usa", HOARD, measure, published, 100, ours, 400)


@pytest.mark.parametrize(("published", "ours", "verdict"), [
    (0.85, 0.82, WITHIN), (0.85, 0.60, LOWER), (0.10, 0.35, HIGHER), (0.0, 0.0, WITHIN), (0.0, 0.01, WITHIN),
])  # fmt: skip
def test_rates_are_compared_with_the_chance_of_both_sides(published: float, ours: float, verdict: str) -> None:
    assert compare(WIN_RATE, published, rate(ours)).verdict == verdict


def test_a_hundred_published_games_leave_more_room_than_our_own_interval() -> None:
    """0.88 lies outside ours, but a hundred games at 0.82 give that often enough."""
    assert compare(WIN_RATE, 0.88, rate(0.82)).verdict == WITHIN


def test_means_are_compared_by_our_deviation() -> None:
    ours = OutcomeEstimate(50.0, 49.0, 51.0, 20.0, 400)
    assert compare(POINTS, 53.5, ours).verdict == WITHIN
    assert compare(POINTS, 56.0, ours).verdict == LOWER
    assert compare(POINTS, 44.0, ours).verdict == HIGHER


def test_what_was_not_published_is_not_judged() -> None:
    rows = [compare(WIN_RATE, None, rate(0.5)), compare(WIN_RATE, 0.5, rate(0.5)), compare(WIN_RATE, 0.9, rate(0.5))]
    assert [row.verdict for row in rows] == ["", WITHIN, LOWER]
    assert agreement(rows).startswith("1 of 2 published numbers")
    assert rows[0].pair().published is None


def test_rank_correlation_matches_worked_examples() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 45]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(0.8)
    assert rank_correlation([1, 1, 2, 2], [1, 1, 2, 2]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3], [7, 7, 7]) == 0


def outcome(experiment: Contest, rates: dict[str, float]) -> ContestOutcome:
    players = {
        label: PlayerOutcome(label, 400, {WIN_RATE: rate(rates.get(label, 0.0))}, ()) for label in experiment.labels
    }
    return ContestOutcome({"games": 400}, 1.0, 1, players)


def summary(hoard: list[float], evaluation: float) -> str:
    """The answers for six variants with these win rates of the card hoarding player."""
    by_name = {one.name: one for one in contests(with_effort(TINY, 1).items)}
    six = [one for name, one in by_name.items() if name.startswith(("table-7-", "table-8-", "table-9-"))]
    found = {
        one.name: outcome(one, {HOARD: value, EVALUATION: evaluation}) for one, value in zip(six, hoard, strict=False)
    }
    parts: tuple[Part, ...] = answer(six, by_name["table-10-linear"], [], [], [], found)
    assert isinstance(parts[0], Paragraph)
    return parts[0].text


def test_a_player_that_is_first_everywhere_is_named_with_how_sure_that_is() -> None:
    text = summary([0.85, 0.79, 0.8, 0.86, 0.82, 0.75], 0.1)
    assert "HoardCards has the highest win rate in all 6 variants (0.75 to 0.86)" in text
    assert "in 6 of them its 95% confidence interval lies above" in text
    assert "wins least often in North America (big cities)" in text


def test_intervals_that_overlap_are_not_called_apart() -> None:
    text = summary([0.85, 0.79, 0.8, 0.86, 0.82, 0.34], 0.3)
    assert "in 5 of them" in text


def test_different_leaders_are_all_named() -> None:
    text = summary([0.85, 0.1, 0.8, 0.86, 0.82, 0.75], 0.3)
    assert "depends on the variant" in text
    assert "Evaluation in Europe" in text


def test_without_all_six_variants_nothing_is_answered() -> None:
    assert "not all of them were played" in summary([0.85, 0.79], 0.1)
