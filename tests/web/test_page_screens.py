"""What the page shows: the board near and far, replays, a phone, files, and the other screens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from railwright.game.board import Board
from railwright.mapmaker.formats.map_file.writer import write_map
from web.clicking import LOOK, Clicker
from web.visiting import ROOT, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"width": 390, "height": 844}
VIEW = "() => document.querySelector('.board svg.railwright:not(.earth)').viewBox.baseVal.width"
"""How much of the board is seen: less when it is enlarged."""
DRAWN = "() => document.querySelector('.board svg.railwright:not(.earth)').getAttribute('viewBox')"
IS_THERE = f"""([x, y]) => {{
  const moved = ({LOOK})().tracks[0];
  return Math.abs(moved.x - x) <= 3 && Math.abs(moved.y - y) <= 3;
}}"""
"""Whether the first track is at a place of the screen."""


def test_the_board_is_enlarged_and_moved_and_a_drag_presses_nothing(visitor: Visitor) -> None:
    visitor.begin(seats=["here", "rule"])
    page, clicker = visitor.page, Clicker(visitor.page)
    clicker.play(claims=1, then_claimable=True)
    assert "Your turn: take cards" in (page.text_content("#told") or "")  # screen readers hear it
    whole, log = page.evaluate(VIEW), page.inner_text(".log")
    track = page.evaluate(LOOK)["tracks"][0]
    page.mouse.move(track["x"], track["y"])
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"whole => ({VIEW})() < whole * 0.7", arg=whole)
    here = page.evaluate(LOOK)["tracks"][0]
    assert (here["x"], here["y"]) == pytest.approx((track["x"], track["y"]), abs=2)  # what is pointed at stays there
    page.mouse.down()
    drawn = page.evaluate(DRAWN)
    page.mouse.move(here["x"] - 40, here["y"] - 30, steps=4)
    page.wait_for_function(IS_THERE, arg=[here["x"] - 40, here["y"] - 30])
    assert page.evaluate(DRAWN) == drawn  # while it is dragged, it is moved as it was painted
    page.mouse.up()
    page.wait_for_function(f"drawn => ({DRAWN})() !== drawn", arg=drawn)
    page.wait_for_function(IS_THERE, arg=[here["x"] - 40, here["y"] - 30])
    assert page.inner_text(".log") == log
    assert page.locator(".sheet:visible").count() == 0
    visitor.picture("enlarged")
    page.click("[aria-label='Show the whole board']")
    page.wait_for_function(f"whole => ({VIEW})() === whole", arg=whole)
    clicker.play(claims=2)


def test_a_finished_game_is_replayed_with_slider_and_keys_and_played_on(visitor: Visitor) -> None:
    page = visitor.page
    visitor.shorten(trains=20)
    page.click("[data-start=watch]")
    page.wait_for_selector(".score-sheet")
    page.click("text=Replay")
    page.wait_for_selector(".slider")
    page.wait_for_selector(".log-lines li >> nth=20", state="attached")
    steps = int(page.get_attribute(".slider", "max") or 0)
    page.fill(".slider", str(steps // 2))
    page.wait_for_selector(".board .trains >> nth=0", state="attached")
    half = page.locator(".board .trains").count()
    page.locator(".slider").blur()
    page.keyboard.press("End")
    page.wait_for_function("count => document.querySelectorAll('.board .trains').length > count", arg=half)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"text={steps - 1} / {steps}")
    page.select_option(".replay select", "0")
    page.wait_for_selector(".hand:visible")
    page.fill(".slider", str(steps // 2))
    page.wait_for_function("count => document.querySelectorAll('.board .trains').length === count", arg=half)
    visitor.picture("replay")
    page.click("text=Continue from here")
    page.select_option(".sheet select >> nth=0", "here")
    visitor.picture("play-on")
    page.click(".sheet .main-button")
    page.wait_for_selector(".seat-name:has-text('Ada (you)')")
    page.wait_for_function("count => document.querySelectorAll('.board .trains').length >= count", arg=half)


def pinch(page: Page, *, apart: tuple[int, int]) -> None:
    """Two fingers on the board, first and last so many pixels from each other's middle."""
    box = page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line = page.context.new_cdp_session(page)
    for kind, gap in (("touchStart", apart[0]), ("touchMove", (apart[0] + apart[1]) // 2), ("touchMove", apart[1])):
        points = [{"x": x - gap, "y": y, "id": 0}, {"x": x + gap, "y": y, "id": 1}]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_phone_is_wide_enough(browser: Browser, address: str) -> None:
    phone = Visitor(browser, address, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = phone.page
    page.wait_for_selector(".new-game")
    phone.picture("phone-start", full=True)
    wide = "document.documentElement.scrollWidth - visualViewport.width"
    assert page.evaluate(wide) <= 0
    page.check("#research")  # the names of some rules are long
    assert page.evaluate(wide) <= 0
    page.tap("[data-start=quick]")
    page.wait_for_selector(".offer")
    phone.picture("phone-tickets")
    Clicker(page).move(page.evaluate(LOOK))
    page.wait_for_selector("text=Your turn")
    phone.picture("phone-table")
    phone.picture("phone-table-whole", full=True)
    opened = page.evaluate(VIEW)
    pinch(page, apart=(40, 120))
    page.wait_for_function(f"opened => ({VIEW})() < opened / 2", arg=opened)
    assert page.locator(".sheet:visible").count() == 0
    phone.picture("phone-enlarged")
    page.tap("[aria-label='Show the whole board']")
    page.wait_for_selector(".board > svg:not(.enlarged)")
    track = page.evaluate(LOOK)["tracks"][0]
    page.touchscreen.tap(track["x"], track["y"])
    page.wait_for_selector(".beside .choice:has-text('Claim ')")
    phone.picture("phone-claim")
    page.tap(".sheet-close:visible")
    assert page.evaluate(wide) <= 0
    small = page.locator(".card-button:visible, .tools button:visible, .zoom-buttons button:visible").evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.height < 40 || box.width < 40)"
    )
    assert small == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(wide) <= 0
    phone.context.close()
    assert phone.troubles == []


def test_records_and_boards_come_from_files(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.shorten(trains=20)
    page.click("[data-start=watch]")
    page.wait_for_selector(".score-sheet")
    with page.expect_download() as download:
        page.click("text=Download the record")
    record = tmp_path / "record.json"
    download.value.save_as(record)
    board = json.loads((ROOT / "src/railwright/maps/boards/usa.json").read_text("utf-8"))
    (tmp_path / "mine.json").write_text(json.dumps({**board, "name": "mine/50% #1?", "title": "My own"}), "utf-8")
    (tmp_path / "bad.json").write_text("{", "utf-8")
    web = Board.from_dict({**board, "name": "web", "title": "From the web"})
    (tmp_path / "web.map").write_text(write_map(web).text, "utf-8")
    page.click("text=Games")
    page.set_input_files("input[type=file] >> nth=0", tmp_path / "mine.json")
    page.wait_for_selector(".board-choice:has-text('My own') >> input:checked", state="attached")
    page.click("[aria-label='Remove the board My own']")
    page.wait_for_selector(".notice:has-text('My own was removed')")
    assert page.locator(".board-choice:has-text('My own')").count() == 0
    assert page.is_checked(".board-choice input[value=usa]")
    assert page.locator(".board-choice:has(input[value=usa]) .remove-board").count() == 0
    page.set_input_files("input[type=file] >> nth=0", tmp_path / "bad.json")
    page.wait_for_selector(".notice:has-text('not valid JSON')")
    visitor.troubles.clear()  # the browser notes the answer 400
    page.set_input_files("input[type=file] >> nth=0", tmp_path / "web.map")
    page.wait_for_selector(".notice:has-text('From the web was added to the list of boards')")
    visitor.begin(board="web", seats=["here", "rule"])
    Clicker(page).play(claims=1)
    visitor.picture("brought-board")
    page.click("text=Games")
    page.click(".board-choice:has(input[value='short usa']) >> .remove-board")
    page.wait_for_selector(".notice:has-text('cannot be removed while a game on it is stored')")
    visitor.troubles.clear()  # the browser notes the answer 409
    assert page.locator(".board-choice:has(input[value='short usa'])").count() == 1
    page.set_input_files("input[type=file] >> nth=1", record)
    page.wait_for_selector(".slider")


def test_other_screens_are_there(visitor: Visitor) -> None:
    for name in ("help", "learn"):
        visitor.page.goto(f"{visitor.address}#/{name}")
        visitor.page.wait_for_selector(f".{name} h1")
        visitor.picture(name, full=True)
    visitor.page.goto(f"{visitor.address}#/table/nothing")
    visitor.page.wait_for_selector(".trouble")
    visitor.troubles.clear()  # the browser notes the answer 404
