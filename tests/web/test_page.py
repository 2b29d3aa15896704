"""The page in a browser: whole games by mouse and by keyboard, and every screen. Pictures go to build/screenshots."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from railwright.game.board import Board
from railwright.mapmaker.formats.map_file.writer import write_map
from web.clicking import LOOK, Clicker

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("SKIPPED: the page was NOT tested, because chromium is not installed", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="the page was NOT tested: playwright is not installed")

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
VIEW = "() => document.querySelector('.board svg.railwright:not(.earth)').viewBox.baseVal.width"
"""How much of the board is seen: less when it is enlarged."""
QUIET = """localStorage.setItem(
  'railwright.settings', JSON.stringify({{speed: 'off', reduceMotion: true, name: {name!r}}}))"""
"""Nothing is shown slowly, and nothing moves."""


NAMELESS = """() => [...document.querySelectorAll('button, a, input, select, [role=button], summary, iframe')]
  .filter((node) => node.getClientRects().length)
  .filter((node) => !(node.getAttribute('aria-label') || node.title || node.textContent.trim() || node.labels?.length))
  .map((node) => node.outerHTML.slice(0, 120))"""
"""What can be pressed and has no name."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    command = [sys.executable, "-m", "railwright", "serve", "--port", "0", "--data", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    yield found[0]
    server.send_signal(signal.SIGINT)
    server.wait(timeout=15)
    server.stdout.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(**{"viewport": DESK, **options})
        self.context.set_default_timeout(20_000)
        self.context.add_init_script(QUIET.format(name="Ada"))
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

    def begin(self, *, board: str = "usa", seats: list[str], names: list[str] | None = None) -> None:
        """Fill in the form for a new game, without time to undo."""
        page = self.page
        page.check(f"input[name=board][value={board}]")
        while page.locator(".seat-form").count() > len(seats):
            page.click(".seat-form >> nth=-1 >> button")
        for place, seat in enumerate(seats):
            page.select_option(f".seat-form >> nth={place} >> select", seat)
            if names is not None:
                page.fill(f".seat-form >> nth={place} >> input", names[place])
        page.select_option("#grace", "0")
        page.click(".new-game button[type=submit]")
        page.wait_for_selector(".board svg")

    def check_names(self) -> None:
        """Everything that can be pressed or filled in says what it is."""
        assert self.page.evaluate(NAMELESS) == []

    def picture(self, name: str, *, page: Page | None = None, full: bool = False) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        if page is None:
            self.check_names()
        (page or self.page).screenshot(path=PICTURES / f"{name}.png", full_page=full)


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    found = Visitor(browser, address)
    yield found
    found.context.close()
    assert found.troubles == []


def scores(page: Page) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".score-sheet .total td").all_inner_texts()]


def test_a_whole_game_of_usa_is_played_by_clicking(visitor: Visitor) -> None:
    visitor.context.unroute_all()
    visitor.page.reload()
    visitor.page.wait_for_selector(".new-game")
    visitor.page.evaluate("() => Promise.all([...document.images].map((one) => one.decode()))")
    visitor.picture("start", full=True)
    visitor.begin(seats=["here", "express:iterations=0"])
    visitor.page.wait_for_selector(".offer")
    visitor.page.hover(".offer >> nth=0")
    visitor.page.wait_for_selector("[data-name=ticket] .track-glow")
    visitor.picture("tickets-to-keep")
    clicker = Clicker(visitor.page)
    clicker.play(claims=5)
    visitor.page.click("[data-tool=hint]")
    visitor.page.wait_for_selector(".hint-choice")
    assert visitor.page.locator(".hint-choice").count() == 3
    assert re.search(r"\w+\. .*next best", visitor.page.inner_text(".hint-sentence"))
    visitor.picture("hint")
    visitor.page.keyboard.press("Escape")
    visitor.page.click("[data-tool=claim]")
    visitor.page.wait_for_selector(".found .choice")
    visitor.page.keyboard.press("Escape")
    visitor.page.hover(".tickets .ticket >> nth=0")
    visitor.picture("table")
    clicker.play()
    assert clicker.claims >= 6
    assert len(scores(visitor.page)) == 2
    visitor.page.wait_for_selector(".result .board svg .trains >> nth=0")
    visitor.picture("result", full=True)


def test_a_whole_game_of_europe_with_stations_and_tunnels_is_played_by_clicking(visitor: Visitor) -> None:
    visitor.begin(board="europe", seats=["here", "rule"])
    clicker = Clicker(visitor.page, stations=1)
    clicker.play(claims=4)
    visitor.picture("europe")
    assert visitor.page.locator(".built").count() >= 1
    clicker.play()
    assert clicker.payments >= 1
    assert "Stations left" in visitor.page.inner_text(".score-sheet")


def test_a_whole_game_of_germany_with_passengers_and_two_kinds_of_tickets_is_played_by_clicking(
    visitor: Visitor,
) -> None:
    visitor.begin(board="germany", seats=["here", "rule"])
    page, clicker = visitor.page, Clicker(visitor.page)
    page.wait_for_selector("text=Which tickets do you want to look at?")
    clicker.play(claims=3)
    visitor.picture("germany")
    page.keyboard.press("t")
    page.click("text=1 short and 3 long")
    page.wait_for_selector(".offer >> nth=3")
    banners: set[str] = set()
    for _ in range(1000):
        seen = page.evaluate(LOOK)
        if seen["at"] == "result":
            break
        clicker.move(seen)
        found = page.locator(".banner.up[role=status]").all_inner_texts()
        if found and not banners:
            visitor.picture("last-round")
        banners.update(found)
    assert banners & {"Last round: this is your last turn", "Last round: you have one more turn"}
    assert "Passengers" in page.inner_text(".score-sheet")


def test_the_board_is_enlarged_and_moved_and_a_drag_presses_nothing(visitor: Visitor) -> None:
    visitor.begin(seats=["here", "rule"])
    page, clicker = visitor.page, Clicker(visitor.page)
    clicker.play(claims=1)
    assert "Your turn: take cards" in (page.text_content("#told") or "")  # screen readers hear it
    whole, log = page.evaluate(VIEW), page.inner_text(".log")
    track = page.evaluate(LOOK)["tracks"][0]
    page.mouse.move(track["x"], track["y"])
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"whole => ({VIEW})() < whole * 0.7", arg=whole)
    here = page.evaluate(LOOK)["tracks"][0]
    assert (here["x"], here["y"]) == pytest.approx((track["x"], track["y"]), abs=2)  # what is pointed at stays there
    page.mouse.down()
    page.mouse.move(here["x"] - 40, here["y"] - 30, steps=4)
    page.mouse.up()
    page.wait_for_function(
        f"""([x, y]) => {{
          const moved = ({LOOK})().tracks[0];
          return Math.abs(moved.x - x) <= 3 && Math.abs(moved.y - y) <= 3;
        }}""",
        arg=[here["x"] - 40, here["y"] - 30],
    )
    assert page.inner_text(".log") == log
    assert page.locator(".sheet:visible").count() == 0
    visitor.picture("enlarged")
    page.click("[aria-label='Show the whole board']")
    page.wait_for_function(f"whole => ({VIEW})() === whole", arg=whole)
    clicker.play(claims=2)


def test_a_whole_game_is_played_with_the_keyboard_alone(visitor: Visitor) -> None:
    visitor.page.focus("[data-start=quick]")
    visitor.page.keyboard.press("Enter")
    page, press = visitor.page, visitor.page.keyboard.press
    for _ in range(2000):
        seen = page.evaluate(LOOK)
        if seen["at"] == "result":
            break
        if seen["at"] == "tickets":
            for _ in range(seen["count"]):
                press("Space")
                press("ArrowDown")
            press("Enter")
        elif seen["at"] == "sheet":
            press("Enter")
        elif seen["at"] == "turn" and seen["tracks"] and max(track["spaces"] for track in seen["tracks"]) > 2:
            press("c")
            city = max(seen["tracks"], key=lambda track: track["spaces"])["name"].split(" to ")[0]
            page.keyboard.type(city[:4])
            press("Enter")
        elif seen["at"] == "turn":
            press("d" if any("deck" in card for card in seen["cards"]) else "1" if seen["cards"] else "Enter")
            if seen["tracks"] and not seen["cards"]:
                press("b")
                press("Enter")
        elif seen["main"]:
            press("Enter")
        else:
            page.wait_for_timeout(15)
    assert len(scores(page)) == 4


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
    visitor.page.wait_for_selector(".invite-line >> text=has come")
    late = Visitor(browser, address)
    late.page.goto(invitation)
    late.page.wait_for_selector("text=somebody has taken this seat already")
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
    assert eve.troubles == []
    eve.context.close()


def test_undo_takes_a_choice_back_and_a_reload_goes_on_in_two_tabs(visitor: Visitor) -> None:
    visitor.begin(seats=["here", "rule"])
    page = visitor.page
    clicker = Clicker(page)
    for _ in range(300):
        seen = page.evaluate(LOOK)
        if seen["at"] == "sheet":
            break
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
    page.select_option(".preferences select >> nth=0", "slow")
    page.uncheck("#still")
    page.wait_for_selector("html[data-motion=full]")
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_selector("html[data-motion=reduced]")
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
    page.select_option(".preferences select >> nth=0", "off", force=True)
    page.wait_for_selector(".score-sheet", timeout=20_000)


def test_a_finished_game_is_replayed_with_slider_and_keys_and_played_on(visitor: Visitor) -> None:
    page = visitor.page
    page.click("[data-start=watch]")
    page.wait_for_selector(".score-sheet", timeout=20_000)
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
    page.click("text=Play on from here")
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
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    page.tap("[data-start=quick]")
    page.wait_for_selector(".offer")
    phone.picture("phone-tickets")
    Clicker(page).move(page.evaluate(LOOK))
    page.wait_for_selector("text=Your turn")
    phone.picture("phone-table")
    phone.picture("phone-table-whole", full=True)
    whole = page.evaluate(VIEW)
    pinch(page, apart=(40, 120))
    page.wait_for_function(f"whole => ({VIEW})() < whole / 2", arg=whole)
    assert page.locator(".sheet:visible").count() == 0
    phone.picture("phone-enlarged")
    page.tap("[aria-label='Show the whole board']")
    page.wait_for_function(f"whole => ({VIEW})() === whole", arg=whole)
    track = page.evaluate(LOOK)["tracks"][0]
    page.touchscreen.tap(track["x"], track["y"])
    page.wait_for_selector("text=Is it this one?")
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
    page.click("[data-start=watch]")
    page.wait_for_selector(".score-sheet")
    with page.expect_download() as download:
        page.click("text=Download the record")
    record = tmp_path / "record.json"
    download.value.save_as(record)
    board = json.loads((ROOT / "src/railwright/maps/boards/usa.json").read_text("utf-8"))
    (tmp_path / "mine.json").write_text(json.dumps({**board, "name": "mine", "title": "My own"}), "utf-8")
    (tmp_path / "bad.json").write_text("{", "utf-8")
    web = Board.from_dict({**board, "name": "web", "title": "From the web"})
    (tmp_path / "web.map").write_text(write_map(web).text, "utf-8")
    page.click("text=Games")
    page.set_input_files("input[type=file] >> nth=0", tmp_path / "mine.json")
    page.wait_for_selector(".board-choice:has-text('My own') >> input:checked", state="attached")
    page.set_input_files("input[type=file] >> nth=0", tmp_path / "bad.json")
    page.wait_for_selector(".notice:has-text('not valid JSON')")
    visitor.troubles.clear()  # the browser notes the answer 400
    page.set_input_files("input[type=file] >> nth=0", tmp_path / "web.map")
    page.wait_for_selector(".notice:has-text('From the web is on the list of boards')")
    visitor.begin(board="web", seats=["here", "rule"])
    Clicker(page).play(claims=1)
    visitor.picture("brought-board")
    page.click("text=Games")
    page.set_input_files("input[type=file] >> nth=1", record)
    page.wait_for_selector(".slider")


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
          const { lastRoundWords } = await import('/static/page/now.js');
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


def test_other_screens_are_there(visitor: Visitor) -> None:
    for name in ("help", "learn"):
        visitor.page.goto(f"{visitor.address}#/{name}")
        visitor.page.wait_for_selector(f".{name} h1")
        visitor.picture(name, full=True)
    visitor.page.goto(f"{visitor.address}#/table/nothing")
    visitor.page.wait_for_selector(".trouble")
    visitor.troubles.clear()  # the browser notes the answer 404
