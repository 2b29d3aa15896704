"""Board files with every kind of mistake: each is named with its line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.positions import ruleset_data
from game.test_record import JSON
from maps.board_files import CITY, GOOD, Data, add, as_file, problems_of, put
from railwright.game.board import Board
from railwright.maps.board_check import check_board_file, line_numbers
from railwright.maps.load import board_names, load_board


def test_a_good_board_has_no_problems(tmp_path: Path) -> None:
    assert problems_of(tmp_path, lambda data: None) == []


@pytest.mark.parametrize("name", board_names())
def test_the_built_in_boards_have_no_problems(name: str, tmp_path: Path) -> None:
    file, _ = as_file(tmp_path, load_board(name).to_dict())
    assert check_board_file(file) == []
    assert Board.from_dict(load_board(name).to_dict()) == load_board(name)


MISTAKES: dict[str, tuple[Callable[[Data], object], str, str]] = {
    # what is done; a part of the named line; a part of the message
    "unknown city": (put("tracks", 1, cities=["Bonn", "Essen"]), '"Essen"', "unknown city 'Essen'"),
    "track to itself": (put("tracks", 1, cities=["Bonn", "Bonn"]), '["Bonn", "Bonn"]', "both ends are 'Bonn'"),
    "track with three ends": (put("tracks", 1, cities=["Bonn", "Celle", "Dachau"]), '"Dachau"', "two names"),
    "track without cities": (lambda d: d["tracks"][1].pop("cities"), '"length": 2', "'cities' is missing"),
    "duplicate track": (add("tracks", cities=["Bonn", "Aachen"], length=2, color="red"), '"length": 2', "duplicate"),
    "bad colour": (put("tracks", 2, color="grey"), '"grey"', "'grey'"),
    "colour of another type": (put("tracks", 2, color=["red"]), '["red"]', "must be one of"),
    "bad kind": (put("tracks", 2, kind="bridge"), '"bridge"', "'bridge'"),
    "length 0": (put("tracks", 2, length=0), '"length": 0', "from 1 to 9"),
    "length 10": (put("tracks", 2, length=10), '"length": 10', "from 1 to 9"),
    "length true": (put("tracks", 2, length=True), '"length": true', "from 1 to 9"),
    "length half": (put("tracks", 2, length=1.5), '"length": 1.5', "from 1 to 9"),
    "length without points": (put("tracks", 2, length=7), '"length": 7', "length 7 has no points"),
    "more locomotives than spaces": (put("tracks", 2, locomotives=4), '"locomotives": 4', "from 0 to 3"),
    "unknown key of a track": (put("tracks", 2, colour="red"), '"colour"', "unknown key 'colour'"),
    "four parallel tracks": (
        lambda d: d["tracks"].extend({"cities": ["Dachau", "Celle"], "length": 1, "color": c} for c in ("red", "pink")),
        '"pink"',
        "more than 3 parallel",
    ),
    "isolated city": (add("cities", name="Essen", **CITY), '"Essen"', "no track ends at 'Essen'"),
    "disconnected part": (
        lambda d: (
            d["cities"].extend({"name": name, **CITY} for name in ("Essen", "Fulda")),
            d["tracks"].append({"cities": ["Essen", "Fulda"], "length": 1, "color": "gray"}),
        ),
        '"Essen"',
        "disconnected",
    ),
    "city given twice": (
        add("cities", name="Bonn", **CITY),
        '"Bonn", "latitude": 0, "longitude": 0}',
        "duplicate city: 'Bonn' is already defined",
    ),
    "city without a name": (add("cities", **CITY), '{"latitude"', "'name' is missing"),
    "city with an empty name": (add("cities", name=" ", **CITY), '" "', "1 to 200 characters"),
    "latitude 91": (put("cities", 1, latitude=91), '"latitude": 91', "from -90 to 90"),
    "longitude of another type": (put("cities", 1, longitude="7"), '"longitude": "7"', "from -180 to 180"),
    "latitude NaN": (put("cities", 1, latitude=float("nan")), "NaN", "from -90 to 90"),
    "city and country of one name": (put("cities", 3, country="Bonn"), '"Bonn"', "a city and of a country"),
    "ticket to nowhere": (put("tickets", 1, cities=["Bonn", "Atlantis"]), '"Atlantis"', "unknown city or country"),
    "ticket to itself": (put("tickets", 1, cities=["Oz", "Oz"]), '["Oz", "Oz"]', "both ends are 'Oz'"),
    "duplicate ticket": (add("tickets", cities=["Celle", "Aachen"], points=9), '"points": 9', "duplicate ticket"),
    "ticket in an unknown deck": (put("tickets", 1, decks=["other"]), '"other"', "unknown deck 'other'"),
    "ticket in no deck": (put("tickets", 1, decks=[]), '"decks": []', "must belong to at least one deck"),
    "ticket of 0 points": (put("tickets", 1, points=0), '"points": 0', "from 1 to 100"),
    "ticket of 101 points": (put("tickets", 1, points=101), '"points": 101', "from 1 to 100"),
    "long that is no flag": (put("tickets", 1, long="yes"), '"yes"', "true or false"),
    "no tickets": (lambda d: d.update(tickets=[]), '"tickets": []', "has 0 tickets"),
    "no tracks": (lambda d: d.update(tracks=[]), '"tracks": []', "1 to 192 tracks"),
    "no decks": (lambda d: d.update(decks=[]), '"decks": []', "at least one ticket deck"),
    "a deck without tickets": (lambda d: d.update(decks=["deck", "none"]), '"tickets"', "'none' has 0 tickets"),
    "another format": (lambda d: d.update(format="railwright-board/2"), "railwright-board/2", "railwright-board/1"),
    "unknown key": (lambda d: d.update(routes=[]), "{", "unknown key 'routes'"),
    "missing key": (lambda d: d.pop("tracks"), "{", "'tracks' is missing"),
    "unknown ruleset": (lambda d: d.update(ruleset="mars"), '"ruleset": "mars"', "'mars'"),
    "ruleset of another type": (lambda d: d.update(ruleset=5), '"ruleset": 5', "name of a ruleset"),
    "passengers at an unknown place": (lambda d: d.update(passengers={"Mars": 1}), '"Mars"', "unknown place 'Mars'"),
    "too many passengers": (lambda d: d.update(passengers={"Bonn": 8}), '"Bonn": 8', "from 1 to 7"),
    "cities that are no list": (lambda d: d.update(cities={"a": 1}), '"cities"', "must be a list"),
    "too many cities": (
        lambda d: d["cities"].extend({"name": f"c{i}", **CITY} for i in range(64)),
        '"cities": [',
        "2 to 64 cities, not 69",
    ),
    "too many tracks": (
        lambda d: (
            d["cities"].extend({"name": f"c{i}", **CITY} for i in range(20)),
            d["tracks"].extend(
                {"cities": [f"c{i}", f"c{j}"], "length": 1, "color": "gray"} for i in range(20) for j in range(i)
            ),
        ),
        '"tracks": [',
        "1 to 192 tracks, not 196",
    ),
    "too many tickets": (
        lambda d: (
            d["cities"].extend({"name": f"c{i}", **CITY} for i in range(20)),
            d["tickets"].extend({"cities": [f"c{i}", f"c{j}"], "points": 1} for i in range(20) for j in range(i)),
        ),
        '"tickets": [',
        "has 194 tickets; a deck has 1 to 128",
    ),
    "too many tickets in all": (
        lambda d: d["tickets"].extend({"cities": ["Bonn", "Celle"], "points": 1, "decks": []} for _ in range(1021)),
        '"tickets": [',
        "at most 1024 tickets, not 1025",
    ),
    "too many decks": (
        lambda d: d.update(decks=[f"d{i}" for i in range(9)]), '"decks": [', "at most 8 ticket decks, not 9"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_named_with_its_line(name: str, tmp_path: Path) -> None:
    change, line, message = MISTAKES[name]
    found = problems_of(tmp_path, change)
    assert any(line in text and message in said for text, said in found), found


def test_every_mistake_of_a_file_is_found_at_once(tmp_path: Path) -> None:
    def spoil(data: Data) -> None:
        put("tracks", 0, color="grey")(data)
        put("tracks", 2, length=99)(data)
        put("cities", 0, latitude=99)(data)
        put("tickets", 3, points=-1)(data)

    assert len(problems_of(tmp_path, spoil)) == 4


def test_a_problem_prints_its_file_line_and_place(tmp_path: Path) -> None:
    data = copy.deepcopy(GOOD)
    data["tracks"][2]["length"] = 0
    file, lines = as_file(tmp_path, data)
    (problem,) = check_board_file(file)
    number = next(i for i, line in enumerate(lines, start=1) if '"length": 0' in line)
    assert str(problem).startswith(f"{file}, line {number} (tracks[2].length): ")


def test_problems_of_a_ruleset_inside_a_board_are_found_in_its_lines(tmp_path: Path) -> None:
    rules = ruleset_data(trains=0)
    rules["decks"]["*"]["keep"] = 0
    data = GOOD | {"ruleset": rules}
    file = tmp_path / "board.json"
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [lines[problem.line - 1].strip() for problem in check_board_file(file)]
    assert '"trains": 0,' in found
    assert '"keep": 0,' in found


def test_passengers_that_are_wrong_are_found_in_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(GOOD | {"passengers": {"Aachen": 1, "Bonn": 8}}, indent=1), encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [lines[problem.line - 1].strip() for problem in check_board_file(file)] == ['"Bonn": 8']


def test_a_board_is_checked_against_the_ruleset_that_is_named(tmp_path: Path) -> None:
    file, _ = as_file(tmp_path, load_board("europe").to_dict())
    assert check_board_file(file, "europe-thesis") == []
    assert all("length 8" in problem.message for problem in check_board_file(file, "usa") if "length" in problem.place)
    assert "no ruleset 'mars'" in check_board_file(file, "mars")[0].message


def walk(value: Any, path: str = "") -> list[str]:
    found = [path]
    if isinstance(value, dict):
        for key, item in value.items():
            found += walk(item, f"{path}.{key}" if path else key)
    if isinstance(value, list):
        for i, item in enumerate(value):
            found += walk(item, f"{path}[{i}]")
    return found


@settings(max_examples=200)
@given(value=JSON, indent=st.sampled_from([None, 0, 1, 3]))
def test_every_value_of_a_json_text_has_a_line(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    lines = line_numbers(text)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
    if "\\" not in text:
        assert set(lines) == set(walk(value))


def test_the_line_of_a_value_is_where_it_begins() -> None:
    text = '\n{"a": 1,\n "b": [\n  {"c": "}],\\"{"},\n\n  {"c":\n   2}\n ]}'
    assert line_numbers(text) == {"": 2, "a": 2, "b": 3, "b[0]": 4, "b[0].c": 4, "b[1]": 6, "b[1].c": 7}
