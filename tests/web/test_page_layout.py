"""How the table is laid out: the size of board and names, and that nothing covers anything, in windows of all sizes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from railwright.maps.load import load_board, load_ruleset
from web.drawn_board import covered_names, name_sizes
from web.serving import Client
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
UPRIGHT: ViewportSize = {"width": 390, "height": 844}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
DESKS = [(1920, 1080), (1440, 900), (1024, 768)]
BOARDS = ["usa", "europe", "germany"]

LEAST_AREA = 0.6
"""Share of a laptop's window that the board takes."""
LEAST_NAME, LEAST_PASSENGER, LEAST_TARGET, LEAST_METER = 10, 10, 44, 70
"""Sizes in pixels."""
FINGER = 6
"""How far a finger lands from where it was meant to, in pixels."""

BOXES = """(selectors) => Object.fromEntries(selectors.map((selector) => [selector,
  [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length).map((node) => {
    const {left, top, right, bottom} = node.getBoundingClientRect();
    return {left, top, right, bottom};
  })]))"""
"""The visible boxes of some selectors."""

GLOWS = """() => ['[data-name=ticket] .track-glow', 'path.target.legal'].map((selector) => {
  const {opacity, stroke, strokeWidth} = getComputedStyle(document.querySelector(`.board ${selector}`));
  return {opacity, stroke, strokeWidth};
})"""
"""How the way of a ticket is lit, and a track that can be claimed."""

SIDEWAYS_SCROLL = "document.documentElement.scrollWidth - visualViewport.width"

TRACKS = """() => {
  const drawn = (path) => [0.3, 0.5, 0.7].map((share) =>
    path.getPointAtLength(path.getTotalLength() * share).matrixTransform(path.getScreenCTM()));
  return [...document.querySelectorAll('path.target.legal')].map((path) => ({
    name: path.getAttribute('aria-label').split(', ').slice(0, 2).join(' ('),
    points: drawn(path).map(({x, y}) => ({x, y})),
  }));
}"""
"""The tracks that can be claimed, with points on them, named as on a button."""

SEES_GLOWS = """() => {
  const frame = document.querySelector('.board').getBoundingClientRect();
  return [...document.querySelectorAll('[data-name=ticket] .track-glow')].every((glow) => {
    const {left, top, right, bottom} = glow.getBoundingClientRect();
    return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
  });
}"""
"""Whether all of a ticket's way is in view on the board."""

CLAIMABLE = 4
"""A game is played until at least this many tracks can be claimed."""

MOST_MOVES = 200


def boxes(page: Page, *selectors: str) -> dict[str, list[dict[str, float]]]:
    found: dict[str, list[dict[str, float]]] = page.evaluate(BOXES, list(selectors))
    return found


def covered(one: dict[str, float], other: dict[str, float]) -> float:
    """The area that two boxes share."""
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(0.0, width) * max(0.0, height)


def middle(box: dict[str, float]) -> dict[str, float]:
    """The box that is the middle of another one."""
    x, y = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
    return {"left": x, "top": y, "right": x, "bottom": y}


def is_within(box: dict[str, float], frame: dict[str, float]) -> bool:
    """Whether a box lies in a frame; half a pixel does not count."""
    return (
        box["left"] >= frame["left"] - 0.5 and box["right"] <= frame["right"] + 0.5
        and box["top"] >= frame["top"] - 0.5 and box["bottom"] <= frame["bottom"] + 0.5
    )  # fmt: skip


def check_apart(page: Page, *selectors: str) -> None:
    """Everything that these selectors find is there and covers nothing else of it."""
    found = [(name, box) for name, many in boxes(page, *selectors).items() for box in many]
    assert {name for name, _ in found} == set(selectors)
    pairs = [(a, b) for i, (a, one) in enumerate(found) for b, other in found[i + 1 :] if covered(one, other) > 0.5]
    assert pairs == []


class Seat:
    """A seat of a game, played over HTTP until the page has something to show."""

    def __init__(self, client: Client, board: str) -> None:
        self.client = client
        self.game, keys = self.client.new_game(["human", "rule", "rule"], board=board, seed=3)
        self.key = keys[0]
        assert self.key is not None

    @property
    def fragment(self) -> str:
        return f"#/seat/{self.game}/{self.key}"

    def look(self) -> dict[str, Any]:
        return self.client.look(self.game, self.key, since=100_000)

    def play_to(self, is_there: Any) -> dict[str, Any]:
        """Keep all tickets, draw cards and claim what comes first, until the state is as wanted."""
        for _ in range(MOST_MOVES):
            state = self.look()
            while not state["is_over"] and not state["me"]["legal"]:
                state = self.look()
            if is_there(state):
                return state
            kinds = {choice["kind"]: choice["action"] for choice in state["me"]["legal"]}
            wanted = next(kind for kind in (*self._order(state), *kinds) if kind in kinds)
            answer = self.client.act(self.game, str(self.key), kinds[wanted], state["version"])
            assert answer.status_code == 200, answer.text
        raise AssertionError("the game did not come to what was wanted")

    @staticmethod
    def _order(state: dict[str, Any]) -> tuple[str, ...]:
        has_many = state["seats"][state["me"]["seat"]]["cards"] > 9
        return ("keep", "claim", "pay", "deck", "row") if has_many else ("keep", "pay", "deck", "row", "claim")


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Client]:
    """Requests to the server that the pages use, too."""
    found = Client(address.rstrip("/"))
    yield found
    found.http.close()


@contextmanager
def visit(browser: Browser, address: str, seat: Seat, **options: Any) -> Iterator[Page]:
    """The page of a seat, without anything going wrong in it."""
    visitor = Visitor(browser, address, **options)
    page = visitor.page
    page.goto(f"{address}{seat.fragment}")
    page.wait_for_selector(".board > svg.railwright")
    page.wait_for_selector(".log-lines li", state="attached")
    yield page
    visitor.context.close()
    assert visitor.troubles == []


@pytest.mark.parametrize("board", BOARDS)
def test_on_a_laptop_the_board_is_large_and_nothing_covers_it(
    browser: Browser, address: str, client: Client, board: str
) -> None:
    seat = Seat(client, board)
    seat.play_to(lambda state: state["stage"] == "keep")
    with visit(browser, address, seat, viewport=LAPTOP) as page:
        page.wait_for_selector(".offer")
        (frame,) = boxes(page, ".board")[".board"]
        area = (frame["right"] - frame["left"]) * (frame["bottom"] - frame["top"])
        assert area >= LEAST_AREA * LAPTOP["width"] * LAPTOP["height"]
        names = name_sizes(page)
        assert len(names) > 30
        assert min(names) >= LEAST_NAME
        assert covered_names(page) == []
        check_inside(page, frame, ".board-key .points")
        check_apart(page, ".board", ".market", ".hand", ".prompt", ".seats", ".sheet")
        check_inside(page, frame, ".board g.label", ".board g.city", ".board g.track .space")
        (sheet,) = boxes(page, ".sheet")[".sheet"]
        check_inside(page, sheet, ".offer", ".offers .main-button")
        passengers = boxes(page, ".pawn")[".pawn"]
        assert bool(passengers) == (board == "germany")
        assert all(pawn["right"] - pawn["left"] >= LEAST_PASSENGER for pawn in passengers)
        cities = boxes(page, ".board g.city")[".board g.city"]
        assert [city for city in cities if any(is_within(middle(city), pawn) for pawn in passengers)] == []
        for offer in range(3):
            page.check(f".offer >> nth={offer} >> input")
        page.click(".offers .main-button")
        page.wait_for_selector("text=Your turn")
        check_apart(page, ".board", ".market", ".hand", ".prompt", ".seats", ".tickets", ".log")
        check_inside(page, boxes(page, ".tickets")[".tickets"][0], ".tickets .ticket")
        assert page.locator(".tickets .ticket").count() == 3
        check_names_on_a_phone(page)


def check_names_on_a_phone(page: Page) -> None:
    """In a narrow window, the board opens so near that names can be read. All of it can be seen; the key is below."""
    page.mouse.move(1, 1)
    page.set_viewport_size(UPRIGHT)
    page.wait_for_selector(".board > svg.enlarged")
    assert min(name_sizes(page)) >= LEAST_NAME - 0.01
    assert covered_names(page) == []
    parts = boxes(page, ".board", ".tickets", ".key-panel .points", ".board-key", ".log")
    assert parts[".board-key"] == []
    (board,), (tickets,), (key,), (log,) = (parts[name] for name in parts if name != ".board-key")
    assert tickets["bottom"] <= key["top"] < key["bottom"] <= log["top"]
    half = {"left": 0.0, "top": 0.0, "right": float(UPRIGHT["width"]), "bottom": UPRIGHT["height"] / 2}
    assert is_within(board, half)
    names = boxes(page, ".board g.label")[".board g.label"]
    assert sum(is_within(name, board) for name in names) >= len(names) / 3
    page.click("[aria-label='Show the whole board']")
    page.wait_for_selector(".board > svg:not(.enlarged)")
    check_inside(page, board, ".board g.label", ".board g.city", ".board g.track .space")


def check_inside(page: Page, frame: dict[str, float], *selectors: str) -> None:
    """Everything that these selectors find is there, and in the frame."""
    for name, many in boxes(page, *selectors).items():
        assert many, name
        assert [box for box in many if not is_within(box, frame)] == [], name


def claimable(state: dict[str, Any]) -> set[int]:
    return {choice["value"] for choice in state["me"]["legal"] if choice["kind"] == "claim"}


def test_hint_and_payment_cover_neither_board_nor_hand_nor_each_other(
    browser: Browser, address: str, client: Client
) -> None:
    seat, tracks, points = Seat(client, "usa"), load_board("usa").tracks, load_ruleset("usa").route_points
    twins = [i for i, track in enumerate(tracks) if set(track.cities) == {"Boston", "Montréal"}]
    state = seat.play_to(lambda state: state["stage"] == "turn" and claimable(state) >= set(twins))
    with visit(browser, address, seat, viewport=LAPTOP) as page:
        page.wait_for_selector("text=Your turn")
        for twin in twins:
            told = page.text_content(f"path.target[data-track='{twin}'] title") or ""
            assert "2 gray, 2 points" in told
        page.click("[data-tool=claim]")
        page.wait_for_selector(".found .choice")
        listed = [tuple(text.split("\n")) for text in page.locator(".found .choice").all_inner_texts()]
        different = {
            (" to ".join(tracks[i].cities), f"{tracks[i].length} {tracks[i].color}, {points[tracks[i].length]} points")
            for i in claimable(state)
        }  # equal tracks, such as both from Boston to Montréal, once; others by their colours
        assert sorted(listed) == sorted((name, what.replace(" 1 points", " 1 point")) for name, what in different)
        page.hover(".tickets .ticket >> nth=0")
        page.wait_for_selector("[data-name=ticket] .track-glow", state="attached")
        glow, legal = page.evaluate(GLOWS)
        assert glow["opacity"] == "1"
        assert glow["stroke"] != legal["stroke"]
        assert float(glow["strokeWidth"][:-2]) > float(legal["strokeWidth"][:-2])  # seen around what can be claimed
        page.click(".found .choice:has-text('Boston to Montréal')")
        page.wait_for_selector(".asking .choice")
        title = page.inner_text(".asking .sheet-title")
        assert title in {f"Pay 2 cards for {' to '.join(tracks[i].cities)}, gray (2 points)" for i in twins}
        page.click("[data-tool=hint]")
        page.wait_for_selector(".hint-choice")
        check_apart(page, ".board", ".market", ".hand", ".prompt", ".seats", ".asking", ".beside")
        page.set_viewport_size(UPRIGHT)
        check_apart(page, ".board", ".market", ".hand", ".prompt", ".seats", ".tickets", ".asking", ".beside")


def test_windows_of_all_sizes_show_everything(browser: Browser, address: str, client: Client) -> None:
    seat = Seat(client, "europe")
    seat.play_to(lambda state: state["stage"] == "turn")
    with visit(browser, address, seat, viewport=LAPTOP) as page:
        page.wait_for_selector("text=Your turn")
        for width, height in DESKS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SIDEWAYS_SCROLL) <= 0
            window = {"left": 0.0, "top": 0.0, "right": float(width), "bottom": float(height)}
            check_apart(page, ".board", ".market", ".hand", ".prompt", ".seats", ".tickets", ".log")
            check_inside(page, window, ".board", ".market", ".hand .pile", ".tools .tool:not([hidden])", ".log")
        assert page.locator(".market .card").first.bounding_box()["width"] < 60  # type: ignore[index]
        page.set_viewport_size({"width": 1920, "height": 1080})
        assert page.locator(".market .card").first.bounding_box()["width"] > 65  # type: ignore[index]


@pytest.mark.parametrize("window", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_on_a_phone_the_board_stays_in_view(
    browser: Browser, address: str, client: Client, window: dict[str, int]
) -> None:
    seat = Seat(client, "usa")
    seat.play_to(lambda state: state["stage"] == "turn" and state["turn"] > 1)
    with visit(browser, address, seat, viewport=window, has_touch=True, is_mobile=True) as page:
        page.wait_for_selector("text=Your turn")
        assert page.evaluate(SIDEWAYS_SCROLL) <= 0
        tops = {box["top"] for box in boxes(page, ".seat")[".seat"]}
        assert len(tops) == 1  # in one row
        (ticket, *_), (seats,) = boxes(page, ".ticket", ".seats").values()
        assert ticket["top"] >= seats["bottom"]
        small = [
            box for many in boxes(page, ".tools .tool:not([hidden])", ".card-button", ".zoom-buttons button").values()
            for box in many if min(box["right"] - box["left"], box["bottom"] - box["top"]) < LEAST_TARGET - 0.5
        ]  # fmt: skip
        assert small == []
        page.locator(".tickets .ticket").first.scroll_into_view_if_needed()
        page.tap(".tickets .ticket >> nth=0")
        page.wait_for_selector("[data-name=ticket] .track-glow", state="attached")
        page.wait_for_selector(".ticket .told:has-text('to go')")
        page.wait_for_function(SEES_GLOWS)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        glows = boxes(page, "[data-name=ticket] .track-glow")["[data-name=ticket] .track-glow"]
        frame = {"left": 0.0, "top": 0.0, "right": float(window["width"]), "bottom": float(window["height"])}
        assert glows
        assert all(is_within(glow, frame) for glow in glows)


@pytest.mark.parametrize("window", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_a_finger_keeps_the_tickets_that_it_touches(
    browser: Browser, address: str, client: Client, window: dict[str, int]
) -> None:
    """A ticket that is pointed at is higher than others, but nothing moves below a finger that presses."""
    seat = Seat(client, "usa")
    seat.play_to(lambda state: state["stage"] == "keep")
    with visit(browser, address, seat, viewport=window, has_touch=True, is_mobile=True) as page:
        page.wait_for_selector(".offer")
        for offer in range(3):
            page.tap(f".offer >> nth={offer}")
            page.wait_for_selector(f".offer >> nth={offer} >> .told:has-text('to go')")
            checked = [box.is_checked() for box in page.locator(".offer input").all()]
            assert checked == [place <= offer for place in range(3)]
            assert page.locator(".offer .told").count() == 1


def test_every_choice_of_a_hint_has_a_meter_of_the_same_width(browser: Browser, address: str, client: Client) -> None:
    seat = Seat(client, "usa")
    state = seat.play_to(lambda state: state["stage"] == "turn")
    action = state["me"]["legal"][0]["action"]
    choices = [
        {"action": action, "words": "draw from the deck", "reason": "", "win_chance": 0.53, "is_about_equal": True}
        for _ in range(3)
    ]
    with visit(browser, address, seat, viewport=LAPTOP, locale="de-DE") as page:
        page.route("**/hint", lambda route: route.fulfill(json={"words": "", "choices": choices}))
        page.wait_for_selector("[data-tool=hint]:not([disabled])")
        page.click("[data-tool=hint]")
        page.wait_for_selector(".hint-choice >> nth=2")
        widths = [box["right"] - box["left"] for box in boxes(page, ".hint-choice meter")[".hint-choice meter"]]
        assert len(widths) == 3
        assert min(widths) >= LEAST_METER


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_first_invitation_is_in_view_with_its_button(browser: Browser, address: str, locale: str) -> None:
    visitor = Visitor(browser, address, viewport=LAPTOP, locale=locale)
    visitor.begin(seats=["here", "link", "rule"], names=["Ada", "Eve", "Bot"])
    visitor.page.wait_for_selector(".invite-line >> nth=2")
    (sheet,) = boxes(visitor.page, ".beside")[".beside"]
    first = boxes(visitor.page, ".invite-line input", ".invite-line button")
    assert all(is_within(many[0], sheet) for many in first.values())
    visitor.context.close()


def test_a_finger_beside_a_track_finds_it(browser: Browser, address: str, client: Client) -> None:
    seat = Seat(client, "usa")
    seat.play_to(
        lambda state: (
            sum(choice["kind"] == "claim" for choice in state["me"]["legal"]) >= CLAIMABLE and state["stage"] == "turn"
        )
    )
    with visit(browser, address, seat, viewport=UPRIGHT, has_touch=True, is_mobile=True) as page:
        page.wait_for_selector("path.target.legal", state="attached")
        page.tap("[aria-label='Show the whole board']")
        page.wait_for_selector(".board > svg:not(.enlarged)")
        tracks = page.evaluate(TRACKS)
        assert len(tracks) >= CLAIMABLE
        for number, track in enumerate(tracks[:8]):
            point = track["points"][number % 3]
            right, down = [(1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)][number]
            page.touchscreen.tap(point["x"] + FINGER * right, point["y"] + FINGER * down)
            page.wait_for_selector(".beside .choice")
            offered = page.locator(".beside .choice").all_inner_texts()
            assert any(track["name"] in text for text in offered), (track["name"], offered)
            assert len(offered) <= 5
            page.tap(".beside .sheet-close")
            page.wait_for_selector(".beside", state="hidden")
        assert seat.look()["stage"] == "turn"  # a touch alone claims nothing


def test_at_the_end_everybody_sees_their_own_total(browser: Browser, address: str, client: Client) -> None:
    game, _ = client.new_game(["rule", "rule", "random"], board="germany", seed=1)
    while not (state := client.look(game))["is_over"]:
        pass
    names, totals = state["names"], state["result"]["scores"]
    assert totals != state["result"]["routes"]  # tickets count
    visitor = Visitor(browser, address, viewport=UPRIGHT)
    page = visitor.page
    page.goto(f"{address}#/result/{game}")
    page.wait_for_selector(".score-card >> nth=2")
    assert page.evaluate(SIDEWAYS_SCROLL) <= 0
    shown = page.locator(".score-card-head .sum").all_inner_texts()
    assert sorted(int(text.replace("−", "-")) for text in shown) == sorted(totals)
    window = {"left": 0.0, "top": -1e9, "right": float(UPRIGHT["width"]), "bottom": 1e9}
    check_inside(page, window, ".score-card-head .sum", ".score-cards dd")
    paid = [sum(seat.values()) for seat in state["passenger_points"]]
    assert paid == [bonus["passengers"] for bonus in state["result"]["bonuses"]]
    colors = {color for seat in state["passenger_points"] for color in seat}
    told = set(page.locator(".score-cards .chip").evaluate_all("nodes => nodes.map((node) => node.dataset.color)"))
    assert told == colors
    label = page.get_attribute(".chart svg[role=img]", "aria-label") or ""
    scores = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    assert label.endswith(scores.replace(" -", " −"))
    legend = page.locator(".chart-names li").all_inner_texts()
    assert all(name in text for name, text in zip(names, legend, strict=True))
    page.set_viewport_size(LAPTOP)
    page.wait_for_selector(".score-sheet")
    page.goto(f"{address}#/replay/{game}/{state['steps']}")
    page.wait_for_function(
        "scores => [...document.querySelectorAll('.seat-points')].map((node) => Number(node.textContent)).join() "
        "=== scores.join()",
        arg=totals,
    )
    visitor.context.close()
    assert visitor.troubles == []


def test_what_a_card_button_shows_is_in_its_name_or_not_spoken(browser: Browser, address: str, client: Client) -> None:
    seat = Seat(client, "usa")
    with visit(browser, address, seat, viewport=LAPTOP) as page:
        page.wait_for_selector(".market .card-button .card")
        spoken = page.locator(".market .card-button").evaluate_all(
            "nodes => nodes.map((node) => [...node.children].every((part) => part.ariaHidden === 'true'))"
        )
        assert all(spoken)
        assert len(spoken) == 7
