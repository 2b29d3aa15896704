"""Make the picture of the table for the README (docs/images/table.jpg): a game in progress, as it looks to a player.

It needs playwright and chromium, and a server that runs. A person's seat of a quick game is played as the hints say,
by clicking, until enough tracks are claimed; then the mouse points at a ticket, so that its way is seen.

    railwright serve --port 8000
    python tools/make_table_picture.py http://localhost:8000/ docs/images/table.jpg
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZE = {"width": 1280, "height": 800}
QUALITY = 82
"""Of the JPEG: below 200 kB, and letters stay sharp."""
ENOUGH_TRACKS = 30
"""Claimed by all together: the middle of a game."""
SETTINGS = """localStorage.setItem(
  'railwright.settings', JSON.stringify({speed: 'off', reduceMotion: true, theme: 'light', name: 'Ada'}))"""
MY_TURN = """() => document.querySelector('.result, .sheet.asking:not([hidden])')
  || document.querySelector('.prompt-text')?.textContent.match(/^(Your turn|Take a second)/)"""
"""Something is asked, or it is our turn."""


def play_until_the_middle(page: Page) -> None:
    """Do what the hints say, in turns and in what is asked between them."""
    while page.locator(".board .trains").count() < ENOUGH_TRACKS:
        page.wait_for_function(MY_TURN)
        page.keyboard.press("h")
        page.click(".hint-choice >> nth=0")
        page.wait_for_selector(".hint-choice", state="detached")
    page.wait_for_function(MY_TURN)


def main(address: str, file: str) -> None:
    """Play at a server and write the picture."""
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
