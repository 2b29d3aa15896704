"""Make the picture of the table for the README (docs/images/table.jpg): a game in progress, as a player sees it.

It needs playwright, chromium and a running server. It plays a person's seat in a quick game by clicking on the hints
until enough tracks are claimed; then it points the mouse at a ticket, so that its path is highlighted.

    railwright serve --port 8000
    python tools/make_table_picture.py http://localhost:8000/ docs/images/table.jpg
"""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError, sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZE = {"width": 1280, "height": 800}
QUALITY = 82
"""JPEG quality: about 220 kB, with sharp letters."""
HINT_MS = 20_000
"""Longest wait for a hint. None comes if the turn had just ended when it was asked for."""
ENOUGH_TRACKS = 14
"""Number of tracks claimed by all seats in the middle of a game."""
SETTINGS = """localStorage.setItem(
  'railwright.settings', JSON.stringify({speed: 'off', reduceMotion: true, theme: 'light', name: 'Ada'}))"""
MY_TURN = """() => document.querySelector('.result, .sheet.asking:not([hidden])')
  || document.querySelector('.prompt-text')?.textContent.match(/^(Your turn|Take a second)/)"""
"""True if a question is open or it is our turn."""


def play_until_the_middle(page: Page) -> None:
    """Follow the hints, at turns and at the questions between them."""
    while page.locator(".board .trains").count() < ENOUGH_TRACKS:
        page.wait_for_function(MY_TURN)
        page.keyboard.press("h")
        with suppress(TimeoutError):
            page.click(".hint-choice >> nth=0", timeout=HINT_MS)
            page.wait_for_selector(".hint-choice", state="detached")
    page.wait_for_function(MY_TURN)


def main(address: str, file: str) -> None:
    """Play on a server and write the picture."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE)
        page.add_init_script(SETTINGS)
        page.goto(address)
        page.click("[data-start=quick]")
        page.wait_for_selector(".offer")
        play_until_the_middle(page)
        page.hover(".tickets .ticket >> nth=0")
        page.wait_for_selector("[data-name=ticket] .city-glow", state="attached")
        page.wait_for_timeout(500)
        page.screenshot(path=file, type="jpeg", quality=QUALITY)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
