"""The console for output to the terminal."""

from __future__ import annotations

import os
import sys

from rich.console import Console


def make_console(*, no_color: bool) -> Console:
    """A console on standard output, coloured if it is a terminal. Characters it cannot encode are replaced."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    plain = no_color or bool(os.environ.get("NO_COLOR"))
    return Console(color_system=None if plain else "auto", markup=False, highlight=False, emoji=False)
