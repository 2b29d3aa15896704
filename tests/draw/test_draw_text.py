"""Widths and breaks of names."""

from __future__ import annotations

import pytest

from railwright.draw.text import broken, shortened, text_width


def test_accents_do_not_change_the_width() -> None:
    assert text_width("Zürich", 10) == text_width("Zurich", 10)
    assert text_width("Hradec Králové", 10) == text_width("Hradec Kralove", 10)


def test_wide_letters_are_wider() -> None:
    assert text_width("Wimm", 10) > text_width("Will", 10)
    assert text_width("東京", 10) > 20
    assert text_width("", 10) == 0


def test_widths_grow_with_the_size() -> None:
    assert text_width("Denver", 20) == pytest.approx(2 * text_width("Denver", 10))


def test_long_names_are_shortened() -> None:
    assert shortened("Denver") == "Denver"
    assert len(shortened("x" * 100)) == 26


def test_names_break_near_their_middle() -> None:
    assert broken("Salt Lake City") in (("Salt Lake", "City"), ("Salt", "Lake City"))
    assert broken("Castrop-Rauxel") == ("Castrop-", "Rauxel")
    assert broken("Denver") is None
    assert broken(" -") is None
