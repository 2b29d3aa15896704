"""A webhook of one's own is called at one's turn, while one is away."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from railwright.maps.load import board_ruleset, load_board
from railwright.store.game_tables import WEBHOOKS
from railwright.web.access.limits import UNLIMITED, Rate
from railwright.web.access.outside import CallError, Outside
from railwright.web.rooms.webhooks import MOST_CALLS, MOST_FAILURES, OWNER_CALLS, WebhookCaller
from waiting import HANG_SECONDS, wait_until
from web.inside import Table, table
from web.serving import KEY

ADA, EVE, BOB = 0, 1, 2
NAMES = ("Ada", "Eve @all <!here>", "Bob_1")
URL = "https://hooks.example/services/a-secret-word"
PROBLEM = "it answered 500"


@dataclass
class Recorder(Outside):
    """Records calls instead of making them."""

    calls: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    fails: bool = False

    async def post(self, url: str, body: Mapping[str, Any]) -> None:
        self.calls.append((url, body))
        if self.fails:
            raise CallError(PROBLEM)

    def close(self) -> None:
        """There is nothing to end."""

    @property
    def urls(self) -> list[str]:
        return [url for url, _ in self.calls]

    def caller(self, *, absent_seconds: float = 0, gap_seconds: float = 0) -> WebhookCaller:
        return WebhookCaller(self, absent_seconds=absent_seconds, gap_seconds=gap_seconds)


@pytest.fixture
def outside() -> Recorder:
    return Recorder()


@pytest.fixture
def here(tmp_path: Path, outside: Recorder) -> Iterator[Table]:
    with table(tmp_path, caller=outside.caller()) as here:
        yield here


class Party:
    """A game of people."""

    def __init__(self, here: Table, *, seats: int = 2, **wish: Any) -> None:
        self.here = here
        people = [{"player": "human", "name": name} for name in NAMES[:seats]]
        made = here.http.post("/api/games", json={"seats": people, **wish})
        assert made.status_code == 201, made.text
        self.game, self.keys = made.json()["game"], made.json()["keys"]

    @property
    def link(self) -> str:
        return f"http://testserver/#/table/{self.game}"

    def ask(self, method: str, seat: int, *, by: int | None = None, path: str = "", body: Any = None) -> Any:
        """A request about the webhook of a seat."""
        headers = {KEY: self.keys[seat if by is None else by]}
        address = f"/api/games/{self.game}/seats/{seat}/webhook{path}"
        return self.here.http.request(method, address, json=body, headers=headers)

    def set(self, seat: int = EVE, url: str = URL, **more: Any) -> Any:
        return self.ask("PUT", seat, body={"url": url, "link": self.link, **more})

    def test(self, seat: int = EVE) -> tuple[str, str]:
        answer = self.ask("POST", seat, path="/test")
        assert answer.status_code == 200, answer.text
        return answer.json()["webhook"], answer.json()["problem"]

    def state(self, seat: int = EVE) -> str | None:
        """What the person of a seat learns about the webhook."""
        found: str | None = self.here.look(self.game, self.keys[seat])["webhook"]
        return found

    def play(self, *seats: int) -> None:
        """A whole turn of each of these seats."""
        for seat in seats:
            assert self.here.look(self.game)["seat"] == seat
            while (state := self.here.look(self.game, self.keys[seat]))["seat"] == seat:
                assert self.here.act(
                    self.game, self.keys[seat], state["me"]["legal"][0]["action"], state["version"]
                ).is_success


def test_nobody_is_called_unless_the_operator_allows_it(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        party = Party(here)
        assert party.state() is None
        for method, path, body in (("PUT", "", {"url": URL, "link": party.link}), ("DELETE", "", None),
                                   ("POST", "/test", None)):  # fmt: skip
            answer = party.ask(method, EVE, path=path, body=body)
            assert (answer.status_code, answer.json()["message"]) == (409, "this server calls no webhooks")


def test_a_person_who_is_away_is_called_once_a_turn_and_learns_nothing_hidden(here: Table, outside: Recorder) -> None:
    party = Party(here, seats=3)
    assert party.state() == "none"
    assert party.set().json() == {"webhook": "on", "problem": "", "problem_said": None}
    assert party.state() == "on"
    party.play(ADA)
    wait_until(lambda: outside.calls)
    text = f"It is your turn in Railwright: North America, with Ada, Bob 1. {party.link}"
    told = {
        "text": text, "content": text, "link": party.link, "board": "North America",
        "people": ["Ada", "Eve all here", "Bob 1"],
    }  # fmt: skip
    assert outside.calls == [(URL, told)]
    party.play(EVE, BOB, ADA)
    wait_until(lambda: len(outside.calls) > 1)
    state = here.look(party.game, party.keys[EVE])
    takes = next(one["action"] for one in state["me"]["legal"] if one["kind"] == "deck")
    assert here.act(party.game, party.keys[EVE], takes, state["version"]).is_success
    assert here.look(party.game)["seat"] == EVE, "the first of two cards"
    party.play(EVE, BOB, ADA)
    wait_until(lambda: len(outside.calls) > 2)
    assert outside.calls == 3 * [(URL, told)]


def test_nobody_is_called_who_is_at_the_table(here: Table, outside: Recorder) -> None:
    party = Party(here)
    party.set()
    listeners = here.room(party.game).listeners
    with here.http.websocket_connect(f"/api/games/{party.game}/live") as line:
        line.send_json({"type": "look", "key": party.keys[EVE], "id": 1})
        while line.receive_json()["type"] != "done":
            pass
        party.play(ADA, EVE)
    wait_until(lambda: not listeners)
    party.play(ADA)
    wait_until(lambda: outside.calls)
    party.play(EVE, ADA)
    wait_until(lambda: len(outside.calls) > 1)
    assert len(outside.calls) == 2, "the turn that she saw was announced"


def test_nobody_is_called_at_once(tmp_path: Path, outside: Recorder) -> None:
    with table(tmp_path, caller=outside.caller(absent_seconds=HANG_SECONDS)) as here:
        party = Party(here)
        party.set()
        party.play(ADA, EVE)
    assert outside.calls == []


def test_a_computer_in_the_seat_is_not_called(here: Table, outside: Recorder) -> None:
    party = Party(here, seats=3)
    party.set()
    party.set(BOB, url=f"{URL}/bob")
    path = f"/api/games/{party.game}/seats/{EVE}/stand-in"
    assert here.http.post(path, json={"player": "beginner"}, headers={KEY: party.keys[ADA]}).is_success
    party.play(ADA)
    wait_until(lambda: outside.calls)
    assert outside.urls == [f"{URL}/bob"]


def test_two_turns_in_quick_succession_are_announced_after_a_while(tmp_path: Path, outside: Recorder) -> None:
    with table(tmp_path, caller=outside.caller(gap_seconds=HANG_SECONDS)) as here:
        party = Party(here, seats=3)
        party.set()
        party.play(ADA)
        wait_until(lambda: outside.calls)
        party.set(BOB, url=f"{URL}/bob")
        party.play(EVE)
        wait_until(lambda: len(outside.calls) > 1)
        party.set(ADA, url=f"{URL}/ada")
        party.play(BOB)
        wait_until(lambda: len(outside.calls) > 2)
        party.play(ADA)
        assert party.test() == ("on", ""), "a test does not have to wait"
    assert outside.urls == [URL, f"{URL}/bob", f"{URL}/ada", URL]


def test_a_webhook_is_there_after_a_restart_and_its_turn_is_announced_once(tmp_path: Path, outside: Recorder) -> None:
    with table(tmp_path, caller=outside.caller(absent_seconds=HANG_SECONDS)) as here:
        party = Party(here)
        party.set()
        party.play(ADA)
    assert outside.calls == []
    with table(tmp_path, caller=outside.caller()):
        wait_until(lambda: outside.calls)  # nobody has opened the game
    with table(tmp_path, caller=outside.caller()) as here:
        party.here = here
        assert party.state() == "on"
        party.play(EVE, ADA)
        wait_until(lambda: len(outside.calls) > 1)
        assert len(outside.calls) == 2
    with table(tmp_path) as here:
        party.here = here
        assert party.state() is None


def test_a_removed_webhook_is_not_called_and_not_kept(here: Table, outside: Recorder, tmp_path: Path) -> None:
    party = Party(here)
    party.set()
    assert party.ask("DELETE", EVE).json() == {"webhook": "none", "problem": "", "problem_said": None}
    assert party.state() == "none"
    assert here.hall.store.rows_of(WEBHOOKS, party.game) == []
    party.play(ADA, EVE, ADA)
    party.set(url=f"{URL}/again")
    wait_until(lambda: outside.calls)
    assert outside.urls == [f"{URL}/again"]
    assert party.ask("POST", ADA, path="/test").json()["error"] == "not-now"


def test_the_address_is_known_to_nobody_and_changed_only_with_the_key(here: Table, outside: Recorder) -> None:
    party = Party(here)
    party.set()
    assert [party.state(ADA), party.state(EVE), here.look(party.game)["webhook"]] == ["none", "on", None]
    for method, path, body in (("PUT", "", {"url": URL, "link": party.link}), ("DELETE", "", None),
                               ("POST", "/test", None)):  # fmt: skip
        assert party.ask(method, EVE, by=ADA, path=path, body=body).status_code == 403
        address = f"/api/games/{party.game}/seats/{EVE}/webhook{path}"
        assert here.http.request(method, address, json=body).status_code == 403
    heard = [here.http.get(f"/api/games/{party.game}{path}", headers={KEY: key}).text
             for key in party.keys for path in ("", "/about")]  # fmt: skip
    assert "a-secret-word" not in "".join(heard)
    assert outside.calls == []


@pytest.mark.parametrize(
    "url", ["http://hooks.example/", "https://me:word@hooks.example/", "https://hooks.example:25/"]
)
def test_other_addresses_are_refused(here: Table, url: str) -> None:
    assert Party(here).set(url=url).status_code == 400


@pytest.mark.parametrize(
    "link",
    ["http://elsewhere.example/#/table/{game}", "http://testserver/#/seat/{game}/{key}", "http://testserver/",
     "http://testserver/?{key}#/table/{game}", "javascript:alert(1)#/table/{game}", "http://testserver/ #/table/{game}",
     "http://me@testserver/#/table/{game}", "http://testserver/#/table/{game}x", "http://[#/table/{game}"],
)  # fmt: skip
def test_only_the_link_to_the_game_can_be_sent(here: Table, link: str) -> None:
    party = Party(here)
    assert party.set(link=link.format(game=party.game, key=party.keys[EVE])).status_code == 400
    assert party.set(link=f"http://testserver/trains/#/table/{party.game}").is_success


def test_a_webhook_that_fails_is_paused_until_a_test_succeeds(
    here: Table, outside: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    party = Party(here)
    party.set()
    outside.fails = True

    def failures() -> int:
        return int(here.hall.store.rows_of(WEBHOOKS, party.game)[0]["failures"])

    for turn in range(MOST_FAILURES):
        party.play(ADA)
        wait_until(partial(lambda turn: failures() > turn, turn))
        party.play(EVE)
    assert party.state() == "paused"
    assert PROBLEM in caplog.text
    assert "a-secret-word" not in caplog.text
    party.play(ADA, EVE, ADA, EVE)
    assert party.test() == ("paused", PROBLEM)
    outside.fails = False
    assert party.test() == ("on", "")
    party.play(ADA)
    wait_until(lambda: len(outside.calls) > MOST_FAILURES + 2)
    assert len(outside.calls) == MOST_FAILURES + 3
    assert outside.calls[-2][1]["text"].startswith("This is a test.")


def test_nothing_is_kept_when_the_game_is_over(here: Table, outside: Recorder) -> None:
    printed = load_board("usa")
    rules = {**board_ruleset(printed).to_dict(), "name": "short", "trains": 3}
    board = here.http.post("/api/boards", content=json.dumps({**printed.to_dict(), "name": "few", "ruleset": rules}))
    party = Party(here, board=board.json()["board"])
    party.set()
    while not (state := here.look(party.game))["is_over"]:
        key = party.keys[state["seat"]]
        legal = here.look(party.game, key)["me"]["legal"]
        here.act(party.game, key, legal[-1]["action"], state["version"])
    wait_until(lambda: not here.hall.store.rows_of(WEBHOOKS, party.game))
    assert party.set().json()["message"] == "the game is over"


def test_webhooks_from_elsewhere_are_checked_and_damaged_ones_left_out(tmp_path: Path, outside: Recorder) -> None:
    caller = outside.caller(absent_seconds=HANG_SECONDS)
    with table(tmp_path, caller=caller) as here:
        party, damaged = Party(here), Party(here)
        damaged.set()
        row: dict[str, Any] = {
            "seat": EVE,
            "url": URL,
            "link": "https://elsewhere.example/",
            "called": -1,
            "failures": 0,
        }
        here.hall.store.keep_row(WEBHOOKS, party.game, **row).result(HANG_SECONDS)
    connection = sqlite3.connect(tmp_path / "games.sqlite")
    connection.execute("UPDATE webhooks SET url = 'https://elsewhere.example/' WHERE game = ?", (damaged.game,))
    connection.commit()
    connection.close()
    with table(tmp_path, caller=caller) as here:
        for one in (party, damaged):
            one.here = here
            assert one.state() == "none"


def test_too_many_webhooks_are_refused_for_a_while(tmp_path: Path, outside: Recorder) -> None:
    with table(tmp_path, limits=replace(UNLIMITED, webhooks=Rate(3, 0.001)), caller=outside.caller()) as here:
        party = Party(here)
        assert [party.set().status_code for _ in range(4)] == [200, 200, 200, 429]
        assert party.ask("POST", EVE, path="/test").status_code == 429
    assert outside.calls == []


TURNS_OF_THE_LOOP = 20
"""After so many, everything that can go on has done so."""


def test_slow_addresses_of_one_person_leave_places_for_others() -> None:
    class Slow(Recorder):
        async def post(self, url: str, body: Mapping[str, Any]) -> None:
            begun[url] += 1
            await gate.wait()

    async def run() -> None:
        caller = Slow().caller()
        owners = [*OWNER_CALLS * 3 * ["one"], *map(str, range(MOST_CALLS))]
        calls = [asyncio.create_task(caller.call(owner, {}, owner=owner)) for owner in owners]
        for _ in range(TURNS_OF_THE_LOOP):
            await asyncio.sleep(0)
        assert (begun["one"], begun.total()) == (OWNER_CALLS, MOST_CALLS)
        gate.set()
        await asyncio.gather(*calls)
        assert begun == Counter(owners)

    begun: Counter[str] = Counter()
    gate = asyncio.Event()
    asyncio.run(run())
