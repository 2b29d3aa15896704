"""The examples in the documentation run."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from cli.commands import run
from programs import load_tool

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(language: str) -> list[tuple[str, str]]:
    """The code blocks of one language, with the page they are on."""
    return [
        (f"{page.name}-{i}", text)
        for page in PAGES
        for i, text in enumerate(
            re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
        )
    ]


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
        _run(["railwright", "simulate", "--games", "5", "--players", f"{path}:{player.group(1)},random"], tmp_path)


def command_lines() -> dict[str, list[list[str]]]:
    """The commands of each page in order. One that several pages show alike runs with the first of them."""
    found: dict[str, list[list[str]]] = {}
    for name, text in blocks("sh"):
        for line in text.strip().split("\n"):
            words = shlex.split(line, comments=True)
            if words and not any(words in others for others in found.values()):
                found.setdefault(name.rpartition("-")[0], []).append(words)
    return found


COMMANDS = command_lines()


@pytest.mark.parametrize("page", COMMANDS)
def test_command_examples_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in one folder for each page, as a reader would, on a machine with one core."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    boards = [text for _, text in blocks("json") if "railwright-board/1" in text]
    (tmp_path / "myboard.json").write_text(boards[0], encoding="utf-8")
    for words in COMMANDS[page]:
        _run(words, tmp_path)


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


def _run(arguments: list[str], folder: Path) -> None:
    assert arguments[0] == "railwright"
    for option, most in (("--games", 1000), ("--evaluation", 40)):
        if option in arguments:
            place = arguments.index(option) + 1
            arguments[place] = str(min(int(arguments[place]), most))
    done = run(*arguments[1:], folder=folder, ok=False, stdin="quit\n")
    assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stderr}"
