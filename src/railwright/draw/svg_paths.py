"""Reads path data of SVG as lists of corners: the commands that our own pictures use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import acos, ceil, cos, hypot, pi, sin, sqrt

from railwright.errors import OptionError

Point = tuple[float, float]

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d*\.\d+|\d+)")
_ARC_STEP = pi / 12
"""Angle between two corners of an arc."""


@lru_cache(maxsize=4096)
def read_path(data: str) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """The lines of a path, each with whether it is closed. Arcs become short straight pieces.

    >>> read_path("M0 0L2 0V1zM5 5l1-1")
    ((((0.0, 0.0), (2.0, 0.0), (2.0, 1.0)), True), (((5.0, 5.0), (6.0, 4.0)), False))
    """
    lines: list[tuple[tuple[Point, ...], bool]] = []
    line: list[Point] = []
    tokens = iter(_TOKEN.findall(data))
    command = ""
    for token in tokens:
        if token.isalpha():
            command = token
            if command in "zZ":
                lines.append((tuple(line), True))
                line = []
                continue
            token = next(tokens)
        if command == "M":
            if line:
                lines.append((tuple(line), False))
            line = [(float(token), float(next(tokens)))]
            command = "L"
        else:
            line += _points(command, float(token), tokens, line[-1])
    if line:
        lines.append((tuple(line), False))
    return tuple(lines)


def _points(command: str, first: float, tokens: Iterator[str], now: Point) -> list[Point]:
    """The corners that a command adds; its first number has been read."""
    if command == "H":
        return [(first, now[1])]
    if command == "V":
        return [(now[0], first)]
    if command == "L":
        return [(first, float(next(tokens)))]
    if command == "l":
        return [(now[0] + first, now[1] + float(next(tokens)))]
    if command == "A":
        radius_y, _, large, sweep, x, y = (float(next(tokens)) for _ in range(6))
        return _arc(now, (x, y), (first, radius_y), large=large != 0, sweep=sweep != 0)
    raise OptionError(f"paths with the command {command!r} cannot be read")


def _arc(start: Point, stop: Point, radii: Point, *, large: bool, sweep: bool) -> list[Point]:
    """The corners of an elliptical arc without rotation (SVG 1.1, appendix F.6.5)."""
    rx, ry = radii
    x, y = (start[0] - stop[0]) / 2 / rx, (start[1] - stop[1]) / 2 / ry  # on a unit circle
    size = x * x + y * y
    grow = max(1.0, sqrt(size))  # radii that are too small are enlarged
    rx, ry, x, y, size = rx * grow, ry * grow, x / grow, y / grow, size / grow**2
    root = sqrt(max(0.0, 1 / size - 1)) * (-1 if large == sweep else 1)
    middle_x, middle_y = root * y, -root * x
    from_x, from_y, to_x, to_y = x - middle_x, y - middle_y, -x - middle_x, -y - middle_y
    begin = acos(max(-1.0, min(1.0, from_x / hypot(from_x, from_y)))) * (1 if from_y >= 0 else -1)
    end = acos(max(-1.0, min(1.0, to_x / hypot(to_x, to_y)))) * (1 if to_y >= 0 else -1)
    turn = end - begin
    if sweep and turn <= 0:
        turn += 2 * pi
    elif not sweep and turn >= 0:
        turn -= 2 * pi
    centre_x, centre_y = (start[0] + stop[0]) / 2 + middle_x * rx, (start[1] + stop[1]) / 2 + middle_y * ry
    steps = max(1, ceil(abs(turn) / _ARC_STEP))
    angles = [begin + turn * k / steps for k in range(1, steps)]
    return [*((centre_x + rx * cos(a), centre_y + ry * sin(a)) for a in angles), stop]
