"""HTTPS requests to addresses that people have named, without a way into the network of the server.

The server may reach what its guests may not: itself, its neighbours, the metadata of its cloud. So a name is looked up
once, all addresses that it has must be public, and the connection goes to one of these, never to what the name means a
moment later (DNS rebinding). The certificate must be valid for the name. Redirects are not followed, and nothing of an
answer is read but its status.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

import h11

from railwright.errors import RailwrightError
from railwright.say import say
from railwright.web.access.addresses import Address, read_address

LONGEST_URL = 400
"""Most characters of an address to call. Those of chat services have about 150."""

CALL_SECONDS = 5.0
"""Time for a call: the lookup of the name, the connection, and the status of the answer."""

HTTPS_PORT, FIRST_FREE_PORT = 443, 1_024
"""Ports below the second one, other than the first one, belong to other services."""

MOST_ADDRESSES = 4
"""Most addresses of a name that are tried."""

MOST_LOOKUPS = 8
"""Names that are looked up at a time. A lookup cannot be cancelled, so these threads are used for nothing else."""

MOST_HEADER_BYTES = 16_384
"""Most bytes of the headers of an answer."""

_REFUSED = tuple(
    map(
        ipaddress.ip_network,
        (
            "168.63.129.16/32",  # Azure: its platform, metadata included
            "192.0.0.0/24",  # protocols; metadata of Oracle
            "192.88.99.0/24",  # relays of 6to4
            "2001::/23",  # Teredo, ORCHID and other protocols
            "2002::/16",  # 6to4, which wraps an IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)
"""What is no place of a web service although some version of Python calls it global."""

_UNICAST_IPV6 = ipaddress.ip_network("2000::/3")
"""All that is assigned as global unicast. Outside of it are NAT64 and others that wrap an IPv4 address."""

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]+")


class CallError(RailwrightError):
    """A call has failed. The message says why, without the address, and without what a guest must not learn."""


@dataclass(frozen=True, slots=True)
class Callee:
    """An address to call."""

    host: str
    port: int
    target: str
    """Path and query."""

    @staticmethod
    def read(url: str) -> Callee:
        """Parse an address, or raise CallError if it is none that may be called."""
        if len(url) > LONGEST_URL or not all("!" <= letter <= "~" for letter in url):
            raise CallError(
                say(
                    "give an address of at most {most} characters, without spaces and special letters", most=LONGEST_URL
                )
            )
        try:
            parts = urlsplit(url)
            port = HTTPS_PORT if parts.port is None else parts.port
        except ValueError:
            raise CallError(say("this is not an address")) from None
        if parts.scheme != "https" or not _HOST.fullmatch(parts.hostname or ""):
            raise CallError(say("give an address that begins with https://"))
        if parts.username is not None or parts.password is not None or parts.fragment:
            raise CallError(say("give an address without a user name and without #"))
        if port != HTTPS_PORT and port < FIRST_FREE_PORT:
            raise CallError(
                say(
                    "give an address with the port {usual}, or one from {first} on",
                    usual=str(HTTPS_PORT), first=str(FIRST_FREE_PORT),
                )
            )  # fmt: skip
        return Callee(str(parts.hostname), port, _target(parts))

    @property
    def place(self) -> str:
        """The value of the Host header."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == HTTPS_PORT else f"{name}:{self.port}"


def is_public(text: str) -> bool:
    """Whether an IP address belongs to the public internet, as far as addresses tell."""
    address = read_address(text)
    if address is None or "%" in text or _is_wrapped(address):
        return False
    is_refused = any(address in network for network in _REFUSED)
    return address.is_global and not address.is_multicast and not address.is_reserved and not is_refused


class Outside:
    """Calls addresses outside."""

    def __init__(self, context: ssl.SSLContext | None = None, *, seconds: float = CALL_SECONDS) -> None:
        """Prepare calls.

        Args:
            context: How certificates are checked; by default against those that the system trusts.
            seconds: Time for a call.
        """
        self._context = context or ssl.create_default_context()
        self._call_seconds = seconds
        self._lookups = ThreadPoolExecutor(MOST_LOOKUPS, thread_name_prefix="railwright-lookup")

    async def find(self, callee: Callee) -> list[str]:
        """The IP addresses of a name."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._lookups, _look_up, callee.host, callee.port)
        return [str(place[4][0]) for place in found]

    def allows(self, address: str, *, source: str = "") -> bool:
        """Whether an IP address may be called; ``source`` is the address of this machine that connects to it.

        Where they are the same, the machine would call itself, and no firewall in front of it would notice.
        """
        return address != source and is_public(address)

    def close(self) -> None:
        """Begin no more lookups."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    async def post(self, url: str, body: Mapping[str, Any]) -> None:
        """Post JSON to an address. CallError says why it failed."""
        callee = Callee.read(url)
        try:
            async with asyncio.timeout(self._call_seconds):
                status = await self._post(callee, json.dumps(body).encode())
        except ssl.SSLCertVerificationError:
            raise CallError(say("its certificate is not valid")) from None
        except (OSError, TimeoutError, UnicodeError, h11.ProtocolError):  # one answer for all that may be inside
            raise CallError(say("it cannot be reached")) from None
        if not 200 <= status < 300:
            raise CallError(say("it answered {status}", status=str(status)))

    async def _post(self, callee: Callee, body: bytes) -> int:
        addresses = list(dict.fromkeys(await self.find(callee)))[:MOST_ADDRESSES]
        if not all(map(self.allows, addresses)):
            raise ConnectionRefusedError
        reader, writer = await self._connect(callee, addresses)
        try:
            return await _exchange(callee, body, reader, writer)
        finally:
            writer.transport.abort()

    async def _connect(
        self, callee: Callee, addresses: Sequence[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to one of these addresses, and encrypt."""
        line = await _first_line(addresses, callee.port)
        try:
            if not self.allows(str(line.getpeername()[0]), source=str(line.getsockname()[0])):
                raise ConnectionRefusedError
            return await asyncio.open_connection(sock=line, ssl=self._context, server_hostname=callee.host)
        except BaseException:
            line.close()
            raise


async def _first_line(addresses: Sequence[str], port: int) -> socket.socket:
    """Connect to the first of some addresses that accepts it."""
    failure = OSError("the name has no address")
    for address in addresses:
        line = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        try:
            line.setblocking(False)
            await asyncio.get_running_loop().sock_connect(line, (address, port))
            return line
        except OSError as error:
            line.close()
            failure = error
        except BaseException:
            line.close()
            raise
    raise failure


async def _exchange(
    callee: Callee, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> int:  # fmt: skip
    """Send a request and return the status of the answer."""
    headers = [
        ("Host", callee.place), ("User-Agent", "Railwright"), ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))), ("Connection", "close"),
    ]  # fmt: skip
    protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEADER_BYTES)
    request = h11.Request(method="POST", target=callee.target, headers=headers)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(protocol.send(part) or b"")
    await writer.drain()
    while True:
        event = protocol.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            protocol.receive_data(await reader.read(MOST_HEADER_BYTES))
        elif not isinstance(event, h11.InformationalResponse):
            raise ConnectionResetError


def _look_up(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


def _is_wrapped(address: Address) -> bool:
    return isinstance(address, ipaddress.IPv6Address) and address not in _UNICAST_IPV6


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
