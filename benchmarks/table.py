"""Measure how many games the table can serve at once, on this machine.

    python benchmarks/table.py                      # 200 games at a time, people who think for about 2 seconds
    python benchmarks/table.py --pause 0            # people who never think: as fast as it goes
    python benchmarks/table.py --games 2000 --short # many short games: does memory grow?

A server runs in its own process. Each game has one person, played by this script over a WebSocket like a page, and rule
players. The latency of a move is the time from sending an action until the page has both its acknowledgement and the
state after it; by then the action is on disk. This script and the server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

SHORT_TRAINS = 8
"""Number of trains for games of only a few turns."""


@dataclass
class Tally:
    """The measurements."""

    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    finished: int = 0
    processor: float = 0.0
    memory: list[tuple[int, float]] = field(default_factory=list)


class Person:
    """A person who plays one game after the other."""

    def __init__(self, url: str, tally: Tally, *, board: str, seats: int, pause: float, seed: int) -> None:
        self._url, self._tally, self._board, self._seats, self._pause = url, tally, board, seats, pause
        self._rng = random.Random(seed)

    async def play(self) -> None:
        """Play one game to its end."""
        players = [{"player": "human"}] + [{"player": "rule"}] * (self._seats - 1)
        wish = {"board": self._board, "seats": players, "grace_seconds": 0, "seed": self._rng.randrange(2**40)}
        made = await asyncio.to_thread(_post, f"{self._url}/api/games", wish)
        address = f"{self._url.replace('http', 'ws', 1)}/api/games/{made['game']}/live"
        async with connect(address, compression=None, max_size=None, open_timeout=60) as line:
            await line.send(json.dumps({"type": "look", "key": made["keys"][0]}))
            state: dict[str, Any] = {}
            while not state or not state["is_over"]:
                before = state.get("steps", 0)
                state = await self._next(line, state)
                self._tally.moves += state.get("steps", 0) - before
            self._tally.finished += 1

    async def _next(self, line: Any, state: dict[str, Any]) -> dict[str, Any]:
        if not state or not state["me"]["legal"]:
            message = json.loads(await line.recv())
            assert message["type"] != "error", message
            return message if message["type"] == "state" else state
        if self._pause:
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._pause)
        action = self._rng.choice(state["me"]["legal"])["action"]
        began, version, is_done = time.perf_counter(), state["version"], False
        await line.send(json.dumps({"type": "act", "action": action, "version": version}))
        while not is_done or state["version"] == version:
            message = json.loads(await line.recv())
            assert message["type"] != "error", message
            is_done |= message["type"] == "done"
            state = message if message["type"] == "state" else state
        self._tally.latencies.append(time.perf_counter() - began)
        return state


def _post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def _short_board(url: str) -> str:
    """Upload a board with short games; returns its name."""
    from railwright.maps.load import board_ruleset, load_board

    board = load_board("usa")
    rules = {**board_ruleset(board).to_dict(), "name": "short", "trains": SHORT_TRAINS}
    made = _post(f"{url}/api/boards", {**board.to_dict(), "name": "short", "ruleset": rules})
    return str(made["board"])


def _processor_seconds(process: int) -> float:
    """CPU time that the process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> float:
    """Resident memory in MiB."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


async def _run(url: str, process: int, options: argparse.Namespace) -> Tally:
    tally = Tally()
    board = _short_board(url) if options.short else options.board
    await Person(url, Tally(), board=board, seats=2, pause=0, seed=-1).play()  # loads the player
    numbers = iter(range(options.games))
    tally.processor = -_processor_seconds(process)
    tally.memory.append((0, _memory(process)))

    async def people() -> None:
        for number in numbers:
            person = Person(url, tally, board=board, seats=options.seats, pause=options.pause, seed=number)
            await person.play()
            if tally.finished % options.at_once == 0:
                tally.memory.append((tally.finished, _memory(process)))

    end = asyncio.gather(*(people() for _ in range(options.at_once)))
    if options.seconds:
        await asyncio.wait([end], timeout=options.seconds)
        if not end.done():
            end.cancel()
            tally.memory.append((tally.finished, _memory(process)))
    try:
        await end
    except asyncio.CancelledError:
        if not options.seconds:
            raise
    tally.processor += _processor_seconds(process)
    return tally


def _serve(folder: str) -> None:
    from railwright.web.access.limits import UNLIMITED
    from railwright.web.serving import run_server

    run_server(
        host="127.0.0.1", port=0, folder=Path(folder), ready=lambda url: print(url, flush=True), limits=UNLIMITED
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how many games the table can serve at once.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=200)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that a person thinks, on average")
    parser.add_argument("--short", action="store_true", help="games of a few turns")
    parser.add_argument("--seconds", type=float, default=0, help="stop after this many seconds")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        _serve(options.serve)
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            url = server.stdout.readline().strip().rstrip("/")
            began = time.perf_counter()
            tally = asyncio.run(_run(url, server.pid, options))
            seconds = time.perf_counter() - began
        finally:
            server.terminate()
            server.wait(20)
    sorted_ms = sorted(1000 * latency for latency in tally.latencies)
    print(f"games finished: {tally.finished}, {options.at_once} at a time, in {seconds:.0f} s")
    print(f"people's moves: {len(sorted_ms)} ({len(sorted_ms) / seconds:.0f} a second)")
    print(f"all moves: {tally.moves} ({tally.moves / seconds:.0f} a second)")
    print(f"the server's processor time: {1000 * tally.processor / max(1, tally.moves):.2f} ms a move")
    for share in (0.5, 0.9, 0.99, 1.0):
        print(f"latency, {share:.0%} of moves within: {sorted_ms[max(0, int(share * len(sorted_ms)) - 1)]:.0f} ms")
    print("server's memory: " + ", ".join(f"{memory:.0f} MiB after {games}" for games, memory in tally.memory))


if __name__ == "__main__":
    main()
