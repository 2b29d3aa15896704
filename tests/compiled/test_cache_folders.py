"""The compile cache notices every edit that matters, and no other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import railwright
from railwright.compiled.cache_folders import _imports, cache_folder, file_of, source_hash, sources_of


def names(module: str) -> set[str]:
    return {path.stem for path in sources_of(module)}


def test_a_module_is_made_of_all_that_it_imports() -> None:
    modules = {"rules", "turns", "train_cards", "face_up_row", "rng", "kernel", "rulebook", "board"}
    assert modules <= names("railwright.game.rules")


def parsed_imports(path: Path) -> set[Path]:
    """The files that a file imports, as Python itself reads it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return {file for name in names if (file := file_of(name)) is not None}


def test_searching_finds_what_parsing_finds_in_every_file_of_the_package() -> None:
    for path in Path(railwright.__file__).parent.rglob("*.py"):
        assert set(_imports(path)) == parsed_imports(path), path.name


@pytest.mark.parametrize("text", [
    "import railwright.game.rules, railwright.game.turns as c, os\n",
    "def f():\n    from railwright.game import rules as r, turns  # two\n",
    "from railwright.game import (\n    rules,  # the rules\n    turns as c,\n)\nimport os\n",
    "if True:\n\timport railwright.game.rules\nfrom os import path\nfrom railwright.game.turns import end_turn\n",
])  # fmt: skip
def test_every_way_to_import_is_found(text: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert {"rules", "turns"} <= {found.stem for found in _imports(path)}
    assert set(_imports(path)) == parsed_imports(path)


def test_a_module_does_not_depend_on_those_that_use_it() -> None:
    assert not names("railwright.game.rules") & {"match", "interface", "scoring", "main"}
    assert "hoard" not in names("railwright.players.kit.interface")


def test_each_module_has_a_cache_folder_of_its_own() -> None:
    assert cache_folder("railwright.game.rules") != cache_folder("railwright.game.turns")


def test_a_module_from_outside_depends_on_the_whole_package() -> None:
    assert cache_folder("a_users_file").name == source_hash()
