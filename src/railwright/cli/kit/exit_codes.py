"""The exit codes of the command line."""

from __future__ import annotations

BAD_INPUT = 2
"""The input is wrong, which one line explains."""

INTERRUPTED = 130
"""Stopped by Ctrl-C."""

FAILED = 1
"""A failure of the machine, such as a full disk."""
