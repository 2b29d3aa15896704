"""The commands in the documentation run."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from doc_examples import ROOT, blocks, run_example

pytestmark = pytest.mark.slow


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
        run_example(words, tmp_path)
