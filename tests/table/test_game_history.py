"""A game with its past: everything that happens is told."""

from __future__ import annotations

from game.positions import LINE, empty_ticket_decks, put_cards, small_setup
from railwright.table.game_history import GameHistory

MANY_SWEEPS = 380
"""More than the log of a game that was copied can tell."""


def test_an_action_that_replaces_the_row_hundreds_of_times_is_told_in_full() -> None:
    """With the official number of locomotives, when hardly any other card is left."""
    most = 0
    for seed in range(2_000):
        history = GameHistory(small_setup(*LINE), seats=2, seed=seed)
        while history.game.stage == "keep":
            history.play(history.game.legal()[-1])
        empty_ticket_decks(history.game)
        put_cards(history.game, row="red 2 loco 2 blue", deck="12 loco", discards="green")
        events = history.copy().play(0).events
        most = max(most, sum(event["event"] == "replace" for event in events))
        if most > MANY_SWEEPS:
            return
    raise AssertionError(f"the row was replaced at most {most} times")
