"""The page of one's own games: the list, statistics, the export, and deleting."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from railwright.maps.load import board_ruleset, load_board
from web.serving import Client
from web.test_own_games import PERSON
from web.test_reviews import short_record
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SEATS = [{"player": "human", "name": "Ada"}, {"player": "human", "name": "Ben"}]


def play(client: Client, secret: str) -> None:
    """A short game of two people at one device, to its end."""
    printed = load_board("usa")
    rules = {**board_ruleset(printed).to_dict(), "name": "short", "trains": 4}
    few = json.dumps({**printed.to_dict(), "name": "few", "ruleset": rules})
    board = client.http.post("/api/boards", content=few).json()["board"]
    wish = {"board": board, "seats": SEATS, "grace_seconds": 0}
    made = client.http.post("/api/games", json=wish, headers={PERSON: secret}).json()
    while not (state := client.look(made["game"]))["is_over"]:
        key = made["keys"][state["seat"]]
        state = client.look(made["game"], key)
        client.act(made["game"], key, state["me"]["legal"][-1]["action"], state["version"])


def answer(dialog: Dialog, questions: list[str]) -> None:
    """Say no to the first question and yes to all others."""
    questions.append(dialog.message)
    if len(questions) == 1:
        dialog.dismiss()
    else:
        dialog.accept()


@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark", **PHONE}], ids=["light laptop", "dark phone"])
def test_own_games_are_listed_counted_exported_and_deleted(
    browser: Browser, address: str, options: dict[str, Any]
) -> None:  # fmt: skip
    visitor = Visitor(browser, address, **options)
    page = visitor.page
    page.click("[data-start=quick]")
    page.wait_for_selector(".sheet .offer")
    secret = page.evaluate("localStorage.getItem('railwright.secret')")
    client = Client(address.rstrip("/"))
    play(client, secret)
    record = short_record()
    record["seats"][0] = {"player": "human", "name": "Ada"}
    client.http.post("/api/records", content=json.dumps(record), headers={PERSON: secret})
    client.http.close()

    page.goto(f"{address}#/")
    page.click("text=All games and statistics")
    page.wait_for_selector(".own-statistics tbody >> nth=3")
    rows = page.locator(".own-statistics tbody tr").all_inner_texts()
    assert [row.split("\t")[:2] for row in rows if "\t" in row] == [
        ["All games", "1"], ["North America", "1"], ["People", "1"], ["2 players", "1"],
    ]  # fmt: skip
    assert "1 from a record and 1 unfinished" in page.inner_text(".own-statistics")
    items = page.locator(".own-games li").all_inner_texts()
    assert len(items) == 3
    assert "from a record" in items[0]
    assert "against Ben" in items[1]
    assert "Continue" in items[2], "this browser has the key of the unfinished game"
    assert page.evaluate("document.documentElement.scrollWidth - visualViewport.width") <= 0
    visitor.picture(f"mine-{'phone' if options else 'laptop'}", full=True)

    with page.expect_download() as download:
        page.click("text=Export all")
    exported = json.loads(download.value.path().read_text("utf-8"))
    assert [game["record"] is None for game in exported["games"]] == [False, False, True]

    questions: list[str] = []
    page.on("dialog", lambda dialog: answer(dialog, questions))
    page.click(".own-games li >> nth=1 >> text=Remove")
    assert page.locator(".own-games li").count() == 3, "it was not meant"
    page.click(".own-games li >> nth=1 >> text=Remove")
    page.wait_for_selector("text=Finished games are counted here.")
    assert page.locator(".own-games li").count() == 2
    page.click("text=Delete all")
    page.wait_for_selector("text=No games yet.")
    assert "Remove this game from your list" in questions[1]
    assert "The games themselves stay" in questions[2]
    page.reload()
    page.wait_for_selector("text=No games yet.")
    visitor.context.close()
    assert visitor.troubles == []


def test_whoever_wants_no_list_has_none(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.address}#/mine")
    page.uncheck("#keeps-games")
    page.goto(f"{visitor.address}#/")
    page.click("[data-start=quick]")
    page.wait_for_selector(".sheet .offer")
    page.goto(f"{visitor.address}#/mine")
    page.wait_for_selector("text=No games yet.")
    assert not page.is_checked("#keeps-games")
