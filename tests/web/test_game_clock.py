"""The clock of a game: for whom it runs, what happens when the time is up, and that it survives a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railwright.store.game_tables import CLOCKS
from railwright.store.games import GameStore
from waiting import HANG_SECONDS
from web.inside import Table, table
from web.serving import KEY
from web.test_absence import ADA, BOT, EVE, Party

HOUR = 3600.0
AT_ONCE = 0.001
"""Seconds that nobody can do anything in."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


def timed(here: Table, seconds: float = HOUR, increment: float = 0, **wish: Any) -> Party:
    """A game with a clock."""
    return Party(here, clock={"seconds": seconds, "increment": increment}, **wish)


def test_a_game_has_no_clock_unless_somebody_wants_one(here: Table) -> None:
    assert Party(here).look()["clock"] is None
    for wrong in (
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": HOUR, "increment": -1},
        {"increment": 5},
        {"seconds": "x"},
    ):
        wish = {"seats": [{"player": "human"}, {"player": "human"}], "clock": wrong}
        assert here.http.post("/api/games", json=wish).status_code == 422


def test_it_runs_for_whoever_is_to_act_while_somebody_is_there(here: Table) -> None:
    party = timed(here)
    clock = party.look()["clock"]
    assert (clock["runs"], clock["left"]) == (None, [HOUR, HOUR, None]), "nobody is there"
    with party.page(party.ada):
        assert party.look()["clock"]["runs"] == ADA
        party.play(party.ada)
        state = party.look()
        assert state["clock"]["runs"] == state["seat"] == EVE, "although she is away"
        assert state["clock"]["left"][ADA] < HOUR
    later = party.look()["clock"]
    assert later["runs"] is None
    assert later["left"] == party.look()["clock"]["left"]
    assert later["left"][ADA] == state["clock"]["left"][ADA]
    assert later["left"][BOT] is None


def test_it_runs_only_when_everybody_has_joined(here: Table) -> None:
    party = timed(here, has_joined=False)
    with party.page(party.ada):
        assert party.look()["clock"]["runs"] is None
        party.take()
        assert party.look()["clock"]["runs"] == ADA


def test_a_guest_for_whom_a_computer_plays_keeps_nobody_waiting(here: Table) -> None:
    party = timed(here, has_joined=False)
    with party.page(party.ada):
        party.call()
        assert party.look()["clock"]["runs"] == ADA


def test_undo_gives_no_time_back(here: Table) -> None:
    party = timed(here, HOUR, HOUR, seats=2)
    with party.page(party.ada):
        party.play(party.ada)
        party.play(party.eve)
        while (state := here.look(party.game, party.ada))["seat"] == ADA:
            choices = state["me"]["legal"]
            chosen = next((one for one in choices if one["kind"] == "claim"), choices[0])
            here.act(party.game, party.ada, chosen["action"], state["version"])
        before = party.look()["clock"]
        assert before["runs"] == EVE
        wish = {"version": party.look()["version"]}
        answer = here.http.post(f"/api/games/{party.game}/undo", json=wish, headers={KEY: party.ada})
        assert answer.status_code == 200
        after = answer.json()["clock"]
        assert after["runs"] == ADA
        assert after["left"][ADA] <= before["left"][ADA]


def test_without_increments_a_computer_plays_on_when_the_time_is_up(tmp_path: Path) -> None:
    with table(tmp_path) as here:  # of its own: closing it stops the computers
        party = timed(here, AT_ONCE, seats=2, absent={"player": "beginner"})
        with party.page(party.ada):
            state = here.wait(party.game, party.ada, lambda state: len(state["stand_ins"]) == 2 and state["steps"] > 6)
            assert [(one["seat"], one["player"], one["until"], one["reason"]) for one in state["stand_ins"]] == [
                (seat, "beginner", None, "time") for seat in (ADA, EVE)
            ]
            assert state["clock"]["left"] == [0, 0]
            assert state["me"]["legal"] == []
            assert state["undo"] != ""
            answer = here.act(party.game, party.ada, 0, here.look(party.game)["version"])
            assert answer.status_code == 409
            assert answer.json()["error"] in ("stale", "not-now")
        with party.page(party.eve):
            assert {one["until"] for one in party.look()["stand_ins"]} == {None}, "coming back gives no time"


def test_with_increments_the_person_has_the_next_turn_again(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        party = timed(here, HOUR, HOUR, seats=2, absent={"player": "beginner"})
        party.play(party.ada)
    store = GameStore(tmp_path / "games.sqlite")  # Eve has had the increment of her first turn, and used up everything
    store.keep_row(CLOCKS, party.game, seat=EVE, seconds=0.0, turn=0).result(HANG_SECONDS)
    store.close()
    with table(tmp_path) as here:
        party.here = here
        with party.page(party.ada), party.page(party.eve):
            party.wait_for(ADA)
            state = here.wait(party.game, party.eve, lambda state: state["stand_ins"][0]["until"] is not None)
            assert state["stand_ins"] == [
                {"seat": EVE, "player": "beginner", "from": 1, "until": state["steps"], "reason": "time"}
            ]
            assert state["clock"]["left"][EVE] == 0
            assert state["undo"] == state["undo_said"]["pattern"] == "A computer played for you then."
            while party.look()["seat"] == ADA:
                party.play(party.ada)
            clock = party.look()["clock"]
            assert clock["runs"] == EVE
            assert 0 < clock["left"][EVE] <= HOUR
            party.play(party.eve)
            assert len(party.look()["stand_ins"]) == 1


def test_a_restart_keeps_the_time_and_charges_nobody(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        party = timed(here, HOUR, 5)
        with party.page(party.ada):
            party.play(party.ada)
        before = party.look()["clock"]["left"]
        assert before[ADA] < HOUR + 5
        assert before[EVE] < HOUR + 5, "she has had the increment, and some seconds passed"
        with party.page(party.eve):
            pass
        before = party.look()["clock"]["left"]
    with table(tmp_path) as here:
        party.here = here
        assert party.look()["clock"]["left"] == before
        with party.page(party.ada):
            assert party.look()["clock"]["left"][EVE] <= before[EVE], "the increment of a turn comes once"


def test_a_rematch_has_the_same_clock(here: Table) -> None:
    party = timed(here, HOUR, 5)
    assert here.room(party.game).lasting_options["clock"] == {"seconds": HOUR, "increment": 5}
