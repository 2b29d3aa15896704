"""Every screen keeps to the rules of axe, which follow WCAG: by mouse and finger, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from web.clicking import Clicker
from web.test_page_review import upload
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

from axe_playwright_python.sync_playwright import Axe

LAPTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Checker:
    """A visitor who asks axe about every screen."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.found: list[str] = []

    def check(self, screen: str) -> None:
        """Note what breaks a rule on the present screen, with its place."""
        broken = Axe().run(self.page).response["violations"]
        self.found += [f"{screen}: {one['id']}: {node['html'][:160]}" for one in broken for node in one["nodes"]]

    def go(self, fragment: str, selector: str) -> None:
        """Go to a screen."""
        self.page.goto(f"{self.visitor.address}{fragment}")
        self.page.wait_for_selector(selector)


@pytest.fixture(params=[("light", LAPTOP), ("dark", PHONE)], ids=["light laptop", "dark phone"])
def checker(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Checker]:
    scheme, screen = request.param
    visitor = Visitor(browser, address, color_scheme=scheme, **screen)
    yield Checker(visitor)
    visitor.context.close()


def test_screens_without_a_game(checker: Checker) -> None:
    page = checker.page
    page.wait_for_selector(".new-game button[type=submit]")
    checker.check("start")
    page.click("summary[aria-label=Settings]")
    checker.check("settings")
    page.check("#research")
    checker.check("start with research players")
    checker.go("#/help", ".help h1")
    checker.check("help")
    checker.go("#/learn", ".learn h1")
    checker.check("learn")
    checker.go("#/mine", ".mine-page h1")
    checker.check("no games of one's own")
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
