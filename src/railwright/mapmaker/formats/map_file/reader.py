"""Reads a ``.map`` file as the web version does, with the same errors (docs/map-format.md, sections 2 and 4)."""

from __future__ import annotations

import re

from railwright.mapmaker.formats.map_file.contents import (
    CENTER,
    LARGEST_ZOOM,
    OPTIONAL,
    SHORT_TICKETS,
    SMALLEST_ZOOM,
    ZOOM,
    MapCity,
    MapComment,
    MapDocument,
    MapProblem,
    MapProperty,
    MapRoute,
    quoted,
)

COMMENT_MARKS = ("--", "//")
BYTE_ORDER_MARK = "\ufeff"

_NUMBER = re.compile(r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,40}")
_LIMIT = 2**31


def read_map(text: str) -> MapDocument:
    """Read a file, with all errors that the web version would report."""
    reader = _MapReader()
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), 1):
        reader.read(number, line.strip())
    return reader.finish()


class _MapReader:
    """Reads a file line by line. A route belongs to the last valid city line."""

    def __init__(self) -> None:
        self.document = MapDocument()
        self._city: str | None = None
        self._seen: set[str] = set()
        """Required properties that occur, valid or not."""

    def read(self, number: int, line: str) -> None:
        """Read one line; the first rule that matches decides what it is."""
        if not line or line.startswith(COMMENT_MARKS):
            if line[2:].strip():
                self.document.comments.append(MapComment(number, line[2:].strip()))
        elif line.startswith("|"):
            self._read_route(number, line)
        elif ":" in line:
            self._read_property(number, line)
        else:
            self._read_city(number, line)

    def finish(self) -> MapDocument:
        """Check what can only be checked for the whole file."""
        document = self.document
        names = {city.name for city in document.cities}
        for route in document.routes:
            if route.target not in names:
                self._complain("City.Unknown", route.line, f"no line defines the city {route.target!r}")
        if CENTER not in self._seen:
            self._complain("MapCenter.Missing", 0, f"the property {CENTER} is missing; example: {CENTER}: 50.84 10.34")
        if ZOOM not in self._seen:
            self._complain("MapZoom.Missing", 0, f"the property {ZOOM} is missing; example: {ZOOM}: 6")
        document.problems.sort(key=lambda problem: problem.line)
        return document

    def _complain(self, kind: str, line: int, message: str) -> None:
        self.document.problems.append(MapProblem(kind, line, message))

    def _read_route(self, number: int, line: str) -> None:
        rest = line.lstrip("|")
        fields = [part.strip() for part in rest.split(";")]
        if self._city is None:
            self._complain("UnexpectedRoute", number, "a route must come after its city line")
            return
        length = whole_number(fields[1]) if len(fields) == 2 else None
        if length is None:
            self._complain("BadRouteFormat", number, f"a route must be '| Target; length', not {quoted(line)}")
            return
        self.document.routes.append(MapRoute(number, self._city, fields[0], length, len(line) - len(rest)))

    def _read_city(self, number: int, line: str) -> None:
        fields = [part.strip() for part in line.split(";")]
        if len(fields) < 3:
            self._complain("City.BadFormat", number, f"a city must be 'Name; latitude; longitude', not {quoted(line)}")
            return
        latitude, longitude = decimal_number(fields[-2]), decimal_number(fields[-1])
        if latitude is None or longitude is None:
            self._complain("City.InvalidLatLong", number, f"a city line must end with two numbers, not {quoted(line)}")
            return
        self._city = fields[0]
        english = fields[1] if len(fields) > 3 else ""
        written = (fields[-2], fields[-1])
        self.document.cities.append(MapCity(number, fields[0], english, latitude, longitude, written))

    def _read_property(self, number: int, line: str) -> None:
        parts = [part.strip() for part in line.split(":")]
        if len(parts) != 2:
            self._complain("BadPropertyFormat", number, f"a property must have exactly one colon, not {quoted(line)}")
            return
        name, value = parts
        if name in (CENTER, ZOOM):
            self._seen.add(name)
            values = _center(value) if name == CENTER else _zoom(value)
            if values is None and name == CENTER:
                self._complain(
                    "MapCenter.BadFormat", number, f"{CENTER} must be two numbers and one space, not {quoted(value)}"
                )
            elif values is None:
                limits = f"{SMALLEST_ZOOM} to {LARGEST_ZOOM}"
                self._complain(
                    "MapZoom.BadFormat", number, f"{ZOOM} must be a whole number from {limits}, not {quoted(value)}"
                )
        elif name in OPTIONAL:
            self._city = None
            values = _whole_numbers(value, 2 if name == SHORT_TICKETS else 1)
            if values is None:
                wanted = "two whole numbers such as 5-12" if name == SHORT_TICKETS else "a whole number"
                self._complain("Exception", number, f"{name} must be {wanted}, not {quoted(value)}")
        else:
            self._complain("UnknownProperty", number, f"there is no property {quoted(name)}")
            return
        if values is not None:
            self.document.properties.append(MapProperty(number, name, values))


def _center(value: str) -> tuple[float, ...] | None:
    numbers = [decimal_number(part) for part in value.split(" ")]
    known = tuple(number for number in numbers if number is not None)
    return known if len(numbers) == len(known) == 2 else None


def _zoom(value: str) -> tuple[float, ...] | None:
    number = whole_number(value)
    return (number,) if number is not None and SMALLEST_ZOOM <= number <= LARGEST_ZOOM else None


def _whole_numbers(value: str, count: int) -> tuple[float, ...] | None:
    parts = value.split("-") if count > 1 else [value]
    numbers = [whole_number(part.strip()) for part in parts]
    known = tuple(number for number in numbers if number is not None)
    return known if len(numbers) == len(known) == count else None


def decimal_number(text: str) -> float | None:
    """Parse a number with a decimal point or comma; None for anything else."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def whole_number(text: str) -> int | None:
    """Parse a 32-bit integer; None for anything else."""
    if not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if -_LIMIT <= number < _LIMIT else None
