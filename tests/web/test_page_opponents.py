"""Opponents by level and by character, as the page offers them."""

from __future__ import annotations

from typing import Any

import pytest

from railwright.maps.load import board_names, load_board
from railwright.players.levels.characters import CHARACTERS, LEVEL_FACES
from railwright.players.levels.elo import expected_share
from railwright.players.levels.levels import LEVELS
from railwright.players.registry import ENTRIES
from railwright.web.access.allowed_players import check_players
from railwright.web.access.offered_policies import NO_POLICIES
from railwright.web.api import opponents
from railwright.web.api.request_models import SeatWish
from railwright.web.work.board_words import describe_board
from web.visiting import Visitor

PROPOSAL = """async ([results, chosen]) => {
  const {proposal} = await import('/static/page/start/proposal.js');
  const {levels} = await (await fetch('/api/catalog')).json();
  const games = results.map(([who, hasWon], i) => ({
    endedAt: i, hasWon, wish: {seats: [{who: 'here'}, ...who.map((one) => ({who: one}))]},
  }));
  const found = proposal(games, levels, chosen);
  return found && [found.level.number, found.why];
}"""


def test_every_level_and_character_is_a_player_that_may_play_here() -> None:
    assert list(LEVEL_FACES) == list(LEVELS)
    assert set(CHARACTERS) < set(ENTRIES)
    offered = [one["player"] for one in [*opponents.levels(), *opponents.characters()]]
    offered += [strength["player"] for one in opponents.others(NO_POLICIES) for strength in one["strengths"]]
    assert check_players({"player": player} for player in offered) == list(dict.fromkeys(offered))


def test_names_at_the_table_are_all_different_and_their_letters_tell_the_level() -> None:
    names = [name for face in LEVEL_FACES.values() for name in face.names]
    names += [str(one.name) for one in CHARACTERS.values()]
    assert len(set(names)) == len(names)
    assert [SeatWish.model_validate({"player": "human", "name": name}).name for name in names] == names
    for face, letter in zip(LEVEL_FACES.values(), "ABCDEFG", strict=True):
        assert {name[0] for name in face.names} == {letter}


def test_strength_is_told_by_games_against_the_level_below() -> None:
    first, *others = opponents.levels()
    assert first["wins_against_lower"] is None
    assert all(0.5 < level["wins_against_lower"] < 0.8 for level in others)
    assert expected_share(1900, 1500) == pytest.approx(10 / 11)
    hoarder = opponents.characters()[0]
    nearest = min(opponents.levels(), key=lambda level: abs(level["elo"] - hoarder["elo"]))
    assert hoarder["like_level"] == nearest["number"]


@pytest.mark.parametrize("name", board_names())
def test_variants_of_rules_are_offered_for_their_own_board_only(name: str) -> None:
    offered = describe_board(load_board(name))["rulesets"]
    assert name in offered
    assert {ruleset.partition("-")[0] for ruleset in offered if "-" in ruleset} == {name}
    other = {**load_board(name).to_dict(), "name": "mine"}
    assert not any("-" in ruleset for ruleset in describe_board(type(load_board(name)).from_dict(other))["rulesets"])


def test_play_now_remembers_the_level_and_gives_every_opponent_a_name(visitor: Visitor) -> None:
    page = visitor.page
    page.wait_for_selector(".new-game")
    assert page.is_checked("input[name=level][value='1']")
    page.focus("input[name=level][value='1']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert "Level 3: Regular" in page.inner_text(".level-words")
    assert "of 100 games against level 2" in page.inner_text(".level-words")
    page.select_option("text=Against >> select", "two")
    page.click("[data-start=quick]")
    page.wait_for_selector(".offer")
    names = page.locator(".seat-name").all_inner_texts()
    assert [name.split()[0] for name in names] == ["Ada", "Cleo", "Carl"]
    page.click(".brand")
    page.wait_for_selector(".new-game")
    assert page.is_checked("input[name=level][value='3']")
    assert page.locator(".seat-form").nth(1).locator("option:checked").inner_text() == "3 Regular"
    assert page.locator("[data-start=first-game].main-button").count() == 0, "only people without games are asked first"


def test_the_form_lists_research_only_if_asked_and_calls_nobody_the_same(visitor: Visitor) -> None:
    page = visitor.page
    page.wait_for_selector(".new-game")
    groups = page.locator(".seat-form >> nth=1 >> optgroup")
    assert [group.get_attribute("label") for group in groups.all()] == ["People", "By level", "By character"]
    assert page.locator("#rules option").all_inner_texts() == ["Official", "Short game, North America: 20 trains"]
    page.check("#research")
    assert groups.last.get_attribute("label") == "From research"
    assert page.locator("#rules option").count() == 5
    for seat in (1, 2):
        page.select_option(f".seat-form >> nth={seat} >> select", "express:iterations=0")
        assert "without trying them" in page.inner_text(f".seat-form >> nth={seat} >> .summary")
    names = [page.get_attribute(f".seat-form >> nth={seat} >> input", "placeholder") for seat in (1, 2)]
    assert names == ["Express", "Express 2"]
    page.check("input[name=board][value=europe]")
    assert not any("North America" in text for text in page.locator("#rules option").all_inner_texts())
    page.uncheck("#research")
    assert page.locator(".seat-form >> nth=1 >> option:checked").inner_text() == "express: network alone"


def test_the_next_level_is_proposed_after_two_wins_and_the_one_below_after_three_losses(visitor: Visitor) -> None:
    def proposed(results: list[tuple[list[str], bool]], chosen: int) -> Any:
        return visitor.page.evaluate(PROPOSAL, [results, chosen])

    won, lost = (["casual"], True), (["casual"], False)
    assert proposed([lost, won, won], 2) == [3, "You won your last two games at level 2."]
    assert proposed([won, lost, won], 2) is None
    assert proposed([lost, lost, lost], 2) == [1, "Three losses in a row at level 2."]
    assert proposed([lost, won, won], 3) is None, "they were won at another level"
    assert proposed([(["casual", "beginner"], True)] * 2, 2) == [3, "You won your last two games at level 2."]
    assert proposed([(["casual", "here"], True)] * 2, 2) is None, "others played along"
    assert proposed([(["master"], True)] * 2, 7) is None
    assert proposed([(["beginner"], False)] * 3, 1) is None
