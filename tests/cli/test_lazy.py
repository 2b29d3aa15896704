"""Commands are imported when they are needed; what they need is compiled after their options are checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


PARENT = """
import json, os, sys
from importlib import import_module
from railwright.cli.main import main

for module in sys.argv[1:]:
    import_module(module)

def stop(*players, **others):
    sys.exit(77)

for line in sys.stdin:
    arguments, folder, stops = json.loads(line)
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        print(flush=True)
        continue
    os.chdir(folder)
    sys.argv = ["railwright", *arguments]
    for name in ("stdin", "stdout", "stderr"):
        setattr(sys, name, open(os.devnull if name == "stdin" else name, "r" if name == "stdin" else "w"))
    if stops:
        from railwright.cli.kit import compiling
        compiling.prepare_engine = compiling.missing_parts = stop  # a server compiles what is missing next to itself
    code = None
    try:
        main()
    except SystemExit as ending:
        code = ending.code
    sys.stderr.flush()
    with open("modules.json", "w") as file:
        json.dump([code, sorted(sys.modules)], file)
    os._exit(0)
"""
"""A process that knows nothing but the command line and the modules it is told, and forks for each command."""

Runner = Callable[..., tuple[int, str, set[str]]]


@contextmanager
def forking(*modules: str) -> Iterator[Runner]:
    """Run commands in processes of their own, which is quicker by forks of one that has imported some modules.

    The function returns the exit code of a command, its messages, and the modules that are there in the end.
    """
    if not hasattr(os, "fork"):
        pytest.skip("this system has no forks")
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, *modules], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def run_one(arguments: list[str], folder: Path, *, stops: bool = False) -> tuple[int, str, set[str]]:
        """With ``stops`` the command ends with code 77 where it would compile."""
        assert parent.stdin is not None
        assert parent.stdout is not None
        parent.stdin.write(json.dumps([arguments, str(folder), stops]) + "\n")
        parent.stdin.flush()
        assert parent.stdout.readline() == "\n"
        code, modules = json.loads((folder / "modules.json").read_text())
        return code, (folder / "stderr").read_text(encoding="utf-8"), set(modules)

    yield run_one
    parent.communicate(timeout=HANG_SECONDS)


@pytest.fixture(scope="module")
def run_and_list_modules() -> Iterator[Runner]:
    with forking() as run_one:
        yield run_one


@pytest.fixture(scope="module")
def run_after_libraries() -> Iterator[Runner]:
    """The same with what any game needs besides the engine: the libraries, and boards with their rules."""
    with forking("railwright.game.setup") as run_one:
        yield run_one


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


def test_the_help_imports_no_command_and_no_library_but_that_of_the_command_line(
    run_and_list_modules: Runner, tmp_path: Path
) -> None:
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
def test_the_help_of_a_command_does_not_wait_for_what_it_needs_to_run(
    command: str, run_and_list_modules: Runner, tmp_path: Path
) -> None:
    code, _, modules = run_and_list_modules([*command.split(), "--help"], tmp_path)
    assert code == 0
    assert modules & HEAVY == set()


@pytest.mark.parametrize("arguments", COMPILING.values(), ids=COMPILING)
def test_a_command_tells_that_it_compiles_before_it_does(
    arguments: list[str], run_after_libraries: Runner, tmp_path: Path
) -> None:
    (tmp_path / "game.json").write_text("{}")
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "plan.json").write_text('{"players": ["random", "rule"]}')
    code, _, modules = run_after_libraries(arguments, tmp_path, stops=True)
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
        (["serve", "--policy", "nowhere.npz"], "--policy nowhere.npz: cannot be read (No such file"),
        (["serve", "--port", "0", "--data", ".", "--proxy", "trains.example"], "give addresses such as 127.0.0.1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_options_are_refused_before_anything_is_compiled(
    arguments: list[str], message: str, run_after_libraries: Runner, tmp_path: Path
) -> None:
    code, messages, modules = run_after_libraries(arguments, tmp_path)
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
