"""Games with players in ordinary Python, several side by side where a player decides for many at once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from railwright.game.game import Game
from railwright.game.state import NONE
from railwright.matches.faults import Moment, endless_game, exception_in, illegal_choice
from railwright.players.kit.interface import AnyPlayer
from railwright.players.policy.batch_player import BatchPlayer, choose_many

MOST_GAMES = 256
"""Most games side by side."""


class Seated(Protocol):
    """A player in a seat of a game."""

    player: AnyPlayer

    @property
    def batch_player(self) -> BatchPlayer | None:
        """The player's object, if it can be asked for many games at once."""

    def choose(self, game: Game, options: Sequence[int]) -> int:
        """The player's action."""


@dataclass(slots=True)
class OpenGame:
    """A game that is being played."""

    index: int
    """Its place among the results."""
    number: int
    """Its number in the match."""
    game: Game
    players: list[Seated]
    """The players in the order of the match."""
    stats: Any
    """Its record of GAME_STATS."""
    longest: int
    """The number of actions after which it is stopped."""

    @property
    def next_player(self) -> int:
        """The number of the player who decides."""
        return (self.game.seat + self.number) % len(self.players)

    def play_on(self) -> bool:
        """Play until a player decides who can be asked for many games at once; False if the game is over."""
        while not self.game.is_over:
            seated = self.players[self.next_player]
            if len(self.game.actions) >= self.longest:
                raise endless_game(seated.player, Moment.of(self.game))
            if seated.batch_player is not None:
                return True
            asked = time.perf_counter_ns()
            action = seated.choose(self.game, self.game.legal())
            self.play(action, time.perf_counter_ns() - asked)
        return False

    def play(self, action: int, nanoseconds: int) -> None:
        """Play an action that took so long to be chosen."""
        seat = self.game.seat
        self.stats.nanoseconds[seat] += nanoseconds
        self.stats.decisions[seat] += 1
        self.game.play(action)
        if self.game.state.table.last_round > 0 and self.stats.ended_by == NONE:
            self.stats.ended_by = seat


def play_side_by_side(games: Iterator[OpenGame], *, most: int = MOST_GAMES) -> Iterator[OpenGame]:
    """Play games to their ends; each is returned when it is over. At most ``most`` are open at a time."""
    open_games = list(islice(games, most))
    while open_games:
        waiting: dict[int, list[OpenGame]] = {}
        for place, game in enumerate(open_games):
            one: OpenGame | None = game
            while one is not None and not one.play_on():
                yield one
                one = next(games, None)
            if one is not None:
                open_games[place] = one
                waiting.setdefault(one.next_player, []).append(one)
        open_games = [game for together in waiting.values() for game in together]
        for together in waiting.values():
            _decide(together)


def _decide(together: Sequence[OpenGame]) -> None:
    """Ask a player for all games that wait for it, and play its actions."""
    seated = [one.players[one.next_player] for one in together]
    player = seated[0].player
    objects = [one.batch_player for one in seated]
    views = [one.game.view() for one in together]
    legal = [one.game.legal() for one in together]
    asked = time.perf_counter_ns()
    try:
        assert objects[0] is not None
        actions = choose_many(objects[0], views, legal, [own.rng.random() for own in objects if own is not None])
    except Exception as error:  # a user's player can raise anything
        raise exception_in(player, error, Moment.of(together[0].game)) from error
    each = (time.perf_counter_ns() - asked) // len(together)
    for one, options, action in zip(together, legal, actions, strict=True):
        if action not in options:
            raise illegal_choice(player, action, one.game, Moment.of(one.game))
        one.play(action, each)
