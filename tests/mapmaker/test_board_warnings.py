"""Warnings for designers: about boards that can be played but that have something odd."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.commands import run
from game.positions import board_data, ruleset_data
from railwright.game.board import Board
from railwright.game.ruleset import Ruleset
from railwright.mapmaker.board_warnings import board_warnings
from railwright.maps.load import board_names, board_ruleset, load_board

CORNERS = {"A": (0, 0), "B": (10, 10), "C": (10, 0), "D": (0, 10), "E": (20, 5)}
RING = ("A-C 4 red", "C-B 4 gray", "B-D 4 gray", "D-A 4 blue")
TICKETS = ("A-B 8", "C-D 8", "A-C 4", "B-D 4")


def warnings(*tracks: str, places: dict[str, tuple[int, int]] = CORNERS, **rules: Any) -> list[str]:
    """What is said of a small board by rules with few trains and tickets, unless told otherwise."""
    ruleset = Ruleset.from_dict(
        ruleset_data(**{"trains": 3, "keep": 1, "deal": {"short": 1}, "seats": [2, 4], **rules})
    )
    return [str(warning) for warning in board_warnings(Board.from_dict(with_places(tracks, places)), ruleset)]


def with_places(tracks: tuple[str, ...], places: dict[str, tuple[int, int]]) -> dict[str, Any]:
    data = board_data(*tracks, tickets=TICKETS)
    for city in data["cities"]:
        city["latitude"], city["longitude"] = places[city["name"]]
    return data


@pytest.mark.parametrize("name", board_names())
def test_there_are_no_doubts_about_official_boards(name: str) -> None:
    board = load_board(name)
    assert board_warnings(board, board_ruleset(board)) == []


def test_a_sound_small_board_has_no_doubts_except_its_far_tickets() -> None:
    assert warnings(*RING, trains=8, seats=[2, 2]) == []


def test_crossing_routes_are_named_once_even_with_parallel_tracks() -> None:
    found = warnings(*RING, "A-B 6 gray", "C-D 6 gray", "C-D 6 red", trains=8)
    assert found == ["tracks[5]: C - D crosses A - B; move a city or remove one of them"]


def test_cities_at_one_place_are_named() -> None:
    assert "cities[3]: D is at the same place as B" in warnings(*RING, places=CORNERS | {"D": (10, 10)})


def test_a_dead_end_without_a_ticket_is_named() -> None:
    assert warnings(*RING, "B-E 3 gray", trains=8, seats=[2, 2]) == ["cities[4]: E is a dead end that no ticket names"]


def test_a_ticket_that_no_player_has_trains_for_is_named() -> None:
    (first, second) = warnings(*RING, trains=7, seats=[2, 2])
    assert first.startswith("tickets[0]: A - B (8) cannot be completed: its shortest path has 8 spaces")
    assert second.startswith("tickets[1]: C - D (8)")


def test_too_few_tickets_for_the_opening_of_a_full_table_are_told() -> None:
    (found,) = warnings(*RING, trains=8, seats=[2, 2], deal={"short": 3})
    assert found == "tickets: the deck 'deck' has 4 tickets, but 2 players are dealt 6 of them (3 each)"


def test_a_board_with_fewer_spaces_than_trains_is_told() -> None:
    (found,) = warnings(*RING, trains=9, seats=[2, 2])
    assert found == "tracks: 16 spaces for 18 trains of 2 players: the board may fill up before the trains run out"


def test_warnings_are_shown_with_lines_and_leave_the_board_good(tmp_path: Path) -> None:
    file = tmp_path / "crossed.json"
    file.write_text(json.dumps(with_places((*RING, "A-B 6 gray", "C-D 6 gray"), CORNERS), indent=1), encoding="utf-8")
    done = run("board", "check", str(file))
    lines = file.read_text(encoding="utf-8").splitlines()
    found = json.loads(run("board", "check", str(file), "--json").stdout)
    assert found["good"] is True
    assert found["problems"] == []
    messages = [row["message"] for row in found["warnings"]]
    assert messages[0].startswith("C - D crosses A - B")
    assert "5 players are dealt 15 of them (3 each)" in messages[1]
    crossing = found["warnings"][0]
    assert '"D"' in "".join(lines[crossing["line"] - 1 : crossing["line"] + 4])
    for row in found["warnings"]:
        assert f"warning: {file}, line {row['line']} ({row['place']}): {row['message']}" in done.stdout
    assert f"is a valid board, with {len(messages)} warnings" in done.stdout
