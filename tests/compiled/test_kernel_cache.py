"""The compile cache mends itself: damage costs a compilation and one line, never a run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import railwright
from elsewhere import without_coverage
from railwright.compiled import kernel_cache
from railwright.compiled.cache_folders import CACHE_VARIABLE, cache_folder
from railwright.compiled.kernel import kernel
from railwright.compiled.numba_settings import INTERPRETED
from waiting import HANG_SECONDS

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def double(number: int) -> int:
    return 2 * number


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own for the test."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    cache_folder.cache_clear()
    kernel_cache._say.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()
    kernel_cache._say.cache_clear()


def was_cached() -> bool:
    """Compile a function or find it compiled, and see that it works."""
    compiled = kernel(double)
    assert compiled(21) == 42
    return bool(compiled.stats.cache_hits)  # type: ignore[attr-defined]


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def fill_with_zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def fill_with_garbage(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * (path.stat().st_size // 256 + 1))


def change_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def put_a_folder_there(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "file").touch()


def forbid_reading(path: Path) -> None:
    if os.name == "nt" or os.geteuid() == 0:
        pytest.skip("this user may read everything")
    path.chmod(0)


DAMAGES = [truncate, empty, fill_with_zeros, fill_with_garbage, change_a_bit, put_a_folder_there, forbid_reading]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_file_is_made_again_and_one_line_says_so(
    ending: str, damage: Callable[[Path], None], folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert [was_cached(), was_cached()] == [False, True]
    (path,) = folder.rglob(f"*.{ending}")
    damage(path)
    assert [was_cached(), was_cached()] == [False, True]
    assert capfd.readouterr().err == (
        f"railwright: the compiled code in {folder / 'kernels'} is damaged; compiling again what is needed\n"
    )


def test_a_file_that_is_gone_is_made_again_without_a_word(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for ending in ("nbi", "nbc"):
        was_cached()
        (path,) = folder.rglob(f"*.{ending}")
        path.unlink()
        assert [was_cached(), was_cached()] == [False, True]
    shutil.rmtree(folder)
    assert [was_cached(), was_cached()] == [False, True]
    assert capfd.readouterr().err == ""


PROGRAM = """
import sys
from railwright.compiled.kernel import kernel

@kernel
def double(number):
    return 2 * number

if len(sys.argv) > 1:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
print(double(21))
"""


def begin(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    program = folder.parent / "program.py"
    if not program.exists():  # another process may be reading it
        program.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, str(program), *arguments]
    return subprocess.Popen(command, env=without_coverage(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_several_processes_mend_the_same_cache_at_once(folder: Path) -> None:
    assert begin(folder).communicate(timeout=HANG_SECONDS) == ("42\n", "")
    for path in (*folder.rglob("*.nbi"), *folder.rglob("*.nbc")):
        change_a_bit(path)
    for process in [begin(folder) for _ in range(3)]:
        out, errors = process.communicate(timeout=HANG_SECONDS)
        assert (process.returncode, out) == (0, "42\n"), errors
        assert "Traceback" not in errors
    assert begin(folder).communicate(timeout=HANG_SECONDS) == ("42\n", "")


def test_on_a_full_disk_compiled_code_lasts_for_the_run(folder: Path) -> None:
    pytest.importorskip("resource")
    out, errors = begin(folder, "100").communicate(timeout=HANG_SECONDS)
    assert out == "42\n", errors
    assert errors == (
        f"railwright: compiled code cannot be saved in {folder / 'kernels'} (File too large); "
        "it is compiled again in every run\n"
    )
    assert not list(folder.rglob("*.nb*")), "nothing half-written"


def test_copies_of_the_package_share_compiled_code(tmp_path: Path, folder: Path) -> None:
    """Such as two clones, whose files have other paths and other times."""
    seen = []
    for place in ("first", "second"):
        shutil.copytree(Path(railwright.__file__).parent, tmp_path / place / "railwright")
        for file in (tmp_path / place).rglob("rng.py"):
            os.utime(file, (1, len(place)))
        program = "import railwright.compiled.rng as rng; print(rng.__file__, rng.below.stats)"
        environment = os.environ | {"PYTHONPATH": str(tmp_path / place)}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=HANG_SECONDS,
            check=True,
        )  # fmt: skip
        assert str(tmp_path / place) in done.stdout
        seen.append({path: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ic]")})
    assert seen[0]
    assert seen[0] == seen[1]
