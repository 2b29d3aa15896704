"""``--cluster`` where there is no cluster: one clear line, and nothing left behind."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from cli.commands import run
from railwright.errors import OptionError
from railwright.workers import cluster_executor as cluster_module
from railwright.workers.pool import WorkerPool


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{silent}", "tcp://127.0.0.1:{closed}", "nonsense", "x://a:1"])
def test_an_address_where_no_scheduler_answers_is_one_line(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent, socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        given = address.format(silent=silent.getsockname()[1], closed=closed.getsockname()[1])
        done = run("simulate", "--games", "3", "--cluster", given, ok=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"railwright: no Dask scheduler answers at {given}; start one with")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [("simulate",), ("tournament", "--players", "path,hoard"), ("study", "ounmaa2022"),
                                     ("sprt", "path", "hoard")])  # fmt: skip
def test_workers_and_cluster_exclude_each_other(command: tuple[str, ...]) -> None:
    done = run(*command, "--workers", "1", "--cluster", "tcp://127.0.0.1:8786", ok=False)
    assert (done.returncode, done.stderr) == (2, "railwright: give either --workers or --cluster, not both\n")


def test_without_dask_the_way_to_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r'pip install "\.\[cluster\]"'):
        WorkerPool(cluster="tcp://127.0.0.1:8786")


def test_a_tournament_without_its_cluster_leaves_no_folder(tmp_path: Path) -> None:
    options = ("--players", "path,hoard", "--save", str(tmp_path / "cup"), "--cluster", "nonsense")
    assert run("tournament", *options, ok=False).returncode == 2
    assert not (tmp_path / "cup").exists()
