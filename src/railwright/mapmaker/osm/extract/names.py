"""Names of stations that can be printed on a board: readable, without what stands around the name itself."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from railwright.mapmaker.osm.extract.tags import Tags

LONGEST = 200
"""Characters of a name, at most."""
READABLE = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts that a board's fonts have; their names as Unicode spells them."""
TRANSLATIONS = ("name:en", "int_name", "name:latin", "name:fr", "name:de", "name:es", "name:pt", "name:it")
"""Tags to take a name from when it is in another script, best first; then all that are marked as romanised."""
ROMANISED = re.compile(r"^name:[a-z-]+([-_](latn|rm|pinyin|romaji|translit))$", re.IGNORECASE)
FEWEST_LETTERS = 3
"""Letters that the readable part of a name in two scripts must have to stand alone."""

LINE_CODES = re.compile(r"^(?:[A-Z]{1,3}[0-9]{1,3}[A-Z]? +)+(?=\S)")
"""Numbers of a station on its lines, as in ``KB04 Bandar Tasik Selatan``."""
WHAT_IT_IS = re.compile(r"\s+(?:railway|railroad|train) (?:station|halt)$", re.IGNORECASE)
FOREIGN_BRACKETS = re.compile(r"\s*[(\[（]([^()\[\]（）]*)[)\]）]\s*")


def station_name(tags: Tags) -> str:
    """The name to print, or nothing where the station has none."""
    name = _tidy(tags.get("name", ""))
    if not name or not _is_readable(name):
        name = _translated(tags) or _readable_part(name) or name
    return WHAT_IT_IS.sub("", _without_line_codes(name, tags))[:LONGEST].strip()


def _tidy(text: str) -> str:
    """Without control characters (of categories C* in Unicode) and superfluous blanks."""
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    return " ".join(visible.split())


@cache
def _is_readable_letter(letter: str) -> bool:
    return not letter.isalpha() or unicodedata.name(letter, "").startswith(READABLE)


def _is_readable(text: str) -> bool:
    return all(_is_readable_letter(letter) for letter in text)


def _translated(tags: Tags) -> str:
    """A name in a readable script from another tag; of several with commas between them the first."""
    for key in (*TRANSLATIONS, *sorted(key for key in tags if ROMANISED.match(key))):
        name = _tidy(tags.get(key, "").split(",")[0])
        if name and _is_readable(name):
            return name
    return ""


def _readable_part(name: str) -> str:
    """What remains of a name in two scripts without the other script, if that is a name in itself."""
    outside = FOREIGN_BRACKETS.sub(lambda part: part[0] if _is_readable(part[1]) else " ", name)
    part = " ".join(word for word in outside.split() if _is_readable(word)).strip(" -/,;")
    return part if sum(letter.isalpha() for letter in part) >= FEWEST_LETTERS else ""


def _without_line_codes(name: str, tags: Tags) -> str:
    """Without leading line codes, where another tag shows that these are not part of the name."""
    codes = LINE_CODES.match(name)
    if not codes:
        return name
    first = codes[0].split()[0]
    others = (value for key, value in tags.items() if key.startswith("name:"))
    is_code = first in re.split(r"[;, ]+", tags.get("ref", "")) or any(first not in other for other in others)
    return name[codes.end() :] if is_code else name
