"""Reads back what a PDF shows: pages, their sizes, filled outlines and text. Enough for documents of our own."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MM = 25.4 / 72
ESCAPES = {b"r": b"\r", b"n": b"\n", b"t": b"\t"}
NUMBER = rb"-?\d+(?:\.\d+)?"


@dataclass(frozen=True)
class Path:
    """A filled area with the colour that it is filled with."""

    color: tuple[int, int, int]
    rings: list[NDArray[np.float64]]
    outlined: bool


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    text: list[str]
    paths: list[Path]
    windows: list[tuple[float, float, float, float]]
    """The rectangles that drawings are clipped to: left edge, top edge, width and height."""


class Pdf:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.objects = {int(m[1]): m[2] for m in re.finditer(rb"(?<!\d)(\d+) 0 obj\n(.*?)\nendobj", data, re.S)}
        root = next(body for body in self.objects.values() if b"/Type /Pages" in body)
        kids = re.search(rb"/Kids \[(.*?)\]", root, re.S)
        assert kids is not None
        self.pages = [self._page(int(n)) for n in re.findall(rb"(\d+) 0 R", kids[1])]

    def stream(self, number: int) -> bytes:
        head, _, rest = self.objects[number].partition(b"stream\n")
        body = rest.removesuffix(b"endstream").removesuffix(b"\n")
        return zlib.decompress(body) if b"/FlateDecode" in head else body

    def _reference(self, body: bytes, key: bytes) -> int:
        found = re.search(key + rb" \[?(\d+) 0 R", body)
        assert found is not None, key
        return int(found[1])

    def _page(self, number: int) -> Page:
        body = self.objects[number]
        box = re.search(rb"/MediaBox \[0 0 (\S+) (\S+)\]", body)
        assert box is not None
        width, height = float(box[1]) * MM, float(box[2]) * MM
        content = self.stream(self._reference(body, b"/Contents"))
        fonts = self._fonts(self._reference(body, b"/Resources"))
        return Page(width, height, _texts(content, fonts), _paths(content, height), _windows(content, height))

    def _fonts(self, number: int) -> dict[bytes, dict[int, str]]:
        """What each number of a letter means, by the name of the font."""
        listed = re.search(rb"/Font <<(.*?)>>", self.objects[number], re.S)
        assert listed is not None
        fonts = {}
        for name, font in re.findall(rb"/(F\d+) (\d+) 0 R", listed[1]):
            table = self.stream(self._reference(self.objects[int(font)], b"/ToUnicode")).decode()
            pairs = re.findall(r"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4,})>", table)
            fonts[name] = {int(code, 16): bytes.fromhex(text).decode("utf-16-be") for code, text in pairs}
        return fonts


def _texts(content: bytes, fonts: dict[bytes, dict[int, str]]) -> list[str]:
    """The lines of text. Every font holds until the end of its graphics state, which q opens and Q closes."""
    texts, font, outer = [], b"", list[bytes]()
    pattern = rb"/(F\d+) \S+ Tf|\(((?:\\.|[^\\()])*)\) Tj|(?<!\S)(q|Q)(?!\S)"
    for match in re.finditer(pattern, content, re.S):
        if match[3] == b"q":
            outer.append(font)
        elif match[3] == b"Q":
            font = outer.pop()
        elif match[1]:
            font = match[1]
        else:
            raw = re.sub(rb"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), match[2], flags=re.S)
            codes = [int.from_bytes(raw[k : k + 2], "big") for k in range(0, len(raw), 2)]
            texts.append("".join(fonts[font].get(code, "?") for code in codes))
    return texts


def _paths(content: bytes, height: float) -> list[Path]:
    paths = []
    pattern = rb"q\n(" + NUMBER + rb") (" + NUMBER + rb") (" + NUMBER + rb") rg\n(.*?)\n(f\*|B\*)\nQ"
    for match in re.finditer(pattern, content, re.S):
        red, green, blue = (round(float(match[k]) * 255) for k in (1, 2, 3))
        rings = []
        for ring in re.findall(rb"(" + NUMBER + rb" " + NUMBER + rb" m .*?) h", match[4], re.S):
            points = re.findall(rb"(" + NUMBER + rb") (" + NUMBER + rb") [ml]", ring)
            rings.append(np.array([(float(x) * MM, height - float(y) * MM) for x, y in points]))
        paths.append(Path((red, green, blue), rings, match[5] == b"B*"))
    return paths


def _windows(content: bytes, height: float) -> list[tuple[float, float, float, float]]:
    pattern = rb"q " + rb" ".join([rb"(" + NUMBER + rb")"] * 4) + rb" re W n"
    found = ([float(part) * MM for part in match.groups()] for match in re.finditer(pattern, content))
    return [(x, height - y - tall, wide, tall) for x, y, wide, tall in found]
