"""The seats of a new game, in the form in which records store them."""

from __future__ import annotations

import pytest

from railwright.web.access.refusals import RefusalError
from railwright.web.api.games import seat_words
from railwright.web.api.request_models import SeatWish


def test_a_seat_is_stored_with_the_current_names_of_its_players_options() -> None:
    wish = SeatWish(player="express:anew=600:iterations=0", name="Ada", invited=False)
    assert seat_words(wish) == {"player": "express:replan_below=600:iterations=0", "name": "Ada"}
    assert seat_words(SeatWish(player="human", name="", invited=False)) == {"player": "human"}


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(RefusalError, match="the option 'min_gain' is given twice"):
        seat_words(SeatWish(player="express:least=1:min_gain=2", name="", invited=False))
