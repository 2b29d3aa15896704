"""Addresses of clients, including those behind a trusted proxy."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache

from starlette.datastructures import Headers

from railwright.errors import OptionError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

IPV6_GROUP = 64
"""Prefix length, in bits: the owner of one IPv6 address usually has all addresses with the same prefix."""

MOST_HOPS = 20
"""Most hops of a request that are examined."""

_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*("[^"]*"|[^;\s]*)', re.IGNORECASE)


@lru_cache(maxsize=4_096)
def read_address(text: str) -> Address | None:
    """Parse an address into its plain form, such as 192.0.2.1 for ::ffff:192.0.2.1; None if it is invalid."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=4_096)
def group_of(address: str) -> str:
    """The group of addresses that counts as one client."""
    parsed = read_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, IPV6_GROUP), strict=False))
    return address[:64] if parsed is None else str(parsed)


class Proxies:
    """The trusted proxies in front of the server: only these may state the address of a client."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        try:
            self._networks = tuple(ipaddress.ip_network(address.strip()) for address in addresses)
        except ValueError as error:
            raise OptionError(f"--proxy: {error}; give addresses such as 127.0.0.1 or 10.0.0.0/24") from error

    def __contains__(self, address: str) -> bool:
        found = read_address(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, headers: Headers) -> str | None:
        """Address of the client: the last one in a proxy's headers that is not itself a trusted proxy.

        Anything before it may be forged. Without such headers, the client is the proxy itself. None if the two headers
        contradict each other: a proxy sets one of them and may pass on the other, which a client then has forged.
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
    """The ``for`` value of each hop in a Forwarded header (RFC 7239)."""
    found = [_FOR.search(hop) for hop in _hops(lines)]
    return ["" if match is None else match.group(1).strip('"') for match in found]


def _hop_address(hop: str) -> Address | None:
    """Parse the address of a hop such as 192.0.2.1, 192.0.2.1:80, 2001:db8::1 or [2001:db8::1]:80."""
    if hop.startswith("["):
        hop = hop[1:].partition("]")[0]
    elif hop.count(":") == 1:
        hop = hop.partition(":")[0]
    return read_address(hop)
