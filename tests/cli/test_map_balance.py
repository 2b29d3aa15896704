"""``railwright map balance`` as a user runs it."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from random import Random

import pytest

from cli.commands import Done, begin, run
from mapmaker.balance.boards import ring
from railwright.game.board import Board
from railwright.mapmaker import output_files
from railwright.mapmaker.balance.problem.design import to_board
from railwright.mapmaker.balance.problem.design_space import complete_space
from railwright.mapmaker.formats.board_file import write_board
from railwright.mapmaker.print.pdf_document import Printed
from waiting import HANG_SECONDS, wait_until

SMALL = (
    "--graph", "ring.json", "--players", "path,one-step", "--style", "free", "--games", "4500",
    "--evaluation", "200",
)  # fmt: skip


def write_ring(folder: Path) -> Path:
    canvas = ring()
    (folder / "ring.json").write_text(write_board(to_board(canvas, complete_space(canvas).random(Random(3)))))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_ring(tmp_path)


@pytest.fixture
def no_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """The print file, which takes longer than the search, is a piece of paper with nothing on it."""
    blank = Printed(
        b"%PDF", width=1, height=1, board_pages=1, card_pages=0, cards=0, train_card_pages=0, train_cards=0,
        unprintable=(), touching=(),
    )  # fmt: skip
    monkeypatch.setattr(output_files, "make_document", lambda board, paper: blank)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    """A folder in which a board was balanced as "made", and what was told; for tests that change nothing of it."""
    folder = write_ring(tmp_path_factory.mktemp("finished"))
    return folder, run("map", "balance", *SMALL, "--out", "made", "--workers", "1", folder=folder)


def test_a_board_is_balanced_and_written_with_its_report(finished: tuple[Path, Done]) -> None:
    folder, done = finished
    assert re.search(r"About 8,900 games, which takes about \d+ seconds with 1 worker\.", done.stderr)
    assert "Win shares" in done.stdout
    assert "Next: open made" in done.stdout
    made = folder / "made"
    board = Board.from_dict(json.loads((made / "ring-balanced.json").read_text()))
    assert len(board.cities) == 9
    assert (made / "ring-balanced.pdf").read_bytes().startswith(b"%PDF")
    for name in ("ring-balanced.svg", "report.html", "figures/shares.svg", "figures/history.svg"):
        assert (made / name).stat().st_size > 1000
    report = (made / "report.md").read_text()
    assert "| path | 0.500 |" in report
    assert "Artificial Intelligence Approaches to Build Ticket to Ride Maps" in report
    assert "| from | to | shortest path | points |" in report
    assert not re.search(r"\d\.\d{4}", report), "numbers are rounded"
    again = json.loads(run("map", "balance", *SMALL, "--out", "made", "--json", "--workers", "1", folder=folder).stdout)
    assert again["after"]["games"] == 200
    assert again["after"]["low"] <= again["after"]["distance"] <= again["after"]["high"]
    assert again["search_games"] > 4000


@pytest.mark.usefixtures("no_paper")
def test_a_stopped_search_goes_on_and_makes_the_same_board(folder: Path, finished: tuple[Path, Done]) -> None:
    process = begin("map", "balance", *SMALL, "--out", "made", "--workers", "2", folder=folder)
    wait_until(lambda: (folder / "made/search.jsonl").exists() and (folder / "made/search.jsonl").stat().st_size > 0)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 130
    assert "Run the same command again to resume" in told
    seen = (folder / "made/search.jsonl").read_bytes()
    run("map", "balance", *SMALL, "--out", "made", "--workers", "1", folder=folder)
    whole = finished[0] / "made"
    assert (folder / "made/search.jsonl").read_bytes().startswith(seen)
    for name in ("ring-balanced.json", "search.jsonl", "report.md"):
        assert (folder / "made" / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.usefixtures("no_paper")
@pytest.mark.parametrize("change", ["tickets", "points"])
def test_only_tickets_or_only_points_are_changed(change: str, folder: Path) -> None:
    run("map", "balance", *SMALL, "--change", change, "--out", "made", "--workers", "1", folder=folder)
    before = json.loads((folder / "ring.json").read_text())
    after = json.loads((folder / "made/ring-balanced.json").read_text())
    assert after["tracks"] == before["tracks"]
    same = [ticket["points"] for ticket in after["tickets"]] == [ticket["points"] for ticket in before["tickets"]]
    assert same == (change == "points")
    assert (after["ruleset"] != before["ruleset"]) == (change == "points")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--target", "0.5,0.6"), "adds up to 1.1; shares must add up to 1"),
        (("--target", "1,0"), "has the share 1; each must lie between 0 and 1"),
        (("--target", "0.5,0.25,0.25"), "has 3 shares for 2 players"),
        (("--target", "half"), "--target half: must be shares separated by commas"),
        (("--change", "rules"), "--change rules: must be one of board, tickets, points"),
        (("--style", "mine"), "--style mine: must be one of official, free"),
        (("--method", "best"), "--method best: must be one of racing, published"),
        (("--method", "published", "--tracks", "20-30"), "the published method supports no bounds"),
        (("--tracks", "30-20"), "the range 30-20 is empty"),
        (("--ticket-values", "many"), "--ticket-values many: must be a number or a range"),
        (("--ticket-excess", "-2--4"), "the range -2--4 is empty"),
        (("--tracks", "100-120"), "no board satisfies all of these bounds: tracks: 100 to 120"),
        (("--tickets", "90"), "no board satisfies all of these bounds: tickets: 90"),
        (
            ("--tracks", "1-99", "--gray", "90"),
            "no board satisfies all of these bounds: gray tracks: 90, tracks: 1",
        ),
        (("--restrict-lengths", "9"), "--restrict-lengths 9: must be from 0 to 5"),
        (("--subgames",), "--subgames needs --graph new"),
        (("--graph", "new", "--change", "tickets"), "--change tickets needs a board"),
        (("--graph", "new", "--restrict-lengths", "1"), "--restrict-lengths needs a board"),
        (("--graph", "atlantis"), "atlantis"),
        (("--players", "path,nobody"), "nobody"),
        (("--players", "path,,one-step"), "contains an empty name"),
        (("--players", "path"), "at least 2 players"),
        (("--games", "0"), "--games 0: must be from 1,000 to 1,000,000,000"),
        (("--evaluation", "0"), "the evaluation has at least 1 game"),
        (("--paper", "a0"), "a0"),
        (("--workers", "1", "--cluster", "tcp://127.0.0.1:1"), "either --workers or --cluster"),
    ],
)
def test_mistakes_give_one_clear_line(arguments: tuple[str, ...], message: str, folder: Path) -> None:
    done = run("map", "balance", *SMALL, "--out", "made", *arguments, folder=folder, ok=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (folder / "made").exists()


def test_a_folder_with_other_things_or_another_search_is_refused(folder: Path, finished: tuple[Path, Done]) -> None:
    (folder / "full").mkdir()
    (folder / "full/mine.txt").write_text("mine")
    done = run("map", "balance", *SMALL, "--out", "full", folder=folder, ok=False)
    assert done.returncode == 2
    assert "is not empty and holds no search" in done.stderr
    other = run("map", "balance", *SMALL, "--out", "made", "--seed", "2", folder=finished[0], ok=False)
    assert other.returncode == 2
    assert "has a search with other settings (seed)" in other.stderr


@pytest.mark.usefixtures("no_paper")
def test_the_published_method_needs_no_style(folder: Path) -> None:
    arguments = ("--graph", "ring.json", "--players", "path,one-step", "--method", "published", "--evaluation", "40")
    told = json.loads(
        run("map", "balance", *arguments, "--workers", "1", "--out", "made", "--json", folder=folder).stdout
    )
    assert told["brief"]["style"] == "free"
    assert told["search_games"] > 1000
