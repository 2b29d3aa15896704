"""Statistics of a person's own games: by board, by the level of the opponents, by the number of seats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from railwright.arena.intervals import wilson


@dataclass(slots=True)
class _Tally:
    """Sums over some games."""

    name: str = ""
    games: int = 0
    wins: float = 0.0
    equal_share: float = 0.0
    points: float = 0.0
    completed: int = 0
    failed: int = 0
    accuracy: float = 0.0
    reviewed: int = 0

    def add(self, game: Mapping[str, Any]) -> None:
        end = game["end"]
        self.games += 1
        self.wins += end["win_share"]
        self.equal_share += 1 / len(game["seats"])
        self.points += end["points"]
        self.completed += end["completed"]
        self.failed += end["failed"]
        if end["accuracy"] is not None:
            self.accuracy += end["accuracy"]
            self.reviewed += 1

    def words(self, key: str) -> dict[str, Any]:
        rate = self.wins / self.games
        return {
            "key": key, "name": self.name, "games": self.games,
            "win_rate": rate, "interval": list(wilson(rate=rate, trials=self.games)),
            "equal_share": self.equal_share / self.games,
            "points": self.points / self.games,
            "completed": self.completed, "failed": self.failed,
            "accuracy": self.accuracy / self.reviewed if self.reviewed else None, "reviewed": self.reviewed,
        }  # fmt: skip


class Statistics:
    """Collects games one by one. Games that are left out are only counted, by the reason."""

    def __init__(self) -> None:
        self._left_out: Counter[str] = Counter()
        self._all: defaultdict[str, _Tally] = defaultdict(_Tally)
        self._boards: defaultdict[str, _Tally] = defaultdict(_Tally)
        self._opponents: defaultdict[str, _Tally] = defaultdict(_Tally)
        self._seats: defaultdict[str, _Tally] = defaultdict(_Tally)

    def add(self, game: Mapping[str, Any]) -> None:
        """Add a game, as ``game_words`` describes it."""
        if game["left_out"]:
            self._left_out[game["left_out"]] += 1
            return
        board = self._boards[game["board"]]
        board.name = board.name or game["title"]
        opponents, seats = self._opponents[game["opponents"]], self._seats[str(len(game["seats"]))]
        for tally in (self._all["all"], board, opponents, seats):
            tally.add(game)

    def words(self) -> dict[str, Any]:
        """The statistics as plain values: boards by the number of games, everything else in its own order."""
        return {
            "total": next(iter(_rows(self._all)), None),
            "left_out": dict(self._left_out),
            "by_board": _rows(self._boards, lambda row: (-row["games"], row["name"])),
            "by_opponents": _rows(self._opponents),
            "by_seats": _rows(self._seats),
        }


def _rows(
    tallies: Mapping[str, _Tally], order: Callable[[dict[str, Any]], Any] = lambda row: row["key"]
) -> list[dict[str, Any]]:  # fmt: skip
    return sorted((tally.words(key) for key, tally in tallies.items()), key=order)
