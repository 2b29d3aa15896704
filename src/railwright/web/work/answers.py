"""Jobs that answer queries about a game, as JSON text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from railwright.game.game import Game
from railwright.game.record import Record
from railwright.maps.load import LIBRARY
from railwright.table.hints import hint_for
from railwright.table.snapshot import Snapshot, end_snapshot, points_over_time, replay_snapshot
from railwright.table.ways import ticket_ways
from railwright.web.work.portable import PackedGame, record_to_replay, unpack_game


def answer(find: Callable[..., Any], packed: PackedGame, *details: Any) -> str:
    """Call one of the functions below on a game and return its answer as JSON."""
    return json.dumps(find(unpack_game(packed), *details), ensure_ascii=False)


def hint(game: Game, version: int, names: tuple[str, ...]) -> dict[str, Any]:
    """The best player's evaluation of the choices of the deciding seat. ``names`` are those of the seats."""
    return {"version": version, **hint_for(game, names)}


def ways(game: Game, seat: int) -> dict[str, Any]:
    """The tracks that the tickets of a seat still take."""
    return ticket_ways(game.view(seat))


def end(game: Game) -> Snapshot:
    """What everybody sees when the game is over."""
    return end_snapshot(game)


def record(game: Game, players: tuple[Mapping[str, Any], ...]) -> dict[str, Any]:
    """The record of a game."""
    return Record.of(game, players).to_dict(LIBRARY)


def replay(
    game: Game, players: tuple[Mapping[str, Any], ...], step: int, viewer: int | None, since: int | None
) -> Snapshot:
    """A finished game after its first steps."""
    return replay_snapshot(record_to_replay(game, players), step=step, viewer=viewer, since=since)


def points(game: Game, players: tuple[Mapping[str, Any], ...]) -> dict[str, Any]:
    """The points of all seats after each step of a game."""
    return {"points": points_over_time(record_to_replay(game, players))}
