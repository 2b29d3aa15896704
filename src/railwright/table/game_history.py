"""A game with its history: every action, who took it, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from railwright.game.chance import Renewal, Seed
from railwright.game.game import Game
from railwright.game.log import MARGIN, new_log
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.game.story import Event, take_events
from railwright.say import Said, say
from railwright.table.revealing import come_to_light

_TAKEN_WHEN_FORCED = ("mix", "pay", "passenger")
"""Stages at which a person is not asked if only one action is legal."""

NO_ROOM = MARGIN
"""Size of the log between two actions. A log with room for any action takes a quarter of a megabyte."""

ALL_OPEN = say("the game is over and all cards are open")
"""Text for what the last step reveals."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action and its consequences."""

    seat: int
    stage: str
    forced: bool
    """Whether it was the only legal action, so that nobody was asked."""
    events: tuple[Event, ...]
    revealed: Said | None
    """Hidden information that the step revealed, in words; None if it revealed nothing."""


class GameHistory:
    """A game in progress and its steps. Seed and actions determine everything, so any step can be replayed."""

    def __init__(
        self, setup: Setup, *, seats: int, seed: Seed, renewals: Sequence[Renewal] = (), actions: Sequence[int] = ()
    ) -> None:  # fmt: skip
        self.game = Game(setup, seats=seats, seed=seed, renewals=renewals, log=True)
        self.opening = tuple(take_events(self.game))
        """Events of the initial deal."""
        self.steps: list[Step] = []
        for action in actions:
            self.play(action)

    @staticmethod
    def of(record: Record, until: int | None = None) -> GameHistory:
        """History of the first ``until`` actions of a recorded game."""
        return GameHistory(
            record.setup,
            seats=len(record.seats),
            seed=record.seed,
            renewals=record.renewals,
            actions=record.actions[:until],
        )

    @property
    def forced(self) -> int | None:
        """The action to take without asking, if there is one."""
        if self.game.stage not in _TAKEN_WHEN_FORCED:
            return None
        options = self.game.legal()
        return options[0] if len(options) == 1 else None

    def play(self, action: int) -> Step:
        """Take an action and record its events."""
        game = self.game
        seat, stage, row = game.seat, game.stage, game.view().row
        forced = self.forced is not None
        game.log = new_log()
        game.play(action)
        events = tuple(take_events(game))
        game.log = new_log(NO_ROOM)
        revealed = ALL_OPEN if game.is_over else come_to_light(stage, row, events, game.stage)
        step = Step(seat, stage, forced, events, revealed)
        self.steps.append(step)
        return step

    def copy(self) -> GameHistory:
        """Return an independent copy."""
        other = GameHistory.__new__(GameHistory)
        other.game, other.opening, other.steps = self.game.copy(), self.opening, list(self.steps)
        return other

    def rewind(self, length: int) -> None:
        """Go back to the state after the first ``length`` actions."""
        game = self.game
        earlier = GameHistory(
            game.setup, seats=game.seats, seed=game.seed, renewals=game.renewals, actions=game.actions[:length]
        )
        self.game, self.steps = earlier.game, earlier.steps

    def events_since(self, first: int) -> list[Event]:
        """Events from step ``first`` on; -1 includes the initial deal."""
        told = list(self.opening) if first < 0 else []
        return told + [event for step in self.steps[max(0, first) :] for event in step.events]

    def last_step_of(self, seat: int) -> int:
        """Index of the latest step of a seat, or -1."""
        return max((i for i, step in enumerate(self.steps) if step.seat == seat), default=-1)
