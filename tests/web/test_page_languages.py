"""The page in other languages, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from railwright.say import Said, Tagged, both, items, say
from web.visiting import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.slow

DRAWN = "{who} drew {count, plural, =0 {nothing} one {# card} other {# cards}}{where, select, deck { unseen} other {}}."
TEXTS: list[Said] = [
    say("Ready."),
    *(say(DRAWN, who="Ada", count=count, where="") for count in (0, 1, 2, 1234)),
    say(DRAWN, who="deck", count=1, where=say("deck")),
    say(DRAWN, who="Ada", count=1, where=Tagged(say("deck"), "name")),
    *(say("{all}", all=items("ABC"[:count], "and")) for count in range(4)),
    say("{all}", all=items([1, say("b"), Tagged("c", "card", "red")], "or")),
    say("{all}", all=items([say("{n} red", n=2), "b"], " + ")),
    say("open", "ticket"),
]
"""The same in Python and in the page."""

SPEAK = """async ([texts, catalogue]) => {
  const { spoken, spokenParts } = await import(new URL("static/page/kit/say.js", document.baseURI));
  return texts.map((text) => [spoken(text), spokenParts(text)]);
}"""

GERMAN = {
    DRAWN: "{who, select, Sie {Sie haben} other {{who} hat}} {count, plural, one {# Karte} other {# Karten}} gezogen"
    "{where, select, deck { (verdeckt)} other {}}.",
    "open": "geöffnet",
    "open @ ticket": "offen",
    "Language": "Sprache",
    "there is no such game": "dieses Spiel gibt es nicht",
    "The server answered {status}.": "Der Server hat mit {status} geantwortet.",
}

REFUSED = """async () => {
  const { about } = await import(new URL("static/page/kit/api.js", document.baseURI));
  return about("x").catch(({ name, message }) => [name, message]);
}"""


@pytest.fixture
def german(browser: Browser, address: str) -> Iterator[Visitor]:
    """A person whose browser is German, with a catalogue of this test."""
    found = Visitor(browser, address, locale="de-AT")
    _translate(found.context)
    found.page.reload()
    yield found
    found.context.close()


def _translate(context: BrowserContext) -> None:
    """Give the pages of a person the catalogue of this test."""
    body = json.dumps({"language": "Deutsch", "texts": GERMAN})
    context.route("**/assets/page-*.json", lambda route: route.fulfill(content_type="application/json", body=body))


def _spoken(visitor: Visitor, texts: list[Said]) -> Any:
    return visitor.page.evaluate(SPEAK, [[text.to_json() for text in texts], {}])


def test_the_page_says_in_english_what_python_says(visitor: Visitor) -> None:
    assert [text for text, _ in _spoken(visitor, TEXTS)] == [str(text) for text in TEXTS]
    assert visitor.page.evaluate("document.documentElement.lang") == "en"


def test_tagged_parts_stay_tagged(visitor: Visitor) -> None:
    red = Tagged(say("red"), "card", "red")
    [[_, parts]] = _spoken(visitor, [say("took {card} face up", card=red)])
    assert parts == ["took ", {"text": "red", "kind": "card", "color": "red"}, " face up"]


def test_texts_are_said_in_the_language_of_the_browser(german: Visitor) -> None:
    texts = [TEXTS[3], TEXTS[4], TEXTS[6], say("open"), say("open", "ticket"), say("not in the catalogue"), TEXTS[10]]
    assert [text for text, _ in _spoken(german, texts)] == [
        "Ada hat 2 Karten gezogen.", "Ada hat 1.234 Karten gezogen.", "Ada hat 1 Karte gezogen (verdeckt).",
        "geöffnet", "offen", "not in the catalogue", "A, B und C",
    ]  # fmt: skip
    assert german.page.evaluate("document.documentElement.lang") == "de"


def test_the_language_is_chosen_in_the_settings(browser: Browser, address: str) -> None:
    """By a person whose settings stay as they are, unlike those of other visitors of tests."""
    context = browser.new_context(locale="de-DE")
    _translate(context)
    page = context.new_page()
    page.goto(address)
    for label, chosen, code in (("Sprache / Language", "English", "en"), ("Language", "Deutsch", "de")):
        page.click(".preferences summary")
        with page.expect_navigation():
            page.get_by_label(label).select_option(label=chosen)
        page.wait_for_selector(".preferences summary")
        assert page.evaluate("document.documentElement.lang") == code
    context.close()


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (both("message", say("there is no such game")), ["unknown-game", "dieses Spiel gibt es nicht"]),
        (both("message", "as it is"), ["unknown-game", "as it is"]),
        ({}, ["unknown-game", "Der Server hat mit 404 geantwortet."]),
    ],
)
def test_refusals_are_said_in_the_language_of_the_browser(
    german: Visitor, body: dict[str, Any], error: list[str]
) -> None:  # fmt: skip
    refusal = json.dumps({"error": "unknown-game", **body})
    german.page.route(
        "**/api/games/x/about",
        lambda route: route.fulfill(status=404, content_type="application/json", body=refusal),
    )
    assert german.page.evaluate(REFUSED) == error
