"""Boards and records that were made to keep a server busy: others do not notice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

import pytest

from railwright.errors import RailwrightError
from railwright.game.board import Board
from railwright.game.completion import completion_bound
from railwright.game.face_up_row import mean_row_replacements
from railwright.game.game import Game
from railwright.maps.load import load_ruleset, load_setup
from railwright.web.jobs.job_process import JobProcess, Order
from railwright.web.jobs.patience import TimeLimit
from railwright.web.rooms import uploaded_boards
from railwright.web.rooms.bots import Bots
from railwright.web.rooms.room import Room
from railwright.web.work import pictures
from railwright.web.work.uploads import MOST_STEPS
from waiting import HANG_SECONDS
from web.holding import wait_for
from web.hostile import board_of, crowded_board, tangled_record
from web.inside import Table, table
from web.serving import KEY


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


def no_scores_here(*_: Any) -> None:
    raise AssertionError("the server itself works out scores, which can take a second")


def test_a_tangled_record_is_looked_at_without_scores_in_the_server(
    here: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = here.http.post("/api/records", json=tangled_record()).json()
    game, key = made["game"], made["keys"][0]
    monkeypatch.setattr(Game, "result_record", no_scores_here)
    state = here.look(game, key)
    assert len(state["owners"]) == len(here.room(game).history.game.setup.board.tracks)
    assert {ticket["state"] for ticket in state["me"]["tickets"]} == {"done"}
    other, keys = here.new_game(["human", "human"])
    here.act_first(other, keys[0])


def test_a_game_ends_and_is_read_again_without_scores_in_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "result_record", no_scores_here)
    with table(tmp_path) as here:
        game, _ = here.new_game(["rule", "rule"], seed=3)
        before = here.wait(game, None, lambda state: state["is_over"])
        assert len(before["result"]["scores"]) == len(before["open"]) == 2
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            line.send_json({"type": "look"})
            assert line.receive_json()["result"] == before["result"]
    with table(tmp_path) as here:
        assert here.look(game) == {**before, "notices": []}
        for path in ("record", "points", "replay?step=50"):
            assert here.http.get(f"/api/games/{game}/{path}").status_code == 200


def test_what_takes_too_long_is_refused_to_who_asked_and_to_nobody_else(
    here: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, keys = here.new_game(["human", "human"])
    run = here.hall.pools.answers.run

    async def hurried(*arguments: Any, **options: Any) -> Any:
        return await run(wait_for, "/never", **{**options, "limit": TimeLimit(0.1)})

    with monkeypatch.context() as patch:
        patch.setattr(here.hall.pools.answers, "run", hurried)
        refused = here.http.get(f"/api/games/{game}/ways", headers={KEY: keys[0]})
    assert (refused.status_code, refused.json()["error"]) == (503, "overdue")
    assert here.http.get(f"/api/games/{game}/ways", headers={KEY: keys[0]}).status_code == 200


def test_a_picture_that_many_want_is_drawn_once(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    name = here.http.post("/api/boards", json=crowded_board()).json()["board"]
    do, drawn = JobProcess.do, []

    def watched(worker: JobProcess, order: Order) -> None:
        drawn.append(order.call.name)
        do(worker, order)

    monkeypatch.setattr(JobProcess, "do", watched)
    with ThreadPoolExecutor(48) as pool:
        asked = [pool.submit(here.http.get, f"/api/boards/{name}/picture.svg") for _ in range(48)]
        found = {one.result(HANG_SECONDS).text for one in asked}
    assert len(found) == 1
    assert found.pop().startswith("<svg")
    assert drawn == [pictures.draw.__name__]


def writings(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    """The boards that are written out in the server from now on, one for each time."""
    written: list[Board] = []
    to_dict = Board.to_dict

    def watched(board: Board) -> dict[str, Any]:
        written.append(board)
        return to_dict(board)

    monkeypatch.setattr(Board, "to_dict", watched)
    return written


def test_a_board_that_many_want_is_written_out_once(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    name = here.http.post("/api/boards", json=crowded_board(7)).json()["board"]
    game, _ = here.new_game(["human", "human"], board=name)
    pages = [f"/api/boards/{name}", f"/api/games/{game}/about", f"/api/boards/{name}/picture.svg"]
    first = [here.http.get(page).text for page in pages]
    written = writings(monkeypatch)
    assert [here.http.get(page).text for page in pages] == first
    assert written == []
    here.new_game(["human", "human"], board=name)
    assert len(written) == 1  # for the record that is kept


def test_a_full_shelf_does_not_write_out_its_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_boards, "MOST_BOARDS", 3)
    with table(tmp_path) as here:
        for number in range(3):
            name = here.http.post("/api/boards", json=crowded_board(number)).json()["board"]
            here.new_game(["human", "human"], board=name)
        written = writings(monkeypatch)
        assert here.http.post("/api/boards", json=crowded_board(3)).status_code == 429
        assert written == []


def test_tickets_that_nobody_can_draw_are_refused_in_one_line(here: Table) -> None:
    board = crowded_board(8)
    junk = {"cities": board["tickets"][0]["cities"], "points": 1, "decks": []}
    for count in (1, 12_000):
        refused = here.http.post("/api/boards", json={**board, "tickets": [*board["tickets"], *[junk] * count]})
        assert refused.status_code == 400
        assert "\n" not in refused.json()["message"]


def hub_board() -> dict[str, Any]:
    """Three cities with very many tracks each, by rules with stations."""
    pairs = [(hub, 3 + (20 * hub + spoke) % 61) for hub in range(3) for spoke in range(61)]
    rules = {**load_ruleset("usa").to_dict(), "name": "hubs", "stations": 3, "station_points": 4}
    return board_of(pairs, name="hubs", ruleset=rules)


def test_a_board_whose_stations_would_take_too_long_at_every_look_is_refused(here: Table) -> None:
    refused = here.http.post("/api/boards", json=hub_board())
    assert refused.status_code == 400
    assert "stations" in refused.json()["message"]
    assert here.http.post("/api/boards", json={**hub_board(), "ruleset": "usa"}).status_code == 201
    assert 10 * completion_bound(load_setup("europe")) < MOST_STEPS


def test_rules_that_would_replace_the_row_for_ever_are_refused(here: Table) -> None:
    rules = {**load_ruleset("usa").to_dict(), "name": "swept", "cards_per_color": 6, "locomotives": 40, "sweep_at": 1}
    board = {**hub_board(), "ruleset": rules}
    refused = here.http.post("/api/boards", json=board)
    assert refused.status_code == 400
    assert "sweep_at" in refused.json()["message"]
    assert mean_row_replacements(load_ruleset("usa")) == pytest.approx(68)
    assert here.http.post("/api/boards", json={**board, "ruleset": {**rules, "sweep_at": 2}}).status_code == 400
    for sweep_at in (0, 4, 5):
        assert here.http.post("/api/boards", json={**board, "ruleset": {**rules, "sweep_at": sweep_at}}).is_success


def cannot_tell(game: Game) -> NoReturn:
    raise RailwrightError("more happened than can be told")


def test_an_action_that_cannot_be_carried_out_is_answered(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game, keys = here.new_game(["human", "human"])
    with here.http.websocket_connect(f"/api/games/{game}/live") as line:
        line.send_json({"type": "look", "id": 1, "key": keys[0]})
        state = line.receive_json()
        assert line.receive_json() == {"type": "done", "id": 1}
        wish = {"type": "act", "action": state["me"]["legal"][0]["action"], "version": state["version"]}
        with monkeypatch.context() as patch:
            patch.setattr("railwright.table.game_history.take_events", cannot_tell)
            line.send_json({**wish, "id": 2})
            answer = line.receive_json()
            assert (answer["type"], answer["id"], answer["error"]) == ("error", 2, "broken")
            assert line.receive_json()["version"] == state["version"]
        line.send_json({**wish, "id": 3})
        assert {line.receive_json()["type"], line.receive_json()["type"]} == {"state", "done"}


def test_a_table_is_told_of_a_computer_whose_action_cannot_be_carried_out(
    here: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, keys = here.new_game(["human", "rule"])
    state = here.look(game, keys[0])
    done = here.act(game, keys[0], state["me"]["legal"][0]["action"], state["version"])
    assert done.status_code == 200
    here.wait(game, None, lambda state: state["seat"] == 0 and state["stage"] == "turn")
    state = here.look(game, keys[0])
    choose = Bots._choose

    async def choose_in_vain(bots: Bots, seat: int) -> int:
        action = await choose(bots, seat)
        monkeypatch.setattr("railwright.table.game_history.take_events", cannot_tell)
        return action

    monkeypatch.setattr(Bots, "_choose", choose_in_vain)
    while state["seat"] == 0:
        state = here.act(game, keys[0], state["me"]["legal"][0]["action"], state["version"]).json()
    told = here.wait(game, None, lambda state: bool(state["notices"]))
    assert "cannot continue" in told["notices"][-1]["text"]


def test_a_game_has_an_end_here(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railwright.web.rooms.room.MOST_ACTIONS", 2)
    monkeypatch.setattr("railwright.web.rooms.bots.MOST_ACTIONS", 2)
    game, keys = here.new_game(["human", "human"])
    here.act_first(game, keys[0])
    here.act_first(game, keys[1])
    state = here.look(game, keys[0])
    refused = here.act(game, keys[0], state["me"]["legal"][0]["action"], state["version"])
    assert (refused.status_code, refused.json()["error"]) == (409, "not-now")
    watched, _ = here.new_game(["rule", "rule"])
    here.wait(watched, None, lambda state: state["steps"] == 2)
    room: Room = here.room(watched)
    assert not room.bots.is_thinking


def test_a_record_that_is_too_long_is_refused(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    record = {**tangled_record(), "actions": [0] * 5_000}
    refused = here.http.post("/api/records", content=json.dumps(record))
    assert refused.status_code == 400
