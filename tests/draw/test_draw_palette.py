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


def difference(one: Array, two: Array) -> float:
    """The colour difference CIEDE2000 (Sharma, Wu and Dalal 2005)."""
    (light_1, a_1, b_1), (light_2, a_2, b_2) = one, two
    seventh = ((np.hypot(a_1, b_1) + np.hypot(a_2, b_2)) / 2) ** 7
    stretch = 1.5 - 0.5 * np.sqrt(seventh / (seventh + 25.0**7))
    chroma_1, chroma_2 = np.hypot(stretch * a_1, b_1), np.hypot(stretch * a_2, b_2)
    hue_1, hue_2 = (np.degrees(np.arctan2(b, stretch * a)) % 360 for a, b in ((a_1, b_1), (a_2, b_2)))
    turn = 0.0 if chroma_1 * chroma_2 == 0 else (hue_2 - hue_1 + 180) % 360 - 180
    hue_step = 2 * np.sqrt(chroma_1 * chroma_2) * np.sin(np.radians(turn / 2))
    lightness, chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    hue = hue_1 + hue_2 if chroma_1 * chroma_2 == 0 else (hue_1 + turn / 2) % 360

    def wave(factor: float, shift: float) -> float:
        return float(np.cos(np.radians(factor * hue + shift)))

    weight = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63)
    away = (lightness - 50) ** 2
    light_part = (light_2 - light_1) / (1 + 0.015 * away / np.sqrt(20 + away))
    chroma_part = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    hue_part = hue_step / (1 + 0.015 * chroma * weight)
    rotation = (
        -2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    )
    return float(np.sqrt(light_part**2 + chroma_part**2 + hue_part**2 + rotation * chroma_part * hue_part))


@pytest.mark.parametrize(
    ("one", "two", "published"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.0, 2.0), (50, 0, 0), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_colour_difference_is_that_of_published_pairs(
    one: tuple[float, ...], two: tuple[float, ...], published: float
) -> None:
    assert difference(np.array(one), np.array(two)) == pytest.approx(published, abs=1e-4)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_train_is_never_taken_for_a_free_track(theme: Theme, vision: str) -> None:
    for train in theme.seats:
        for track in theme.tracks.values():
            seen = [lab(VISION[vision] @ light(color)) for color in (train, track)]
            assert difference(*seen) >= 15, (train, track)


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
