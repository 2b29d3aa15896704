"""The board drawn with characters."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from game.positions import begin, build, give, small_setup
from railwright.cli.terminal.chart import FLATTEST, NARROWEST, TALLEST, WIDEST, Chart, chart_for, legend
from railwright.draw.board_layout import label_of
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.maps.load import board_names, load_board, load_setup

SIZES = [(100, 40), (120, 40), (140, 48)]


@pytest.fixture(scope="module", params=[(name, *size) for name in board_names() for size in SIZES], ids=str)
def chart(request: pytest.FixtureRequest) -> Chart:
    name, width, height = request.param
    return Chart(load_board(name), width=width, height=height)


def plain(chart: Chart, game: Game) -> list[str]:
    return [line.plain for line in chart.draw(game)]


def test_the_drawing_keeps_to_its_room(chart: Chart) -> None:
    lines = plain(chart, Game(load_setup(chart.board), seats=2, seed=1))
    assert len(lines) == chart.rows <= TALLEST
    assert max(len(line) for line in lines) <= chart.columns <= WIDEST


def test_every_city_has_a_place_of_its_own_and_its_name_near_it(chart: Chart) -> None:
    lines = plain(chart, Game(load_setup(chart.board), seats=2, seed=1))
    assert len(set(chart.cities)) == len(chart.board.cities)
    cells = [cell for plate in chart.names for cell in plate.cells]
    assert len(cells) == len(set(cells)), "names lie on each other"
    assert not set(cells) & set(chart.cities)
    for city, (x, y) in enumerate(chart.cities):
        name = label_of(chart.board.cities[city])
        assert lines[y][x] == "●"
        (start, row), width = chart.names[city].cell, chart.names[city].width
        assert lines[row][start : start + width].strip().startswith(name[: width // 2])
        assert abs(row - y) <= 2
        assert start - 4 <= x <= start + width + 3


def test_every_track_has_a_dash_for_each_space_and_can_be_seen(chart: Chart) -> None:
    covered = {cell for plate in chart.names for cell in plate.cells} | set(chart.cities)
    for track, line in zip(chart.board.tracks, chart.tracks, strict=True):
        assert len(line.dashes) == track.length
        assert set(line.cells) - covered, f"{track.cities} is hidden"


def test_parallel_tracks_do_not_lie_on_each_other(chart: Chart) -> None:
    groups: dict[frozenset[str], list[set[tuple[int, int]]]] = {}
    for track, line in zip(chart.board.tracks, chart.tracks, strict=True):
        groups.setdefault(frozenset(track.cities), []).append(set(line.cells))
    for cells in groups.values():
        for i, one in enumerate(cells):
            assert not any(one & other for other in cells[:i])


def test_owners_stations_and_passengers_can_be_read_without_colours() -> None:
    board = {"passengers": {"A": 2}}
    game = begin(
        small_setup("A-B 2 gray", "B-C 2 red", "A-C 3 blue", board=board, stations=3, passenger_points=[20, 10]),
        seats=3,
    )
    chart = Chart(game.setup.board, width=80, height=24)
    before = "".join(plain(chart, game))
    assert "A (2)" in before
    assert not set("13") & set(before)
    give(game, 2, "A-B")
    build(game, 0, "C")
    after = plain(chart, game)
    assert "".join(after).count("3") == len(set(chart.tracks[0].cells) - _named(chart)) > 0
    x, y = chart.cities[2]
    assert after[y][x] == "1"
    words = legend(["Ada", "Ben", "Cy"], stations=True).plain
    assert "111 Ada" in words
    assert "333 Cy" in words


def test_a_terminal_without_unicode_gets_plain_characters() -> None:
    game = begin(small_setup("A-B 2 gray", "B-C 2 red"))
    chart = Chart(game.setup.board, width=80, height=24, plain=True)
    assert "".join(plain(chart, game)).isascii()


@pytest.mark.parametrize(("width", "height"), [(10, 5), (100, 10), (400, 300), (120, 30)])
def test_the_size_follows_the_screen_within_what_can_be_read(width: int, height: int) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=width, height=height)
    chart = chart_for(load_board("usa"), screen, others=8)
    assert NARROWEST <= chart.columns <= WIDEST
    assert FLATTEST <= chart.rows <= TALLEST
    assert chart.columns == max(NARROWEST, min(WIDEST, width))
    assert chart.rows <= max(FLATTEST, height - 8)


def test_cities_on_one_line_or_at_one_place_can_be_drawn() -> None:
    for tracks in (("A-B 1 gray",), ("A-B 1 gray", "B-C 2 gray", "C-D 3 gray")):
        setup = small_setup(*tracks)
        flat = setup.board.to_dict()
        for i, city in enumerate(flat["cities"]):
            city["latitude"], city["longitude"] = 10, 0 if len(tracks) == 1 else i
        chart = Chart(Board.from_dict(flat), width=80, height=24)
        assert len(set(chart.cities)) == len(chart.cities)


def _named(chart: Chart) -> set[tuple[int, int]]:
    return {cell for plate in chart.names for cell in plate.cells} | set(chart.cities)
