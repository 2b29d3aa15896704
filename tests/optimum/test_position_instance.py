"""The best that a seat can still score, against the slow way, on small boards and in real games."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import railwright
from game.positions import STATIONS, begin, build, give, hold, small_setup
from optimum.slow_position import slow_best
from railwright.compiled.bits import members
from railwright.errors import OptionError
from railwright.game.actions import CLAIM
from railwright.game.game import Game
from railwright.optimum.best_score import best_of_game
from railwright.optimum.position_instance import game_instance

CITIES = ("A", "B", "C", "D", "E", "Land/x", "Land/y")
TICKETS = ("A-C", "B-E", "A-Land", "D-E", "C-Land", "A-E")


def random_game(seed: int, *, stations: bool) -> Game:
    """A small board with parallel tracks, a country and several seats, some tracks claimed, some tickets held."""
    rng = random.Random(seed)
    tracks = [f"{a}-{b} {rng.randint(1, 6)} gray" for a, b in pairwise(CITIES)]
    for _ in range(rng.randint(1, 4)):
        a, b = rng.sample(CITIES, 2)
        tracks.append(f"{a}-{b} {rng.randint(1, 6)} gray")
    tickets = tuple(f"{name} {rng.randint(2, 20)}" for name in TICKETS)
    rules = {"trains": rng.randint(4, 20)} | ({"station_points": 4, **STATIONS} if stations else {})
    game = begin(small_setup(*tracks, tickets=tickets, **rules), seats=rng.choice([2, 4]), seed=seed)
    for _ in range(rng.randint(0, 5)):
        seat = rng.randrange(game.seats)
        open_tracks = members(game.state.table.open[seat])
        if open_tracks:
            track = rng.choice(open_tracks)
            if game.setup.board.tracks[track].length <= game.state.table.trains[seat]:
                give(game, seat, track)
    hold(game, 0, *rng.sample(range(len(TICKETS)), rng.randint(0, 3)))
    for other in range(1, game.seats):
        hold(game, other)
    if stations and rng.random() < 0.5:
        build(game, 0, rng.choice(["A", "C", "E"]))
    return game


@pytest.mark.parametrize("seed", range(40))
def test_the_best_of_a_small_game_is_what_trying_everything_finds(seed: int) -> None:
    game = random_game(seed, stations=False)
    solution = best_of_game(game, 0)
    assert solution.is_proven
    assert solution.score == slow_best(game, 0)


@pytest.mark.parametrize("seed", range(20))
def test_drawing_adds_the_tickets_that_nobody_holds(seed: int) -> None:
    game = random_game(seed, stations=False)
    hold(game, 1, "A-E")
    held = members(game.state.private[0].tickets)
    drawable = [i for i in range(len(TICKETS)) if i not in held and set(game.setup.tickets[i].places) != {"A", "E"}]
    assert best_of_game(game, 0, drawing=True).score == slow_best(game, 0, drawable=drawable)


@pytest.mark.parametrize("seed", range(25))
def test_stations_lend_tracks_of_others_and_cost_their_points(seed: int) -> None:
    game = random_game(seed, stations=True)
    assert best_of_game(game, 0, stations=True).score == slow_best(game, 0, stations=True)
    assert best_of_game(game, 0).score <= best_of_game(game, 0, stations=True).score


def test_a_station_is_named_with_the_track_that_it_lends() -> None:
    setup = small_setup("A-B 2 red", "B-C 2 red", "C-D 2 red", tickets=("A-D 20",), trains=4, **STATIONS)
    game = begin(setup)
    give(game, 1, "B-C")
    hold(game, 0, "A-D")
    assert best_of_game(game, 0).completed == ()
    solution = best_of_game(game, 0, stations=True)
    assert solution.completed == (0,)
    assert [track for _, track in solution.loans] == [setup.track_index["B", "C", 1]]
    assert setup.board.cities[solution.loans[0][0]].name in ("B", "C")


def test_what_is_owned_is_free_and_what_is_taken_is_closed() -> None:
    setup = small_setup("A-B 2 red", "B-C 3 red", "A-C 1 red", tickets=("A-C 9",), trains=6)
    game = begin(setup)
    give(game, 0, "A-B")
    give(game, 1, "A-C")
    hold(game, 0, "A-C")
    solution = best_of_game(game, 0)
    assert (solution.score, solution.routes, solution.tickets) == (2 + 4 + 9, 6, 9)
    assert [setup.board.tracks[track].name for track in solution.tracks] == ["B - C"]
    assert solution.trains == 3


def test_a_ticket_that_cannot_be_completed_counts_against_the_seat() -> None:
    game = begin(small_setup("A-B 2 red", "B-C 3 red", tickets=("A-C 9",), trains=6))
    give(game, 1, "A-B")
    hold(game, 0, "A-C")
    solution = best_of_game(game, 0)
    assert (solution.score, solution.failed) == (4 - 9, (0,))


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_in_a_real_game_the_best_is_never_below_what_was_scored(board: str) -> None:
    rng = random.Random(5)
    game = railwright.new_game(board, seats=3, seed=5)
    moments = []
    while not game.is_over:
        legal = game.legal()
        claims = [action for action in legal if CLAIM <= action < CLAIM + len(game.setup.board.tracks)]
        if len(game.actions) % 90 == 60:
            moments.append(game.copy())
        game.play(rng.choice(claims if claims and rng.random() < 0.8 else legal[:7]))
    end = game.result_record()
    for moment in [*moments, game]:
        for seat in range(3):
            if moment.state.table.tickets[seat].sum() < game.state.table.tickets[seat].sum():
                continue
            best = best_of_game(moment, seat)
            assert best.score >= int(end.routes[seat]) + int(end.tickets[seat])
            assert best.trains <= moment.state.table.trains[seat]


def test_a_seat_that_does_not_exist_gets_a_clear_line() -> None:
    with pytest.raises(OptionError, match="seats 0 to 1, not 2"):
        game_instance(begin(small_setup("A-B 2 red")), 2)
