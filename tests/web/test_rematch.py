"""A rematch: one more game of the same people, who all come along with the keys that they have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railwright.maps.load import board_ruleset, load_board
from web.inside import Table, table
from web.serving import KEY

SEATS = [{"player": "human", "name": "Ada"}, {"player": "human", "name": "Eve", "invited": True}, {"player": "rule"}]


INVITATIONS: dict[str, str | None] = {}
"""The invitation to the last seat of each game."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


def finished(here: Table, **wish: Any) -> tuple[str, str, str]:
    """A game that is over, and the keys of Ada and Eve."""
    printed = load_board("usa")
    rules = {**board_ruleset(printed).to_dict(), "name": "short", "trains": 4}
    board = here.http.post("/api/boards", content=json.dumps({**printed.to_dict(), "name": "few", "ruleset": rules}))
    wish = {"board": board.json()["board"], "seats": SEATS, "grace_seconds": 0, **wish}
    made = here.http.post("/api/games", json=wish).json()
    path = f"/api/games/{made['game']}/seats/1/take"
    wish = {"invitation": made["invitations"][1], "secret": "eves-own-random-letters"}
    INVITATIONS[made["game"]] = made["invitations"][2]
    if made["invitations"][2]:
        stand_in = f"/api/games/{made['game']}/seats/2/stand-in"
        assert here.http.post(stand_in, json={"player": "beginner"}, headers={KEY: made["keys"][0]}).is_success
    keys = {0: made["keys"][0], 1: here.http.post(path, json=wish).json()["key"]}
    while not (state := here.look(made["game"]))["is_over"]:
        if (key := keys.get(state["seat"])) is None:
            here.wait(made["game"], None, lambda state: state["is_over"] or state["seat"] in keys)
        else:
            here.act_first(made["game"], key, place=-1)
    return made["game"], keys[0], keys[1]


def rematch(here: Table, game: str, key: str | None) -> Any:
    return here.http.post(f"/api/games/{game}/rematch", headers={} if key is None else {KEY: key})


def test_everybody_comes_along_to_the_next_seat_with_the_same_key(here: Table) -> None:
    game, ada, eve = finished(here)
    assert here.look(game)["rematch"] is None
    made = rematch(here, game, eve).json()
    assert made["seat"] == 2
    assert here.look(game)["rematch"] == made["game"]
    assert rematch(here, game, ada).json() == {"game": made["game"], "seat": 1}
    assert here.look(made["game"], ada)["me"]["seat"] == 1
    assert here.look(made["game"], eve)["me"]["seat"] == 2
    about = here.http.get(f"/api/games/{made['game']}/about").json()
    assert [seat["name"] for seat in about["seats"]] == ["rule", "Ada", "Eve"]
    assert about["ruleset"]["name"] == "short"


def test_spectators_learn_of_the_rematch_and_get_no_seat(here: Table) -> None:
    game, ada, _ = finished(here)
    assert rematch(here, game, None).status_code == 403
    with here.http.websocket_connect(f"/api/games/{game}/live") as line:
        line.send_json({"type": "look", "id": 1})
        while line.receive_json()["type"] != "done":
            pass
        made = rematch(here, game, ada).json()["game"]
        while line.receive_json().get("rematch") != made:
            pass
    assert here.look(made)["me"] is None


def test_there_is_no_rematch_before_the_end(here: Table) -> None:
    game, keys = here.new_game(["human", "human"])
    answer = rematch(here, game, keys[0])
    assert (answer.status_code, answer.json()["error"]) == (409, "not-now")


def test_a_rematch_keeps_the_options_of_the_table_and_survives_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, ada, eve = finished(here, absent={"player": "expert", "seconds": 90})
        made = rematch(here, game, ada).json()["game"]
    with table(tmp_path) as here:
        assert rematch(here, game, eve).json()["game"] == made
        assert here.look(made)["absent"] == {"player": "expert", "seconds": 90}
        assert here.look(made)["hosts"] == [1]


def test_an_invitation_that_nobody_used_still_works_in_the_rematch(here: Table) -> None:
    """A computer played for the guest who never came."""
    game, ada, _ = finished(here, seats=[*SEATS[:2], {"player": "human", "invited": True}])
    made = rematch(here, game, ada).json()["game"]
    assert here.look(made)["stand_ins"] == []
    assert here.look(made)["invited"] == [0]
    wish = {"invitation": INVITATIONS[game], "secret": "zoes-own-random-letters"}
    assert here.http.post(f"/api/games/{made}/seats/0/take", json=wish).status_code == 200
