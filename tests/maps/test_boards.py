"""The built-in boards have the numbers of the printed ones (maps/SOURCES.md)."""

from __future__ import annotations

from collections import Counter

import pytest

from railwright.errors import UnknownNameError
from railwright.game.board import Board
from railwright.game.ruleset import Ruleset, misfits
from railwright.maps.load import LIBRARY, board_names, load_board, load_ruleset, load_setup, ruleset_names

COUNTS = {  # cities, pairs, double, triple, tracks, spaces, spaces with one track for each pair
    "usa": (36, 78, 22, 0, 100, 309, 256),
    "europe": (47, 90, 11, 0, 101, 300, 268),
    "germany": (49, 85, 21, 2, 110, 313, 252),
}

DECKS = {
    "usa": {"base": 30, "base_revised": 30, "1910": 35, "big_cities": 35, "mega": 69},
    "europe": {"base": 46, "expanded_1912": 65, "big_cities_1912": 45, "mega_1912": 101},
    "germany": {"germany_2017": 89, "deutschland_2012": 62},
}


@pytest.mark.parametrize("name", COUNTS)
def test_cities_tracks_and_spaces_are_as_printed(name: str) -> None:
    board = load_board(name)
    parallel = Counter(frozenset(track.cities) for track in board.tracks)
    sizes = Counter(parallel.values())
    one_each = {frozenset(track.cities): track.length for track in board.tracks}
    found = (
        len(board.cities), len(parallel), sizes[2], sizes[3], len(board.tracks),
        sum(track.length for track in board.tracks), sum(one_each.values()),
    )  # fmt: skip
    assert found == COUNTS[name]


@pytest.mark.parametrize("name", DECKS)
def test_ticket_decks_have_their_sizes(name: str) -> None:
    board = load_board(name)
    assert {deck: len(board.deck(deck)) for deck in board.decks} == DECKS[name]


def test_usa_colours_are_balanced() -> None:
    tracks = load_board("usa").tracks
    spaces = Counter[str]()
    for track in tracks:
        spaces[track.color] += track.length
    assert spaces.pop("gray") == 93
    assert set(spaces.values()) == {27}
    assert Counter(track.color for track in tracks)["gray"] == 44


def test_europe_has_its_tunnels_and_ferries() -> None:
    kinds = Counter(track.kind for track in load_board("europe").tracks)
    assert kinds == {"normal": 70, "tunnel": 18, "ferry": 13}
    assert sum(track.locomotives for track in load_board("europe").tracks) == 17


def test_europe_has_six_long_tickets_in_the_base_deck_and_none_with_the_big_cities() -> None:
    board = load_board("europe")
    assert {deck: sum(t.long for t in board.deck(deck)) for deck in board.decks} == {
        "base": 6, "expanded_1912": 6, "big_cities_1912": 0, "mega_1912": 12,
    }  # fmt: skip


def test_germany_has_fourteen_terminals_of_five_countries_and_sixty_passengers() -> None:
    board = load_board("germany")
    terminals = [city for city in board.cities if city.country]
    assert Counter(city.country for city in terminals) == {
        "Dänemark": 2, "Frankreich": 3, "Niederlande": 3, "Österreich": 3, "Schweiz": 3,
    }  # fmt: skip
    ends = Counter(name for track in board.tracks for name in track.cities)
    assert all(ends[city.name] == 1 for city in terminals)
    assert sum(board.passengers.values()) == 60
    assert Counter(ticket.long for ticket in board.deck("germany_2017")) == {True: 34, False: 55}
    assert Counter(ticket.long for ticket in board.deck("deutschland_2012")) == {True: 29, False: 33}


@pytest.mark.parametrize(("deck", "total"), [("base", 349), ("1910", 391), ("big_cities", 389), ("mega", 754)])
def test_usa_tickets_add_up(deck: str, total: int) -> None:
    assert sum(ticket.points for ticket in load_board("usa").deck(deck)) == total


def test_the_revised_deck_lowers_four_tickets() -> None:
    board = load_board("usa")
    old = {frozenset(t.places): t.points for t in board.deck("base")}
    new = {frozenset(t.places): t.points for t in board.deck("base_revised")}
    assert sorted((old[pair], new[pair]) for pair in old if old[pair] != new[pair]) == [
        (9, 8),
        (20, 19),
        (21, 20),
        (22, 20),
    ]


@pytest.mark.parametrize("name", board_names())
def test_every_board_survives_writing_and_reading(name: str) -> None:
    board = load_board(name)
    assert Board.from_dict(board.to_dict()) == board
    assert LIBRARY.is_built_in(board)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_survives_writing_and_reading(name: str) -> None:
    ruleset = load_ruleset(name)
    assert Ruleset.from_dict(ruleset.to_dict()) == ruleset
    assert misfits(load_board(name.split("-")[0]), ruleset) == []


def test_every_deck_has_its_bonuses() -> None:
    paid = {
        (name, deck): (load_ruleset(name).dealing(deck).longest_path, load_ruleset(name).dealing(deck).globetrotter)
        for name, decks in DECKS.items()
        for deck in decks
    }
    assert paid == {
        ("usa", "base"): (10, 0), ("usa", "base_revised"): (10, 0), ("usa", "1910"): (0, 15),
        ("usa", "big_cities"): (0, 0), ("usa", "mega"): (10, 15),
        ("europe", "base"): (10, 0), ("europe", "expanded_1912"): (10, 0),
        ("europe", "big_cities_1912"): (10, 0), ("europe", "mega_1912"): (10, 0),
        ("germany", "germany_2017"): (0, 15), ("germany", "deutschland_2012"): (0, 15),
    }  # fmt: skip


def test_the_thesis_pays_the_bonus_that_the_printed_big_cities_game_does_not_have() -> None:
    assert load_ruleset("usa").dealing("big_cities").globetrotter == 0
    assert load_ruleset("usa-thesis").dealing("big_cities").globetrotter == 15


def test_the_thesis_deals_as_in_the_base_game_but_for_the_mega_game() -> None:
    for name in ("usa-thesis", "usa-thesis-linear"):
        dealt = {
            deck: (load_ruleset(name).dealing(deck).deal, load_ruleset(name).dealing(deck).keep)
            for deck in DECKS["usa"]
        }
        mega = dealt.pop("mega")
        assert mega == (load_ruleset("usa").dealing("mega").deal, load_ruleset("usa").dealing("mega").keep)
        assert set(dealt.values()) == {dealt["base"]}


def test_half_points_are_possible() -> None:
    ruleset = load_ruleset("usa-thesis-linear")
    assert ruleset.scale == 2
    assert [ruleset.route_points[length] for length in (1, 2, 6)] == [4.5, 9, 27]
    assert load_ruleset("usa").with_points_per_space(3.25).scale == 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("atlantis",), "there is no board 'atlantis'; choose one of europe, germany, usa"),
        (
            ("usa", "1912"),
            "the board 'usa' has no ticket deck '1912'; it has base, base_revised, 1910, big_cities, mega",
        ),
        (("usa", None, "house"), "there is no ruleset 'house'"),
    ],
)
def test_an_unknown_name_is_answered_with_the_known_ones(arguments: tuple[str, ...], message: str) -> None:
    board, *rest = arguments
    with pytest.raises(UnknownNameError) as caught:
        load_setup(board, tickets=rest[0] if rest else None, ruleset=rest[1] if len(rest) > 1 else None)
    assert message in str(caught.value)
