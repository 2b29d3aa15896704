"""Rulesets as data: written, read back, refused or played."""

from __future__ import annotations

import json
import random

import pytest

from game.positions import ruleset_data
from maps.board_files import GOOD, Data
from railwright.errors import RulesetError
from railwright.game.board import Board
from railwright.game.game import Game
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.maps.load import load_board, load_ruleset, ruleset_names


@pytest.mark.parametrize("name", ruleset_names())
def test_the_built_in_rulesets_are_read_back_as_they_were_written(name: str) -> None:
    assert Ruleset.from_dict(json.loads(json.dumps(load_ruleset(name).to_dict()))) == load_ruleset(name)


@pytest.mark.parametrize(
    "changes",
    [
        {"tiebreaks": ["tickets", "longest_path", "stations", "tickets"]},
        {"tiebreaks": ["tickets"] * 9},
        {"route_points": {"1": 1.15, "2": 2, "3": 4, "4": 7}},
        {"route_points": {"1": 0.07, "2": 0.29, "3": 0.57, "4": 0.58}},
        {"route_points": {"per_space": 4.35}},
        {"route_points": {"per_space": 0.07}},
        {"route_points": {"9" * 5000: 1}},
        {"seats": [5, 2]},
        {"face_up": 0, "sweep_at": 0},
        {"trains": 100, "end_trains": 99},
        {"tunnel_cards": 1},
        {"cards_per_color": 40, "locomotives": 40, "opening_cards": 20},
    ],
    ids=lambda changes: str(changes)[:50],
)
def test_an_odd_ruleset_is_refused_or_can_be_played(changes: Data) -> None:
    try:
        setup = Setup(Board.from_dict(GOOD), Ruleset.from_dict(ruleset_data(**changes)))
    except RulesetError:
        return
    game, chooser = Game(setup, seats=2, seed=1), random.Random(1)
    while not game.is_over:
        game.play(chooser.choice(game.legal()))
    game.result_record()


@pytest.mark.parametrize("points", [0.1, 0.5, 0.7, 1.1, 2.2, 4.35, 4.5])
def test_points_per_space_can_be_any_number_with_two_decimals(points: float) -> None:
    rules = load_ruleset("usa").with_points_per_space(points)
    setup = Setup(load_board("usa"), rules)
    game = Game(setup, seats=2, seed=1)
    assert game.setup.rulebook[0].route_points[3] / rules.scale == pytest.approx(3 * points)
    assert Ruleset.from_dict(rules.to_dict()).scale == rules.scale
