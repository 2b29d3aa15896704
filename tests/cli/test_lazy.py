"""Commands are imported when they are needed; what they need is compiled after their options are checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from cli.commands import run
from railwright.cli.kit.lazy import LazyGroup
from railwright.cli.main import app
from waiting import HANG_SECONDS

HEAVY = {"numba", "numpy", "polars", "matplotlib", "fastapi"}
ENGINE = "railwright.game.game"
"""Importing it compiles it."""

COMPILING = {
    "play": ["play"],
    "a resumed game": ["play", "--resume", "game.json"],
    "watch": ["watch"],
    "serve": ["serve", "--port", "0", "--data", "."],
    "simulate": ["simulate"],
    "tournament": ["tournament", "--players", "random,rule"],
    "a resumed tournament": ["tournament", "--resume", "cup"],
    "sprt": ["sprt", "random", "rule"],
    "replay": ["replay", "game.json"],
    "optimum": ["optimum", "--hold", "Denver - El Paso"],
    "a sweep": ["optimum", "--sweep", "1:3"],
    "the optimum of a record": ["optimum", "--record", "game.json"],
    "bench": ["bench"],
    "map balance": ["map", "balance", "--out", "balanced"],
    "a new graph": ["map", "balance", "--graph", "new", "--out", "balanced"],
}


def run_and_list_modules(arguments: list[str], folder: Path, before: str = "") -> tuple[int, str, set[str]]:
    """Run a command in a process of its own. Returns its exit code, its messages, and the modules it imported."""
    program = f"""
import json, sys
sys.argv = ["railwright", *{arguments!r}]
from railwright.cli.main import main
{before}
try:
    main()
except SystemExit as ending:
    code = ending.code
json.dump([code, sorted(sys.modules)], open("modules.json", "w"))
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    code, modules = json.loads((folder / "modules.json").read_text())
    return code, done.stderr, set(modules)


def groups(group: LazyGroup, path: str = "railwright") -> Iterator[tuple[str, LazyGroup]]:
    """The group itself and all groups in it, with their names."""
    yield path, group
    for name in group.lazy_commands:
        inner = group.load(name)
        if isinstance(inner, LazyGroup):
            yield from groups(inner, f"{path} {name}")


def all_groups() -> dict[str, LazyGroup]:
    root: Any = typer.main.get_command(app)
    return dict(groups(root))


@pytest.mark.parametrize("path", ["railwright", "railwright board", "railwright map"])
def test_the_help_of_a_group_tells_of_each_command_what_the_command_tells_of_itself(path: str) -> None:
    group = all_groups()[path]
    assert group.lazy_commands
    for name, command in group.lazy_commands.items():
        own = group.load(name)
        assert command.help.rstrip(".") == own.get_short_help_str(1000).rstrip("."), f"{path} {name}"
        assert own.name == name


def test_the_help_imports_no_command_and_no_library_but_that_of_the_command_line(tmp_path: Path) -> None:
    code, _, modules = run_and_list_modules(["--help"], tmp_path)
    assert code == 0
    assert modules & (HEAVY | {"railwright.game"}) == set()
    ours = {name for name in modules if name.startswith("railwright.cli.")} - {"railwright.cli.main"}
    assert {name for name in ours if not name.startswith("railwright.cli.kit")} == set()


@pytest.mark.parametrize(
    "command",
    [
        *dict.fromkeys(arguments[0] for arguments in COMPILING.values()),
        "map balance",
        "map osm",
        "study",
        "board",
        "games",
    ],
)
def test_the_help_of_a_command_does_not_wait_for_what_it_needs_to_run(command: str, tmp_path: Path) -> None:
    code, _, modules = run_and_list_modules([*command.split(), "--help"], tmp_path)
    assert code == 0
    assert modules & HEAVY == set()


@pytest.mark.parametrize("arguments", COMPILING.values(), ids=COMPILING)
def test_a_command_tells_that_it_compiles_before_it_does(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("{}")
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "plan.json").write_text('{"players": ["random", "rule"]}')
    stop = """
from railwright.cli.kit import compiling
def stop(*players, **others):
    sys.exit(77)
compiling.prepare_engine = stop
"""
    code, _, modules = run_and_list_modules(arguments, tmp_path, stop)
    assert code == 77
    assert ENGINE not in modules


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "--board", "atlantis"], "there is no board 'atlantis'"),
        (["simulate", "--seed", "-1"], "a seed is a whole number"),
        (["simulate", "--players", "random,robot"], "there is no player 'robot'"),
        (["watch", "--tickets", "1912"], "has no ticket deck '1912'"),
        (["play", "--ruleset", "house"], "there is no ruleset 'house'"),
        (["sprt", "random", "rule", "--elo0", "50", "--elo1", "0"], "--elo0 50: must be below --elo1"),
        (["tournament", "--players", "random,rule", "--board", "atlantis"], "there is no board 'atlantis'"),
        (["optimum", "--hold", "Paris - Rome"], "has no ticket 'Paris - Rome'"),
        (["optimum", "--sweep", "9:3"], "--sweep 9:3: must be a range of trains"),
        (["map", "balance", "--out", "x", "--target", "half"], "must be shares separated by commas"),
        (["map", "balance", "--out", "x", "--graph", "atlantis"], "there is no board 'atlantis'"),
        (["map", "balance", "--out", "x", "--graph", "new", "--change", "points"], "--change points needs a board"),
        (["serve", "--show", "nowhere"], "no such folder"),
        (["serve", "--port", "0", "--data", ".", "--proxy", "trains.example"], "give addresses such as 127.0.0.1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_options_are_refused_before_anything_is_compiled(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    code, messages, modules = run_and_list_modules(arguments, tmp_path)
    assert code == 2
    assert message in messages
    assert ENGINE not in modules


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ("simulate --games", "railwright simulate"),
        ("map fly", "railwright map"),
        ("map osm --stations", "railwright map osm"),
        ("map osm", "railwright map osm"),
        ("board show usa --out", "railwright board show"),
        ("games delete --older-than", "railwright games delete"),
        ("fly", "railwright"),
    ],
)
def test_an_error_names_the_help_of_its_command(arguments: str, command: str) -> None:
    refused = run(*arguments.split(), ok=False)
    assert refused.returncode == 2
    assert refused.stderr.endswith(f"; see {command} --help\n")


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("railwright sim", {"simulate"}),
        ("railwright map o", {"osm"}),
        ("railwright games re", {"restore", "repair"}),
        ("railwright simulate --pl", {"--players", "--plot"}),
        ("railwright map balance --ticket-m", {"--ticket-mean"}),
    ],
)
def test_the_shell_completes_commands_and_their_options(words: str, completed: set[str]) -> None:
    asked = {"_RAILWRIGHT_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    command = [sys.executable, "-c", "import sys; sys.argv = ['railwright']; import railwright.__main__ as m; m.main()"]
    done = subprocess.run(
        command, env=os.environ | asked, capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )
    assert set(done.stdout.split()) == completed, done.stderr
