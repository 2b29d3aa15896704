"""Widths and breaks of names."""

from __future__ import annotations

import pytest

from railwright.draw.text import LONGEST_LINE, breaks, broken, text_width


def test_accents_do_not_change_the_width() -> None:
    assert text_width("Zürich", 10) == text_width("Zurich", 10)
    assert text_width("Hradec Králové", 10) == text_width("Hradec Kralove", 10)


def test_wide_letters_are_wider() -> None:
    assert text_width("Wimm", 10) > text_width("Will", 10)
    assert text_width("東京", 10) > 20
    assert text_width("", 10) == 0


def test_widths_grow_with_the_size() -> None:
    assert text_width("Denver", 20) == pytest.approx(2 * text_width("Denver", 10))


def test_long_names_are_broken_and_nothing_is_left_out() -> None:
    for name in ("Frankfurt (Oder) Neuberesinchen", "Sankt Gallen Winkeln Hauptbahnhof Nord", "x" * 80, "ä-" * 40):
        for lines in breaks(name):
            assert len(lines) > 1
            assert max(map(len, lines)) <= LONGEST_LINE
            assert "".join("".join(lines).split()) == "".join(name.split())
    assert breaks("Denver") == (("Denver",),)
    assert ("Salt Lake City",) in breaks("Salt Lake City")


def test_names_break_near_their_middle() -> None:
    assert broken("Salt Lake City", 2) in (("Salt Lake", "City"), ("Salt", "Lake City"))
    assert broken("Castrop-Rauxel", 2) == ("Castrop-", "Rauxel")
    assert broken("Denver", 2) is None
    assert broken(" -", 2) is None
