"""How much one address, one person and everybody together may ask of the server.

An address is one of IPv4 or a block of 64 bits of IPv6. A person is whoever has the key of a seat. The same numbers
are in a table in ``docs/table.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


MANY = 1_000_000

ALWAYS = Rate(MANY, MANY)
"""More often than anybody can ask."""


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of the server."""

    connections: int = 1_000
    """Open at once. When there are more, the address with most of them gives one up."""
    safe_connections: int = 8
    """Of one address, that give way to nobody while they are in use, also when all places are taken."""
    address_connections: int = 64
    """Open at once from one address. When there are more, one that waits for a request gives way to the new one. Also
    requests and WebSockets under way at once, for those who come by a proxy."""
    address_opens: Rate = Rate(2_500, 50)
    """New connections from one address."""
    header_seconds: float = 10.0
    """From the first byte of a request, or from the beginning of the connection, to the end of its headers."""
    body_seconds: float = 30.0
    """From the end of the headers to the end of the body."""
    idle_seconds: int = 10
    """Between two requests on one connection."""
    reading_seconds: float = 30.0
    """For a client to read what it was sent."""
    closing_seconds: float = 1.0
    """For a client to answer the end of its WebSocket."""
    unread_bytes: int = 4_194_304
    """Of answers that a client has not read."""

    header_bytes: int = 16_384
    header_lines: int = 100
    target_bytes: int = 2_048
    """Of the path and the query of a request."""
    body_bytes: int = 8_192
    """Of a request that brings no file."""
    upload_bytes: int = 1_100_000
    """Of a board, a map or a record. Maps have at most 1 MiB."""
    framing_bytes: int = 16_384
    """Of a body in chunks: all that is not the body itself, such as the sizes of the chunks."""
    framing: Rate = Rate(160_000, 8_000)
    """Bytes of it from one address."""
    refused_bytes: Rate = Rate(16_000_000, 1_000_000)
    """Of bodies from one address that are read although they were refused: a client that still sends hears nothing."""
    upload_values: int = 50_000
    """Values in the JSON text of a board or a record."""

    address_sockets: int = 48
    """WebSockets that are open at once from one address."""
    address_watchers: int = 32
    """Of these, those that hold no seat."""
    game_watchers: int = 64
    """WebSockets that look at one game and hold no seat. Players have places of their own."""
    seat_sockets: int = 8
    """WebSockets of one seat. The oldest gives way to a new one."""
    look_seconds: float = 10.0
    """From the opening of a WebSocket to its first look."""
    message_characters: int = 1_024
    """Of a message over a WebSocket. A right one has about a hundred."""
    socket_messages: Rate = Rate(60, 20)
    """Over one WebSocket."""
    socket_frames: Rate = Rate(300, 10)
    """Pings, answers to them, and pieces of messages over one WebSocket."""

    busy_games: int = 2_000
    """Games that somebody looks at, or in which computers think. Beyond that, some of computers alone are paused."""
    address_busy_games: int = 10
    """Of these, those that were begun from one address and at which nobody looks."""

    files: Rate = Rate(1_000, 100)
    """Files of the page, from one address; as all that follow."""
    looks: Rate = Rate(1_000, 100)
    """Requests that change nothing."""
    changes: Rate = Rate(300, 50)
    """Requests that change something."""
    games: Rate = Rate(20, 0.1)
    invitations: Rate = Rate(20, 0.5)
    hints: Rate = Rate(10, 1)
    boards: Rate = Rate(10, 0.02)
    records: Rate = Rate(10, 0.02)
    answer_bytes: int = 65_536
    """An answer counts once more for each so many bytes."""

    all_games: Rate = Rate(2_000, 10)
    """From all addresses together; as the two that follow."""
    all_boards: Rate = Rate(60, 0.5)
    all_records: Rate = Rate(60, 0.5)

    seat_requests: Rate = Rate(120, 30)
    """Of one person: all requests and messages with the key of one seat, from wherever they come."""
    seat_reserve: Rate = Rate(10, 1)
    """Requests of one person that are answered although those of the address are used up."""

    @property
    def are_by_address(self) -> bool:
        """Whether addresses are told apart at all."""
        return self.games != ALWAYS

    @property
    def rates(self) -> Mapping[str, Rate]:
        """The allowance of each kind of request for one address."""
        return {
            "files": self.files, "looks": self.looks, "changes": self.changes, "games": self.games,
            "invitations": self.invitations, "hints": self.hints, "boards": self.boards, "records": self.records,
        }  # fmt: skip

    @property
    def total_rates(self) -> Mapping[str, Rate]:
        """The allowance of each kind of request for all addresses together."""
        return {"games": self.all_games, "boards": self.all_boards, "records": self.all_records}


UNLIMITED = Limits(
    connections=MANY, address_connections=MANY, address_opens=ALWAYS, address_sockets=MANY, address_watchers=MANY,
    game_watchers=MANY, seat_sockets=MANY, framing=ALWAYS, socket_messages=ALWAYS, busy_games=MANY,
    address_busy_games=MANY, files=ALWAYS, looks=ALWAYS, changes=ALWAYS, games=ALWAYS, invitations=ALWAYS, hints=ALWAYS,
    boards=ALWAYS, records=ALWAYS, all_games=ALWAYS, all_boards=ALWAYS, all_records=ALWAYS, seat_requests=ALWAYS,
)  # fmt: skip
"""For measuring: anybody may ask as often as they like. Sizes and times are bounded as always."""
