"""Writes SVG text: escaping, numbers and elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import numpy as np

from railwright.draw.projection import Points

Attributes = Mapping[str, str | float | None]
"""Names and values of an element's attributes."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


_FORBIDDEN = re.compile("[^\\x20-\\x7e\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def escape(text: str) -> str:
    """Escape text for use in an element or a quoted attribute; characters that XML forbids become spaces."""
    return _FORBIDDEN.sub(" ", text).translate(_ESCAPES)


def number(value: float) -> str:
    """Format a coordinate with at most two decimals, as short as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, attributes: Attributes, *inside: str) -> str:
    """One element; attributes whose value is None are left out."""
    parts = [f"<{tag}"]
    for key, value in attributes.items():
        if value is not None:
            parts.append(f' {key}="{escape(value) if isinstance(value, str) else number(value)}"')
    parts.append(f">{''.join(inside)}</{tag}>" if inside else "/>")
    return "".join(parts)


def note(tag: str, text: str) -> str:
    """An element that contains only text, such as a title."""
    return element(tag, {}, escape(text))


def mark(path: str, x: float, y: float, size: float, *, name: str = "mark", fill: str = "", stroke: str = "") -> str:
    """A path within the square from -1 to 1, moved to a point and scaled by ``size``; ``name`` is its CSS class."""
    place = f"translate({number(x)} {number(y)})scale({number(size)})"
    colors = {"fill": fill or None, "stroke": stroke or None}
    return element("path", {"class": name, "d": path, "transform": place, **colors})


def words(text: str, x: float, y: float, size: float, attributes: Attributes) -> str:
    """A line of text; ``y`` is its baseline."""
    return element("text", {"x": x, "y": y, "font-size": size, **attributes}, escape(text))


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """Path data of a line through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def outline(line: Points, *, closed: bool) -> str:
    """Path data of a long line, such as a coast, in relative steps of a tenth: much shorter than `polyline`."""
    whole = np.round(line * 10).astype(np.int64)
    steps = np.diff(whole, axis=0)
    steps = steps[(steps != 0).any(axis=1)]
    start = f"M{number(whole[0, 0] / 10)} {number(whole[0, 1] / 10)}"
    moves = "".join(_step(x) + _step(y) for x, y in steps.tolist()).lstrip()
    return start + (f"l{moves}" if moves else "") + ("z" if closed else "")


def _step(tenths: int) -> str:
    """A number with the sign or space that separates it from the previous one."""
    text = number(tenths / 10).replace("0.", ".", 1) if abs(tenths) < 10 and tenths else number(tenths / 10)
    return text if text.startswith("-") else " " + text
