"""The time limits of the server's work: each kind of job is held to its own, and a slow machine can have more time."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from railwright.cli.serve import serve
from railwright.maps.load import load_board
from railwright.web.jobs.patience import Patience, TimeLimit
from web.holding import wait_for
from web.inside import table
from web.patient import PATIENT
from web.serving import KEY

SOON = TimeLimit(0.1)

IMPATIENT = {
    "answer": replace(PATIENT, answer=SOON),
    "file": replace(PATIENT, file=SOON),
    "page": replace(PATIENT, page=SOON),
}


@pytest.mark.parametrize("kind", IMPATIENT)
def test_every_kind_of_request_is_held_to_its_own_limit(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path, patience=IMPATIENT[kind]) as here:
        game, keys = here.new_game(["human", "human"])
        run = here.hall.pools.answers.run

        async def last(*_: Any, **options: Any) -> Any:
            return await run(wait_for, "/never", **options)

        monkeypatch.setattr(here.hall.pools.answers, "run", last)
        match kind:
            case "answer":
                answer = here.http.get(f"/api/games/{game}/ways", headers={KEY: keys[0]})
            case "file":
                answer = here.http.post("/api/boards", json=load_board("usa").to_dict())
            case _:
                answer = here.http.get("/api/learn")
    assert (answer.status_code, answer.json()["error"]) == (503, "overdue")


def test_a_slow_machine_gets_more_time_and_people_do_not() -> None:
    usual, more = Patience(), Patience().times(5)
    for field in fields(Patience):
        before, after = getattr(usual, field.name), getattr(more, field.name)
        if not isinstance(before, TimeLimit):
            assert after == before
            continue
        assert after.seconds == 5 * before.seconds
        assert (after.processor_seconds or 0) == 5 * (before.processor_seconds or 0)


def test_the_option_reaches_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr("railwright.web.serving.run_server", lambda **options: given.update(options))
    app = typer.Typer()
    app.command()(serve)
    done = CliRunner().invoke(app, ["--data", str(tmp_path), "--patience", "2.5"], catch_exceptions=False)
    assert done.exit_code == 0
    assert given["patience"] == Patience().times(2.5)
