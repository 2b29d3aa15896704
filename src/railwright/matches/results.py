"""The results of some games of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.tables import html_table, text_table
from railwright.words import count

_HEADINGS = ("player", "games", "wins", "mean points", "mean tickets")


@dataclass(frozen=True, slots=True)
class Block:
    """The results of some consecutive games of a match. Statistics with intervals are in ``railwright.arena.stats``."""

    first: int
    """The number of the first game."""
    seats: int
    """The number of seats."""
    results: NDArray[Any]
    """A RESULT record for each game, by seat."""
    game_stats: NDArray[Any]
    """A GAME_STATS record for each game, by seat."""
    seeds: NDArray[np.int64]
    """The deal seed of each game."""
    actions: NDArray[np.int16] | None = None
    """The actions of each game, if they were kept."""
    players: tuple[str, ...] = ()
    """The names of the players, if they are known."""
    scale: int | None = None
    """Points in ``results`` are in units of 1/scale, if that is known."""

    def __len__(self) -> int:
        return len(self.results)

    def __repr__(self) -> str:
        return f"<Block of {count(len(self), 'game')} from game {self.first}: {', '.join(self._names())}>"

    def __str__(self) -> str:
        return text_table(_HEADINGS, self._rows())

    def _repr_html_(self) -> str:
        return html_table(_HEADINGS, self._rows())

    def seating(self) -> NDArray[np.int64]:
        """The index of the player in each seat, for each game."""
        numbers = np.arange(self.first, self.first + len(self))
        return (numbers[:, None] + np.arange(self.seats)[None, :]) % self.seats

    def by_player(self, by_seat: NDArray[Any]) -> NDArray[Any]:
        """Rearrange a measure from columns by seat to columns by player of the match."""
        arranged = np.empty_like(by_seat)
        np.put_along_axis(arranged, self.seating(), by_seat, axis=1)
        return arranged

    def has_won(self) -> NDArray[np.bool_]:
        """Which seats won each game, alone or shared."""
        return (self.results["winners"][:, None] >> np.arange(self.seats)[None, :] & 1).astype(bool)

    def win_shares(self) -> NDArray[np.float64]:
        """Each seat's share of the win in each game: 1/k of a win shared by k seats."""
        won = self.has_won()
        return won / won.sum(axis=1, keepdims=True)

    def _names(self) -> list[str]:
        """The names of the players; ``player 0`` and so on if they are not known."""
        return list(self.players) or [f"player {player}" for player in range(self.seats)]

    def _rows(self) -> list[list[str]]:
        """The table's row of each player."""
        if not len(self):
            return [[name, "0", "", "", ""] for name in self._names()]
        wins = self.by_player(self.win_shares()).mean(axis=0)
        points = self.by_player(self.results["scores"][:, : self.seats]).mean(axis=0) / (self.scale or 1)
        tickets = self.by_player(self.results["completed"][:, : self.seats]).mean(axis=0)
        return [
            [name, f"{len(self):,}", f"{wins[i]:.1%}", f"{points[i]:.1f}" if self.scale else "", f"{tickets[i]:.2f}"]
            for i, name in enumerate(self._names())
        ]
