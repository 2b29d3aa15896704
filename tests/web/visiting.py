"""A person with a browser, for tests of the page."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railwright.maps.load import board_ruleset, load_board
from waiting import HANG_SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"

DESK = {"width": 1280, "height": 800}

QUIET = """window === top && localStorage.setItem(
  'railwright.settings', JSON.stringify({{speed: 'off', reduceMotion: true, name: {name!r}}}))"""
"""Nothing is shown slowly, and nothing moves. Documents in frames have no storage."""

NAMELESS = """() => [...document.querySelectorAll('button, a, input, select, [role=button], summary, iframe')]
  .filter((node) => node.getClientRects().length)
  .filter((node) => !(node.getAttribute('aria-label') || node.title || node.textContent.trim() || node.labels?.length))
  .map((node) => node.outerHTML.slice(0, 120))"""
"""What can be pressed and has no name."""


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, browser: Browser, address: str, *, name: str = "Ada", **options: Any) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(**{"viewport": DESK, **options})
        self.context.set_default_timeout(1000 * HANG_SECONDS)
        self.context.add_init_script(QUIET.format(name=name))
        self.context.route("**/api/boards/*/picture.svg*", self._draw_nothing)
        self.troubles: list[str] = []
        self.page = self.open("")

    def open(self, fragment: str) -> Page:
        """A new tab. What goes wrong in it, content policy included, is noted."""
        page = self.context.new_page()
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda request: self._note_foreign(request.url))
        page.goto(self.address + fragment)
        return page

    def _draw_nothing(self, route: Any) -> None:
        """Small pictures of boards at the start cost a second each, so only one test has them."""
        route.fulfill(content_type="image/svg+xml", body='<svg xmlns="http://www.w3.org/2000/svg"/>')

    def _note_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(message.text)

    def _note_foreign(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self.troubles.append(f"a request to another host: {url}")

    def shorten(self, board: str = "usa", *, trains: int, **more: Any) -> None:
        """Make the next games shorter: everybody has few trains. ``more`` are further wishes."""
        printed = load_board(board)
        rules = {**board_ruleset(printed).to_dict(), "name": "short", "trains": trains}
        short = {**printed.to_dict(), "name": f"short {board}", "ruleset": rules}
        made = self.page.request.post(f"{self.address}api/boards", data=json.dumps(short))
        assert made.ok, made.text()
        self.wish(board=made.json()["board"], ruleset=None, **more)

    def wish(self, **wishes: Any) -> None:
        """Ask for something in the next games that the form does not offer, such as a seed."""
        self.page.route("**/api/games", partial(_add_wishes, wishes=wishes))

    def begin(
        self, *, board: str = "usa", seats: list[str], names: list[str] | None = None, minutes: int | None = None
    ) -> None:  # fmt: skip
        """Fill in the form for a new game, without time to undo. ``minutes`` are those of each person."""
        page = self.page
        page.check(f"input[name=board][value={board}]")
        page.check("#research")
        while page.locator(".seat-form").count() > len(seats):
            page.click(".seat-form >> nth=-1 >> button")
        for place, seat in enumerate(seats):
            page.select_option(f".seat-form >> nth={place} >> select", seat)
            if names is not None:
                page.fill(f".seat-form >> nth={place} >> input", names[place])
        page.select_option("#grace", "0")
        if minutes is not None:
            page.select_option("#clock", str(minutes))
        page.click(".new-game button[type=submit]")
        page.wait_for_selector(".board svg")

    def check_names(self) -> None:
        """Everything that can be pressed or filled in says what it is."""
        assert self.page.evaluate(NAMELESS) == []

    def broken_rules(self, screen: str) -> list[str]:
        """What breaks the rules of axe, which follow WCAG, with its place."""
        from axe_playwright_python.sync_playwright import Axe

        broken = Axe().run(self.page).response["violations"]
        return [f"{screen}: {one['id']}: {node['html'][:160]}" for one in broken for node in one["nodes"]]

    def check_rules(self, screen: str) -> None:
        """The screen keeps to the rules of axe."""
        self.troubles += self.broken_rules(screen)

    def picture(self, name: str, *, page: Page | None = None, full: bool = False) -> None:
        """Keep a picture of a screen, and check what everybody needs there."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        if page is None:
            self.check_names()
            self.check_rules(name)
        (page or self.page).screenshot(path=PICTURES / f"{name}.png", full_page=full)


def _add_wishes(route: Any, *, wishes: dict[str, Any]) -> None:
    """Ask for a game with these wishes, too."""
    if route.request.method == "POST":
        route.continue_(post_data=json.dumps({**route.request.post_data_json, **wishes}))
    else:
        route.continue_()
