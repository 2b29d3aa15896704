"""Who is at the table: every page learns who has the game open, and nothing else about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.serving import Client, Page, nearby


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with nearby(tmp_path_factory.mktemp("data")) as server:
        yield server


def are_present(*seats: int, watchers: int = 0) -> Any:
    return lambda state: (state["present"], state["watchers"]) == (list(seats), watchers)


def test_everybody_learns_who_comes_and_who_leaves(server: Client) -> None:
    game, keys = server.new_game(["human", "human", "rule"])
    with server.page(game, keys[0]) as ada:
        ada.wait_until(are_present(0))
        with server.page(game, keys[1]) as eve:
            eve.wait_until(are_present(0, 1))
            ada.wait_until(are_present(0, 1))
        ada.wait_until(are_present(0))
        assert server.look(game)["present"] == [0]


def test_the_news_of_an_arrival_is_the_same_game_without_steps(server: Client) -> None:
    game, keys = server.new_game(["human", "human"])
    with server.page(game, keys[0]) as ada:
        before = ada.wait_until(are_present(0))
        with server.page(game, keys[1]):
            after = ada.wait_until(are_present(0, 1))
    assert after.pop("news") == []
    assert {name for name in after if after[name] != before.get(name)} == {"present", "since"}


def test_spectators_are_counted(server: Client) -> None:
    game, keys = server.new_game(["human", "human"])
    with server.page(game, keys[0]) as ada:
        with server.page(game), server.page(game):
            ada.wait_until(are_present(0, watchers=2))
        ada.wait_until(are_present(0))


def test_everybody_who_shares_a_device_is_present(server: Client) -> None:
    game, keys = server.new_game(["human", "human", "human"])
    with server.page(game, keys[2]) as eve, server.socket(game) as line:
        Page(line, None).send(type="look", also=[keys[0], keys[1]])
        eve.wait_until(are_present(0, 1, 2))


def test_a_seat_with_two_pages_is_present_until_both_are_closed(server: Client) -> None:
    game, keys = server.new_game(["human", "human"])
    with server.page(game, keys[1]) as eve:
        with server.page(game, keys[0]) as first:
            first.wait_until(are_present(0, 1))
            with server.page(game, keys[0]) as second:
                second.wait_until(are_present(0, 1))
            with server.page(game):
                eve.wait_until(are_present(0, 1, watchers=1))
        eve.wait_until(are_present(1))


def test_the_keys_of_other_seats_must_hold_seats(server: Client) -> None:
    game, keys = server.new_game(["human", "human"])
    with server.socket(game) as line:
        page = Page(line, keys[0])
        page.ask(id=1, type="look", key=keys[0])
        assert page.ask(id=2, type="look", key=keys[0], also=["x"])["error"] == "not-yours"
        assert page.ask(id=3, type="look", key=keys[0], also=[keys[1]] * 5)["error"] == "bad-message"
