"""The exit codes of the command line."""

from __future__ import annotations

FAILED = 1
"""A failure of the machine, such as a full disk."""

NOT_CONFORMING = 1
"""The player that was checked does not do all that is expected."""

DECLINED = 1
"""The user answered no to a question."""

BAD_INPUT = 2
"""The input is wrong, which one line explains."""

INTERRUPTED = 130
"""Stopped by Ctrl-C."""
