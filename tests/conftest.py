"""The same on every machine and run: the examples that hypothesis finds, and what Ctrl-C does."""

from __future__ import annotations

import gc
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

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


def pytest_collection(session: pytest.Session) -> None:
    """Let each process of pytest-xdist begin with other files, when it collects all of them.

    It imports every file, and pytest first rewrites the asserts in it, which takes as long as all the rest.
    What one process has rewritten, the others find in the cache; if all began with the same file, each would do it all.
    """
    worker: dict[str, Any] = getattr(session.config, "workerinput", {})
    if not worker or session.config.args != session.config.getini("testpaths"):
        return
    files = sorted(Path(__file__).parent.rglob("test_*.py"))
    first = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
    for file in files[first:] + files[:first]:
        with suppress(Exception, pytest.skip.Exception):  # pytest imports it again, and says what is wrong
            _import_as_pytest_does(file)


def _import_as_pytest_does(file: Path) -> None:
    """Import a test file under the name that it has for pytest: from the first folder above it that is no package."""
    folder, names = file.parent, [file.stem]
    while (folder / "__init__.py").exists():
        folder, names = folder.parent, [folder.name, *names]
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    import_module(".".join(names))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking through all that was imported, again and again."""
    gc.freeze()


LONG = (
    "test_page_accessibility", "test_docs_commands", "test_page_games", "test_agreement", "test_modes",
    "test_page_company", "test_page_people", "test_page_layout", "test_conformance", "test_cluster", "test_connections",
    "test_secrets", "test_page_first_game", "test_official_style", "test_page_review", "test_described",
    "test_branch_and_bound", "test_page_screens", "test_express1", "test_optimum", "test_map_balance",
    "test_terminal_watching", "test_draw_labels", "test_schaefer", "test_faults", "test_commands", "test_draw_layout",
    "test_policies", "test_observation", "test_sampling", "test_view", "test_openspiel", "test_workers", "test_crowds",
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
