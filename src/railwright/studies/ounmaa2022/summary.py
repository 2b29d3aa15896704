"""Answers to the two questions of the thesis, claiming no more than the intervals allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from railwright.report.document import Bullets, Paragraph, Part
from railwright.studies.contest import Contest
from railwright.studies.contest_outcome import ContestOutcome, ContestOutcomes
from railwright.studies.ounmaa2022.published import HOARD, LOWEST_HOARD_WIN_RATE
from railwright.studies.player_outcome import WIN_RATE, OutcomeEstimate


@dataclass(frozen=True, slots=True)
class Podium:
    """The first two players of an experiment by win rate."""

    title: str
    first: str
    rate: OutcomeEstimate
    second: str
    second_rate: OutcomeEstimate

    @property
    def is_clear(self) -> bool:
        """Whether the intervals of the two do not overlap."""
        return self.rate.low > self.second_rate.high

    def sentence(self) -> str:
        """Who is first, and how certain that is."""
        sure = "the intervals do not overlap" if self.is_clear else "the intervals overlap, so the order is uncertain"
        return (
            f"{self.title}: {self.first} has the highest win rate, {_shown(self.rate)}, ahead of {self.second} with "
            f"{_shown(self.second_rate)}; {sure}."
        )


def podium(title: str, outcome: ContestOutcome) -> Podium:
    """The first two players of an experiment."""
    ranked = sorted(outcome.players.values(), key=lambda player: -player[WIN_RATE].value)
    first, second = ranked[:2]
    return Podium(title, first.label, first[WIN_RATE], second.label, second[WIN_RATE])


def _shown(rate: OutcomeEstimate) -> str:
    return f"{rate.value:.2f} ({rate.low:.2f} to {rate.high:.2f})"


def _podiums(experiments: Sequence[Contest], outcomes: ContestOutcomes) -> list[Podium]:
    """The first two players of each experiment that was played."""
    return [podium(one.variant.title, outcomes[one.name]) for one in experiments if one.name in outcomes]


def answer(
    six: Sequence[Contest], linear: Contest, without: Sequence[Contest], official: Sequence[Contest],
    eleven: Sequence[Contest], outcomes: ContestOutcomes,
) -> tuple[Part, ...]:  # fmt: skip
    """What the results say about the questions of the thesis, and about our additions."""
    found = _podiums(six, outcomes)
    parts: list[Part] = []
    if len(found) == len(six):
        text = f"{_best_player(found)} {_effect_of_variants(found, [outcomes[one.name] for one in six])}"
        parts += [Paragraph(text), Bullets(tuple(one.sentence() for one in found))]
    else:
        parts.append(
            Paragraph("The two questions of the thesis need tables 7, 8 and 9; not all of them were played here.")
        )
    more = []
    if linear.name in outcomes:
        more.append(f"Table 10. {podium(linear.variant.title, outcomes[linear.name]).sentence()}")
    more += [f"Table 11, without the card-hoarding player. {one.sentence()}" for one in _podiums(without, outcomes)]
    more += [f"Table A. {one.sentence()}" for one in _podiums(official, outcomes)]
    more += [f"Table C, eleven players. {one.sentence()}" for one in _podiums(eleven, outcomes)]
    if more:
        parts += [Paragraph("Beyond the two questions:"), Bullets(tuple(more))]
    return tuple(parts)


def _best_player(found: Sequence[Podium]) -> str:
    """The first question: which player is best in four-player games?"""
    leaders = list(dict.fromkeys(one.first for one in found))
    if len(leaders) > 1:
        listed = "; ".join(f"{leader} in {_titles(found, leader)}" for leader in leaders)
        return f"Which player is best in four-player games depends on the variant. Highest win rates: {listed}."
    clear = sum(one.is_clear for one in found)
    rates = [one.rate.value for one in found]
    return (
        f"Which player is best in four-player games? {leaders[0]} has the highest win rate in all {len(found)} "
        f"variants ({min(rates):.2f} to {max(rates):.2f}); in {clear} of them its 95% confidence interval lies above "
        "that of the next player."
    )


def _titles(found: Sequence[Podium], leader: str) -> str:
    return ", ".join(one.title for one in found if one.first == leader)


def _effect_of_variants(found: Sequence[Podium], outcomes: Sequence[ContestOutcome]) -> str:
    """The second question: what do the variants change?"""
    hoard = [(outcome[HOARD][WIN_RATE], one.title) for outcome, one in zip(outcomes, found, strict=True)]
    low, high = min(hoard, key=lambda rate: rate[0].value), max(hoard, key=lambda rate: rate[0].value)
    overlap = "do not overlap" if low[0].high < high[0].low else "overlap"
    names = dict.fromkeys(one.second for one in found)
    seconds = "; ".join(f"{name} in {', '.join(one.title for one in found if one.second == name)}" for name in names)
    above = sum(rate.low > LOWEST_HOARD_WIN_RATE for rate, _ in hoard)
    below = sum(rate.high < LOWEST_HOARD_WIN_RATE for rate, _ in hoard)
    return (
        f"What do the variants change? {HOARD} wins least often in {low[1]}, {_shown(low[0])}, and most often in "
        f"{high[1]}, {_shown(high[0])}; these intervals {overlap}. The thesis says that it won at least 75% of the "
        f"games in every variant; our interval lies above that in {above} and below it in {below} of {len(found)} "
        f"variants. Second place: {seconds}."
    )
