"""The examples in the documentation, and how their commands are run."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from cli.commands import run

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


def needs_torch(arguments: list[str]) -> bool:
    """Whether a command trains, or plays with what was trained before."""
    return arguments[1] == "train" or "mine/express.npz" in " ".join(arguments)


def run_example(arguments: list[str], folder: Path) -> None:
    """Run a command of the documentation, with fewer games if it has many; it must end well."""
    assert arguments[0] == "railwright"
    if needs_torch(arguments) and find_spec("torch") is None:
        return
    for option, most in (("--games", 1000), ("--evaluation", 40)):
        if option in arguments:
            place = arguments.index(option) + 1
            arguments[place] = str(min(int(arguments[place]), most))
    done = run(*arguments[1:], folder=folder, ok=False, stdin="quit\n")
    assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stderr}"
