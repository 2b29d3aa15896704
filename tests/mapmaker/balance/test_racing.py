"""Our search: its model, its races, and what comes of it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mapmaker.balance.boards import PLAYERS, ring
from railwright.arena.workers import Crew
from railwright.mapmaker.balance.design import Design
from railwright.mapmaker.balance.distance import Target
from railwright.mapmaker.balance.judge import Judge, Trial
from railwright.mapmaker.balance.model import describe, fit
from railwright.mapmaker.balance.racing import RacingSearch
from railwright.mapmaker.balance.sample import Sample
from railwright.mapmaker.balance.space import complete_space

CANVAS = ring()
SPACE = complete_space(CANVAS)


def test_the_model_learns_a_linear_truth_from_noisy_rounds() -> None:
    rng, chance = Random(1), np.random.default_rng(1)
    designs = [SPACE.random(rng) for _ in range(300)]
    described = np.array([describe(design) for design in designs])
    spread = (described - described.mean(axis=0)) / np.where(described.std(axis=0) > 0, described.std(axis=0), 1)
    first = 0.4 + 0.03 * spread[:, 0] - 0.04 * spread[:, 5]
    samples = [Sample.of(chance.multinomial(1, (p, 1 - p), size=200).astype(float)) for p in first]
    model = fit(described, samples)
    predicted = model.predict(described)
    assert predicted.sum(axis=1) == pytest.approx(np.ones(300))
    noise = np.sqrt(0.4 * 0.6 / 200)
    assert np.sqrt(((predicted[:, 0] - first) ** 2).mean()) < 0.75 * noise
    imagined = model.imagine(chance).predict(described)
    assert imagined.sum(axis=1) == pytest.approx(np.ones(300))


def test_a_model_of_pure_noise_expects_nothing() -> None:
    rng, chance = Random(2), np.random.default_rng(2)
    described = np.array([describe(SPACE.random(rng)) for _ in range(100)])
    samples = [Sample.of(chance.multinomial(1, (0.5, 0.5), size=50).astype(float)) for _ in range(100)]
    predicted = fit(described, samples).predict(described)
    assert np.abs(predicted - 0.5).max() < 0.05


class _Chance:
    """A judge whose games are coins: how often the first player wins follows from the design."""

    players = ("a", "b")
    games = 0

    def try_all(self, trials: list[Trial]) -> list[Sample]:
        found = []
        for trial in trials:
            chance = np.random.default_rng([trial.seed, trial.first, hash(trial.design) & 0xFFFF])
            share = first_share(trial)
            wins = chance.multinomial(1, (share, 1 - share), size=trial.rounds).astype(float)
            found.append(Sample.of(wins))
            self.games += 2 * trial.rounds
        return found


def first_share(trial: Trial) -> float:
    """Long routes are good for the first player, tickets for the second."""
    length = sum(trial.design.lengths) / len(trial.design.lengths)
    return float(np.clip(0.1 * length + 0.3 - 0.02 * sum(value > 0 for value in trial.design.values), 0.01, 0.99))


def test_a_wanted_share_far_from_random_ones_is_found() -> None:
    target = Target((0.7, 0.3))
    search = RacingSearch(CANVAS, SPACE, target, _Chance(), seed=1)  # type: ignore[arg-type]
    steps = list(search.run(40_000))
    shares = [first_share(Trial(CANVAS, SPACE.random(Random(i)), 0, 1)) for i in range(200)]
    found = first_share(Trial(CANVAS, steps[-1].best, 0, 1))
    assert max(shares) < 0.6, "random designs are far from the target"
    assert abs(found - 0.7) < 0.03
    assert steps[-1].distance < steps[0].distance


def test_the_same_seed_gives_the_same_design_with_any_number_of_workers() -> None:
    found = []
    for workers in (1, 2):
        with Crew(workers) as crew:
            judge = Judge(PLAYERS, crew)
            steps = list(RacingSearch(CANVAS, SPACE, Target.even(4), judge, seed=5).run(9_000))
            found.append([(step.games, step.best, step.shares) for step in steps])
    assert found[0] == found[1]


def test_only_allowed_designs_are_proposed() -> None:
    judge = _Chance()
    seen: list[Design] = []
    real = judge.try_all

    def watch(trials: list[Trial]) -> list[Sample]:
        seen.extend(trial.design for trial in trials)
        return real(trials)

    judge.try_all = watch  # type: ignore[method-assign]
    search = RacingSearch(
        CANVAS, SPACE, Target((0.7, 0.3)), judge, seed=1,  # type: ignore[arg-type]
        draw=lambda rng: next(d for d in iter(lambda: SPACE.random(rng), None) if d.doubles <= 6),
        allowed=lambda design: design.doubles <= 6,
    )  # fmt: skip
    list(search.run(30_000))
    assert len(set(seen)) > 100
    assert max(design.doubles for design in seen) <= 6
