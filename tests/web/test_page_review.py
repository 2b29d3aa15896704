"""The review of a finished game in the browser."""

from __future__ import annotations

import json
import re
from typing import Any

from web.test_reviews import short_record
from web.visiting import Visitor

LONG_NAMES = ["Maximiliane Wallenstein", "Express, quick and calm"]
IS_CUT = "node => node.scrollWidth > node.clientWidth || getComputedStyle(node).textOverflow === 'ellipsis'"


def number(text: str) -> int:
    """A number as the page writes it."""
    return int(text.replace("−", "-").replace("+", ""))


def upload(visitor: Visitor, record: dict[str, Any] | None = None) -> str:
    """A finished game on the server, as soon as that has compiled what it needs."""
    wish = json.dumps(record or short_record())
    while (made := visitor.page.request.post(f"{visitor.address}api/records", data=wish)).status == 503:
        assert made.json()["error"] == "not-ready", made.text()
    assert made.ok, made.text()
    game: str = made.json()["game"]
    return game


def test_a_game_is_reviewed_and_tried_again_from_a_decision(visitor: Visitor) -> None:
    page = visitor.page
    record = short_record()
    for seat, name in zip(record["seats"], LONG_NAMES, strict=True):
        seat["name"] = name
    game = upload(visitor, record)
    page.goto(f"{visitor.address}#/result/{game}")
    page.click("text=Review this game")
    page.wait_for_selector(".chance-chart svg")
    named = page.locator(".chance-chart .chart-names li").all_inner_texts()
    assert all(name in text for name, text in zip(LONG_NAMES, named, strict=True))
    assert [page.get_by_text(name).first.evaluate(IS_CUT) for name in LONG_NAMES] == [False, False]
    visitor.check_names()
    for balance in page.locator(".balance").all():
        equal, result = map(int, re.findall(r"\d+", balance.locator("h4").inner_text().split(":")[1])[:2])
        parts = sum(number(cell.inner_text()) for cell in balance.locator("td.number").all())
        assert abs(equal + parts - result) <= 4  # each number is rounded
    review = page.request.get(f"{visitor.address}api/games/{game}/review").json()["review"]
    listed = [one for seat in review["seats"] for one in seat["costliest"]]
    assert listed
    assert page.locator(".costly").count() == len(listed)
    assert page.locator(".costly a").first.get_attribute("href") == f"#/replay/{game}/{listed[0]['step']}"
    visitor.picture("review", full=True)
    page.reload()
    page.wait_for_selector(".costly")  # kept with the game
    page.click("text=Try again from here >> nth=0")
    page.wait_for_url("**/#/table/*")
    page.wait_for_selector(".board svg")
    state = page.request.get(f"{visitor.address}api/games/{page.url.rpartition('/')[2]}").json()
    assert state["steps"] >= listed[0]["step"]
    before, after = (
        page.request.get(f"{visitor.address}api/games/{name}/about").json()["seats"]
        for name in (game, page.url.rpartition("/")[2])
    )
    mine = next(seat for seat, found in enumerate(review["seats"]) if found["costliest"])
    assert [seat["is_person"] for seat in after] == [seat == mine for seat in range(len(before))]
    assert after[1 - mine] == before[1 - mine]  # the same opponent, by player and name


def test_a_review_is_waited_for_while_the_server_is_away(visitor: Visitor) -> None:
    page = visitor.page
    game = upload(visitor)
    running = {"state": "running", "done": 1, "pieces": 4, "message": "", "message_said": None, "review": None}
    answers: list[dict[str, Any] | None] = [running]

    def answer(route: Any) -> None:
        found = answers[-1]
        if found is None:
            route.abort()
        else:
            route.fulfill(json=found)

    page.route(f"**/api/games/{game}/review", answer)
    page.goto(f"{visitor.address}#/result/{game}")
    bar, begin = ".review progress:visible", ".review .main-button:visible"
    page.wait_for_selector(bar)
    answers.append(None)
    page.wait_for_selector(".review >> text=The connection to the server is lost. Trying again ...")
    assert page.locator(begin).count() == 0
    answers.append({**running, "done": 2})
    page.wait_for_selector(".review >> text=The game is being reviewed.")
    assert page.locator(bar).evaluate("bar => bar.value") == 2
    answers.append({**running, "state": "none"})  # the server has been started again
    page.wait_for_selector(".review >> text=The review was stopped before it was done. You can start it again.")
    assert page.locator(begin).count() == 1
    assert {text.partition(":")[0] for text in visitor.troubles} == {"Failed to load resource"}
    visitor.troubles.clear()


def test_on_a_phone_nothing_of_a_review_is_wider_than_the_screen(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    game = upload(visitor)
    page.goto(f"{visitor.address}#/result/{game}")
    page.click("text=Review this game")
    page.wait_for_selector(".costly, .costly-seat p")
    wide = "() => [...document.querySelectorAll('.review *')].filter(n => n.getBoundingClientRect().right > 391).length"
    assert page.evaluate(wide) == 0
