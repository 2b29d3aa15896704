"""Keyboard input, with TAB completion where the terminal supports it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Protocol

from railwright.table.safe_text import printable

Complete = Callable[[str], list[str]]
"""A function from the beginning of a line to the full lines it can be completed to."""


class Reader(Protocol):
    """A source of input lines."""

    def read(self, prompt: str, complete: Complete) -> str:
        """Show a prompt and return the line that was typed. Raises EOFError at the end of the input."""

    def forget(self) -> None:
        """Clear the input history, because another person takes over."""


class Keyboard:
    """Standard input."""

    def __init__(self) -> None:
        self._echo = not sys.stdin.isatty()
        self._readline = None if self._echo else _load_readline()

    def read(self, prompt: str, complete: Complete) -> str:
        """Show a prompt and return the line that was typed."""
        if self._readline is not None:
            self._readline.set_completer(_completer(complete))
        try:
            line = input(prompt)
        except UnicodeDecodeError:
            line = ""  # bytes that are not text
        if self._echo:
            print(printable(line), flush=True)  # so that the output of a piped game is complete
        return line

    def forget(self) -> None:
        """Clear the input history, because another person takes over."""
        if self._readline is not None:
            self._readline.clear_history()


def _load_readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:  # as on Windows
        return None
    readline.set_completer_delims("\n")  # completions replace the whole line, since city names contain spaces
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    readline.parse_and_bind("set show-all-if-ambiguous on")
    return readline


def _completer(complete: Complete) -> Callable[[str, int], str | None]:
    def answer(text: str, number: int) -> str | None:
        try:
            lines = complete(text)
        except Exception:  # readline would print a traceback into the prompt
            return None
        return lines[number] if number < len(lines) else None

    return answer
