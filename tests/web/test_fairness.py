"""Nobody gains from what they should not know or do: not by taking back, hurrying, errors, caches or chosen seeds."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import stat
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railwright.maps.load import load_board, load_setup
from railwright.store.games import GameStore
from railwright.store.rows import COMPUTER
from railwright.table.game_history import GameHistory
from railwright.web.jobs.job_pool import StoppingError
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.learn import exhibits
from railwright.web.learn.exhibits import find_exhibits
from railwright.web.rooms import hall
from railwright.web.rooms.hall import Hall
from saying import check_said
from waiting import HANG_SECONDS
from web.holding import wait_for
from web.inside import Table, table
from web.patient import NO_HURRY, PATIENT
from web.serving import KEY


def play_to_the_end(here: Table, game: str, keys: list[str], *, seed: int) -> int:
    """Play, with claims where there are any; returns the seat that acted last."""
    rng = random.Random(seed)
    state, last = here.look(game, keys[0]), 0
    while not state["is_over"]:
        last = state["seat"]
        legal = here.look(game, keys[last])["me"]["legal"]
        claims = [choice for choice in legal if choice["kind"] in ("claim", "pay")]
        answer = here.act(game, keys[last], rng.choice(claims or legal)["action"], state["version"])
        assert answer.status_code == 200, answer.text
        state = answer.json()
    return last


def test_the_last_action_of_a_game_cannot_be_taken_back_once_all_cards_are_open(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"], seed=2)
        last = play_to_the_end(here, game, keys, seed=2)
        state = here.look(game, keys[last])
        assert state["undo"] == "That cannot be taken back: the game is over and all cards are open."
        check_said(state["undo"], state["undo_said"])
        assert here.look(game)["undo_said"] is None
        wish = {"version": state["version"]}
        refused = here.http.post(f"/api/games/{game}/undo", json=wish, headers={KEY: keys[last]})
        assert (refused.status_code, refused.json()["error"]) == (409, "not-now")
        assert here.look(game)["is_over"]


def test_only_whoever_could_take_back_can_tell_the_computers_to_go_on(tmp_path: Path) -> None:
    with table(tmp_path, patience=replace(PATIENT, grace_seconds=2 * HANG_SECONDS)) as here:
        game, keys = here.new_game(["rule", "human", "human"], seed=4, grace_seconds=None)
        here.wait(game, None, lambda state: state["seat"] == 1)
        here.act_first(game, keys[1])
        here.act_first(game, keys[2])
        path = f"/api/games/{game}/go-on"
        assert here.http.post(path, headers={KEY: keys[1]}).status_code == 204
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            line.send_json({"type": "look", "key": keys[1]})
            line.send_json({"type": "go-on"})
            assert [line.receive_json()["type"] for _ in range(3)] == ["state", "done", "done"]
        threading.Event().wait(0.3)
        assert here.look(game, keys[2])["undo"] == "", "the computer did not wait"
        assert here.look(game)["seat"] == 0
        assert here.http.post(path, headers={KEY: keys[2]}).status_code == 204
        here.wait(game, None, lambda state: state["seat"] == 1)


def test_a_game_that_cannot_be_read_tells_nobody_what_is_in_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    with table(tmp_path) as here:
        game, _ = here.new_game(["human", "rule"], seed=4)
    store = GameStore(tmp_path / "games.sqlite")
    store.change(game, version=1, kept=0, actions=[700], awaited=COMPUTER).result()
    store.close()
    with caplog.at_level(logging.DEBUG), table(tmp_path) as here:
        answer = here.http.get(f"/api/games/{game}")
        assert (answer.status_code, answer.json()["error"]) == (409, "other-engine")
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            heard = line.receive_json()
        assert heard["error"] == "other-engine"
        for text in (answer.text, str(heard), caplog.text):
            assert not re.search(r"(?<![\w-])700(?![\w-])", text), "names of games are random and may hold it"
            assert "legal actions are" not in text
    assert f"game {game[:6]} cannot be replayed" in caplog.text


def test_whoever_invites_people_cannot_choose_the_seed_that_tells_their_cards(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        seats = [{"player": "human"}, {"player": "human", "invited": True}]
        refused = here.http.post("/api/games", json={"seats": seats, "seed": 5})
        assert refused.status_code == 400
        assert "seed" in refused.json()["message"]


def test_no_cache_keeps_what_a_seat_sees(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"])
        seen = here.http.get(f"/api/games/{game}", headers={KEY: keys[0]})
        assert seen.headers["cache-control"] == "no-store"
        assert here.http.post("/api/games", json={}).headers["cache-control"] == "no-store"
        assert here.http.get("/").headers["cache-control"] == "no-cache"
        assert "cache-control" not in here.http.get("/static/icon.svg").headers


def test_other_users_of_the_machine_cannot_look_into_the_folder_of_games(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with table(folder):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_going_back_in_a_long_game_leaves_the_event_loop_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loops: list[bool] = []
    rewind = GameHistory.rewind

    def noted(self: GameHistory, length: int) -> None:
        try:
            asyncio.get_running_loop()
            loops.append(True)
        except RuntimeError:
            loops.append(False)
        rewind(self, length)

    monkeypatch.setattr(GameHistory, "rewind", noted)
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"], seed=3)
        here.act_first(game, keys[0])
        wish = {"version": here.act_first(game, keys[1])["version"]}
        assert here.http.post(f"/api/games/{game}/undo", json=wish, headers={KEY: keys[1]}).status_code == 200
    assert loops == [False]


def test_folders_full_of_other_files_are_looked_at_within_bounds_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for inner in range(12):
        (tmp_path / f"folder{inner:02}").mkdir()
        for number in range(12):
            (tmp_path / f"folder{inner:02}" / f"{number:02}.json").write_text('{"mine": 1}', encoding="utf-8")
    opened: list[Path] = []
    read = exhibits.read_object

    def noted(path: Path) -> Mapping[str, Any]:
        opened.append(path)
        return read(path)

    monkeypatch.setattr(exhibits, "read_object", noted)
    monkeypatch.setattr(exhibits, "MOST_LOOKED_AT", 50)
    assert find_exhibits([tmp_path]) == []
    assert 20 < len(opened) <= 50
    before = len(opened)
    assert find_exhibits([tmp_path]) == []
    assert len(opened) == before, "files that are the same are not read again"
    changed = opened[0]
    changed.write_text('{"board": "usa", "score": 1, "tracks": [], "completed": []}', encoding="utf-8")
    assert [one.path for one in find_exhibits([tmp_path])] == [changed]


@pytest.mark.parametrize("what", ["picture", "player"])
def test_an_equal_question_does_not_wait_for_the_other_questions_of_who_asked_first(tmp_path: Path, what: str) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    pools = ServerPools(cores=1)
    is_slow = what == "picture"

    async def ask(here: Hall, owner: str) -> None:
        if is_slow:
            await here.picture(load_board("usa"), "light", "full", owner=owner)
        else:
            await here.seat_players([{"player": "rule"}], load_setup("usa"), owner=owner)

    async def ask_after_others(here: Hall) -> None:
        def hold(file: Path, owner: str) -> asyncio.Future[Any]:
            asked = pools.answers.run(wait_for, str(file), owner=owner, limit=NO_HURRY, is_slow=is_slow)
            return asyncio.ensure_future(asked)

        await here.rooms.readiness.wait("rule", seconds=HANG_SECONDS)
        held = [hold(first, "another"), hold(first, "a"), hold(second, "a")]
        theirs = asyncio.ensure_future(ask(here, "a"))
        mine = asyncio.ensure_future(ask(here, "b"))
        first.touch()
        await mine
        assert not held[-1].done()
        second.touch()
        await asyncio.gather(*held, theirs)
        await pools.close()

    with table(tmp_path, pools=pools) as here:
        assert here.http.portal is not None
        here.http.portal.call(ask_after_others, here.hall)


def test_pictures_of_boards_that_people_brought_do_not_push_out_those_of_built_in_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "KEPT_PICTURES", 1)
    with table(tmp_path) as here:
        usa = here.http.get("/api/boards/usa/picture.svg").text
        for number in range(2):
            board = {**load_board("usa").to_dict(), "name": f"mine-{number}", "title": f"Mine {number}"}
            name = here.http.post("/api/boards", json=board).json()["board"]
            assert here.http.get(f"/api/boards/{name}/picture.svg").status_code == 200

        async def refuse(*arguments: Any, **options: Any) -> None:
            raise StoppingError("nothing is drawn any more")

        monkeypatch.setattr(here.hall.pools.answers, "run", refuse)
        assert here.http.get("/api/boards/usa/picture.svg").text == usa
        assert here.http.get("/api/boards/mine-1/picture.svg").status_code == 200
        assert here.http.get("/api/boards/mine-0/picture.svg").status_code == 503
