"""Every screen keeps to the rules of axe, which follow WCAG: by mouse and finger, in the light and in the dark.

The phone speaks a made-up language, in which a text that was never translated can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from web.clicking import Clicker
from web.pseudo_language import serve_catalogue, untranslated
from web.test_page_review import upload
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LAPTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "de-DE"}


class Checker:
    """A visitor who asks axe about every screen, and looks for texts that are not translated."""

    def __init__(self, visitor: Visitor, *, is_translated: bool) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.is_translated = is_translated
        self.found: list[str] = []

    def check(self, screen: str) -> None:
        """Note what is wrong with the present screen, with its place."""
        self.found += self.visitor.broken_rules(screen)
        if self.is_translated:
            self.found += [f"{screen}: not translated: {text}" for text in untranslated(self.page)]

    def go(self, fragment: str, selector: str) -> None:
        """Go to a screen."""
        self.page.goto(f"{self.visitor.address}{fragment}")
        self.page.wait_for_selector(selector)


@pytest.fixture(params=[("light", LAPTOP), ("dark", PHONE)], ids=["light laptop", "dark phone"])
def checker(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Checker]:
    scheme, screen = request.param
    visitor = Visitor(browser, address, color_scheme=scheme, **screen)
    if screen is PHONE:
        visitor.context.route("**/assets/page-*.json", serve_catalogue)
        visitor.page.reload()
    yield Checker(visitor, is_translated=screen is PHONE)
    visitor.context.close()


def test_screens_without_a_game(checker: Checker) -> None:
    page = checker.page
    page.wait_for_selector(".new-game button[type=submit]")
    checker.check("start")
    page.click("summary[aria-label*=Settings]")
    checker.check("settings")
    page.check("#research")
    checker.check("start with research players")
    checker.go("#/help", ".help h1")
    checker.check("help")
    checker.go("#/learn", ".learn h1")
    checker.check("learn")
    checker.go("#/mine", ".mine-page h1")
    checker.check("no games of one's own")
    checker.go("#/table/no-such-game", ".trouble")
    checker.check("trouble")
    assert checker.found == []


def test_screens_of_a_game(checker: Checker) -> None:
    page, visitor = checker.page, checker.visitor
    visitor.begin(board="germany", seats=["here", "link", "beginner"], names=["Ada", "Eve", "Bot"])
    page.wait_for_selector(".invite-line")
    checker.check("invitations")
    page.keyboard.press("Escape")
    visitor.page.goto(visitor.address)
    visitor.shorten("europe", trains=7)
    page.click("[data-start=quick]")
    page.wait_for_selector(".sheet .offer")
    checker.check("tickets")
    clicker = Clicker(page)
    clicker.play(claims=1, then_claimable=True)
    checker.check("turn")
    page.keyboard.press("c")
    page.wait_for_selector(".found li")
    checker.check("list of tracks")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.wait_for_selector(".hint-choice")
    checker.check("hint")
    page.keyboard.press("Escape")
    clicker.play()
    page.wait_for_selector("text=Review this game")
    checker.check("result")
    checker.go("#/mine", ".own-statistics table")
    checker.check("one's own games")
    assert checker.found == []


def test_screens_of_people(checker: Checker) -> None:
    page, visitor = checker.page, checker.visitor
    visitor.begin(seats=["here", "here", "link"], names=["Ada", "Bot", "Eve"], minutes=10)
    page.wait_for_selector(".invite-line")
    page.keyboard.press("Escape")
    page.wait_for_selector(".curtain")
    checker.check("curtain")
    page.click(".curtain .main-button")
    page.wait_for_selector(".offer")
    page.click(".say-button")
    page.wait_for_selector(".phrase-list button")
    checker.check("phrases")
    page.keyboard.press("Escape")
    page.goto(f"{visitor.address}#/")
    page.click("summary[aria-label*=Settings]")
    page.select_option("label:has-text('Speed') >> select", "slow")
    page.click("[data-start=watch]")
    page.wait_for_selector(".log-lines li", state="attached")
    page.click("[data-tool=pause]")
    checker.check("watching")
    assert checker.found == []


def test_screens_after_a_game(checker: Checker) -> None:
    page = checker.page
    game = upload(checker.visitor)
    checker.go(f"#/replay/{game}", ".card-button[aria-label]")
    checker.check("replay")
    checker.go(f"#/result/{game}", "text=Review this game")
    page.click("text=Review this game")
    page.wait_for_selector(".costly, .costly-seat p")
    checker.check("review")
    assert checker.found == []


def test_the_first_game(checker: Checker) -> None:
    page = checker.page
    page.click("[data-start=first-game]")
    page.wait_for_selector(".guide[data-step=tickets]")
    checker.check("first game")
    assert checker.found == []
