"""Station names for printing on a board: in a readable script, and without codes or suffixes."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from railwright.mapmaker.osm.extract.tags import Tags

LONGEST = 200
"""Maximum length of a name, in characters."""
READABLE = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts supported by a board's fonts, by their Unicode names."""
TRANSLATIONS = ("name:en", "int_name", "name:latin", "name:fr", "name:de", "name:es", "name:pt", "name:it")
"""Alternative tags for a name in another script, best first; all tags marked as romanised come after them."""
ROMANISED = re.compile(r"^name:[a-z-]+([-_](latn|rm|pinyin|romaji|translit))$", re.IGNORECASE)
FEWEST_LETTERS = 3
"""Minimum number of letters for the readable part of a name in two scripts to be used on its own."""

LINE_CODES = re.compile(r"^(?:[A-Z]{1,3}[0-9]{1,3}[A-Z]? +)+(?=\S)")
"""Station codes before a name, as in ``KB04 Bandar Tasik Selatan``."""
WHAT_IT_IS = re.compile(r"\s+(?:railway|railroad|train) (?:station|halt)$", re.IGNORECASE)
FOREIGN_BRACKETS = re.compile(r"\s*[(\[（]([^()\[\]（）]*)[)\]）]\s*")


def station_name(tags: Tags, language: str | None = None) -> str:
    """The name to print, in a language if it has one in it; empty if the station has none."""
    return WHAT_IT_IS.sub("", _without_line_codes(place_name(tags, language), tags))[:LONGEST].strip()


def place_name(tags: Tags, language: str | None = None) -> str:
    """The name of a place, in a language if it has one in it and in a readable script; empty if it has no name."""
    asked = _tidy(tags.get(f"name:{language}", "")) if language else ""
    if asked and _is_readable(asked):
        return asked
    name = _tidy(tags.get("name", ""))
    if not name or not _is_readable(name):
        name = _translated(tags) or _readable_part(name) or name
    return name


def _tidy(text: str) -> str:
    """The text without control characters (Unicode categories C*) and superfluous spaces."""
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    return " ".join(visible.split())


@cache
def _is_readable_letter(letter: str) -> bool:
    return not letter.isalpha() or unicodedata.name(letter, "").startswith(READABLE)


def _is_readable(text: str) -> bool:
    return all(_is_readable_letter(letter) for letter in text)


def _translated(tags: Tags) -> str:
    """A name in a readable script from another tag; the first one if the tag lists several."""
    for key in (*TRANSLATIONS, *sorted(key for key in tags if ROMANISED.match(key))):
        name = _tidy(tags.get(key, "").split(",")[0])
        if name and _is_readable(name):
            return name
    return ""


def _readable_part(name: str) -> str:
    """The readable part of a name in two scripts; empty if it is too short to be a name."""
    outside = FOREIGN_BRACKETS.sub(lambda part: part[0] if _is_readable(part[1]) else " ", name)
    part = " ".join(word for word in outside.split() if _is_readable(word)).strip(" -/,;")
    return part if sum(letter.isalpha() for letter in part) >= FEWEST_LETTERS else ""


def _without_line_codes(name: str, tags: Tags) -> str:
    """The name without leading line codes, if another tag shows that they are not part of it."""
    codes = LINE_CODES.match(name)
    if not codes:
        return name
    first = codes[0].split()[0]
    others = (value for key, value in tags.items() if key.startswith("name:"))
    is_code = first in re.split(r"[;, ]+", tags.get("ref", "")) or any(first not in other for other in others)
    return name[codes.end() :] if is_code else name
