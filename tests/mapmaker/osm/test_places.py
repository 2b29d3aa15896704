"""Towns of an extract and of the packaged list, and which of them a station serves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapmaker.osm.sketch import Sketch, degrees
from railwright.mapmaker.osm.extract.place_objects import LARGEST_POPULATION, PlaceObject, population_of, read_places
from railwright.mapmaker.osm.extract.sphere import to_space
from railwright.mapmaker.osm.extract.station_graph import Station
from railwright.mapmaker.osm.places.board_names import station_alone, town_name
from railwright.mapmaker.osm.places.ranking import rank_stations
from railwright.mapmaker.osm.places.serving import NOWHERE, serve_towns
from railwright.mapmaker.osm.places.town import Town, begins_with, words_of
from railwright.mapmaker.osm.places.town_list import all_towns
from railwright.mapmaker.osm.places.towns import find_towns


def station(name: str, east: float, north: float = 0.0, rails: int = 2) -> Station:
    longitude, latitude = degrees(east, north)
    return Station(name, latitude, longitude, rails)


def town(name: str, east: float, population: int, *others: str, is_named: bool = False) -> Town:
    longitude, latitude = degrees(east, 0.0)
    return Town(name, latitude, longitude, population, others, is_named)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("12345", 12345), ("12 345", 12345), ("12.345", 12345), ("1,234,567", 1234567), ("12'345", 12345),
        ("about 900 (2011)", 900), ("5000;6000", 5000), ("", 0), ("many", 0), ("-5", 5), ("1" * 400, 0),
        (str(LARGEST_POPULATION + 1), 0), ("٣٤", 0),
    ],
)  # fmt: skip
def test_populations_are_read_as_people_write_them(text: str, people: int) -> None:
    assert population_of(text) == people


@given(st.text(max_size=300))
def test_any_text_is_a_possible_population(text: str) -> None:
    assert 0 <= population_of(text) <= LARGEST_POPULATION


def test_places_are_read_with_their_names_and_populations(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.node(0, place="city", name="Milano", name__de="Mailand", name__fr="Milan", population="1 300 000")
    sketch.node(9000, place="town", name="Mitte")
    sketch.node(9500, place="suburb", name="Vorort", population="50000")
    sketch.node(9700, place="village")
    path = sketch.write(tmp_path / "places.osm.pbf")
    milan, middle = read_places(path)
    assert (milan.name, milan.population, milan.is_counted) == ("Milano", 1_300_000, True)
    assert milan.other_names == ("Mailand", "Milan")
    assert (middle.name, middle.population, middle.is_counted) == ("Mitte", 10_000, False)
    assert [place.name for place in read_places(path, language="de")] == ["Mailand", "Mitte"]
    assert [place.name for place in read_places(path, language="xx")] == ["Milano", "Mitte"]


def test_the_list_has_the_large_towns_of_the_world() -> None:
    towns = all_towns()
    largest = {town.name: town.population for town in towns if town.population > 2_500_000}
    assert {"Berlin", "Tokyo", "New York City", "Cairo", "Buenos Aires", "Sydney"} <= largest.keys()
    assert all(-90 <= town.latitude <= 90 and -180 <= town.longitude <= 180 for town in towns)
    assert min(town.population for town in towns) >= 15_000
    (munich,) = (town for town in towns if town.name == "Munich")
    assert "Monaco di Baviera" in munich.other_names


def test_the_extract_goes_before_the_list() -> None:
    longitude, latitude = degrees(0, 0)
    places = [
        PlaceObject("Milano", latitude, longitude, 100_000, False, ("Mailand",)),
        PlaceObject("Klein", latitude + 0.5, longitude, 700, True, ()),
    ]
    listed = [
        town("Milan", 900, 1_300_000, "Milano"), town("Monza", 12_000, 120_000), town("Far away", 400_000, 900_000)
    ]  # fmt: skip
    found = find_towns(places, listed, to_space(np.array([(latitude, longitude)])))
    assert [(town.name, town.population) for town in found] == [
        ("Milano", 1_300_000), ("Monza", 120_000), ("Klein", 700)
    ]  # fmt: skip
    assert set(found[0].names) == {"Milano", "Mailand", "Milan"}


def test_a_town_of_another_name_at_the_same_place_is_the_same() -> None:
    longitude, latitude = degrees(0, 0)
    places = [PlaceObject("Lefkosia", latitude, longitude, 50_000, True, ())]
    found = find_towns(places, [town("Nicosia", 500, 60_000)], to_space(np.array([(latitude, longitude)])))
    assert [(town.name, town.population) for town in found] == [("Lefkosia", 50_000)]


def test_a_station_serves_the_town_around_it_or_that_it_is_named_after() -> None:
    towns = [town("Großstadt", 0, 1_000_000), town("Klein", 6_000, 20_000), town("Fern", 60_000, 20_000)]
    stations = [
        station("Hauptbahnhof", 500), station("Grossstadt West", -12_000), station("Mitte", 6_100),
        station("Fern", 65_000), station("Halt", 66_000), station("Klein", 30_000),
    ]  # fmt: skip
    served, _ = serve_towns(stations, towns)
    assert served == [0, 0, 1, 2, NOWHERE, NOWHERE]


@pytest.mark.parametrize(
    ("town", "stations", "name"),
    [
        (Town("Munich", 0, 0, 1, ("München", "Monaco")), ["München Hbf", "München Ost", "Pasing"], "München"),
        (Town("Munich", 0, 0, 1, ("Munchen",)), ["München Hbf"], "München"),
        (Town("Turin", 0, 0, 1, ("Torino",)), ["Torino Porta Nuova", "Torino Porta Susa"], "Torino"),
        (Town("The Hague", 0, 0, 1, ("Den Haag", "Haag")), ["Den Haag Centraal", "Den Haag HS"], "Den Haag"),
        (Town("Frankfurt am Main", 0, 0, 1, ("Frankfurt",)), ["Frankfurt (Main) Hbf"], "Frankfurt"),
        (Town("Halle (Saale)", 0, 0, 1, ("Halle",)), ["Halle (Saale) Hbf"], "Halle (Saale)"),
        (Town("Tokyo", 0, 0, 1, ("Tokio",)), ["Shinjuku", "Ueno"], "Tokyo"),
        (Town("Mailand", 0, 0, 1, ("Milano",), is_named=True), ["Milano Centrale"], "Mailand"),
        (Town("Essen", 0, 0, 1, ("Esse",)), ["Essen-Kupferdreh", "Essen Hbf"], "Essen"),
    ],
)  # fmt: skip
def test_towns_are_called_as_their_stations_call_them(town: Town, stations: list[str], name: str) -> None:
    assert town_name(town, stations) == name


def test_stations_without_a_town_lose_the_word_for_a_station() -> None:
    assert [station_alone(name) for name in ("Sylt Bahnhof", "Au, Hbf.", "Bahnhof", "Grand Central")] == [
        "Sylt", "Au", "Bahnhof", "Grand Central"
    ]  # fmt: skip


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_names_can_be_compared(one: str, other: str) -> None:
    assert begins_with(one, other) in (True, False)
    assert words_of(one.upper().lower()) == words_of(one.upper().lower())
    assert not words_of(one) or begins_with(one, one)
    assert town_name(Town(one or "x", 0, 0, 5, (other,)), [other, one])


def test_one_station_stands_for_a_town_and_the_others_are_kept_for_need() -> None:
    stations = [station("Stadt Ost", 3_000, rails=3), station("Stadt Hbf", 300, rails=4), station("Allein", 90_000)]
    scores = np.array([3.0, 4.0, 1.0])
    towns = [town("Stadt", 0, 500_000)]
    ranking = rank_stations(stations, towns, scores, several_per_town=False)
    assert [each.name for each in ranking.stations] == ["Stadt Ost", "Stadt", "Allein"]
    assert ranking.population == (0, 500_000, 0)
    assert ranking.seconds == {0}
    assert ranking.largest() == [1]
    assert ranking.importance[1] > ranking.importance[2]
    several = rank_stations(stations, towns, scores, several_per_town=True)
    assert [each.name for each in several.stations] == ["Stadt Ost", "Stadt Hbf", "Allein"]
    assert not several.seconds
