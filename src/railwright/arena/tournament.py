"""Tournaments, in which every player meets every other one."""

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
from railwright.compiled.cache_folders import sources_of
from railwright.errors import FileError, OptionError, PlayerError, RailwrightError
from railwright.game.chance import check_seed, seed_of
from railwright.game.game import check_seats
from railwright.game.record import Library, setup_dict
from railwright.game.scoring import RESULT
from railwright.game.setup import Setup
from railwright.matches.game_stats import GAME_STATS
from railwright.matches.results import Block
from railwright.players.registry import find_entry, player_file
from railwright.workers.interrupts import hold_interrupts
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import GameBatch, check_games

PLAN_FORMAT = "railwright-tournament/1"


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """The plan of a tournament, which fully determines its games."""

    setup: Setup
    players: tuple[str, ...]
    seats: int
    """Number of seats at each table."""
    games: int
    """Number of games at each table."""
    seed: int
    pairs: bool = False
    """Whether only two different players meet at each table, even with more than two seats."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_seats(self.setup, self.seats)
        if len(self.players) < 2:
            raise OptionError(f"a tournament needs at least 2 players, not {len(self.players)}")
        for name in self.players:
            if self.players.count(name) > 1:
                raise OptionError(f"the player {name!r} is listed twice; name each player once")
        check_games(self.games, "a table")
        check_games(self.games * self.table_count, "a tournament")

    @property
    def tables(self) -> list[tuple[str, ...]]:
        """The players of each table, in an order that does not depend on the order of ``players``."""
        players = sorted(self.players)
        groups = combinations(players, 2) if self.pairs else [tuple(players)]
        return [table for group in groups for table in tables_of(group, self.seats)]

    @property
    def table_count(self) -> int:
        """The number of tables, computed without listing them."""
        players = len(self.players)
        if self.pairs:
            return comb(players, 2) * comb(2, self.seats % 2)
        return comb(players, self.seats % players)

    def task(self, table: Sequence[str]) -> GameBatch:
        """All games of a table. The seed depends on its players, so it stays the same in a larger tournament."""
        text = "\n".join([str(self.seed), *table])
        return GameBatch(self.setup, tuple(table), seed_of(text), self.games)

    def to_dict(self, library: Library) -> dict[str, Any]:
        """The plan as an object for JSON."""
        return {
            "format": PLAN_FORMAT,
            **setup_dict(self.setup, library),
            "players": list(self.players),
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "pairs": self.pairs,
            "sources": source_digests(self.players),
        }

    @staticmethod
    def from_dict(data: Any, library: Library, name: str) -> TournamentPlan:
        """Read a plan and check that engine and players have not changed since. ``name`` is for messages."""
        if not isinstance(data, Mapping) or data.get("format") != PLAN_FORMAT:
            raise FileError(f"{name}: is not a tournament plan in the format {PLAN_FORMAT!r}")
        try:
            seats, games, seed = (int(data[key]) for key in ("seats", "games", "seed"))
            setup = library.setup(data["board"], data["ruleset"], data["tickets"])
            plan = TournamentPlan(setup, tuple(map(str, data["players"])), seats, games, seed, bool(data["pairs"]))
            recorded = dict(data["sources"])
        except (KeyError, TypeError, ValueError, RailwrightError) as error:
            raise FileError(f"{name}: is not a complete tournament plan ({error})") from error
        for part, digest in source_digests(plan.players).items():
            if recorded.get(part) != digest:
                raise FileError(f"{name}: {part} has changed since this tournament began; start a new one")
        return plan


def tables_of(players: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """All tables of these players at which the numbers of seats per player differ by at most one.

    With more players than seats these are all combinations; with fewer, the players alternate around the table.
    """
    whole, rest = divmod(seats, len(players))
    return [(*tuple(players) * whole, *more) for more in combinations(players, rest)]


def source_digests(players: Iterable[str]) -> dict[str, str]:
    """Hashes of the files that games depend on: those of the engine and of each player."""
    digests = {"the game engine": source_digest("railwright.matches.match")}
    for name in players:
        entry = find_entry(name)
        if entry is not None:
            digests[f"the player {name}"] = source_digest(entry.path)
        else:
            path = player_file(name)
            if not path.is_file():
                raise PlayerError(f"{path}: there is no such file")
            digests[f"the player {name}"] = _digest([path])
    return digests


def source_digest(module: str) -> str:
    """A hash of all files of this package on which the behaviour of one of its modules depends."""
    return _digest(files_behind(module))


def files_behind(module: str) -> set[Path]:
    """The source code of a module and of everything it imports from the package, and trained networks beside these."""
    sources = sources_of(module)
    return sources | {network for source in sources for network in source.parent.glob("*.npz")}


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Tournament:
    """A tournament in progress: the games of a plan that have been played so far."""

    def __init__(self, plan: TournamentPlan, journal: Journal | None = None) -> None:
        """Start a tournament, or resume it from a journal, to which new games are appended."""
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
        """The number of games in the plan."""
        return self._played.size

    @property
    def played(self) -> int:
        """The number of games played so far."""
        return int(self._played.sum())

    def play(self, pool: WorkerPool) -> Iterator[int]:
        """Play the missing games; yields the number of games in each finished block."""
        missing = [(table, task) for table in range(len(self._tasks)) for task in self._missing(table)]
        for number, block in pool.play((task for _, task in missing), in_order=False):
            table = missing[number][0]
            with hold_interrupts():
                if self._journal is not None:
                    self._journal.append(table, block)
                self._enter(table, block)
            yield len(block)

    def blocks(self) -> list[tuple[tuple[str, ...], Block]]:
        """The players and the games of each table. The games are complete once all have been played."""
        return [
            (task.names, Block(0, self.plan.seats, self._results[i], self._game_stats[i], self._seeds[i]))
            for i, task in enumerate(self._tasks)
        ]

    def _enter(self, table: int, block: Block) -> None:
        games = slice(block.first, block.first + len(block))
        fits = 0 <= table < len(self._tasks) and block.seats == self.plan.seats
        if not (fits and games.start >= 0 and games.stop <= self.plan.games):
            raise FileError("the journal of the tournament does not fit its plan; start a new tournament")
        for store, values in (
            (self._results, block.results),
            (self._game_stats, block.game_stats),
            (self._seeds, block.seeds),
        ):
            store[table, games] = values
        self._played[table, games] = True

    def _missing(self, table: int) -> Iterator[GameBatch]:
        """The games of a table that are still to be played, as ranges of consecutive games."""
        task = self._tasks[table]
        for first, end in _gaps(self._played[table]):
            yield GameBatch(task.setup, task.names, task.seed, end - first, first)


def _gaps(played: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The ranges of games that have not been played, each as its start and end."""
    edges = np.flatnonzero(np.diff(np.concatenate([[True], played, [True]])))
    return [(int(first), int(end)) for first, end in zip(edges[::2], edges[1::2], strict=True)]
