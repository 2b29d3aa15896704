"""``railwright map print``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from mapmaker.print.test_print_document import small_board
from railwright.cli.map.printing import print_board
from railwright.errors import FileError, OptionError, UnknownNameError

app = typer.Typer()
app.command()(print_board)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(small_board().to_dict()), encoding="utf-8")
    return path


def test_a_board_file_is_printed(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "small.pdf"
    arguments = [str(file), "--out", str(out), "--paper", "tabloid", "--train-cards"]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert "1 with 2 tickets, 4 with 110 train cards" in done.stdout
    assert " mm, " in done.stdout


def test_machines_get_one_object(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "small.pdf"
    arguments = [str(file), "--out", str(out), "--paper", "poster", "--no-cards", "--json"]
    told = json.loads(CliRunner().invoke(app, arguments, catch_exceptions=False).stdout)
    assert told["board_pages"] == 1
    assert told["cards"] == told["card_pages"] == 0
    assert told["touching_tracks"] == told["unprintable_names"] == []
    assert told["train_cards"] == told["train_card_pages"] == 0
    assert told["width_mm"] > 100
    plain = json.loads(CliRunner().invoke(app, [*arguments, "--no-score-track", "--force"]).stdout)
    assert plain["width_mm"] < told["width_mm"]


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (["--paper", "a5"], OptionError, "there is no paper 'a5'"),
        (["--card-paper", "poster"], OptionError, "cards cannot be printed on paper 'poster'"),
        (["--deck", "mega"], UnknownNameError, "no ticket deck 'mega'"),
        (["--out", "small.txt"], OptionError, "the name must end in .pdf"),
        (["--out", "nowhere/small.pdf"], FileError, "there is no folder"),
        (["--out", "there.pdf"], FileError, "already exists"),
    ],
)
def test_wrong_choices_are_told_in_one_line(
    arguments: list[str],
    kind: type[Exception],
    message: str,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.pdf").write_text("kept", encoding="utf-8")
    whole = arguments if "--out" in arguments else [*arguments, "--out", "new.pdf"]
    done = CliRunner().invoke(app, [str(file), *whole])
    assert isinstance(done.exception, kind)
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
    assert Path("there.pdf").read_text(encoding="utf-8") == "kept"
    assert not Path("new.pdf").exists()
