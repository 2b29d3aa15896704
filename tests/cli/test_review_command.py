"""``railwright review``: the same with any number of workers; text, JSON, page and drawing; bad files in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cli.commands import run
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.maps.records import write_records


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games with few trains, of which the second is not over."""
    setup = load_setup("usa")
    setup = Setup(setup.board, replace(setup.ruleset, trains=4), setup.deck)
    game = Game(setup, seats=2, seed=3)
    while not game.is_over:
        game.play(game.legal()[-1])
    over = Record.of(game, ["Ada", "rule"])
    file = tmp_path_factory.mktemp("reviewed") / "games.jsonl"
    write_records(file, [over, replace(over, actions=over.actions[:5], result=None)])
    return file


def test_a_review_is_the_same_with_any_number_of_workers(games: Path, tmp_path: Path) -> None:
    alone = run("review", str(games), "--game", "1", "--quick", "--json", "--workers", "1").stdout
    found = json.loads(alone)
    assert (found["format"], found["game"], len(found["seats"])) == ("railwright-review/1", 1, 2)
    for seat in found["seats"]:
        assert seat["equal_share"] + seat["skill"] + seat["others"] + seat["luck"] == pytest.approx(seat["result"])
    page, drawing = tmp_path / "review.html", tmp_path / "chances.svg"
    told = run(
        "review", str(games), "--game", "1", "--quick", "--workers", "2", "--html", str(page), "--svg", str(drawing)
    ).stdout
    assert "Accuracy, from 0 to 100" in told
    assert "Next: railwright replay" in told
    text = page.read_text(encoding="utf-8")
    for seat in found["seats"]:
        assert f">{round(seat['accuracy'])}<" in text
        for one in seat["costliest"]:
            assert one["best_words"] in text
    assert drawing.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "2"], "game 2: only a finished game can be reviewed, and this one is not over after 5 actions"),
        (["--game", "3"], "has 2 games; there is no game 3"),
        (["--html", "review.html"], "--html and --svg are for one: choose it with --game"),
        (["--html", "review.txt"], "the name must end in .html"),
        (["--seed", "-1"], "--seed: must be 0 or more, not -1"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(games: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run("review", str(games), *arguments, folder=tmp_path, ok=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
