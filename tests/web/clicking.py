"""Plays games in the page as a person does: by looking at what can be pressed, and pressing it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOK = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);
  if (seen('.curtain').length) return {at: 'curtain'};
  if (seen('.result').length) return {at: 'result'};
  if (seen('.sheet .offer').length) {
    const count = seen('.sheet .offer').length;
    return {at: 'tickets', count, isAnswered: seen('.sheet .offer:has(:checked)').length === count};
  }
  if (seen('.sheet.asking').length) return {at: 'sheet', choices: seen('.sheet .choice').length};
  const main = seen('.prompt .main-button')[0]?.textContent ?? '';
  const tracks = [...document.querySelectorAll('path.target.legal')].map((path) => {
    const middle = path.getPointAtLength(path.getTotalLength() * 0.5).matrixTransform(path.getScreenCTM());
    const spaces = Number(path.getAttribute('aria-label').match(/, (\\d+) /)[1]);
    return {x: middle.x, y: middle.y, spaces, name: path.getAttribute('aria-label')};
  });
  const cities = [...document.querySelectorAll('.city-target.legal')].map((ring) => {
    const box = ring.getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  });
  const cards = seen('.card-button.legal').map((node) => node.getAttribute('aria-label'));
  const isEnlarged = seen('.board > svg.enlarged').length > 0;
  return {at: tracks.length + cards.length ? 'turn' : 'wait', main, tracks, cities, cards, isEnlarged};
}"""
"""What a person sees: what can be pressed now, and where it is."""

WAIT = """() => new Promise((tell) => {
  const changes = new MutationObserver(end);
  const late = setTimeout(end, 200);
  changes.observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
  function end() {
    changes.disconnect();
    clearTimeout(late);
    tell();
  }
})"""
"""Wait until something changes; not for long, as it may have changed just before."""

MOST_MOVES = 1500


class Clicker:
    """Plays one page with the mouse: claims the longest track at hand, or takes cards."""

    def press(self, selector: str) -> None:
        """Press something next to the board."""
        self.page.click(selector)

    def press_at(self, x: float, y: float) -> None:
        """Press a track or city on the board."""
        self.page.mouse.click(x, y)

    def __init__(self, page: Page, *, stations: int = 0) -> None:
        self.page = page
        self.stations = stations
        """How many stations to build on the way."""
        self.claims = 0
        self.payments = 0

    def play(self, *, claims: int | None = None, then_claimable: bool = False) -> None:
        """Play to the end, or until so many tracks were claimed, and then perhaps on until another one can be."""
        for _ in range(MOST_MOVES):
            seen = self.page.evaluate(LOOK)
            is_enough = claims is not None and self.claims >= claims and seen["at"] == "turn"
            if seen["at"] == "result" or (is_enough and (seen["tracks"] or not then_claimable)):
                return
            self.move(seen)
        raise AssertionError("the game did not come to an end")

    def move(self, seen: dict[str, Any]) -> None:
        """Press one thing."""
        page = self.page
        if seen["at"] == "curtain":
            self.press(".curtain .main-button")
        elif seen["at"] == "tickets" and seen["isAnswered"]:
            page.evaluate(WAIT)  # the answer is on its way
        elif seen["at"] == "tickets":
            for _ in range(seen["count"]):
                self.press(".offer:not(:has(:checked)) >> nth=0")
            self.press(".offers .main-button")
        elif seen["at"] == "sheet":
            self.payments += 1
            self.press(".sheet.asking .choice >> nth=0" if seen["choices"] else ".sheet .quiet-button")
        elif seen["at"] == "turn":
            self._take_turn(seen)
        elif "Pass" in seen["main"]:
            from playwright.sync_api import TimeoutError as TooLateError

            with suppress(TooLateError):  # it may have gone since we looked: then we look again
                page.click(".prompt .main-button", timeout=500)
        else:
            page.evaluate(WAIT)

    def _take_turn(self, seen: dict[str, Any]) -> None:
        if seen["isEnlarged"]:  # some tracks are out of view
            self.press(".zoom-buttons button >> nth=-1")
            return
        longest = max(seen["tracks"], key=lambda track: track["spaces"], default=None)
        if self.stations and seen["cities"]:
            self.stations -= 1
            self.press_at(seen["cities"][0]["x"], seen["cities"][0]["y"])
        elif longest is not None and (longest["spaces"] > 1 or not seen["cards"]):
            self.claims += 1
            self.press_at(longest["x"], longest["y"])
        else:
            self.press(".card-button.legal >> nth=-2" if len(seen["cards"]) > 1 else ".card-button.legal")


class Toucher(Clicker):
    """Plays one page with a finger."""

    def press(self, selector: str) -> None:
        self.page.tap(selector)

    def press_at(self, x: float, y: float) -> None:
        """A touch alone does nothing: the page asks about it."""
        self.page.touchscreen.tap(x, y)
        self.page.tap(".beside .choice >> nth=0")
