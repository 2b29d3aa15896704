"""The tree can be read by its names: one name for one thing, and the architecture page names what exists."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import railwright

PACKAGE = Path(railwright.__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"

SAME_ROLE = {"Effort", "Experiments"}
"""Classes that every study has."""


def test_no_two_classes_of_different_things_share_a_name() -> None:
    places = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: where for name, where in places.items() if len(where) > 1 and name not in SAME_ROLE} == {}


def test_the_architecture_page_names_files_that_exist() -> None:
    named = set(re.findall(r"`([\w/-]+\.(?:py|js|json|md|toml))", PAGE.read_text(encoding="utf-8")))
    existing = [path.as_posix() for root in (PACKAGE, PAGE.parents[1] / "tests") for path in root.rglob("*.*")]
    existing.append((PAGE.parents[1] / "pyproject.toml").as_posix())
    assert len(named) > 30
    assert {name for name in named if not any(path.endswith(f"/{name}") for path in existing)} == set()
