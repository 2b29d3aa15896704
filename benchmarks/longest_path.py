"""Measure the time to find the longest path on the hardest networks that a board may have.

    python benchmarks/longest_path.py [--seeds 20]

One seat owns every track, up to 100 spaces in all, the maximum number of its trains. The networks are hard in theory or
turned out to be in practice: complete graphs; grids with diagonals; random graphs in which every city has the same odd
number of tracks, also with parts that no trail can cover; and dense cores with rings attached by one, two or three
tracks. Each is tried with tracks of length 1 and with mixed lengths. Networks that are too tangled for a board are
counted and skipped. Times are CPU times on one core.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Iterator

from railwright.errors import BoardError
from railwright.game.board import MAX_CITIES, MAX_TRACKS, Board
from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.maps.load import load_ruleset

MAX_SPACES = 100
Track = tuple[int, int, int]
"""Two cities and a length."""

Network = tuple[int, list[Track]]
"""The number of cities, and the tracks."""


def complete(cities: int) -> Network:
    """A complete graph."""
    return cities, [(a, b, 1) for a in range(cities) for b in range(a)]


def grid(width: int, height: int, *, diagonals: int) -> Network:
    """A grid in which neighbours are connected, with none, one or both diagonals."""
    tracks: list[Track] = []
    for y in range(height):
        for x in range(width):
            here = y * width + x
            tracks += [(here, here + 1, 1)] if x + 1 < width else []
            tracks += [(here, here + width, 1)] if y + 1 < height else []
            if x + 1 < width and y + 1 < height:
                tracks += [(here, here + width + 1, 1), (here + 1, here + width, 1)][:diagonals]
    return width * height, tracks


def regular(cities: int, degree: int, chance: random.Random) -> Network:
    """A random network in which (nearly) every city has the same degree."""
    ends = [city for city in range(cities) for _ in range(degree)]
    pairs: set[tuple[int, int]] = set()
    for _ in range(200):
        chance.shuffle(ends)
        found = {(min(a, b), max(a, b)) for a, b in zip(ends[::2], ends[1::2], strict=True) if a != b}
        pairs = max(pairs, found, key=len)
    return cities, [(a, b, 1) for a, b in sorted(pairs)]


def hang(core: Network, count: int, *, by: int, length: int = 1) -> Network:
    """A network with rings of three cities attached by one, two or three tracks; by 0: with leaves attached."""
    cities, tracks = core[0], list(core[1])
    for i in range(count):
        at = [(i + k) % core[0] for k in range(3)]
        if by == 0:
            tracks.append((at[0], cities, 1))
            cities += 1
            continue
        ring = (cities, cities + 1, cities + 2)
        cities += 3
        tracks += [(at[k], ring[k], 1) for k in range(by)]
        tracks += [(ring[0], ring[1], length), (ring[1], ring[2], length), (ring[2], ring[0], length)]
    return cities, tracks


def petersen(core: Network, count: int) -> Network:
    """A network with some cities replaced by a Petersen graph minus one city, so that no trail visits all cities."""
    cities, tracks = core[0], list(core[1])
    for old in range(count):
        at = [i for i, track in enumerate(tracks) if old in track[:2]]
        if len(at) == 3:
            number = {inner: cities + inner - 1 for inner in range(1, 10)}
            cities += 9
            for i, inner in zip(at, (1, 4, 5), strict=True):
                tracks[i] = (number[inner], sum(tracks[i][:2]) - old, 1)
            pairs = ((1, 2), (2, 3), (3, 4), (1, 6), (2, 7), (3, 8), (4, 9), (5, 7), (7, 9), (9, 6), (6, 8), (8, 5))
            tracks += [(number[a], number[b], 1) for a, b in pairs]
    kept = sorted({city for track in tracks for city in track[:2]})
    return len(kept), [(kept.index(a), kept.index(b), length) for a, b, length in tracks]


def networks(seeds: int) -> Iterator[tuple[str, Network]]:
    """All networks, by name."""
    for cities in range(8, 15):
        yield f"complete {cities}", complete(cities)
        yield f"complete {cities}, 10 leaves", hang(complete(cities), 10, by=0)
        for by in (1, 2, 3):
            for length in (1, 3, 5):
                count = (MAX_SPACES - cities * (cities - 1) // 2) // (by + 3 * length)
                if count > 0:
                    name = f"complete {cities}, {count} rings of {3 * length} by {by}"
                    yield name, hang(complete(cities), count, by=by, length=length)
    for width, height, diagonals in ((7, 8, 0), (6, 7, 1), (6, 6, 1), (5, 6, 2), (5, 5, 2), (4, 6, 2)):
        yield f"grid {width} x {height}, {diagonals} diagonals", grid(width, height, diagonals=diagonals)
    for seed in range(seeds):
        chance = random.Random(seed)
        for cities, degree in ((64, 3), (60, 3), (50, 3), (40, 5), (36, 5), (28, 7), (24, 7), (22, 9), (18, 11)):
            yield f"{degree} tracks at each of {cities} cities, seed {seed}", regular(cities, degree, chance)
        for cities, count in ((16, 6), (24, 5), (32, 4), (40, 3), (48, 2), (56, 1)):
            name = f"3 tracks at each of {cities} cities, {count} Petersen graphs, seed {seed}"
            yield name, petersen(regular(cities, 3, chance), count)
        for cities, by in ((30, 1), (30, 2), (30, 3), (20, 1), (20, 2), (20, 3)):
            core = regular(cities, 3, chance)
            count = (MAX_SPACES - len(core[1])) // (3 + by)
            yield f"3 tracks at each of {cities} cities, rings by {by}, seed {seed}", hang(core, count, by=by)


def mixed(network: Network, chance: random.Random) -> Network:
    """The same network with mixed lengths, without the last tracks if there are too many spaces."""
    cities, tracks = network
    changed: list[Track] = []
    left = MAX_SPACES
    for a, b, length in tracks:
        new = min(chance.choice((1, 1, 1, 2)) * length, 9)
        if new <= left:
            changed.append((a, b, new))
            left -= new
    return cities, changed


def make_game(network: Network) -> Game:
    """A game on this board in which the first seat owns every track."""
    kept = sorted({city for track in network[1] for city in track[:2]})
    name = {city: f"city {i}" for i, city in enumerate(kept)}
    data = {
        "format": "railwright-board/1",
        "name": "network",
        "cities": [{"name": name[city], "latitude": 0, "longitude": i} for i, city in enumerate(kept)],
        "tracks": [{"cities": [name[a], name[b]], "length": n, "color": "gray"} for a, b, n in network[1]],
        "tickets": [{"cities": ["city 0", "city 1"], "points": 1}],
    }
    game = Game(Setup(Board.from_dict(data), load_ruleset("usa-thesis-linear")), seats=2, seed=1)
    for track in range(len(network[1])):
        game.state.table.own[0, track >> 6] |= (1 << (track & 63)) - (1 << 64 if track & 63 == 63 else 0)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    wanted = parser.parse_args()
    make_game(complete(9)).result_record()  # compiles
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    rows: list[tuple[float, str]] = []
    tangled = 0
    for name, network in networks(wanted.seeds):
        for kind, one in (("", network), (", mixed lengths", mixed(network, random.Random(name)))):
            if len(one[1]) > MAX_TRACKS or one[0] > MAX_CITIES or sum(track[2] for track in one[1]) > MAX_SPACES:
                continue
            try:
                game = make_game(one)
            except BoardError:
                tangled += 1
                continue
            began = time.process_time()
            found = game.result_record().longest_path[0]
            seconds = time.process_time() - began
            rows.append(
                (seconds, f"{name}{kind}: width {game.setup.board.width}, {len(one[1])} tracks, longest {found}")
            )
    rows.sort(reverse=True)
    print(f"{len(rows)} networks, {tangled} more were too tangled or in parts; the slowest:")
    for seconds, name in rows[:20]:
        print(f"{seconds * 1000:8.1f} ms  {name}")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"memory grew by {grown / 1024:.0f} MB")


if __name__ == "__main__":
    main()
