"""Ratings: the same as openskill's for any order, hardly any order in the end, and intervals that mean something."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from railwright.arena.ratings import MODEL, Games, Rounds, rate_in_order, rate_players


def games_of(seated: list[list[int]], places: list[list[int]], games_in_round: int = 1) -> Games:
    count = len(seated)
    return Games(np.array(seated), np.array(places), np.zeros(count, np.int64), np.arange(count) // games_in_round)


def drawn_games(strengths: list[float], count: int, seats: int, seed: int) -> Games:
    """Games between players that place themselves by strength and luck, as Plackett and Luce would have it."""
    rng = np.random.default_rng(seed)
    seated = np.array([rng.choice(len(strengths), seats, replace=False) for _ in range(count)])
    luck = np.array(strengths)[seated] + rng.gumbel(size=(count, seats))
    places = 1 + (-luck).argsort(axis=1).argsort(axis=1)
    return games_of(seated.tolist(), places.tolist(), games_in_round=seats)


def with_openskill(games: Games, players: int) -> tuple[list[float], list[float]]:
    """The same rated by the library itself, game by game."""
    model = PlackettLuce(tau=0.0)
    current = [model.rating() for _ in range(players)]
    for seated, places in zip(games.seated.tolist(), games.places.tolist(), strict=True):
        teams = [[model.create_rating([current[p].mu, current[p].sigma])] for p in seated]
        rated = [team[0] for team in model.rate(teams, ranks=[float(place) for place in places])]
        for player in set(seated):
            own = [rating for p, rating in zip(seated, rated, strict=True) if p == player]
            mu, sigma = (float(np.mean([getattr(r, name) for r in own])) for name in ("mu", "sigma"))
            current[player] = model.create_rating([mu, sigma])
    return [r.mu for r in current], [r.sigma for r in current]


tables = st.integers(2, 5).flatmap(
    lambda seats: st.lists(
        st.tuples(
            st.lists(st.integers(0, 5), min_size=seats, max_size=seats).filter(lambda row: len(set(row)) > 1),
            st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
        ),
        min_size=1,
        max_size=30,
    )
)


@settings(max_examples=60)
@given(tables)
def test_ratings_in_an_order_are_openskills(rows: list[tuple[list[int], list[int]]]) -> None:
    """With shared places and with players that have several seats, too."""
    games = games_of([row[0] for row in rows], [row[1] for row in rows])
    mu, sigma = rate_in_order(games, 6, np.arange(len(rows)))
    slow_mu, slow_sigma = with_openskill(games, 6)
    assert mu == pytest.approx(slow_mu, rel=1e-9)
    assert sigma == pytest.approx(slow_sigma, rel=1e-9)


def test_ratings_do_not_depend_on_the_order_of_the_games() -> None:
    games = drawn_games([0.0, 0.5, 1.0, 1.5], 600, 2, seed=1)
    backwards = Games(games.seated[::-1].copy(), games.places[::-1].copy(), games.tables, games.rounds)
    one_order = rate_in_order(games, 4, np.arange(600))[0] - rate_in_order(games, 4, np.arange(600)[::-1].copy())[0]
    rated, other = rate_players(games, 4), rate_players(backwards, 4)
    difference = [a.mu - b.mu for a, b in zip(rated, other, strict=True)]
    assert max(map(abs, difference)) < 0.5
    assert max(map(abs, difference)) < max(map(abs, one_order.tolist())) / 2


def test_stronger_players_are_rated_higher_and_intervals_tell_them_apart() -> None:
    games = drawn_games([0.0, 1.0, 2.0], 900, 3, seed=2)
    ratings = rate_players(games, 3)
    assert ratings[0].high < ratings[1].low < ratings[1].high < ratings[2].low
    assert np.mean([rating.mu for rating in ratings]) == pytest.approx(MODEL.mu)


def test_the_same_games_give_the_same_ratings() -> None:
    games = drawn_games([0.0, 1.0], 100, 2, seed=3)
    assert rate_players(games, 2) == rate_players(games, 2)


def test_more_games_give_narrower_intervals() -> None:
    widths = []
    for count in (100, 1600):
        rating = rate_players(drawn_games([0.0, 0.4, 0.8], count, 2, seed=4), 3)[1]
        assert rating.low <= rating.mu <= rating.high
        widths.append(rating.high - rating.low)
    assert widths[1] < 0.5 * widths[0]


def test_a_player_that_won_all_games_is_not_known_exactly() -> None:
    games = games_of([[0, 1], [1, 0]] * 10, [[1, 2], [2, 1]] * 10, games_in_round=2)
    best = rate_players(games, 2)[0]
    assert best.low < best.mu - 1
    assert best.mu <= best.high


def test_intervals_cover_the_rating_that_very_many_games_give() -> None:
    strengths = [0.0, 0.5, 1.0]
    truth = [rating.mu for rating in rate_players(drawn_games(strengths, 2400, 2, seed=99), 3)]
    covered = []
    for seed in range(10):
        ratings = rate_players(drawn_games(strengths, 240, 2, seed=seed), 3)
        # with few games openskill's prior holds ratings together, so differences are compared on a common scale
        scale = np.std(truth) / np.std([rating.mu for rating in ratings])
        for rating, mu in zip(ratings, truth, strict=True):
            width = (rating.high - rating.low) / 2 * scale
            covered.append(abs((rating.mu - MODEL.mu) * scale - (mu - MODEL.mu)) < width)
    assert np.mean(covered) > 0.85


def test_whole_rounds_are_drawn_and_as_many_as_each_table_has() -> None:
    tables = np.array([0] * 7 + [1] * 5)
    rounds = np.array([0, 0, 1, 1, 2, 2, 3, 0, 0, 0, 1, 2])  # the last round of each table is the imaginary one
    urn = Rounds(tables, rounds)
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(200):
        drawn = urn.draw(rng)
        counts = np.bincount(drawn, minlength=12)
        for table, played in ((0, 3), (1, 2)):
            here = [set(counts[(tables == table) & (rounds == number)]) for number in range(4)]
            assert all(len(times) <= 1 for times in here), "the games of a round come together"
            assert sum(times.pop() for times in here if times) == played
        seen |= set(drawn.tolist())
    assert seen == set(range(12))
