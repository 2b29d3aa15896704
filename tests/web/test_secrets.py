"""Everything that a seat is sent follows from its view: deal the hidden cards anew, and not a byte changes."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railwright.game.game import Game
from railwright.table.game_history import GameHistory
from railwright.web.rooms.room import Room
from railwright.web.rooms.seat_keys import fingerprint
from veil import SECRET, veiled
from web.inside import Table, table
from web.serving import KEY

GAMES = int(os.environ.get("RAILWRIGHT_SECRET_GAMES", "3"))
"""So many games are played; set the variable for a longer run."""

BOARDS = ("usa", "europe", "germany")
SEATS = 3
EVERY = 30
"""Actions between two looks."""

HINTS_AT = (0, 5, 10)
"""At which look hints are compared, too, on each board: they take seconds."""

SEED = 7_364_518_290_000
"""A number that appears nowhere by chance."""


BAD = 8
"""A number that is no action."""

LAST = 99
"""The number of the last message."""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path) as here:
        yield here


def other_course(history: GameHistory, viewer: int | None, noise: np.random.Generator) -> GameHistory:
    """A game that looks the same to the viewer, with other hidden cards, another seed and veiled events."""
    game = history.game
    if viewer is None:  # nobody's own cards are known: deal those of every seat anew
        states = game.view(0).sample(noise)
        states = Game.from_states(game.setup, states).view(1).sample(noise)
    else:
        states = game.view(viewer).sample(noise)
    other = copy.copy(history)
    other.game = Game.from_states(game.setup, states)
    other.game.actions, other.game.seed = [0] * len(game.actions), 1
    other.opening = tuple(veiled(event, viewer) for event in history.opening)
    other.steps = [
        replace(step, events=tuple(veiled(event, viewer) for event in step.events)) for step in history.steps
    ]
    return other


def put(room: Room, history: GameHistory) -> None:
    """Let a room be at another moment, or in another game, without going through its store."""
    room.history, room._table = history, None


class Ear:
    """Somebody with a key, or without one, who asks for everything and keeps what was answered."""

    def __init__(self, here: Table, game: str, key: str | None) -> None:
        self._here, self._game = here, game
        self._key = key
        self._headers = {} if key is None else {KEY: key}

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        answer = self._here.http.request(method, f"/api/games/{self._game}{path}", json=body, headers=self._headers)
        assert answer.status_code < 500, answer.text
        return f"{answer.status_code} ".encode() + bytes(answer.content)

    def everything(self, *, since: int, version: int, with_hint: bool) -> list[bytes]:
        """All that can be had without changing the game."""
        heard = [
            self._ask("GET", ""),
            self._ask("GET", f"?since={since}"),
            self._ask("GET", "/about"),
            self._ask("GET", "/ways"),
            self._ask("POST", "/actions", {"action": BAD, "version": version}),
            self._ask("POST", "/actions", {"action": 0, "version": version - 1}),
        ]
        closed = [
            self._ask("GET", "/record"), self._ask("GET", "/replay?step=3"), self._ask("GET", "/points"),
            self._ask("POST", "/fork", {"step": 1}),
        ]  # fmt: skip
        assert all(answer.startswith(b"409 ") for answer in closed), "an unfinished game is open"
        if with_hint:
            heard.append(self._ask("GET", "/hint"))
        with self._here.http.websocket_connect(f"/api/games/{self._game}/live") as line:
            messages: tuple[dict[str, Any], ...] = (
                {"type": "look", "key": self._key, "since": since},
                {"type": "act", "action": BAD, "version": version},
                {"type": "act", "action": 0, "version": version + 7},
                {"type": "look", "key": self._key, "since": since, "id": LAST},
            )
            for message in messages:
                line.send_json(message)
            while f'"done", "id": {LAST}' not in heard[-1].decode():
                heard.append(line.receive_text().encode())
        return heard + closed


def compare(here: Table, room: Room, keys: list[str], noise: np.random.Generator, *, with_hint: bool) -> list[bytes]:
    """What every seat and a watcher hear, in this game and in one that differs only in what they cannot see."""
    history, since = room.history, max(0, len(room.history.steps) - EVERY)
    everything = []
    for viewer, key in enumerate([*keys, None]):
        seat = None if key is None else viewer
        ear = Ear(here, room.id, key)
        deciding = seat == history.game.seat
        asks = with_hint and deciding
        heard = ear.everything(since=since, version=room.version, with_hint=asks)
        put(room, other_course(history, seat, noise))
        again = ear.everything(since=since, version=room.version, with_hint=asks)
        put(room, history)
        assert heard == again
        everything += heard
    return everything


@pytest.mark.parametrize("number", range(GAMES))
def test_what_a_seat_is_sent_follows_from_its_view(
    number: int, here: Table, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    rng, noise = random.Random(number), np.random.default_rng(number)
    wish = {"seed": SEED + number} if number % 2 else {}  # with a number or with a secret
    game, keys = here.new_game(["human"] * SEATS, board=BOARDS[number % 3], **wish)
    room = here.room(game)
    seed = room.history.game.seed
    history = room.history
    heard: list[bytes] = []
    while not history.game.is_over:
        if len(history.steps) % EVERY == number % EVERY:
            asks_for_hint = len(history.steps) // EVERY == HINTS_AT[number % 3]
            heard += compare(here, room, keys, noise, with_hint=asks_for_hint)
        history.play(rng.choice(history.game.legal()))
        room.version += 1
        put(room, history)
    assert len(heard) > 50
    assert any(b'"win_chance"' in answer for answer in heard), "no hint was compared"
    text = b"\n".join(heard).decode() + caplog.text
    for secret in (SECRET, str(seed), *keys, *map(fingerprint, keys)):
        assert secret not in text


def test_a_finished_game_is_open_to_everybody(here: Table) -> None:
    game, keys = here.new_game(["human"] * 2, seed=SEED)
    room = here.room(game)
    while not room.history.game.is_over:
        room.history.play(room.history.game.legal()[-1])
    put(room, room.history)
    assert here.look(game)["open"][0]["hand"] == here.look(game, keys[0])["me"]["hand"]
    assert here.http.get(f"/api/games/{game}/record").json()["seed"] == SEED


def test_nobody_holds_the_seat_of_a_computer(here: Table) -> None:
    game, keys = here.new_game(["human", "rule"])
    assert isinstance(keys[0], str)
    assert keys[1] is None
    for key in ("", "0", "None", "null", fingerprint("")):
        answer = here.http.get(f"/api/games/{game}", headers={KEY: key})
        assert answer.status_code == 403 or (not key and answer.json()["me"] is None)


def test_the_database_does_not_keep_keys(here: Table, tmp_path: Path) -> None:
    _, keys = here.new_game(["human", "human"])
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert fingerprint(keys[0]).encode() in kept
    assert keys[0].encode() not in kept
