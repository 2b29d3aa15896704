"""Checks a board file and finds the line of each problem."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railwright.errors import DataError, Problem, RailwrightError
from railwright.game.board import Board
from railwright.game.ruleset import misfits
from railwright.maps.load import board_ruleset, load_ruleset, read_json, read_text

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A problem and its position in a file."""

    file: str
    line: int
    place: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" + (f" ({self.place})" if self.place else "")
        return f"{where}: {self.message}"


def check_board(
    board: str | Path | Mapping[str, Any], *, ruleset: str | None = None
) -> Sequence[FileProblem | Problem]:
    """All problems of a board, given as a file or as the object in one; empty if it can be played.

    Each problem says what is wrong and where. The rules are the board's own unless ``ruleset`` names others. FileError
    if a file cannot be read at all.

    >>> import railwright
    >>> data = railwright.load_board("usa").to_dict()
    >>> railwright.check_board(data)
    []
    >>> data["tracks"][3]["length"] = 99
    >>> print(railwright.check_board(data)[0])
    tracks[3].length: must be a whole number from 1 to 9, not 99
    """
    return _problems(board, ruleset) if isinstance(board, Mapping) else check_board_file(Path(board), ruleset)


def check_board_file(file: Path, ruleset: str | None = None) -> list[FileProblem]:
    """All problems of a board file; empty if it can be played. Raises FileError if it cannot be read at all."""
    return locate(file, _problems(read_json(file), ruleset))


def _problems(data: Any, ruleset: str | None) -> list[Problem]:
    try:
        board = Board.from_dict(data)
    except DataError as error:
        return list(error.problems)
    return _rule_problems(board, ruleset)


def locate(file: Path, problems: Sequence[Problem]) -> list[FileProblem]:
    """Add line numbers in the file to the problems of a board."""
    if not problems:
        return []
    lines = line_numbers(read_text(file))
    return [
        FileProblem(str(file), _line_of(problem.place, lines), problem.place, problem.message) for problem in problems
    ]


def _rule_problems(board: Board, name: str | None) -> list[Problem]:
    try:
        rules = board_ruleset(board) if name is None else load_ruleset(name)
    except DataError as error:
        return [Problem(f"ruleset.{p.place}" if p.place else "ruleset", p.message) for p in error.problems]
    except RailwrightError as error:
        return [Problem("ruleset", str(error))]
    return misfits(board, rules)


def _line_of(place: str, lines: dict[str, int]) -> int:
    """The line of a place, or of the innermost enclosing value if the file does not have it."""
    while place and place not in lines:
        cut = max(place.rfind("."), place.rfind("["))
        place = place[:cut] if cut > 0 else ""
    return lines.get(place, 1)


def line_numbers(text: str) -> dict[str, int]:
    """The line on which each value of a valid JSON text begins, by its path, such as ``tracks[12].length``."""
    tokens = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    lines: dict[str, int] = {}
    stack: list[list[Any]] = []  # for each open bracket: its path, and the index or key of its next value
    line = 0
    for token, offset in tokens:
        while line < len(starts) and starts[line] <= offset:
            line += 1
        if token in "}]":
            stack.pop()
        elif token == ",":
            if isinstance(stack[-1][1], int):
                stack[-1][1] += 1
            else:
                stack[-1][1] = None
        elif token != ":":
            if stack and stack[-1][1] is None:
                stack[-1][1] = json.loads(token)
                continue
            path = _child(stack[-1]) if stack else ""
            lines.setdefault(path, line)
            if token in "{[":
                stack.append([path, 0 if token == "[" else None])
    return lines


def _child(parent: list[Any]) -> str:
    path, key = parent
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else str(key)
