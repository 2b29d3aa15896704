"""What can go wrong while a game is on: the server dies, pages repeat themselves, players and disks fail."""

from __future__ import annotations

import os
import random
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from railwright.store.games import GameStore
from railwright.table.game_history import GameHistory
from railwright.web.jobs.patience import TimeLimit
from railwright.web.jobs.server_pools import ServerPools
from railwright.web.rooms import bots
from waiting import HANG_SECONDS, wait_until
from web.inside import Table, table
from web.patient import NO_HURRY, PATIENT
from web.serving import Page, Server

MINE = 0
"""The seat of the person in all games here."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


# --- the server dies --------------------------------------------------------------------------------------------------

GAMES = 9
BOARDS = ("usa", "europe", "germany")


class Witness:
    """A person who plays at random and remembers everything that was seen, sent and acknowledged."""

    def __init__(self, number: int, game: str, key: str) -> None:
        self.game, self.key = game, key
        self.steps: dict[int, Any] = {}
        self.sent: list[int] = []
        self.acknowledged = 0
        self._rng = random.Random(number)

    def play(self, server: Server, *, moves: int) -> None:
        """Play until the server dies or so many moves are made."""
        try:
            with server.page(self.game, self.key) as page:
                self._note(page.state)
                while moves and not page.state["is_over"]:
                    legal = page.state["me"]["legal"]
                    if not legal:
                        self._note(page.receive())
                        continue
                    self._act(page, self._rng.choice(legal)["action"])
                    moves -= 1
        except ConnectionClosed:
            return

    def _act(self, page: Page, action: int) -> None:
        version = page.state["version"]
        self.sent.append(action)
        page.send(type="act", action=action, version=version)
        is_done = False
        while not is_done or page.state["version"] == version:
            answer = page.receive()
            assert answer["type"] != "error", answer
            is_done |= answer["type"] == "done"
            self._note(answer)
        self.acknowledged = len(self.sent)

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "state":
            self.steps |= {step["step"]: step for step in message["news"]}


def choices_on_disk(store: GameStore, game: str) -> list[int]:
    """What the person chose in a game, as it is on disk: without what was taken for it as the only way to pay."""
    stored = store.find(game)
    assert stored is not None
    record = Record.from_dict({**stored.head, "actions": list(stored.actions), "result": None}, LIBRARY)
    history = GameHistory(record.setup, seats=len(record.seats), seed=record.seed, actions=record.actions)
    return [a for a, step in zip(record.actions, history.steps, strict=True) if step.seat == MINE and not step.forced]


def test_after_a_kill_every_game_goes_on_with_no_move_lost_or_doubled(tmp_path: Path) -> None:
    server = Server(tmp_path)
    witnesses = []
    for number in range(GAMES):
        game, keys = server.new_game(["human", "rule", "rule"], board=BOARDS[number % 3], seed=number)
        witnesses.append(Witness(number, game, str(keys[MINE])))
    with ThreadPoolExecutor(GAMES) as pool:
        running = [pool.submit(witness.play, server, moves=1000) for witness in witnesses]
        wait_until(lambda: sum(witness.acknowledged for witness in witnesses) >= 6 * GAMES)
        server.kill()
        for one in running:
            one.result(HANG_SECONDS)
    assert all(witness.acknowledged for witness in witnesses)

    store = GameStore(tmp_path / "games.sqlite")
    for witness in witnesses:
        sent, done = witness.sent, witness.acknowledged
        assert choices_on_disk(store, witness.game) in (sent[:done], sent[: done + 1]), "a move is lost or there twice"
    store.close()

    server = Server(tmp_path)
    try:
        for witness in witnesses:
            state = server.look(witness.game, witness.key)
            there = {step["step"]: step for step in state["news"]}
            assert witness.steps.items() <= there.items(), "something that was seen is not there"
            witness.sent.clear()
            witness.acknowledged = 0
        with ThreadPoolExecutor(GAMES) as pool:
            for one in [pool.submit(witness.play, server, moves=3) for witness in witnesses]:
                one.result(HANG_SECONDS)
        assert all(witness.acknowledged == 3 or server.look(witness.game)["is_over"] for witness in witnesses)
    finally:
        server.stop()


def test_games_in_which_a_computer_is_to_act_go_on_by_themselves_after_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path)
    game, _ = server.new_game(["express:iterations=20", "express:iterations=20"], seed=1)
    wait_until(lambda: server.look(game, since=10_000)["steps"] >= 5)
    before = server.look(game)
    server.kill()
    assert not before["is_over"]
    server = Server(tmp_path)
    try:
        wait_until(lambda: server.look(game, since=10_000)["steps"] > before["steps"] + 3)
        assert server.look(game)["news"][: len(before["news"])] == before["news"]
    finally:
        server.stop()


# --- pages come, go and repeat themselves -----------------------------------------------------------------------------


def person_game(server: Server) -> tuple[str, str]:
    game, keys = server.new_game(["human", "human"], seed=5)
    assert keys[0] is not None
    return game, keys[0]


def test_a_page_that_goes_away_in_its_turn_finds_the_game_as_it_was(server: Server) -> None:
    game, key = person_game(server)
    with server.page(game, key) as page:
        first = page.state
        page.send(type="act", action=first["me"]["legal"][0]["action"], version=first["version"])
    with server.page(game, key) as page:
        page.wait_until(lambda state: state["version"] == first["version"] + 1)
        assert page.state["seat"] == 1
        assert page.state["steps"] == 1
    with server.page(game, key) as page:
        assert page.state["version"] == first["version"] + 1


def test_two_pages_on_one_seat_see_the_same_and_only_one_can_act(server: Server) -> None:
    game, key = person_game(server)
    with server.page(game, key) as one, server.page(game, key) as two:
        assert one.state == two.state
        version, legal = one.state["version"], one.state["me"]["legal"]
        assert one.ask(type="act", id=1, action=legal[0]["action"], version=version) == {"type": "done", "id": 1}
        answer = two.ask(type="act", id=2, action=legal[1]["action"], version=version)
        assert (answer["type"], answer["error"], answer["id"]) == ("error", "stale", 2)
        one.wait_until(lambda state: state["version"] == version + 1)
        two.wait_until(lambda state: state["version"] == version + 1)
        assert one.state["steps"] == two.state["steps"] == 1
        assert one.state["me"] == two.state["me"]


def test_a_message_that_comes_twice_acts_once(server: Server) -> None:
    game, key = person_game(server)
    with server.page(game, key) as page:
        message = {"type": "act", "action": page.state["me"]["legal"][0]["action"], "version": page.state["version"]}
        for number in range(5):
            page.send(**message, id=number)
        answers: dict[int, dict[str, Any]] = {}
        while len(answers) < 5:
            answer = page.receive()
            if answer["type"] != "state":
                answers[answer["id"]] = answer
        assert answers[0]["type"] == "done"
        assert [answers[number]["error"] for number in range(1, 5)] == ["stale"] * 4
        assert server.look(game)["steps"] == 1


def test_late_and_early_messages_are_refused_and_the_state_is_sent_again(server: Server) -> None:
    game, keys = server.new_game(["human", "human"], seed=6)
    with server.page(game, keys[0]) as page:
        action, version = page.state["me"]["legal"][0]["action"], page.state["version"]
        early = page.ask(type="act", action=action, version=version + 1)
        assert early["error"] == "stale"
        assert page.receive()["type"] == "state"
        assert page.ask(type="act", action=action, version=version)["type"] == "done"
        page.wait_until(lambda state: state["version"] == version + 1)
        late = page.ask(type="act", action=action, version=version)
        assert late["error"] == "stale"
        again = page.receive()
        assert (again["type"], again["version"], again["steps"]) == ("state", version + 1, 1)
        out_of_turn = page.ask(type="act", action=action, version=version + 1)
        assert out_of_turn["error"] == "not-now"


def test_an_undo_and_a_new_choice_between_two_messages_are_both_told(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"], seed=3)
        here.act_first(game, keys[0])
        here.act_first(game, keys[1])
        room = here.room(game)
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            line.send_json({"type": "look", "key": keys[1]})
            assert [line.receive_json()["type"] for _ in range(2)] == ["state", "done"]

            async def change_mind() -> None:
                """Take back and choose again before the page can be told of it."""
                await room.undo(1, version=room.version)
                await room.act(1, room.history.game.legal()[1], version=room.version)

            assert here.http.portal is not None
            here.http.portal.call(change_mind)
            told: dict[int, Any] = {}
            state: dict[str, Any] = {"version": 0}
            while state["version"] < room.version:
                state = line.receive_json()
                told |= {step["step"]: step for step in state["news"]}
        assert told[1] == here.look(game, keys[1])["news"][2]


# --- players that fail ------------------------------------------------------------------------------------------------


PLAYERS = Path(__file__).with_name("failing_players.py")


@pytest.mark.parametrize("failing", ["Raising", "Cheating", "Leaving", "Greedy", "Silent", "endless"])
def test_a_player_that_fails_is_replaced_and_the_table_is_told(
    failing: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    name, is_silent = f"{PLAYERS}:{failing}", failing in ("Silent", "endless")
    patience = replace(PATIENT, move=TimeLimit(1) if is_silent else NO_HURRY, grace_seconds=0)
    with table(tmp_path, patience=patience) as here:
        game, keys = here.begin(["human", name, name])
        here.act_first(game, str(keys[MINE]))
        state = here.wait(game, keys[MINE], lambda state: state["seat"] == MINE)
        how = "did not answer in time" if is_silent else "failed"
        assert [notice["seat"] for notice in state["notices"]] == [1, 2]
        assert state["notices"][0]["text"] == f"The player {name} {how}; rule takes over."
        for _ in range(3):
            here.act_first(game, str(keys[MINE]))
            state = here.wait(game, keys[MINE], lambda state: state["seat"] == MINE)
        assert len(state["notices"]) == 2, "a substitute needs no further notice"
    assert "SECRET" not in caplog.text
    assert "legal actions are" not in caplog.text


def test_when_the_substitute_fails_too_the_game_still_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "SUBSTITUTE", f"{PLAYERS}:Cheating")
    with table(tmp_path) as here:
        game, keys = here.begin(["human", f"{PLAYERS}:Raising"])
        here.act_first(game, str(keys[MINE]))
        here.wait(game, keys[MINE], lambda state: state["seat"] == MINE)


def test_the_process_of_a_player_that_never_answers_really_ends(tmp_path: Path) -> None:
    pools = ServerPools(cores=1)
    with table(tmp_path, patience=replace(PATIENT, move=TimeLimit(1), grace_seconds=0), pools=pools) as here:
        game, keys = here.begin(["human", f"{PLAYERS}:endless"])
        here.act_first(game, str(keys[MINE]))
        wait_until(lambda: pools.thinking.process_ids)
        (first,) = pools.thinking.process_ids
        here.wait(game, keys[MINE], lambda state: state["notices"])
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        here.wait(game, keys[MINE], lambda state: state["seat"] == MINE)
        assert here.http.portal is not None
        here.http.portal.call(pools.close)


def test_stuck_players_of_other_games_do_not_stop_a_game(tmp_path: Path) -> None:
    with table(tmp_path, patience=replace(PATIENT, grace_seconds=0), pools=(pools := ServerPools(cores=1))) as here:
        here.begin([f"{PLAYERS}:endless", "rule"], owner="another")
        game, keys = here.begin(["human", "rule"], owner="me")
        here.act_first(game, str(keys[MINE]))
        here.wait(game, keys[MINE], lambda state: state["seat"] == MINE)
        assert here.http.portal is not None
        here.http.portal.call(pools.close)


# --- disks that fail --------------------------------------------------------------------------------------------------


def tell_disk(here: Table, words: str) -> None:
    """Say something to the writer's own connection, such as to be read-only from now on."""
    here.hall.store._writer._connection.execute(words)


def test_an_action_that_the_disk_does_not_take_is_refused_and_nobody_sees_it(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "rule"], seed=4)
        before = here.look(game, keys[MINE])
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            line.send_json({"type": "look", "key": keys[MINE]})
            assert [line.receive_json()["type"] for _ in range(2)] == ["state", "done"]
            tell_disk(here, "PRAGMA query_only = ON")
            legal = before["me"]["legal"][0]["action"]
            refused = here.act(game, keys[MINE], legal, before["version"])
            assert (refused.status_code, refused.json()["error"]) == (503, "not-kept")
            line.send_json({"type": "act", "id": 7, "action": legal, "version": before["version"]})
            answer = line.receive_json()
            assert (answer["type"], answer["error"], answer["id"]) == ("error", "not-kept", 7)
            assert line.receive_json()["version"] == before["version"]
            assert here.look(game, keys[MINE]) == {**before, "present": [MINE]}  # the line is a page that has come
            new = here.http.post("/api/games", json={"seats": [{"player": "human"}, {"player": "human"}]})
            assert (new.status_code, new.json()["error"]) == (503, "not-kept")
            assert str(tmp_path) not in refused.text + new.text
            tell_disk(here, "PRAGMA query_only = OFF")
            assert here.act(game, keys[MINE], legal, before["version"]).status_code == 200
        here.wait(game, keys[MINE], lambda state: state["seat"] == MINE)


def test_a_computer_tries_again_when_the_disk_works_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "FIRST_PAUSE", 0.05)
    players = Path(shutil.copy(PLAYERS, tmp_path))
    with table(tmp_path) as here:
        game, keys = here.begin(["human", f"{players}:Waiting"])
        here.act_first(game, str(keys[MINE]))
        tell_disk(here, "PRAGMA query_only = ON")
        refused = wait_for_refusals(here)
        players.with_name("go").touch()
        assert refused.wait(HANG_SECONDS), "the computer does not try again"
        assert here.look(game)["seat"] == 1
        tell_disk(here, "PRAGMA query_only = OFF")
        here.wait(game, keys[MINE], lambda state: state["seat"] == MINE)


def wait_for_refusals(here: Table) -> threading.Event:
    """An event that comes when the disk has refused two changes."""
    seen, change = threading.Event(), here.hall.store.change
    refused: list[Any] = []

    def note(done: Any) -> None:
        refused.append(done.exception())
        if len(refused) == 2:
            seen.set()

    def watched(*arguments: Any, **options: Any) -> Any:
        future = change(*arguments, **options)
        future.add_done_callback(note)
        return future

    here.hall.store.change = watched  # type: ignore[method-assign]
    return seen


def test_a_full_disk_refuses_new_games_and_keeps_the_old_ones(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"], seed=4)
        here.act_first(game, keys[0])
        before = here.look(game, keys[1])
        tell_disk(here, "PRAGMA max_page_count = 1")
        seats = [{"player": "human", "name": "a long name of somebody"}] * 2
        answers = [here.http.post("/api/games", json={"seats": seats}).status_code for _ in range(30)]
        assert answers[-1] == 503
        assert set(answers) <= {201, 503}
        assert here.look(game, keys[1]) == before
        tell_disk(here, "PRAGMA max_page_count = 1000000")
        here.act_first(game, keys[1])
