"""What the server says to people can be said in other languages: each text comes with its pattern and values."""

from __future__ import annotations

import ast
import asyncio
import importlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from railwright.errors import BoardError, Problem, RailwrightError
from railwright.maps.load import load_ruleset, ruleset_names
from railwright.say import Said, say
from railwright.web import waiting_room
from railwright.web.access.allowances import REQUESTS, Allowances
from railwright.web.access.limits import UNLIMITED, Limits, Rate
from railwright.web.access.outside import Callee, CallError
from railwright.web.access.refusals import RefusalError, TooManyError
from railwright.web.refusal_answers import add_refusals
from railwright.web.work.board_words import RULESET_TITLES
from saying import english
from web.inside import Table, table
from web.serving import KEY

WEB = Path(waiting_room.__file__).parent

PEOPLE = [{"player": "human"}, {"player": "human"}]

PERSON = {"X-Railwright-Person": "a" * 20}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data")) as here:
        yield here


class Scene:
    """A game of two people, one of whom is invited, and a finished one of computers."""

    def __init__(self, here: Table) -> None:
        self.http = here.http
        seats = [{"player": "human", "name": "Ada"}, {"player": "human", "invited": True}, {"player": "rule"}]
        made = self.http.post("/api/games", json={"seats": seats, "grace_seconds": 0}).json()
        self.game, self.key, self.invitation = made["game"], made["keys"][0], made["invitations"][1]
        self.over, _ = here.new_game(["rule", "rule"], seed=3)
        here.wait(self.over, None, lambda state: state["is_over"])

    def ask(self, method: str, path: str, body: Any = None, *, key: str | None = None, **more: Any) -> Any:
        return self.http.request(method, f"/api/{path}", json=body, headers={KEY: key} if key else {}, **more)

    def new(self, seats: Any, **wish: Any) -> Any:
        return self.ask("POST", "games", {"seats": seats, **wish})

    def own(self, method: str, path: str, body: Any = None) -> Any:
        """A request with the key of the first seat about the game that goes on."""
        return self.ask(method, f"games/{self.game}/{path}", body, key=self.key)

    def take_seat_again(self) -> Any:
        path = f"games/{self.game}/seats/1/take"
        for secret in ("a" * 20, "b" * 20):
            answer = self.ask("POST", path, {"invitation": self.invitation, "secret": secret})
        return answer


@pytest.fixture(scope="module")
def scene(here: Table) -> Scene:
    return Scene(here)


LEVEL = {"player": "skilled"}
WEBHOOK = {"url": "https://chat.example/x", "link": "http://testserver/#/table/x"}

REFUSALS: dict[str, Callable[[Scene], Any]] = {
    "no such game": lambda at: at.ask("GET", "games/nothing"),
    "a wrong key": lambda at: at.ask("GET", f"games/{at.game}", key="wrong"),
    "no key": lambda at: at.ask("POST", f"games/{at.game}/undo", {"version": 0}),
    "an old version": lambda at: at.own("POST", "actions", {"action": 1, "version": 9}),
    "an illegal action": lambda at: at.own("POST", "actions", {"action": 1, "version": 0}),
    "not over": lambda at: at.ask("GET", f"games/{at.game}/record"),
    "not over: a review": lambda at: at.ask("POST", f"games/{at.game}/review"),
    "not over: a rematch": lambda at: at.own("POST", "rematch"),
    "a fork too far": lambda at: at.ask("POST", f"games/{at.over}/fork", {"step": 9_000}),
    "a fork with other seats": lambda at: at.ask("POST", f"games/{at.over}/fork", {"step": 1, "seats": [LEVEL] * 3}),
    "a stand-in for a computer": lambda at: at.own("POST", "seats/2/stand-in", {}),
    "a wrong invitation": lambda at: at.ask(
        "POST", f"games/{at.game}/seats/1/take", {"invitation": "c" * 20, "secret": "d" * 20}
    ),
    "a seat that is taken": Scene.take_seat_again,
    "a seed with an invitation": lambda at: at.new([*PEOPLE, {"player": "human", "invited": True}], seed=1),
    "an invited computer": lambda at: at.new([*PEOPLE, {**LEVEL, "invited": True}]),
    "no such board": lambda at: at.new(PEOPLE, board="nowhere"),
    "no such ruleset": lambda at: at.new(PEOPLE, ruleset="none"),
    "no such deck": lambda at: at.new(PEOPLE, tickets="none"),
    "a player from a file": lambda at: at.new([*PEOPLE, {"player": "mine.py:Mine"}]),
    "a player that peeks": lambda at: at.new([*PEOPLE, {"player": "mcts-peeking"}]),
    "a slow player": lambda at: at.new([*PEOPLE, {"player": "express:iterations=100000"}]),
    "a board that is no text": lambda at: at.http.post("/api/boards", content=b"\xff"),
    "a board that is no JSON": lambda at: at.http.post("/api/boards", content=b"hello"),
    "a board of brackets": lambda at: at.http.post("/api/boards", content=b"[" * 40_000),
    "a board that is too large": lambda at: at.http.post("/api/boards", content=b"x" * 1_200_000),
    "a board with too many values": lambda at: at.http.post("/api/boards", content=b"," * 60_000),
    "a record that is too large": lambda at: at.http.post("/api/records", content=b"1" * 600_000),
    "somebody else's board": lambda at: at.ask("DELETE", "boards/usa"),
    "no webhooks here": lambda at: at.own("PUT", "seats/0/webhook", {**WEBHOOK, "link": f"{at.http.base_url}"}),
    "a webhook for another seat": lambda at: at.own("DELETE", "seats/1/webhook"),
    "a webhook with a foreign link": lambda at: at.own("PUT", "seats/0/webhook", {**WEBHOOK, "link": "http://x/"}),
    "no person": lambda at: at.ask("GET", "me/games"),
    "no game of one's own": lambda at: at.http.delete("/api/me/games/nothing", headers=PERSON),
    "no such learning page": lambda at: at.http.get("/learn/nothing"),
}  # fmt: skip
"""What people at the page can be refused; programs, too."""


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals_can_be_said_in_other_languages(scene: Scene, name: str) -> None:
    answer = REFUSALS[name](scene)
    assert 400 <= answer.status_code < 500, answer.text
    found = answer.json()
    assert set(found) == {"error", "message", "message_said"}
    assert english(found["message_said"]) == found["message"]


@pytest.mark.parametrize("sent", [{"type": "go-on"}, {"type": "act", "action": 1, "version": 9}, {"type": "undo"}])
@pytest.mark.parametrize("is_player", [True, False])
def test_refusals_over_a_websocket_too(scene: Scene, sent: dict[str, Any], is_player: bool) -> None:
    if is_player and sent["type"] == "go-on":
        return  # always allowed
    with scene.http.websocket_connect(f"/api/games/{scene.game}/live") as line:
        line.send_json({"type": "look", **({"key": scene.key} if is_player else {})})
        line.send_json({"id": 7, **sent})
        while (answer := line.receive_json())["type"] != "error":
            pass
    assert (answer["id"], english(answer["message_said"])) == (7, answer["message"])


def test_a_websocket_of_no_game(scene: Scene) -> None:
    with scene.http.websocket_connect("/api/games/nothing/live") as line:
        answer = line.receive_json()
    assert english(answer["message_said"]) == answer["message"] == "there is no such game"


def test_every_refusal_in_the_code_can_be_said_in_other_languages() -> None:
    """Only what the error that led to it says may be in English alone."""
    plain = [
        f"{path.relative_to(WEB)}, line {node.lineno}"
        for path in sorted(WEB.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
        and node.func.id.endswith("Error") and issubclass(_class(path, node.func.id), RefusalError)
        and isinstance(node.args[0], ast.Constant | ast.JoinedStr)
    ]  # fmt: skip
    assert plain == []


def _class(path: Path, name: str) -> type:
    module = importlib.import_module(f"railwright.web.{'.'.join(path.relative_to(WEB).with_suffix('').parts)}")
    found = getattr(module, name, Exception)
    return found if isinstance(found, type) else Exception


@pytest.mark.parametrize("kind", Limits().rates)
def test_every_rate_limit_has_its_words(kind: str) -> None:
    assert str(REQUESTS[kind]) == kind.replace("_", " ")
    never: Any = {kind: Rate(0, 0)}
    with pytest.raises(TooManyError, match=f"too many {REQUESTS[kind]} from your address; wait a little"):
        Allowances(replace(UNLIMITED, **never)).take(kind, "192.0.2.1")
    if kind in UNLIMITED.total_rates:
        total: Any = {f"all_{kind}": Rate(0, 0)}
        with pytest.raises(TooManyError, match=f"too many {kind} on the whole server; wait a little") as caught:
            Allowances(replace(UNLIMITED, **total)).take(kind, "192.0.2.1")
        assert isinstance(caught.value.text, Said)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://chat.example/ x", "give an address of at most 400 characters, without spaces and special letters"),
        ("https://chat.example:x/", "this is not an address"),
        ("http://chat.example/", "give an address that begins with https://"),
        ("https://me@chat.example/", "give an address without a user name and without #"),
        ("https://chat.example:80/", "give an address with the port 443, or one from 1024 on"),
    ],
)
def test_what_is_wrong_with_a_webhook(url: str, words: str) -> None:
    with pytest.raises(CallError) as caught:
        Callee.read(url)
    assert isinstance(caught.value.text, Said)
    assert str(caught.value.text) == str(caught.value) == words


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        ({}, "once (it has just begun)"),
        ({"done": 3, "steps": 12}, "once (3 of 12 steps are done)"),
        ({"is_restoring": True}, "a backup is being restored"),
    ],
)
def test_a_server_that_starts(progress: dict[str, Any], words: str) -> None:
    refusal = waiting_room.StartProgress(**progress).refusal
    assert words in refusal["message"]
    assert english(refusal["message_said"]) == refusal["message"]


def answer_to(error: Exception) -> Any:
    """The answer of a server to a request that raises an error."""
    app = FastAPI()
    add_refusals(app)

    @app.get("/")
    def fail() -> None:
        raise error

    async def ask() -> Any:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
            return (await client.get("/")).json()

    return asyncio.run(ask())


def test_what_had_to_be_shortened_or_is_only_in_english_has_no_pattern() -> None:
    long, bad = say("no {name}", name="x" * 700), say("no {name}", name="\ud800")
    for error in (RailwrightError(long), RailwrightError(bad), BoardError([Problem("cities", "are missing")])):
        assert answer_to(error)["message_said"] is None
    assert answer_to(RailwrightError(say("no {name}", name="x")))["message_said"] is not None


WORDY_SOURCES = ("trained policy", "student project (read-me)")
"""Sources that are no publications."""


# --- the catalogue ----------------------------------------------------------------------------------------------------


def check_texts(found: Any) -> None:
    """What is said is what the text next to it says."""
    if isinstance(found, list):
        for one in found:
            check_texts(one)
    elif isinstance(found, dict):
        for name, one in found.items():
            check_texts(one)
            if isinstance(one, str) and found.get(f"{name}_said") is not None:
                assert english(found[f"{name}_said"]) == one


def test_the_catalogue_can_be_said_in_other_languages(here: Table) -> None:
    found = here.http.get("/api/catalog").json()
    check_texts(found)
    for level in found["levels"]:
        assert level["title_said"]
        assert level["summary_said"]
    for character in found["characters"]:
        assert character["name_said"]
        assert character["summary_said"]
    for player in found["players"]:
        assert player["summary_said"]
        assert (player["source_said"] is not None) == (player["source"] in WORDY_SOURCES)
        assert all(one["name_said"] and one["summary_said"] for one in player["strengths"])
    for board in found["boards"]:
        titles = {name: english(said) for name, said in board["rulesets_said"].items()}
        assert titles == board["rulesets"]
        names = {name: english(said) for name, said in board["decks_said"].items()}
        assert names == {deck: deck.replace("_", " ") for deck in board["decks"] if not deck.isdecimal()}


def test_every_ruleset_has_its_title() -> None:
    assert {name: str(title) for name, title in RULESET_TITLES.items()} == {
        name: load_ruleset(name).title for name in ruleset_names()
    }
