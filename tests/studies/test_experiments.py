"""Experiments: who plays, how often, and that everything follows from the seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from railwright.players.registry import load_player
from railwright.studies.contest import Contest, LineupPlace, play_contest
from railwright.studies.contest_outcome import ContestOutcome
from railwright.studies.ounmaa2022 import experiments as games
from railwright.studies.ounmaa2022.effort import FULL, QUICK, Effort
from railwright.studies.ounmaa2022.published import MCTS, RULE
from railwright.studies.ounmaa2022.readings import READINGS, contest_of
from railwright.studies.ounmaa2022.study import with_effort
from railwright.studies.ounmaa2022.thesis_players import ELEVEN, change
from railwright.studies.ounmaa2022.variants import OFFICIAL, USA
from railwright.studies.player_outcome import GAINED, MEDIAN, POINTS, ROUNDS, TIED_WIN_RATE, WIN_RATE
from railwright.workers.pool import WorkerPool
from studies.small import TINY, at_random, contests, small_study


def run(experiment: Contest, *, seed: int = 1) -> ContestOutcome:
    with WorkerPool(1) as pool:
        return play_contest(experiment, seed=seed, pool=pool, done=lambda games: None)


@pytest.mark.parametrize("effort", [QUICK, FULL], ids=lambda effort: effort.name)
def test_every_player_of_the_study_can_be_loaded(effort: Effort) -> None:
    study = with_effort(effort, 1)
    for player in {player for item in study.items for one in item.experiments for player in one.players}:
        load_player(player)


def test_a_reading_changes_its_player_alone_or_the_rules_and_keeps_the_deals() -> None:
    for reading in READINGS:
        contest = contest_of(reading, QUICK)
        assert (
            contest.variant.setup().ruleset.ticket_ways
            == reading.ticket_ways
            == ("shortest" if reading.options else "any")
        )
        table = games.heuristics(QUICK) if reading.table == 5 else games.comparison("7", USA, QUICK)
        assert contest.deals == table.name
        for before, after in zip(table.lineups[0], contest.lineups[0], strict=True):
            is_meant = reading.options != "" and (reading.table == 5 or before.label == reading.player)
            assert (before.player != after.player) == is_meant
            assert after.label == before.label


def test_options_of_a_player_can_be_changed() -> None:
    assert change("rule:blocked=any-way:ways=spaces", "ways=tracks") == "rule:blocked=any-way:ways=tracks"
    assert change("hoard", "x=1:y=2") == "hoard:x=1:y=2"


@pytest.mark.parametrize("effort", [QUICK, FULL], ids=lambda effort: effort.name)
def test_names_of_experiments_are_unique(effort: Effort) -> None:
    found: dict[str, Contest] = {}
    for contest in contests(with_effort(effort, 1).items):
        assert found.setdefault(contest.name, contest) == contest


def test_everyone_of_the_eleven_sits_at_equally_many_tables() -> None:
    experiment = games.eleven(OFFICIAL[0], replace(FULL, eleven_orbits=7), 5)
    counts = Counter(chair.label for lineup in experiment.lineups for chair in lineup)
    assert counts == dict.fromkeys(ELEVEN, 28)
    assert len({frozenset(chair.label for chair in lineup) for lineup in experiment.lineups}) == 77


def test_all_orbits_together_are_all_choices() -> None:
    tables = list(games.balanced_tables(30, np.random.default_rng(1)))
    assert len(set(tables)) == len(tables) == 330


def test_the_filler_changes_and_is_not_reported() -> None:
    experiment = games.without_hoard(USA, TINY)
    assert len(experiment.lineups) == 4
    assert [lineup[3].label for lineup in experiment.lineups] == ["", "", "", ""]
    assert len({lineup[3].player for lineup in experiment.lineups}) == 4
    outcome = run(at_random(experiment))
    assert set(outcome.players) == {"Evaluation", RULE, MCTS}
    assert sum(player[WIN_RATE].value for player in outcome.players.values()) < 1


def test_with_fewer_players_every_choice_plays() -> None:
    for seats, choices in ((2, 6), (3, 4), (5, 4)):
        assert len(games.other_seats(OFFICIAL[1], seats, TINY).lineups) == choices


def test_the_search_for_parameters_tries_what_the_thesis_names_and_stays_in_its_range() -> None:
    points = games.parameter_grid(FULL, 3)
    assert [(point.k, point.rollout) for point in points[:2]] == [(1.361, 34), (0.32, 33)]
    assert all(0 <= point.k <= 5 and 20 <= point.rollout <= 50 for point in points)
    assert len({point.experiment.seed(3, 0) for point in points}) == 1, "all begin with the same deals"


def test_an_experiment_has_whole_rounds() -> None:
    lineup = tuple(LineupPlace("random", name) for name in "abcd")
    for count in (4, 10):
        with pytest.raises(ValueError, match="whole rounds"):
            Contest(name="odd", variant=USA, lineups=(lineup,), games=count)


def test_another_seed_or_player_is_another_experiment() -> None:
    first = at_random(games.comparison("7", USA, TINY))
    lineup = (LineupPlace("random", "other"), *first.lineups[0][1:])
    assert first.describe(1) == first.describe(1)
    assert first.describe(1) != first.describe(2)
    assert first.describe(1) != replace(first, lineups=(lineup,)).describe(1)


def test_measures_of_an_experiment_fit_together() -> None:
    outcome = run(at_random(replace(games.comparison("7", USA, TINY), games=40)))
    players = outcome.players.values()
    assert sum(player[WIN_RATE].value for player in players) == pytest.approx(1)
    assert sum(player[TIED_WIN_RATE].value for player in players) >= 1
    assert sum(player[GAINED].value for player in players) == pytest.approx(100)
    for player in players:
        assert player[POINTS].value == pytest.approx(np.mean(player.points))
        assert player[MEDIAN].value == pytest.approx(np.median(player.points))
        assert len(player.points) == player.games == 40
        for estimate in player.estimates.values():
            assert estimate.low <= estimate.value <= estimate.high
        assert player[ROUNDS].value > 20


def test_gained_points_leave_out_what_failed_tickets_cost() -> None:
    """With random players that complete nearly nothing, gained points are never negative, unlike points."""
    outcome = run(at_random(replace(games.comparison("7", USA, TINY), games=40)))
    assert min(min(player.points) for player in outcome.players.values()) < 0
    assert all(player[GAINED].low > 0 for player in outcome.players.values())


def test_an_outcome_survives_its_file() -> None:
    outcome = run(contests(small_study().items[5:6])[0])
    again = ContestOutcome.from_dict(outcome.to_dict())
    assert again.to_dict() == outcome.to_dict()
