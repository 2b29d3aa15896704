"""Writes SVG text: escaping, numbers and elements."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


_FORBIDDEN = re.compile("[^\\x20-\\x7e\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def escape(text: str) -> str:
    """The text safe inside an element or a quoted attribute; characters that XML forbids become a space."""
    return _FORBIDDEN.sub(" ", text).translate(_ESCAPES)


def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, attributes: dict[str, str | float | None] | None = None, *inside: str) -> str:
    """One element; underscores in attribute names become hyphens, attributes without a value are left out."""
    parts = [f"<{tag}"]
    for key, value in (attributes or {}).items():
        if value is not None:
            written = escape(value) if isinstance(value, str) else number(value)
            parts.append(f' {key.replace("_", "-")}="{written}"')
    parts.append(f">{''.join(inside)}</{tag}>" if inside else "/>")
    return "".join(parts)


def mark(path: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """A path of the square from -1 to 1, moved to a place and scaled to a size (half its width)."""
    return element("path", {"d": path, "transform": f"translate({number(x)} {number(y)})scale({number(size)})"} | attributes)


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """Path data through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def words(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """A line of text; ``y`` is its base line."""
    return element("text", {"x": x, "y": y, "font-size": size} | attributes, escape(text))
