"""Printed train cards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from mapmaker.print.pdf_reader import Pdf
from mapmaker.print.test_print_document import rgb, small_board
from railwright.draw.marks import COLOR_MARKS, LOCOMOTIVE_MARK
from railwright.draw.palette import LIGHT, TRACK_FILLS
from railwright.draw.projection import Points
from railwright.game.board import Board
from railwright.game.colors import COLORS
from railwright.mapmaker.print.pdf_document import Printed, make_document
from railwright.mapmaker.print.shapes import Form
from railwright.mapmaker.print.signs import sign_rings
from railwright.mapmaker.print.train_cards import train_deck
from railwright.maps.load import load_ruleset


def train_cards(board: Board, card_paper: str) -> tuple[Printed, Pdf]:
    document = make_document(
        board, paper="poster", cards=False, train_cards=True, card_paper=card_paper, compressed=False
    )
    return document, Pdf(document.pdf)


@pytest.mark.parametrize(("paper", "size", "count"), [("a4", (210, 297), 7), ("letter", (215.9, 279.4), 10)])
def test_the_deck_of_the_rules_is_printed_with_colours_marks_and_names(
    paper: str, size: tuple[float, float], count: int
) -> None:
    document, pdf = train_cards(small_board(), paper)
    _, *cards = pdf.pages
    assert len(cards) == document.train_card_pages == count
    assert all(sorted((page.width, page.height)) == pytest.approx(size, abs=0.1) for page in cards)
    expected = dict.fromkeys(COLORS, 12) | {"locomotive": 14}
    shown = Counter(text for page in cards for text in page.text)
    assert {name: shown[name] for name in expected} == expected
    windows = [window for page in cards for window in page.windows]
    assert len(windows) == document.train_cards == 110
    assert all(window[2:] == pytest.approx((44, 68), abs=0.01) for window in windows)
    for color in COLORS:
        panels = [p for page in cards for p in page.paths if p.color == rgb(TRACK_FILLS[color]) and is_panel(p.rings)]
        assert len(panels) == 12


def is_panel(rings: list[Points]) -> bool:
    return bool((np.ptp(rings[0], axis=0) > (30, 50)).all())


def test_the_numbers_of_cards_are_those_of_the_boards_rules() -> None:
    rules = load_ruleset("usa").to_dict() | {"name": "other", "cards_per_color": 9, "locomotives": 5}
    document, pdf = train_cards(small_board(ruleset=rules), "a3")
    shown = Counter(text for page in pdf.pages[1:] for text in page.text)
    assert document.train_cards == 9 * 8 + 5
    assert {name: shown[name] for name in COLORS} == dict.fromkeys(COLORS, 9)
    assert shown["locomotive"] == 5


def test_every_colour_has_its_own_mark_in_the_middle_and_in_the_corners() -> None:
    deck = train_deck(load_ruleset("usa"), LIGHT)
    marks = [COLOR_MARKS[color] for color in COLORS] + [LOCOMOTIVE_MARK]
    for card, path in zip([*deck[:96:12], deck[-1]], marks, strict=True):
        rings = sign_rings(path)
        alike = [shape for shape in card if isinstance(shape, Form) and is_scaled(shape.rings, rings)]
        assert len(alike) == 5


def is_scaled(rings: tuple[Points, ...], others: tuple[Points, ...]) -> bool:
    """Whether one drawing is the other, moved and scaled."""
    if [ring.shape for ring in rings] != [ring.shape for ring in others]:
        return False
    one, two = np.concatenate(rings), np.concatenate(others)
    scale = np.ptp(one, axis=0)[0] / np.ptp(two, axis=0)[0]
    return bool(np.allclose(one - one.min(axis=0), scale * (two - two.min(axis=0))))


def test_train_cards_are_printed_only_if_asked_for() -> None:
    document = make_document(small_board(), paper="poster", cards=False)
    assert (document.train_cards, document.train_card_pages) == (0, 0)
