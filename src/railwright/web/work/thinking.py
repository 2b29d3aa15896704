"""A computer player's decision, in a process of its own. What the player remembers comes with the question and goes
back with the answer, so any process can serve any game, and one that dies takes nothing with it."""

from __future__ import annotations

from railwright.matches.match import Mind
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.registry import load_player, split_options
from railwright.web.access.allowed_players import check_thought
from railwright.web.jobs.limits import allow_seconds
from railwright.web.work.portable import PackedGame, unpack_game
from railwright.workers.tasks import Call

PROCESSOR_SECONDS = 10
"""For one decision. The slowest that can be asked for here take about two."""


def loading_player(name: str) -> Call:
    """Loads the code of a player: what a job needs before its time begins to count."""
    bare, _ = split_options(name)
    return Call(f"loading the player {bare}", load, (bare,))


def load(name: str) -> None:
    """Load a player."""
    load_player(name)


def check(name: str) -> None:
    """Refuse a player that does not have the options that it is given, or thinks for too long with them."""
    player = load_player(name)
    assert isinstance(player, CompiledPlayer)
    _check_thought(player)


def choose(packed: PackedGame, name: str, seed: int, memory: bytes | None) -> tuple[int, bytes]:
    """What a player does as the deciding seat, and what it remembers then.

    ``seed`` is for a player that begins; one that goes on has its chances in ``memory``.
    """
    game = unpack_game(packed)
    player = load_player(name)
    if isinstance(player, CompiledPlayer):
        _check_thought(player)  # a game from a backup can ask for any
    mind = Mind(player, seat=game.seat, seed=seed)
    if memory is not None:
        mind.recall(memory)
    allow_seconds(PROCESSOR_SECONDS)
    return mind.choose(game, game.legal()), mind.memory()


def _check_thought(player: CompiledPlayer) -> None:
    decoded = zip(player.options, player.values, strict=True)
    check_thought({option.name: option.decode(value) for option, value in decoded})
