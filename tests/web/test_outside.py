"""Calls to addresses that people have named: public ones over HTTPS, and nothing else."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.web.access.outside import LONGEST_URL, Callee, CallError, Outside, is_public
from waiting import HANG_SECONDS

NAME = "hooks.example"
HOME = "127.0.0.1"

PUBLIC = ("1.1.1.1", "93.184.216.34", "168.63.129.15", "2606:4700:4700::1111", "2a00:1450:4001:830::200e")

INSIDE = (
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "198.18.0.1", "224.0.0.1", "239.255.255.250",
    "240.0.0.1", "255.255.255.255", "192.0.2.1", "192.88.99.1", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::127.0.0.1", "fe80::1", "fe80::1%eth0", "2606:4700:4700::1111%eth0", "fc00::1", "fd00:ec2::254", "ff02::1",
    "fec0::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "3fff::1", "100::1", "", "localhost", "1.1.1", "0x7f000001",
)  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_called(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_refused(address: str) -> None:
    assert not is_public(address)


INNER_NETWORKS = [
    ipaddress.ip_network(network)
    for network in ("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
                    "192.168.0.0/16", "224.0.0.0/3", "fc00::/7", "fe80::/10", "ff00::/8", "2002::/16", "::/8")
]  # fmt: skip


@given(st.sampled_from(INNER_NETWORKS), st.integers(0, 2**128 - 1))
def test_no_address_of_an_inner_network_is_public(network: ipaddress.IPv4Network, number: int) -> None:
    address = network[number % network.num_addresses]
    assert not is_public(str(address))
    if address.version == 4:
        assert not is_public(f"::ffff:{address}")


@pytest.mark.parametrize(
    "url",
    ["http://hooks.example/", "ftp://hooks.example/", "https://", "https:///x", "hooks.example", "//hooks.example/",
     "https://me@hooks.example/", "https://me:secret@hooks.example/", "https://hooks.example/#part",
     "https://hooks.example:25/", "https://hooks.example:0/", "https://hooks.example:99999/", "https://hooks.example:x/",
     "https://hooks.example/a b", "https://hooks.example/\r\nHost:x", "https://hööks.example/", "https://[::1/",
     "https://a;b/", "https://-/", f"https://hooks.example/{'x' * LONGEST_URL}", ""],
)  # fmt: skip
def test_other_addresses_than_those_of_https_are_refused(url: str) -> None:
    with pytest.raises(CallError) as refused:
        Callee.read(url)
    assert "secret" not in str(refused.value)


def test_an_address_is_read() -> None:
    assert Callee.read("https://Hooks.Example/a/b?c=%7B") == Callee("hooks.example", 443, "/a/b?c=%7B")
    assert Callee.read("https://hooks.example:8443").place == "hooks.example:8443"
    assert Callee.read("https://[2606:4700::1]:443?x").place == "[2606:4700::1]"


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1"])
def test_a_name_is_looked_up(host: str) -> None:
    assert asyncio.run(Outside().find(Callee.read(f"https://{host}/"))) == [HOME]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:7f00:1]"])
def test_a_name_of_this_machine_is_not_even_connected_to(host: str) -> None:
    async def run() -> None:
        connected = asyncio.Event()
        async with await asyncio.start_server(lambda *_: connected.set(), HOME, 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(CallError, match="cannot be reached"):
                await Outside(seconds=HANG_SECONDS).post(f"https://{host}:{port}/", {})
        assert not connected.is_set()

    asyncio.run(run())


def test_a_machine_does_not_call_itself_under_a_public_address() -> None:
    assert Outside().allows("1.1.1.1", source="192.168.1.2")
    assert not Outside().allows("1.1.1.1", source="1.1.1.1")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for the name, signed by itself, with its key."""
    if shutil.which("openssl") is None:
        pytest.skip("SKIPPED: calls were NOT tested, because openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    path, key = folder / "both.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    more = ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(path)]
    subprocess.run([*command, *more], check=True, capture_output=True)
    path.write_text(path.read_text() + key.read_text())
    return path


OK = b"HTTP/1.1 204 No Content\r\n\r\n"


@dataclass
class Listener:
    """An HTTPS server on this machine, and what it has heard."""

    port: int = 0
    requests: list[bytes] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}/hook?x=1"


@asynccontextmanager
async def listening(certificate: Path, answer: bytes = OK, *, is_endless: bool = False) -> AsyncIterator[Listener]:
    listener = Listener()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: listener.names.append(name)

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            listener.requests.append(head + await reader.readexactly(length))
            writer.write(answer)
            while is_endless:
                writer.write(b"x: yyyyyyyyyyyyyyyyyyyyyyyyy\r\n" * 1_000)
                await writer.drain()
            await reader.read()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()

    async with await asyncio.start_server(hear, HOME, 0, ssl=context) as server:
        listener.port = server.sockets[0].getsockname()[1]
        yield listener


class Inside(Outside):
    """Calls this machine instead, under any name."""

    def __init__(self, certificate: Path | None = None, *, addresses: tuple[str, ...] = (HOME,)) -> None:
        super().__init__(ssl.create_default_context(cafile=certificate), seconds=HANG_SECONDS)
        self._addresses = addresses
        self.found: list[Callee] = []

    async def find(self, callee: Callee) -> list[str]:
        self.found.append(callee)
        return list(self._addresses)

    def allows(self, address: str, *, source: str = "") -> bool:
        return address == HOME


def call(outside: Outside, path: Path, answer: bytes = OK, *, name: str = NAME, **more: bool) -> tuple[Listener, str]:
    """Call a listener; returns it, and what was wrong."""

    async def run() -> tuple[Listener, str]:
        async with listening(path, answer, **more) as listener:
            try:
                await outside.post(listener.url.replace(NAME, name), {"text": "Your turn, Zoë"})
            except CallError as error:
                return listener, str(error)
            return listener, ""

    return asyncio.run(run())


def test_a_call_is_a_post_of_json_to_the_name(certificate: Path) -> None:
    outside = Inside(certificate)
    listener, problem = call(outside, certificate)
    assert problem == ""
    assert len(outside.found) == 1, "a second lookup might have another answer"
    assert listener.names == [NAME]
    (request,) = listener.requests
    head, _, body = request.partition(b"\r\n\r\n")
    assert head.splitlines()[:2] == [b"POST /hook?x=1 HTTP/1.1", f"Host: {NAME}:{listener.port}".encode()]
    assert json.loads(body) == {"text": "Your turn, Zoë"}


def test_a_certificate_that_nobody_trusts_is_refused(certificate: Path) -> None:
    listener, problem = call(Inside(), certificate)
    assert (problem, listener.requests) == ("its certificate is not valid", [])


def test_the_certificate_of_another_name_is_refused(certificate: Path) -> None:
    listener, problem = call(Inside(certificate), certificate, name="other.example")
    assert (problem, listener.requests) == ("its certificate is not valid", [])


def test_a_name_with_any_address_inside_is_refused(certificate: Path) -> None:
    listener, problem = call(Inside(certificate, addresses=(HOME, "10.0.0.1")), certificate)
    assert (problem, listener.names) == ("it cannot be reached", [])


def test_a_name_without_addresses_cannot_be_reached(certificate: Path) -> None:
    assert call(Inside(certificate, addresses=()), certificate)[1] == "it cannot be reached"


def test_redirects_are_not_followed(certificate: Path) -> None:
    answer = f"HTTP/1.1 302 Found\r\nLocation: https://{NAME}/\r\nContent-Length: 0\r\n\r\n".encode()
    outside = Inside(certificate)
    listener, problem = call(outside, certificate, answer)
    assert problem == "it answered 302"
    assert len(listener.requests) == len(outside.found) == 1


def test_an_answer_without_end_is_not_read(certificate: Path) -> None:
    body = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n"
    assert call(Inside(certificate), certificate, body, is_endless=True)[1] == ""
    headers = b"HTTP/1.1 200 OK\r\n"
    assert call(Inside(certificate), certificate, headers, is_endless=True)[1] == "it cannot be reached"


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"])
def test_what_does_not_answer_in_http_cannot_be_reached(certificate: Path, answer: bytes) -> None:
    async def run(check: Callable[[asyncio.StreamWriter], None]) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        async with await asyncio.start_server(lambda _, writer: check(writer), HOME, 0, ssl=context) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(CallError, match="cannot be reached"):
                await Inside(certificate).post(f"https://{NAME}:{port}/", {})

    def reply(writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        writer.close()

    asyncio.run(run(reply))


def test_a_call_ends_when_its_time_is_over() -> None:
    class Lost(Outside):
        async def find(self, callee: Callee) -> list[str]:
            await asyncio.Event().wait()
            return []

    with pytest.raises(CallError, match="cannot be reached"):
        asyncio.run(Lost(seconds=0.01).post(f"https://{NAME}/", {}))
