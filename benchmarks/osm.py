"""Measure the time and memory needed to read a large OpenStreetMap file.

    python benchmarks/osm.py --nodes 20000000

This writes a file with that many nodes to a temporary folder (which takes longer than reading it), with buildings,
roads, tagged nodes and, on every fiftieth node, a railway lattice with stations; node ids are spread as widely as those
of the whole planet. Then a new process on one core reads it into a station graph and reports seconds and peak memory.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import osmium
from osmium.osm.mutable import Node, Way

ID_STEP = 600
"""Difference between node ids: 20 million nodes reach 12 billion, as in OpenStreetMap."""
RAIL_EVERY = 50
"""One of this many nodes is a rail node."""
ROW = 2_000
"""Rail nodes in one line."""
CROSS_EVERY = 100
"""Rail nodes between two crossing lines, with a station halfway between them."""
STEP = 0.002
"""Degrees between rail nodes."""
WAY = 10
"""Nodes of each other way."""
TAGGED_EVERY = 40
"""One of this many other nodes has tags."""

READER = """
import resource, sys, time
from pathlib import Path
began = time.perf_counter(), time.process_time()
from railwright.mapmaker.osm.extract.extraction import read_station_graph
def told(step):
    print(f"  {time.perf_counter() - began[0]:5.1f} s  {step}", flush=True)
graph = read_station_graph(Path(sys.argv[1]), progress=told)
clock, cpu = time.perf_counter() - began[0], time.process_time() - began[1]
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{len(graph.stations)} stations, {len(graph.links)} links; {clock:.1f} s, {cpu:.1f} CPU-seconds, {peak:.0f} MB")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=20_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.osm.pbf"
        began = time.monotonic()
        write(path, options.nodes)
        size = path.stat().st_size / 1e6
        print(f"{options.nodes} nodes, {size:.0f} MB, written in {time.monotonic() - began:.0f} s", flush=True)
        pinned = ["taskset", "-c", "0"] if sys.platform == "linux" else []
        environment = os.environ | {"OSMIUM_POOL_THREADS": "1", "OMP_NUM_THREADS": "1"}
        subprocess.run([*pinned, sys.executable, "-c", READER, str(path)], check=True, env=environment)


def write(path: Path, count: int) -> None:
    """Write the nodes, then other ways, then the lattice of railways."""
    with osmium.SimpleWriter(str(path)) as writer:
        for number in range(count):
            writer.add_node(node(number))
        way = 0
        for first in range(0, count - WAY, 2 * WAY):
            way += 1
            nodes = [1 + ID_STEP * number for number in range(first, first + WAY) if number % RAIL_EVERY]
            tags = {"building": "yes"} if way % 3 else {"highway": "residential", "name": f"Road {way}"}
            writer.add_way(Way(id=way, nodes=nodes, tags=tags))
        for line in lines(count // RAIL_EVERY):
            way += 1
            nodes = [1 + ID_STEP * RAIL_EVERY * number for number in line]
            writer.add_way(Way(id=way, nodes=nodes, tags={"railway": "rail", "usage": "main"}))


def node(number: int) -> Node:
    """A node: rail nodes are in rows, others are scattered around them."""
    row, column = divmod(number // RAIL_EVERY, ROW)
    latitude, longitude = 40 + 25 * STEP * row, 5 + STEP * column
    tags = {}
    if number % RAIL_EVERY:
        latitude += 12 * STEP * scattered(number)
        longitude += STEP * scattered(number + 1)
        tags = {"highway": "crossing", "ref": str(number)} if number % TAGGED_EVERY == 1 else {}
    elif column % CROSS_EVERY == CROSS_EVERY // 2:
        tags = {"railway": "station", "name": f"Station {row} {column}"}
    return Node(id=1 + ID_STEP * number, location=(longitude, latitude), tags=tags)


def scattered(number: int) -> float:
    """A pseudo-random fraction, hard to compress, so that the file is as large as a real one."""
    return (number * 2_654_435_761 % 2**32 ^ number * 40_503) % 1_000_003 / 1_000_003


def lines(count: int) -> list[list[int]]:
    """The rail nodes of each way: rows in pieces, and crossings that connect one row with the next."""
    rows = [list(range(first, min(first + ROW // 10 + 1, count))) for first in range(0, count, ROW // 10)]
    rows = [row[:-1] if row[-1] % ROW == 0 and len(row) > 1 else row for row in rows]
    crossings = [[first, first + ROW] for first in range(0, count - ROW, CROSS_EVERY)]
    return [line for line in rows + crossings if len(line) > 1]


if __name__ == "__main__":
    main()
