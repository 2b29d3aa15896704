"""Reading ``.map`` files: the errors of the web version, and the test vectors of the format's description."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapmaker.made_maps import FAULTS, made_map
from mapmaker.plain_map import EXAMPLE, read_plain
from railwright.errors import RailwrightError
from railwright.mapmaker.formats.map_file.importing import import_text
from railwright.mapmaker.formats.map_file.reader import read_map
from railwright.mapmaker.formats.map_file.strict import check_strict

ROUTES = ["UnexpectedRoute", "UnexpectedRoute"]

VECTORS = [
    ("map-zoom: 7\n", "", ["MapZoom.Missing"]),
    ("map-zoom: 7", "map-zoom: 11", ["MapZoom.BadFormat"]),
    ("map-zoom: 7", "map-zoom: 6.5", ["MapZoom.BadFormat"]),
    ("map-center: 50.75 10.75", "map-center: 50.75; 10.75", ["MapCenter.BadFormat"]),
    ("map-center: 50.75 10.75", "map-center: 50.75  10.75", ["MapCenter.BadFormat"]),
    ("map-center: 50.75 10.75", "map-center: 50,75 10,75", []),
    ("map-center: 50.75 10.75\n", "", ["MapCenter.Missing"]),
    ("Ahausen; 51.5; 10.0", "Ahausen; 51.5; 10.0;", ["City.InvalidLatLong", *ROUTES]),
    ("Ahausen; 51.5; 10.0", "Ahausen; 51.5", ["City.BadFormat", *ROUTES]),
    ("Ahausen; 51.5; 10.0", "Bad: Ahausen; 51.5; 10.0", ["UnknownProperty", *ROUTES]),
    ("|| Bedorf; 2", "- Bedorf; 2", ["City.BadFormat"]),
    ("|| Bedorf; 2", "| Bedorf; 2; red", ["BadRouteFormat"]),
    ("|| Bedorf; 2", "| Bedorf; two", ["BadRouteFormat"]),
    ("|| Bedorf; 2", "| Bedorf; 3.0", ["BadRouteFormat"]),
    ("|| Bedorf; 2", "| Bedorf; +3", []),
    ("|| Bedorf; 2", "| Bedorf; 99999999999", ["BadRouteFormat"]),
    ("|| Bedorf; 2", "| Efeld; 2", ["City.Unknown"]),
    ("|| Bedorf; 2", "| | Bedorf; 2", ["City.Unknown"]),
    ("Ahausen; 51.5", "| Bedorf; 2\nAhausen; 51.5", ["UnexpectedRoute"]),
    ("map-zoom: 7", "map-zoom: 7\nname: My map", ["UnknownProperty"]),
    ("map-zoom: 7", "map-zoom: 7: 8", ["BadPropertyFormat", "MapZoom.Missing"]),
    ("|| Bedorf; 2", "points-for-longest-route: 10\n|| Bedorf; 2", ROUTES),
    ("map-zoom: 7", "map-zoom: 7\npoints-for-longest-route: ten", ["Exception"]),
    ("short-tickets-points: 2-4", "short-tickets-points: 5", ["Exception"]),
    ("| Cehausen; 3", "| Cehausen; 0", []),
    ("| Cehausen; 3", "| Cehausen; 9", []),
    ("| Destadt; 5", "|| Destadt; 5", []),
    ("| Destadt; 4", "| Destadt; 4\n| Ahausen; 2", []),
    ("Destadt; 50.1", "Ahausen; 50.0; 10.0\nDestadt; 50.1", []),
    ("\n", "\r\n", []),
]


@pytest.mark.parametrize(("old", "new", "kinds"), VECTORS)
def test_vectors_of_the_description_give_the_errors_of_the_web_version(old: str, new: str, kinds: list[str]) -> None:
    assert old in EXAMPLE
    found = read_map(EXAMPLE.replace(old, new))
    assert Counter(problem.kind for problem in found.problems) == Counter(kinds)


STRICT_VECTORS = [
    ("| Cehausen; 3", "| Cehausen; 0", "length"),
    ("| Cehausen; 3", "| Cehausen; 9", "length"),
    ("| Destadt; 5", "|| Destadt; 5", "gray double"),
    ("| Destadt; 4", "| Destadt; 4\n| Ahausen; 2", "duplicate route"),
    ("Destadt; 50.1", "Ahausen; 50.0; 10.0\nDestadt; 50.1", "duplicate city"),
    ("Destadt; 50.1", "AHAUSEN; 50.0; 10.0\n| Bedorf; 1\nDestadt; 50.1", "duplicate city"),
    ("\n", "\r\n", "carriage returns"),
    ("| Cehausen; 3", "| Ahausen; 3", "loop"),
    ("|| Bedorf; 2", "||| Bedorf; 2", "3 tracks"),
    ("51.5; 10.0", "51.5000001; 10.0", "decimals"),
    ("51.5; 10.0", "51,5; 10.0", "decimals"),
    ("51.5; 10.0", "86.0; 10.0", "outside"),
    ("map-center: 50.75 10.75", "map-center: 0.75 10.75", "outside the area of the cities"),
    ("map-zoom: 7", "map-zoom: 7\nmap-zoom: 6", "repeated"),
    ("Destadt; 50.1; 11.4", "Destadt; 50.1; 11.4\nmap-zoom: 7", "before all cities"),
    ("Destadt; 50.1; 11.4", "Destadt; 50.1; 11.4\nEfeld; 50.0; 11.0", "no route ends in 'Efeld'"),
    ("Destadt; 50.1; 11.4", "Destadt; 50.1; 11.4\nE; 50.0; 11.0\n| F; 1\nF; 50.0; 11.1", "no routes connect"),
    ("Destadt; 50.1; 11.4", "Destadt; 51.6; 10.1", "cross or touch"),
    ("-- four", "\ufeff-- four", "byte order mark"),
]


@pytest.mark.parametrize(("old", "new", "message"), STRICT_VECTORS)
def test_the_strict_profile_names_each_violation(old: str, new: str, message: str) -> None:
    known = {problem.message for problem in check_strict(EXAMPLE)}
    found = [p.message for p in check_strict(EXAMPLE.replace(old, new)) if p.message not in known]
    assert any(message in text for text in found), found


def test_the_example_violates_only_what_four_cities_cannot_have() -> None:
    assert {problem.kind for problem in check_strict(EXAMPLE)} == {"strict.7", "strict.8"}


def test_the_example_says_what_the_description_says() -> None:
    found = read_map(EXAMPLE)
    assert [city.name for city in found.cities] == ["Ahausen", "Bedorf", "Cehausen", "Destadt"]
    assert found.cities[1].english == "Beville"
    assert sum(route.tracks for route in found.routes) == 5
    assert sum(route.tracks * route.length for route in found.routes) == 16 == read_plain(EXAMPLE).spaces
    assert found.value("short-tickets-points", ()) == (2, 4)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("seed", range(8))
def test_maps_are_read_as_a_second_reader_reads_them(seed: int, fault: str) -> None:
    text = made_map(seed, fault=fault)
    found, plain = read_map(text), read_plain(text)
    assert not found.problems
    assert {city.name: (city.latitude, city.longitude) for city in found.cities} == plain.cities
    assert [(r.city, r.target, r.length, r.tracks) for r in found.routes] == plain.routes


PIECES = st.one_of(
    st.sampled_from(["|", "||", ";", ":", "--", "//", "\n", "\r", " ", "=", ",", "\ufeff", "1e999", "-1", "0"]),
    st.sampled_from(["-- color: Ahausen | Bedorf = red\n", "-- ticket: Ahausen | Destadt = 6; x; long\n"]),
    st.sampled_from(["-- decks: ,\n", "-- title: \x07\n", "map-zoom: 7\n", "points-for-longest-route: 10\n"]),
    st.text(max_size=6),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(EXAMPLE)), st.integers(0, 12), PIECES), min_size=1, max_size=6))
def test_a_damaged_file_gives_a_board_or_a_clear_error_never_another(damage: list[tuple[int, int, str]]) -> None:
    text = EXAMPLE
    for at, gone, new in damage:
        text = text[:at] + new + text[at + gone :]
    message = ""
    try:
        assert len(import_text(text, "damaged", seed=1).board.cities) >= 2
    except RailwrightError as error:
        message = str(error)
    assert "\n" not in message
    for problem in check_strict(text):
        assert str(problem)
