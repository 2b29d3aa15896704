"""What people upload: only what is needed is kept, and every name is either safe or refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from railwright.maps.load import board_ruleset, load_board
from railwright.web.access.limits import Limits
from railwright.web.rooms.quota import owner_of
from web.inside import table
from web.stored import own_board, stored_game

PEOPLE = ["human", "human"]

# --- records keep what they need --------------------------------------------------------------------------------------


def test_a_record_keeps_only_the_deck_that_it_is_played_with(tmp_path: Path) -> None:
    rules = board_ruleset(load_board("usa")).to_dict()
    dealing = rules["decks"]["base"]
    junk = {f"junk {number} {'x' * 20}": dealing for number in range(1000)}
    own = {**rules, "name": "mine", "decks": {**rules["decks"], **junk}}
    record = {
        "format": "railwright-game/1", "board": own_board("mine", ruleset=own), "ruleset": own, "tickets": "base",
        "seats": [{"player": "human", "junk": "x" * 1000}] * 2, "seed": 3, "actions": [], "result": None,
        "more": "x" * 1000,
    }  # fmt: skip
    with table(tmp_path) as here:
        answer = here.http.post("/api/records", json=record)
        assert answer.status_code == 201, answer.text
        here.look(answer.json()["game"])
        named = here.http.post("/api/boards", json=own_board("mine", ruleset=own)).json()["board"]
        assert len(here.http.get(f"/api/boards/{named}").text) < 60_000
    stored = json.dumps(stored_game(tmp_path, answer.json()["game"]).head)
    assert len(stored) < 60_000
    assert "junk" not in stored
    assert "xxxx" not in stored


def test_a_record_of_an_official_board_can_have_rules_of_its_own(tmp_path: Path) -> None:
    """The board has more decks than the one in use, and the rules have to deal them all."""
    rules = {**board_ruleset(load_board("europe")).to_dict(), "name": "short", "trains": 12}
    record = {
        "format": "railwright-game/1", "board": "europe", "ruleset": rules, "tickets": load_board("europe").decks[0],
        "seats": [{"player": "human"}] * 2, "seed": 3, "actions": [], "result": None,
    }  # fmt: skip
    with table(tmp_path) as here:
        answer = here.http.post("/api/records", json=record)
        assert answer.status_code == 201, answer.text
        assert here.look(answer.json()["game"])["seats"][0]["trains"] == 12


def test_a_record_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        answer = here.http.post("/api/records", content=b" " * 600_000)
        assert answer.status_code == 400
        assert "at most 500,000 bytes" in answer.json()["message"]


# --- names ------------------------------------------------------------------------------------------------------------

NAMES = ["a/b", "a%2fb", "50%", "what?", "#1", "..", ".hidden", "a\\b", "picture.svg", "x" * 200, "Zürich", "a b", "🚂"]


@pytest.mark.parametrize("name", NAMES)
def test_a_board_of_any_name_can_be_reached_and_played(tmp_path: Path, name: str) -> None:
    with table(tmp_path) as here:
        answer = here.http.post("/api/boards", json=own_board(name))
        assert answer.status_code == 201, answer.text
        path = f"/api/boards/{quote(answer.json()['board'], safe='')}"
        assert here.http.get(path).json()["name"] == name
        if name in ("a/b", "picture.svg"):  # drawing takes a while
            assert here.http.get(f"{path}/picture.svg").status_code == 200
        here.new_game(PEOPLE, board=answer.json()["board"])
        assert here.http.post("/api/boards", json=own_board(name)).json()["board"] == answer.json()["board"]


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00b", "\x1b[31m", "x" * 201, "\ud800", "a\u202eb"])
def test_a_board_without_a_proper_name_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    with table(tmp_path) as here:
        answer = here.http.post("/api/boards", content=json.dumps(own_board(name)))
        assert answer.status_code == 400, answer.text
        assert "\n" not in answer.json()["message"]


def with_surrogate(value: Any) -> list[Any]:
    """Every way to put half a letter into a JSON value, as a text or as a key."""
    if isinstance(value, str):
        return ["\ud800", f"{value}\udfff"]
    if isinstance(value, list):
        places = range(min(2, len(value)))
        return [[*value[:i], other, *value[i + 1 :]] for i in places for other in with_surrogate(value[i])]
    if isinstance(value, dict):
        inside = [{**value, key: other} for key in value for other in with_surrogate(value[key])]
        return [*inside, {**value, "\ud800": 1}]
    return ["\ud800"]


def test_half_a_letter_anywhere_is_refused(tmp_path: Path) -> None:
    rules = {**board_ruleset(load_board("usa")).to_dict(), "name": "mine"}
    board = own_board("mine", ruleset=rules, passengers={})
    record = {
        "format": "railwright-game/1", "board": board, "ruleset": rules, "tickets": "base",
        "seats": [{"player": "human", "name": "A"}] * 2, "seed": 3, "actions": [], "result": None,
    }  # fmt: skip
    wish = {"board": "usa", "tickets": "base", "ruleset": "usa", "seats": [{"player": "human", "name": "A"}] * 2}
    headers = {"Content-Type": "application/json"}
    with table(tmp_path) as here:
        game, keys = here.new_game(PEOPLE)
        sent = [("/api/boards", bad) for bad in with_surrogate(board)]
        sent += [("/api/records", bad) for bad in with_surrogate(record)[-40:]]
        sent += [("/api/games", bad) for bad in with_surrogate(wish)]
        sent += [(f"/api/games/{game}/actions", bad) for bad in with_surrogate({"action": 1, "version": 0})]
        sent += [(f"/api/games/{game}/seats/0/take", bad) for bad in with_surrogate({"invitation": "a", "secret": "b"})]
        for path, bad in sent:
            answer = here.http.post(path, content=json.dumps(bad), headers={**headers, "X-Railwright-Key": keys[0]})
            assert answer.status_code in (400, 404, 422), (path, bad, answer.text)
            assert set(answer.json()) == {"error", "message", "message_said"}
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            for bad in with_surrogate({"type": "look", "id": 1, "key": "a"}):
                line.send_text(json.dumps(bad))
                while (answer := line.receive_json())["type"] == "state":
                    pass
                assert answer["type"] == "error"


# --- removing boards --------------------------------------------------------------------------------------------------


def test_whoever_uploaded_a_board_can_remove_it_unless_a_game_on_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path, limits=Limits()) as here:
        names = {}
        for address in ("192.0.2.1", "192.0.2.2"):
            as_if_from(address, monkeypatch)
            for use in ("played", "unused"):
                made = here.http.post("/api/boards", json=own_board(f"{use} by {address}")).json()
                assert made["is_yours"]
                names[address, use] = made["board"]
        here.new_game(PEOPLE, board=names["192.0.2.2", "played"])
        listed = {board["board"]: board["is_yours"] for board in here.http.get("/api/catalog").json()["boards"]}
        assert listed == {
            **{name: address == "192.0.2.2" for (address, _), name in names.items()},
            **dict.fromkeys(["usa", "europe", "germany"], False),
        }
        expected = {
            names["192.0.2.1", "unused"]: 403, names["192.0.2.2", "played"]: 409, "usa": 403, "nothing": 404,
            names["192.0.2.2", "unused"]: 204,
        }  # fmt: skip
        for name, status in expected.items():
            assert here.http.delete(f"/api/boards/{quote(name)}").status_code == status, name
        left = {board["board"] for board in here.http.get("/api/catalog").json()["boards"]}
        assert left == set(listed) - {names["192.0.2.2", "unused"]}
    with table(tmp_path) as again:
        assert {board["board"] for board in again.http.get("/api/catalog").json()["boards"]} == left


def as_if_from(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests from now on come from this address."""
    monkeypatch.setattr("railwright.web.rooms.hall.owner_of", lambda _, secret: owner_of(address, secret))
