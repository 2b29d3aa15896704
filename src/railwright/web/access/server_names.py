"""Host names of the server. Requests under any other name are refused, which prevents DNS rebinding."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from railwright.errors import OptionError
from railwright.web.access.addresses import read_address

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})

_NAME = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(:[0-9]{1,5})?")


class Place(NamedTuple):
    """A host name or address, with a port if one was given."""

    name: str
    port: int | None


def read_place(text: str) -> Place | None:
    """Parse a Host header, or the part of an origin after its scheme; None if it is invalid."""
    try:
        parts = urlsplit(f"//{text.lower()}")
        if parts.netloc != text.lower() or not parts.hostname or "@" in text:
            return None
        return Place(parts.hostname, parts.port)
    except ValueError:
        return None


class Names:
    """The names that the server answers to: loopback, the address a connection arrived at, and configured ones."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._given = frozenset(_given_name(name) for name in given)

    def answers_to(self, host: str, *, arrived_at: str) -> bool:
        """Whether a Host header is one of ours."""
        place = read_place(host)
        if place is None:
            return False
        literal = read_address(place.name)
        is_address = literal is not None and literal == read_address(arrived_at)
        return place.name in LOOPBACK_HOSTS or is_address or self._is_given(place)

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Whether an origin is ours: that of the request itself, or of a configured name."""
        scheme, _, rest = origin.partition("://")
        place = read_place(rest)
        if scheme.lower() not in ("http", "https") or place is None:
            return False
        return rest.lower() == host.lower() or place in self._given

    def _is_given(self, place: Place) -> bool:
        return place in self._given or (place.name, None) in self._given


def _given_name(text: str) -> Place:
    place = read_place(text) if _NAME.fullmatch(text.lower()) else None
    if place is None:
        raise OptionError(f"--public-name {text}: give a name such as trains.example, or trains.example:8443")
    return place
