"""The same on every machine and run: the examples that hypothesis finds, and what Ctrl-C does."""

from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-everywhere", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("same-everywhere")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts its background jobs so, and children inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONG = ("test_command_examples_run",)
"""Tests of a minute and more. They begin first, so that nobody waits for them alone in the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long tests before all others, which stay in order."""
    items.sort(key=lambda item: item.name not in LONG)
