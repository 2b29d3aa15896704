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


def test_the_tables_of_stages_and_fields_are_those_of_the_code() -> None:
    tool = load_tool("make_field_tables")
    page = tool.PAGE.read_text(encoding="utf-8")
    assert len(tool.MARKED.findall(page)) == 8
    assert tool.rewritten(page) == page, "run: python tools/make_field_tables.py"


def test_json_examples_are_valid() -> None:
    for _, text in blocks("json"):
        json.loads(text)


def test_pages_link_only_to_pages_that_exist() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link.strip()).exists(), f"{page.name} links to {link}"
