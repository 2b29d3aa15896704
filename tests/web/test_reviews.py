"""Reviews at the table: computed in the background, kept with the game, stopped on request, only of finished games."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railwright.game.game import Game
from railwright.game.record import Record
from railwright.game.setup import Setup
from railwright.maps.load import LIBRARY, load_setup
from railwright.review.effort import ReviewEffort
from railwright.store.game_tables import REVIEWS
from railwright.web.api.review_models import CostlyDecision, GameReview
from waiting import HANG_SECONDS
from web.inside import Table, table

LITTLE = ReviewEffort(games=2, screening=2, comparing=4)


def short_record(*, seats: int = 2, trains: int = 5) -> dict[str, Any]:
    """A finished game with few trains."""
    setup = load_setup("usa")
    setup = Setup(setup.board, replace(setup.ruleset, trains=trains), setup.deck)
    game = Game(setup, seats=seats, seed=3)
    while not game.is_over:
        game.play(game.legal()[-1])
    return Record.of(game, ["rule"] * seats).to_dict(LIBRARY)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path) as here:
        here.hall.reviews.effort = LITTLE
        yield here


def upload(here: Table) -> str:
    answer = here.http.post("/api/records", content=json.dumps(short_record()))
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["game"]
    return game


def wait(here: Table, game: str, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    end = time.monotonic() + HANG_SECONDS
    while time.monotonic() < end:
        found: dict[str, Any] = here.http.get(f"/api/games/{game}/review").json()
        if condition(found):
            return found
        time.sleep(0.02)
    raise AssertionError(f"nothing came of it: {found['state']}, {found['done']} of {found['pieces']}")


def test_a_review_is_computed_once_and_kept_with_the_game(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        here.hall.reviews.effort = LITTLE
        game = upload(here)
        assert here.http.get(f"/api/games/{game}/review").json()["state"] == "none"
        begun = here.http.post(f"/api/games/{game}/review").json()
        assert begun["state"] == "running"
        assert begun["pieces"] > 1
        found = wait(here, game, lambda found: found["state"] != "running")
        assert found["state"] == "done", found["message"]
        assert here.http.post(f"/api/games/{game}/review").json() == found
    review = found["review"]
    GameReview.model_validate(review)
    for seat in review["seats"]:
        whole = seat["equal_share"] + seat["skill"] + seat["others"] + seat["luck"]
        assert whole == pytest.approx(seat["result"])
    assert review["curve"][-1]["step"] == review["steps"]
    with table(tmp_path) as later:
        assert later.http.get(f"/api/games/{game}/review").json() == found
        assert len(later.hall.store.rows_of(REVIEWS, game)) == 1


def test_old_reviews_have_their_texts_only_in_english() -> None:
    old = {
        "step": 7, "kind": "claims", "action": 5, "words": "draw from the deck", "best": 6, "best_words": "pass",
        "reason": "There is nothing else to do.", "win_chance": 0.5, "loss": 0.1, "error": 0.01, "worlds": 48,
    }  # fmt: skip
    found = CostlyDecision.model_validate(old)
    assert (found.words_said, found.best_words_said, found.reason_said) == (None, None, None)


def test_a_review_can_be_stopped_and_begun_anew(here: Table) -> None:
    here.hall.reviews.effort = ReviewEffort(games=100_000, screening=2, comparing=2)
    game = upload(here)
    here.http.post(f"/api/games/{game}/review")
    stopped = here.http.delete(f"/api/games/{game}/review").json()
    assert stopped["state"] == "none"
    here.hall.reviews.effort = LITTLE
    here.http.post(f"/api/games/{game}/review")
    assert wait(here, game, lambda found: found["state"] != "running")["state"] == "done"


def test_only_finished_games_are_reviewed(here: Table) -> None:
    game, _ = here.new_game(["human", "human"])
    for ask in (here.http.get, here.http.post, here.http.delete):
        answer = ask(f"/api/games/{game}/review")
        assert answer.status_code == 409
        assert answer.json()["message"] == "only a finished game can be reviewed"


def test_one_address_has_few_reviews_at_a_time(here: Table) -> None:
    here.hall.reviews.effort = ReviewEffort(games=100_000, screening=2, comparing=2)
    here.hall.reviews._limits = replace(here.hall.limits, address_reviews=1)
    first, second = upload(here), upload(here)
    assert here.http.post(f"/api/games/{first}/review").status_code == 200
    answer = here.http.post(f"/api/games/{second}/review")
    assert (answer.status_code, answer.json()["error"]) == (429, "too-many")
    here.http.delete(f"/api/games/{first}/review")
    assert here.http.post(f"/api/games/{second}/review").status_code == 200


def test_a_review_that_fails_says_so(here: Table) -> None:
    game = upload(here)
    here.hall.reviews.effort = ReviewEffort(games=-1, screening=2, comparing=2)
    here.http.post(f"/api/games/{game}/review")
    found = wait(here, game, lambda found: found["state"] != "running")
    assert found["state"] == "failed"
    assert found["message"]
