"""The drawing of the layers in docs/architecture.md is what import-linter checks, and it is complete."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "railwright"
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = [re.findall(r"railwright\.(\w+)", line) for line in CONTRACTS[0]["layers"]]


def test_the_page_draws_the_layers_of_the_contract() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawing = re.search(r"^## Layers\n.*?^```\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert drawing is not None
    lines = drawing[1].splitlines()
    assert len(lines) == len(LAYERS)
    for line, names in zip(lines, LAYERS, strict=True):
        assert re.match("  ".join(names) + r"  +\S", line), f"the contract has {names} where the page has {line!r}"


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert parts - {"__init__", "__main__"} == {name for names in LAYERS for name in names}
