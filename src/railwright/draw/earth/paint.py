"""Draws real land and water as SVG."""

from __future__ import annotations

from functools import lru_cache

from railwright.draw.earth.terrain import Terrain
from railwright.draw.projection import Points
from railwright.draw.svg import Attributes, element, outline


@lru_cache(maxsize=16)
def draw_terrain(terrain: Terrain) -> str:
    """Draw the layers from the sea upwards, one path each; lakes hide the borders within them."""
    around = terrain.beyond
    size: Attributes = {"width": terrain.width + 2 * around, "height": terrain.height + 2 * around}
    corner: Attributes = {"x": -around, "y": -around} if around else {}
    parts = [element("rect", {"class": "sea", **corner, **size})]
    parts += _fill("abroad", terrain.others) + _fill("own", terrain.own) + _trace("borders", terrain.borders)
    parts += _fill("lakes", terrain.lakes) + _trace("shores", terrain.coasts)
    return element("g", {"class": "earth"}, *parts)


def _fill(name: str, areas: list[list[Points]]) -> list[str]:
    path = "".join(outline(ring, closed=True) for area in areas for ring in area)
    return [element("path", {"class": name, "d": path, "fill-rule": "evenodd"})] if path else []


def _trace(name: str, lines: list[Points]) -> list[str]:
    path = "".join(outline(line, closed=False) for line in lines)
    return [element("path", {"class": name, "d": path})] if path else []
