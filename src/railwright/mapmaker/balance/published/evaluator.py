"""How the published method evaluates boards: 20 games each, and more for those that may end the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import SEED_BITS, DesignTrial, Judge
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.mapmaker.balance.published.assignments import is_playable

GAMES = 20
"""Games on a board (paper, section "The Distance Function"). They are played in whole rounds, in which each player
takes every seat once: 21 games with three players."""

CONFIRMATIONS = 2
"""Further samples of 20 games in which a board must be below the threshold to be "consistently" below it."""

WORST = 1.0
"""The distance of a board that cannot be played."""

ROUNDING = 1e-9
"""Rounding tolerance: a distance this close to the threshold is not below it."""


Draft = tuple[DesignCanvas, Design]
"""A board to be evaluated."""


@dataclass(frozen=True, slots=True)
class Evaluator:
    """The target, and the players that evaluate boards."""

    target: Target
    judge: Judge
    deals: Random
    """Source of the seeds; each evaluation gets its own."""

    def __post_init__(self) -> None:
        shares, players = len(self.target.shares), len(self.judge.players)
        if shares != players:
            raise OptionError(f"the target has {shares} shares, but there are {players} players; give one share each")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The evaluation of a board."""

    draft: Draft
    distance: float
    """The label: the distance over 20 games, of the first sample at or above the threshold if there is one."""
    accepted: bool
    """Whether every sample was below the threshold."""
    sample: Sample
    """All its games."""
    total: float
    """The distance over all its games."""


def unchanged(draft: Draft) -> Draft:
    """The same draft, for boards that are evaluated again as they are."""
    return draft


def evaluate(
    evaluator: Evaluator, drafts: Sequence[Draft], threshold: float, again: Callable[[Draft], Draft] = unchanged
) -> list[Verdict]:
    """Evaluate boards by 20 games each.

    Those below the threshold are evaluated again, after ``again`` has redrawn what does not belong to the assignment
    under evaluation.
    """
    samples = [[sample] for sample in _play(evaluator, drafts)]
    promising = [k for k, own in enumerate(samples) if _is_below(evaluator, own[0], threshold)]
    repeats = [again(drafts[k]) for k in promising for _ in range(CONFIRMATIONS)]
    for place, sample in enumerate(_play(evaluator, repeats)):
        samples[promising[place // CONFIRMATIONS]].append(sample)
    return [_verdict(evaluator, draft, own, threshold) for draft, own in zip(drafts, samples, strict=True)]


def _play(evaluator: Evaluator, drafts: Sequence[Draft]) -> list[Sample]:
    """Play 20 games on each board that can be played."""
    players = len(evaluator.judge.players)
    rounds = -(-GAMES // players)
    numbers = [k for k, (_, design) in enumerate(drafts) if is_playable(design)]
    trials = [DesignTrial(*drafts[k], evaluator.deals.getrandbits(SEED_BITS), rounds) for k in numbers]
    samples = [Sample.none(players) for _ in drafts]
    for k, sample in zip(numbers, evaluator.judge.try_all(trials) if trials else [], strict=True):
        samples[k] = sample
    return samples


def _distance(evaluator: Evaluator, sample: Sample) -> float:
    return evaluator.target.distance(sample.mean) if sample.rounds else WORST


def _is_below(evaluator: Evaluator, sample: Sample, threshold: float) -> bool:
    return _distance(evaluator, sample) < threshold - ROUNDING


def _verdict(evaluator: Evaluator, draft: Draft, samples: Sequence[Sample], threshold: float) -> Verdict:
    failed = [sample for sample in samples if not _is_below(evaluator, sample, threshold)]
    total = sum(samples, Sample.none(len(evaluator.judge.players)))
    label = _distance(evaluator, failed[0] if failed else samples[0])
    return Verdict(draft, label, not failed, total, _distance(evaluator, total))
