"""Players repeat themselves: with the same seed, in games played together or apart, and from their saved memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from railwright.errors import describe_exception
from railwright.game.setup import Setup
from railwright.matches.conformance.cases import ExaminedGame, decisions
from railwright.matches.match import play_games
from railwright.matches.results import Block
from railwright.players.kit.interface import AnyPlayer, CompiledPlayer


def play_together(setup: Setup, players: Sequence[AnyPlayer], *, seed: int, games: int) -> Block:
    """Play complete games; PlayerError if a choice is illegal or a game does not end."""
    return play_games(setup, players, seed=seed, games=games, keep_actions=True)


def first_difference(setup: Setup, players: Sequence[AnyPlayer], *, seed: int, whole: Block) -> str:
    """The first difference when games are replayed with the same seed, one by one and from the last to the first.

    Empty if there is none. This also finds players that remember something from an earlier game.
    """
    for number in reversed(range(len(whole))):
        part = play_games(setup, players, seed=seed, first=number, games=1, keep_actions=True)
        if part.actions is None or whole.actions is None:
            raise ValueError("the block was played without keep_actions=True")
        differing = (part.actions[0] != whole.actions[number]).nonzero()[0]
        if len(differing):
            return f"{setup.board.name}, {len(players)} seats, game {number}: action {differing[0]} differs"
        if part.results[0].tobytes() != whole.results[number].tobytes():
            return f"{setup.board.name}, {len(players)} seats, game {number}: the result differs"
    return ""


@dataclass(frozen=True, slots=True)
class Resumption:
    """What happened when a player was saved and restored before each decision of a game."""

    decisions: int
    fault: str
    """The first decision that differed, or why the player could not be saved; empty if there was none."""
    lost_options: str
    """The first decision after which its options in memory were not those it was given; empty if there was none."""


def examine_resumption(case: ExaminedGame) -> Resumption:
    """Restore a new copy of a player before each decision, from the memory that it saved after the one before."""
    memory: bytes | None = None
    fault, lost, number = "", "", 0
    for game, seated_player in decisions(case):
        number += 1
        where = f"{case.place}, action {len(game.actions)}, {game.stage}"
        restored = case.new_seated_player()
        try:
            if memory is not None:
                restored.recall(memory)
            action = restored.choose(game)
            memory = restored.memory()
        except Exception as error:  # saving calls a user's code, which can raise anything
            return Resumption(number, f"{where}: {describe_exception(error)}", lost)
        expected = seated_player.copy().choose(game)
        if action != expected and not fault:
            fault = f"{where}: {action}, not {expected}"
        given = case.player.values if isinstance(case.player, CompiledPlayer) else ()
        if restored.options_in_memory() != given and not lost:
            lost = f"{where}: {restored.options_in_memory()}, not {given}"
    return Resumption(number, fault, lost)
