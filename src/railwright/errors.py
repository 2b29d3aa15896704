"""The errors that Railwright raises.

A message says in one line what is wrong, where, and how to fix it. The command line prints it and exits with 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from traceback import extract_tb

from railwright.say import Said


class RailwrightError(Exception):
    """Base class of all errors that a user can cause and fix.

    >>> import railwright
    >>> try:
    ...     railwright.load_board("atlantis")
    ... except railwright.RailwrightError as error:
    ...     print(type(error).__name__)
    UnknownNameError
    """

    @property
    def text(self) -> str | Said:
        """The message: as a `Said`, if it can be said in other languages than English."""
        message = self.args[0] if self.args else ""
        return message if isinstance(message, Said) else str(self)


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem in a data file."""

    place: str
    """Where in the file, as a path such as ``tracks[12].length``; empty for the file as a whole."""
    message: str
    """What is wrong and how to fix it."""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class DataError(RailwrightError):
    """A board or ruleset that cannot be played."""

    kind = "data"

    def __init__(self, problems: Sequence[Problem], name: str = "") -> None:
        self.problems = tuple(problems)
        self.name = name
        more = len(self.problems) - 1
        tail = f" (and {more} more)" if more > 0 else ""
        where = f" {name}" if name else ""
        super().__init__(f"{self.kind}{where}: {self.problems[0]}{tail}")

    def __reduce__(self) -> tuple[type[DataError], tuple[tuple[Problem, ...], str]]:
        return type(self), (self.problems, self.name)


class BoardError(DataError):
    """A board that breaks a rule of the board format."""

    kind = "board"


class RulesetError(DataError):
    """A ruleset that breaks a rule of the ruleset format."""

    kind = "ruleset"


class UnknownNameError(RailwrightError):
    """A board, ruleset, ticket deck or player that does not exist."""


class IllegalActionError(RailwrightError):
    """An action that the rules do not allow now."""


class RecordError(RailwrightError):
    """A game record that cannot be read or replayed."""


class PlayerError(RailwrightError):
    """A player that cannot be loaded, raised an exception or chose an illegal action."""


class WorkerError(RailwrightError):
    """A task given up because its worker processes kept dying."""


class ClusterError(RailwrightError):
    """A cluster that cannot be reached, was lost, or runs other versions of the software."""


class FileError(RailwrightError):
    """A file that cannot be read or written."""


class InUseError(FileError):
    """A file that another program is using."""


class DamageError(FileError):
    """Data on disk that differ from what was written."""


class MissingLibraryError(RailwrightError):
    """A library that is needed only for this is not installed."""


class OptionError(RailwrightError):
    """An option or argument with an invalid value."""


def line_in(file: str, error: BaseException) -> int | None:
    """The last line of a file in an exception's traceback; None if the file is not in it."""
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == file]
    return lines[-1] if lines else None


def describe_exception(error: Exception) -> str:
    """Describe an exception from foreign code, such as a user's player, in one line."""
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
