"""No player that can be asked for over the network thinks for long, whatever its options are."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from railwright.game.game import Game
from railwright.maps.load import load_setup
from railwright.matches.seated_player import SeatedPlayer
from railwright.players.kit.interface import CompiledPlayer
from railwright.players.registry import BUILT_IN, load_player
from railwright.web.access.allowed_players import LONGEST_PLAYER, check_players
from railwright.web.access.refusals import RefusalError
from railwright.web.api.request_models import SeatWish
from railwright.web.jobs.job_pool import JobPool
from railwright.web.jobs.patience import Patience, TimeLimit
from railwright.web.work import bot_moves
from railwright.web.work.portable import pack_game
from waiting import HANG_SECONDS
from web.inside import table


def extremes(name: str) -> list[str]:
    """A player with each of its options at its highest value, one at a time, and with each of its choices."""
    player = load_player(name)
    assert isinstance(player, CompiledPlayer)
    found = [name]
    for option in player.options:
        values = option.choices or (str(option.high if isinstance(option.default, float) else int(option.high)),)
        found += [f"{name}:{option.name}={value}" for value in values]
    return found


@pytest.mark.parametrize("name", [name for name in BUILT_IN if "peeking" not in name])
def test_a_player_can_be_asked_for_with_all_its_options(name: str) -> None:
    player = load_player(name)
    assert isinstance(player, CompiledPlayer)
    defaults = {option.name: max((str(option.default), *option.choices), key=len) for option in player.options}
    whole = ":".join([name, *(f"{option}={value}" for option, value in defaults.items())])
    assert check_players([{"player": whole}]) == [whole]
    SeatWish.model_validate({"player": whole})
    assert not is_allowed(whole + "x" * LONGEST_PLAYER)


def is_allowed(name: str) -> bool:
    try:
        check_players([{"player": name}])
        bot_moves.check(name)
    except RefusalError:
        return False
    return True


def middle_game() -> Game:
    """A game in which much can still be thought about."""
    game = Game(load_setup("usa"), seats=4, seed=2)
    for _ in range(60):
        game.play(game.legal()[0])
    return game


LIMIT = TimeLimit(HANG_SECONDS, 6 * (Patience().move.processor_seconds or 0))
"""For players that think for two seconds at most, even on a machine that is thirty times slower."""


@pytest.mark.parametrize("name", [name for name in BUILT_IN if "peeking" not in name])
def test_a_player_that_is_taken_decides_within_its_time_whatever_its_options_are(name: str) -> None:
    async def think() -> None:
        pool = JobPool(1, name="test")
        game = pack_game(middle_game())
        for player in filter(is_allowed, extremes(name)):
            action, _ = await pool.run(bot_moves.choose, game, player, 1, None, owner="a", limit=LIMIT)
            assert action in middle_game().legal(), player
        await pool.close()

    asyncio.run(asyncio.wait_for(think(), 10 * HANG_SECONDS))


MOST_REMEMBERED = 30_000
"""Bytes that the server keeps of one player between two decisions."""


@pytest.mark.parametrize("name", [name for name in BUILT_IN if "peeking" not in name])
def test_little_is_kept_of_a_player_between_two_decisions(name: str) -> None:
    assert len(SeatedPlayer(load_player(name), seat=0, seed=1).memory()) < MOST_REMEMBERED


def test_nothing_is_kept_of_players_whose_game_is_over(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        game, _ = here.new_game(["evaluation", "rule"], seed=3)
        here.wait(game, None, lambda state: bool(state["is_over"]))
        assert here.room(game).bots.remembered == 0


def test_the_strongest_players_that_the_page_offers_are_taken() -> None:
    for name in ("express:iterations=2500", "express", "mcts", "mcts-readme", "mcts:budget=400000"):
        assert is_allowed(name), name


def test_express_looks_far_ahead_only_in_few_trials() -> None:
    assert is_allowed("express:iterations=600:endgame=99")
    assert is_allowed("express:iterations=6000:depth=5")
    assert not is_allowed("express:iterations=6000:depth=20")
    assert not is_allowed("express:iterations=700:endgame=99")
