"""Writing ``.map`` files, and boards that go there and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapmaker.made_maps import FAULTS, made_map
from mapmaker.plain_map import EXAMPLE, fewest_joins, on_mercator, read_plain, strict_faults, ways
from mapmaker.plans import plan_of
from railwright.errors import BoardError
from railwright.game.board import Board, City
from railwright.mapmaker import ticket_making, track_coloring
from railwright.mapmaker.complete import complete
from railwright.mapmaker.formats.map_file.contents import MapFileError
from railwright.mapmaker.formats.map_file.importing import import_map, import_text
from railwright.mapmaker.formats.map_file.strict import check_strict
from railwright.mapmaker.formats.map_file.writer import write_map
from railwright.maps.load import load_board, load_setup
from railwright.workers.pool import play_match

BUILT_IN = ["usa", "europe", "germany"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_boards_meet_the_strict_profile_by_a_second_reading(name: str) -> None:
    written = write_map(load_board(name))
    assert strict_faults(written.text) == []
    assert check_strict(written.text) == []
    plain = read_plain(written.text)
    long = [pair for pair, way in ways(plain).items() if pair not in plain.pairs and way >= plain.long]
    # trying every order takes too long; a sample of orders must not end before five
    for shift in range(0, len(long), max(1, len(long) // 50)):
        taken: set[str] = set()
        joined = 0
        for pair in long[shift:] + long[:shift]:
            if not pair & taken:
                taken |= pair
                joined += 1
        assert joined >= 5


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_opening_view_is_the_largest_that_shows_all_cities(name: str) -> None:
    plain = read_plain(write_map(load_board(name)).text)
    xs, ys = zip(*(on_mercator(place) for place in plain.cities.values()), strict=True)

    def fits(zoom: int) -> bool:
        scale = 256 * 2**zoom / 6.283185307179586
        return bool((max(xs) - min(xs)) * scale <= 1000 and (max(ys) - min(ys)) * scale <= 700)

    assert fits(plain.zoom)
    assert not fits(plain.zoom + 1)


def test_the_losses_of_the_built_in_boards_are_stated() -> None:
    assert len(write_map(load_board("usa")).losses) == 2  # the two double routes of length 5
    europe = " ".join(write_map(load_board("europe")).losses)
    assert "18 tunnels" in europe
    assert "13 ferries" in europe
    assert "Petrograd - Stockholm gets length 6 instead of 8" in europe
    assert "Palermo - Smyrna is left out" in europe
    germany = " ".join(write_map(load_board("germany")).losses)
    assert "countries and tickets to them are not kept" in germany
    assert "passengers are not kept" in germany
    assert "Düsseldorf - Köln keeps 2 of its 3 tracks" in germany


def test_the_usa_board_goes_there_and_back_exactly() -> None:
    usa = load_board("usa")
    assert import_text(write_map(usa).text, "other", seed=9).board == usa


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 1000), st.sampled_from(["A = B", "C | D", "É (x)", "-q", "a//b", "x, y"]))
def test_a_made_board_goes_there_and_back_exactly(seed: int, name: str) -> None:
    plan = plan_of(load_board("usa"))
    cities = (replace(plan.cities[0], name=name), *plan.cities[1:])
    board = complete(replace(plan, cities=cities, name="made", title="A: title; with | signs"), seed=seed)
    back = import_text(write_map(board).text, "other", seed=seed + 1)
    assert back.board == board
    assert back.repairs == back.completed == ()


def test_names_that_a_file_cannot_have_are_changed_and_said() -> None:
    plan = plan_of(load_board("usa"))
    odd = ["A: B", "C; D", "|E", "--F", "boston"]
    cities = tuple(replace(c, name=n) for c, n in zip(plan.cities[5:], odd, strict=False))
    board = complete(replace(plan, cities=(*plan.cities[:5], *cities, *plan.cities[10:])), seed=1)
    written = write_map(board)
    assert list(read_plain(written.text).cities)[5:10] == ["A B", "C, D", "E", "-F", "boston (2)"]
    assert sum("is renamed to" in loss for loss in written.losses) == 5
    assert check_strict(written.text) == []


def test_a_file_without_extra_lines_is_completed_and_keeps_english_names() -> None:
    found = import_text(EXAMPLE, "Four", seed=1)
    assert [city.name for city in found.board.cities] == ["Ahausen", "Beville", "Cehausen", "Destadt"]
    assert found.completed == ("colours", "tickets")
    assert (found.board.name, found.board.title, found.repairs) == ("Four", "Four", ())
    assert [track.length for track in found.board.tracks] == [2, 2, 3, 4, 5]


def test_colour_and_ticket_lines_are_taken() -> None:
    extra = "-- color: Ahausen | Bedorf = red, blue\n-- color: Ahausen | Cehausen = gray\n"
    extra += (
        "-- color: Bedorf | Destadt = green\n-- color: Cehausen | Destadt = pink\n-- ticket: Ahausen | Destadt = 8\n"
    )
    found = import_text(extra + EXAMPLE, "Four", seed=1)
    assert [track.color for track in found.board.tracks] == ["red", "blue", "gray", "green", "pink"]
    assert [(t.places, t.points) for t in found.board.tickets] == [(("Ahausen", "Destadt"), 8)]
    assert found.completed == ()


@pytest.mark.parametrize(
    ("extra", "repair"),
    [
        ("-- color: Ahausen | Bedorf = red\n", "colour lines do not match"),
        ("-- color: Ahausen | Bedorf = purple, red\n", "cannot use"),
        ("-- color: Ahausen | Nowhere = red\n", "cannot use"),
        ("-- ticket: Ahausen | Destadt = many\n", "cannot use"),
        ("-- ticket: Ahausen | Destadt = 8; other\n", "give no valid board"),
        ("-- ticket: Ahausen | Destadt = 800\n", "give no valid board"),
        ("-- ruleset: mars\n", "no ruleset 'mars'"),
    ],
)
def test_extra_lines_that_do_not_match_are_reported_and_replaced(extra: str, repair: str) -> None:
    found = import_text(extra + EXAMPLE, "Four", seed=1)
    assert any(repair in text for text in found.repairs), found.repairs
    load_setup(found.board)


REPAIRS = [
    ("| Cehausen; 3", "| Cehausen; 0", "gets length 1 instead of 0"),
    ("| Cehausen; 3", "| Cehausen; -4", "gets length 1 instead of -4"),
    ("| Cehausen; 3", "| Cehausen; 8", "gets length 6 instead of 8"),
    ("|| Bedorf; 2", "||||| Bedorf; 2", "gets 3 tracks instead of 5"),
    ("| Destadt; 4", "| Destadt; 4\n| Ahausen; 2", "is a duplicate"),
    ("| Destadt; 4", "| Destadt; 4\n| Bedorf; 2", "connects a city with itself"),
    ("Destadt; 50.1", "Ahausen; 50.0; 10.0\nDestadt; 50.1", "is repeated"),
    ("Destadt; 50.1; 11.4", "Destadt; 50.1; 11.4\nEfeld; 50.0; 11.0", "'Efeld' is left out"),
    ("Bedorf; Beville;", "Bedorf; Ahausen;", "is renamed to 'Bedorf'"),
    ("Destadt; 50.1; 11.4", "Destadt; 95; 371.5", "moved to 90 11.5"),
]


@pytest.mark.parametrize(("old", "new", "repair"), REPAIRS)
def test_what_no_board_can_have_is_repaired_and_reported_or_refused_if_strict(old: str, new: str, repair: str) -> None:
    text = EXAMPLE.replace(old, new)
    found = import_text(text, "Four", seed=1)
    assert any(repair in line for line in found.repairs), found.repairs
    load_setup(found.board)
    with pytest.raises(MapFileError):
        import_text(text, "Four", seed=1, strict=True)


def test_a_file_with_more_cities_than_a_board_has_is_refused() -> None:
    lines = ["map-center: 50 10", "map-zoom: 5"]
    lines += [f"C{i}; {50 + i % 9}; {i}\n| C{(i + 1) % 70}; 2" for i in range(70)]
    with pytest.raises(BoardError, match="2 to 64 cities, not 70"):
        import_text("\n".join(lines), "many", seed=1)


def test_a_board_around_the_date_line_or_the_pole_is_written() -> None:
    usa = plan_of(load_board("usa"))
    far = tuple(City(c.name, min(90.0, c.latitude + 45), (c.longitude + 100 + 180) % 360 - 180) for c in usa.cities)
    written = write_map(complete(replace(usa, cities=far), seed=1))
    assert any("85.05" in loss for loss in written.losses)
    assert not [fault for fault in strict_faults(written.text) if fault != "crossing"]


@pytest.mark.parametrize("fault", FAULTS)
def test_maps_with_faults_become_boards_to_play_on(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(track_coloring, "STEPS", 200)  # good colours take longer and are tested elsewhere
    monkeypatch.setattr(ticket_making, "STEPS", 200)
    for seed in range(3):
        path = tmp_path / f"Map {seed}.map"
        path.write_text(made_map(seed, fault=fault), encoding="utf-8")
        found = import_map(path, seed=1)
        assert Board.from_dict(found.board.to_dict()) == found.board
        assert found.board.title == path.stem
        assert bool(found.repairs) == (fault != "none"), found.repairs
        for seats in (2, 5):
            assert list(play_match(load_setup(found.board), ["random"] * seats, games=20, seed=1, workers=1))


def test_fewest_joins_of_the_second_reading_by_hand() -> None:
    assert fewest_joins([frozenset("ab"), frozenset("bc"), frozenset("cd")]) == 1
