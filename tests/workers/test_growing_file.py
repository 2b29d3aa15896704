"""Files that grow: every change of what was written is noticed, and a full disk leaves nothing half-written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from elsewhere import without_coverage
from railwright.errors import FileError
from railwright.workers.growing_file import GrowingFile
from waiting import HANG_SECONDS

ENTRIES = [json.dumps({"number": number, "rate": number / 7}) for number in range(5)]


def written(path: Path) -> bytes:
    with GrowingFile(path) as file:
        for entry in ENTRIES:
            file.append(entry)
    return path.read_bytes()


def read(path: Path) -> list[str]:
    with GrowingFile(path) as file:
        return [entry.decode() for entry in file.entries()]


def test_entries_come_back_also_after_more_were_added(tmp_path: Path) -> None:
    written(tmp_path / "f")
    with GrowingFile(tmp_path / "f") as file:
        file.append('"last"')
    assert read(tmp_path / "f") == [*ENTRIES, '"last"']


def test_every_line_is_json(tmp_path: Path) -> None:
    lines = written(tmp_path / "f").splitlines()
    assert [json.loads(line)[1] for line in lines] == [json.loads(entry) for entry in ENTRIES]


def test_any_changed_byte_of_a_whole_line_is_found_and_its_line_named(tmp_path: Path) -> None:
    whole = written(tmp_path / "f")
    for place in range(len(whole) - 1):
        changed = bytearray(whole)
        changed[place] ^= 1
        (tmp_path / "f").write_bytes(changed)
        line = whole[:place].count(b"\n") + 1
        with pytest.raises(FileError, match=f"line {line} does not match its checksum"):
            read(tmp_path / "f")
        assert (tmp_path / "f").read_bytes() == changed


@pytest.mark.parametrize(("order", "line"), [((0, 2, 3, 4), 2), ((1, 2, 3, 4), 1), ((0, 1, 3, 2, 4), 3), ((0, 0), 2)])
def test_lines_left_out_moved_or_doubled_are_found(tmp_path: Path, order: tuple[int, ...], line: int) -> None:
    lines = written(tmp_path / "f").splitlines(keepends=True)
    (tmp_path / "f").write_bytes(b"".join(lines[number] for number in order))
    with pytest.raises(FileError, match=f"line {line} does not match its checksum"):
        read(tmp_path / "f")


def test_a_file_without_checksums_is_refused(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("".join(f"{entry}\n" for entry in ENTRIES), encoding="utf-8")
    with pytest.raises(FileError, match=r"line 1 does not match its checksum: .*, or is from an older version"):
        read(tmp_path / "f")


FILL = """
import resource, sys
from pathlib import Path
from railwright.workers.growing_file import GrowingFile
from railwright.errors import FileError

with GrowingFile(Path(sys.argv[1])) as file:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    written = 0
    try:
        while True:
            file.append('"' + "x" * 70 + '"')
            written += 1
    except FileError as error:
        print(written, error)
"""


def test_a_file_that_can_grow_no_more_keeps_its_whole_lines_and_can_be_continued(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(tmp_path / "f")],
        env=without_coverage(),
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG_SECONDS,
    )
    assert done.stdout == f"10 {tmp_path / 'f'}: cannot be written (File too large)\n"
    assert done.stderr == ""
    assert (tmp_path / "f").read_bytes().endswith(b"\n")
    assert len(read(tmp_path / "f")) == 10
    with GrowingFile(tmp_path / "f") as file:
        file.append("11")
    assert len(read(tmp_path / "f")) == 11
