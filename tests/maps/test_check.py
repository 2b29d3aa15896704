"""Board files with every kind of mistake: each is named with its line, and nothing but a named error comes out."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.positions import board_data, ruleset_data
from game.test_record import FINISHED, JSON, UNFINISHED, WHOLE, replaced
from railwright.errors import FileError, RailwrightError, RulesetError
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.check import check_board_file, line_numbers
from railwright.maps.load import board_names, load_board, load_ruleset, load_setup, ruleset_names
from railwright.maps.records import count_records, read_record, read_records

Data = dict[str, Any]

GOOD: Data = board_data(
    "Aachen-Bonn 1 red",
    "Bonn-Celle 2 gray",
    "Celle-Dachau 3 gray",
    "Celle-Dachau 3 blue",
    "Dachau-Aachen 4 gray tunnel",
    "Bonn-Oz/1 1 gray",
    tickets=("Aachen-Celle 4", "Bonn-Dachau 5", "Aachen-Oz 7", "Celle-Bonn 3"),
)


def as_file(folder: Path, data: Data) -> tuple[Path, list[str]]:
    """A board file with one city, track or ticket on each line; returns it with its lines."""
    lines = ["{"]
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = [f"  {json.dumps(item, ensure_ascii=False)}{',' if item is not value[-1] else ''}" for item in value]
            lines += [f' "{key}": [', *rows, " ],"]
        else:
            lines.append(f' "{key}": {json.dumps(value)},')
    lines[-1] = lines[-1].removesuffix(",")
    file = folder / "board.json"
    file.write_text("\n".join([*lines, "}"]), encoding="utf-8")
    return file, [*lines, "}"]


def problems_of(folder: Path, change: Callable[[Data], object]) -> list[tuple[str, str]]:
    """What is said of a changed board: (the text of the line that is named, message)."""
    data = copy.deepcopy(GOOD)
    change(data)
    file, lines = as_file(folder, data)
    return [(lines[problem.line - 1].strip(), problem.message) for problem in check_board_file(file)]


def add(key: str, **item: Any) -> Callable[[Data], None]:
    return lambda data: data[key].append(item)


def put(key: str, i: int, **fields: Any) -> Callable[[Data], None]:
    return lambda data: data[key][i].update(fields)


CITY = {"latitude": 0, "longitude": 0}


def test_a_good_board_has_no_problems(tmp_path: Path) -> None:
    assert problems_of(tmp_path, lambda data: None) == []


@pytest.mark.parametrize("name", board_names())
def test_the_built_in_boards_have_no_problems(name: str, tmp_path: Path) -> None:
    file, _ = as_file(tmp_path, load_board(name).to_dict())
    assert check_board_file(file) == []
    assert Board.from_dict(load_board(name).to_dict()) == load_board(name)


@pytest.mark.parametrize("name", ruleset_names())
def test_the_built_in_rulesets_are_read_back_as_they_were_written(name: str) -> None:
    assert Ruleset.from_dict(json.loads(json.dumps(load_ruleset(name).to_dict()))) == load_ruleset(name)


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
    "city given twice": (add("cities", name="Bonn", **CITY), '"Bonn", "latitude": 0, "longitude": 0}', "already given"),
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
        "has 194 tickets; 1 to 128",
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


# ---- line numbers ----


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


# ---- whatever is in a file, only named errors come out ----


def survives(action: Callable[[], object]) -> None:
    """It works, or it raises an error whose message is one line."""
    said = "fine"
    try:
        action()
    except RailwrightError as error:
        said = str(error)
    assert said
    assert "\n" not in said


TEXTS = [
    json.dumps(data, ensure_ascii=False)
    for data in (FINISHED, UNFINISHED, WHOLE, GOOD, ruleset_data(), load_ruleset("europe").to_dict())
]


SPANS = (
    *("", '"', "{", "}", "[", "]", ",", ":", '"a":', "\n", "\x00", "é", "\ud800"),
    *("0", "-1", "1.5", "1e400", "NaN", "Infinity", "null", "true", "9" * 30),
)


def mutilated(text: str, chooser: random.Random) -> str:
    """A text with random spans deleted, inserted, repeated or replaced."""
    for _ in range(chooser.randint(1, 4)):
        start = chooser.randrange(len(text) + 1)
        end = min(len(text), start + chooser.choice([0, 1, 2, 5, 40]))
        text = text[:start] + chooser.choice([*SPANS, text[start:end] * 2]) + text[end:]
    return text


@settings(max_examples=500)
@given(text=st.sampled_from(TEXTS), seed=st.integers(0, 10**9))
def test_mutilated_files_give_only_named_errors(tmp_path_factory: pytest.TempPathFactory, text: str, seed: int) -> None:
    file = tmp_path_factory.getbasetemp() / "mutilated.json"
    file.write_bytes(mutilated(text, random.Random(seed)).encode("utf-8", "surrogatepass"))
    survives(lambda: list(read_records(file)))
    survives(lambda: check_board_file(file))
    survives(lambda: load_setup(str(file)))
    survives(lambda: load_ruleset(str(file)))


@settings(max_examples=150)
@given(content=st.binary(max_size=60))
def test_random_bytes_give_only_named_errors(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.json"
    file.write_bytes(content)
    for action in (lambda: list(read_records(file)), lambda: check_board_file(file), lambda: load_ruleset(str(file))):
        survives(action)


@settings(max_examples=400)
@given(by=JSON, seed=st.integers(0, 10**9), name=st.sampled_from(["small", "usa", "germany"]))
def test_boards_with_random_values_in_them_are_read_or_refused(by: Any, seed: int, name: str) -> None:
    data = GOOD if name == "small" else load_board(name).to_dict()
    mangled = replaced(random.Random(seed), data, by, 0.05 if name == "small" else 0.001)
    survives(lambda: Game(load_setup(Board.from_dict(mangled)), seats=2, seed=1))


@settings(max_examples=400)
@given(by=JSON | st.sampled_from(["box", "deck", 2, 5, {"any": 2}]), seed=st.integers(0, 10**9))
def test_rulesets_with_random_values_in_them_are_read_or_refused(by: Any, seed: int) -> None:
    data = ruleset_data(ferries=True, tunnel_cards=3, stations=3, passenger_points=[20, 10])
    mangled = replaced(random.Random(seed), data, by, 0.06)
    if isinstance(mangled, dict) and mangled.get("sweep_at") in (1, 2):
        return  # see test_gaps, G3
    survives(lambda: Game(Setup(Board.from_dict(GOOD), Ruleset.from_dict(mangled)), seats=2, seed=1))


@pytest.mark.parametrize(
    "content",
    [b"", b"  \n ", b"{", b"nul", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000, b"\xef\xbb\xbf{}", b"9" * 5000,
     b'{"seed": ' + b"9" * 5000 + b"}", b"[]", b"5", b'"text"', b"{}\n{}\n", b"{}\n5"],
    ids=lambda content: repr(content[:12]),
)  # fmt: skip
def test_files_that_hold_something_else_give_only_named_errors(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    for action in (
        lambda: list(read_records(file)),
        lambda: read_record(file),
        lambda: check_board_file(file),
        lambda: load_board(str(file)),
        lambda: load_ruleset(str(file)),
    ):
        survives(action)


def test_files_that_cannot_be_read_give_a_file_error(tmp_path: Path) -> None:
    for name in (tmp_path / "none.json", tmp_path, Path("bad\0name.json")):
        for action in (lambda n=name: check_board_file(n), lambda n=name: list(read_records(n))):
            with pytest.raises(FileError):
                action()


def test_records_are_counted_and_the_line_of_a_bad_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bad = copy.deepcopy(FINISHED)
    bad["actions"][5] = 999
    file.write_text("\n".join(json.dumps(data) for data in (FINISHED, UNFINISHED, bad)) + "\n", encoding="utf-8")
    assert count_records(file) == 3
    assert read_record(file, 2)[0].actions == tuple(UNFINISHED["actions"])
    with pytest.raises(RailwrightError, match=r"line 3: actions\[5\]"):
        list(read_records(file))
    file.write_text(json.dumps(FINISHED, indent=2), encoding="utf-8")
    assert count_records(file) == 1
    assert read_record(file)[0].result == FINISHED["result"]


# ---- what is accepted can be played ----


@pytest.mark.parametrize(
    "changes",
    [
        {"tiebreaks": ["tickets", "longest_path", "stations", "tickets"]},
        {"tiebreaks": ["tickets"] * 9},
        {"route_points": {"1": 1.15, "2": 2, "3": 4, "4": 7}},
        {"route_points": {"1": 0.07, "2": 0.29, "3": 0.57, "4": 0.58}},
        {"route_points": {"per_space": 4.35}},
        {"route_points": {"per_space": 0.07}},
        {"route_points": {"9" * 5000: 1}},
        {"seats": [5, 2]},
        {"face_up": 0, "sweep_at": 0},
        {"trains": 100, "end_trains": 99},
        {"tunnel_cards": 1},
        {"cards_per_color": 40, "locomotives": 40, "opening_cards": 20},
    ],
    ids=lambda changes: str(changes)[:50],
)
def test_an_odd_ruleset_is_refused_or_can_be_played(changes: Data) -> None:
    try:
        setup = Setup(Board.from_dict(GOOD), Ruleset.from_dict(ruleset_data(**changes)))
    except RulesetError:
        return
    game, chooser = Game(setup, seats=2, seed=1), random.Random(1)
    while not game.is_over:
        game.play(chooser.choice(game.legal()))
    game.result_record()


@pytest.mark.parametrize("points", [0.1, 0.5, 0.7, 1.1, 2.2, 4.35, 4.5])
def test_points_per_space_can_be_any_number_with_two_decimals(points: float) -> None:
    rules = load_ruleset("usa").with_points_per_space(points)
    setup = Setup(load_board("usa"), rules)
    game = Game(setup, seats=2, seed=1)
    assert game.setup.rulebook[0].route_points[3] / rules.scale == pytest.approx(3 * points)
    assert Ruleset.from_dict(rules.to_dict()).scale == rules.scale
