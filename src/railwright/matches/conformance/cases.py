"""The games in which a player is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.matches.match import SeatedPlayer
from railwright.players.kit.interface import AnyPlayer

BOARDS = ("usa", "europe", "germany")
SEATS = (2, 3, 4, 5)

OPPONENTS = ("random", "rule", "hoard", "path")
"""Quick players of different kinds, which together bring about every kind of decision."""


@dataclass(frozen=True, slots=True)
class ExaminedGame:
    """A game to be played by the examined player and others."""

    setup: Setup
    seed: int
    player: AnyPlayer
    own: int
    """The seat of the examined player."""
    others: tuple[AnyPlayer, ...]
    """The players in the other seats, in order."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.others) + 1

    @property
    def place(self) -> str:
        """The board and the number of seats, for messages."""
        return f"{self.setup.board.name}, {self.seats} seats"

    def new_seated_player(self) -> SeatedPlayer:
        """The examined player at the beginning of the game."""
        return SeatedPlayer(self.player, seat=self.own, seed=self.own)


def make_cases(
    player: AnyPlayer, opponents: Sequence[AnyPlayer], setups: Sequence[Setup], *, games: int, seed: int
) -> list[ExaminedGame]:
    """A number of games on boards in turn, with each number of seats in turn, and the player in different seats.

    Three boards and four numbers of seats make twelve different games.
    """
    cases = []
    for number in range(games):
        seats = SEATS[number % len(SEATS)]
        others = tuple(opponents[(number + i) % len(opponents)] for i in range(seats - 1))
        own = (number // len(SEATS) + 1) % seats
        cases.append(ExaminedGame(setups[number % len(setups)], seed + number, player, own, others))
    return cases


def decisions(case: ExaminedGame) -> Iterator[tuple[Game, SeatedPlayer]]:
    """All decisions of the player in a real game against the others, with the player as it is before each.

    Use both at once: the next step of the iteration changes them.
    """
    game = Game(case.setup, seats=case.seats, seed=case.seed)
    players = [*case.others[: case.own], case.player, *case.others[case.own :]]
    seated_players = [SeatedPlayer(player, seat=seat, seed=seat) for seat, player in enumerate(players)]
    while not game.is_over:
        if game.seat == case.own:
            yield game, seated_players[case.own]
        game.play(seated_players[game.seat].choose(game, game.legal()))
