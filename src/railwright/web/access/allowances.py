"""Rate limits for each kind of request: per address, and for all addresses together.

Requests over HTTP and over WebSockets share the same limits. The holder of a seat has a few requests per second in
reserve, so that nobody else at the same address can block a game.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping

from railwright.say import Said, say
from railwright.web.access.addresses import group_of
from railwright.web.access.limits import Limits, Rate
from railwright.web.access.refusals import TooManyError


class Allowance:
    """A rate limiter (token bucket) with one bucket per client."""

    def __init__(self, rate: Rate, *, most_clients: int = 10_000) -> None:
        self._rate = rate
        self._most = most_clients
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float = 1.0) -> bool:
        """Take tokens from a client's bucket; False if there are too few."""
        left = self._now(client)
        is_enough = left >= cost
        self._keep(client, left - cost if is_enough else left)
        return is_enough

    def charge(self, client: str, cost: float) -> None:
        """Take tokens from a client's bucket even if there are too few: the debt delays later requests."""
        self._keep(client, max(-self._rate.burst, self._now(client) - cost))

    def _now(self, client: str) -> float:
        left, at = self._left.get(client, (self._rate.burst, 0.0))
        return min(self._rate.burst, left + (time.monotonic() - at) * self._rate.per_second)

    def _keep(self, client: str, left: float) -> None:
        self._left[client] = left, time.monotonic()
        self._left.move_to_end(client)
        if len(self._left) > self._most:
            self._left.popitem(last=False)


ALL = "all"
"""Pseudo-client for all clients together."""

REQUESTS: Mapping[str, Said] = {
    "files": say("files", "too many"),
    "looks": say("looks", "too many"),
    "changes": say("changes", "too many"),
    "games": say("games", "too many"),
    "invitations": say("invitations", "too many"),
    "hints": say("hints", "too many"),
    "boards": say("boards", "too many"),
    "records": say("records", "too many"),
    "webhooks": say("webhooks", "too many"),
    "reviews": say("reviews", "too many"),
    "own_games": say("own games", "too many"),
    "exports": say("exports", "too many"),
}
"""The kinds of requests in words."""


class Allowances:
    """The rate limiters of the server."""

    def __init__(self, limits: Limits) -> None:
        self._of_address = {kind: Allowance(rate) for kind, rate in limits.rates.items()}
        self._of_all = {kind: Allowance(rate) for kind, rate in limits.total_rates.items()}
        self._of_seat = Allowance(limits.seat_requests)
        self._reserve = Allowance(limits.seat_reserve)
        self._phrases = Allowance(limits.seat_phrases)
        self._answer_bytes = limits.answer_bytes

    def take(self, kind: str, address: str, *, seat: str | None = None) -> None:
        """Count a request, or raise TooManyError if there were too many of its kind.

        ``seat`` names the seat whose key came with the request.
        """
        if seat is not None and not self._of_seat.take(seat):
            raise TooManyError(say("too many requests for this seat; wait a little"))
        if not self._of_address[kind].take(group_of(address)) and (seat is None or not self._reserve.take(seat)):
            raise TooManyError(
                say("too many {requests} from your address; wait a little", requests=REQUESTS[kind])
            )  # fmt: skip
        if kind in self._of_all and not self._of_all[kind].take(ALL):
            raise TooManyError(
                say("too many {requests} on the whole server; wait a little", requests=REQUESTS[kind])
            )  # fmt: skip

    def take_phrase(self, seat: str) -> None:
        """Count a phrase of a seat, or raise TooManyError if the others have heard enough."""
        if not self._phrases.take(seat):
            raise TooManyError(say("you have said a lot; wait a little"))

    def charge(self, kind: str, address: str, length: int) -> None:
        """Count a long response as several short ones."""
        self._of_address[kind].charge(group_of(address), length / self._answer_bytes)
