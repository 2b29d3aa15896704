"""`railwright map osm`: from a file of railways to everything that is made of a board."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import run
from mapmaker.osm import independent
from mapmaker.osm.countries import country_file
from mapmaker.osm.sketch import Sketch, grid_file
from mapmaker.plain_map import read_plain
from railwright.arena.stats import Tally
from railwright.mapmaker.osm.making import SOURCE, make_board, name_of, title_of
from railwright.maps.load import load_board, load_setup
from railwright.workers.pool import play_match

MIXED = ("random", "rule", "hoard", "long-route")


def test_all_files_are_made_and_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    file = grid_file(tmp_path / "gridland.osm.pbf")
    options = ("--stations", "12", "--edges", "18", "--segments", "60", "--seed", "4")
    first = run("map", "osm", str(file), "--out", str(tmp_path / "one"), *options)
    assert "gridland.json" in first.stdout
    assert "Next: open" in first.stdout
    done = run("map", "osm", str(file), "--out", str(tmp_path / "two"), "--json", *options)
    told = json.loads(done.stdout)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(told["files"])
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
    board = load_board(str(tmp_path / "one" / "gridland.json"))
    assert (len(board.cities), told["quality"]["edges"], told["quality"]["segments"]) == (12, 18, 60)
    assert not told["shortfalls"]
    for name in names:
        if not name.endswith(("quality.json", ".map")):
            content = (tmp_path / "one" / name).read_bytes()
            assert b"OpenStreetMap" in content or name.endswith(".pdf"), name
    assert (tmp_path / "one" / "gridland.pdf").read_bytes().startswith(b"%PDF")
    played = run(
        "simulate", "--board", str(tmp_path / "one" / "gridland.json"), "--players", "rule,random", "--games", "20"
    )
    assert "20 games" in played.stdout


def test_the_map_file_is_read_by_a_second_reader_as_the_same_board(tmp_path: Path) -> None:
    file = grid_file(tmp_path / "gridland.osm.pbf")
    run(
        "map",
        "osm",
        str(file),
        "--out",
        str(tmp_path / "out"),
        "--stations",
        "16",
        "--edges",
        "30",
        "--segments",
        "100",
    )
    plain = read_plain((tmp_path / "out" / "gridland.map").read_text())
    board = load_board(str(tmp_path / "out" / "gridland.json"))
    assert set(plain.cities) == {city.name for city in board.cities}
    assert plain.pairs == {frozenset(track.cities) for track in board.tracks}
    assert plain.spaces == sum(track.length for track in board.tracks) == 100


def test_nothing_is_written_over_unless_told(tmp_path: Path) -> None:
    file = grid_file(tmp_path / "gridland.osm.pbf", 3)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "gridland.svg").write_text("mine")
    options = (
        "map",
        "osm",
        str(file),
        "--out",
        str(tmp_path / "out"),
        "--stations",
        "6",
        "--edges",
        "8",
        "--segments",
        "20",
    )
    refused = run(*options, ok=False)
    assert refused.returncode == 2
    assert "already exists" in refused.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["gridland.svg"]
    assert (tmp_path / "out" / "gridland.svg").read_text() == "mine"
    run(*options, "--force")
    assert (tmp_path / "out" / "gridland.svg").read_text() != "mine"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.osm.pbf", None, "no such file"),
        ("text.osm.pbf", b"this is not a map", "OpenStreetMap"),
        ("empty.osm.pbf", b"", "OpenStreetMap"),
        ("picture.osm.pbf", b"\x89PNG\r\n\x1a\n" + bytes(200), "OpenStreetMap"),
    ],
)
def test_a_file_that_is_none_gets_one_clear_line(tmp_path: Path, name: str, content: bytes | None, words: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = run("map", "osm", str(tmp_path / name), "--out", str(tmp_path / "out"), ok=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert words.lower() in done.stderr.lower()
    assert not (tmp_path / "out").exists()


def test_a_truncated_file_gets_one_clear_line(tmp_path: Path) -> None:
    whole = grid_file(tmp_path / "gridland.osm.pbf").read_bytes()
    (tmp_path / "cut.osm.pbf").write_bytes(whole[: len(whole) * 2 // 3])
    done = run("map", "osm", str(tmp_path / "cut.osm.pbf"), "--out", str(tmp_path / "out"), ok=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--stations", "3"), "stations"),
        (("--stations", "99"), "stations"),
        (("--edges", "500"), "edges"),
        (("--segments", "5"), "segments"),
        (("--exponent", "-1"), "exponent"),
        (("--paper", "a9"), "paper"),
        (("--method", "best"), "method"),
        (("--language", "German!"), "language"),
        (("--include", "Atlantis"), "include"),
        (("--exclude", "Atlantis"), "exclude"),
        (("--method", "published", "--include", "Station 00"), "include"),
        (("--method", "published", "--several-per-town"), "several-per-town"),
    ],
)
def test_impossible_options_get_one_clear_line(tmp_path: Path, options: tuple[str, str], words: str) -> None:
    done = run(
        "map", "osm", str(grid_file(tmp_path / "gridland.osm.pbf")), "--out", str(tmp_path / "out"), *options, ok=False
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr
    assert not (tmp_path / "out").exists()


def test_fewer_stations_than_asked_are_said_and_still_make_a_board(tmp_path: Path) -> None:
    done = run("map", "osm", str(grid_file(tmp_path / "gridland.osm.pbf", 3)), "--out", str(tmp_path / "out"))
    assert "9 stations instead of 36" in done.stdout
    load_setup(load_board(str(tmp_path / "out" / "gridland.json")))


def test_titles_and_names_come_from_the_file() -> None:
    assert title_of(Path("great-britain-rail.osm.pbf")) == "Great Britain"
    assert title_of(Path("x/usa-rail.osm.pbf")) == "USA"
    assert name_of("Great Britain") == "great-britain"
    assert name_of("USA") == "usa-railways"  # a built-in board is called usa


@pytest.mark.parametrize("name", ["dense", "city"])
def test_mixed_players_play_on_the_board_of_a_country_without_a_fault(name: str, tmp_path: Path) -> None:
    made = make_board(country_file(name, tmp_path), seed=1)
    assert not independent.faults(made.plan, 15.0)
    setup = load_setup(made.board)
    tally = Tally(setup, MIXED)
    for block in play_match(setup, MIXED, games=100, seed=3):
        tally.add(block)
    assert tally.games == 100


SMALL = ("--stations", "8", "--edges", "12", "--segments", "40")


def towns_file(path: Path) -> Path:
    """A grid of railways whose stations serve towns with names in two languages."""
    sketch = Sketch()
    nodes = {(x, y): sketch.node(20_000 * x + 3_000 * y, 20_000 * y) for x in range(4) for y in range(4)}
    for (x, y), node in nodes.items():
        sketch.tag(node, railway="station", name=f"Halt {x}{y}")
        east, north = 20_000 * x + 3_000 * y + 400, 20_000 * y
        people = str(20_000 + 9_000 * (5 * x + 3 * y))
        sketch.node(east, north, place="town", name=f"Ort {x}{y}", name__fr=f"Ville {x}{y}", population=people)
        for other in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if other in nodes:
                sketch.rail(node, nodes[other])
    return sketch.write(path)


def test_towns_give_their_names_and_are_chosen_by_their_people(tmp_path: Path) -> None:
    file = towns_file(tmp_path / "land.osm.pbf")
    asked = ("--language", "fr", "--include", "Ort 00", "--exclude", "ort 33", "--json", *SMALL)
    told = json.loads(run("map", "osm", str(file), "--out", str(tmp_path / "out"), *asked).stdout)
    names = {city.name for city in load_board(str(tmp_path / "out" / "land.json")).cities}
    assert all(name.startswith("Ville ") for name in names)
    assert "Ville 00" in names
    assert {"name": "Ville 33", "population": 236000, "reason": "excluded"} in told["not_chosen"]
    assert names.isdisjoint(town["name"] for town in told["not_chosen"])
    assert len(names) + len(told["not_chosen"]) == 16
    again = run("map", "osm", str(file), "--out", str(tmp_path / "text"), *SMALL)
    assert "Largest towns that are not on the board:" in again.stdout
    assert "GeoNames" in (tmp_path / "text" / "land.svg").read_text()


def test_the_published_method_knows_no_towns(tmp_path: Path) -> None:
    file = towns_file(tmp_path / "land.osm.pbf")
    out = tmp_path / "out"
    done = run("map", "osm", str(file), "--out", str(out), "--method", "published", "--json", *SMALL)
    assert "not_chosen" not in json.loads(done.stdout)
    board = load_board(str(out / "land.json"))
    assert all(city.name.startswith("Halt ") for city in board.cities)
    assert board.source == SOURCE


def test_a_town_with_a_metro_gives_a_board(tmp_path: Path) -> None:
    sketch = Sketch()
    nodes = {(x, y): sketch.node(1_200 * x + 300 * y, 1_100 * y) for x in range(4) for y in range(4)}
    for (x, y), node in nodes.items():
        sketch.tag(node, railway="station", station="subway", name=f"Platz {x}{y}")
        for other in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if other in nodes:
                sketch.way([node, nodes[other]], railway="subway")
    file = sketch.write(tmp_path / "metro.osm.pbf")
    run("map", "osm", str(file), "--out", str(tmp_path / "out"), "--kinds", "subway,tram,light_rail", *SMALL)
    board = load_board(str(tmp_path / "out" / "metro.json"))
    assert len(board.cities) == 8
    assert all(city.name.startswith("Platz ") for city in board.cities)
