"""Whole games in the page, by mouse, finger and keyboard, on every board. Pictures go to build/screenshots."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from web.clicking import LOOK, WAIT, Clicker, Toucher
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"width": 390, "height": 844}

NOTE_BANNERS = """() => {
  window.banners = [];
  new MutationObserver(() => {
    const text = document.querySelector('.banner.up[role=status]')?.textContent;
    if (text) window.banners.push(text);
  }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
}"""
"""From now on, keep the text of every banner, however short it is there."""


def scores(page: Page) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".score-sheet .total td").all_inner_texts()]


def test_a_whole_game_of_usa_is_played_by_clicking(visitor: Visitor) -> None:
    visitor.context.unroute_all()
    visitor.page.reload()
    visitor.page.wait_for_selector(".new-game")
    visitor.page.evaluate("() => Promise.all([...document.images].map((one) => one.decode()))")
    visitor.picture("start", full=True)
    visitor.wish(seed=1)
    visitor.begin(seats=["here", "express:iterations=0"])
    visitor.page.wait_for_selector(".offer")
    visitor.page.hover(".offer >> nth=0")
    visitor.page.wait_for_selector("[data-name=ticket] .track-glow")
    visitor.picture("tickets-to-keep")
    clicker = Clicker(visitor.page)
    clicker.play(claims=5)
    visitor.page.click("[data-tool=hint]")
    visitor.page.wait_for_selector(".hint-choice")
    assert 1 <= visitor.page.locator(".hint-choice").count() <= 3
    assert re.search(r"Best: .+\. .*(next best|Nothing else)", visitor.page.inner_text(".hint-sentence"))
    visitor.picture("hint")
    visitor.page.keyboard.press("Escape")
    visitor.page.click("[data-tool=claim]")
    visitor.page.wait_for_selector(".found .choice")
    visitor.page.keyboard.press("Escape")
    visitor.page.hover(".tickets .ticket >> nth=0")
    visitor.picture("table")
    clicker.play()
    assert clicker.claims >= 6
    assert len(scores(visitor.page)) == 2
    visitor.page.wait_for_selector(".result .board svg .trains >> nth=0")
    visitor.picture("result", full=True)


def test_a_whole_game_of_europe_with_stations_and_tunnels_is_played_by_clicking(visitor: Visitor) -> None:
    visitor.shorten("europe", trains=20, seed=1)
    visitor.begin(board="europe", seats=["here", "rule"])
    clicker = Clicker(visitor.page, stations=1)
    clicker.play(claims=0)
    visitor.page.keyboard.press("s")
    visitor.page.wait_for_selector(".found .choice")
    visitor.check_rules("cities for stations")
    visitor.page.keyboard.press("Escape")
    clicker.play(claims=4)
    visitor.picture("europe")
    assert visitor.page.locator(".built").count() >= 1
    clicker.play()
    assert clicker.payments >= 1
    assert "Stations left" in visitor.page.inner_text(".score-sheet")


def test_a_whole_game_of_germany_with_passengers_and_two_kinds_of_tickets_is_played_by_clicking(
    visitor: Visitor,
) -> None:
    visitor.shorten("germany", trains=18, seed=1)
    visitor.begin(board="germany", seats=["here", "rule"])
    page, clicker = visitor.page, Clicker(visitor.page)
    page.wait_for_selector("text=Which tickets do you want to look at?")
    visitor.check_rules("mix of tickets")
    clicker.play(claims=3)
    visitor.picture("germany")
    page.keyboard.press("t")
    page.click("text=1 short and 3 long")
    page.wait_for_selector(".offer >> nth=3")
    page.evaluate(NOTE_BANNERS)
    banners: list[str] = []
    for _ in range(1000):
        seen = page.evaluate(LOOK)
        if seen["at"] == "result":
            break
        clicker.move(seen)
        if not banners and (banners := page.evaluate("window.banners")):
            visitor.picture("last-round")
    assert set(page.evaluate("window.banners")) & {
        "Last round: this is your last turn",
        "Last round: you have one more turn",
    }
    assert "Passengers" in page.inner_text(".score-sheet")


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_whole_game_is_played_by_touch_on_a_phone(browser: Browser, address: str, board: str) -> None:
    visitor = Visitor(browser, address, viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.shorten(board, trains=8, seed=1)
    page, finger = visitor.page, Toucher(visitor.page)
    page.tap("[data-start=quick]")
    finger.play()
    assert finger.claims >= 2
    assert page.locator(".score-card").count() == 2
    visitor.context.close()
    assert visitor.troubles == []


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_a_whole_game_is_played_with_the_keyboard_alone(visitor: Visitor, board: str) -> None:
    visitor.shorten(board, trains=12, seed=1)
    visitor.page.select_option("text=Against >> select", "three")
    visitor.page.focus("[data-start=quick]")
    visitor.page.keyboard.press("Enter")
    page, press = visitor.page, visitor.page.keyboard.press
    for _ in range(2000):
        seen = page.evaluate(LOOK)
        if seen["at"] == "result":
            break
        if seen["at"] == "tickets" and seen["isAnswered"]:
            page.evaluate(WAIT)
        elif seen["at"] == "tickets":
            for _ in range(seen["count"]):
                press("Space")
                press("ArrowDown")
            press("Enter")
        elif seen["at"] == "sheet":
            press("Enter")
        elif seen["at"] == "turn" and seen["tracks"] and max(track["spaces"] for track in seen["tracks"]) > 2:
            press("c")
            city = max(seen["tracks"], key=lambda track: track["spaces"])["name"].split(" to ")[0]
            page.keyboard.type(city[:4])
            press("Enter")
        elif seen["at"] == "turn":
            press("d" if any("deck" in card for card in seen["cards"]) else "1" if seen["cards"] else "Enter")
            if seen["tracks"] and not seen["cards"]:
                press("b")
                press("Enter")
        elif seen["main"]:
            press("Enter")
        else:
            page.evaluate(WAIT)
    assert len(scores(page)) == 4
