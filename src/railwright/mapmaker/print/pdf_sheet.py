"""A PDF document that shapes are drawn on. The output is deterministic: equal shapes give equal bytes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from fpdf import FPDF

from railwright.mapmaker.print.script import on_paper
from railwright.mapmaker.print.shapes import Form, Shape, TextLine, Window

FONT = "DejaVu Sans"
POINT = 25.4 / 72
"""Millimetres per point, the unit of text sizes."""
MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""Fixed creation date of all documents, so that equal boards give equal files."""
HALO = 0.24
"""Width of the outline behind letters, relative to their size."""


@cache
def font_file(*, bold: bool) -> Path:
    """The file of DejaVu Sans, which comes with matplotlib and may be embedded."""
    import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")


@cache
def letters() -> frozenset[str]:
    """The characters that the font can print."""
    from fontTools.ttLib import TTFont

    with TTFont(font_file(bold=False)) as plain, TTFont(font_file(bold=True)) as bold:
        return frozenset(map(chr, plain.getBestCmap().keys() & bold.getBestCmap().keys()))


class Sheet:
    """A document under construction; positions and sizes are in millimetres from the upper left corner of a page."""

    def __init__(self, title: str, *, compressed: bool = True) -> None:
        self._pdf = FPDF(unit="mm")
        self._pdf.set_compression(compressed)
        self._pdf.set_creation_date(MADE)
        self._pdf.set_title(title)
        self._pdf.set_creator("Railwright")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.add_font(FONT, "", font_file(bold=False))
        self._pdf.add_font(FONT, "B", font_file(bold=True))

    def add_page(self, width: float, height: float) -> None:
        """Start a page of this size."""
        self._pdf.add_page(orientation="portrait", format=(width, height))
        self._pdf._out("1 J 1 j")  # round line caps and joins; fpdf2 has no method for this

    def draw(self, shapes: Iterable[Shape], window: Window | None = None) -> None:
        """Draw shapes on the page, bottom first, clipped to the window (x, y, width, height) if there is one."""
        if window is not None:
            with self._pdf.rect_clip(*window):
                self.draw(shapes)
            self._pdf.current_font_is_set_on_page = False  # the end of the clip undoes a font that fpdf2 believes set
            return
        for shape in shapes:
            if isinstance(shape, TextLine):
                self._write(shape)
            else:
                self._paint(shape)

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """Width of a line of text."""
        self._pdf.set_font(FONT, "B" if bold else "", size / POINT)
        return float(self._pdf.get_string_width(text))

    def to_bytes(self) -> bytes:
        """The finished document."""
        return bytes(self._pdf.output())

    def _write(self, words: TextLine) -> None:
        size, text = words.size, on_paper(words.text)
        wide = self.width_of(text, size, bold=words.bold)
        if words.room and wide > words.room:
            size, wide = size * words.room / wide, words.room
        self._pdf.set_font(FONT, "B" if words.bold else "", size / POINT)
        x = words.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[words.align] * wide
        if words.halo:
            # fpdf2 writes this line width without converting it to points
            with self._pdf.local_context(
                text_mode="STROKE", draw_color=words.halo, text_color=words.halo, line_width=HALO * size / POINT
            ):
                self._pdf.text(x, words.y, text)
        self._pdf.set_text_color(words.color)
        self._pdf.text(x, words.y, text)

    def _paint(self, form: Form) -> None:
        """Write the path directly, because fpdf2's path objects take a hundred times as long for a coast."""
        height, parts = self._pdf.h, ["q"]
        if form.fill:
            parts.append(f"{_color(form.fill)} rg")
        if form.stroke:
            parts.append(f"{_color(form.stroke)} RG {form.width / POINT:.3f} w")
        if form.dash:
            parts.append(f"[{form.dash[0] / POINT:.3f} {form.dash[1] / POINT:.3f}] 0 d")
        for ring in form.rings:
            steps = [f"{x / POINT:.2f} {(height - y) / POINT:.2f}" for x, y in ring.tolist()]
            parts.append(" l ".join([f"{steps[0]} m {steps[1]}", *steps[2:]]) + " l" + (" h" if form.closed else ""))
        parts.append({(True, True): "B*", (True, False): "f*", (False, True): "S"}[bool(form.fill), bool(form.stroke)])
        self._pdf._out("\n".join([*parts, "Q"]))


def _color(text: str) -> str:
    """The colour in PDF syntax."""
    return " ".join(f"{int(text[k : k + 2], 16) / 255:.3f}" for k in (1, 3, 5))
