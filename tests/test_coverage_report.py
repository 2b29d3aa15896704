"""The figures of `make coverage`: interpreted code and kernels are counted apart."""

from __future__ import annotations

from pathlib import Path

import coverage
import pytest

from programs import load_tool

SOURCE = '''\
from railwright.compiled.kernel import kernel


@kernel(signature=None)
def compiled_one(x):
    """What it does."""
    if x > 1:
        return 1
    return 2


def plain(x):
    if x > 1:
        return 1
    return 2
'''
report = load_tool("coverage_report")


def test_kernels_are_known_by_their_decorators() -> None:
    lines = set(report.kernel_lines(SOURCE))
    assert {7, 8, 9} <= lines
    assert not lines & {1, 4, 5, *range(12, 16)}


def test_only_the_bodies_of_kernels_are_counted_as_kernels() -> None:
    found = {
        "executed_lines": [1, 4, 5, 7, 9, 12, 13, 14],
        "missing_lines": [8, 15],
        "executed_branches": [[7, 9], [13, 14]],
        "missing_branches": [[7, 8], [13, 15]],
    }
    assert report.kernel_count(SOURCE, found) == report.Count(
        statements=3, statements_run=2, branches=2, branches_run=1
    )


def test_the_settings_exclude_kernels_and_nothing_around_them(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(SOURCE, encoding="utf-8")
    settings = coverage.Coverage(data_file=None, config_file=str(report.ROOT / "pyproject.toml"))
    _, statements, excluded, _, _ = settings.analysis2(str(file))
    assert {4, 5, 7, 8, 9} <= set(excluded)
    assert statements == [1, 12, 13, 14, 15]


def test_figures_of_packages_are_added_up(capsys: pytest.CaptureFixture[str]) -> None:
    total = report.print_report(
        "Interpreted code",
        {"railwright/game/a.py": report.Count(4, 2, 2, 2), "railwright/words.py": report.Count(4, 4, 6, 4)},
    )
    assert total == report.Count(statements=8, statements_run=6, branches=8, branches_run=6)
    printed = capsys.readouterr().out
    assert " 75.0% of      8 statements,  75.0% of      8 branches" in printed
    assert "2 of     6  railwright/words.py" in printed
