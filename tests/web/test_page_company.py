"""Several persons, tabs and computers at one table, in the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from web.clicking import LOOK, Clicker
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_two_persons_at_one_device_do_not_see_each_others_cards(visitor: Visitor) -> None:
    visitor.begin(seats=["here", "here"], names=["Ada", "Ben"])
    page = visitor.page
    page.wait_for_selector(".curtain")
    visitor.picture("curtain")
    assert page.locator(".offer, .hand:visible, .log-lines .chip").count() == 0
    page.click("text=I am Ada")
    page.wait_for_selector(".offer")
    assert "You were dealt" in page.inner_text(".log")
    ada = page.locator(".offer").all_inner_texts()
    Clicker(page).move(page.evaluate(LOOK))
    page.click("text=Pass the device to Ben")
    page.wait_for_selector("text=I am Ben")
    page.wait_for_function("() => !document.querySelector('.log-lines .chip')")
    assert page.locator(".tickets .ticket, .offer").count() == 0
    page.click("text=I am Ben")
    page.wait_for_selector(".offer")
    assert page.locator(".offer").all_inner_texts() != ada
    Clicker(page).play(claims=1)


def test_a_link_gives_a_seat_to_somebody_in_another_browser(visitor: Visitor, browser: Browser, address: str) -> None:
    visitor.begin(seats=["here", "link"], names=["Ada", "Eve"])
    visitor.page.wait_for_selector(".invite-line")
    visitor.picture("invitation")
    fields = visitor.page.locator(".invite-line input")
    invitation, watching, own = fields.evaluate_all("fields => fields.map((field) => field.value)")
    eve = Visitor(browser, address, color_scheme="dark")
    eve.page.goto(invitation)
    eve.page.wait_for_selector("text=Waiting for Ada")
    assert invitation.rpartition("/")[2] not in eve.page.url
    eve.page.goto(invitation)
    eve.page.reload()
    eve.page.wait_for_selector("text=Waiting for Ada")
    visitor.page.wait_for_selector(".invite-line >> text=has joined")
    late = Visitor(browser, address)
    late.page.goto(invitation)
    late.page.wait_for_selector("text=This seat is taken")
    late.page.goto(own)
    late.page.wait_for_selector(".offer")
    late.context.close()
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_selector(".offer")
    Clicker(visitor.page).move(visitor.page.evaluate(LOOK))
    visitor.page.wait_for_selector("text=Waiting for Eve")
    eve.page.wait_for_selector(".offer")
    eve.picture("dark")
    watcher = eve.open(watching.removeprefix(address))
    watcher.wait_for_selector(".log-lines li")
    assert watcher.locator(".offer, .hand:visible").count() == 0
    Clicker(eve.page).move(eve.page.evaluate(LOOK))
    visitor.page.wait_for_selector("text=Your turn")
    assert "(you)" in eve.page.inner_text(".seat >> nth=1")
    visitor.page.reload()
    visitor.page.wait_for_selector("text=Your turn")
    assert visitor.page.locator(".invite-line").count() == 0  # nobody is to be invited any more
    assert eve.troubles == []
    eve.context.close()


def test_undo_takes_a_choice_back_and_a_reload_goes_on_in_two_tabs(visitor: Visitor) -> None:
    page, clicker = visitor.page, Clicker(visitor.page)
    visitor.wish(seed=5)  # with a choice of payments after a few moves
    visitor.begin(seats=["here", "rule"])
    while (seen := page.evaluate(LOOK))["at"] != "sheet":
        assert seen["at"] != "result", "no choice of payments"
        clicker.move(seen)
    visitor.picture("payment")
    before = page.inner_text(".asking .sheet-title")
    page.keyboard.press("u")
    page.wait_for_selector(".sheet.asking", state="hidden")
    page.wait_for_selector("path.target.legal", state="attached")
    assert before.startswith("Pay ")
    log = page.inner_text(".log")
    page.reload()
    page.wait_for_selector("text=Your turn")
    assert page.inner_text(".log") == log
    other = visitor.open(page.url.removeprefix(visitor.address))
    other.wait_for_selector("text=Your turn")
    clicker.play(claims=clicker.claims + 1)
    other.wait_for_function("text => document.querySelector('.log').innerText === text", arg=page.inner_text(".log"))


def test_computers_are_watched_with_pause_and_step(visitor: Visitor) -> None:
    page = visitor.page
    page.locator("summary").click()
    page.select_option("label:has-text('Speed') >> select", "slow")
    page.uncheck("#still")
    page.wait_for_selector("html[data-motion=full]")
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_selector("html[data-motion=reduced]")
    visitor.shorten(trains=20)
    page.click("[data-start=watch]")
    page.wait_for_selector(".log-lines li")
    page.click("[data-tool=pause]")
    lines = page.locator(".log-lines li").count()
    page.wait_for_timeout(400)
    assert page.locator(".log-lines li").count() == lines
    for _ in range(4):
        page.click("[data-tool=step]")
    page.wait_for_function("count => document.querySelectorAll('.log-lines li').length > count", arg=lines)
    visitor.picture("watching")
    lines = page.locator(".log-lines li").count()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("count => document.querySelectorAll('.log-lines li').length > count", arg=lines)
    page.click("[data-tool=pause]")
    page.select_option("label:has-text('Speed') >> select", "off", force=True)
    page.wait_for_selector(".score-sheet")


def test_a_lost_connection_is_told_and_found_again(visitor: Visitor) -> None:
    lines: list[Any] = []

    def connect(line: Any) -> None:
        lines.append(line)
        line.connect_to_server()

    visitor.page.route_web_socket(re.compile("/live$"), connect)
    visitor.begin(seats=["here", "rule"])
    visitor.page.wait_for_selector(".offer")
    lines[0].close(code=1001)
    visitor.page.wait_for_selector(".notice.standing")
    visitor.picture("connection-lost")
    visitor.page.wait_for_selector(".notice.standing", state="detached")
    Clicker(visitor.page).play(claims=1)
    assert len(lines) == 2


def test_everybody_is_told_their_part_of_the_last_round(visitor: Visitor) -> None:
    """Three seats, seat 1 is to move, two turns are left: seat 0 has had its last one."""
    words = visitor.page.evaluate(
        """async () => {
          const { lastRoundWords } = await import('/static/page/panels/now.js');
          const scene = {turnsLeft: 2, turn: 1, seats: [{}, {}, {}]};
          return [0, 1, 2, null].map((viewer) => lastRoundWords(scene, {viewer, isMoving: false}));
        }"""
    )
    assert words == [
        "Last round: you have had your last turn",
        "Last round: this is your last turn",
        "Last round: you have one more turn",
        "Last round: 2 turns are left",
    ]


def test_whoever_comes_to_a_forked_game_is_told_so(visitor: Visitor, browser: Browser, address: str) -> None:
    page = visitor.page
    visitor.shorten(trains=20)
    page.click("[data-start=watch]")
    page.wait_for_selector(".score-sheet")
    page.click("text=Replay")
    page.wait_for_selector(".slider")
    page.wait_for_selector(".log-lines li >> nth=20", state="attached")
    page.fill(".slider", "30")
    page.click("text=Continue from here")
    page.select_option(".sheet select >> nth=0", "here")
    page.select_option(".sheet select >> nth=1", "link")
    page.click(".sheet .main-button")
    page.wait_for_selector(".invite-line")
    page.wait_for_selector(".notices >> text=continues from move 30 of another game")
    fields = page.locator(".invite-line input")
    invitation, watching, _ = fields.evaluate_all("fields => fields.map((field) => field.value)")
    for link in (watching, invitation):
        guest = Visitor(browser, address)
        guest.page.goto(link)
        guest.page.wait_for_selector(".notices >> text=continues from move 30 of another game")
        guest.page.wait_for_selector(
            ".log >> text=From here on all cards are new", state="attached"
        )  # tickets are asked
        guest.context.close()
        assert guest.troubles == []
