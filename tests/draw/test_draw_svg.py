"""The SVG text of boards."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from xml.etree import ElementTree

from railwright.draw import DARK, LIGHT, Layout, Position, SeatLine, draw_board
from railwright.game.board import Board

SVG = "{http://www.w3.org/2000/svg}"
Laid = tuple[Board, Layout]


def groups(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [g for g in picture.iter(f"{SVG}g") if name in g.get("class", "").split()]


def test_a_picture_tells_what_it_shows(official: Laid) -> None:
    board, layout = official
    picture = ElementTree.fromstring(draw_board(board, layout=layout))
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == board.title
    assert str(len(board.tracks)) in (picture.findtext(f"{SVG}desc") or "")
    tracks = {int(g.get("data-track", "")): g for g in groups(picture, "track")}
    assert sorted(tracks) == list(range(len(board.tracks)))
    for i, group in tracks.items():
        title = group.findtext(f"{SVG}title") or ""
        assert title.startswith(f"{board.tracks[i].name}, {board.tracks[i].color}, {board.tracks[i].length} space")
        assert len(group.findall(f"{SVG}rect")) == board.tracks[i].length
    assert [int(g.get("data-city", "")) for g in groups(picture, "city")] == list(range(len(board.cities)))


def test_ferries_show_their_locomotives(make: Callable[..., Board]) -> None:
    tracks = [{"cities": (0, 1), "length": 4, "kind": "ferry", "locomotives": 2}]
    picture = ElementTree.fromstring(draw_board(make([(50, 8), (52, 9)], tracks)))
    (ferry,) = groups(picture, "track")
    assert len([p for p in ferry.findall(f"{SVG}path") if p.get("class") == "mark"]) == 2


def test_a_position_is_drawn(official: Laid) -> None:
    board, layout = official
    position = Position(
        owners={0: 0, 5: 1}, stations={2: 1}, passengers={1: ["red", "blue"]}, highlight_tracks=[3],
        highlight_cities=[4], title="Turn 7", captions=["Anna claims a track."],
        seats=[SeatLine("Anna", points=1, trains=30), SeatLine("Bob")],
    )  # fmt: skip
    text = draw_board(board, layout=layout, position=position, theme=DARK)
    picture = ElementTree.fromstring(text)
    owned = {g.get("data-track"): g for g in groups(picture, "track") if g.get("data-owner")}
    assert {i: g.get("data-owner") for i, g in owned.items()} == {"0": "0", "5": "1"}
    assert (owned["0"].findtext(f"{SVG}title") or "").endswith("claimed by Anna")
    assert "Anna: 1 point, 30 trains" in text
    assert "Turn 7" in text
    assert len(groups(picture, "passenger")) == 2
    assert text.count('class="glow"') == 2
    assert float(picture.get("height", "0")) > layout.height


def test_two_seats_differ_without_colour(official: Laid) -> None:
    board, layout = official
    pictures = [draw_board(board, layout=layout, position=Position(owners={0: seat})) for seat in range(5)]
    drawn = [next(g for g in groups(ElementTree.fromstring(p), "claimed")) for p in pictures]
    signs = {next(p.get("d") for p in g.iter(f"{SVG}path") if p.get("class") == "number") for g in drawn}
    assert len(signs) == 5


def test_hostile_names_are_only_text(make: Callable[..., Board]) -> None:
    names = ["<script>alert(1)</script>", 'A&B "quoted"', "it's ]]> -->", "</svg><svg onload=x>"]
    tracks = [{"cities": (i, i + 1)} for i in range(3)]
    board = make([(50, 8), (51, 9), (52, 8), (53, 9)], tracks, names)
    seats = [SeatLine("<i>\x00\x08\ud800")]  # a board has no such characters, but a person may type them as a name
    position = Position(title="<b>&", captions=["</text>"], seats=seats, owners={0: 0}, passengers={0: ["<u>"]})
    text = draw_board(board, position=position)
    picture = ElementTree.fromstring(text.encode("utf-8"))
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags <= {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text"}
    cities = [g.findtext(f"{SVG}title") for g in groups(picture, "city")]
    assert cities[:2] == names[:2]
    assert not any(key.startswith("on") for element in picture.iter() for key in element.attrib)


def test_a_picture_refers_to_nothing_outside(official: Laid) -> None:
    board, layout = official
    text = draw_board(board, layout=layout).replace('xmlns="http://www.w3.org/2000/svg"', "")
    for word in ("http", "url(", "href", "<script", "@import", "@font-face"):
        assert word not in text


def test_styles_of_two_themes_do_not_mix(official: Laid) -> None:
    board, layout = official
    for theme in (LIGHT, DARK):
        picture = ElementTree.fromstring(draw_board(board, layout=layout, theme=theme))
        rules = (picture.findtext(f"{SVG}style") or "").split("\n")
        assert rules
        for rule in rules:
            selectors = rule.partition("{")[0].split(",")
            assert all(selector.startswith(f".railwright.{theme.name}") for selector in selectors)


def test_every_run_draws_the_same_bytes() -> None:
    program = (
        "import json, hashlib, importlib.resources as r\n"
        "from railwright.draw import draw_board\n"
        "from railwright.game.board import Board\n"
        "text = r.files('railwright').joinpath('maps/boards/germany.json').read_text(encoding='utf-8')\n"
        "print(hashlib.sha256(draw_board(Board.from_dict(json.loads(text))).encode()).hexdigest())\n"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(hashes) == 1
    assert len(hashes.pop().strip()) == 2 * hashlib.sha256().digest_size


def test_a_layout_made_once_draws_the_same_picture(official: Laid) -> None:
    board, layout = official
    assert draw_board(board, layout=layout) == draw_board(board)
