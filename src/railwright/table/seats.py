"""The players in the seats of a game, and the names of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railwright.errors import OptionError
from railwright.players.registry import HUMAN
from railwright.table.safe_text import printable, shortened

_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a game: the players, in the form used by records, and a name for each."""

    players: tuple[Mapping[str, Any], ...]
    names: tuple[str, ...]

    @staticmethod
    def of(players: Sequence[Mapping[str, Any]]) -> Seats:
        """Make the seats of a record. A seat without a name is named after its player.

        Seats with the same name get the number of the seat (from 1) appended, the one that marks their tracks.
        """
        own = [shortened(str(player.get("name") or ""), _LONGEST_NAME) for player in players]
        short = [_short_player(str(player["player"])) for player in players]
        plain = [name or player for player, name in zip(short, own, strict=True)]
        return Seats(tuple(players), tuple(_distinct(plain)))

    def check_people(self) -> None:
        """Refuse a game without a person."""
        if not self.people:
            raise OptionError("no seat is for a person; make one of the players human, or use: railwright watch")

    @property
    def people(self) -> tuple[int, ...]:
        """Indexes of the seats held by people."""
        return tuple(seat for seat, player in enumerate(self.players) if player["player"] == HUMAN)

    def name_for(self, seat: int, viewer: int | None) -> str:
        """Name of a seat as ``viewer`` reads it."""
        if seat != viewer:
            return self.names[seat]
        return "you" if self.names[seat].startswith(HUMAN) else f"{self.names[seat]} (you)"


def seat_players(players: Sequence[str], names: Sequence[str]) -> list[dict[str, Any]]:
    """Make the seats of a new game. Names are given to the people, in order."""
    people = sum(player == HUMAN for player in players)
    if len(names) > people:
        raise OptionError(f"--name gives {len(names)} names for {people} people; add a human to --players for each")
    left = list(names)
    return [
        {"player": player, "name": left.pop(0)} if player == HUMAN and left else {"player": player}
        for player in players
    ]


def split_people(text: str) -> list[str]:
    """Split a list of names such as ``Ada,Ben``, made safe for display."""
    return [name for name in (shortened(part, _LONGEST_NAME) for part in text.split(",")) if name]


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, with the number of the seat appended where they would otherwise be equal."""
    again = {name for name in names if names.count(name) > 1}
    while True:
        numbered = [f"{name} {i + 1}" if name in again else name for i, name in enumerate(names)]
        same = {name for i, name in enumerate(names) if numbered.count(numbered[i]) > 1} - again
        if not same:
            return numbered
        again |= same


def _short_player(player: str) -> str:
    """Short name of a player: the last part of ``mine.py:MyPlayer``, with its options."""
    parts = printable(player).split(":")
    first = next((i for i, part in enumerate(parts) if "=" in part and i > 0), len(parts))
    name = parts[first - 1] if first > 1 else Path(parts[0]).stem
    return shortened(":".join([name, *parts[first:]]), _LONGEST_NAME) or "player"
