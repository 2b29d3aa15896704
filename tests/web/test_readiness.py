"""Players whose code is not loaded yet: nobody waits for the compiler, and nobody is left in the dark."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from railwright.say import both, say
from railwright.web.jobs.job_pool import JobPool
from railwright.web.jobs.patience import TimeLimit
from railwright.web.rooms import readiness
from waiting import HANG_SECONDS
from web.inside import table
from web.patient import PATIENT

SEATS = {"seats": [{"player": "human"}, {"player": "hoard"}], "grace_seconds": 0, "seed": 4}


class Compiler:
    """Stands for loading the code of a player, until it is told to have finished."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.finished = threading.Event()
        self.asked: list[str] = []
        self._real = readiness.load_code
        monkeypatch.setattr(readiness, "load_code", self)

    async def __call__(self, pool: JobPool, module: str) -> None:
        self.asked.append(module)
        assert await asyncio.to_thread(self.finished.wait, HANG_SECONDS)
        await self._real(pool, module)


def test_a_game_with_a_player_that_must_be_compiled_is_refused_for_a_while_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = Compiler(monkeypatch)
    with table(tmp_path, patience=replace(PATIENT, ready_seconds=0.2)) as here:
        for _ in range(3):
            refused = here.http.post("/api/games", json=SEATS)
            assert (refused.status_code, refused.json()["error"]) == (503, "not-ready")
            assert "hoard" in refused.json()["message"]
        here.new_game(["human", "human"])
        assert here.http.get("/api/catalog").status_code == 200
        assert not compiler.finished.is_set(), "others wait for the compiler"
        compiler.finished.set()
        while (made := here.http.post("/api/games", json=SEATS)).status_code == 503:
            time.sleep(0.05)
        assert made.status_code == 201
    assert compiler.asked == ["railwright.players.thesis.hoard"], "it is loaded once"


def test_a_game_that_goes_on_waits_for_its_player_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(tmp_path) as here:
        made = here.http.post("/api/games", json=SEATS).json()
    compiler = Compiler(monkeypatch)
    monkeypatch.setattr(readiness, "SILENCE_SECONDS", 0.1)
    with table(tmp_path, patience=replace(PATIENT, move=TimeLimit(0.5), grace_seconds=0)) as here:
        game, key = made["game"], made["keys"][0]
        here.act_first(game, key)
        state = here.wait(game, key, lambda state: state["notices"])
        text = say("The player {player} is being compiled for this machine ...", player="hoard")
        assert state["notices"] == [{"seat": 1, **both("text", text)}]
        time.sleep(0.6)  # longer than a player may think
        assert here.look(game)["seat"] == 1
        here.room(game).bots.patience = PATIENT  # from now on it is another matter how long it thinks
        compiler.finished.set()
        state = here.wait(game, key, lambda state: state["seat"] == 0)
        assert len(state["notices"]) == 1, "nobody had to play on for it"


def test_what_cannot_be_loaded_is_tried_again_by_the_next_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, failures = readiness.load_code, [OSError("the cache cannot be read")]

    async def load(pool: JobPool, module: str) -> None:
        if failures:
            raise failures.pop()
        await real(pool, module)

    monkeypatch.setattr(readiness, "load_code", load)
    with table(tmp_path) as here:
        refused = here.http.post("/api/games", json=SEATS)
        assert (refused.status_code, refused.json()["error"]) == (503, "not-ready")
        assert "cache" not in refused.text
        assert here.http.post("/api/games", json=SEATS).status_code == 201
