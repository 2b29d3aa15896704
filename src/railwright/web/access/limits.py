"""Limits on what one address, one person and all clients together may ask of the server.

An address is an IPv4 address or a /64 block of IPv6. A person is the holder of a seat's key. ``docs/table.md`` has
the same numbers in a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: requests allowed at once, and requests per second in the long run."""

    burst: float
    per_second: float


MANY = 1_000_000

ALWAYS = Rate(MANY, MANY)
"""A rate that nobody can exceed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of the server."""

    connections: int = 1_000
    """Open connections. Beyond this, the address with the most connections loses one."""
    safe_connections: int = 8
    """Connections of one address that are never closed for others while in use, even when the server is full."""
    address_connections: int = 64
    """Open connections from one address; for clients behind a proxy, open requests and WebSockets.

    Beyond this, a connection that waits for a request is closed for the new one.
    """
    address_opens: Rate = Rate(2_500, 50)
    """New connections from one address."""
    header_seconds: float = 10.0
    """Time from the first byte of a request, or from the start of the connection, to the end of its headers."""
    body_seconds: float = 30.0
    """Time from the end of the headers to the end of the body."""
    idle_seconds: int = 10
    """Time between two requests on one connection."""
    reading_seconds: float = 30.0
    """Time for a client to read a response."""
    closing_seconds: float = 1.0
    """Time for a client to answer the close frame of its WebSocket."""
    unread_bytes: int = 4_194_304
    """Bytes of responses that a client has not read."""

    header_bytes: int = 16_384
    """Bytes of the headers of a request."""
    header_lines: int = 100
    """Headers of a request."""
    target_bytes: int = 2_048
    """Bytes of the path and query of a request."""
    body_bytes: int = 8_192
    """Bytes of the body of a request that is not an upload."""
    upload_bytes: int = 1_100_000
    """Bytes of an uploaded board, map or record. Maps have at most 1 MiB."""
    framing_bytes: int = 16_384
    """Bytes of framing in a chunked body: everything but the data, such as the sizes of the chunks."""
    framing: Rate = Rate(160_000, 8_000)
    """Bytes of framing from one address."""
    refused_bytes: Rate = Rate(16_000_000, 1_000_000)
    """Bytes of refused bodies from one address that are read to the end, so that the client receives the refusal."""
    upload_values: int = 50_000
    """Values in the JSON text of an uploaded board or record."""

    address_sockets: int = 48
    """Open WebSockets from one address."""
    address_watchers: int = 32
    """Open WebSockets of spectators from one address."""
    game_watchers: int = 64
    """Open WebSockets of spectators at one game. Players are counted separately."""
    seat_sockets: int = 8
    """Open WebSockets of one seat. Beyond this, the oldest is closed."""
    look_seconds: float = 10.0
    """Time from the opening of a WebSocket to its first ``look`` message."""
    message_characters: int = 1_024
    """Characters of a WebSocket message. Valid ones have about a hundred."""
    socket_messages: Rate = Rate(60, 20)
    """Messages over one WebSocket."""
    socket_frames: Rate = Rate(300, 10)
    """Pings, pongs and message fragments over one WebSocket."""

    busy_games: int = 2_000
    """Games that have spectators or players connected, or computer players thinking.

    Beyond this, unwatched games between computer players are paused.
    """
    address_busy_games: int = 10
    """Unwatched busy games created from one address."""

    files: Rate = Rate(1_000, 100)
    """Files of the page, per address."""
    looks: Rate = Rate(1_000, 100)
    """Requests and messages that change nothing, per address."""
    changes: Rate = Rate(300, 50)
    """Requests and messages that change something, per address."""
    games: Rate = Rate(20, 0.1)
    """New games, per address."""
    invitations: Rate = Rate(20, 0.5)
    """Attempts to use an invitation, per address."""
    hints: Rate = Rate(10, 1)
    """Hints, per address."""
    boards: Rate = Rate(10, 0.02)
    """Uploaded boards, per address."""
    records: Rate = Rate(10, 0.02)
    """Uploaded records, per address."""
    webhooks: Rate = Rate(10, 0.05)
    """Webhooks that are set, tested or removed, per address."""
    reviews: Rate = Rate(6, 0.02)
    """Reviews of games started per address."""
    address_reviews: int = 2
    """Reviews of one address that are computed at a time."""
    all_busy_reviews: int = 40
    """Reviews that are computed or wait in total."""
    own_games: Rate = Rate(60, 2)
    """Requests for the own games of a person and for their statistics, per address."""
    exports: Rate = Rate(5, 0.02)
    """Exports of the own games of a person, per address."""
    answer_bytes: int = 65_536
    """A response counts as one more request for each multiple of this size."""

    all_games: Rate = Rate(2_000, 10)
    """New games from all addresses together."""
    all_boards: Rate = Rate(60, 0.5)
    """Uploaded boards from all addresses together."""
    all_records: Rate = Rate(60, 0.5)
    """Uploaded records from all addresses together."""
    all_webhooks: Rate = Rate(1_000, 5)
    """Webhooks that are set, tested or removed from all addresses together."""

    all_reviews: Rate = Rate(60, 0.2)
    """Reviews of games started from all addresses together."""

    seat_requests: Rate = Rate(120, 30)
    """Requests and messages of one person: all those with the key of one seat, from any address."""
    seat_reserve: Rate = Rate(10, 1)
    """Requests of one person that are still answered when the rate limit of the address is exhausted."""
    seat_phrases: Rate = Rate(4, 0.2)
    """Phrases that one person says at the table."""

    @property
    def are_by_address(self) -> bool:
        """Whether any limit applies per address."""
        return self.games != ALWAYS

    @property
    def rates(self) -> Mapping[str, Rate]:
        """Rate limit of each kind of request for one address."""
        return {
            "files": self.files, "looks": self.looks, "changes": self.changes, "games": self.games,
            "invitations": self.invitations, "hints": self.hints, "boards": self.boards, "records": self.records,
            "webhooks": self.webhooks, "reviews": self.reviews, "own_games": self.own_games, "exports": self.exports,
        }  # fmt: skip

    @property
    def total_rates(self) -> Mapping[str, Rate]:
        """Rate limit of each kind of request for all addresses together."""
        return {
            "games": self.all_games, "boards": self.all_boards, "records": self.all_records,
            "webhooks": self.all_webhooks, "reviews": self.all_reviews,
        }  # fmt: skip


UNLIMITED = Limits(
    connections=MANY, address_connections=MANY, address_opens=ALWAYS, address_sockets=MANY, address_watchers=MANY,
    game_watchers=MANY, seat_sockets=MANY, framing=ALWAYS, socket_messages=ALWAYS, busy_games=MANY,
    address_busy_games=MANY, files=ALWAYS, looks=ALWAYS, changes=ALWAYS, games=ALWAYS, invitations=ALWAYS, hints=ALWAYS,
    boards=ALWAYS, records=ALWAYS, webhooks=ALWAYS, reviews=ALWAYS, address_reviews=MANY, all_busy_reviews=MANY,
    own_games=ALWAYS, exports=ALWAYS, all_games=ALWAYS, all_boards=ALWAYS, all_records=ALWAYS, all_webhooks=ALWAYS,
    all_reviews=ALWAYS, seat_requests=ALWAYS, seat_phrases=ALWAYS,
)  # fmt: skip
"""Limits for benchmarks: no rate limits. Sizes and timeouts are bounded as always."""
