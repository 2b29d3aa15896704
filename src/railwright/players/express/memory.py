"""What express keeps in memory, as records: its options, its planner, and what its search works with."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import numba
import numpy as np
from numpy.typing import NDArray

from railwright.compiled.layout import Ints, dtype_of, words_of
from railwright.game.colors import CARD_KINDS
from railwright.game.scoring import Result
from railwright.players.express.features import CHOICE_SIZE, POSITION_SIZE
from railwright.players.express.neural_network import MOST_UNITS
from railwright.players.kit.options import Option, encode_options
from railwright.players.planner.memory import PlannedGame, Planner, Scratch
from railwright.players.planner.style import STYLE_OPTIONS, PlayingStyle

STYLE_DEFAULTS = {"long_tickets": 0, "stations": 1, "wanted_tickets": 4}
"""Where its planner differs from that of express1."""

OPTIONS = (
    *(replace(option, default=STYLE_DEFAULTS.get(option.name, option.default)) for option in STYLE_OPTIONS),
    Option(name="iterations", default=150, summary="trials per decision; 0: the network alone", high=10_000_000),
    Option(name="ms", default=0, summary="milliseconds per decision, instead of iterations", high=600_000),
    Option(name="doubt", default=1.0, summary="standard errors by which an action must beat the network's", high=10),
    Option(name="breadth", default=8, summary="most actions that are tried", low=2, high=40),
    Option(name="depth", default=4, summary="own turns that a trial looks ahead before the network judges", high=99),
    Option(name="hands", default=8, summary="hands of tickets from which the others keep the best", low=1, high=64),
    Option(name="trial_choices", default=12, summary="most actions that are compared in a trial", low=1, high=40),
    Option(
        name="replies", default="network", choices=("planner", "network"), summary="who plays for the others in a trial"
    ),
    Option(name="endgame", default=5, summary="turns left from which trials are played to the end", high=99),
    Option(
        name="search_from",
        default=22,
        summary="turns left from which it searches; before, the network decides",
        high=99,
    ),
)
PLANNER_REPLIES, NETWORK_REPLIES = range(2)
"""Who plays for the others in a trial, as the option ``replies`` numbers them."""
MOST_CHOICES = 40
"""Maximum number of actions that the network compares."""


class Thought:
    """A decision as the network sees it, and its scores."""

    actions: Annotated[Ints, np.int64, MOST_CHOICES]
    """The actions to compare, the planner's own first."""
    count: Annotated[int, np.int64]
    """How many there are."""
    most: Annotated[int, np.int64]
    """How many there can be."""
    unseen: Annotated[Any, np.float32, CARD_KINDS]
    """Shares of the kinds of cards among those that the seat has not seen."""
    position: Annotated[Any, np.float32, POSITION_SIZE]
    choices: Annotated[Any, np.float32, MOST_CHOICES, CHOICE_SIZE]
    """The features of the position and of each action."""
    scores: Annotated[Any, np.float32, MOST_CHOICES]
    """The higher, the better."""
    first_units: Annotated[Any, np.float32, MOST_UNITS]
    units: Annotated[Any, np.float32, MOST_UNITS]
    second_units: Annotated[Any, np.float32, MOST_UNITS]
    """The hidden layers of the network."""


FINE = 1 << 24
"""The scale of sums over trials."""


class Trials:
    """The candidates of a search and what came of them."""

    seed: Annotated[int, np.int64]
    """Each world has random numbers of its own, which follow from this and its number."""
    turns: Annotated[int, np.int64]
    """Own turns after which a trial is judged."""
    asks_odds: Annotated[int, np.int64]
    """1 if the odds are wanted, too."""
    last_odds: Annotated[float, np.float64]
    """Those of the last trial."""
    actions: Annotated[Ints, np.int64, MOST_CHOICES]
    """The candidates, the network's own choice first."""
    order: Annotated[Ints, np.int64, MOST_CHOICES]
    """Their indexes, the best first, but the network's own before all."""
    worlds: Annotated[Ints, np.int64, MOST_CHOICES]
    """In how many worlds each was tried."""
    leads: Annotated[Ints, np.int64, MOST_CHOICES]
    squares: Annotated[Ints, np.int64, MOST_CHOICES]
    """Sums of its lead over the network's own choice, and of the squares, in units of 1 / FINE. Sums of integers are
    the same in any order."""
    odds: Annotated[Ints, np.int64, MOST_CHOICES]
    """Sum of the odds of the network's own choice; for the others, of the difference to them."""


class ExpressMemory:
    """The memory of a player: its options, then what it keeps between decisions, then scratch space."""

    style: PlayingStyle
    iterations: Annotated[int, np.int64]
    ms: Annotated[int, np.int64]
    doubt: Annotated[int, np.int64]
    """In units of 1 / DECIMALS."""
    breadth: Annotated[int, np.int64]
    depth: Annotated[int, np.int64]
    hands: Annotated[int, np.int64]
    trial_choices: Annotated[int, np.int64]
    replies: Annotated[int, np.int64]
    endgame: Annotated[int, np.int64]
    search_from: Annotated[int, np.int64]
    """The end of the options, which have the order of OPTIONS."""
    network: Annotated[int, np.int64]
    """The address of the network's record."""
    planner: Planner
    """The only part that is kept between decisions."""
    world: PlannedGame
    """A deal consistent with what the seat sees."""
    trial: PlannedGame
    """The trial of an action in that world."""
    result: Result
    """The result of a trial that was played to the end."""
    scratch: Scratch
    own: Thought
    """The decision itself."""
    ahead: Thought
    """A decision in a trial."""
    trials: Trials


THOUGHT = dtype_of(Thought)
MEMORY = dtype_of(ExpressMemory)
THOUGHT_TYPE = numba.from_dtype(THOUGHT)
MEMORY_TYPE = numba.from_dtype(MEMORY)
MEMORIES_TYPE: Any = numba.types.Array(MEMORY_TYPE, 1, "C")

MEMORY_WORDS = words_of(MEMORY)


def new_memory() -> NDArray[Any]:
    """The memory of a player at the beginning of a game, with its usual options."""
    memory = np.zeros(1, MEMORY)
    memory.view(np.int64)[: len(OPTIONS)] = encode_options(OPTIONS, {})
    memory["planner"]["style"] = memory["style"]
    return memory
