"""Compiling in two processes at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from railwright.cli.kit import compiling
from railwright.cli.kit.background_compiler import BackgroundCompiler
from railwright.cli.kit.second_compiler import SecondCompiler
from railwright.compiled.cache_folders import CACHE_VARIABLE
from railwright.errors import RailwrightError
from railwright.workers.start_method import ENGINE


@pytest.fixture(autouse=True)
def _modules_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some modules to be imported, here and in a second process, and a cache folder of their own."""
    for name in ("first_module", "second_module", "third_module"):
        (tmp_path / f"{name}.py").write_text(f"print({name!r})\n")
    (tmp_path / "faulty_module.py").write_text("raise ArithmeticError('it never compiles')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))


@pytest.fixture
def second() -> Iterator[SecondCompiler]:
    compiler = SecondCompiler()
    yield compiler
    compiler.close()


def test_a_second_process_compiles_one_module_after_the_other(second: SecondCompiler) -> None:
    assert second.compile("first_module")
    assert second.compile("second_module")


def test_a_module_that_fails_there_and_all_after_it_are_left_to_this_process(second: SecondCompiler) -> None:
    assert not second.compile("faulty_module")
    assert not second.compile("first_module")


def test_it_ends_quietly_when_nobody_reads_its_answers() -> None:
    command = [sys.executable, "-m", SecondCompiler.__module__]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate("first_module\nsecond_module\n")
    assert (process.returncode, errors.split()) == (0, ["first_module"])


def test_every_module_is_compiled_once_by_one_of_the_two(capfd: pytest.CaptureFixture[str]) -> None:
    done: list[int] = []
    parts = ["first_module", "second_module", "third_module"]
    compiling._Compilation(parts).run_with_help(done.append)
    assert done == [1, 1, 1]
    out, err = capfd.readouterr()
    assert sorted((out + err).split()) == sorted(parts)


def test_a_process_in_the_background_tells_every_step(capfd: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[int, int]] = []
    parts = ["first_module", "second_module", "third_module"]
    BackgroundCompiler(parts).run(lambda done, steps: told.append((done, steps)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert sorted(line for line in capfd.readouterr().err.split() if line in parts) == sorted(parts)


def test_a_failure_in_the_background_is_one_for_the_one_who_waits(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RailwrightError, match="could not be compiled for this machine"):
        BackgroundCompiler(["faulty_module"]).run(lambda done, steps: None)
    assert "it never compiles" in capfd.readouterr().err


def test_compiling_in_the_background_can_be_stopped_at_any_time(tmp_path: Path) -> None:
    (tmp_path / "endless_module.py").write_text("import time\ntime.sleep(600)\n")
    compiler = BackgroundCompiler(["endless_module"])
    compiler.run(lambda done, steps: compiler.stop())  # as soon as it has begun
    early = BackgroundCompiler(["endless_module"])
    early.stop()
    early.run(lambda done, steps: pytest.fail("it was stopped before"))


def test_an_error_while_compiling_is_shown_by_this_process() -> None:
    with pytest.raises(ArithmeticError, match="it never compiles"):
        compiling._Compilation(["faulty_module", "first_module"]).run_with_help(lambda steps: None)


def test_what_builds_on_the_rules_waits_for_the_engine() -> None:
    compilation = compiling._Compilation(compiling.compiled_parts())
    assert "railwright.players.express.player" in compilation._with_rules
    assert "railwright.players.thesis.hoard" in compilation._others
    assert ENGINE not in {*compilation._with_rules, *compilation._others}
