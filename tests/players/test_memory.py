"""The records in which players keep their memory begin with their options, in the order of declaration."""

from __future__ import annotations

from railwright.players.express1 import memory as express
from railwright.players.express1.player import player as express_player
from railwright.players.planner.style import STYLE, STYLE_OPTIONS
from railwright.players.silva import hungry
from railwright.players.thesis import evaluation_memory as evaluation
from railwright.players.thesis.evaluation import player as evaluation_player


def test_the_fields_of_a_style_are_its_options() -> None:
    assert STYLE.names == tuple(option.name for option in STYLE_OPTIONS)


def test_express1_finds_its_options_and_then_its_planner() -> None:
    names = [option.name for option in express.OPTIONS]
    assert express.MEMORY.names is not None
    assert list(express.MEMORY.names[:4]) == ["style", *names[len(STYLE_OPTIONS) :]]
    planner = express.MEMORY["planner"].itemsize
    start = express.MEMORY.fields["planner"][1]  # type: ignore[index]
    assert start == 8 * len(express.OPTIONS) == 8 * express_player.lasting_words.start
    assert start + planner == 8 * express_player.lasting_words.stop
    assert express.MEMORY.itemsize == 8 * express_player.words


def test_evaluation_finds_its_options_and_keeps_its_plan_and_its_shelves() -> None:
    names = [option.name.replace("-", "_") for option in evaluation.OPTIONS]
    assert evaluation.MEMORY.names is not None
    assert list(evaluation.MEMORY.names[: len(names)]) == ["plan_aim", *names[1:]]
    kept = evaluation_player.lasting_words
    assert 8 * kept.start == evaluation.MEMORY.fields["has_planned"][1]  # type: ignore[index]
    assert 8 * kept.stop == evaluation.MEMORY.fields["search"][1]  # type: ignore[index]
    assert evaluation.MEMORY.itemsize == 8 * evaluation_player.words


def test_hungry_keeps_all_but_its_scratch_space() -> None:
    kept = hungry.player.lasting_words
    assert kept.start == 1, "the variant is its only option"
    assert 8 * kept.stop == hungry.MEMORY.fields["tentative"][1]  # type: ignore[index]
    assert hungry.MEMORY.itemsize == 8 * hungry.player.words
