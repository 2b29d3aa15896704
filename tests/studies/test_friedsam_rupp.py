"""The study of boards from railways, with a small country of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapmaker.osm.sketch import Sketch, grid_file
from railwright.errors import FileError, OptionError
from railwright.mapmaker.formats.map_file.writer import write_map
from railwright.maps.load import load_board
from railwright.report.document import Grid, Picture
from railwright.studies.friedsam_rupp2024.effort import Effort
from railwright.studies.friedsam_rupp2024.study import with_effort
from railwright.studies.friedsam_rupp2024.subjects import File, find_data
from railwright.studies.registry import prepare_study
from railwright.studies.study_runner import build_report, missing_experiments
from studies.small import do, open_folder

SMALL = Effort(name="small", is_full=False, games=8)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with three extracts, two of which give no board, and a published map of the first country."""
    (tmp_path / "data" / "osm").mkdir(parents=True)
    (tmp_path / "data" / "maps-reference" / "Europe").mkdir(parents=True)
    grid_file(tmp_path / "data" / "osm" / "gridland-rail.osm.pbf")
    (tmp_path / "data" / "osm" / "nowhere.osm.pbf").write_bytes(b"not a map")
    village = Sketch()
    village.rail(village.node(0, 0), village.node(5000, 0))
    village.station("East", 5000, 0)
    village.station("West", 0, 0)
    village.write(tmp_path / "data" / "osm" / "village.osm.pbf")
    text = "\n".join(line for line in write_map(load_board("usa")).text.split("\n") if not line.startswith("--"))
    (tmp_path / "data" / "maps-reference" / "Europe" / "Gridland (old).map").write_text(text)
    return tmp_path / "data"


def test_boards_are_made_measured_and_played(data: Path, tmp_path: Path) -> None:
    study = with_effort(SMALL, 3, find_data(data))
    folder = open_folder(tmp_path / "out", study)
    missing, _ = missing_experiments(study, study.items, folder)
    names = sorted(one.name for one in missing)
    assert names == [
        *("extract-gridland", "extract-nowhere", "extract-village"),
        *("official-usa", "published-gridland", "published-maps"),
    ]
    do(study, list(study.items), tmp_path / "out")
    again, outcomes = missing_experiments(study, study.items, folder)
    assert not again
    report, rows = build_report(study, study.items, outcomes)
    quality = {(row["board"], row["kind"]): row for row in rows[0]["rows"]}
    assert set(quality) == {("North America", "official"), ("Gridland", "ours"), ("Gridland (old)", "published")}
    assert quality["Gridland", "ours"]["parts"] == 1
    assert quality["Gridland (old)", "published"]["edges"] == 78
    players = next(item for item in rows if item["number"] == "D")["rows"]
    for row in players:
        assert sum(row["win_rates"].values()) == pytest.approx(1)
    assert {picture.name for picture in report.pictures} == {"ours-gridland", "published-gridland-old"}
    words = " ".join(
        str(part) for section in report.sections for part in section.parts if not isinstance(part, Picture)
    )
    for name in ("nowhere.osm.pbf", "village.osm.pbf"):
        assert words.count(f"No board: {name}: ") == 1
    opening = str(report.parts)
    assert "0 of 3 extracts give a board of full size. Connected boards without crossings: 1 of 1." in opening
    assert "No board could be made from an extract. village.osm.pbf: only" in opening
    assert [line.split(":")[0] for line in study.warnings(outcomes)] == [
        f"No board could be made from an extract. {name}.osm.pbf" for name in ("nowhere", "village")
    ]
    grids = [part for section in report.sections for part in section.parts if isinstance(part, Grid)]
    assert all(grid.rows for grid in grids)


def test_the_published_map_of_a_country_is_found_by_its_name(data: Path) -> None:
    maps = find_data(data / "osm").maps
    assert maps is not None
    found = maps.map_of(File(data / "osm" / "gridland-rail.osm.pbf"))
    assert found is not None
    assert found.path.name == "Gridland (old).map"
    assert maps.map_of(File(data / "osm" / "nowhere.osm.pbf")) is None


def test_a_folder_without_extracts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no railway extracts"):
        prepare_study("friedsam-rupp2024", quick=True, seed=1, data=tmp_path)
    with pytest.raises(FileError, match="no such folder"):
        prepare_study("friedsam-rupp2024", quick=True, seed=1, data=tmp_path / "missing")
    with pytest.raises(OptionError, match=r"needs railway extracts .*; give their folder with --data"):
        prepare_study("friedsam-rupp2024", quick=True, seed=1, data=None)
    with pytest.raises(OptionError, match="needs no data"):
        prepare_study("schaefer2025", quick=True, seed=1, data=tmp_path)
