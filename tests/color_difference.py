"""How different two colours look, by CIEDE2000."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def light(color: str) -> Array:
    """Linear red, green and blue of a colour such as ``#ff8000``."""
    parts = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(linear: Array) -> Array:
    """CIE L*a*b* coordinates."""
    ratio = TO_XYZ @ np.clip(linear, 0, 1) / TO_XYZ.sum(axis=1)
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


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
