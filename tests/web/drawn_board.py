"""Measures a board as the page shows it: where names, spaces and trains are, and in which colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHAPES = """() => {
  const at = (node, x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(node.getScreenCTM());
    return [point.x, point.y];
  };
  const corners = (node, {x, y, width, height}) =>
    [at(node, x, y), at(node, x + width, y), at(node, x + width, y + height), at(node, x, y + height)];
  const all = (selector) => [...document.querySelectorAll(`.board ${selector}`)];
  return {
    spaces: all('g.track > .space').map((node) => corners(node, node.getBBox())),
    names: all('g.label text').map((node) => [node.textContent, corners(node, node.getBBox())]),
  };
}"""
"""The corners of all train spaces and of all lines of names, on the screen."""

NAMES = """() => {
  const scale = document.querySelector('.board > svg:not(.earth)').getScreenCTM().a;
  return [...document.querySelectorAll('.board g.label text')].map(
    (text) => parseFloat(getComputedStyle(text).fontSize) * scale);
}"""

LETTERS = (0.1, 0.95)
"""The part of a line's height that letters take: the rest is space between lines."""


def covered_names(page: Page) -> list[str]:
    """Names with letters on a train space, by exact geometry."""
    shapes = page.evaluate(SHAPES)
    spaces = shapely.STRtree([shapely.Polygon(corners) for corners in shapes["spaces"]])
    assert len(spaces.geometries) > 100
    covered = []
    for name, corners in shapes["names"]:
        left, top, right, bottom = shapely.Polygon(corners).bounds
        high, low = (top + share * (bottom - top) for share in LETTERS)
        letters = shapely.box(left, high, right, low)
        if len(spaces.query(letters, predicate="intersects")):
            covered.append(name)
    return covered


def name_sizes(page: Page) -> list[float]:
    """The size of every city's name in pixels."""
    sizes: list[float] = page.evaluate(NAMES)
    return sizes
