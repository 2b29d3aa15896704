"""Commands on full disks, with endless files and numbers, and after others were killed: one line, nothing broken."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path

import pytest

from cli.commands import Done, begin, run, run_alone
from elsewhere import SOURCES, TESTS
from railwright.cli.kit.compiling import prepare_players
from railwright.errors import FileError
from railwright.whole_files import WholeFile, write_whole
from waiting import HANG_SECONDS, wait_until

HUGE = "99999999999999"


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    """Full disks are met with everything compiled."""
    prepare_players(["random", "hoard", "rule", "path", "express", "long-route"])


def refused(*arguments: str) -> Done:
    """Run a command that must end with one line and the exit code for bad input."""
    done = run(*arguments, ok=False)
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1, done.stderr
    return done


@pytest.mark.parametrize("arguments", [
    ("simulate", "--games", HUGE),
    ("simulate", "--games", "10000001"),
    ("simulate", "--workers", HUGE),
    ("simulate", "--seed", HUGE * 2),
    ("tournament", "--players", "random,hoard", "--games", HUGE),
    ("tournament", "--players", "random,hoard,rule,path", "--games", "9000000"),
    ("tournament", "--players", "random,hoard", "--seats", HUGE),
    ("sprt", "random", "hoard", "--max-games", HUGE),
    ("sprt", "random", "hoard", "--seats", HUGE),
    ("optimum", "--trains", HUGE),
    ("optimum", "--sweep", f"1:{HUGE}"),
    ("map", "balance", "--players", "random,hoard", "--games", HUGE, "--out", "never-made"),
    ("map", "balance", "--players", "random,hoard", "--evaluation", HUGE, "--out", "never-made"),
    ("study", "ounmaa2022", "--seed", HUGE * 2),
    ("watch", "--seed", HUGE * 2, "--json"),
])  # fmt: skip
def test_numbers_without_measure_are_refused_in_one_line(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    message = refused(*arguments).stderr
    assert any(words in message for words in ("from ", "at most", "a range of", "is played by")), message
    assert not list(tmp_path.rglob("*.jsonl"))


def endless(kind: str, folder: Path) -> Path:
    """Something at a path that is no file to read to its end."""
    if kind == "device":
        return Path("/dev/zero")
    path = folder / f"{kind}.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(3_000_000_000)  # takes no room on the disk
    return path


@pytest.mark.skipif(os.name == "nt", reason="it has no such files")
@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "large file"])
@pytest.mark.parametrize("command", [
    ("replay", "FILE"), ("replay", "--check", "FILE"), ("board", "check", "FILE"), ("board", "show", "FILE"),
    ("map", "osm", "FILE", "--out", "made"), ("map", "import", "FILE", "--out", "made"), ("map", "export", "FILE"),
    ("map", "quality", "FILE"), ("map", "print", "FILE", "--out", "made.pdf"), ("play", "--resume", "FILE"),
    ("optimum", "--record", "FILE"), ("simulate", "--players", "FILE:Mine,random"), ("simulate", "--board", "FILE"),
    ("simulate", "--ruleset", "FILE"),
], ids=" ".join)  # fmt: skip
def test_what_has_no_end_is_refused_in_one_line(
    command: tuple[str, ...], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = endless(kind, tmp_path)
    done = refused(*(word.replace("FILE", str(path)) for word in command))
    assert str(path) in done.stderr
    assert not list(tmp_path.glob("made*"))


def run_on_full_disk(room: int, folder: Path, *commands: Sequence[str]) -> list[Done]:
    """Run commands in a process that can write no file of more than so many bytes, each in a folder of its own.

    The interpreter must write nothing either (-B): it would leave half a file of bytecode next to the program.
    """
    pytest.importorskip("resource")
    for number in range(len(commands)):
        (folder / str(number)).mkdir()
    script = "from cli.test_hard_times import limited; limited()"
    done = subprocess.run(
        [sys.executable, "-B", "-c", script, str(room), json.dumps(commands)],
        cwd=folder, env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS, SOURCES)))},
        capture_output=True, text=True, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [Done(*fields) for fields in json.loads(done.stdout)]


def limited() -> None:
    """Run the commands that are given as JSON, and tell what came of each."""
    import resource

    room = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    done = [run(*words, folder=Path(str(number)), ok=False) for number, words in enumerate(json.loads(sys.argv[2]))]
    print(json.dumps([astuple(one) for one in done]))


FILLING = (
    ("simulate", "--games", "200", "--save", "games.jsonl"),
    ("simulate", "--games", "200", "--save", "games.parquet"),
    ("simulate", "--games", "20", "--plot", "points.svg"),
    ("board", "show", "usa", "--out", "usa.svg"),
    ("map", "export", "usa", "--format", "geojson"),
    ("watch", "--json", "--save", "game.json", "--seed", "1"),
)


def test_on_a_full_disk_a_command_leaves_nothing_half_written(tmp_path: Path) -> None:
    """All in one process, so each command also comes after others that failed."""
    for number, done in enumerate(run_on_full_disk(500, tmp_path, *FILLING)):
        assert done.returncode == 2, (FILLING[number], done.stderr)
        assert "cannot be written (File too large)" in done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        assert list((tmp_path / str(number)).iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="it has no folder in which nobody can write")
@pytest.mark.parametrize("arguments", [
    ("watch", "--seed", "1", "--save", "/proc/game.json"),
    ("optimum", "--svg", "/proc/best.svg"),
    ("optimum", "--sweep", "1:2", "--csv", "/proc/sweep.csv"),
    ("simulate", "--players", "random,random", "--games", "99999999", "--plot", "/proc/points.svg"),
    ("replay", "nowhere.jsonl", "--svg", "/proc/moment.svg"),
])  # fmt: skip
def test_a_file_that_cannot_be_written_is_refused_before_the_work(arguments: tuple[str, ...]) -> None:
    done = refused(*arguments)
    assert done.stdout == ""
    assert f"{arguments[-1]}: cannot be written" in done.stderr


def test_a_tournament_stops_on_a_full_disk_and_goes_on_later(tmp_path: Path) -> None:
    cup = ("tournament", "--players", "random,hoard", "--games", "60")
    (done,) = run_on_full_disk(4000, tmp_path, [*cup, "--save", "../cup"])
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].endswith("journal.jsonl: cannot be written (File too large)")
    assert sorted(path.name for path in (tmp_path / "cup").iterdir()) == ["journal.jsonl", "plan.json"]
    run("tournament", "--resume", str(tmp_path / "cup"))
    run(*cup, "--save", str(tmp_path / "again"))
    names = ("standings.json", "standings.csv", "results.parquet")
    assert all((tmp_path / "cup" / name).read_bytes() == (tmp_path / "again" / name).read_bytes() for name in names)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="it has no such device")
@pytest.mark.parametrize("arguments", [("--help",), ("players",), ("board", "list", "--json")])
def test_output_that_cannot_be_written_is_said_in_one_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "railwright", *arguments]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=HANG_SECONDS, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "railwright: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_what_a_killed_program_left_is_removed_by_the_next(tmp_path: Path) -> None:
    target = tmp_path / "games.jsonl"
    command = ("simulate", "--players", "mcts,mcts", "--games", "1000", "--save", str(target))
    process = begin(*command)
    wait_until(lambda: any(tmp_path.iterdir()))
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=HANG_SECONDS)
    assert len(list(tmp_path.iterdir())) == 1
    (tmp_path / ".games.jsonl.notes").write_text("mine", encoding="utf-8")
    run("simulate", "--games", "2", "--save", str(target))
    assert sorted(path.name for path in tmp_path.iterdir()) == [".games.jsonl.notes", "games.jsonl"]


def test_writers_of_the_same_file_leave_each_other_alone(tmp_path: Path) -> None:
    target = tmp_path / "file"
    with WholeFile(target) as slow:
        slow.write(b"slow")
        write_whole(target, "quick")
        assert target.read_bytes() == b"quick"
    assert target.read_bytes() == b"slow"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_that_fails_in_the_middle_leaves_the_old_one(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", "old")

    def fail() -> None:
        with WholeFile(tmp_path / "file") as file:
            file.write(b"new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (tmp_path / "file").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        write_whole(tmp_path / ("x" * 300), "text")
    done = run_alone("board", "show", "usa", "--out", str(tmp_path / ("x" * 300)), ok=False)
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert json.loads(run("board", "list", "--json").stdout)
