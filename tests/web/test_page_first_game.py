"""The guided first game, played as told, without the guide, and otherwise than told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from web.clicking import LOOK, WAIT, Clicker
from web.visiting import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

POINTS = re.compile(r", (\d+) points?,")
"""What a track is worth, in the name of its target."""

STEPS = ["tickets", "cards", "claiming", "long", "end"]

GUIDE = """() => {
  const guide = document.querySelector('.guide:not([hidden])');
  if (!guide) return null;
  const targets = [...document.querySelectorAll('path.target.legal')];
  const glows = [...document.querySelectorAll('[data-name=guide] .track-glow')].map((one) => one.getAttribute('d'));
  const place = (path) => {
    const middle = path.getPointAtLength(path.getTotalLength() * 0.5).matrixTransform(path.getScreenCTM());
    return {x: middle.x, y: middle.y, name: path.getAttribute('aria-label')};
  };
  return {
    step: guide.dataset.step,
    text: guide.innerText,
    now: guide.querySelector('.guide-now').textContent,
    pointed: targets.filter((path) => glows.includes(path.getAttribute('d'))).map(place),
    legal: targets.map((path) => path.getAttribute('aria-label')),
    card: document.querySelector('.card-button.guided.legal')?.getAttribute('aria-label') ?? null,
    deck: document.querySelector('.market .row:last-child .card-button').classList.contains('legal'),
    trains: Number(document.querySelector('.seat.mine .facts b').textContent),
    hand: [...document.querySelectorAll('.pile')].map((pile) => pile.getAttribute('aria-label')),
  };
}"""
"""What the guide says and points at, and what is true at the table."""


def open_first_game(visitor: Visitor) -> Page:
    visitor.wish(grace_seconds=0)
    visitor.page.click("[data-start=first-game]")
    visitor.page.wait_for_selector(".guide[data-step=tickets]")
    return visitor.page


def check_truth(guide: dict[str, Any]) -> None:
    """What the guide says now is so."""
    now = guide["now"]
    for track in re.findall(r"You have the cards for ([^(]+) \(", now):
        assert any(name.startswith(f"{track}, ") for name in guide["legal"]), now
    for track in re.findall(r"(?:left|turn)\..* ([A-Z][\w. ]+ to [^(]+) \([^)]*\) would finish", now):
        assert any(name.startswith(f"{track}, ") for name in guide["legal"]), now
    for trains in re.findall(r"You have (\d+) trains? left", now):
        assert int(trains) == guide["trains"], now
    for points in re.findall(r"No claim scores more now than [^(]+ \([^)]* (\d+) points?\)", now):
        assert int(points) == max(int(found[1]) for name in guide["legal"] if (found := POINTS.search(name))), now
    assert "undefined" not in guide["text"]
    assert "null" not in guide["text"]
    assert "NaN" not in guide["text"]
    held = {color: int(count) for count, color in (pile.split(" ") for pile in guide["hand"])}
    for length, color, missing, paid_in in re.findall(r"\((\d) (\w+), [^)]*\)[^:.(]*: (\d) (\w+) cards?", now):
        have = held[paid_in] + held["locomotive"]
        assert int(length) - have == int(missing), now
        assert color in ("gray", paid_in), now


def play(page: Page, choose: Callable[[dict[str, Any], dict[str, Any]], None]) -> list[str]:
    """Play to the end. Returns the steps of the guide that were seen, in order, and checks all that it said."""
    seen_steps: list[str] = []
    for _ in range(1500):
        seen = page.evaluate(LOOK)
        if seen["at"] == "result":
            return seen_steps
        guide = page.evaluate(GUIDE)
        if guide and guide["step"] not in seen_steps[-1:]:
            seen_steps.append(guide["step"])
        if seen["at"] == "wait" or (guide and (not guide["now"] or guide["now"].endswith("'s turn."))):
            page.evaluate(WAIT)
            continue
        if guide:
            check_truth(guide)
        choose(seen, guide or {})
    raise AssertionError("the game did not come to an end")


def follow(page: Page, clicker: Clicker) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    """Do what the guide points at; where it leaves the choice, draw from the deck."""

    def choose(seen: dict[str, Any], guide: dict[str, Any]) -> None:
        if seen["at"] != "turn":
            clicker.move(seen)
        elif guide.get("pointed"):
            page.mouse.click(guide["pointed"][0]["x"], guide["pointed"][0]["y"])
        elif guide.get("card"):
            page.click(".card-button.guided.legal")
        elif guide.get("deck"):
            page.click(".market .row:last-child .card-button >> nth=0")
        else:
            clicker.move(seen)

    return choose


def lines(page: Page) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".line-points").all_inner_texts()]


def test_whoever_does_what_the_guide_says_sees_five_steps_and_the_score_explained(visitor: Visitor) -> None:
    page = open_first_game(visitor)
    assert play(page, follow(page, Clicker(page))) == STEPS
    page.wait_for_selector(".score-lines")
    total = int(page.inner_text(".score-sheet .total td >> nth=0"))
    mine = re.search(r"Together (−?\d+) points", page.inner_text(".score-lines"))
    assert mine is not None
    assert sum(lines(page)) == int(mine[1].replace("−", "-"))
    assert total == sum(lines(page)), "a player who follows the guide beats a beginner here, and has the first column"
    assert page.locator(".score-lines li").count() >= 4
    assert page.locator(".notice").all_inner_texts() == [], "leaving the table is no lost connection"
    visitor.picture("first-game-result", full=True)


def test_steps_can_be_skipped_and_the_guide_ended(visitor: Visitor) -> None:
    page = open_first_game(visitor)
    for step in STEPS[1:]:
        page.click("text=Skip this step")
        page.wait_for_selector(f".guide[data-step={step}]")
    page.click("text=Skip this step")
    page.wait_for_selector(".guide", state="hidden")
    page.reload()
    page.wait_for_selector(".offer")
    assert page.locator(".guide").is_hidden()
    page.goto(f"{visitor.address}#/help")
    page.click("[data-start=first-game]")
    page.wait_for_selector(".guide[data-step=tickets]")
    page.keyboard.press("g")
    assert page.evaluate("document.activeElement.className").endswith("guide")
    page.click("text=End the guide")
    page.wait_for_selector(".guide", state="hidden")
    page.reload()
    page.wait_for_selector(".offer")
    assert page.locator(".guide").is_hidden()


def test_the_guide_keeps_to_the_truth_with_whoever_does_otherwise(visitor: Visitor) -> None:
    """First a claim instead of cards; then tickets; then whatever a player does who never reads."""
    visitor.shorten(trains=12, seed=1)
    page = open_first_game(visitor)
    clicker = Clicker(page)
    done = {"claim": False, "tickets": 0, "end": False}

    def choose(seen: dict[str, Any], guide: dict[str, Any]) -> None:
        done["end"] |= guide.get("step") == "end"
        if seen["at"] == "tickets":
            done["tickets"] += 1
            for place in range(2 if done["tickets"] == 1 else 1):
                page.check(f".offer >> nth={place} >> input")
            page.click(".offers .main-button")
        elif seen["at"] == "turn" and not done["claim"]:
            assert guide["step"] == "cards"
            done["claim"] = True
            page.mouse.click(seen["tracks"][0]["x"], seen["tracks"][0]["y"])
        elif seen["at"] == "turn" and guide.get("step") == "cards" and done["tickets"] == 1:
            page.keyboard.press("t")  # a claim is no turn of cards, so the guide still waits for one
        else:
            clicker.move(seen)

    steps = play(page, choose)
    assert steps[:2] == ["tickets", "cards"]
    assert "claiming" not in steps, "that was done already"
    assert steps[-1] == "end"
    assert done["end"], "in this game the beginner begins the last round, so the guide has time to say so"
    page.wait_for_selector(".score-lines")
    assert f"Together {sum(lines(page))} points".replace("-", "−") in page.inner_text(".score-lines")
