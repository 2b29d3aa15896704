"""The referee's final scoring."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from referee.board import Board, Rules, Ticket, Track
from referee.scoring import (
    Position,
    best_completions,
    final_result,
    longest_trail,
    passenger_bonus,
)
from referee.small import board, ruleset


def position(
    a_board: dict[str, Any],
    rules: dict[str, Any],
    owned: list[str],
    tickets: list[list[Ticket]],
    stations: tuple[tuple[str, int], ...] = (),
) -> Position:
    """`owned` lists the tracks of each seat, like "A-B B-C"."""
    read = Rules(rules, "deck")
    owner = {}
    for seat, text in enumerate(owned):
        for word in text.split():
            first, second = word.split("-")
            owner[(first, second, 1)] = seat
    left = [read.stations - sum(builder == seat for _, builder in stations) for seat in range(len(owned))]
    people: list[Counter[str]] = [Counter() for _ in owned]
    return Position(Board(a_board, read, "deck"), read, owner, tickets, list(stations), left, people)


def result_of(a_position: Position) -> dict[str, Any]:
    done = [best_completions(a_position, seat)[0] for seat in range(a_position.seats)]
    return final_result(a_position, done)


# ---- longest path ----


def naive_trail(tracks: list[Track], city: str, used: frozenset[int]) -> int:
    best = 0
    for number, track in enumerate(tracks):
        if number not in used and city in (track.first, track.second):
            other = track.second if city == track.first else track.first
            best = max(best, track.length + naive_trail(tracks, other, used | {number}))
    return best


def test_longest_trail_against_plain_recursion() -> None:
    chance = random.Random(1)
    for _ in range(60):
        tracks = []
        for number in range(chance.randint(0, 9)):
            first, second = chance.sample("ABCDE", 2)
            name = (first, second, number)
            tracks.append(Track(name, first, second, chance.randint(1, 6), "gray", False, 0))
        expected = max(naive_trail(tracks, city, frozenset()) for city in "ABCDE")
        assert longest_trail(tracks) == expected


def test_longest_trail_may_cross_a_city_twice_but_no_track() -> None:
    tracks = board("A-B 1 gray", "B-C 2 gray", "C-D 2 gray", "D-B 2 gray", "B-E 3 gray", "X-Y 6 gray")
    game = position(tracks, ruleset(), ["A-B B-C C-D D-B B-E X-Y", ""], [[], []])
    assert longest_trail(game.tracks_of(0)) == 10


def test_longest_path_is_paid_to_all_tied_seats_even_with_nothing() -> None:
    tracks = board("A-B 1 gray", "B-C 1 gray")
    nothing = result_of(position(tracks, ruleset(), ["", ""], [[], []]))
    assert nothing["bonuses"] == [{"longest_path": 10}] * 2
    tied = result_of(position(tracks, ruleset(), ["A-B", "B-C", ""], [[], [], []]))
    assert [bonus["longest_path"] for bonus in tied["bonuses"]] == [10, 10, 0]
    assert tied["winners"] == [0, 1]


# ---- tickets ----


def test_tickets_count_or_are_subtracted_and_routes_score() -> None:
    tracks = board("A-B 6 gray", "B-C 3 gray", "C-D 1 gray")
    held: list[list[Ticket]] = [[("A", "C", 9), ("A", "D", 7)], [("C", "D", 5)]]
    assert result_of(position(tracks, ruleset(), ["A-B B-C", "C-D"], held)) == {
        "scores": [19 + 2 + 10, 1 + 5 + 0],
        "routes": [19, 1],
        "tickets": [2, 5],
        "bonuses": [{"longest_path": 10}, {"longest_path": 0}],
        "completed": [[["A", "C", 9]], [["C", "D", 5]]],
        "failed": [[["A", "D", 7]], []],
        "longest_path": [9, 1],
        "winners": [0],
    }


def test_points_per_space() -> None:
    rules = ruleset(route_points={"per_space": 4.5})
    assert result_of(position(board("A-B 3 gray"), rules, ["A-B", ""], [[], []]))["routes"] == [13.5, 0]


def test_country_tickets_are_met_at_any_terminal_but_a_country_is_no_junction() -> None:
    tracks = board("A-France/x 1 gray", "B-France/y 1 gray", "B-C 1 gray", "C-Spain/z 1 gray")
    held: list[list[Ticket]] = [
        [("A", "France", 1), ("A", "B", 2), ("France", "Spain", 4), ("A", "Spain", 8)],
        [],
    ]
    owned = ["A-France/x B-France/y B-C C-Spain/z", ""]
    assert best_completions(position(tracks, ruleset(), owned, held), 0) == [(True, False, True, False)]


def test_globetrotter_ties_even_with_nothing() -> None:
    tracks = board("A-B 1 gray", "B-C 1 gray", "C-D 1 gray")
    rules = ruleset(longest_path=0, globetrotter=15)
    held: list[list[Ticket]] = [[("A", "B", 1)], [("B", "C", 20)], [("C", "D", 9)]]
    bonuses = result_of(position(tracks, rules, ["A-B", "B-C", ""], held))["bonuses"]
    assert bonuses == [{"globetrotter": 15}, {"globetrotter": 15}, {"globetrotter": 0}]
    bonuses = result_of(position(tracks, rules, ["", "", ""], held))["bonuses"]
    assert bonuses == [{"globetrotter": 15}] * 3


# ---- stations ----

EUROPE = ruleset(stations=3, station_points=4, tiebreaks=["tickets", "stations", "longest_path"])
LINE = board("A-B 1 gray", "B-C 1 gray", "C-D 1 gray", "D-E 1 gray", "B-X 1 gray", "C-B 1 gray")


def test_two_stations_lend_one_track_each() -> None:
    held: list[list[Ticket]] = [[("A", "E", 8), ("A", "X", 3)], []]
    stations = (("B", 0), ("D", 0))
    result = result_of(position(LINE, EUROPE, ["A-B C-D", "B-C D-E B-X"], held, stations))
    assert result["completed"][0] == [["A", "E", 8]]
    assert result["tickets"] == [5, 0]
    assert [bonus["stations"] for bonus in result["bonuses"]] == [4, 12]
    assert result["longest_path"] == [1, 2]


def test_a_station_does_not_lend_tracks_elsewhere_nor_to_others() -> None:
    held: list[list[Ticket]] = [[("A", "C", 8)], [("A", "C", 8)]]
    assert best_completions(position(LINE, EUROPE, ["A-B", "B-C"], held, (("A", 0),)), 0) == [(False,)]
    assert best_completions(position(LINE, EUROPE, ["A-B", "B-C"], held, (("B", 0),)), 1) == [(False,)]
    assert best_completions(position(LINE, EUROPE, ["A-B", "B-C"], held, (("B", 0),)), 0) == [(True,)]


def test_lendings_of_equal_worth_are_all_found() -> None:
    held: list[list[Ticket]] = [[("A", "C", 3), ("A", "X", 3)], []]
    best = best_completions(position(LINE, EUROPE, ["A-B", "B-C B-X"], held, (("B", 0),)), 0)
    assert sorted(best) == [(False, True), (True, False)]


def test_lending_prefers_points_then_number() -> None:
    held: list[list[Ticket]] = [[("A", "C", 5), ("A", "X", 2), ("B", "X", 2)], []]
    best = best_completions(position(LINE, EUROPE, ["A-B", "B-C B-X"], held, (("B", 0),)), 0)
    assert best == [(True, False, False)]
    held = [[("A", "C", 4), ("A", "X", 2), ("B", "X", 2)], []]
    best = best_completions(position(LINE, EUROPE, ["A-B", "B-C B-X"], held, (("B", 0),)), 0)
    assert best == [(False, True, True)]


def test_tie_breaks_in_order() -> None:
    """Scores are equal each time; what differs is tickets, then stations, then the path."""
    tracks = board("A-B 1 gray", "C-D 1 gray", "E-F 1 gray", "F-G 1 gray", "H-I 2 gray", "X-Y 6 gray", "Y-Z 6 gray")
    rules = ruleset(longest_path=0, tiebreaks=["tickets", "stations", "longest_path"], stations=3)
    held: list[list[Ticket]] = [[("A", "B", 3), ("C", "D", 2)], []]
    one = result_of(position(tracks, rules, ["A-B", "H-I"], held, (("A", 0),)))
    assert (one["scores"], one["winners"]) == ([2, 2], [0])
    held = [[("A", "B", 3), ("H", "I", 2)], [("C", "D", 1), ("H", "I", 0)]]
    two = result_of(position(tracks, rules, ["A-B", "C-D"], held, (("A", 1),)))
    assert (two["scores"], two["winners"]) == ([2, 2], [0])
    three = result_of(position(tracks, rules, ["E-F F-G", "H-I", "A-B C-D"], [[], [], []]))
    assert (three["scores"], three["winners"]) == ([2, 2, 2], [0, 1])


# ---- passengers ----


def test_passenger_majorities() -> None:
    rules = Rules(ruleset(passenger_points=[20, 10]), "deck")

    def bonus(*numbers: int) -> list[int]:
        return passenger_bonus(rules, [Counter({"red": number}) for number in numbers])

    assert bonus(3, 2, 1) == [20, 10, 0]
    assert bonus(3, 3, 1) == [20, 20, 0]
    assert bonus(3, 1, 1) == [20, 10, 10]
    assert bonus(3, 0, 0) == [20, 0, 0]
    assert bonus(0, 0, 0) == [0, 0, 0]
    both = passenger_bonus(rules, [Counter(red=2, blue=1), Counter(red=1, blue=1)])
    assert both == [40, 30]
