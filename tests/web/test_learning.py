"""Learning pages: what is found, how it is shown, and what is never read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.commands import run
from railwright.web.learn.exhibits import find_exhibits
from web.inside import Table, table

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one of each, made by the commands themselves where they are quick."""
    folder = tmp_path_factory.mktemp("shown")
    study = folder / "my study"
    study.mkdir()
    (study / "settings.json").write_text('{"study": "ounmaa2022"}', encoding="utf-8")
    (study / "report.html").write_text(f"<!DOCTYPE html><title>Report</title><p>Hello{SCRIPT}", encoding="utf-8")
    run("tournament", "--players", "rule,random", "--games", "4", "--save", "cup", folder=folder)
    best = run("optimum", "--trains", "10", "--json", "--svg", "best.svg", folder=folder).stdout
    sweep = ("--sweep", "1:4", "--json", "--csv", "sweep.csv", "--plot", "plot.svg")
    (folder / "sweep.json").write_text(run("optimum", *sweep, folder=folder).stdout, encoding="utf-8")
    (folder / "private.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (folder / "private.csv").write_text("trains,secret\n1,2\n", encoding="utf-8")
    (folder / "zz.json").write_text('{"board": "usa", "budgets": [{"trains": 1}]}', encoding="utf-8")
    (study / "figures").mkdir()
    (study / "figures" / "one.svg").write_text((folder / "plot.svg").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "best.json").write_text(best, encoding="utf-8")
    other = {**json.loads(best), "board": f"mine{SCRIPT}"}
    (folder / "other.json").write_text(json.dumps(other), encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    (folder / "wrong.json").write_text(
        json.dumps({"board": "usa", "score": 1, "tracks": 5, "completed": []}), encoding="utf-8"
    )
    (folder / "notes.txt").write_text("private", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def here(shown: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("data"), show=[shown]) as here:
        yield here


def urls(here: Table) -> dict[str, str]:
    """The address of each exhibit by its title."""
    return {one["title"]: one["url"] for one in here.http.get("/api/learn").json()["items"]}


def test_studies_tournaments_and_best_scores_are_listed(here: Table) -> None:
    found = here.http.get("/api/learn").json()["items"]
    assert [(one["kind"], one["title"]) for one in found] == [
        ("optimum", "Best score on usa: 29 points with 10 trains"),
        ("picture", "North America: the best with 10 trains (best.svg)"),
        ("optimum", f"Best score on mine{SCRIPT}: 29 points with 10 trains"),
        ("picture", "plot.svg"),
        ("sweep", "Best scores (sweep.csv)"),
        ("sweep", "Best scores on usa (sweep.json)"),
        ("optimum", "Best score on usa: 1 points with None trains"),
        ("sweep", "Best scores on usa (zz.json)"),
        ("tournament", "Tournament (cup)"),
        ("study", "Study ounmaa2022 (my study)"),
    ]


def test_a_report_is_shown_as_it_is_but_can_do_nothing(here: Table) -> None:
    answer = here.http.get(urls(here)["Study ounmaa2022 (my study)"])
    assert answer.status_code == 200
    assert "Hello" in answer.text
    policy = answer.headers["content-security-policy"]
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert policy.endswith("sandbox")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_tournament_is_shown_as_tables(here: Table) -> None:
    text = here.http.get(urls(here)["Tournament (cup)"]).text
    assert "4 games on the board usa" in text
    assert text.count("<table>") == 2
    assert "rule" in text


def test_a_best_score_is_drawn_on_its_board(here: Table) -> None:
    text = here.http.get(urls(here)["Best score on usa: 29 points with 10 trains"]).text
    assert "<svg" in text
    assert "This is proven to be optimal." in text


def test_a_best_score_of_an_unknown_board_is_told_without_a_picture(here: Table) -> None:
    text = here.http.get(urls(here)[f"Best score on mine{SCRIPT}: 29 points with 10 trains"]).text
    assert "not built in" in text
    assert "<svg" not in text
    assert SCRIPT not in text


def test_what_cannot_be_read_is_refused(here: Table) -> None:
    for title in ("Best score on usa: 1 points with None trains", "Best scores on usa (zz.json)"):
        answer = here.http.get(urls(here)[title])
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown-exhibit")


@pytest.mark.parametrize("title", ["Best scores (sweep.csv)", "Best scores on usa (sweep.json)"])
def test_best_scores_for_many_budgets_are_a_chart_and_a_table(here: Table, title: str, shown: Path) -> None:
    text = here.http.get(urls(here)[title]).text
    assert text.count("<svg") == 1
    assert "points from tickets" in text
    rows = json.loads((shown / "sweep.json").read_text(encoding="utf-8"))["budgets"]
    assert [row["trains"] for row in rows] == [1, 2, 3, 4]
    for row in rows:
        assert f'<td>{row["trains"]}</td><td class="number">{row["score"]}</td>' in text


@pytest.mark.parametrize("title", ["North America: the best with 10 trains (best.svg)", "plot.svg"])
def test_drawings_are_shown(here: Table, title: str) -> None:
    answer = here.http.get(urls(here)[title])
    assert answer.text.count("<svg") == 1
    assert answer.headers["content-security-policy"].endswith("sandbox")


def test_figures_are_not_listed_beside_the_study_that_has_them(shown: Path) -> None:
    assert [one.kind for one in find_exhibits([shown / "my study"])] == ["study"]


@pytest.mark.parametrize("name", ["nothing", "..%2fnotes.txt", "../notes.txt", "%2fetc%2fpasswd", "0" * 24])
def test_nothing_else_can_be_read(here: Table, name: str) -> None:
    answer = here.http.get(f"/learn/{name}")
    assert answer.status_code == 404
    assert "private" not in answer.text


def test_links_that_lead_out_of_the_folder_are_passed_over(tmp_path: Path, shown: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "best.json").symlink_to(shown / "best.json")
    (inside / "study").symlink_to(shown / "my study")
    assert find_exhibits([inside]) == []
    assert len(find_exhibits([shown, shown])) == 10


def test_a_folder_that_is_gone_shows_nothing(tmp_path: Path) -> None:
    assert find_exhibits([tmp_path / "nowhere"]) == []


def test_settings_that_lead_out_of_the_folder_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"study": "secret"}', encoding="utf-8")
    study = tmp_path / "shown" / "study"
    study.mkdir(parents=True)
    (study / "report.html").write_text("<!DOCTYPE html>", encoding="utf-8")
    (study / "settings.json").symlink_to(tmp_path / "secret.json")
    assert find_exhibits([tmp_path / "shown"]) == []


def test_a_best_score_with_characters_that_do_not_exist_is_passed_over(tmp_path: Path, shown: Path) -> None:
    best = json.loads((shown / "best.json").read_text(encoding="utf-8"))
    (tmp_path / "odd.json").write_text(json.dumps({**best, "board": "\ud800"}), encoding="utf-8")
    assert find_exhibits([tmp_path]) == []
