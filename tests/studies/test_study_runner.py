"""A study as a whole: its folder, going on after a stop, the same tables on any number of workers, its report."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from railwright.errors import FileError, UnknownNameError
from railwright.report.document import Report
from railwright.studies.contest_outcome import ContestOutcome
from railwright.studies.ounmaa2022.readings import READINGS
from railwright.studies.study_runner import (
    build_report,
    missing_experiments,
    reported_items,
    run_experiments,
    write_report,
)
from studies.small import do, open_folder, small_study


def tables(outcomes: dict[str, ContestOutcome]) -> dict[str, list[object]]:
    """Everything but the time."""
    return {name: outcome.to_dict()["players"] for name, outcome in outcomes.items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, list[dict[str, object]], Path]:
    """The report of the whole study."""
    study = small_study()
    path = tmp_path_factory.mktemp("study")
    outcomes = do(study, list(study.items), path)
    report, data = build_report(study, study.items, outcomes)
    write_report(report, open_folder(path, study))
    return report, data, path


def test_the_number_of_workers_changes_no_table(tmp_path: Path) -> None:
    study = small_study()
    chosen = study.choose(["8", "C"], [])
    one = do(study, chosen, tmp_path / "one", workers=1)
    two = do(study, chosen, tmp_path / "two", workers=2)
    assert tables(one) == tables(two)


def test_a_table_does_not_depend_on_which_others_are_played(tmp_path: Path) -> None:
    study = small_study()
    alone = do(study, study.choose(["9"], []), tmp_path / "alone")
    among = do(study, study.choose(["7", "9", "10"], []), tmp_path / "among")
    assert tables(alone).items() <= tables(among).items()


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    found = [
        do(study, study.choose(["7"], []), tmp_path / str(study.seed))
        for study in (small_study(seed=1), small_study(seed=2))
    ]
    assert tables(found[0]) != tables(found[1])


def test_a_stopped_run_keeps_what_is_finished_and_goes_on_with_the_rest(tmp_path: Path) -> None:
    study = small_study()
    chosen = study.choose(["8", "9"], [])
    folder = open_folder(tmp_path, study)
    missing, _ = missing_experiments(study, chosen, folder)
    played = 0

    def stop(games: int) -> None:
        nonlocal played
        played += games
        if played > missing[0].size + missing[1].size:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_experiments(study, missing, folder, workers=1, done=stop)
    left, found = missing_experiments(study, chosen, folder)
    assert list(found) == [one.name for one in missing[:2]]
    assert left == missing[2:]
    assert tables(do(study, chosen, tmp_path)) == tables(do(study, chosen, tmp_path.parent / "at-once"))


def test_a_folder_of_other_settings_is_refused_unless_forced(tmp_path: Path) -> None:
    study, other = small_study(seed=1), small_study(seed=2)
    do(study, study.choose(["7"], []), tmp_path)
    with pytest.raises(FileError, match=r"other settings \(seed\)"):
        open_folder(tmp_path, other)
    folder = open_folder(tmp_path, other, force=True)
    missing, found = missing_experiments(other, other.choose(["7"], []), folder)
    assert [one.name for one in missing] == ["table-7-usa"]
    assert found == {}


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("not yours", encoding="utf-8")
    with pytest.raises(FileError, match="holds no study"):
        open_folder(tmp_path, small_study())
    with pytest.raises(FileError, match="is a file"):
        open_folder(tmp_path / "diary.txt", small_study())


def test_results_of_another_version_are_refused(tmp_path: Path) -> None:
    study = small_study()
    chosen = study.choose(["7"], [])
    do(study, chosen, tmp_path)
    path = tmp_path / "results" / "table-7-usa.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["checksum"]
    data["description"]["program"] = "another"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FileError, match="another version"):
        missing_experiments(study, chosen, open_folder(tmp_path, study))
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(FileError, match="not a result"):
        missing_experiments(study, chosen, open_folder(tmp_path, study))


def test_a_changed_result_is_refused_and_with_force_done_again(tmp_path: Path) -> None:
    study = small_study()
    chosen = study.choose(["7"], [])
    do(study, chosen, tmp_path)
    path = tmp_path / "results" / "table-7-usa.json"
    whole = path.read_text(encoding="utf-8")
    data = json.loads(whole)
    data["seconds"] += 1
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FileError, match=r"table-7-usa\.json: does not match its checksum"):
        missing_experiments(study, chosen, open_folder(tmp_path, study))
    missing, found = missing_experiments(study, chosen, open_folder(tmp_path, study, force=True))
    assert [one.name for one in missing] == ["table-7-usa"]
    assert found == {}


def test_a_result_without_a_checksum_is_taken_and_named(tmp_path: Path) -> None:
    study = small_study()
    chosen = study.choose(["7"], [])
    do(study, chosen, tmp_path)
    path = tmp_path / "results" / "table-7-usa.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["checksum"]
    path.write_text(json.dumps(data), encoding="utf-8")
    folder = open_folder(tmp_path, study)
    missing, found = missing_experiments(study, chosen, folder)
    assert missing == []
    assert list(found) == ["table-7-usa"]
    assert folder.unchecked == {"table-7-usa"}


def test_unknown_tables_and_figures_are_named_with_the_known_ones() -> None:
    study = small_study()
    with pytest.raises(UnknownNameError, match=r"no table '4'; it has 5, 6, 7, .*12, A, B, C, D, E"):
        study.choose(["4"], [])
    with pytest.raises(UnknownNameError, match="no figure '7'; it has 2, 3, 4, 5, 6, 10, 11"):
        study.choose([], ["7"])
    assert [item.number for item in study.choose(["a", "7"], ["2"])] == ["2", "7", "A"]


def test_the_report_has_every_table_and_figure(whole: tuple[Report, list[dict[str, object]], Path]) -> None:
    report, data, path = whole
    text = (path / "report.md").read_text(encoding="utf-8")
    page = (path / "report.html").read_text(encoding="utf-8")
    for table in ("5", "6", "7", "8", "9", "10", "11", "12", "A", "B", "C", "D", "E"):
        assert f"## Table {table}. " in text
        assert f"<h2>Table {table}. " in page
    for figure in ("2", "3", "4", "5", "6", "10", "11"):
        assert f"## Figure {figure}. " in text
        assert f"(figures/figure-{figure}.svg)" in text
    assert "Quick run" in text
    assert "in four-player games" in text.split("\n## ")[0], "the answers stand before the first table"
    assert len(data) == 20
    assert all(item["rows"] for item in data)
    for picture in report.pictures:
        assert (path / "figures" / f"{picture.name}.svg").is_file()


def test_the_report_begins_with_the_share_of_numbers_that_agree(
    whole: tuple[Report, list[dict[str, object]], Path],
) -> None:
    _, data, path = whole
    rows = [
        row
        for item in data
        if item["kind"] == "table" and item["number"] in ("5", "6", "7", "8", "9", "10", "11")
        for row in item["rows"]  # type: ignore[attr-defined]
        if row["published"] is not None
    ]
    met = sum(row["verdict"] == "within chance" for row in rows)
    opening = (path / "report.md").read_text(encoding="utf-8").split("\n## ")[0]
    assert f"Of the {len(rows)} published numbers in tables 5 to 11 replicated here, {met} (" in opening
    assert len(rows) == 155


def test_a_quick_report_names_its_own_budgets(whole: tuple[Report, list[dict[str, object]], Path]) -> None:
    text = (whole[2] / "report.md").read_text(encoding="utf-8")
    assert "2,000 forward-model calls instead of 40,000" in text
    assert "1,000 forward-model calls instead of 20,000" in text
    assert "31, 40,000 forward-model calls" not in text


def test_every_reading_stands_in_the_report_with_its_support(
    whole: tuple[Report, list[dict[str, object]], Path],
) -> None:
    text = (whole[2] / "report.md").read_text(encoding="utf-8").split("## Table E. ")[1]
    for reading in READINGS:
        row = next(line for line in text.splitlines() if line.startswith(f"| {reading.label} |"))
        assert reading.support in row
        assert " of 20 |" in row or " of 16 |" in row


def test_the_page_needs_no_other_file_and_its_names_are_unique(
    whole: tuple[Report, list[dict[str, object]], Path],
) -> None:
    page = (whole[2] / "report.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert "<link" not in page
    assert "<script" not in page
    ids = [part.split('"')[0] for part in page.split(' id="')[1:]]
    assert len(ids) == len(set(ids))


def test_figures_are_well_formed_and_the_same_on_every_run(
    whole: tuple[Report, list[dict[str, object]], Path],
) -> None:
    study = small_study()
    _, outcomes = missing_experiments(study, study.items, open_folder(whole[2], study))
    again, _ = build_report(study, study.items, outcomes)
    for picture, other in zip(whole[0].pictures, again.pictures, strict=True):
        ElementTree.fromstring(picture.svg)
        assert picture.svg == other.svg


def test_every_published_number_stands_in_the_report(whole: tuple[Report, list[dict[str, object]], Path]) -> None:
    rows = [row for item in whole[1] for row in item["rows"]]  # type: ignore[attr-defined]
    published = [row for row in rows if row.get("published") is not None and "player" in row]
    assert len(published) == 20 + 16 + 16 + 32 + 36 + 8 + 27 + 16
    assert all(row["verdict"] for row in published)


def test_a_report_of_one_table_also_has_what_was_played_before(tmp_path: Path) -> None:
    study = small_study()
    do(study, study.choose(["7", "10"], []), tmp_path)
    items = reported_items(study, study.choose([], ["2"]), open_folder(tmp_path, study))
    assert [item.number for item in items] == ["2", "7", "10"]
