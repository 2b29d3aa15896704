"""What one person's attack on the table means for another person's game, on this machine.

    python benchmarks/attacks.py                       # all attacks, about five minutes
    python benchmarks/attacks.py --only looks pictures
    python benchmarks/attacks.py --samples 1000

A real server runs in a process of its own, with its usual limits. Two people at one game, from an address of their own,
move in turn; each move's round trip is measured: from sending the action until its page has both the acknowledgement
and the new state. The attacker is a further process with a lower priority, since all three share this machine; it comes
from another address and does what it can for as long as the moves are measured. Everything stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

GOAL_MS = 250
"""Nobody's attack should delay another's move by more than this, in 99 of 100 cases."""

VICTIM = "127.0.0.2"
"""The address of the people whose moves are measured: limits are by address."""

SLOW_PLAYER = "express:iterations=6000"
SILENT_CONNECTIONS, HALF_BODIES = 2_050, 300
PICTURES = 48
UNKNOWN_KEYS = 80_000
SLOW_GAMES = 30
LOOKERS = 6


# --- the people at a game ---------------------------------------------------------------------------------------------


@dataclass
class Delays:
    """Round trips in milliseconds."""

    moves: list[float] = field(default_factory=list)
    computer: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        """The figures as a line of the table."""
        cells = [f"{name:28}", f"{len(self.moves):>6}"]
        for values in (self.moves, self.computer):
            cells += [f"{quantile(values, share):>7.0f}" if values else f"{'-':>7}" for share in (0.5, 0.99, 1.0)]
        mark = "" if quantile(self.moves, 0.99) <= GOAL_MS else f"  above {GOAL_MS}"
        return " ".join(cells) + mark


def quantile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies."""
    return sorted(values)[max(0, int(share * len(values)) - 1)] if values else 0.0


def post(url: str, path: str, body: Any, *, source: str = "127.0.0.1") -> tuple[int, Any]:
    """A request from an address; returns status and answer."""
    there = urlsplit(url)
    line = HTTPConnection(there.hostname or "", there.port, timeout=300, source_address=(source, 0))
    try:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        line.request("POST", path, data, {"Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    finally:
        line.close()


class Watcher:
    """A page of a person at a game."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.state: dict[str, Any] = {}

    async def receive(self) -> str:
        """The kind of the next message; a state is remembered."""
        message = json.loads(await asyncio.wait_for(self.line.recv(), 300))
        assert message["type"] != "error", message
        if message["type"] == "state":
            self.state = message
        return str(message["type"])

    async def act(self, action: int) -> float:
        """Act; returns the milliseconds until both answers are there."""
        began, version, is_done = time.perf_counter(), self.state["version"], False
        await self.line.send(json.dumps({"type": "act", "action": action, "version": version}))
        while not is_done or self.state["version"] == version:
            is_done |= await self.receive() == "done"
        return 1000 * (time.perf_counter() - began)


async def play(url: str, players: list[str], delays: Delays, *, samples: int, pause: float) -> None:
    """Play games of people (and computers) until there are enough samples."""
    chance = random.Random(1)
    is_company = "human" in players[1:]
    measured = delays.moves if is_company else delays.computer
    while len(measured) < samples:
        wish = {"seats": [{"player": player} for player in players], "grace_seconds": 0}
        status, made = await asyncio.to_thread(post, url, "/api/games", wish, source=VICTIM)
        if status != 201:
            await asyncio.sleep(1)
            continue
        address = f"{url.replace('http', 'ws', 1)}/api/games/{made['game']}/live"
        keys = [key for key in made["keys"] if key is not None]
        lines = [await connect(address, compression=None, local_addr=(VICTIM, 0), open_timeout=300) for _ in keys]
        pages = [Watcher(line) for line in lines]
        for page, key in zip(pages, keys, strict=True):
            await page.line.send(json.dumps({"type": "look", "key": key}))
            while not page.state:
                await page.receive()
        await play_game(pages, delays, chance, is_company=is_company, samples=samples, pause=pause)
        for line in lines:
            await line.close()


async def play_game(
    pages: list[Watcher], delays: Delays, chance: random.Random, *, is_company: bool, samples: int, pause: float
) -> None:
    """One game, as long as samples are wanted."""
    while len(delays.moves if is_company else delays.computer) < samples:
        page = next((page for page in pages if page.state["me"]["legal"]), pages[0])
        if page.state["is_over"]:
            return
        if not page.state["me"]["legal"]:
            await page.receive()
            continue
        await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)
        began = time.perf_counter()
        delay = await page.act(chance.choice(page.state["me"]["legal"])["action"])
        if is_company:
            delays.moves.append(delay)
            for other in pages:
                while other.state["version"] < page.state["version"]:
                    await other.receive()
        elif not page.state["me"]["legal"]:
            while not page.state["me"]["legal"] and not page.state["is_over"]:
                await page.receive()
            delays.computer.append(1000 * (time.perf_counter() - began))


# --- attacks ----------------------------------------------------------------------------------------------------------


async def tangled_records(url: str) -> None:
    """F1: bring records with the most tangled board that can be loaded, look, ask for hints, let computers play."""
    from web.hostile import tangled_record

    bodies = [json.dumps(tangled_record(players)).encode() for players in (("human", "human"), ("human", "express"))]
    games: list[tuple[str, str]] = []

    async def bring() -> None:
        for number in range(1_000):
            status, made = await asyncio.to_thread(post, url, "/api/records", bodies[number % 2])
            if status == 201:
                games.append((made["game"], made["keys"][0]))
            await asyncio.sleep(0.05 if status == 201 else 2)

    async def ask() -> None:
        while True:
            for game, key in games[-5:]:
                for path in ("", "/hint", "/ways", "/picture.svg"):
                    await asyncio.to_thread(get, f"{url}/api/games/{game}{path}", key)
            await asyncio.sleep(0.01)

    await asyncio.gather(bring(), *(ask() for _ in range(4)))


def get(url: str, key: str = "") -> int:
    """Ask for something; returns the status."""
    request = urllib.request.Request(url, headers={"X-Railwright-Key": key} if key else {})
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


async def long_looks(url: str) -> None:
    """F3: some sockets look at a long finished game, again and again from its beginning."""
    _, made = await asyncio.to_thread(post, url, "/api/games", {"seats": [{"player": "random"}] * 5})
    game = made["game"]
    while b'"is_over": true' not in (text := await asyncio.to_thread(read, f"{url}/api/games/{game}?since=99999")):
        assert b'"is_over"' in text, text[:200]
        await asyncio.sleep(0.2)

    async def look() -> None:
        while True:
            try:
                async with connect(
                    f"{url.replace('http', 'ws', 1)}/api/games/{game}/live", compression=None, max_size=None
                ) as line:
                    while True:
                        await line.send(json.dumps({"type": "look"}))
                        await line.recv()
            except (WebSocketException, OSError):
                await asyncio.sleep(0.1)

    await asyncio.gather(*(look() for _ in range(LOOKERS)))


def read(url: str) -> bytes:
    """What a request is answered with; nothing if it is refused."""
    try:
        with urllib.request.urlopen(url, timeout=300) as answer:
            return bytes(answer.read())
    except OSError:
        return b'"is_over"'


async def silent_connections(url: str) -> None:
    """F4: connections that say nothing, and requests whose bodies never come."""
    there = urlsplit(url)
    head = f"POST /api/games HTTP/1.1\r\nHost: {there.netloc}\r\nContent-Length: 100\r\n\r\n{{".encode()
    lines: list[socket.socket] = []
    while True:
        lines = [line for line in lines if is_open(line)]
        for number in range(SILENT_CONNECTIONS + HALF_BODIES - len(lines)):
            try:
                line = socket.create_connection((there.hostname, there.port), timeout=1)
                line.setblocking(False)
                if number < HALF_BODIES:
                    line.send(head)
                lines.append(line)
            except OSError:
                break
            if number % 50 == 0:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)


def is_open(line: socket.socket) -> bool:
    """Whether the other side has not closed a connection."""
    try:
        if line.recv(1000):
            return True
    except BlockingIOError:
        return True
    except OSError:
        pass
    line.close()
    return False


async def many_pictures(url: str) -> None:
    """F5: pictures of the largest boards, many at once, of new boards as often as they are taken."""
    from web.hostile import crowded_board

    for number in range(1_000):
        status, made = await asyncio.to_thread(post, url, "/api/boards", crowded_board(number))
        if status == 201:
            name = made["board"]
        paths = [f"{url}/api/boards/{name}/picture.svg?theme={theme}" for theme in ("light", "dark")]
        await asyncio.gather(*(asyncio.to_thread(get, paths[i % 2]) for i in range(PICTURES)))


async def slow_games(url: str) -> None:
    """F6: games of five slow players each."""
    for _ in range(SLOW_GAMES):
        wish = {"seats": [{"player": SLOW_PLAYER}] * 5}
        while (await asyncio.to_thread(post, url, "/api/games", wish))[0] != 201:
            await asyncio.sleep(1)
    await asyncio.Event().wait()


async def many_keys(url: str) -> None:
    """F7: JSON with very many keys that nobody knows."""
    body = json.dumps({f"key {number}": number for number in range(UNKNOWN_KEYS)})[:1_000_000].encode()
    whole = json.dumps({f"k{number}": 0 for number in range(UNKNOWN_KEYS)}).encode()
    while True:
        for one in (body, whole):
            try:
                await asyncio.to_thread(post, url, "/api/games", one)
            except OSError:
                await asyncio.sleep(0.05)


ATTACKS: dict[str, Callable[[str], Awaitable[None]]] = {
    "records": tangled_records, "looks": long_looks, "connections": silent_connections, "pictures": many_pictures,
    "games": slow_games, "keys": many_keys,
}  # fmt: skip


# --- measuring --------------------------------------------------------------------------------------------------------


def start(*arguments: str, lower: int = 0) -> subprocess.Popen[str]:
    """This script in another process."""
    return subprocess.Popen(
        [sys.executable, __file__, *arguments], stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(lower)
    )  # fmt: skip


def measure(name: str, options: argparse.Namespace) -> Delays:
    """A new server, perhaps an attack on it, and the delays of a game besides it."""
    delays = Delays()
    with tempfile.TemporaryDirectory() as folder:
        server = start("--serve", folder)
        processes = [server]
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip().rstrip("/")
            asyncio.run(play(url, ["human", "rule"], Delays(), samples=3, pause=0))  # loads everything
            if name in ATTACKS:
                processes.append(start("--attack", name, "--url", url, lower=10))
                time.sleep(options.lead)

            async def both() -> None:
                await asyncio.gather(
                    play(url, ["human", "human"], delays, samples=options.samples, pause=options.pause),
                    play(url, ["human", "rule"], delays, samples=options.samples // 6, pause=options.pause),
                )

            asyncio.run(both())
        finally:
            for process in reversed(processes):
                process.terminate()
                process.wait(60)
    return delays


def serve(folder: str) -> None:
    from railwright.web.serving import run_server

    run_server(
        host="127.0.0.1", port=0, folder=Path(folder), warm=("rule", "hoard", "express"),
        ready=lambda url: print(url, flush=True),
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="What one person's attack means for another person's game.")
    parser.add_argument("--only", nargs="*", choices=[*ATTACKS, "quiet"], help="some of the attacks")
    parser.add_argument("--samples", type=int, default=300, help="moves that are measured during each attack")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between moves, on average")
    parser.add_argument("--lead", type=float, default=5.0, help="seconds from the begin of an attack")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    if options.attack:
        asyncio.run(ATTACKS[options.attack](options.url))
        return
    print(f"{'':28} {'':>6} {'move of a person, ms':>23} {'answer of a computer, ms':>24}")
    print(f"{'attack':28} {'moves':>6} " + " ".join(f"{word:>7}" for word in 2 * ("p50", "p99", "max")))
    for name in options.only or ["quiet", *ATTACKS]:
        print(measure(name, options).row(name), flush=True)


if __name__ == "__main__":
    main()
