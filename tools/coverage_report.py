"""Print how much of the package the tests run, from the data that `make coverage` collects in .coverage-data/.

The tests as they are measure interpreted code. Kernels run compiled and leave no trace there, so they are excluded by
their decorators (pyproject.toml), and a part of the tests is run again with the compiler off: only that run counts for
kernels. Branches below the goal give exit code 1.
"""

from __future__ import annotations

import ast
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coverage import Coverage
from coverage.exceptions import NoDataError

ROOT = Path(__file__).parent.parent
DATA = ROOT / ".coverage-data"
TESTS, KERNELS = DATA / "tests", DATA / "kernels"
"""Data of all tests, and of those with the compiler off."""
KERNEL_DECORATORS = {"kernel", "compiled"}
GOAL_PERCENT = 90
"""Of the branches of interpreted code."""
SHOWN_MODULES = 20


@dataclass
class Count:
    """Statements and branches, and how many of them were run."""

    statements: int = 0
    statements_run: int = 0
    branches: int = 0
    branches_run: int = 0

    def __iadd__(self, other: Count) -> Count:
        self.statements += other.statements
        self.statements_run += other.statements_run
        self.branches += other.branches
        self.branches_run += other.branches_run
        return self

    @property
    def branch_percent(self) -> float:
        """The share of branches that were run."""
        return percent(self.branches_run, self.branches)

    def __str__(self) -> str:
        return (
            f"{percent(self.statements_run, self.statements):5.1f}% of {self.statements:6,} statements, "
            f"{self.branch_percent:5.1f}% of {self.branches:6,} branches"
        )


def percent(part: int, whole: int) -> float:
    """A share in percent; nothing of nothing is all of it."""
    return 100 * part / whole if whole else 100.0


def analysis(data: Path, *, config: str | bool) -> dict[str, Any]:
    """What coverage.py says of each file, by its path below src/; {} if nothing was measured."""
    coverage = Coverage(data_file=str(data), config_file=config)
    if data.exists():
        coverage.load()
    elif any(DATA.glob(f"{data.name}.*")):
        coverage.combine([str(path) for path in DATA.glob(f"{data.name}.*")])
        coverage.save()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        try:
            coverage.json_report(outfile=str(file), include=[f"{ROOT}/src/*"])
        except NoDataError:
            return {}
        files = json.loads(file.read_text(encoding="utf-8"))["files"]
    return {str(Path(name).resolve().relative_to(ROOT / "src")): found for name, found in files.items()}


def interpreted_count(found: dict[str, Any]) -> Count:
    """The figures of a file without its kernels, which the settings exclude."""
    all_of_it = found["summary"]
    return Count(
        all_of_it["num_statements"],
        all_of_it["covered_lines"],
        all_of_it["num_branches"],
        all_of_it["covered_branches"],
    )


def kernel_count(source: str, found: dict[str, Any]) -> Count:
    """The figures of the bodies of a file's kernels."""
    lines = set(kernel_lines(source))
    run, not_run = (len(lines.intersection(found[name])) for name in ("executed_lines", "missing_lines"))
    taken, not_taken = (
        sum(start in lines for start, _ in found[name]) for name in ("executed_branches", "missing_branches")
    )
    return Count(run + not_run, run, taken + not_taken, taken)


def kernel_lines(source: str) -> Iterator[int]:
    """The lines in the bodies of functions that are compiled."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            called = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
            if any(isinstance(one, ast.Name) and one.id in KERNEL_DECORATORS for one in called):
                yield from range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)


def print_report(title: str, counts: dict[str, Count]) -> Count:
    """Print the figures of packages, and the modules with most branches that were not run; returns the sum."""
    packages: dict[str, Count] = defaultdict(Count)
    total = Count()
    for name, count in counts.items():
        packages[Path(name).with_suffix("").parts[1]] += count
        total += count
    print(f"\n{title}")
    for package, count in sorted(packages.items()):
        print(f"  {package:10} {count}")
    print(f"  {'all':10} {total}")
    print("  branches not run:")
    by_missing = sorted(counts.items(), key=lambda item: item[1].branches_run - item[1].branches)
    for name, count in by_missing[:SHOWN_MODULES]:
        print(f"  {count.branches - count.branches_run:5} of {count.branches:5}  {name}")
    return total


def main() -> None:
    """Print both reports and compare with the goal."""
    tests = analysis(TESTS, config=str(ROOT / "pyproject.toml"))
    kernels = analysis(KERNELS, config=False)
    if not tests or not kernels:
        sys.exit("there is no data; run: make coverage")
    total = print_report("Interpreted code, all tests", {name: interpreted_count(tests[name]) for name in tests})
    counts = {name: kernel_count((ROOT / "src" / name).read_text(encoding="utf-8"), kernels[name]) for name in kernels}
    print_report(
        "Kernels, a part of the tests with the compiler off",
        {name: count for name, count in counts.items() if count.statements},
    )
    verdict = "reached" if total.branch_percent >= GOAL_PERCENT else "NOT reached"
    print(
        f"\nBranches of interpreted code: {total.branch_percent:.1f}%; the goal of {GOAL_PERCENT}% is {verdict}.\n"
        "Line by line: COVERAGE_FILE=.coverage-data/tests .venv/bin/coverage html"
    )
    sys.exit(total.branch_percent < GOAL_PERCENT)


if __name__ == "__main__":
    main()
