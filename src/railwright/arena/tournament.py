"""Tournaments: every player meets every other one, the results make ratings and a table of who beats whom."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.arena.journal import Journal
from railwright.compiled.kernel import sources_of
from railwright.errors import FileError, OptionError, PlayerError, RailwrightError
from railwright.game.chance import MAX_SEED, check_seed
from railwright.game.record import Library
from railwright.game.scoring import RESULT
from railwright.game.setup import Setup
from railwright.matches.game_stats import GAME_STATS
from railwright.matches.match import Block, check_seats
from railwright.players.registry import find_entry, player_file
from railwright.workers.interrupts import hold_interrupts
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import GameBatch, check_games

PLAN_FORMAT = "railwright-tournament/1"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played in a tournament. Everything else follows from it."""

    setup: Setup
    players: tuple[str, ...]
    seats: int
    """At each table."""
    games: int
    """At each table."""
    seed: int
    pairs: bool = False
    """Whether only two players meet at a table, also at one with more than two seats."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_seats(self.setup, self.seats)
        if len(self.players) < 2:
            raise OptionError(f"a tournament has at least 2 players, not {len(self.players)}")
        for name in self.players:
            if self.players.count(name) > 1:
                raise OptionError(f"the player {name!r} is listed twice; a tournament has each player once")
        check_games(self.games, "a table")
        check_games(self.games * self.table_count, "a tournament")

    @property
    def tables(self) -> list[tuple[str, ...]]:
        """Who sits at each table, in an order that does not depend on the order of the players."""
        players = sorted(self.players)
        groups = combinations(players, 2) if self.pairs else [tuple(players)]
        return [table for group in groups for table in tables_of(group, self.seats)]

    @property
    def table_count(self) -> int:
        """How many tables there are, without making them all."""
        players = len(self.players)
        if self.pairs:
            return comb(players, 2) * comb(2, self.seats % 2)
        return comb(players, self.seats % players)

    def task(self, table: Sequence[str]) -> GameBatch:
        """All games of a table. Its seed follows from who plays, so that it is the same in a larger tournament."""
        text = "\n".join([str(self.seed), *table])
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % MAX_SEED
        return GameBatch(self.setup, tuple(table), seed, self.games)

    def to_dict(self, library: Library) -> dict[str, Any]:
        """For JSON."""
        board, ruleset = self.setup.board, self.setup.ruleset
        return {
            "format": PLAN_FORMAT,
            "board": board.name if library.is_built_in(board) else board.to_dict(),
            "ruleset": ruleset.name if library.is_built_in(ruleset) else ruleset.to_dict(),
            "tickets": self.setup.deck,
            "players": list(self.players),
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "pairs": self.pairs,
            "sources": source_digests(self.players),
        }

    @staticmethod
    def from_dict(data: Any, library: Library, name: str) -> Plan:
        """Read a plan, and check that the rules and the players are still the same. ``name`` is for messages."""
        if not isinstance(data, Mapping) or data.get("format") != PLAN_FORMAT:
            raise FileError(f"{name}: is not the plan of a tournament in the format {PLAN_FORMAT!r}")
        try:
            seats, games, seed = (int(data[key]) for key in ("seats", "games", "seed"))
            setup = library.setup(data["board"], data["ruleset"], data["tickets"])
            plan = Plan(setup, tuple(map(str, data["players"])), seats, games, seed, bool(data["pairs"]))
            before = dict(data["sources"])
        except (KeyError, TypeError, ValueError, RailwrightError) as error:
            raise FileError(f"{name}: is not a complete plan of a tournament ({error})") from error
        for part, digest in source_digests(plan.players).items():
            if before.get(part) != digest:
                raise FileError(f"{name}: {part} has changed since this tournament began; begin a new one")
        return plan


def tables_of(players: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """All tables of these players at which everyone has as many seats as the others, give or take one.

    With more players than seats these are all combinations; with fewer, the players take turns around the table.
    """
    whole, rest = divmod(seats, len(players))
    return [(*tuple(players) * whole, *more) for more in combinations(players, rest)]


def source_digests(players: Iterable[str]) -> dict[str, str]:
    """Hashes of the program texts on which games depend: the rules, and each player."""
    found = {"the game engine": source_digest("railwright.matches.match")}
    for name in players:
        entry = find_entry(name)
        if entry is not None:
            found[f"the player {name}"] = source_digest(entry.path)
        else:
            path = player_file(name)
            if not path.is_file():
                raise PlayerError(f"{path}: there is no such file")
            found[f"the player {name}"] = _digest([path])
    return found


def source_digest(module: str) -> str:
    """A hash of the program texts of a module of this package and of all that it imports from it."""
    return _digest(sources_of(module))


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Tournament:
    """The games of a plan, as far as they have been played."""

    def __init__(self, plan: Plan, journal: Journal | None = None) -> None:
        """With a journal, the games in it count as played, and those to come are entered in it."""
        self.plan = plan
        self._journal = journal
        self._tasks = [plan.task(table) for table in plan.tables]
        self._results = np.zeros((len(self._tasks), plan.games), RESULT)
        self._game_stats = np.zeros((len(self._tasks), plan.games), GAME_STATS)
        self._seeds = np.zeros((len(self._tasks), plan.games), np.int64)
        self._played = np.zeros((len(self._tasks), plan.games), bool)
        if journal is not None:
            for table, block in journal.blocks():
                self._enter(table, block)

    @property
    def total(self) -> int:
        """How many games there are."""
        return self._played.size

    @property
    def played(self) -> int:
        """How many games have been played."""
        return int(self._played.sum())

    def play(self, pool: WorkerPool) -> Iterator[int]:
        """Play what is missing; yields how many games have been finished since the last time."""
        missing = [(table, task) for table in range(len(self._tasks)) for task in self._missing(table)]
        for number, block in pool.play((task for _, task in missing), in_order=False):
            table = missing[number][0]
            with hold_interrupts():
                if self._journal is not None:
                    self._journal.append(table, block)
                self._enter(table, block)
            yield len(block)

    def blocks(self) -> list[tuple[tuple[str, ...], Block]]:
        """For each table its players and, once all are played, its games."""
        return [
            (task.names, Block(0, self.plan.seats, self._results[i], self._game_stats[i], self._seeds[i]))
            for i, task in enumerate(self._tasks)
        ]

    def _enter(self, table: int, block: Block) -> None:
        games = slice(block.first, block.first + len(block))
        fits = 0 <= table < len(self._tasks) and block.seats == self.plan.seats
        if not (fits and games.start >= 0 and games.stop <= self.plan.games):
            raise FileError("the journal of the tournament does not fit its plan; begin a new tournament")
        for store, values in (
            (self._results, block.results),
            (self._game_stats, block.game_stats),
            (self._seeds, block.seeds),
        ):
            store[table, games] = values
        self._played[table, games] = True

    def _missing(self, table: int) -> Iterator[GameBatch]:
        """The stretches of games of a table that are still to be played."""
        task = self._tasks[table]
        for first, end in _gaps(self._played[table]):
            yield GameBatch(task.setup, task.names, task.seed, end - first, first)


def _gaps(played: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Beginnings and ends of the stretches that are not played."""
    edges = np.flatnonzero(np.diff(np.concatenate([[True], played, [True]])))
    return [(int(first), int(end)) for first, end in zip(edges[::2], edges[1::2], strict=True)]
