"""Parts of the page: how trains and closed tracks are painted, and what the panels next to the board say and mark."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from color_difference import difference, lab, light
from railwright.maps.load import load_board
from web.test_contrast import LEAST, contrast
from web.test_page_review import upload
from web.test_reviews import short_record
from web.visiting import Visitor

TRACKS = load_board("usa").tracks
LEAST_DIFFERENCE = 15
"""By CIEDE2000."""
FADED = 0.4

PAINTED = """() => {
  const hex = (color) => '#' + color.match(/\\d+/g).slice(0, 3).map((part) =>
    Number(part).toString(16).padStart(2, '0')).join('');
  const isSeen = (node) => node.getClientRects().length > 0;
  return [...document.querySelectorAll('.board g.track')].map((group) => {
    const spaces = [...group.querySelectorAll(':scope > .space')].filter(isSeen);
    const marks = [...group.querySelectorAll(':scope > .mark, :scope > .teeth')].filter(isSeen);
    const train = group.querySelector('.trains .train');
    const style = train && isSeen(train) ? getComputedStyle(train) : null;
    return {
      track: Number(group.dataset.track), spaces: spaces.length, marks: marks.length,
      fills: spaces.map((node) => hex(getComputedStyle(node).fill)),
      opacity: spaces.length ? Number(getComputedStyle(spaces[0]).opacity) : null,
      train: style && {stroke: hex(style.stroke), fill: style.fill, cap: style.strokeLinecap,
                       width: parseFloat(style.strokeWidth), length: train.getTotalLength()},
    };
  });
}"""
"""What is painted of every track: its spaces, or the trains on it."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_claimed_tracks_are_trains_and_closed_ones_fade(visitor: Visitor, seats: int) -> None:
    page = visitor.page
    game = upload(visitor, short_record(seats=seats, trains=20))
    state = page.request.get(f"{visitor.address}api/games/{game}?since=-1").json()
    assert state["is_over"]
    page.goto(f"{visitor.address}#/result/{game}")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f".board > svg.{theme}:not(.earth) .trains .train >> nth=0")
        tracks = {painted["track"]: painted for painted in page.evaluate(PAINTED)}
        assert sorted(tracks) == list(range(len(TRACKS)))
        claimed = {track for track, painted in tracks.items() if painted["train"]}
        check_trains([tracks[track] for track in claimed])
        closed = closed_by(claimed) if seats < 4 else set()
        assert bool(closed) == (seats < 4)
        for track in set(tracks) - claimed:
            assert tracks[track]["spaces"] == TRACKS[track].length
            assert tracks[track]["opacity"] == 1 if track not in closed else tracks[track]["opacity"] <= FADED
        trains = {tracks[track]["train"]["stroke"] for track in claimed}
        free = {fill for track in set(tracks) - claimed - closed for fill in tracks[track]["fills"]}
        assert len(trains) == seats
        assert len(free) == len({track.color for track in TRACKS})
        alike = [(one, two) for one in trains for two in free if difference(seen(one), seen(two)) < LEAST_DIFFERENCE]
        assert alike == []


def check_trains(claimed: list[dict[str, Any]]) -> None:
    """Trains are round, unbroken lines, and nothing of the free track is seen next to them."""
    assert claimed
    for painted in claimed:
        assert painted["spaces"] == painted["marks"] == 0
        train = painted["train"]
        assert (train["fill"], train["cap"]) == ("none", "round")
        assert train["width"] > 5
        if TRACKS[painted["track"]].length > 1:
            assert train["length"] > train["width"]


def closed_by(claimed: set[int]) -> set[int]:
    """Tracks parallel to claimed ones."""
    routes = Counter(frozenset(TRACKS[track].cities) for track in claimed)
    return {i for i, track in enumerate(TRACKS) if routes[frozenset(track.cities)] and i not in claimed}


def seen(color: str) -> Any:
    return lab(light(color))


WORDS = """async () => {
  const { majorityWords } = await import('/static/page/panels/majorities.js');
  const { wayWords } = await import('/static/page/panels/ways.js');
  const names = ['Ada', 'Ben', 'Cleo'];
  const led = (taken, viewer = 0) => majorityWords(taken.map((red) => ({red})), 'red', {names, viewer});
  const left = {trains: 5, stations: 0};
  return {
    majorities: [led([0, 0, 0]), led([3, 1, 0]), led([1, 0, 0]), led([1, 3, 3]), led([2, 2, 0]), led([0, 2, 0]),
                 led([0, 2, 0], null)],
    ways: [
      wayWords({trains: null, tracks: null, missing: null}, left),
      wayWords({trains: null, tracks: null, missing: null}, {...left, stations: 1}),
      wayWords({trains: 1, tracks: [1], missing: {}}, left),
      wayWords({trains: 7, tracks: [1], missing: {red: 2, any: 3}}, left),
    ],
  };
}"""


def test_majorities_and_ways_are_told_in_words(visitor: Visitor) -> None:
    assert visitor.page.evaluate(WORDS) == {
        "majorities": [
            "nobody has one yet", "you lead with 3, the next has 1", "you lead with 1, nobody else has one",
            "Ben and Cleo lead with 3, you have 1", "you and Ben lead with 2", "Ben leads with 2, you have none",
            "Ben leads with 2",
        ],
        "ways": [
            "blocked", "blocked without a station", "1 train to go, you have all cards",
            "7 trains to go, you have 5, missing 2 red, 3 of any colour",
        ],
    }  # fmt: skip


TUNNEL = """async () => {
  const { question } = await import('/static/page/table/decision.js');
  const { Choices } = await import('/static/page/table/choices.js');
  const board = {tracks: [{cities: ['A', 'B'], length: 2, color: 'gray', kind: 'tunnel'}], cities: []};
  const paying = {track: 0, city: null, cards: 2, revealed: ['red', 'blue', 'locomotive'], laid: 'red'};
  const { body } = question({
    about: {board, ruleset: {route_points: []}, seats: []},
    state: {stage: 'tunnel', version: 1, undo: 'no', paying}, choices: new Choices([{action: 7, kind: 'decline'}]),
  });
  const cards = body.flatMap((node) => [...node.querySelectorAll('.card')]);
  return cards.map((card) => [card.dataset.color, card.classList.contains('counts')]);
}"""


def test_a_tunnel_marks_the_cards_that_count(visitor: Visitor) -> None:
    assert visitor.page.evaluate(TUNNEL) == [["red", True], ["blue", False], ["locomotive", True]]


CHIPS = """async () => {
  const { CARDS, chip } = await import('/static/page/kit/signs.js');
  return CARDS.map((color) => {
    const node = document.body.appendChild(chip(color, '1'));
    const style = getComputedStyle(node);
    return [style.color, style.backgroundColor].map((text) =>
      text.match(/\\d+/g).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join(''));
  });
}"""


def test_letters_on_chips_can_be_read(visitor: Visitor) -> None:
    pairs = visitor.page.evaluate(CHIPS)
    assert len(pairs) == 9
    assert [(ink, fill) for ink, fill in pairs if contrast(ink, fill) < LEAST] == []


def test_points_below_zero_have_a_minus_sign_in_chart_and_texts(visitor: Visitor) -> None:
    chart = """async () => {
      const { loadSigns } = await import('/static/page/kit/signs.js');
      const { pointsChart } = await import('/static/page/replay/chart.js');
      await loadSigns();
      return pointsChart([[0, 0], [4, 1]], ['Ada', 'Bo'], [20, -16]).textContent;
    }"""
    text = visitor.page.evaluate(chart)
    assert "-" not in text
    assert text.count("−16") == 2
    assert "−10" in text
    said = """async () => {
      const { say } = await import('/static/page/kit/say.js');
      return say('{points, plural, one {# point} other {# points}}, {points}', { points: -2500 });
    }"""
    assert visitor.page.evaluate(said) == "−2,500 points, −2,500"
