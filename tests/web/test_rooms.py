"""Rooms: in memory only while somebody needs them, one for each game; and computers that leave time to think again."""

from __future__ import annotations

import asyncio
import gc
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railwright.web.access.limits import UNLIMITED
from railwright.web.access.refusals import TooManyError
from railwright.web.rooms import rooms
from railwright.web.rooms.bots import Bots
from waiting import HANG_SECONDS, wait_until
from web.inside import Table, table
from web.patient import PATIENT
from web.serving import KEY


def test_rooms_that_nobody_needs_are_put_away_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_IDLE", 3)
    with table(tmp_path) as here:
        made = [here.new_game(["human", "human"], seed=seed) for seed in range(10)]
        for game, keys in made:
            here.act_first(game, keys[0])
        assert len(here.hall.rooms._rooms) <= 4
        gc.collect()
        assert len(here.hall.rooms._known) <= 4
        for game, keys in made:
            assert here.look(game, keys[1])["steps"] == 1
            here.act_first(game, keys[1])


def test_a_room_that_is_held_is_never_opened_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_IDLE", 0)
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"])
        held = here.room(game)
        here.new_game(["human", "human"])
        assert game not in here.hall.rooms._rooms
        assert here.room(game) is held
        here.act_first(game, keys[0])
        assert held.version == 1


def test_a_page_keeps_its_room_and_frees_it_when_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_IDLE", 0)
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"])
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            line.send_json({"type": "look", "key": keys[0]})
            line.receive_json()
            here.new_game(["human", "human"])
            gc.collect()
            room = here.hall.rooms._known[game]
            listeners = room.listeners
            assert len(listeners) == 1
        wait_until(lambda: not listeners)
        here.new_game(["human", "human"])
        del room
        gc.collect()
        assert game not in here.hall.rooms._known


@pytest.fixture
def endless_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers think and never come to an end."""

    async def think(*_: Any) -> int:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(Bots, "_choose", think)


def is_thinking(here: Table, game: str) -> bool:
    room = here.hall.rooms.known(game)
    return room is not None and room.bots.is_thinking


@pytest.mark.usefixtures("endless_thoughts")
def test_a_new_game_pauses_one_of_computers_alone_until_somebody_looks_at_it(tmp_path: Path) -> None:
    with table(tmp_path, limits=replace(UNLIMITED, busy_games=2)) as here:
        first, second, third = (here.begin(["rule", "rule"], owner=owner)[0] for owner in ("many", "many", "other"))
        assert [is_thinking(here, game) for game in (first, second, third)] == [False, True, True]
        with here.http.websocket_connect(f"/api/games/{first}/live") as line:
            line.send_json({"type": "look"})
            line.receive_json()
            assert is_thinking(here, first)


@pytest.mark.usefixtures("endless_thoughts")
def test_computers_act_in_few_games_of_one_address_at_which_nobody_looks(tmp_path: Path) -> None:
    with table(tmp_path, limits=replace(UNLIMITED, address_busy_games=1)) as here:
        game, keys = here.begin(["human", "rule"], owner="one")
        other, other_keys = here.begin(["human", "rule"], owner="one")
        here.act_first(game, str(keys[0]))
        here.act_first(other, str(other_keys[0]))
        assert [is_thinking(here, name) for name in (game, other)] == [True, False]
        with pytest.raises(TooManyError):
            here.begin(["human", "human"], owner="one")
        here.begin(["human", "human"], owner="another")
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            line.send_json({"type": "look", "key": keys[0]})
            line.receive_json()
            here.begin(["human", "human"], owner="one")
            here.look(other)
            assert is_thinking(here, other)


@pytest.mark.usefixtures("endless_thoughts")
def test_after_a_restart_no_address_has_more_than_its_share(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        games = [here.begin(["rule", "rule"], owner="many")[0] for _ in range(3)]
    with table(tmp_path, limits=replace(UNLIMITED, address_busy_games=1)) as here:
        wait_until(lambda: all(here.hall.rooms.known(game) for game in games))
        assert sum(is_thinking(here, game) for game in games) == 1


def claimable(here: Table) -> tuple[str, list[Any], dict[str, Any]]:
    """A game for a person and a computer in which the person can claim a track; returns it with the state."""
    for seed in range(30):
        game, keys = here.new_game(["human", "rule"], seed=seed, grace_seconds=None)
        here.act_first(game, keys[0])
        state = here.wait(game, keys[0], lambda state: state["seat"] == 0)
        if any(choice["kind"] == "claim" for choice in state["me"]["legal"]):
            return game, keys, state
    raise AssertionError("no game begins with a track that can be paid")


def claim(here: Table, game: str, keys: list[Any], state: dict[str, Any]) -> dict[str, Any]:
    """Claim the first track that can be paid."""
    action = next(choice["action"] for choice in state["me"]["legal"] if choice["kind"] == "claim")
    answer = here.act(game, keys[0], action, state["version"]).json()
    if answer["seat"] == 0:  # there are several ways to pay
        answer = here.act(game, keys[0], answer["me"]["legal"][0]["action"], answer["version"]).json()
    found: dict[str, Any] = answer
    return found


def test_a_computer_leaves_time_to_take_a_claim_back(tmp_path: Path) -> None:
    with table(tmp_path, patience=replace(PATIENT, grace_seconds=2 * HANG_SECONDS)) as here:
        game, keys, before = claimable(here)
        after = claim(here, game, keys, before)
        assert after["undo"] == ""
        time.sleep(0.3)
        assert here.look(game)["seat"] == 1
        while after["stage"] != "turn" or after["seat"] != 0:
            path = f"/api/games/{game}/undo"
            answer = here.http.post(path, json={"version": after["version"]}, headers={KEY: keys[0]})
            assert answer.status_code == 200, answer.text
            after = answer.json()
        assert after["me"]["hand"] == before["me"]["hand"]
        again = claim(here, game, keys, here.look(game, keys[0]))
        assert here.http.post(f"/api/games/{game}/go-on", headers={KEY: keys[0]}).status_code == 204
        here.wait(game, keys[0], lambda state: state["version"] > again["version"])  # sooner than the time of grace


def test_what_was_seen_cannot_be_taken_back(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"], seed=1)
        here.act_first(game, keys[0])
        here.act_first(game, keys[1])
        state = here.look(game, keys[0])
        deck = next(choice["action"] for choice in state["me"]["legal"] if choice["kind"] == "deck")
        after = here.act(game, keys[0], deck, state["version"]).json()
        refused = here.http.post(
            f"/api/games/{game}/undo", json={"version": after["version"]}, headers={KEY: keys[0]}
        )  # fmt: skip
        assert refused.status_code == 409
        assert "drawn from the deck" in refused.json()["message"]


def test_too_many_pages_that_watch_one_game_are_refused(tmp_path: Path) -> None:
    with table(tmp_path, limits=replace(UNLIMITED, game_watchers=1)) as here:
        game, _ = here.new_game(["human", "human"])
        with here.http.websocket_connect(f"/api/games/{game}/live") as first:
            first.send_json({"type": "look"})
            assert first.receive_json()["type"] == "state"
            with here.http.websocket_connect(f"/api/games/{game}/live") as second:
                second.send_json({"type": "look"})
                assert second.receive_json()["error"] == "too-many"
