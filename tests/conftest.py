"""The same on every machine and run: the examples that hypothesis finds, and what Ctrl-C does."""

from __future__ import annotations

import signal

import coverage
import pytest
from hypothesis import HealthCheck, settings

import real_data
from railwright.workers import start_method

settings.register_profile(
    "same-everywhere", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("same-everywhere")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts its background jobs so, and children inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

start_method.PRELOADED += (  # many tests start servers, and these start workers
    "railwright.cli.serve", "railwright.web.server", "railwright.web.work.answers", "railwright.web.work.bot_moves",
    "railwright.players.thesis.rule", "railwright.players.express.player",
)  # fmt: skip

collect_ignore = [] if real_data.FOLDER else ["mapmaker/test_real_data.py"]


def pytest_report_header() -> str:
    """Say which railways and maps the tests work with."""
    return real_data.words()


LONG = (
    "test_agreement", "test_docs_commands", "test_modes", "test_page_games", "test_page_company", "test_cluster",
    "test_official_style", "test_page_screens", "test_conformance", "test_branch_and_bound", "test_commands",
    "test_secrets", "test_schaefer", "test_described", "test_faults", "test_policies", "test_connected",
    "test_map_balance", "test_workers", "test_thought", "test_study", "test_openspiel", "test_honesty",
)  # fmt: skip
"""Files that take longest. They begin first, so that nobody waits for one of them alone in the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long files before all others, which stay in order."""
    place = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.path.stem, len(LONG)))


def pytest_sessionfinish() -> None:
    """Save what `make coverage` has measured: pytest-xdist kills a process that takes long to end."""
    measured = coverage.Coverage.current()
    if measured is not None:
        measured.save()
