"""Colours and marks that everybody can tell apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from railwright.draw.marks import COLOR_MARKS, seat_mark
from railwright.draw.palette import DARK, LIGHT, SEAT_FILLS, TRACK_FILLS, Theme, ink_on
from railwright.game.colors import COLORS, PASSENGER_COLORS, TRACK_COLORS

Array = NDArray[np.float64]

VISION = {
    "full": np.eye(3),
    "no red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""How light looks to people who lack one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1)."""
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def light(color: str) -> Array:
    parts = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(linear: Array) -> Array:
    """CIE L*a*b* coordinates."""
    ratio = TO_XYZ @ np.clip(linear, 0, 1) / TO_XYZ.sum(axis=1)
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def least_difference(colors: list[str], vision: str) -> float:
    seen = [lab(VISION[vision] @ light(color)) for color in colors]
    return min(float(np.linalg.norm(one - two)) for one, two in combinations(seen, 2))


@pytest.mark.parametrize("vision", VISION)
def test_track_colours_differ_for_everybody(vision: str) -> None:
    assert least_difference(list(TRACK_FILLS.values()), vision) > 24


@pytest.mark.parametrize("vision", VISION)
def test_seat_colours_differ_for_everybody(vision: str) -> None:
    assert least_difference(list(SEAT_FILLS), vision) > 28


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_outlines_stand_out_from_the_ground(theme: Theme) -> None:
    for ground in (theme.land, theme.background, theme.sea, theme.abroad):
        assert np.linalg.norm(lab(light(theme.ink)) - lab(light(ground))) > 60


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_land_sea_and_other_countries_differ(theme: Theme) -> None:
    for vision in VISION:
        assert least_difference([theme.land, theme.sea, theme.abroad], vision) > 4


@pytest.mark.parametrize("fill", [*TRACK_FILLS.values(), *SEAT_FILLS])
def test_marks_are_read_on_their_colour(fill: str) -> None:
    bright, dim = sorted((float(TO_XYZ[1] @ light(fill)), float(TO_XYZ[1] @ light(ink_on(fill)))), reverse=True)
    assert (bright + 0.05) / (dim + 0.05) > 3  # WCAG 2.1, 1.4.11: contrast of graphics


def test_every_colour_has_its_own_mark_and_gray_has_none() -> None:
    assert set(COLOR_MARKS) == set(COLORS)
    assert len(set(COLOR_MARKS.values())) == len(COLORS)
    assert set(TRACK_FILLS) == set(TRACK_COLORS)
    assert set(PASSENGER_COLORS) <= set(TRACK_FILLS)


def test_seats_have_different_numbers() -> None:
    assert len({seat_mark(seat) for seat in range(9)}) == 9
