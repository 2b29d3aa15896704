"""The study of balanced boards: what the paper prints, and the study itself on a ring of five cities."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from mapmaker.balance.boards import ring
from railwright.game.board import Board
from railwright.mapmaker.balance.problem.brief import Brief
from railwright.mapmaker.balance.problem.design import Design, DesignCanvas
from railwright.mapmaker.balance.problem.design_space import complete_space
from railwright.mapmaker.balance.problem.graph_source import Start
from railwright.mapmaker.balance.problem.judge import Judge
from railwright.maps.load import load_board
from railwright.report.document import Grid, Report
from railwright.studies.computation import ComputationOutcome
from railwright.studies.registry import prepare_study
from railwright.studies.smith_anton2022 import published
from railwright.studies.smith_anton2022.cases import CASES, Case
from railwright.studies.smith_anton2022.effort import QUICK, Effort
from railwright.studies.smith_anton2022.experiments import Experiments
from railwright.studies.smith_anton2022.feature_tables import most_routes
from railwright.studies.smith_anton2022.findings import MadeBoard, Played, features_of
from railwright.studies.smith_anton2022.study import with_experiments
from railwright.studies.smith_anton2022.summary import sentences
from railwright.studies.smith_anton2022.tables import distance_rows, share_rows
from railwright.studies.study_runner import build_report, missing_experiments
from studies.small import do, open_folder

COMPLETE, RESTRICTED, NEW, SUBGAMES = "complete", "restricted", "new", "subgames"
PUBLISHED, OURS = Case(COMPLETE, "published"), Case(COMPLETE, "racing")

TINY = Effort(
    name="tiny", is_full=False, cases=(PUBLISHED, OURS), search_games=7000, evaluation_games=400, printed_games=80
)


@dataclass(frozen=True, slots=True)
class Ring:
    """A graph on which games are short, and the subject that loads it."""

    def load(self) -> Ring:
        return self

    def describe(self) -> dict[str, Any]:
        return {"board": "ring"}

    def find_start(self, brief: Brief, judge: Judge) -> Start:
        canvas = ring(5)
        return Start(canvas, complete_space(canvas).random(Random(4)))

    def final_canvas(self, canvas: DesignCanvas, design: Design, brief: Brief) -> DesignCanvas:
        return canvas


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ComputationOutcome]:
    """Both methods on the ring, really searched and played, but with few games on random boards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("railwright.mapmaker.balance.making.RANDOM_GAMES", 40)
        study = with_experiments(Experiments(TINY, 3, {COMPLETE: Ring()}))
        items = study.choose((), ("A",))
        path = tmp_path_factory.mktemp("study") / "out"
        found = do(study, items, path)
        assert not missing_experiments(study, items, open_folder(path, study))[0], "everything is kept"
    return found


@pytest.fixture(scope="module")
def report(outcomes: dict[str, ComputationOutcome]) -> tuple[Report, list[dict[str, Any]]]:
    """The whole report, with the boards of the ring in the place of all others."""
    study = with_experiments(Experiments(replace(TINY, cases=CASES), 3))
    found = {}
    for case in CASES:
        one = outcomes[(PUBLISHED if case.method == "published" else OURS).name]
        is_new = case.graph in (NEW, SUBGAMES)
        found[case.name] = replace(one, result={**one.result, "before": None}) if is_new else one
    return build_report(study, study.items, found)


def rows_of(data: list[dict[str, Any]], kind: str, number: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = next(one["rows"] for one in data if (one["kind"], one["number"]) == (kind, number))
    return rows


@pytest.mark.parametrize(
    ("board", "difference"), [("original", 5e-4), (COMPLETE, 2e-4), (NEW, 1e-4), (SUBGAMES, 5e-4), (RESTRICTED, 2e-3)]
)
def test_printed_shares_give_printed_distances_with_the_wrong_denominator_only(board: str, difference: float) -> None:
    shares, printed = published.SHARES[board], published.DISTANCES[board]
    total = sum(abs(share - 0.25) for share in shares)
    assert published.as_printed(shares) == pytest.approx(total / 2.5)
    assert total / 2.5 == pytest.approx(printed, abs=difference)
    assert total / 1.5 > printed + 0.06, "the formula of the paper gives much more"
    assert sum(shares) == pytest.approx(1, abs=0.0021)


def test_printed_distances_of_random_boards_by_the_formula() -> None:
    found = {board: published.by_formula(printed) for board, printed in published.RANDOM_DISTANCES.items()}
    assert found == pytest.approx({COMPLETE: 0.2337, NEW: 0.3083, SUBGAMES: 0.2967}, abs=1e-4)


def test_only_the_original_has_a_mean_length_that_does_not_follow_from_its_line_of_table_3() -> None:
    wrong = {
        board for board, found in published.FEATURES.items() if abs(found.spaces / found.tracks - found.length) > 0.01
    }
    assert wrong == {"original"}


def test_one_wrong_length_explains_the_printed_numbers_of_the_original() -> None:
    board = load_board("usa")
    wrong = {"Salt Lake City", "San Francisco"}
    tracks = tuple(replace(one, length=4) if set(one.cities) == wrong else one for one in board.tracks)
    assert features_of(board).spaces == 309
    found = features_of(replace(board, tracks=tracks))
    assert found.spaces == published.FEATURES["original"].spaces == 307
    assert [100 * found.length_share[n] for n in range(1, 7)] == pytest.approx(published.LENGTH_PERCENT["original"])
    colors = [100 * found.space_share[color] for color in published.COLORS]
    assert colors == pytest.approx(published.SPACE_PERCENT["original"], abs=0.1)
    assert [100 * found.track_share[color] for color in published.COLORS] == pytest.approx(
        published.TRACK_PERCENT["original"]
    )


def test_the_check_of_the_printed_numbers_needs_no_computations() -> None:
    study = prepare_study("smith-anton2022", quick=False, seed=1)
    (item,) = study.choose(["C"], [])
    assert item.experiments == ()
    rows = {row["board"]: row for row in item.write({}).data}
    assert rows["original"]["printed"] == 0.212
    assert rows["original"]["2 + 2 min d"] == pytest.approx(0.212)
    assert rows["original"]["2 - 2 min d"] == pytest.approx(0.53 / 1.5)
    assert rows["new graph"]["sum"] == pytest.approx(0.2526)


@pytest.mark.parametrize("table", [published.TRACK_PERCENT, published.SPACE_PERCENT, published.LENGTH_PERCENT])
def test_printed_percentages_add_up(table: dict[str, tuple[float, ...]]) -> None:
    for numbers in table.values():
        assert sum(numbers) == pytest.approx(100, abs=0.4)


def test_the_whole_study_makes_eleven_boards_and_the_quick_one_six() -> None:
    study = prepare_study("smith-anton2022", quick=False, seed=1)
    names = {one.name for item in study.items for one in item.experiments}
    assert len(names) == 11
    assert {"complete-published", "restricted-ours-official", "new-ours", "subgames-published"} <= names
    assert "subgames-ours-official" not in names
    restricted = next(one for item in study.items for one in item.experiments if one.name == "restricted-ours")
    assert restricted.describe(1)["options"]["restrict_lengths"] == 1
    assert len(QUICK.cases) == 6
    assert [item.number for item in study.items if item.kind == "table"] == [*"123456789ABC"]


def test_both_methods_make_a_board_and_it_is_played_on_fresh_deals(outcomes: dict[str, ComputationOutcome]) -> None:
    theirs, ours = (MadeBoard.read(case, outcomes[case.name].result) for case in (PUBLISHED, OURS))
    for made in (theirs, ours):
        assert isinstance(made.board, Board)
        assert features_of(made.board).routes == 10
        assert most_routes(made.board) == 5
        assert (made.after.games, made.short.games) == (400, 80)
        assert sum(made.after.shares) == pytest.approx(1, abs=1e-5)
        assert all(margin > 0 for margin in made.after.margins)
        assert made.after.low <= made.after.distance <= made.after.high
        assert made.after.distance == pytest.approx(sum(abs(s - 0.25) for s in made.after.shares) / 1.5, abs=1e-5)
        assert made.after.shares != made.short.shares
        assert len(made.random) == 10
        assert 0 < made.seconds < outcomes[made.case.name].seconds * (os.cpu_count() or 1), "of all threads"
        assert [games for games, _ in made.history] == sorted(games for games, _ in made.history)
        assert made.history[-1][0] == made.games
    assert theirs.before == ours.before is not None, "the original is played on the same deals"
    assert ours.after.distance < ours.before.distance


def test_the_report_has_printed_numbers_beside_played_ones(
    report: tuple[Report, list[dict[str, Any]]], outcomes: dict[str, ComputationOutcome]
) -> None:
    distances = rows_of(report[1], "table", "2")
    theirs = outcomes[PUBLISHED.name].result
    assert (distances[0]["board"], distances[0]["printed"]) == ("original", 0.212)
    assert distances[0]["by_formula"] == pytest.approx(0.3533, abs=1e-4)
    assert distances[0]["played"][0] == theirs["before"]["distance"]
    complete = [row for row in distances if row["board"] == "usa graph, complete"]
    assert [(row["by"], row["games"]) for row in complete] == [
        ("published method", 80), ("published method", 400), ("ours", 400), ("ours, official style", 400)
    ]  # fmt: skip
    assert complete[0]["by_formula"] == pytest.approx(0.178, abs=1e-4)
    chance = [row for row in distances if row["by"] == "chance"]
    assert [row["printed"] for row in chance] == [0.1402, None]
    subgames = [row["by"] for row in rows_of(report[1], "table", "8")]
    assert subgames == ["printed", "published method", "published method", "ours"]
    assert all(part.rows for section in report[0].sections for part in section.parts if isinstance(part, Grid))


def test_the_report_draws_every_board_and_the_course_of_every_search(
    report: tuple[Report, list[dict[str, Any]]],
) -> None:
    names = {picture.name for picture in report[0].pictures}
    assert len(names) == len(report[0].pictures) == 12
    assert {"figure-3-restricted-published", "figure-a-complete-ours-official", "figure-c-subgames-ours"} <= names
    for picture in report[0].pictures:
        ElementTree.fromstring(picture.svg)
    stats = next(picture.svg for picture in report[0].pictures if picture.name == "figure-d")
    for words in ("published method", "ours, official style", "new graph of subgames", "games (thousands)"):
        assert words in stats


def test_tables_of_a_part_of_the_study_leave_out_what_was_not_made() -> None:
    played = Played(1000, (0.3, 0.2, 0.25, 0.25), (0.02,) * 4, 0.0667, 0.04, 0.1)
    made = MadeBoard(
        Case(NEW, "racing"), load_board("usa"), 9, 1.0, ((9, 0.05),), played, played, None, (played, played)
    )
    rows = share_rows([made], (NEW,))
    assert [(row.by, row.shares[0]) for row in rows] == [("printed", 0.3079), ("ours", 0.3)]
    assert rows[1].cells()[3] == "0.300 (0.280-0.320)"
    printed, ours, chance = distance_rows([made], (NEW,))
    assert printed.cells()[1:] == ("printed", "1,000", "0.1010", "0.1684", "", "")
    assert ours.cells()[1:] == ("ours", "1,000", "", "", "0.0667", "0.040-0.100")
    assert chance.cells()[1:] == ("chance", "2,000", "0.1850", "0.3083", "0.0667", "0.067-0.067 (range)")
    words = " ".join(sentences([made]))
    assert "on the new graph: our method 0.067 (0.040-0.100). For comparison: the printed shares 0.168" in words
    assert "original board" not in words
    assert sentences([]) == ()
