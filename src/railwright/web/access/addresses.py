"""Who asks: the address of a client, also behind a proxy that we trust."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache

from starlette.datastructures import Headers

from railwright.errors import OptionError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

IPV6_GROUP = 64
"""Bits. Whoever has one address of IPv6 usually has all that begin with these."""

MOST_HOPS = 20
"""Proxies that a request came by, as far as we look."""

_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*("[^"]*"|[^;\s]*)', re.IGNORECASE)


@lru_cache(maxsize=4_096)
def read_address(text: str) -> Address | None:
    """An address in its plain form, such as 192.0.2.1 for ::ffff:192.0.2.1; None if it is none."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


@lru_cache(maxsize=4_096)
def group_of(address: str) -> str:
    """The group of addresses that is counted as one client."""
    found = read_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, IPV6_GROUP), strict=False))
    return address[:64] if found is None else str(found)


class Proxies:
    """Proxies in front of the server. Only these are believed when they say for whom they ask."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        try:
            self._networks = tuple(ipaddress.ip_network(address.strip()) for address in addresses)
        except ValueError as error:
            raise OptionError(f"--proxy: {error}; give addresses such as 127.0.0.1 or 10.0.0.0/24") from error

    def __contains__(self, address: str) -> bool:
        found = read_address(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, headers: Headers) -> str | None:
        """The address of whoever asks: the last one in the headers of a proxy that is no proxy of ours.

        What stands before it anybody can have written. If the headers say nothing, it is the proxy that asks. None if
        they say two different things: a proxy writes one of them and may pass on the other, so a client has written it.
        """
        if peer not in self:
            return peer
        found = {
            self._last_foreign(hops)
            for hops in (_hops(headers.getlist("x-forwarded-for")), _forwarded(headers.getlist("forwarded")))
            if hops
        }
        if len(found) > 1:
            return None
        address = found.pop() if found else None
        return peer if address is None else str(address)

    def _last_foreign(self, hops: list[str]) -> Address | None:
        for hop in reversed(hops[-MOST_HOPS:]):
            address = _hop_address(hop)
            if address is None or str(address) not in self:
                return address
        return None


def _hops(lines: list[str]) -> list[str]:
    return [hop.strip() for line in lines for hop in line.split(",")]


def _forwarded(lines: list[str]) -> list[str]:
    """The ``for`` of each hop in a Forwarded header (RFC 7239)."""
    found = [_FOR.search(hop) for hop in _hops(lines)]
    return ["" if match is None else match.group(1).strip('"') for match in found]


def _hop_address(hop: str) -> Address | None:
    """The address in 192.0.2.1, 192.0.2.1:80, 2001:db8::1 or [2001:db8::1]:80."""
    if hop.startswith("["):
        hop = hop[1:].partition("]")[0]
    elif hop.count(":") == 1:
        hop = hop.partition(":")[0]
    return read_address(hop)
