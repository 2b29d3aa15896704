"""The screens besides the table, in windows of all sizes and both languages: nothing is cut or covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from web.test_page_review import upload
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

WINDOWS: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in [(1920, 1080), (1440, 900), (1280, 720), (1024, 768), (768, 1024), (844, 390), (390, 844)]
]

TROUBLES = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - visualViewport.width;
  if (wide > 0) found.push(`the page is ${wide} pixels too wide`);
  const isSeen = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== 'hidden';
  const nameOf = (node) => (node.getAttribute('aria-label') || node.textContent || node.outerHTML).trim().slice(0, 60);
  for (const node of document.querySelectorAll('#screen *, #top *')) {
    const {overflowX, textOverflow} = getComputedStyle(node);
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!hasText || !isSeen(node) || node.closest('svg, .unseen') || textOverflow === 'ellipsis') continue;
    const isCut = ['hidden', 'clip'].includes(overflowX) && node.scrollWidth > node.clientWidth + 1;
    if (isCut) found.push(`cut: ${nameOf(node)}`);
  }
  for (const node of document.querySelectorAll('#screen :is(button, a, select, summary), #top :is(a, summary)')) {
    if (!isSeen(node) || node.closest('details:not([open]) > :not(summary)') || node.closest('svg')) continue;
    node.scrollIntoView({block: 'center', inline: 'center'});
    const {left, top, width, height} = node.getClientRects()[0];
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!there || !(node.contains(there) || there.contains(node))) found.push(`covered: ${nameOf(node)}`);
  }
  return found;
}"""


def check(page: Page, screen: str) -> list[str]:
    """What is wrong with a screen, by the size of the window."""
    found = []
    for window in WINDOWS:
        page.set_viewport_size(window)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        size = f"{window['width']} x {window['height']}"
        found += [f"{screen}, {size}: {trouble}" for trouble in page.evaluate(TROUBLES)]
    page.set_viewport_size(WINDOWS[0])
    return found


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_screens_fit_windows_of_all_sizes(browser: Browser, address: str, locale: str) -> None:
    visitor = Visitor(browser, address, locale=locale)
    page = visitor.page
    page.wait_for_selector(".new-game button[type=submit]")
    page.check("#research")
    found = check(page, "start")
    for fragment, selector in (("#/help", ".help h1"), ("#/learn", ".learn h1"), ("#/mine", ".mine-page h1")):
        page.goto(f"{visitor.address}{fragment}")
        page.wait_for_selector(selector)
        found += check(page, fragment)
    game = upload(visitor)
    page.goto(f"{visitor.address}#/replay/{game}")
    page.wait_for_selector(".card-button[aria-label]")
    found += check(page, "replay")
    page.goto(f"{visitor.address}#/result/{game}")
    page.wait_for_selector(".score-sheet")
    found += check(page, "result")
    page.click(".review-state .main-button")
    page.wait_for_selector(".costly, .costly-seat p")
    found += check(page, "review")
    visitor.context.close()
    assert found == []
    assert visitor.troubles == []
