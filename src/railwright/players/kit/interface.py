"""The interface of players: a compiled function, or an ordinary Python class.

A compiled player is a function of seven arguments, compiled with ``@compiled``:

    @compiled
    def eager(book, table, mine, legal, count, memory, source):
        "Claims whenever it can, otherwise draws."
        return legal[count - 1]

- ``book``: the rules and the board (fields of ``game.rulebook.Rulebook``)
- ``table``: what everyone sees (fields of ``game.state.Table``)
- ``mine``: what this seat alone sees (fields of ``game.state.PrivateState``)
- ``legal``, ``count``: the legal action numbers are ``legal[0]`` to ``legal[count - 1]``, ascending
- ``memory``: an array of 64-bit integers that belongs to the player for one game. It begins with the player's options
  (``players.kit.options``); the rest is zeros at first. With ``lasting=n`` only the first n integers after the options
  are guaranteed to be kept until the next decision
- ``source``: the player's random numbers, for ``compiled.rng.below(source, n)``

It returns one of the legal numbers. It runs at full speed, and it cannot see more than its seat may see. The only
exception is a player declared with ``peeks=True``, to replicate studies whose players saw everything: before each
decision the whole state is copied into its memory, after the options. Its name must contain "peeking".

An ordinary player is a class derived from ``Player``, with one instance for each seat of each game.
"""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, overload

import numba
import numpy as np
from numba import types

from railwright.compiled.kernel import kernel
from railwright.compiled.layout import words_of
from railwright.errors import OptionError, PlayerError, describe_exception
from railwright.game.rulebook import BOOK_TYPE
from railwright.game.state import PRIVATE_TYPE, STATE, TABLE_TYPE
from railwright.game.view import View
from railwright.players.kit.options import PEEKING, Option, encode_options

if TYPE_CHECKING:
    from railwright.game.setup import Setup

CHOOSE = types.int64(
    BOOK_TYPE,
    TABLE_TYPE,
    PRIVATE_TYPE,
    types.int16[::1],
    types.int64,
    types.int64[::1],
    types.uint64[::1],
)
"""The Numba signature of every compiled player."""

CHOOSE_TYPE = types.FunctionType(CHOOSE)

STATE_WORDS = words_of(STATE)
"""Size of a state in words of memory: ``memory[i : i + STATE_WORDS].view(STATE)[0]`` is a state."""


class Requirement(Protocol):
    """What a player needs of its games, for a player that cannot play all of them."""

    @property
    def setup(self) -> Mapping[str, str]:
        """The names of the board, the ruleset and the ticket deck that it plays on."""

    @property
    def seats(self) -> int:
        """The number of seats that it plays with."""

    def prepare(self, setup: Setup, seats: int) -> None:
        """Get ready for a game; PlayerError if the player cannot play it."""


@dataclass(frozen=True, slots=True)
class CompiledPlayer:
    """A player that runs inside the compiled game loop."""

    name: str
    summary: str
    """One line about what it does."""
    choose: Any
    """The compiled function."""
    memory: int = 0
    """Number of 64-bit integers of memory during a game, besides its options."""
    options: tuple[Option, ...] = ()
    values: tuple[int, ...] = ()
    """The options as numbers, at the start of its memory; then what is not for users, such as an address."""
    peeks: bool = False
    """Whether it sees the whole state."""
    fault: str = ""
    """Why its function cannot be compiled, so that it cannot play (see ``faults_kept``); empty if it can."""
    lasting: int | None = None
    """Number of integers in ``memory``, from the first, to keep until the next decision; None for all.
    The others are scratch space."""
    requirement: Requirement | None = None
    """What it needs of its games; None if it plays all of them. It keeps alive what ``values`` point to."""
    digest: int = 0
    """A number that stands for the data that ``values`` point to, and is the same in other processes."""

    @property
    def words(self) -> int:
        """The length of its memory."""
        return self._own + self.memory

    @property
    def lasting_words(self) -> slice:
        """The part of its memory that is kept between decisions; the part before it is written each time."""
        return slice(self._own, self._own + (self.memory if self.lasting is None else self.lasting))

    @property
    def _own(self) -> int:
        """Offset of its own integers in memory, after the options and the state it may see."""
        return len(self.values) + STATE_WORDS * self.peeks

    def settings(self) -> dict[str, int | float | str]:
        """The values of its options by name."""
        return {option.name: option.decode(self.values[i]) for i, option in enumerate(self.options)}

    def with_options(self, given: Mapping[str, str]) -> CompiledPlayer:
        """The same player with other options, which are added to its name."""
        if not given:
            return self
        try:
            values = encode_options(self.options, given) + self.values[len(self.options) :]
        except OptionError as error:
            raise OptionError(f"the player {self.name!r}: {error}") from None
        name = ":".join([self.name, *(f"{key}={value}" for key, value in given.items())])
        return replace(self, name=name, values=values)


class Player(ABC):
    """Base class of players in ordinary Python: slower, but free to use anything.

    >>> import railwright
    >>> class Last(railwright.Player):
    ...     "Takes the last legal action."
    ...
    ...     def choose(self, view, legal):
    ...         return legal[-1]
    >>> game = railwright.new_game("usa", seats=2, seed=1)
    >>> railwright.choose_action(game, Last) == game.legal()[-1]
    True
    """

    name = ""
    summary = ""

    def __init__(self, *, seat: int, rng: np.random.Generator) -> None:
        self.seat = seat
        self.rng = rng
        """The player's random number generator. Use no other, so that the same seed gives the same game."""

    @abstractmethod
    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Choose one of the legal action numbers."""


AnyPlayer = CompiledPlayer | type[Player]


def prepare_player(player: AnyPlayer, setup: Setup, seats: int) -> None:
    """Get a player ready for games on a setup; PlayerError if it cannot play them. Ask it only afterwards."""
    if isinstance(player, CompiledPlayer) and player.requirement is not None:
        player.requirement.prepare(setup, seats)


@overload
def compiled(function: Callable[..., int], /) -> CompiledPlayer: ...


@overload
def compiled(
    *,
    memory: int = 0,
    name: str | None = None,
    options: Sequence[Option] = (),
    peeks: bool = False,
    lasting: int | None = None,
) -> Callable[[Callable[..., int]], CompiledPlayer]: ...


def compiled(
    function: Callable[..., int] | None = None,
    /,
    *,
    memory: int = 0,
    name: str | None = None,
    options: Sequence[Option] = (),
    peeks: bool = False,
    lasting: int | None = None,
) -> CompiledPlayer | Callable[[Callable[..., int]], CompiledPlayer]:
    """Turn a function into a compiled player. It must be in a file, where compiled code is cached by its lines.

        @railwright.compiled_player
        def last(book, table, mine, legal, count, memory, source):
            "Takes the last legal action."
            return legal[count - 1]

    ``memory`` is the number of integers it keeps during a game, ``options`` what a user can change (``Option``),
    ``peeks`` whether it sees hidden cards, ``lasting`` how much of its memory it needs at the next decision.
    """

    def make(function: Callable[..., int]) -> CompiledPlayer:
        title = name or function.__name__.replace("_", "-")
        if peeks and PEEKING not in title:
            raise PlayerError(f"the player {title!r} sees hidden cards, so its name must contain {PEEKING!r}")
        summary = (function.__doc__ or "").strip().split("\n")[0]
        values = encode_options(options, {})
        choose, fault = _compile(function, title)
        return CompiledPlayer(title, summary, choose, memory, tuple(options), values, peeks, fault, lasting)

    return make if function is None else make(function)


compiled_player = compiled
"""The name of ``compiled`` in the public interface, where ``railwright.compiled`` is a package."""

_KEEP_FAULTS: ContextVar[bool] = ContextVar("keep_faults", default=False)


@contextmanager
def faults_kept() -> Iterator[None]:
    """Within this context, a function that cannot be compiled becomes a player with a fault instead of an error.

    So the other players in its file can play.
    """
    before = _KEEP_FAULTS.set(True)
    try:
        yield
    finally:
        _KEEP_FAULTS.reset(before)


def _compile(function: Callable[..., int], title: str) -> tuple[Any, str]:
    """The compiled function and an empty fault; on failure None and the fault if faults are kept, else PlayerError."""
    try:
        return kernel(signature=CHOOSE)(function), ""
    except Exception as error:  # Numba raises a bare KeyError for an unknown field, for example
        where = f"{function.__code__.co_filename}, line {_line(function, error)}"
        fault = f"the player {title!r} ({where}) cannot be compiled: {_reason(error)}"
        if _KEEP_FAULTS.get():
            return None, fault
        raise PlayerError(fault) from error


def _line(function: Callable[..., int], error: Exception) -> int:
    """The line of a function that Numba complains about, otherwise its first line."""
    code = function.__code__
    if isinstance(error, KeyError):  # an unknown field: Numba gives only its name
        lines, first = inspect.getsourcelines(function)
        return next((first + i for i, line in enumerate(lines) if f".{error.args[0]}" in line), first)
    named = re.findall(r'File "([^"]*)", line (\d+)', str(error))
    own = [int(line) for file, line in named if Path(file).name == Path(code.co_filename).name]
    return own[-1] if own else code.co_firstlineno


def _reason(error: Exception) -> str:
    """The one useful line of a Numba error."""
    if isinstance(error, KeyError):
        return f"there is no field {error.args[0]!r}"
    if not isinstance(error, numba.core.errors.NumbaError):
        return describe_exception(error)
    lines = [line.strip() for line in str(error).replace("\x1b[1m", "").split("\n")]
    useful = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File ", "<source"))]
    return (useful[0] if useful else type(error).__name__)[:200]
