"""What players say to each other: set phrases, for everybody who has the game open, kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railwright.table.phrases import PHRASES
from railwright.web.access.limits import UNLIMITED, Rate
from web.serving import Client, Page, nearby


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with nearby(tmp_path_factory.mktemp("data")) as server:
        yield server


def hear(page: Page) -> tuple[int, str]:
    """The next phrase that a page hears."""
    while not page.heard:
        page.receive()
    return page.heard.pop(0)


def test_everybody_hears_what_a_player_says_and_the_game_stays_the_same(server: Client) -> None:
    game, keys = server.new_game(["human", "human"])
    with server.page(game, keys[0]) as ada, server.page(game, keys[1]) as eve, server.page(game) as watcher:
        before = server.look(game, keys[0])
        assert eve.ask(type="say", phrase="nice-move", id=3) == {"type": "done", "id": 3}
        assert [hear(page) for page in (ada, eve, watcher)] == [(1, "nice-move")] * 3
        assert server.look(game, keys[0]) == before
    with server.page(game, keys[0]) as later:
        assert later.ask(type="say", phrase="ouch")["type"] == "done"
        assert hear(later) == (0, "ouch"), "nothing of before"


def test_the_phrases_come_with_the_game(server: Client) -> None:
    game, _ = server.new_game(["human", "human"])
    about = server.http.get(f"/api/games/{game}/about").json()
    assert about["phrases"] == {name: str(text) for name, text in PHRASES.items()}
    assert about["phrases_said"] == {name: text.to_json() for name, text in PHRASES.items()}


def test_only_players_talk_and_only_in_set_phrases(server: Client) -> None:
    game, keys = server.new_game(["human", "human"])
    with server.page(game) as watcher, server.page(game, keys[0]) as ada:
        assert watcher.ask(type="say", phrase="ouch")["error"] == "bad-request"
        assert ada.ask(type="say", phrase="my own words")["error"] == "bad-message"
        assert ada.ask(type="say")["error"] == "bad-request"
        ada.ask(type="say", phrase="ouch")
        assert hear(watcher) == (0, "ouch"), "nothing else was said"


def test_nobody_can_keep_talking(tmp_path: Path) -> None:
    with nearby(tmp_path, replace(UNLIMITED, seat_phrases=Rate(2, 0.0001))) as server:
        game, keys = server.new_game(["human", "human"])
        with (
            server.page(game, keys[0]) as ada,
            server.page(game, keys[0]) as elsewhere,
            server.page(game, keys[1]) as eve,
        ):
            assert ada.ask(type="say", phrase="hurry")["type"] == "done"
            assert elsewhere.ask(type="say", phrase="hurry")["type"] == "done"
            assert ada.ask(type="say", phrase="hurry")["error"] == "too-many"
            assert eve.ask(type="say", phrase="thinking")["type"] == "done"
            assert [hear(eve) for _ in range(3)] == [(0, "hurry"), (0, "hurry"), (1, "thinking")]
