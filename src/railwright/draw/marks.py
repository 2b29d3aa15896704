"""Small symbols drawn as paths, so that a board can be read without colours or fonts.

Every path fits into the square from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping

COLOR_MARKS: Mapping[str, str] = {
    "red": "M0-.95L.95.75H-.95Z",
    "white": "M0 .95L.95-.75H-.95Z",
    "blue": "M-.8 0A.8.8 0 1 1 .8 0A.8.8 0 1 1-.8 0Z",
    "orange": "M-.75-.75H.75V.75H-.75Z",
    "pink": "M0-1L.8 0L0 1L-.8 0Z",
    "black": "M-.28-.95H.28V-.28H.95V.28H.28V.95H-.28V.28H-.95V-.28H-.28Z",
    "green": "M-.9-.75H.9V-.2H-.9ZM-.9.2H.9V.75H-.9Z",
    "yellow": "M0-1L.26-.32L.98-.3L.42.14L.6.83L0 .43L-.6.83L-.42.14L-.98-.3L-.26-.32Z",
}
"""A filled shape for each colour; gray has none."""

LOCOMOTIVE_MARK = (
    "M-1 .45V-.8H-.25V-.15H.45V-.7H.75V-.15H.9A.3.3 0 0 1 .95.45ZM-.95.85A.3.3 0 1 1-.35.85ZM.2.85A.3.3 0 1 1 .8.85Z"
)
"""A small locomotive, seen from the side."""

TERMINAL_MARK = "M0-1L1 0L0 1L-1 0Z"
STATION_MARK = "M-1-.1L0-1L1-.1V.95H-1Z"
"""A house, drawn under the seat's number."""

_NUMBERS = (
    "M-.35-.6L.1-.95V.95",
    "M-.5-.55A.5.45 0 1 1 .4-.2L-.5.9H.55",
    "M-.5-.9H.45L-.05-.2A.55.55 0 1 1-.5.7",
    "M.25.95V-.9L-.6.4H.65",
    "M.5-.9H-.35L-.45-.1A.55.55 0 1 1-.5.7",
    "M.4-.9A1.3 1.3 0 0 0-.5.35A.5.5 0 1 0 .5.4A.5.5 0 0 0-.48.25",
    "M-.5-.9H.5L-.1.95",
    "M0-.1A.42.4 0 1 1 .01-.1A.5.5 0 1 1-.01-.1",
    "M.5-.35A.5.5 0 1 1-.5-.4A.5.5 0 0 1 .5-.35A1.3 1.3 0 0 1-.4.95",
)


def seat_mark(seat: int) -> str:
    """The seat's number, counting from 1, as a path to be stroked."""
    return _NUMBERS[seat % len(_NUMBERS)]
