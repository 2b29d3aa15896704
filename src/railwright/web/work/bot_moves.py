"""The job that chooses a computer player's action.

The player's memory travels with the job and its result, so any process can serve any game, and nothing is lost when one
dies.
"""

from __future__ import annotations

from railwright.matches.match import SeatedPlayer
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.registry import load_player, split_options
from railwright.web.access.allowed_players import check_thought
from railwright.web.jobs.process_limits import allow_seconds
from railwright.web.work.portable import PackedGame, unpack_game
from railwright.workers.tasks import Call

PROCESSOR_SECONDS = 10
"""Limit on the CPU time of one decision. The slowest allowed players take about two seconds."""


def loading_player(name: str) -> Call:
    """A call that loads the code of a player, made before the time of a job starts to count."""
    bare, _ = split_options(name)
    return Call(f"loading the player {bare}", load, (bare,))


def load(name: str) -> None:
    """Load a player."""
    load_player(name)


def check(name: str) -> None:
    """Refuse a player with unknown options, or with options that make it think for too long."""
    player = load_player(name)
    assert isinstance(player, CompiledPlayer)
    _check_thought(player)


def choose(packed: PackedGame, name: str, seed: int, memory: bytes | None) -> tuple[int, bytes]:
    """Choose an action for the deciding seat. Returns the action and the player's new memory.

    ``seed`` is for a new player; otherwise the state of its random numbers is part of ``memory``.
    """
    game = unpack_game(packed)
    player = load_player(name)
    if isinstance(player, CompiledPlayer):
        _check_thought(player)  # a game from a backup can name any player
    seated_player = SeatedPlayer(player, seat=game.seat, seed=seed)
    if memory is not None:
        seated_player.recall(memory)
    allow_seconds(PROCESSOR_SECONDS)
    return seated_player.choose(game, game.legal()), seated_player.memory()


def _check_thought(player: CompiledPlayer) -> None:
    check_thought(player.settings())
