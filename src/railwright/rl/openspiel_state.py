"""A state of an OpenSpiel game. OpenSpiel clones a state by copying its attributes, so there are few and plain ones."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from railwright.errors import IllegalActionError
from railwright.game.game import Game, some_actions
from railwright.game.printing import hand_words, ticket_names
from railwright.game.setup import Setup
from railwright.game.state import STATE
from railwright.game.view import View, check_seat
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.space import ObservationSpace
from railwright.rl.byte_states import ILLEGAL, NOBODY, legal_numbers, observe_bytes, play_number
from railwright.rl.openspiel_utilities import final_utilities

SEED_DIGITS = 13
"""The number of chance nodes. So many hexadecimal digits are the most that make a seed (below 2**53)."""
DIGIT_VALUES = 16

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_OUTCOMES = [(digit, 1 / DIGIT_VALUES) for digit in range(DIGIT_VALUES)]


@dataclass(frozen=True, slots=True)
class Frame:
    """What all states of a game have in common. It never changes, so copies of a state share it."""

    setup: Setup
    players: int
    actions: ActionSpace
    observations: ObservationSpace
    reward: str
    longest: int
    """Number of actions after which a game is ended."""
    numbers: tuple[int, ...]
    """The number in ``game/actions.py`` of each action."""

    def __deepcopy__(self, memo: Any) -> Frame:
        return self


class RailwrightState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. Made by ``new_initial_state`` of a game."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.frame: Frame = game.frame
        self.data: NDArray[np.uint8] = np.zeros(STATE.itemsize, np.uint8)
        """The bytes of a STATE record; zeros before the deal."""
        self.seed = 0
        """The seed, as ``railwright.new_game`` takes it; before the deal, its digits so far."""
        self._step = -SEED_DIGITS
        """The number of actions; before the deal, minus the number of missing digits."""
        self._player = CHANCE

    def __reduce__(self) -> Any:
        return _restore, (self.get_game(), self.serialize())  # with the game, so that its module is imported

    def __deepcopy__(self, memo: Any) -> RailwrightState:
        other: RailwrightState = self.clone()
        return other

    @property
    def is_dealt(self) -> bool:
        """Whether the seed is complete and the cards have been dealt."""
        return self._step >= 0

    def current_player(self) -> int:
        """The player who decides, or chance, or nobody when the game is over."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The values of a digit of the seed, all equally likely."""
        return list(_OUTCOMES)

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions, ascending; only the player who decides has any."""
        if player != self._player:
            return []
        frame = self.frame
        numbers: list[int] = legal_numbers(frame.setup.rulebook, self.data, frame.actions.compact).tolist()
        return numbers

    def _apply_action(self, action: int) -> None:
        """Play an action or draw a digit. An illegal one raises IllegalActionError and changes nothing."""
        if self._player < 0:
            self._draw(action)
            return
        frame = self.frame
        if not 0 <= action < frame.actions.size:
            raise IllegalActionError(self._illegal(action))
        player = play_number(frame.setup.rulebook, self.data, frame.numbers[action])
        if player == ILLEGAL:
            raise IllegalActionError(self._illegal(action))
        self._step += 1
        self._player = TERMINAL if player == NOBODY or self._step >= frame.longest else player

    def _draw(self, digit: int) -> None:
        """Draw the next digit of the seed; after the last one the cards are dealt."""
        if self._player == TERMINAL or not 0 <= digit < DIGIT_VALUES:
            raise IllegalActionError(self._illegal(digit))
        self.seed = DIGIT_VALUES * self.seed + int(digit)
        self._step += 1
        if self._step == 0:
            game = Game(self.frame.setup, seats=self.frame.players, seed=self.seed)
            self.data = game.states.view(np.uint8)
            self._player = game.seat

    def _illegal(self, action: int) -> str:
        if self._player == TERMINAL:
            return f"action {action} is not legal: the game is over"
        if self._player == CHANCE:
            return f"a digit of the seed is 0 to {DIGIT_VALUES - 1}, not {action}"
        actions = self.frame.actions
        words = f" ({actions.words(action)})" if 0 <= action < actions.size else ""
        legal = some_actions(self._legal_actions(self._player))
        return f"action {action}{words} is not legal for player {self._player}; legal actions are {legal}"

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        return f"seed digit {action:x}" if player == CHANCE else self.frame.actions.words(action)

    def returns(self) -> list[float]:
        """The utilities at the end of the game, zeros before."""
        if self._player != TERMINAL:
            return [0.0] * self.frame.players
        return final_utilities(self.to_game(), self.frame.reward)

    def __str__(self) -> str:
        """Everything, hidden cards included: for debugging, not for players."""
        if not self.is_dealt:
            return f"seed {self.seed:x}, {-self._step} digits to be drawn"
        fingerprint = hashlib.blake2s(self.data.tobytes(), digest_size=8).hexdigest()
        seats = [_holds(self.view(player)) for player in range(self.frame.players)]
        return "\n".join([str(self.to_game()), *seats, f"action {self._step}, fingerprint {fingerprint}"])

    def to_game(self) -> Game:
        """A copy as an ordinary game, to look at it, to draw it or to play on. There is none before the deal."""
        self._check_dealt()
        return Game.from_states(self.frame.setup, self.data.view(STATE))

    def view(self, player: int) -> View:
        """What a player sees. There is nothing to see before the deal."""
        self._check_dealt()
        check_seat(player, self.frame.players)
        return View(self.frame.setup, self.data.view(STATE), player)

    def observe(self, player: int, out: NDArray[np.float32]) -> None:
        """Fill an array with the observation of a player; with zeros before the deal."""
        check_seat(player, self.frame.players)
        if self.is_dealt:
            observe_bytes(self.frame.setup.rulebook, self.data, player, self.frame.observations.layout, out)
        else:
            out[:] = 0

    def resampled(self, player: int, rng: np.random.Generator) -> RailwrightState:
        """A copy with everything resampled that a player cannot see (``openspiel_game.resampler``)."""
        other: RailwrightState = self.clone()
        if self.is_dealt:
            other.data = self.view(player).sample(rng).view(np.uint8)
        return other

    def _check_dealt(self) -> None:
        if not self.is_dealt:
            raise IllegalActionError(f"nothing has been dealt: {-self._step} digits of the seed are missing")


def _restore(game: Any, text: str) -> RailwrightState:
    """A state of a game from its text."""
    state: RailwrightState = game.deserialize_state(text)
    return state


def _holds(view: View) -> str:
    """The hidden cards and tickets of a seat, in one line."""
    parts = [f"seat {view.seat} holds: {hand_words(view.hand)}", f"tickets: {ticket_names(view.setup, view.tickets)}"]
    if view.offer:
        parts.append(f"offered: {ticket_names(view.setup, view.offer)}")
    return "; ".join(parts)
