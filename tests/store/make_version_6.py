"""Makes a small database as version 6 wrote it: with a review, a stand-in and a rematch.

    PYTHONPATH=src:tests python tests/store/make_version_6.py FOLDER

Run it only with a program that writes version 6. The files are kept as they are: a later version has to read them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from store.make_version_4 import as_one_file
from web.inside import Table, table
from web.serving import KEY, shared_pools
from web.test_reviews import LITTLE, wait

NAME = "version_6"


def make(folder: Path) -> None:
    """Write the database and what is in it: a finished game with all of these, and the game after it."""
    with table(folder) as here:
        here.hall.reviews.effort = LITTLE
        over, key = _finished(here)
        assert here.http.post(f"/api/games/{over}/review").status_code == 200
        review = wait(here, over, lambda found: found["state"] == "done")["review"]
        following = here.http.post(f"/api/games/{over}/rematch", headers={KEY: key}).json()["game"]
        state = here.look(over)
    as_one_file(folder / "games.sqlite", folder / f"{NAME}.sqlite")
    facts = {
        "key": key, "over": over, "following": following, "stand_ins": state["stand_ins"],
        "scores": state["result"]["scores"], "accuracy": [seat["accuracy"] for seat in review["seats"]],
    }  # fmt: skip
    (folder / f"{NAME}.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")


def _finished(here: Table) -> tuple[str, str]:
    """A short game of Ada with Eve, who never came, so that a computer played for her; and Ada's key."""
    people = [{"player": "human", "name": "Ada"}, {"player": "human", "name": "Eve", "invited": True}]
    wish = {"ruleset": "usa-short", "seats": people, "grace_seconds": 0}
    made = here.http.post("/api/games", json=wish).json()
    game, key = made["game"], made["keys"][0]
    called = here.http.post(f"/api/games/{game}/seats/1/stand-in", json={"player": "beginner"}, headers={KEY: key})
    assert called.status_code == 200, called.text
    while not here.wait(game, key, lambda state: state["is_over"] or state["seat"] == 0)["is_over"]:
        here.act_first(game, key, place=-1)
    return game, key


if __name__ == "__main__":
    import asyncio

    make(Path(sys.argv[1]))
    asyncio.run(shared_pools().close())
