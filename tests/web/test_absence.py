"""A computer takes the seat of somebody who is away, and gives it back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from railwright.game.record import Record
from railwright.maps.load import LIBRARY, board_ruleset, load_board
from waiting import wait_until
from web.inside import Table, table
from web.serving import KEY

ADA, EVE, BOT = 0, 1, 2
SEATS = [{"player": "human", "name": "Ada"}, {"player": "human", "name": "Eve", "invited": True}, {"player": "rule"}]
SECRET = "eves-own-random-letters"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


class Party:
    """A game of Ada, who began it, Eve, who was invited, and a computer."""

    def __init__(self, here: Table, *, seats: int = 3, has_joined: bool = True, **wish: Any) -> None:
        self.here = here
        made = here.http.post("/api/games", json={"seats": SEATS[:seats], "grace_seconds": 0, **wish})
        assert made.status_code == 201, made.text
        self.game, self.ada = made.json()["game"], made.json()["keys"][ADA]
        self.invitation = made.json()["invitations"][EVE]
        self.eve = self.take() if has_joined else ""

    def take(self) -> str:
        wish = {"invitation": self.invitation, "secret": SECRET}
        return str(self.here.http.post(f"/api/games/{self.game}/seats/{EVE}/take", json=wish).json()["key"])

    def call(self, seat: int = EVE, *, key: str | None = None, **wish: Any) -> Any:
        """Ask for a computer in a seat."""
        path = f"/api/games/{self.game}/seats/{seat}/stand-in"
        return self.here.http.post(path, json=wish, headers={KEY: key or self.ada})

    def refusal(self, seat: int = EVE, *, key: str | None = None) -> tuple[int, str]:
        answer = self.call(seat, key=key)
        return answer.status_code, answer.json()["error"]

    def look(self) -> dict[str, Any]:
        return self.here.look(self.game)

    @contextmanager
    def page(self, key: str) -> Iterator[None]:
        """A page that somebody has open."""
        listeners = self.here.room(self.game).listeners
        before = len(listeners)
        with self.here.http.websocket_connect(f"/api/games/{self.game}/live") as line:
            line.send_json({"type": "look", "key": key, "id": 1})
            while line.receive_json()["type"] != "done":
                pass
            yield
        wait_until(lambda: len(listeners) == before)

    def play(self, key: str) -> dict[str, Any]:
        return self.here.act_first(self.game, key)

    def wait_for(self, seat: int) -> dict[str, Any]:
        """Until this seat is to act."""
        return self.here.wait(self.game, None, lambda state: state["seat"] == seat)


def test_a_computer_plays_for_an_absent_person_until_she_is_back(here: Table) -> None:
    party = Party(here)
    party.play(party.ada)
    assert party.look()["seat"] == EVE
    assert party.call(player="beginner").status_code == 200
    state = party.wait_for(ADA)
    assert state["stand_ins"] == [
        {"seat": EVE, "player": "beginner", "from": 1, "until": None, "reason": "absent"}
    ]  # fmt: skip
    with party.page(party.eve):
        (period,) = party.look()["stand_ins"]
        assert period["until"] == state["steps"]
    party.play(party.ada)
    while party.look()["seat"] == ADA:
        party.play(party.ada)
    assert here.wait(party.game, None, lambda state: state["seat"] == EVE)["seat"] == EVE
    party.play(party.eve)


def test_acting_gives_the_seat_back_too(here: Table) -> None:
    party = Party(here)
    assert party.call().status_code == 200
    party.play(party.ada)
    state = party.wait_for(ADA)
    assert state["stand_ins"][0]["until"] is None
    answer = here.act(party.game, party.eve, 0, state["version"])
    assert (answer.status_code, answer.json()["error"]) == (409, "not-now"), "it is not her turn, but she is back"
    assert party.look()["stand_ins"][0]["until"] == state["steps"]


def test_a_guest_who_has_not_come_yet_can_be_stood_in_for_and_joins_later(here: Table) -> None:
    party = Party(here, has_joined=False)
    assert party.call().status_code == 200
    party.play(party.ada)
    party.wait_for(ADA)
    eve = party.take()
    with party.page(eve):
        assert party.look()["stand_ins"][0]["until"] is not None


def test_only_the_host_calls_a_computer_and_only_for_absent_people(here: Table) -> None:
    party = Party(here)
    assert party.refusal(ADA, key=party.eve) == (403, "not-yours")
    assert party.refusal(BOT) == (409, "not-now")
    with party.page(party.eve):
        assert party.refusal() == (409, "not-now")
    assert party.call().status_code == 200
    assert party.refusal() == (409, "not-now")
    assert party.call(player="nobody").status_code == 422
    assert party.call(player="mcts-peeking").status_code == 422
    assert here.http.post(f"/api/games/{party.game}/seats/1/stand-in", json={}).status_code == 403


def test_a_computer_comes_by_itself_when_somebody_has_waited_long_enough(here: Table) -> None:
    party = Party(here, absent={"player": "beginner", "seconds": 0})
    party.play(party.ada)
    assert party.look()["stand_ins"] == [], "nobody waits: Ada is not at the table either"
    with party.page(party.ada):
        state = party.wait_for(ADA)
    assert state["stand_ins"][0]["player"] == "beginner"


def test_nobody_who_is_there_loses_the_seat(here: Table) -> None:
    party = Party(here, absent={"seconds": 0})
    with party.page(party.ada), party.page(party.eve):
        party.play(party.ada)
        party.play(party.eve)
        party.wait_for(ADA)
        assert party.look()["stand_ins"] == []


def test_what_a_computer_did_cannot_be_taken_back(here: Table) -> None:
    party = Party(here, seats=2)
    party.play(party.ada)
    party.call()
    party.wait_for(ADA)
    with party.page(party.eve):
        state = here.look(party.game, party.eve)
        path, wish = f"/api/games/{party.game}/undo", {"version": state["version"]}
        answer = here.http.post(path, json=wish, headers={KEY: party.eve})
        assert (answer.status_code, answer.json()["message"]) == (409, "A computer played for you then.")
        assert state["undo"] == state["undo_said"]["pattern"] == "A computer played for you then."


def test_a_computer_keeps_the_seat_over_a_restart_and_goes_on(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        party = Party(here)
        party.call(player="beginner")
    with table(tmp_path) as here:
        party.here = here
        party.play(party.ada)
        state = party.wait_for(ADA)
        assert [(one["from"], one["until"]) for one in state["stand_ins"]] == [(0, None)]
    with table(tmp_path) as here:
        party.here = here
        with party.page(party.eve):
            assert party.look()["stand_ins"][0]["until"] == state["steps"]


def test_the_record_says_who_played_and_gives_the_same_game(here: Table) -> None:
    printed = load_board("usa")
    rules = {**board_ruleset(printed).to_dict(), "name": "short", "trains": 4}
    board = here.http.post("/api/boards", content=json.dumps({**printed.to_dict(), "name": "few", "ruleset": rules}))
    party = Party(here, seats=2, board=board.json()["board"])
    party.play(party.ada)
    party.play(party.eve)
    party.call(player="beginner")
    while not (state := here.look(party.game, party.ada))["is_over"]:
        if state["me"]["legal"]:
            here.act(party.game, party.ada, state["me"]["legal"][-1]["action"], state["version"])
        else:
            party.here.wait(party.game, None, lambda state: state["is_over"] or state["seat"] == ADA)
    found = here.http.get(f"/api/games/{party.game}/record").json()
    assert found["seats"][EVE] == {
        "player": "human", "name": "Eve", "stand_ins": [{"player": "beginner", "from": 2, "until": state["steps"]}]
    }  # fmt: skip
    assert "stand_ins" not in found["seats"][ADA]
    record = Record.from_dict(found, LIBRARY)
    assert record.replay().is_over
    assert record.to_dict(LIBRARY) == found
