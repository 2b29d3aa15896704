"""Our search: its model, its races, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elsewhere import call_elsewhere
from mapmaker.balance.boards import PLAYERS, ring
from railwright.game.colors import GRAY
from railwright.mapmaker.balance.problem.board_style import Style
from railwright.mapmaker.balance.problem.design import OUT, Design
from railwright.mapmaker.balance.problem.design_space import LENGTHS, complete_space
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.judge import DesignTrial, Judge
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.problem.range import Range
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.mapmaker.balance.search import rival_searches
from railwright.mapmaker.balance.search.climbing import SearchProblem
from railwright.mapmaker.balance.search.description import TOTALS, describe, differences
from railwright.mapmaker.balance.search.model import fit
from railwright.mapmaker.balance.search.racing_search import RacingSearch
from railwright.mapmaker.balance.search.rival_searches import best_of, searches_for
from railwright.workers.pool import WorkerPool

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


@given(seed=st.integers(0, 10**6), changes=st.integers(0, 6))
def test_differences_are_those_of_the_descriptions(seed: int, changes: int) -> None:
    rng = Random(seed)
    space = replace(SPACE, points=(tuple(range(1, 9)),) * 6)
    old = new = space.random(rng)
    for _ in range(changes):
        new = space.change(new, rng)
    found = describe(old)
    for place, amount in differences(old, new):
        found[place] += amount
    assert found == pytest.approx(describe(new))


def test_a_model_sees_the_same_shift_in_differences_and_in_descriptions() -> None:
    rng, chance = Random(3), np.random.default_rng(3)
    designs = [SPACE.random(rng) for _ in range(50)]
    samples = [Sample.of(chance.multinomial(1, (0.6, 0.4), size=50).astype(float)) for _ in designs]
    model = fit(np.array([describe(design) for design in designs]), samples).imagine(chance)
    old, new = designs[:2]
    before, after = model.predict(np.array([describe(old), describe(new)]))
    assert model.shift(differences(old, new)) == pytest.approx(after - before)


def test_descriptions_begin_with_totals() -> None:
    design = SPACE.random(Random(4))
    described = describe(design)
    tracks = [len(own) for own in design.colors]
    for length in LENGTHS:
        assert described[length] == sum(n for n, own in zip(tracks, design.lengths, strict=True) if own == length)
    colors = [color for own in design.colors for color in own]
    values = [value for value in design.values if value != OUT]
    assert described[TOTALS - 4 : TOTALS].tolist() == [len(colors), colors.count(GRAY), len(values), sum(values)]


class _Chance:
    """A judge whose games are coins: how often the first player wins follows from the design."""

    players = ("a", "b")
    pool = WorkerPool(1)
    games = 0

    def try_all(self, trials: list[DesignTrial]) -> list[Sample]:
        found = []
        for trial in trials:
            chance = np.random.default_rng([trial.seed, trial.first, hash(trial.design) & 0xFFFF])
            share = first_share(trial)
            wins = chance.multinomial(1, (share, 1 - share), size=trial.rounds).astype(float)
            found.append(Sample.of(wins))
            self.games += 2 * trial.rounds
        return found


def first_share(trial: DesignTrial) -> float:
    """Long routes are good for the first player, tickets for the second."""
    length = sum(trial.design.lengths) / len(trial.design.lengths)
    return float(np.clip(0.1 * length + 0.3 - 0.02 * sum(value > 0 for value in trial.design.values), 0.01, 0.99))


def test_a_wanted_share_far_from_random_ones_is_found() -> None:
    target = Target((0.7, 0.3))
    judge: Any = _Chance()
    search = RacingSearch(SearchProblem(CANVAS, SPACE, Style(), target), judge, games=40_000, seed=1)
    steps = list(best_of([search], judge, 40_000))
    shares = [first_share(DesignTrial(CANVAS, SPACE.random(Random(i)), 0, 1)) for i in range(200)]
    found = first_share(DesignTrial(CANVAS, steps[-1].best, 0, 1))
    assert max(shares) < 0.6, "random designs are far from the target"
    assert abs(found - 0.7) < 0.03
    assert steps[-1].distance < steps[0].distance


def steps_of_a_search(games: int) -> list[tuple[Any, ...]]:
    """Where a search is after each step."""
    judge: Any = _Chance()
    search = RacingSearch(SearchProblem(CANVAS, SPACE, Style(), Target((0.7, 0.3))), judge, games=games, seed=3)
    return [(step.games, step.best.lengths, step.best.values) for step in best_of([search], judge, games)]


def test_the_same_seed_gives_the_same_design_on_other_processors() -> None:
    """Linear algebra made for an old processor, and for one core, gives other eigenvectors."""
    old = call_elsewhere(steps_of_a_search, 3_000, OPENBLAS_CORETYPE="Prescott", OPENBLAS_NUM_THREADS="1")
    assert old == call_elsewhere(steps_of_a_search, 3_000, OPENBLAS_NUM_THREADS="2")
    assert len(old) > 5


def test_the_same_seed_gives_the_same_design_with_any_number_of_workers() -> None:
    found = []
    for workers in (1, 2):
        with WorkerPool(workers) as pool:
            judge = Judge(PLAYERS, pool)
            problem = SearchProblem(CANVAS, SPACE, Style(), Target.even(4))
            steps = list(best_of([RacingSearch(problem, judge, games=5_000, seed=5)], judge, 5_000))
            found.append([(step.games, step.best, step.shares) for step in steps])
    assert found[0] == found[1]


def test_only_allowed_designs_are_proposed() -> None:
    seen: list[Design] = []

    class Watching(_Chance):
        def try_all(self, trials: list[DesignTrial]) -> list[Sample]:
            seen.extend(trial.design for trial in trials)
            return super().try_all(trials)

    judge: Any = Watching()
    few_doubles = Style(double_share=Range(0, 6 / len(SPACE.tracks)))
    search = RacingSearch(
        SearchProblem(CANVAS, SPACE, few_doubles, Target((0.7, 0.3))), judge, games=30_000, seed=1,
        draw=lambda rng: next(d for d in iter(lambda: SPACE.random(rng), None) if d.doubles <= 6),
    )  # fmt: skip
    list(best_of([search], judge, 30_000))
    assert len(set(seen)) > 100
    assert max(design.doubles for design in seen) <= 6


class _Watched(RacingSearch):
    """Keeps what it reports."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.reports: list[Progress] = []

    def advance(self) -> Progress:
        self.reports.append(super().advance())
        return self.reports[-1]


def test_changes_of_the_winner_race_it_when_its_distance_is_known() -> None:
    """What races in the end is near the winner of the race before, and has the same rounds."""
    raced: list[list[DesignTrial]] = []

    class Watching(_Chance):
        def try_all(self, trials: list[DesignTrial]) -> list[Sample]:
            raced.append(trials)
            return super().try_all(trials)

    judge: Any = Watching()
    search = RacingSearch(SearchProblem(CANVAS, SPACE, Style(), Target((0.7, 0.3))), judge, games=20_000, seed=2)
    for _ in range(4):
        search.advance()
    first = search.final(8_000)
    before = len(raced)
    second = search.refine(8_000)
    designs = [trial.design for trial in raced[before]]
    assert designs[0] == first.best
    assert len(designs) > 8
    assert {trial.rounds for trial in raced[before]} == {trial.rounds for trial in raced[before - 4]}
    assert second.rounds > raced[before][0].rounds
    assert min(abs(first_share(DesignTrial(CANVAS, design, 0, 1)) - 0.7) for design in designs) < 0.02


def test_searches_race_until_one_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rival_searches, "HEAT_GAMES", heat := 4_000)
    games = 60_000
    judge: Any = _Chance()
    problem = SearchProblem(CANVAS, SPACE, Style(), Target((0.7, 0.3)))
    searches = [_Watched(problem, judge, games=games, seed=1, number=number) for number in range(4)]
    steps = list(best_of(searches, judge, games))
    assert judge.games == pytest.approx(games, rel=0.2)
    assert [step.games for step in steps] == sorted(step.games for step in steps)
    first, second, third, last = sorted(searches, key=lambda search: len(search.reports), reverse=True)
    assert first.reports[-1].games > second.reports[-1].games + 10_000
    for fewer in (third, last):
        after = len(fewer.reports) - 1
        assert fewer.reports[-1].games < 5 * heat * 1.5, "it dropped out after the first heat"
        assert all(better.reports[after].distance <= fewer.reports[-1].distance for better in (first, second))
    assert len({search.reports[0].best for search in searches}) == 4, "each has random numbers of its own"


def test_one_search_is_enough_when_there_are_few_games() -> None:
    assert [searches_for(games) for games in (1, 600_000, 1_500_000, 3_400_000, 6_100_000)] == [1, 1, 2, 4, 8]
