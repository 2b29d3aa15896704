"""The results of games, by player and as a table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import railwright
from railwright.maps.load import load_setup


def test_the_table_has_each_players_wins_and_points() -> None:
    block = railwright.play_games(load_setup("usa"), ["random", "hoard", "rule"], seed=3, games=9)
    points = np.zeros(3)
    wins = np.zeros(3)
    for i, result in enumerate(block.results):
        winners = [seat for seat in range(3) if int(result["winners"]) >> seat & 1]
        for seat in range(3):
            player = (seat + i) % 3
            points[player] += result["scores"][seat] / 9
            wins[player] += (seat in winners) / len(winners) / 9
    rows = [line.split() for line in str(block).splitlines()[1:]]
    assert [row[:2] for row in rows] == [["random", "9"], ["hoard", "9"], ["rule", "9"]]
    assert [row[2] for row in rows] == [f"{share:.1%}" for share in wins]
    assert [row[3] for row in rows] == [f"{mean:.1f}" for mean in points]


def test_points_are_points_also_where_rules_count_in_halves() -> None:
    setup = load_setup("usa", ruleset="usa-thesis-linear")
    block = railwright.play_games(setup, ["hoard", "hoard"], seed=3, games=2)
    (first, _) = str(block).splitlines()[1:]
    mean = (block.results["scores"][0, 0] + block.results["scores"][1, 1]) / 2 / setup.ruleset.scale
    assert setup.ruleset.scale > 1
    assert first.split()[3] == f"{mean:.1f}"


def test_a_block_that_knows_neither_names_nor_scale_says_nothing_wrong() -> None:
    block = replace(railwright.play_games(load_setup("usa"), ["hoard"] * 2, seed=3, games=2), players=(), scale=None)
    assert [line.split()[:2] for line in str(block).splitlines()[1:]] == [["player", "0"], ["player", "1"]]
    assert all(len(line.split()) == 5 for line in str(block).splitlines()[1:])
    assert repr(block) == "<Block of 2 games from game 0: player 0, player 1>"


def test_names_are_escaped_in_notebooks() -> None:
    class Mine(railwright.Player):
        name = "<b>mine</b>"

        def choose(self, view, legal):  # type: ignore[no-untyped-def]
            return legal[0]

    shown = railwright.play_games(load_setup("usa"), [Mine, "random"], seed=3, games=1)._repr_html_()
    assert "&lt;b&gt;mine" in shown
    assert "<b>" not in shown


def test_no_games_are_a_table_too() -> None:
    block = railwright.play_games(load_setup("usa"), ["random", "hoard"], seed=3, games=0)
    assert [line.split() for line in str(block).splitlines()[1:]] == [["random", "0"], ["hoard", "0"]]
