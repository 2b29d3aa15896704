"""People at one table, each with a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest

from railwright.players.levels.levels import LEVELS
from waiting import HANG_SECONDS
from web.clicking import LOOK, Clicker
from web.qr_reading import read_qr_code
from web.serving import KEY
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def guest(browser: Browser, address: str) -> Iterator[Visitor]:
    found = Visitor(browser, address)
    yield found
    found.context.close()
    assert found.troubles == []


@pytest.fixture(scope="module")
def visitor_page(browser: Browser, address: str) -> Iterator[Page]:
    """A page for what needs no game."""
    found = Visitor(browser, address)
    yield found.page
    found.context.close()


def invite(visitor: Visitor, guest: Visitor) -> list[str]:
    """Begin a game of two, which the guest joins; returns the links for the guest, for spectators, and of one's own."""
    visitor.begin(seats=["here", "link"], names=["Ada", "Eve"])
    visitor.page.wait_for_selector(".invite-line")
    fields = visitor.page.locator(".invite-line input")
    links: list[str] = fields.evaluate_all("fields => fields.map((field) => field.value)")
    guest.page.goto(links[0])
    guest.page.wait_for_selector("text=Waiting for Ada")
    return links


@pytest.fixture
def nameless(browser: Browser, address: str) -> Iterator[Visitor]:
    """Somebody with a German browser who has given no name."""
    found = Visitor(browser, address, name="", locale="de-DE")
    yield found
    found.context.close()
    assert found.troubles == []


def names_of(visitor: Visitor) -> list[str]:
    """The names at the table of a person, as the server has them."""
    kept = visitor.page.evaluate(KEPT)
    seats = httpx.get(f"{visitor.address}api/games/{kept['game']}/about", timeout=HANG_SECONDS).json()["seats"]
    return [seat["name"] for seat in seats]


def all_text(page: Page) -> str:
    """What can be read or heard on the screen of a page, and what it keeps about games."""
    return str(
        page.evaluate(
            """() => {
              const screen = document.getElementById('screen');
              const labelled = [...screen.querySelectorAll('[aria-label], [title]')];
              return [screen.textContent, localStorage.getItem('railwright.games'),
                ...labelled.flatMap((node) => [node.getAttribute('aria-label'), node.title])].join(' | ');
            }"""
        )
    )


def test_people_without_names_are_no_you_to_each_other(nameless: Visitor, guest: Visitor) -> None:
    page = nameless.page
    nameless.shorten(trains=3)
    nameless.begin(seats=["here", "link"])
    page.wait_for_selector(".invite-name >> text=Person 2")
    guest.page.goto(page.locator(".invite-line input").first.input_value())
    guest.page.wait_for_selector("text=Waiting for Person 1")
    assert page.locator(".seat-name").first.inner_text() == "Person 1 (du)"
    assert guest.page.locator(".seat-name").last.inner_text() == "Person 2 (you)"
    finish(nameless.address, nameless, guest)
    for person in (nameless, guest):
        person.page.wait_for_selector(".score-sheet")
        assert not re.search(r"\b(Du|You)\b", all_text(person.page))
    page.wait_for_selector("text=Noch da: Person 2.")
    page.click("button >> text=Revanche")
    page.wait_for_selector(".seat-name >> text=Person 1 (du)")
    guest.page.click("a >> text=Join the rematch")
    guest.page.wait_for_selector(".seat-name >> text=Person 2 (you)")
    assert guest.page.locator(".seat-name >> text=Person 1").count() == 1


def test_somebody_who_joins_a_table_of_computers_is_not_named_after_its_host(visitor: Visitor) -> None:
    visitor.begin(seats=["link", "rule"])
    assert names_of(visitor) == ["Player 1", "The Commuter"]


def test_whoever_plays_alone_without_a_name_is_called_you_in_their_language(nameless: Visitor, guest: Visitor) -> None:
    page = nameless.page
    nameless.begin(seats=["here", "rule"])
    page.wait_for_selector(".seat-name >> text=/^Du$/")
    page.wait_for_selector(".log-lines >> text=/^Du hast zu Beginn/", state="attached")
    game = page.evaluate(KEPT)
    assert "Du, " in game["title"]
    assert names_of(nameless)[0] == "You"
    guest.page.goto(f"{guest.address}#/seat/{game['game']}/{game['here']['0']}")
    guest.page.wait_for_selector(".seat-name >> text=/^You$/")
    guest.page.wait_for_selector(".log-lines >> text=/^You were dealt/", state="attached")


def presence(seat: int, text: str) -> str:
    return f".seat >> nth={seat} >> .presence >> text={text}"


def test_the_seats_show_who_is_here_and_who_watches(visitor: Visitor, guest: Visitor) -> None:
    page = visitor.page
    visitor.begin(seats=["here", "link", "rule"], names=["Ada", "Eve", "Bot"])
    page.wait_for_selector(presence(0, "here"))
    page.wait_for_selector(presence(1, "not here yet"))
    assert page.locator(".presence").count() == 2, "a computer is not a person who comes and goes"
    page.wait_for_selector(".invite-line >> nth=2")
    invitation, watching, _ = page.locator(".invite-line input").evaluate_all("all => all.map((one) => one.value)")
    guest.page.goto(invitation)
    page.wait_for_selector(presence(1, "here"))
    watcher = guest.open(watching.removeprefix(guest.address))
    page.wait_for_selector("text=One person is watching.")
    page.keyboard.press("Escape")
    visitor.picture("presence")
    watcher.close()
    page.wait_for_selector(".watchers", state="hidden")
    guest.page.goto(guest.address)
    page.wait_for_selector(presence(1, "away"))


MODULES = """async (text) => (await import('/static/page/kit/qr-code.js')).qrModules(text)"""


@pytest.mark.parametrize("length", [1, 14, 15, 26, 62, 84, 106, 107, 122, 152, 180, 181, 213])
def test_a_qr_code_can_be_read(visitor_page: Page, length: int) -> None:
    text = ("http://192.168.7.5:8420/#/invitation/" + "tGqY7_w-" * 30)[:length]
    assert read_qr_code(visitor_page.evaluate(MODULES, text)) == text


def test_a_text_that_is_too_long_gets_no_qr_code(visitor_page: Page) -> None:
    assert visitor_page.evaluate(MODULES, "x" * 214) is None


def test_on_this_machine_only_the_links_say_so(visitor: Visitor) -> None:
    visitor.begin(seats=["here", "link"], names=["Ada", "Eve"])
    visitor.page.wait_for_selector("text=These links work on this machine only")
    visitor.picture("links-on-this-machine")
    assert "railwright serve --host 0.0.0.0" in visitor.page.inner_text(".sheet.beside")
    assert visitor.page.locator(".qr-code").count() == 0


def test_in_a_network_the_links_name_the_machine_and_have_qr_codes(visitor: Visitor) -> None:
    answer = {"is_local": False, "origin": "http://192.168.7.5:8420"}
    visitor.page.route("**/api/reach", lambda route: route.fulfill(json=answer))
    visitor.begin(seats=["here", "link"], names=["Ada", "Eve"])
    visitor.page.wait_for_selector("text=in the network of this machine")
    visitor.page.wait_for_selector(".qr-code")
    visitor.picture("links-in-the-network")
    links = visitor.page.locator(".invite-line input").evaluate_all("all => all.map((one) => one.value)")
    assert all(link.startswith("http://192.168.7.5:8420/#/") for link in links)
    assert visitor.page.locator(".qr-code").count() == len(links)


def test_a_late_guest_is_asked_to_watch(visitor: Visitor, guest: Visitor, browser: Browser, address: str) -> None:
    invitation = invite(visitor, guest)[0]
    late = Visitor(browser, address)
    late.page.goto(invitation)
    late.page.wait_for_selector("h1 >> text=This seat is taken")
    late.picture("late-guest")
    late.page.click("a >> text=Watch the game")
    late.page.wait_for_selector("text=Waiting for Ada")
    assert late.page.locator(".hand:visible").count() == 0
    assert [line for line in late.troubles if "409" not in line] == []
    late.context.close()


def test_a_computer_takes_an_absent_seat_and_gives_it_back(visitor: Visitor, guest: Visitor) -> None:
    page = visitor.page
    invite(visitor, guest)
    page.keyboard.press("Escape")
    page.wait_for_selector(".offer")
    seat = guest.page.url
    guest.page.goto(guest.address)
    page.wait_for_selector(presence(1, "away"))
    page.click(".stand-in-button:visible")
    assert page.locator(".sheet.beside select option").evaluate_all("all => all.map((one) => one.value)") == [*LEVELS]
    page.select_option(".sheet.beside select", "beginner")
    visitor.picture("stand-in-offer")
    page.click("text=Let it play")
    page.wait_for_selector(presence(1, "computer (beginner)"))
    Clicker(page).play(claims=0)
    page.wait_for_selector(".log .note >> text=A computer (beginner) plays for Eve from here on.")
    page.wait_for_selector(".log-lines .seat-badge[data-seat='1']")
    visitor.picture("stand-in")
    guest.page.goto(seat)
    guest.page.wait_for_selector(presence(1, "here"))
    page.wait_for_selector(presence(1, "here"))
    for there in (page, guest.page):
        there.wait_for_selector(".log .note >> text=Eve is back.", state="attached")
        lines = there.locator(".log-lines li").all_inner_texts()
        assert lines.index("A computer (beginner) plays for Eve from here on.") < lines.index("Eve is back.")
    assert page.locator(".stand-in-button:visible").count() == 0


def test_a_phrase_appears_at_the_seat_unless_one_does_not_want_to_hear_it(visitor: Visitor, guest: Visitor) -> None:
    page = visitor.page
    invite(visitor, guest)
    guest.page.click("button >> text=Say …")
    guest.page.click(".phrase-list >> text=Good luck!")
    page.wait_for_selector(".seat >> nth=1 >> .bubble >> text=Good luck!")
    page.wait_for_selector("#told >> text=Eve says: Good luck!", state="attached")
    visitor.picture("phrase")
    guest.page.click(".preferences summary")
    guest.page.uncheck("#phrases")
    page.keyboard.press("Escape")
    page.click("button >> text=Say …")
    visitor.picture("phrases")
    page.click(".phrase-list >> text=Ouch!")
    page.wait_for_selector(".seat >> nth=0 >> .bubble >> text=Ouch!")
    Clicker(page).move(page.evaluate(LOOK))
    guest.page.wait_for_selector("#told >> text=Ada drew", state="attached")
    assert guest.page.locator(".bubble >> text=Ouch!").count() == 0, "it came before what Ada did"


def test_everybody_sees_the_time_left_and_what_happens_when_it_is_up(visitor: Visitor, guest: Visitor) -> None:
    page = visitor.page
    visitor.begin(seats=["here", "link"], names=["Ada", "Eve"], minutes=5)
    page.wait_for_selector(".invite-line >> nth=1")
    assert page.locator(".clock").all_inner_texts() == ["5:00", "5:00"]
    assert page.locator(".clock.runs").count() == 0, "Eve has not joined"
    guest.page.goto(page.locator(".invite-line input").first.input_value())
    for there in (page, guest.page):
        there.wait_for_selector(".seat >> nth=0 >> .clock.runs")
    page.keyboard.press("Escape")
    visitor.picture("clock")
    page.goto(visitor.address)
    visitor.wish(clock={"seconds": 1, "increment": 1})
    visitor.begin(seats=["here", "link"], names=["Ada", "Eve"])
    page.wait_for_selector(".invite-line >> nth=1")
    guest.page.goto(page.locator(".invite-line input").first.input_value())
    page.wait_for_selector("#told >> text=You have 2 seconds left.", state="attached")
    page.wait_for_selector(".log .note >> text=The time of Ada is up: a computer (skilled) plays.", state="attached")
    visitor.picture("clock-is-up")


def test_only_whoever_began_the_game_calls_computers(visitor: Visitor, guest: Visitor) -> None:
    invite(visitor, guest)
    visitor.page.goto(visitor.address)
    guest.page.wait_for_selector(presence(0, "away"))
    guest.page.wait_for_selector("text=Waiting for Ada, who is away")
    assert guest.page.locator(".stand-in-button:visible").count() == 0


KEPT = """() => JSON.parse(localStorage.getItem('railwright.games'))[0]"""


def finish(address: str, *people: Visitor) -> None:
    """Play the game that these people have open to its end, for them."""
    kept = [person.page.evaluate(KEPT) for person in people]
    keys = {int(seat): key for one in kept for seat, key in one["here"].items()}
    with httpx.Client(base_url=address, timeout=HANG_SECONDS) as http:
        path = f"/api/games/{kept[0]['game']}"
        while not (state := http.get(path).json())["is_over"]:
            headers = {KEY: keys[state["seat"]]}
            legal = http.get(path, headers=headers).json()["me"]["legal"]
            wish = {"action": legal[-1]["action"], "version": state["version"]}
            assert http.post(f"{path}/actions", json=wish, headers=headers).is_success


def test_everybody_at_the_result_is_offered_the_rematch(
    visitor: Visitor, guest: Visitor, browser: Browser, address: str
) -> None:
    visitor.shorten(trains=3)
    links = invite(visitor, guest)
    somebody = Visitor(browser, address)
    watcher = somebody.page
    watcher.goto(links[1])
    watcher.wait_for_selector("text=Waiting for Ada")
    finish(address, visitor, guest)
    for page in (visitor.page, guest.page, watcher):
        page.wait_for_selector(".score-sheet")
    visitor.page.wait_for_selector("text=Still here: Eve.")
    visitor.picture("rematch")
    visitor.page.click("button >> text=Rematch")
    visitor.page.wait_for_selector("text=Waiting for Eve")
    guest.page.click("a >> text=Join the rematch")
    guest.page.wait_for_selector(".offer")
    assert guest.page.locator(".seat-name").all_inner_texts() == ["Eve (you)", "Ada"]
    assert visitor.page.locator(".seat-name").all_inner_texts() == ["Eve", "Ada (you)"]
    watcher.click("a >> text=Watch the rematch")
    watcher.wait_for_selector("text=Waiting for Eve")
    guest.page.wait_for_selector("text=One person is watching.")
    somebody.context.close()
    assert somebody.troubles == []


LISTEN = """() => {
  window.heard = [];
  window.shown = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    heard.push(this.frequency.value);
    return start.apply(this, when);
  };
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      shown.push(options.body);
    }
  };
  Object.defineProperty(document, 'hidden', {get: () => true});
}"""
"""Note each sound and notification of a page, which is in the background from now on."""


def test_the_turn_is_signalled_only_to_whoever_asked_for_it(browser: Browser, address: str) -> None:
    person = Visitor(browser, address, permissions=["notifications"])
    page = person.page
    page.evaluate(LISTEN)
    person.begin(seats=["here", "rule"])
    clicker = Clicker(page)
    page.wait_for_selector(".offer")
    clicker.play(claims=0)
    assert page.evaluate("[heard, shown]") == [[], []]
    page.click(".preferences summary")
    page.check("#turn-sound")
    page.check("#turn-notification")
    person.picture("turn-signals")
    page.click(".preferences summary")
    page.evaluate("heard.length = 0")
    while not page.evaluate("heard.length"):
        clicker.move(page.evaluate(LOOK))
    assert page.evaluate("shown")[0] == "It is your turn: North America"
    assert len(page.evaluate("heard")) == 2 * len(page.evaluate("shown"))
    assert person.troubles == []
    person.context.close()


def test_an_address_to_call_at_ones_turn_is_set_tested_and_removed(visitor: Visitor) -> None:
    page = visitor.page
    page.click(".preferences summary")
    assert page.locator(".webhook-entry").is_hidden(), "there is no game"
    visitor.begin(seats=["here", "rule"])
    page.wait_for_selector(".offer")
    page.click(".preferences summary")
    page.click(".webhook-entry")
    page.wait_for_selector("text=Nothing is called in this game.")
    assert page.locator(".sheet.beside button:disabled").all_inner_texts() == ["Test", "Remove"]
    page.fill("#webhook-url", "https://localhost:1/")
    page.press("#webhook-url", "Enter")
    page.wait_for_selector(".webhook-state >> text=port")
    assert [line for line in visitor.troubles if "400" not in line] == []
    visitor.troubles.clear()
    page.fill("#webhook-url", "https://localhost:8443/secret")
    page.click(".webhook-form >> text=Save")
    page.wait_for_selector("text=Saved. Your address is called in this game.")
    page.click(".webhook-form >> text=Test")
    page.wait_for_selector("text=It could not be called: it cannot be reached.")
    visitor.picture("webhook")
    page.click(".sheet-close:visible")
    page.click(".preferences summary")
    page.click(".webhook-entry")
    assert page.input_value("#webhook-url") == "https://localhost:8443/secret", "for the next game on this device"
    page.click(".webhook-form >> text=Remove")
    page.wait_for_selector("text=Nothing is called in this game.")
    assert page.input_value("#webhook-url") == ""
