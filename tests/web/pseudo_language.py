"""A language for tests, in which everything that is translated can be seen: its texts stand in brackets.

What stands outside of brackets in a page was never translated: a name, a number, or a mistake.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from programs import load_tool
from railwright.maps.load import board_names, load_board
from railwright.players.levels.characters import LEVEL_FACES
from railwright.say import Parts, Placeholder, parse

OPENING, CLOSING = "⟦", "⟧"

NAMES = {"Railwright", "English", "Deutsch", "Language", "Ada", "Eve", "Bot", "rule", "und", "oder"}
"""Names in these tests, besides those of boards, cities and levels; and words that the browser puts into lists."""

_WORD = re.compile(r"[^\W\d_]{2,}")

OUTSIDE = """() => {
  const isSeen = (node) => node.closest('option')?.parentElement.getClientRects().length
    || (node.getClientRects().length && getComputedStyle(node).visibility !== 'hidden');
  const outside = (text) => text.replace(/⟦[^⟦⟧]*⟧/g, '\\n');
  const found = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.parentElement;
    if (at.closest('script, style, noscript, code, kbd')) continue;
    if (at.matches('title, desc') || isSeen(at)) found.push(outside(node.data));
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const node of document.querySelectorAll(`[${name}]`)) {
      if (isSeen(node)) found.push(outside(node.getAttribute(name)));
    }
  }
  return found;
}"""
"""All text that can be seen or heard, outside of brackets."""


def catalogue() -> dict[str, Any]:
    """The catalogue of the language, which is complete."""
    texts = {key: bracketed(parse(key.rsplit(" @ ", 1)[0])) for key in load_tool("texts").collect()}
    return {"language": "Deutsch", "texts": texts}


def bracketed(parts: Parts) -> str:
    """A pattern with brackets around its own words, and none around the values."""
    return "".join(
        _placeholder(part) if isinstance(part, Placeholder) else re.sub(r"(.*\w.*)", rf"{OPENING}\1{CLOSING}", part)
        for part in parts
    )


def _placeholder(part: Placeholder) -> str:
    if not part.kind:
        return f"{{{part.name}}}"
    forms = " ".join(f"{label} {{{bracketed(form)}}}" for label, form in part.forms.items())
    return f"{{{part.name}, {part.kind}, {forms}}}"


def serve_catalogue(route: Any) -> None:
    """Answer a request for a catalogue of the page."""
    route.fulfill(content_type="application/json", body=json.dumps(catalogue()))


def untranslated(page: Any) -> list[str]:
    """Words of a page outside of brackets that are no names."""
    known = {word for name in known_names() | NAMES for word in _WORD.findall(name)}
    texts = "\n".join(page.evaluate(OUTSIDE)).split("\n")
    return sorted({text.strip() for text in texts if any(word not in known for word in _WORD.findall(text))})


@cache
def known_names() -> set[str]:
    """Names of boards, cities, and computer players of a level."""
    boards = [load_board(name) for name in board_names()]
    places = {name for board in boards for name in (board.name, board.title, *(city.name for city in board.cities))}
    return places.union(*(face.names for face in LEVEL_FACES.values()))
