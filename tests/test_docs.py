"""The examples in the documentation run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from doc_examples import PAGES, blocks, run_example
from programs import load_tool

PLAIN = {name: text for name, text in blocks("python") if "@compiled" not in text}
COMPILED = {name: text for name, text in blocks("python") if "@compiled" in text}


@pytest.mark.parametrize("name", PLAIN)
def test_python_examples_run(name: str) -> None:
    exec(compile(PLAIN[name], name, "exec"), {"__name__": "example"})


def test_compiled_examples_run(tmp_path: Path) -> None:
    for name, text in COMPILED.items():
        path = tmp_path / f"{name.replace('.', '_')}.py"
        path.write_text(text, encoding="utf-8")
        player = re.search(r"^def (\w+)", text, re.M)
        assert player is not None
        run_example(
            ["railwright", "simulate", "--games", "5", "--players", f"{path}:{player.group(1)},random"], tmp_path
        )


@pytest.mark.parametrize(("name", "tables"), [("make_field_tables", 8), ("make_learning_tables", 3)])
def test_tables_made_from_the_code_are_up_to_date(name: str, tables: int) -> None:
    tool = load_tool(name)
    page = tool.PAGE.read_text(encoding="utf-8")
    assert len(tool.MARKED.findall(page)) == tables
    assert tool.rewritten(page) == page, f"run: python tools/{name}.py"


def test_json_examples_are_valid() -> None:
    for _, text in blocks("json"):
        json.loads(text)


def test_pages_link_only_to_pages_that_exist() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link.strip()).exists(), f"{page.name} links to {link}"
