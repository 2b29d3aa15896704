"""Prepares text for printing: joins Arabic letters and reorders right-to-left text."""

from __future__ import annotations

import unicodedata
from functools import cache

FORMS = range(0xFB50, 0xFEFD)
"""Unicode range of the Arabic presentation forms, which decompose into the plain letters."""


def on_paper(text: str) -> str:
    """The characters of a line in visual order, from left to right, and in their joined forms."""
    if not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        return text
    from fpdf.bidi import BidiParagraph

    return BidiParagraph(joined(text)).get_reordered_string()


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The joined forms (isolated, initial, medial, final) of letters, and of the lam-alef ligatures."""
    forms: dict[str, dict[str, str]] = {}
    for code in FORMS:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        plain = "".join(chr(int(letter, 16)) for letter in letters)
        if len(plain) == 1 or (len(plain) == 2 and plain[0] == "\u0644" and plain[1] in "\u0622\u0623\u0625\u0627"):
            forms.setdefault(plain, {}).setdefault(kind.strip("<>"), chr(code))
    return {plain: kinds for plain, kinds in forms.items() if "final" in kinds}


def joined(text: str) -> str:
    """The text with every Arabic letter in the form that its neighbours require."""
    forms, parts = _forms(), _parts(text)
    shown = []
    for k, part in enumerate(parts):
        if part not in forms:
            shown.append(part)
            continue
        before = next((p for p in reversed(parts[:k]) if not unicodedata.combining(p[0])), "")
        after = next((p for p in parts[k + 1 :] if not unicodedata.combining(p[0])), "")
        linked = "initial" in forms.get(before, {})
        links = "initial" in forms[part] and after in forms
        kind = {(False, False): "isolated", (False, True): "initial", (True, True): "medial", (True, False): "final"}
        shown.append(forms[part].get(kind[linked, links], part))
    return "".join(shown)


def _parts(text: str) -> list[str]:
    """Single characters, but with lam and alef together, which always form a ligature."""
    parts: list[str] = []
    for letter in text:
        if parts and parts[-1] + letter in _forms():
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts
