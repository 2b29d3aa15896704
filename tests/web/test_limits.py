"""The limits of the server: they are those that its page of documentation states, and they are enforced."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from railwright.store.retention import Retention
from railwright.table.replaying import MOST_ACTIONS
from railwright.web.access.limits import UNLIMITED, Limits, Rate
from railwright.web.rooms.uploaded_boards import MOST_BOARDS, MOST_BOARDS_EACH
from web.inside import table

PAGE = Path(__file__).parents[2] / "docs" / "table.md"


def words(limit: float | Rate) -> str:
    """A limit as the table has it."""
    return f"{limit.burst:.10g} + {limit.per_second:.10g}/s" if isinstance(limit, Rate) else f"{limit:.10g}"


def test_the_documentation_states_all_limits() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", PAGE.read_text(encoding="utf-8"), re.M)
    limits = Limits()
    assert dict(rows) == {one.name: words(getattr(limits, one.name)) for one in fields(Limits)}


def test_one_address_leaves_places_for_others() -> None:
    limits = Limits()
    assert limits.address_watchers < limits.address_sockets < limits.address_connections < limits.connections / 4


ENOUGH = 100
"""Addresses that somebody would need to take something from everybody."""


def test_few_addresses_cannot_use_up_what_there_is_for_all() -> None:
    limits, retention = Limits(), Retention()
    assert limits.all_games.burst >= ENOUGH * limits.games.burst
    assert limits.all_games.per_second >= ENOUGH * limits.games.per_second
    assert limits.busy_games - limits.connections >= ENOUGH * limits.address_busy_games
    boards = MOST_BOARDS * limits.upload_bytes
    games = retention.megabytes_each * 1e6 + retention.games_each * 2 * MOST_ACTIONS
    assert retention.megabytes * 1e6 - boards >= ENOUGH * games


ENOUGH_FOR_FILES = 20
"""The same for boards and records, each of which takes a processor for a while."""


def test_few_addresses_cannot_use_up_what_there_is_of_files_for_all() -> None:
    limits = Limits()
    assert limits.all_boards.per_second >= ENOUGH_FOR_FILES * limits.boards.per_second
    assert limits.all_records.per_second >= ENOUGH_FOR_FILES * limits.records.per_second
    assert MOST_BOARDS >= ENOUGH_FOR_FILES * MOST_BOARDS_EACH


def test_too_many_new_games_are_refused_for_a_while(tmp_path: Path) -> None:
    with table(tmp_path, limits=Limits()) as here:
        seats = {"seats": [{"player": "human"}, {"player": "human"}]}
        answers = [here.http.post("/api/games", json=seats).status_code for _ in range(40)]
        assert answers[:20] == [201] * 20
        assert answers[-1] == 429


FEW = Rate(5, 0.001)


@pytest.mark.parametrize(
    ("kind", "limits"), [("looks", replace(UNLIMITED, looks=FEW)), ("changes", replace(UNLIMITED, changes=FEW))]
)
def test_every_kind_of_request_has_a_bounded_rate(tmp_path: Path, kind: str, limits: Limits) -> None:
    with table(tmp_path, limits=limits) as here:
        paths = [path for path in here.app.openapi()["paths"].items() if ("get" in path[1]) == (kind == "looks")]
        assert len(paths) > 6
        method = "GET" if kind == "looks" else "POST"
        for path, _ in [*paths, *paths]:
            answer = here.http.request(method, path.replace("{game}", "x").replace("{seat}", "0"))
        assert (answer.status_code, answer.json()["error"]) == (429, "too-many")
        other = here.http.request("POST" if kind == "looks" else "GET", "/api/games/x")
        assert other.status_code in (404, 405), "the other kind is free"
