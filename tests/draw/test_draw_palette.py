"""Colours and marks that everybody can tell apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from color_difference import TO_XYZ, difference, lab, light
from railwright.draw.marks import COLOR_MARKS, seat_mark
from railwright.draw.palette import DARK, LIGHT, SEAT_FILLS, TRACK_FILLS, Theme, ink_on
from railwright.game.colors import COLORS, PASSENGER_COLORS, TRACK_COLORS

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


def least_difference(colors: list[str], vision: str) -> float:
    seen = [lab(VISION[vision] @ light(color)) for color in colors]
    return min(float(np.linalg.norm(one - two)) for one, two in combinations(seen, 2))


@pytest.mark.parametrize("vision", VISION)
def test_track_colours_differ_for_everybody(vision: str) -> None:
    assert least_difference(list(TRACK_FILLS.values()), vision) > 24


@pytest.mark.parametrize("vision", VISION)
def test_seat_colours_differ_for_everybody(vision: str) -> None:
    assert least_difference(list(SEAT_FILLS), vision) > 28


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
