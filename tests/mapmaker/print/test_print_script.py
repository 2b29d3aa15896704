"""Scripts that join their letters or run from right to left."""

from __future__ import annotations

from railwright.mapmaker.print.script import joined, on_paper


def test_arabic_letters_are_joined() -> None:
    assert joined("\u0628\u0628\u0628") == "\ufe91\ufe92\ufe90"  # beh at the start, in the middle, at the end
    assert joined("\u0628") == "\ufe8f"
    assert joined("\u062f\u0628") == "\ufea9\ufe8f"  # dal does not join to the next letter
    assert joined("\u0628 \u0628") == "\ufe8f \ufe8f"
    assert joined("\u0644\u0627") == "\ufefb"  # lam and alef are one sign
    assert joined("\u0628\u0644\u0627") == "\ufe91\ufefc"
    assert joined("\u0628\u064e\u0628") == "\ufe91\u064e\ufe90"  # a vowel sign does not part two letters


def test_words_run_from_right_to_left() -> None:
    assert on_paper("\u05d0\u05d1") == "\u05d1\u05d0"
    assert on_paper("Tel \u05d0\u05d1 x") == "Tel \u05d1\u05d0 x"
    assert on_paper("Köln – Łódź") == "Köln – Łódź"
