"""Scores of hand-made positions, and the best use of stations against plain search."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.positions import begin, bit, build, give, hold, small_setup
from railwright.game.game import Game
from railwright.game.results import GameResult
from railwright.game.setup import Setup
from railwright.maps.load import load_setup

LINE = ("A-B 1 gray", "B-C 2 gray", "C-D 3 gray", "D-E 4 gray", "E-A 5 gray")
LINE_TICKETS = ("A-B 3", "B-C 4", "C-D 5", "A-C 6", "A-D 7", "B-E 8", "B-D 9")


def scored(game: Game) -> GameResult:
    return game.result()


def position(setup: Setup, *, tracks: list[tuple[str, ...]], tickets: list[tuple[str, ...]] | None = None) -> Game:
    """As many seats as there are lists of tracks."""
    game = begin(setup, seats=len(tracks))
    for seat, names in enumerate(tracks):
        give(game, seat, *names)
        hold(game, seat, *(tickets[seat] if tickets else ()))
    return game


# ---- the published best solution ----

BEST_ROUTES = """Vancouver-Seattle, Seattle-Portland, Portland-San Francisco, San Francisco-Los Angeles,
Los Angeles-Phoenix, Phoenix-Santa Fe, Santa Fe-Denver, Denver-Kansas City, Kansas City-Saint Louis,
Saint Louis-Nashville, Nashville-Atlanta,
Atlanta-Miami, Saint Louis-Chicago, Chicago-Pittsburgh, Pittsburgh-Toronto, Pittsburgh-New York, New York-Boston,
Boston-Montréal"""
BEST_TICKETS = """Atlanta-New York 6, Atlanta-Montréal 9, Los Angeles-Seattle 9, Chicago-Santa Fe 9, Miami-Toronto 10,
Phoenix-Portland 11, Denver-Pittsburgh 11, Boston-Miami 12, Santa Fe-Vancouver 13, Chicago-Los Angeles 16,
Atlanta-San Francisco 17, Nashville-Portland 17, Los Angeles-Miami 20, Montréal-Vancouver 20, Los Angeles-New York 21,
New York-Seattle 22"""


def test_the_published_best_solution_scores_285_without_the_bonus() -> None:
    setup = load_setup("usa", tickets="base")
    known = {city.name.casefold() for city in setup.board.cities}
    routes = [route.strip().replace("\n", " ") for route in BEST_ROUTES.split(",")]
    names = [ticket.strip().rsplit(" ", 1) for ticket in BEST_TICKETS.split(",")]
    assert {city.casefold() for route in routes for city in route.split("-")} <= known
    game = begin(setup)
    give(game, 0, *routes)
    hold(game, 0, *(name for name, _ in names))
    hold(game, 1)
    points = {frozenset(ticket.places): ticket.points for ticket in setup.tickets}
    assert [points[frozenset(name.split("-"))] for name, _ in names] == [int(number) for _, number in names]
    result = scored(game)
    assert len(routes) == 18
    assert len(names) == 16
    assert game.state.table.trains[0] == 0
    assert result["routes"][0] == 62
    assert result["tickets"][0] == 223
    assert result["scores"][0] - result["bonuses"][0]["longest_path"] == 285
    assert len(result["completed"][0]) == 16
    assert result["failed"][0] == []
    assert result["winners"] == [0]


# ---- tickets ----


def test_completed_tickets_count_and_failed_ones_are_subtracted() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS)
    result = scored(position(setup, tracks=[("A-B", "B-C"), ()], tickets=[("A-C", "A-D"), ("A-B",)]))
    assert result["tickets"] == [6 - 7, -3]
    assert result["routes"] == [3, 0]
    assert result["completed"] == [[["A", "C", 6]], []]
    assert result["failed"] == [[["A", "D", 7]], [["A", "B", 3]]]
    assert result["scores"] == [3 - 1 + 10, -3]


def test_a_country_is_met_at_any_terminal_but_is_no_junction() -> None:
    tracks = ("A-Fr/1 1 gray", "B-Fr/2 1 gray", "C-Fr/3 1 gray", "A-B 1 gray", "B-C 1 gray", "It/1-C 1 gray")
    setup = small_setup(*tracks, tickets=("A-Fr 5", "A-B 7", "Fr-It 9"))
    near = position(setup, tracks=[("A-Fr/1",), ()], tickets=[("A-Fr",), ()])
    assert scored(near)["tickets"] == [5, 0]
    through = position(setup, tracks=[("A-Fr/1", "B-Fr/2"), ()], tickets=[("A-Fr", "A-B"), ()])
    assert scored(through)["tickets"] == [5 - 7, 0], "one does not pass through a country"
    far = position(setup, tracks=[("A-B", "B-C", "C-Fr/3"), ()], tickets=[("A-Fr", "A-B"), ()])
    assert scored(far)["tickets"] == [12, 0]
    two = position(setup, tracks=[("It/1-C", "C-Fr/3"), ("A-Fr/1",)], tickets=[("Fr-It",), ("Fr-It",)])
    assert scored(two)["tickets"] == [9, -9]


def test_every_terminal_of_every_german_country_ends_one_route_and_meets_its_tickets() -> None:
    setup = load_setup("germany")
    board = setup.board
    countries = {city.country for city in board.cities if city.country}
    assert countries
    for number, ticket in enumerate(setup.tickets):
        for country, other in (ticket.places, ticket.places[::-1]):
            if country not in countries or other in countries:
                continue
            for terminal in board.places[country]:
                ends = [i for i, t in enumerate(board.tracks) if board.cities[terminal].name in t.cities]
                assert len({board.tracks[i].cities for i in ends}) == 1
                game = begin(setup)
                give(game, 0, ends[0])
                near = next(c for c in board.tracks[ends[0]].cities if c != board.cities[terminal].name)
                for track in _path(board, near, other):
                    game.state.table.own[0, track >> 6] |= bit(track)
                hold(game, 0, number)
                assert scored(game)["tickets"][0] == ticket.points, (ticket, board.cities[terminal].name)


def _path(board: Any, start: str, goal: str) -> list[int]:
    """Tracks from a city to another, avoiding terminals of countries on the way."""
    terminals = {city.name for city in board.cities if city.country}
    before: dict[str, tuple[str, int] | None] = {start: None}
    queue = [start]
    while goal not in before:
        here = queue.pop(0)
        for i, track in enumerate(board.tracks):
            if here in track.cities:
                there = next(c for c in track.cities if c != here)
                if there not in before and (there == goal or there not in terminals):
                    before[there] = (here, i)
                    queue.append(there)
    path = []
    step = before[goal]
    while step is not None:
        path.append(step[1])
        step = before[step[0]]
    return path


# ---- bonuses ----


def test_all_seats_tied_for_the_longest_path_get_the_bonus() -> None:
    setup = small_setup(*LINE, "A-C 3 gray", tickets=LINE_TICKETS)
    game = position(setup, tracks=[("A-B", "B-C"), ("C-D",), ("A-C",)])
    result = scored(game)
    assert result["longest_path"] == [3, 3, 3]
    assert [bonus["longest_path"] for bonus in result["bonuses"]] == [10, 10, 10]
    give(game, 1, "D-E")
    assert [bonus["longest_path"] for bonus in scored(game)["bonuses"]] == [0, 10, 0]


def test_a_longest_path_of_zero_is_shared_by_all() -> None:
    game = position(small_setup(*LINE), tracks=[(), (), ()])
    result = scored(game)
    assert [bonus["longest_path"] for bonus in result["bonuses"]] == [10, 10, 10]
    assert result["winners"] == [0, 1, 2]
    assert [result.win_share(seat) for seat in range(3)] == [1 / 3] * 3


def test_the_globetrotter_goes_to_most_completed_tickets_and_to_all_that_tie_even_with_none() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS, globetrotter=15, longest_path=0)
    nobody = position(setup, tracks=[("A-B",), (), ()], tickets=[("B-C",), ("A-B",), ()])
    assert [bonus["globetrotter"] for bonus in scored(nobody)["bonuses"]] == [15, 15, 15]
    one = position(setup, tracks=[("A-B",), (), ()], tickets=[("A-B", "C-D"), ("B-C",), ()])
    assert [bonus["globetrotter"] for bonus in scored(one)["bonuses"]] == [15, 0, 0]
    tie = position(setup, tracks=[("A-B",), ("C-D",), ()], tickets=[("A-B", "A-C", "B-D"), ("C-D",), ()])
    assert [bonus["globetrotter"] for bonus in scored(tie)["bonuses"]] == [15, 15, 0]
    assert "longest_path" not in scored(tie)["bonuses"][0]


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((1, 0, 0, 0), (20, 0, 0, 0)),
        ((3, 2, 1, 0), (20, 10, 0, 0)),
        ((1, 2, 3, 0), (0, 10, 20, 0)),
        ((2, 3, 2, 0), (10, 20, 10, 0)),
        ((3, 3, 2, 1), (20, 20, 0, 0)),
        ((2, 2, 3, 2), (10, 10, 20, 10)),
        ((2, 2, 2, 2), (20, 20, 20, 20)),
        ((0, 0, 2, 1), (0, 0, 20, 10)),
        ((1, 3, 2, 3), (0, 20, 0, 20)),
        ((1, 2, 2, 5), (0, 10, 10, 20)),
    ],
)
def test_passengers_pay_most_and_second_most_of_each_colour(taken: tuple[int, ...], points: tuple[int, ...]) -> None:
    game = begin(load_setup("germany", tickets="germany_2017"), seats=4)
    game.state.table.taken[:] = 0
    for color in (0, 5):
        game.state.table.taken[:4, color] = taken
        paid = [bonus["passengers"] for bonus in scored(game)["bonuses"]]
        assert paid == [p * (1 if color == 0 else 2) for p in points]


def test_without_passengers_in_the_deck_nothing_is_paid_for_them() -> None:
    game = begin(load_setup("germany", tickets="deutschland_2012"))
    game.state.table.taken[0] = 3
    assert "passengers" not in scored(game)["bonuses"][0]
    assert game.result_record().passenger_bonus[0] == 0


def test_half_points_are_kept_in_the_linear_ruleset() -> None:
    setup = load_setup("usa", ruleset="usa-thesis-linear")
    game = begin(setup)
    game.state.table.points[:] = 0
    give(game, 0, "Seattle-Vancouver")
    give(game, 1, "Portland-Seattle", "Portland-San Francisco")
    for seat in (0, 1):
        hold(game, seat)
    result = scored(game)
    assert result["routes"] == [4.5, 27]
    assert isinstance(result["routes"][1], int)
    assert result["scores"] == [4.5, 37]
    hold(game, 0, 0)
    assert scored(game)["scores"][0] == 4.5 - setup.tickets[0].points


# ---- who wins ----


def test_more_points_win_whatever_else() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS, longest_path=0)
    result = scored(position(setup, tracks=[("A-B",), ("C-D",)], tickets=[("A-B",), ()]))
    assert result["scores"] == [4, 4]
    assert result["winners"] == [0], "the tie is broken by tickets"
    result = scored(position(setup, tracks=[("A-B",), ("D-E",)], tickets=[("A-B",), ()]))
    assert result["winners"] == [1]


def test_ties_are_broken_by_tickets_then_stations_then_longest_path() -> None:
    tracks = ("A-B 1 gray", "B-C 1 gray", "D-E 1 gray", "E-F 1 gray", "G-H 2 gray", "A-D 9 gray", "A-G 9 gray")
    rules: dict[str, Any] = {"longest_path": 0, "stations": 3, "station_points": 0}
    order = ["tickets", "stations", "longest_path"]
    setup = small_setup(*tracks, tickets=("A-B 1", "D-E 1", "A-H 1"), tiebreaks=order, **rules)
    # points: two single tracks are worth two, as is one double track
    game = position(setup, tracks=[("A-B", "B-C"), ("D-E", "E-F"), ("G-H",)])
    assert scored(game)["scores"] == [2, 2, 2]
    assert scored(game)["winners"] == [0, 1, 2]
    build(game, 0, "A")
    assert scored(game)["winners"] == [1, 2]
    build(game, 1, "D")
    build(game, 2, "G")
    assert scored(game)["winners"] == [0, 1, 2]
    hold(game, 1, "D-E", "A-H")
    assert scored(game)["scores"] == [2, 2, 2]
    assert scored(game)["winners"] == [1], "one completed ticket more, with the same points"
    hold(game, 1)
    separate = position(setup, tracks=[("A-B", "D-E"), ("B-C", "E-F"), ("G-H",)])
    assert scored(separate)["longest_path"] == [1, 1, 2]
    assert scored(separate)["winners"] == [2]
    build(separate, 2, "H")
    assert scored(separate)["winners"] == [0, 1], "stations come before the longest path"


@pytest.mark.parametrize("order", [[], ["longest_path"], ["stations", "tickets"]])
def test_only_the_tiebreaks_of_the_ruleset_count(order: list[str]) -> None:
    tracks = ("A-B 1 gray", "D-E 1 gray", "G-H 2 gray", "A-D 9 gray", "A-G 9 gray")
    rules: dict[str, Any] = {"longest_path": 0, "stations": 3, "station_points": 0}
    setup = small_setup(*tracks, tickets=("A-B 1", "A-G 1"), tiebreaks=order, **rules)
    game = position(setup, tracks=[("A-B", "D-E"), ("G-H",)], tickets=[("A-B", "A-G"), ()])
    build(game, 0, "A")
    assert scored(game)["scores"] == [2, 2]
    assert scored(game)["winners"] == {0: [0, 1], 1: [1], 2: [1]}[len(order)]


# ---- stations ----

EUROPE: dict[str, Any] = {"stations": 3, "station_points": 4, "longest_path": 0}


def test_a_station_lends_a_track_of_another_seat_and_one_track_serves_two_tickets() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS, **EUROPE)
    game = position(setup, tracks=[("A-B",), ("B-C", "C-D")], tickets=[("A-C", "B-C"), ()])
    assert scored(game)["tickets"] == [-10, 0]
    build(game, 0, "C")
    assert scored(game)["tickets"] == [10, 0]
    assert [bonus["stations"] for bonus in scored(game)["bonuses"]] == [8, 12]
    assert scored(game)["longest_path"] == [1, 5], "lent tracks are for tickets only"
    lent = game.result_record().lent[0].tolist()
    assert lent == [setup.track_index["B", "C", 1], -1, -1]


def test_one_station_lends_only_one_track() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS, **EUROPE)
    game = position(setup, tracks=[("A-B",), ("B-C", "C-D")], tickets=[("A-D", "A-C"), ()])
    build(game, 0, "C")
    assert scored(game)["tickets"] == [6 - 7, 0], "the ticket to C is completed, the longer way to D is not"


def test_two_stations_chain_their_tracks() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS, **EUROPE)
    game = position(setup, tracks=[(), ("B-C", "C-D"), ("A-B",)], tickets=[("B-D",), (), ()])
    build(game, 0, "C")
    assert scored(game)["tickets"][0] == -9
    build(game, 0, "D")
    assert scored(game)["tickets"][0] == 9
    build(game, 0, "A")
    assert scored(game)["bonuses"][0]["stations"] == 0


def test_a_station_where_only_own_tracks_end_lends_nothing() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS, **EUROPE)
    game = position(setup, tracks=[("A-B",), ("C-D",)], tickets=[("A-C",), ()])
    build(game, 0, "A", "B")
    assert scored(game)["tickets"] == [-6, 0]
    assert game.result_record().lent[0].tolist() == [-1, -1, -1]


def test_stations_of_others_and_tracks_of_nobody_lend_nothing() -> None:
    setup = small_setup(*LINE, tickets=LINE_TICKETS, **EUROPE)
    game = position(setup, tracks=[("A-B",), ("C-D",)], tickets=[("A-C",), ()])
    build(game, 0, "C")
    build(game, 1, "B")
    assert scored(game)["tickets"][0] == -6


def test_the_best_use_of_a_station_is_most_points_and_then_most_tickets() -> None:
    setup = small_setup("H-A 1 gray", "H-B 1 gray", "H-C 1 gray", tickets=("H-A 5", "H-B 6", "H-C 5"), **EUROPE)
    game = position(setup, tracks=[(), ("H-A", "H-B", "H-C")], tickets=[("H-A", "H-B", "H-C"), ()])
    build(game, 0, "H")
    assert scored(game)["completed"][0] == [["H", "B", 6]]
    assert scored(game)["tickets"][0] == 6 - 10


@st.composite
def lendings(draw: st.DrawFn) -> tuple[list[str], dict[str, int], list[str], list[list[str]]]:
    """Tracks, their owners, tickets and stations on seven cities."""
    cities = "ABCDEFG"
    pairs = [f"{a}-{b}" for i, a in enumerate(cities) for b in cities[:i]]
    tracks = sorted(set(draw(st.lists(st.sampled_from(pairs), min_size=6, max_size=14))))
    owners = {pair: draw(st.sampled_from([0, 1, 1, 2, 3])) for pair in tracks}
    tickets = sorted(set(draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=6))))
    free = draw(st.permutations(cities))
    sizes = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    return tracks, owners, tickets, [list(free[: sizes[0]]), list(free[sizes[0] : sizes[0] + sizes[1]])]


def best_lending(
    owners: dict[str, int], seat: int, stations: list[str], tickets: list[str], points: dict[str, int]
) -> tuple[int, int]:
    """Points and number of completed tickets under the best choice of every station, including none."""
    own = [pair for pair, owner in owners.items() if owner == seat]
    choices = [[None, *(p for p, o in owners.items() if o not in (seat, 3) and city in p)] for city in stations]
    best = (-1000, 0)
    for lent in product(*choices):
        links = [set(pair.split("-")) for pair in [*own, *filter(None, lent)]]
        parts: list[set[str]] = []
        for link in links:
            touching = [part for part in parts if part & link]
            parts = [part for part in parts if not part & link] + [link.union(*touching)]
        done = [t for t in tickets if any(set(t.split("-")) <= part for part in parts)]
        worth = sum(points[t] * (1 if t in done else -1) for t in tickets)
        best = max(best, (worth, len(done)))
    return best


@settings(max_examples=250)
@given(case=lendings(), seed=st.integers(0, 1000))
def test_the_best_use_of_stations_is_the_best_of_all_choices(
    case: tuple[list[str], dict[str, int], list[str], list[list[str]]], seed: int
) -> None:
    tracks, owners, tickets, stations = case
    chooser = random.Random(seed)
    points = {ticket: chooser.randint(1, 8) for ticket in tickets}
    spine = [f"{a}-Z 9 gray" for a in "ABCDEFG"]  # keeps the board connected; nobody owns it
    setup = small_setup(
        *(f"{pair} 1 gray" for pair in tracks), *spine, tickets=tuple(f"{t} {points[t]}" for t in tickets), **EUROPE
    )
    game = begin(setup, seats=3)
    for pair, owner in owners.items():
        if owner < 3:
            give(game, owner, pair)
    for seat in range(3):
        hold(game, seat, *(tickets if seat < 2 else ()))
    build(game, 0, *stations[0])
    build(game, 1, *stations[1])
    result = game.result_record()
    for seat in (0, 1):
        expected = best_lending(owners, seat, stations[seat], tickets, points)
        assert (int(result.tickets[seat]), int(result.completed[seat])) == expected
        assert int(result.done[seat].astype("u8").sum()).bit_count() == expected[1]
