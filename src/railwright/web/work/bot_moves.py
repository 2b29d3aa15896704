"""The job that chooses a computer player's action.

The player's memory travels with the job and its result, so any process can serve any game, and nothing is lost when one
dies.
"""

from __future__ import annotations

from pathlib import Path

from railwright.errors import FileError, PlayerError
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import AnyPlayer, CompiledPlayer
from railwright.players.registry import load_player, load_trained_player, split_options
from railwright.say import say
from railwright.web.access.allowed_players import check_thought
from railwright.web.work.portable import PackedGame, unpack_game
from railwright.workers.tasks import Call


def loading_player(name: str, file: Path | None = None) -> Call:
    """A call that loads the code of a player, made before the time of a job starts to count.

    Here and below, ``file`` is that of a trained player, which the server knows and its name does not tell.
    """
    bare, _ = split_options(name)
    return Call(f"loading the player {bare}", load, (bare, file))


def load(name: str, file: Path | None = None) -> None:
    """Load a player."""
    _player(name, file)


def check(name: str, file: Path | None = None) -> None:
    """Refuse a player with unknown options, or with options that make it think for too long."""
    player = _player(name, file)
    assert isinstance(player, CompiledPlayer)
    _check_thought(player)


def choose(
    packed: PackedGame, name: str, seed: int, memory: bytes | None, file: Path | None = None
) -> tuple[int, bytes]:
    """Choose an action for the deciding seat. Returns the action and the player's new memory.

    ``seed`` is for a new player; otherwise the state of its random numbers is part of ``memory``.
    """
    game = unpack_game(packed)
    player = _player(name, file)
    if isinstance(player, CompiledPlayer):
        _check_thought(player)  # a game from a backup can name any player
    seated_player = SeatedPlayer(player, seat=game.seat, seed=seed)
    if memory is not None:
        seated_player.recall(memory)
    return seated_player.choose(game, game.legal()), seated_player.memory()


def _player(name: str, file: Path | None) -> AnyPlayer:
    return load_player(name) if file is None else _trained_player(name, file)


def _trained_player(name: str, file: Path) -> CompiledPlayer:
    """The player of a file. People may read what is wrong with it, so the message does not tell where the file is."""
    bare, options = split_options(name)
    try:
        player = load_trained_player(file, {})
    except (FileError, PlayerError):
        raise PlayerError(say("{player}: the server cannot read this file now", player=bare)) from None
    return player.with_options(options)


def _check_thought(player: CompiledPlayer) -> None:
    check_thought(player.settings())
