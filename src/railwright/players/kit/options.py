"""The names and options of compiled players, such as ``mcts:k=0.5:rollout=20``.

A compiled player finds its options as integers at the start of its memory, in the order of their declaration: an
integer as it is, a decimal number in units of 1 / DECIMALS, a choice as its index in the list of choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from railwright.errors import OptionError

PEEKING = "peeking"
"""Word that the name of a player that sees hidden cards must contain."""

DECIMALS = 1_000_000
"""Scale of decimal options, which are stored in millionths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting of a player that a user can change.

    >>> import railwright
    >>> railwright.Option(name="k", default=0.5, high=10, summary="How much it explores.").values
    'a number from 0 to 10'
    """

    name: str
    default: int | float | str
    """The default value; its type is the kind of the option: an integer, a decimal number or a choice."""
    summary: str
    low: float = 0
    high: float = 1_000_000_000
    choices: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The allowed values, in words."""
        if self.choices:
            return ", ".join(self.choices)
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind} from {self.low:.12g} to {self.high:.12g}"

    def encode(self, text: str) -> int:
        """Convert a user's text to the number in the player's memory."""
        if self.choices:
            if text not in self.choices:
                raise OptionError(f"the option {self.name}={text} is unknown; {self.name} must be one of {self.values}")
            return self.choices.index(text)
        try:
            number = int(text) if isinstance(self.default, int) else float(text)
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            raise OptionError(f"the option {self.name}={text} is out of range; {self.name} must be {self.values}")
        return number if isinstance(number, int) else round(number * DECIMALS)

    def decode(self, number: int) -> int | float | str:
        """Convert a number in the player's memory to the value of the option."""
        if self.choices:
            return self.choices[number]
        return number if isinstance(self.default, int) else number / DECIMALS


def encode_options(options: Sequence[Option], given: Mapping[str, str]) -> tuple[int, ...]:
    """The numbers at the start of a player's memory: the given options, and defaults for the others."""
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            has = f"its options are {', '.join(sorted(known))}" if known else "it has no options"
            raise OptionError(f"there is no option {name!r}; {has}")
    return tuple(option.encode(given.get(option.name, str(option.default))) for option in options)
