"""Who gets in, how often, and what it costs: pages at one game, requests of one address and of one person."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from railwright.say import say
from railwright.web.access.limits import UNLIMITED, Rate
from waiting import HANG_SECONDS
from web.inside import Table, table
from web.serving import KEY, Client, Page, nearby

FEW = Rate(5, 0.0001)


@contextmanager
def pages(server: Client, game: str, keys: list[str | None]) -> Iterator[list[Page]]:
    """A page for each key (None: one that watches)."""
    with ExitStack() as stack:
        yield [stack.enter_context(server.page(game, key)) for key in keys]


def is_refused(server: Client, game: str, key: str | None = None) -> bool:
    with server.page(game, key) as page:
        try:
            page.receive()
        except ConnectionClosed as error:
            return error.rcvd is not None and error.rcvd.code == 1013
    return False


def test_those_who_watch_never_take_the_places_of_players(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, game_watchers=3)) as server:
        game, keys = server.new_game(["human", "human"])
        with pages(server, game, [None] * 3):
            assert is_refused(server, game)
            with server.page(game, keys[0]) as first, server.page(game, keys[1]) as second:
                act(first)
                second.wait_until(lambda state: state["version"] == 1)


def act(page: Page) -> dict[str, Any]:
    return page.ask(type="act", action=page.state["me"]["legal"][0]["action"], version=page.state["version"])


def test_one_address_cannot_watch_with_all_its_places(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, address_watchers=2, address_sockets=4)) as server:
        one, _ = server.new_game(["human", "human"])
        other, keys = server.new_game(["human", "human"])
        with pages(server, one, [None, None]), pages(server, other, [keys[0]]):
            assert is_refused(server, other)
            with server.page(other, keys[1]) as page:
                assert page.state["me"]["seat"] == 1


def test_pages_that_have_not_looked_give_way(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, address_sockets=2)) as server, ExitStack() as stack:
        game, keys = server.new_game(["human", "human"])
        silent = [stack.enter_context(server.socket(game)) for _ in range(5)]
        with server.page(game, keys[0]) as page:
            assert act(page)["type"] == "done"
        with pytest.raises(ConnectionClosed):
            silent[0].recv(HANG_SECONDS)


def test_an_address_with_all_places_taken_is_told(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, address_sockets=2)) as server:
        game, keys = server.new_game(["human", "human"])
        with pages(server, game, [keys[0], keys[1]]), server.socket(game) as line:
            assert json.loads(line.recv(HANG_SECONDS))["error"] == "too-many"


def test_the_newest_pages_of_a_seat_stay(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, seat_sockets=2)) as server:
        game, keys = server.new_game(["human", "human"])
        with pages(server, game, [keys[0]] * 3) as opened:
            with pytest.raises(ConnectionClosed):
                opened[0].receive()
            assert act(opened[2])["type"] == "done"
            opened[1].wait_until(lambda state: state["version"] == 1)


def test_requests_and_messages_use_the_same_allowance(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, looks=FEW)) as server:
        game, _ = server.new_game(["human", "human"])
        with server.page(game) as page:
            answers = [page.ask(type="look") for _ in range(6)]
            assert answers[0]["type"] == "done"
            assert (answers[-1]["type"], answers[-1]["error"]) == ("error", "too-many")
        refused = server.http.get(f"/api/games/{game}")
        assert (refused.status_code, refused.json()["error"]) == (429, "too-many")


def test_others_at_the_same_address_cannot_stop_a_game(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, looks=FEW, changes=FEW)) as server:
        game, keys = server.new_game(["human", "human"])
        with server.page(game, keys[0]) as page:
            while server.http.get("/api/catalog").status_code == 200:
                pass
            while server.http.post("/api/games/x/go-on").status_code != 429:
                pass
            assert act(page)["type"] == "done"
        assert server.look(game, keys[0])["steps"] == 1
        assert server.http.get(f"/api/games/{game}", headers={KEY: "wrong"}).status_code == 429


def test_one_person_has_one_allowance_wherever_requests_come_from(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, seat_requests=FEW)
    with nearby(tmp_path, limits, proxies=["127.0.0.1"]) as server:
        game, keys = server.new_game(["human", "human"])
        statuses = [
            server.http.get(
                f"/api/games/{game}", headers={KEY: str(keys[0]), "X-Forwarded-For": f"192.0.2.{number}"}
            ).status_code
            for number in range(6)
        ]
        assert statuses == [200] * 5 + [429]
        assert server.look(game, keys[1])["me"]["seat"] == 1


def test_a_long_answer_counts_as_several_short_ones(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, looks=FEW, answer_bytes=100)) as server:
        statuses = [server.http.get("/api/catalog").status_code for _ in range(2)]
        assert statuses == [200, 429]


@pytest.mark.parametrize("kind", ["boards", "records"])
def test_what_people_bring_is_bounded_by_address_and_in_total(tmp_path: Path, kind: str) -> None:
    each = replace(UNLIMITED, boards=Rate(2, 0.0001), records=Rate(2, 0.0001))
    limits = replace(each, all_boards=Rate(3, 0.0001), all_records=Rate(3, 0.0001))
    with nearby(tmp_path, limits, proxies=["127.0.0.1"]) as server:
        statuses = [
            server.http.post(f"/api/{kind}", content="{}", headers={"X-Forwarded-For": address}).status_code
            for address in ["192.0.2.1"] * 3 + ["192.0.2.2"] * 2
        ]
        assert statuses == [400, 400, 429, 400, 429]


# --- what a look costs ------------------------------------------------------------------------------------------------


def check_texts(here: Table, game: str) -> None:
    """What is kept as text is what the game is."""
    room = here.room(game)

    async def check(viewer: int | None, since: int) -> None:
        await room.prepare()
        seen = room.snapshot(viewer, since=since)
        assert json.loads(await room.seen_text(viewer, since=since)) == json.loads(json.dumps(seen))

    assert here.http.portal is not None
    for viewer in (None, *range(len(room.seats.names))):
        for since in (-1, 0, 3, len(room.history.steps) - 1, len(room.history.steps), 100_000):
            here.http.portal.call(check, viewer, since)


def test_what_is_kept_for_those_who_look_again_is_never_old(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"], seed=3)
        for seat in (0, 1):
            check_texts(here, game)
            here.act_first(game, keys[seat])
        check_texts(here, game)
        undone = here.http.post(f"/api/games/{game}/undo", json={"version": 2}, headers={KEY: keys[1]})
        assert undone.status_code == 200
        check_texts(here, game)
        here.act_first(game, keys[1], place=1)
        check_texts(here, game)
        here.room(game).notice(0, say("Something has happened."))
        check_texts(here, game)
        watched, _ = here.new_game(["rule", "rule"], seed=3)
        check_texts(here, watched)
        here.wait(watched, None, lambda state: state["is_over"])
        check_texts(here, watched)


def test_looking_again_takes_nothing_apart_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(tmp_path) as here:
        game, keys = here.new_game(["human", "human"], seed=3)
        for seat in (0, 1, 0):
            here.act_first(game, keys[seat])
        first = here.look(game, keys[0])

        def fail(*_: Any, **__: Any) -> None:
            raise AssertionError("the same is worked out twice")

        monkeypatch.setattr("railwright.web.rooms.news.STEPS_AT_ONCE", 1)
        assert here.look(game, keys[0]) == first
        monkeypatch.setattr("railwright.web.rooms.news.visible_steps", fail)
        monkeypatch.setattr("railwright.web.rooms.room.game_snapshot", fail)
        assert here.look(game, keys[0]) == first
        assert here.look(game, keys[0], since=0)["news"] == first["news"][1:]


# --- bodies -----------------------------------------------------------------------------------------------------------


def test_thousands_of_unknown_keys_are_refused_by_the_first(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        many = {f"k{number}": 0 for number in range(80_000)}
        assert here.http.post("/api/games", json=many).status_code == 413
        few = dict(list(many.items())[:500])
        refused = here.http.post("/api/games", json=few)
        assert (refused.status_code, refused.json()["message"]) == (422, "body: unknown key 'k0'")
        seats = {"seats": [{"player": "human", "x" * 1000: 1}, {"player": "human"}]}
        assert len(here.http.post("/api/games", json=seats).json()["message"]) < 200
        game, _ = here.new_game(["human", "human"])
        with here.http.websocket_connect(f"/api/games/{game}/live") as line:
            line.send_json({"type": "look", "a": 1, "b": 2})
            assert line.receive_json()["message"] == "unknown key 'a'"


def test_files_of_too_many_values_and_long_addresses_are_refused(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        for path in ("/api/boards", "/api/records"):
            answer = here.http.post(path, content=b"[" + b"0," * 60_000 + b"0]")
            assert (answer.status_code, answer.json()["error"]) == (413, "too-large")
        answer = here.http.get("/api/catalog?" + "a&" * 2000)
        assert (answer.status_code, answer.json()["error"]) == (414, "too-large")
