"""The tree can be read by its names, and docs/architecture.md says what is there."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "railwright"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = [re.findall(r"railwright\.(\w+)", line) for line in CONTRACTS[0]["layers"]]

SAME_ROLE = {"Effort", "Experiments"}
"""Classes that every study has."""


def test_no_two_classes_of_different_things_share_a_name() -> None:
    places = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: where for name, where in places.items() if len(where) > 1 and name not in SAME_ROLE} == {}


def test_the_page_names_files_that_exist() -> None:
    named = set(re.findall(r"`([\w/-]+\.(?:py|js|json|md|toml|yml))", PAGE))
    existing = [path.as_posix() for root in (PACKAGE, ROOT / "tests", ROOT / "tools") for path in root.rglob("*.*")]
    existing += [path.as_posix() for path in ROOT.iterdir()]
    assert len(named) > 30
    assert {name for name in named if not any(path.endswith(f"/{name}") for path in existing)} == set()


def test_the_page_draws_the_layers_of_the_contract() -> None:
    drawing = re.search(r"^## Layers\n.*?^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert drawing is not None
    lines = drawing[1].splitlines()
    assert len(lines) == len(LAYERS)
    for line, names in zip(lines, LAYERS, strict=True):
        assert re.match("  ".join(names) + r"  +\S", line), f"the contract has {names} where the page has {line!r}"


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert parts - {"__init__", "__main__"} == {name for names in LAYERS for name in names}
