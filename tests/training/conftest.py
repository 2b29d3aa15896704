"""What the tests of training share."""

from __future__ import annotations

import pytest

from railwright.training import evaluation


@pytest.fixture
def quick_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluations against players that need no search."""
    from railwright.training import training_report, training_run

    for module in (evaluation, training_run, training_report):
        monkeypatch.setattr(module, "HELD_OUT", ("rule",))
        monkeypatch.setattr(module, "OPPONENTS", ("planner", "rule"), raising=False)
