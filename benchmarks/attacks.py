"""Measure how one person's attack on the table affects another person's game, on this machine.

    python benchmarks/attacks.py                       # all attacks, about five minutes
    python benchmarks/attacks.py --only looks pictures
    python benchmarks/attacks.py --samples 1000

A real server runs in its own process, with its usual limits. Two people in one game, at their own address, move in
turn; the round trip of each move is measured, from sending the action until the page has both the acknowledgement and
the new state. The attacker is another process with a lower priority, since all three share this machine; it uses
another address and attacks for as long as the moves are measured. Everything stays on this machine.
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
"""Goal for the 99th percentile of a move's delay during an attack, in milliseconds."""

VICTIM = "127.0.0.2"
"""The address of the people whose moves are measured: rate limits are per address."""

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
    """The quantile of a list of values."""
    return sorted(values)[max(0, int(share * len(values)) - 1)] if values else 0.0


def post(url: str, path: str, body: Any, *, source: str = "127.0.0.1") -> tuple[int, Any]:
    """Send a request from an address; returns status and answer."""
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
    """The page of a person in a game."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.state: dict[str, Any] = {}

    async def receive(self) -> str:
        """Receive the next message and return its type; a state is stored."""
        message = json.loads(await asyncio.wait_for(self.line.recv(), 300))
        assert message["type"] != "error", message
        if message["type"] == "state":
            self.state = message
        return str(message["type"])

    async def act(self, action: int) -> float:
        """Send an action; returns the milliseconds until both answers have arrived."""
        began, version, is_done = time.perf_counter(), self.state["version"], False
        await self.line.send(json.dumps({"type": "act", "action": action, "version": version}))
        while not is_done or self.state["version"] == version:
            is_done |= await self.receive() == "done"
        return 1000 * (time.perf_counter() - began)


async def play(url: str, players: list[str], delays: Delays, *, samples: int, pause: float) -> None:
    """Play games between people (or with a computer player) until there are enough samples."""
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
    """Play one game, until there are enough samples."""
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
    """F1: upload records with the most tangled board that can be loaded, view them, ask for hints, let bots play."""
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
    """Send a GET request; returns the status."""
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
    """F3: several sockets request a long finished game from its beginning, again and again."""
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
    """The body of the answer to a GET request; ``"is_over"`` if the request is refused."""
    try:
        with urllib.request.urlopen(url, timeout=300) as answer:
            return bytes(answer.read())
    except OSError:
        return b'"is_over"'


async def silent_connections(url: str) -> None:
    """F4: connections that send nothing, and requests whose bodies never arrive."""
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
    """Whether a connection is still open at the other end."""
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
    """F5: many pictures of the largest boards at once, of new boards as often as they are accepted."""
    from web.hostile import crowded_board

    for number in range(1_000):
        status, made = await asyncio.to_thread(post, url, "/api/boards", crowded_board(number))
        if status == 201:
            name = made["board"]
        paths = [f"{url}/api/boards/{name}/picture.svg?theme={theme}" for theme in ("light", "dark")]
        await asyncio.gather(*(asyncio.to_thread(get, paths[i % 2]) for i in range(PICTURES)))


async def slow_games(url: str) -> None:
    """F6: games between five slow players each."""
    for _ in range(SLOW_GAMES):
        wish = {"seats": [{"player": SLOW_PLAYER}] * 5}
        while (await asyncio.to_thread(post, url, "/api/games", wish))[0] != 201:
            await asyncio.sleep(1)
    await asyncio.Event().wait()


async def many_keys(url: str) -> None:
    """F7: JSON with a very large number of unknown keys."""
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
    """Run this script in another process."""
    return subprocess.Popen(
        [sys.executable, __file__, *arguments], stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(lower)
    )  # fmt: skip


def measure(name: str, options: argparse.Namespace) -> Delays:
    """Start a server and perhaps an attack on it, and measure the delays of a game."""
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
    parser = argparse.ArgumentParser(description="How one person's attack affects another person's game.")
    parser.add_argument("--only", nargs="*", choices=[*ATTACKS, "quiet"], help="run only these attacks")
    parser.add_argument("--samples", type=int, default=300, help="moves to measure during each attack")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between moves, on average")
    parser.add_argument("--lead", type=float, default=5.0, help="seconds from the start of an attack to the first move")
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
