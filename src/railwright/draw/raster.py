"""Turns our SVG pictures into arrays of pixels.

Matplotlib, which draws our figures, fills and strokes the shapes, and its font writes the words. So no further library
is needed, and the picture is the same on every machine. Only what ``draw`` writes is understood: rectangles, circles,
paths and lines of text, moved, scaled and turned, with the style sheet of the picture.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import ceil
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from railwright.draw.svg_paths import read_path
from railwright.draw.svg_styles import PROPERTIES, Element, Styles
from railwright.draw.text import text_width
from railwright.errors import OptionError

_SPACE = "{http://www.w3.org/2000/svg}"
_MOVE = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
_UNSEEN = ("title", "desc", "style")


def pixels_of(svg: str, *, width: int = 1000) -> NDArray[np.uint8]:
    """Draw a picture made by ``draw_svg`` as an array of height x width x 3 bytes: red, green, blue.

    >>> import railwright
    >>> pixels_of(railwright.draw_svg("germany"), width=400).shape[1:]
    (400, 3)
    """
    root = ElementTree.fromstring(svg)
    sheet = root.findtext(f"{_SPACE}style") or ""
    zoom = width / float(root.attrib["width"])
    height = ceil(float(root.attrib["height"]) * zoom)
    return _Painter(width, height, zoom, Styles(sheet)).paint(root)


class _Painter:
    """Paints the elements of a picture, one after the other."""

    def __init__(self, width: int, height: int, zoom: float, styles: Styles) -> None:
        from matplotlib.backends.backend_agg import RendererAgg
        from matplotlib.transforms import Affine2D

        new_renderer: Any = RendererAgg  # without types
        self._renderer = new_renderer(width, height, 72)  # at 72 dots per inch a point is a pixel
        self._whole = Affine2D().scale(zoom, -zoom).translate(0, height)
        self._zoom, self._styles = zoom, styles

    def paint(self, root: ElementTree.Element) -> NDArray[np.uint8]:
        """Paint the picture; returns its pixels."""
        self._paint_element(root, ())
        return np.asarray(self._renderer.buffer_rgba())[:, :, :3].copy()

    def _paint_element(self, element: ElementTree.Element, above: tuple[Element, ...]) -> None:
        tag, values = element.tag.removeprefix(_SPACE), element.attrib
        if tag in _UNSEEN:
            return
        path = (*above, (tag, frozenset(values.get("class", "").split())))
        if tag in ("svg", "g"):
            for child in element:
                self._paint_element(child, path)
            return
        style = {name: values[name] for name in PROPERTIES if name in values} | dict(self._styles.of(path))
        if tag == "text":
            shape, place = _words(element.text or "", values, style)
        else:
            shape, place = _shape(tag, values), _placed(values.get("transform", ""))
        if tag == "text":  # the halo lies under the letters
            self._draw(shape, place, style | {"fill": "none"})
            self._draw(shape, place, style | {"stroke": "none"})
        else:
            self._draw(shape, place, style)

    def _draw(self, shape: Any, place: Any, style: Mapping[str, str]) -> None:
        from matplotlib.colors import to_rgba

        context: Any = self._renderer.new_gc()
        fill, stroke = style.get("fill", "black"), style.get("stroke", "none")
        if stroke == "none":
            context.set_linewidth(0)
        else:
            scale = self._zoom * float(np.sqrt(abs(np.linalg.det(place.get_matrix()[:2, :2]))))
            context.set_foreground(to_rgba(stroke, float(style.get("stroke-opacity", 1))))
            context.set_linewidth(float(style.get("stroke-width", 1)) * scale)
            context.set_capstyle(style.get("stroke-linecap", "butt"))
            context.set_joinstyle(style.get("stroke-linejoin", "miter"))
            if dashes := style.get("stroke-dasharray"):
                context.set_dashes(0, [max(float(part) * scale, 0.01) for part in dashes.split()])
        face = None if fill == "none" else to_rgba(fill)
        self._renderer.draw_path(context, shape, place + self._whole, face)
        context.restore()


def _shape(tag: str, values: Mapping[str, str]) -> Any:
    """The outline of an element that is not text."""
    from matplotlib.patches import BoxStyle
    from matplotlib.path import Path

    if tag == "path":
        return _outline(values["d"])
    if tag == "circle":
        return Path.circle((float(values["cx"]), float(values["cy"])), float(values["r"]))
    if tag == "rect":
        x, y, rx = (float(values.get(name, 0)) for name in ("x", "y", "rx"))
        box: Any = BoxStyle.Round(pad=0, rounding_size=rx) if rx else BoxStyle.Square(pad=0)
        return box(x, y, float(values["width"]), float(values["height"]), 1)
    raise OptionError(f"pictures with the element {tag!r} cannot be turned into pixels")


def _outline(data: str) -> Any:
    from matplotlib.path import Path

    corners: list[tuple[float, float]] = []
    codes: list[Any] = []
    for line, is_closed in read_path(data):
        corners += line
        codes += [Path.MOVETO, *[Path.LINETO] * (len(line) - 1)]
        if is_closed:
            corners.append(line[0])
            codes.append(Path.CLOSEPOLY)
    return Path(corners, codes)


def _placed(moves: str) -> Any:
    """The transformation of an element. In SVG the last move comes first."""
    from matplotlib.transforms import Affine2D

    place = Affine2D()
    for name, numbers in reversed(_MOVE.findall(moves)):
        values = [float(part) for part in numbers.split()]
        if name == "rotate":
            place.rotate_deg(values[0])
        elif name == "scale":
            place.scale(values[0])
        else:
            place.translate(values[0], values[1])
    return place


def _words(text: str, values: Mapping[str, str], style: Mapping[str, str]) -> tuple[Any, Any]:
    """The letters of a line of text and their place; they are as wide as the layout of the picture has planned."""
    from matplotlib.transforms import Affine2D

    size = float(values["font-size"])
    letters, natural = _letters(text, size, style.get("font-weight", "normal"), style.get("font-style", "normal"))
    planned = float(values.get("textLength") or text_width(text, size))
    stretch = planned / natural if natural else 1.0
    if "textLength" not in values:
        stretch = min(1.0, stretch)
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[values.get("text-anchor", "start")] * natural * stretch
    return letters, Affine2D().scale(stretch, -1).translate(float(values["x"]) - shift, float(values["y"]))


@lru_cache(maxsize=1024)
def _letters(text: str, size: float, weight: str, style: Any) -> tuple[Any, float]:
    """The outlines of the letters, and their width."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    font = FontProperties(family="DejaVu Sans", weight=weight, style=style)
    letters = TextPath((0, 0), text.replace("$", r"\$"), size=size, prop=font)  # a pair of dollars would be a formula
    return letters, float(letters.vertices[:, 0].max()) if len(letters.vertices) else 0.0
