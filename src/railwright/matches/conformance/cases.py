"""The games in which a player is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from railwright.game.game import Game
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import AnyPlayer, CompiledPlayer

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


def places_for(player: AnyPlayer, boards: Sequence[str] | None) -> tuple[list[Setup], tuple[int, ...]]:
    """The setups and numbers of seats to examine a player with: all that it can play, or those of some boards."""
    requirement = player.requirement if isinstance(player, CompiledPlayer) else None
    if requirement is None:
        return [load_setup(board) for board in boards or BOARDS], SEATS
    names = requirement.setup
    setups = []
    for board in boards or [names["board"]]:
        setup = load_setup(board, tickets=names["tickets"])
        if setup.ruleset.name != names["ruleset"]:
            setup = load_setup(board, tickets=names["tickets"], ruleset=names["ruleset"])
        requirement.prepare(setup, requirement.seats)
        setups.append(setup)
    return setups, (requirement.seats,)


def make_cases(
    player: AnyPlayer, opponents: Sequence[AnyPlayer], setups: Sequence[Setup], *, games: int, seed: int,
    numbers_of_seats: Sequence[int] = SEATS,
) -> list[ExaminedGame]:  # fmt: skip
    """A number of games on boards in turn, with each number of seats in turn, and the player in different seats.

    Three boards and four numbers of seats make twelve different games.
    """
    cases = []
    for number in range(games):
        seats = numbers_of_seats[number % len(numbers_of_seats)]
        others = tuple(opponents[(number + i) % len(opponents)] for i in range(seats - 1))
        own = (number // len(numbers_of_seats) + 1) % seats
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
