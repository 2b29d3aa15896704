"""How the published method judges boards: 20 games each, and more for those that may end the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from railwright.errors import OptionError
from railwright.mapmaker.balance.design import Canvas, Design
from railwright.mapmaker.balance.distance import Target
from railwright.mapmaker.balance.judge import Judge, Trial
from railwright.mapmaker.balance.published.choices import is_playable
from railwright.mapmaker.balance.sample import Sample

GAMES = 20
"""Games on a board (paper, section "The Distance Function"). They are played in whole rounds, in which each player
sits everywhere once: 21 with three players."""

CONFIRMATIONS = 2
"""A board's distance is "consistently" below the threshold if it is so in the first 20 games and in so many times 20
games more."""

WORST = 1.0
"""The distance of a board that cannot be played."""

ROUNDING = 1e-9
"""A distance that differs from the threshold only by rounding is not below it."""

SEED_BITS = 40


@dataclass(frozen=True, slots=True)
class Task:
    """Where boards are judged, and what is wanted of them."""

    canvas: Canvas
    target: Target
    judge: Judge
    deals: Random
    """Gives each evaluation games of its own."""

    def __post_init__(self) -> None:
        shares, players = len(self.target.shares), len(self.judge.players)
        if shares != players:
            raise OptionError(f"the target has {shares} shares, but there are {players} players")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about a board."""

    design: Design
    distance: float
    """For its label: that of 20 games, the first at or above the threshold if there are more."""
    accepted: bool
    """Whether it was below the threshold each time."""
    sample: Sample
    """All its games."""
    total: float
    """The distance over all its games."""


def unchanged(design: Design) -> Design:
    """For designs that are judged again as they are."""
    return design


def evaluate(
    task: Task, designs: Sequence[Design], threshold: float, again: Callable[[Design], Design] = unchanged
) -> list[Verdict]:
    """Judge boards by 20 games each; those below the threshold are judged again, after ``again`` has changed what does
    not belong to the assignment that is being judged."""
    first = _play(task, designs)
    promising = [k for k, sample in enumerate(first) if _is_below(task, sample, threshold)]
    repeats = [again(designs[k]) for k in promising for _ in range(CONFIRMATIONS)]
    second = _play(task, repeats)
    samples = [[sample] for sample in first]
    for place, k in enumerate(promising):
        samples[k] += second[place * CONFIRMATIONS : (place + 1) * CONFIRMATIONS]
    return [_verdict(task, design, own, threshold) for design, own in zip(designs, samples, strict=True)]


def _play(task: Task, designs: Sequence[Design]) -> list[Sample]:
    """So many games on each design that can be played."""
    players = len(task.judge.players)
    rounds = -(-GAMES // players)
    numbers = [k for k, design in enumerate(designs) if is_playable(design)]
    trials = [Trial(task.canvas, designs[k], task.deals.getrandbits(SEED_BITS), rounds) for k in numbers]
    samples = [Sample.none(players) for _ in designs]
    for k, sample in zip(numbers, task.judge.try_all(trials) if trials else [], strict=True):
        samples[k] = sample
    return samples


def _distance(task: Task, sample: Sample) -> float:
    return task.target.distance(sample.mean) if sample.rounds else WORST


def _is_below(task: Task, sample: Sample, threshold: float) -> bool:
    return _distance(task, sample) < threshold - ROUNDING


def _verdict(task: Task, design: Design, samples: Sequence[Sample], threshold: float) -> Verdict:
    failed = [sample for sample in samples if not _is_below(task, sample, threshold)]
    total = sum(samples, Sample.none(len(task.judge.players)))
    label = _distance(task, failed[0] if failed else samples[0])
    return Verdict(design, label, not failed, total, _distance(task, total))
