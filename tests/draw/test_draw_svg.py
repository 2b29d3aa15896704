"""The SVG text of boards."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from xml.etree import ElementTree

from railwright.draw import DARK, LIGHT, Layout, Position, SeatLine, draw_board
from railwright.draw.game_picture import draw_game
from railwright.draw.palette import ink_on
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.maps.load import load_setup
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.registry import load_player

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
        title, (a, b) = group.findtext(f"{SVG}title") or "", board.tracks[i].cities
        assert title.startswith(f"{a} - {b}, {board.tracks[i].color}, {board.tracks[i].length} space")
        assert len(group.findall(f"{SVG}rect")) == board.tracks[i].length
    assert [int(g.get("data-city", "")) for g in groups(picture, "city")] == list(range(len(board.cities)))


def test_ferries_show_their_locomotives(make: Callable[..., Board]) -> None:
    tracks = [{"cities": (0, 1), "length": 4, "kind": "ferry", "locomotives": 2}]
    picture = ElementTree.fromstring(draw_board(make([(50, 8), (52, 9)], tracks)))
    (ferry,) = groups(picture, "track")
    assert len([p for p in ferry.findall(f"{SVG}path") if p.get("class") == "mark"]) == 2


def test_tunnels_have_serrated_edges_and_other_tracks_have_not(official: Laid) -> None:
    board, layout = official
    picture = ElementTree.fromstring(draw_board(board, layout=layout))
    for group in groups(picture, "track"):
        track = board.tracks[int(group.get("data-track", ""))]
        teeth = [path for path in group.findall(f"{SVG}path") if path.get("class") == "teeth"]
        assert len(teeth) == (track.kind == "tunnel")
        for path in teeth:
            assert (path.get("d") or "").count("M") == 2 * track.length  # both sides of every space
            assert path.get("fill") == ink_on(LIGHT.tracks[track.color])


def test_the_legend_says_what_tracks_are_worth(official: Laid) -> None:
    board, layout = official
    (key,) = groups(ElementTree.fromstring(draw_board(board, layout=layout)), "points")
    worth = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}
    lengths = sorted({track.length for track in board.tracks})
    assert [text.text for text in key.findall(f"{SVG}text")] == [str(worth[length]) for length in lengths]
    assert len(key.findall(f"{SVG}rect")) == sum(lengths)


def test_where_the_table_of_points_has_no_room_it_is_below_the_map(make: Callable[..., Board]) -> None:
    tracks = [{"cities": (0, 1), "length": 2}, {"cities": (1, 2), "length": 6}]
    text = draw_board(make([(50, 8), (50.1, 8), (50.2, 8)], tracks))
    assert ('class="points"' in text) != ("Points by length: 2 for 2, 6 for 15</text>" in text)


def test_the_legend_of_a_finished_game_has_the_final_points() -> None:
    setup = load_setup("usa")
    game = Game(setup, seats=2, seed=1)
    names = ["Express, quick and careful, of the north", "Express, quick and careful, of the south"]
    players = [SeatedPlayer(load_player("path"), seat=seat, seed=seat) for seat in range(2)]
    while not game.is_over:
        game.play(players[game.seat].choose(game, game.legal()))
    text, routes = draw_game(game, names), game.result()["routes"]
    for name, score, tracks in zip(names, game.scores(), routes, strict=True):
        assert f"{name}: {score} point" in text
        assert f"({tracks} for tracks)" in text


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


def test_a_train_is_one_body_and_a_free_track_is_not(official: Laid) -> None:
    board, layout = official
    long = max(range(len(board.tracks)), key=lambda i: board.tracks[i].length)
    picture = ElementTree.fromstring(draw_board(board, layout=layout, position=Position(owners={long: 2})))
    for group in groups(picture, "track"):
        is_owned = group.get("data-track") == str(long)
        bodies = [path for path in group.findall(f"{SVG}path") if path.get("class") == "train"]
        assert [path.get("d") for path in bodies] == ([group.get("data-train")] if is_owned else [])
        assert bool(group.findall(f"{SVG}rect")) != is_owned
        cars = (group.get("data-couplings") or "").count("M") + 1
        assert cars == board.tracks[int(group.get("data-track", ""))].length


def test_with_few_seats_the_closed_parallel_track_fades() -> None:
    setup = load_setup("usa")
    for seats, fades in ((2, True), (4, False)):
        game = Game(setup, seats=seats, seed=1)
        players = [SeatedPlayer(load_player("path"), seat=seat, seed=seat) for seat in range(seats)]
        while not any(_twins(game, track) for track in game.owners):
            game.play(players[game.seat].choose(game, game.legal()))
        picture = ElementTree.fromstring(draw_game(game))
        closed = {int(group.get("data-track", "")) for group in groups(picture, "closed")}
        expected = {twin for track in game.owners for twin in _twins(game, track)}
        assert expected
        assert closed == (expected if fades else set())
        for group in groups(picture, "track"):
            track = int(group.get("data-track", ""))
            for space in group.findall(f"{SVG}rect"):
                full = LIGHT.tracks[setup.board.tracks[track].color]
                assert (space.get("fill") != full) == (track in closed)


def _twins(game: Game, track: int) -> list[int]:
    """Free tracks between the same cities."""
    board = game.setup.board
    cities = set(board.tracks[track].cities)
    return [i for i, other in enumerate(board.tracks) if set(other.cities) == cities and i not in game.owners]


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
