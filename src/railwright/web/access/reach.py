"""Where links to the server work: on this machine only, or in the network, and under which address."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from railwright.web.access.addresses import read_address
from railwright.web.access.server_names import LOOPBACK_HOSTS, read_place

_FOREIGN = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation (RFC 5737, RFC 3849). Nothing is sent to them."""


@dataclass(frozen=True, slots=True)
class Listening:
    """The address and port that the server listens on."""

    address: str
    port: int

    @staticmethod
    def of(bound: socket.socket) -> Listening:
        """Where a socket listens."""
        address, port, *_ = bound.getsockname()
        return Listening(str(address), int(port))

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        address = read_address(self.address)
        return address is not None and address.is_loopback

    def origin(self) -> str | None:
        """The origin of links that work in the network; None if the machine has no address there."""
        if self.is_local:
            return None
        address = read_address(self.address)
        name = own_address() if address is None or address.is_unspecified else self.address
        if name is None:
            return None
        return f"http://[{name}]:{self.port}" if ":" in name else f"http://{name}:{self.port}"


def own_address() -> str | None:
    """The address of this machine in its network; None if it is in none.

    The system chooses it as the source for a connection to elsewhere. A UDP socket that is connected sends nothing.
    """
    for family, foreign in _FOREIGN.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as line:
                line.connect((foreign, 9))
                found = str(line.getsockname()[0])
        except OSError:
            continue
        address = read_address(found)
        if address is not None and not address.is_loopback and not address.is_unspecified:
            return found
    return None


def is_own_machine(client: str, host: str) -> bool:
    """Whether a client runs on this machine, as far as its address and the Host header of its request tell.

    Both matter: behind a proxy that is not known as one, everybody comes from this machine.
    """
    address, place = read_address(client), read_place(host)
    return address is not None and address.is_loopback and place is not None and place.name in LOOPBACK_HOSTS
