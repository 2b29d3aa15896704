"""The exit codes of the command line."""

from __future__ import annotations

FAILED = 1
"""A failure of the machine, such as a full disk."""

NOT_CONFORMING = 1
"""The checked player does not pass every check."""

DECLINED = 1
"""The user answered no to a question."""

BAD_INPUT = 2
"""Bad input, explained in one line."""

INTERRUPTED = 130
"""Stopped by Ctrl-C."""
