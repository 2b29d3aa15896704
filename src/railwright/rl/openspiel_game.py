"""Ticket to Ride as a game of OpenSpiel, registered as ``python_railwright`` when this module is imported.

>>> import pyspiel
>>> import railwright.rl.openspiel_game
>>> game = pyspiel.load_game("python_railwright(board=usa,players=4)")
>>> game.num_players(), game.num_distinct_actions()
(4, 169)

| parameter | default | meaning |
| --- | --- | --- |
| ``board`` | ``usa`` | a built-in board, or a board file that ends in ``.json`` |
| ``players`` | 2 | the number of players, as many as the rules allow |
| ``tickets`` | | the ticket deck; the board's first one if empty. Quote a number: ``tickets='1910'`` |
| ``ruleset`` | | the rules; the board's own if empty |
| ``observation`` | ``raw`` | ``raw`` or ``planner`` (``ObservationSpace``) |
| ``reward`` | ``win`` | ``win``, ``points`` or ``difference`` (``openspiel_utilities``) |
| ``longest`` | 4000 | maximum actions; a longer game is truncated and scored as it stands |

**Chance.** A game begins with 13 chance nodes. Each draws one hexadecimal digit of the seed, the first one the highest.
The seed determines the deal and everything that is drawn later, so there are no other chance nodes, and
``railwright.new_game(board, seats=players, seed=state.seed)`` is the same game.

**Actions** are those of ``ActionSpace``: numbered without gaps, the same in all states of a game.

**Observations** are what a seat sees now; there are no information states, as a view is not perfect recall.

**Search.** A clone has the same hidden cards and draws the same cards as the original. So ordinary MCTS on clones peeks
at both. For an honest search, use information set MCTS with observation strings and our resampler:

    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2, max_simulations=100, use_observation_string=True)
    bot.set_resampler(resampler(seed=1))

Both are classes in ``open_spiel.python.algorithms``. The C++ bots of OpenSpiel 2.0.2, such as ``pyspiel.MCTSBot``,
crash with all games that are written in Python.

**Speed.** An observer of ``open_spiel.python.observation.make_observation`` takes a microsecond; the method
``observation_tensor`` of a state takes some fifty, because OpenSpiel then copies the pieces one by one into a list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from railwright.errors import OptionError
from railwright.game.game import check_seats
from railwright.game.json_reader import brief
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.matches.faults import LONGEST_GAME
from railwright.players.observation.action_space import ActionSpace
from railwright.players.observation.space import ObservationSpace
from railwright.rl.openspiel_observer import RailwrightObserver, is_supported
from railwright.rl.openspiel_state import DIGIT_VALUES, SEED_DIGITS, Frame, RailwrightState
from railwright.rl.openspiel_utilities import bounds

NAME = "python_railwright"
"""The name under which OpenSpiel loads the game. Those of Python games begin like this."""

OBSERVATIONS = ("raw", "planner")
"""The kinds of observations. A history would have to be part of each state."""

MOST_ACTIONS = 1_000_000
"""The greatest value of ``longest``."""

PARAMETERS: dict[str, Any] = {
    "board": "usa", "players": 2, "tickets": "", "ruleset": "", "observation": "raw", "reward": "win",
    "longest": LONGEST_GAME,
}  # fmt: skip
"""The parameters of the game with their defaults."""


def _game_type(*, is_zero_sum: bool) -> Any:
    kind, utility = pyspiel.GameType, pyspiel.GameType.Utility
    return kind(
        short_name=NAME,
        long_name="Ticket to Ride (Railwright)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class RailwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A board with its rules and a number of players, as OpenSpiel's games are."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = PARAMETERS | dict(params or {})
        tickets, ruleset = (_unquoted(chosen[name]) or None for name in ("tickets", "ruleset"))
        setup = load_setup(chosen["board"], tickets=tickets, ruleset=ruleset)
        self.frame = _frame(setup, chosen)
        """What all states of the game have in common."""
        least, most, is_zero_sum = bounds(setup, self.frame.players, self.frame.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.frame.actions.size,
            max_chance_outcomes=DIGIT_VALUES,
            num_players=self.frame.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=self.frame.longest,
        )
        names = {name: _quoted(chosen[name]) for name in ("tickets", "ruleset")}
        super().__init__(_game_type(is_zero_sum=is_zero_sum), info, chosen | names)

    def __reduce__(self) -> Any:
        return _load, (str(self),)  # OpenSpiel's own way forgets the attributes

    @property
    def setup(self) -> Setup:
        """The board with its rules and tickets."""
        return self.frame.setup

    @property
    def actions(self) -> ActionSpace:
        """The actions, as they are numbered in this game."""
        return self.frame.actions

    @property
    def observations(self) -> ObservationSpace:
        """The fields of the observations."""
        return self.frame.observations

    def new_initial_state(self) -> RailwrightState:
        """A state in which no digit of the seed has been drawn."""
        return RailwrightState(self)

    def new_state_from_seed(self, seed: int) -> RailwrightState:
        """A state with the cards dealt as in ``railwright.new_game`` with this seed, which is below 2**52."""
        state = self.new_initial_state()
        for digit in _digits(seed):
            state.apply_action(digit)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """The number of digits of the seed."""
        return SEED_DIGITS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RailwrightObserver | None:
        """An observer of what a seat sees now; None for other kinds of observations."""
        if iig_obs_type is not None and not is_supported(iig_obs_type):
            return None
        return RailwrightObserver(self.observations, params)


def resampler(seed: int) -> Callable[[RailwrightState, int], RailwrightState]:
    """A function for ``ISMCTSBot.set_resampler``: it resamples everything hidden from the player.

    What it returns looks the same to this player and has the same legal actions, but other hidden cards and draws. It
    can be played on and cloned. Its history is still that of the original, so serialised it becomes the original again.
    """
    rng = np.random.default_rng(seed)
    return lambda state, player: state.resampled(player, rng)


def _load(text: str) -> RailwrightGame:
    """Load a game from its text. Unpickling calls it, and so imports this module."""
    game: RailwrightGame = pyspiel.load_game(text)
    return game


def _frame(setup: Setup, chosen: Mapping[str, Any]) -> Frame:
    """What the states have in common, for checked parameters."""
    players, observation, longest = chosen["players"], chosen["observation"], chosen["longest"]
    check_seats(setup, players)
    if observation not in OBSERVATIONS:
        raise OptionError(f"observation: must be one of {', '.join(OBSERVATIONS)}, not {brief(observation)}")
    if not 1 <= longest <= MOST_ACTIONS:
        raise OptionError(f"longest: must be a whole number from 1 to {MOST_ACTIONS}, not {brief(longest)}")
    space = ObservationSpace(setup, players, observation)
    actions = ActionSpace(setup)
    return Frame(setup, players, actions, space, chosen["reward"], longest, tuple(actions.numbers.tolist()))


def _unquoted(name: str) -> str:
    return name[1:-1] if len(name) > 1 and name[0] == name[-1] == "'" else name


def _quoted(name: str) -> str:
    """A name as OpenSpiel can read it back: it takes digits without quotes for a number."""
    return f"'{name}'" if name.isdigit() else name


def _digits(seed: int) -> NDArray[np.int64]:
    """The digits of a seed, as the chance nodes draw them."""
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < DIGIT_VALUES**SEED_DIGITS:
        raise OptionError(f"a seed of an OpenSpiel game is a whole number from 0 to 2**52 - 1, not {brief(seed)}")
    return np.array([int(digit, DIGIT_VALUES) for digit in f"{int(seed):0{SEED_DIGITS}x}"])


pyspiel.register_game(_game_type(is_zero_sum=True), RailwrightGame)
