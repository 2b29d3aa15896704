"""The page in other languages, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest

from railwright.say import Said, Tagged, both, items, say, tagged
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

LOGGED = """async (said) => {
  const { sentenceNodes, sentencesOf } = await import(new URL("static/page/panels/log.js", document.baseURI));
  const line = document.createElement("p");
  line.append(...sentenceNodes(sentencesOf({ step: 0, seat: 0, words: [], said: [said] })[0]));
  return line.innerHTML;
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


@pytest.mark.parametrize(
    "text",
    [
        say("{nothing}{count} {what}: {who}!", nothing="", count=2, what=say("cards"), who=Tagged("Ada", "name")),
        tagged(say("{who} won {count} games.", who=Tagged("Ada", "name"), count=2), "strong"),
        tagged(say("{cards}", cards=items([Tagged(say("red"), "card", "red"), "2 blue"])), "strong"),
    ],
    ids=str,
)
def test_texts_have_the_parts_of_python(visitor: Visitor, text: Said) -> None:
    """What is tagged inside a tagged text keeps its own tag."""
    parts = [part if isinstance(part, str) else asdict(part) for part in text.pieces()]
    assert _spoken(visitor, [text]) == [[str(text), parts]]


def test_a_name_in_an_important_sentence_of_the_log_is_shown_by_itself(visitor: Visitor) -> None:
    text = tagged(say("{who} won {count} games.", who=Tagged("Ada", "name"), count=2), "strong")
    shown = visitor.page.evaluate(LOGGED, text.to_json())
    assert shown == "<strong>Ada</strong><strong> won 2 games.</strong>"


def test_texts_are_said_in_the_language_of_the_browser(german: Visitor) -> None:
    texts = [TEXTS[3], TEXTS[4], TEXTS[6], say("open"), say("open", "ticket"), say("not in the catalogue"), TEXTS[10]]
    assert [text for text, _ in _spoken(german, texts)] == [
        "Ada hat 2 Karten gezogen.", "Ada hat 1.234 Karten gezogen.", "Ada hat 1 Karte gezogen (verdeckt).",
        "geöffnet", "offen", "not in the catalogue", "A, B und C",
    ]  # fmt: skip
    assert german.page.evaluate("document.documentElement.lang") == "de"


def test_one_missing_card_is_missing_in_the_singular(browser: Browser, address: str) -> None:
    german = Visitor(browser, address, locale="de-AT")
    words = german.page.evaluate(
        """async () => {
          const { wayNodes, wayWords } = await import(new URL("static/page/panels/ways.js", document.baseURI));
          const left = { trains: 5, stations: 0 };
          return [{ blue: 1 }, { blue: 2 }, { blue: 1, any: 1 }].map((missing) => {
            const way = { ticket: 0, tracks: [1], trains: 2, missing };
            const words = wayWords(way, left).replaceAll("\\u00a0", " ");
            return [words, wayNodes(way, left).map((node) => node.textContent).join("|")];
          });
        }"""
    )
    german.context.close()
    assert words == [
        ["noch 2 Waggons, es fehlt 1 × Blau", "noch 2 Waggons,|es fehlt |1"],
        ["noch 2 Waggons, es fehlen 2 × Blau", "noch 2 Waggons,|es fehlen |2"],
        ["noch 2 Waggons, es fehlen 1 × Blau, 1 × beliebig", "noch 2 Waggons,|es fehlen |1|1 beliebige"],
    ]


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
