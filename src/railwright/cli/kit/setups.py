"""The setup that the options name, found before anything is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railwright.game.setup import Setup


def find_setup(board: str, tickets: str | None, ruleset: str | None, *, seed: int | None = None) -> Setup:
    """Load the setup that the options name; refuse a bad seed."""
    # Here, not above: these modules import Numba, and the help of a command must not wait for it.
    from railwright.game.chance import check_seed
    from railwright.maps.load import load_setup

    if seed is not None:
        check_seed(seed)
    return load_setup(board, tickets=tickets, ruleset=ruleset)


def setup_words(setup: Setup) -> str:
    """A setup in one line."""
    return f"{setup.board.title}, rules {setup.ruleset.name}, tickets {setup.deck}"
