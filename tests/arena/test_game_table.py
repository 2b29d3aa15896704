"""Tables and figures of results."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest

from railwright.arena.game_table import game_rows, table_bytes
from railwright.arena.stats import Tally
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.players.registry import load_player
from railwright.report.match_figures import draw_match

SETUP = load_setup("usa")
NAMES = ["a", "b", "c"]
BLOCKS = [play_games(SETUP, [load_player("random")] * 3, seed=2, first=first, games=4) for first in (0, 4)]
FRAMES = [game_rows(SETUP, NAMES, block) for block in BLOCKS]


@pytest.fixture(scope="module")
def tally() -> Tally:
    tally = Tally(SETUP, NAMES)
    for block in BLOCKS:
        tally.add(block)
    return tally


def test_there_is_a_row_for_each_game_and_seat() -> None:
    table = pl.concat(FRAMES)
    assert table["game"].to_list() == [game for game in range(8) for _ in range(3)]
    assert table["seat"].to_list() == [0, 1, 2] * 8
    assert table["round"].to_list() == [game // 3 for game in range(8) for _ in range(3)]
    assert table.filter(pl.col("game") == 1)["player"].to_list() == ["b", "c", "a"]


def test_rows_give_the_same_means_as_the_summary(tally: Tally) -> None:
    means = pl.concat(FRAMES).group_by("player").mean().sort("player")
    for summary, row in zip(tally.summaries(), means.iter_rows(named=True), strict=True):
        assert summary.player == row["player"]
        assert summary.points_mean == pytest.approx(row["points"])
        assert summary.win_rate == pytest.approx(row["win_share"])
        assert summary.tickets_failed_mean == pytest.approx(row["tickets_failed"])
        assert summary.tracks_mean["2"] == pytest.approx(row["tracks_2"])


def test_points_in_fractions_are_kept() -> None:
    setup = load_setup("usa", ruleset="usa-thesis-linear")
    block = play_games(setup, [load_player("random")] * 2, seed=1, games=3)
    points = game_rows(setup, ["a", "b"], block)["points"]
    assert points.to_list() == [score / setup.ruleset.scale for score in block.results["scores"][:, :2].ravel()]


def test_written_tables_can_be_read_again_and_are_always_the_same() -> None:
    table = pl.concat(FRAMES)
    parquet = table_bytes(FRAMES, ".parquet")
    assert pl.read_parquet(io.BytesIO(parquet)).equals(table)
    assert parquet == table_bytes(FRAMES, ".parquet")
    assert pl.read_csv(io.BytesIO(table_bytes(FRAMES, ".csv")))["points"].to_list() == table["points"].to_list()
    with pytest.raises(ValueError, match="unknown table format"):
        table_bytes(FRAMES, ".xlsx")


def test_a_figure_is_a_picture_with_all_names_and_always_the_same(tally: Tally) -> None:
    svg = draw_match(tally, tally.summaries(), title="Three players", suffix=".svg")
    text = " ".join(ElementTree.fromstring(svg).itertext())
    for word in ("Three players", *NAMES, "win rate"):
        assert word in text
    assert svg == draw_match(tally, tally.summaries(), title="Three players", suffix=".svg")
    assert draw_match(tally, tally.summaries(), title="", suffix=".png").startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="unknown file type"):
        draw_match(tally, tally.summaries(), title="", suffix=".gif")


def test_a_figure_of_games_that_all_end_alike_can_be_drawn() -> None:
    block = play_games(SETUP, [load_player("random")] * 3, seed=2, games=4)
    block.results["scores"][:] = 7
    tally = Tally(SETUP, NAMES)
    tally.add(block)
    assert np.ptp(tally.column("points")) == 0
    assert draw_match(tally, tally.summaries(), title="", suffix=".svg")
