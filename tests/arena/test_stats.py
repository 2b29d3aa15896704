"""Statistics of matches: compared with a slow count over the games' own records, and properties that must hold."""

from __future__ import annotations

from statistics import fmean, median, pstdev
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railwright.arena.game_records import block_records
from railwright.arena.measures import measure, places, rounds_of
from railwright.arena.stats import QUANTILES, PlayerSummary, Tally, summarise
from railwright.game.setup import Setup
from railwright.maps.load import load_setup
from railwright.matches.match import play_games
from railwright.matches.results import Block
from railwright.players.registry import load_player

RANDOM = load_player("random")


def replayed(setup: Setup, names: list[str], block: Block) -> list[dict[str, Any]]:
    """What happened to each player in each game, read from the records: slow, and independent of the measures."""
    rows = []
    for number, record in enumerate(block_records(setup, names, block), start=block.first):
        game, result = record.replay(), record.result
        assert result is not None
        enders = [event["seat"] for _, events in record.tell() for event in events if event["event"] == "last_round"]
        for seat, entry in enumerate(record.seats):
            tracks = [setup.board.tracks[t].length for t in game.view(seat).tracks(seat)]
            winners = result["winners"]
            rows.append(
                {
                    "player": entry["player"],
                    "game": number,
                    "points": result["scores"][seat],
                    "route_points": result["routes"][seat],
                    "ticket_points": result["tickets"][seat],
                    "bonus": sum(result["bonuses"][seat].values()),
                    "done": len(result["completed"][seat]),
                    "failed": len(result["failed"][seat]),
                    "longest": result["longest_path"][seat],
                    "share": 1 / len(winners) if seat in winners else 0.0,
                    "shared": seat in winners and len(winners) > 1,
                    "tracks": tracks,
                    "ended": enders == [seat],
                    "trains": int(game.state.table.trains[seat]),
                    "turns": int(game.state.table.turn),
                }
            )
    return rows


@pytest.mark.parametrize(
    ("board", "ruleset"), [("usa", None), ("europe", None), ("germany", None), ("usa", "usa-thesis")]
)
def test_summaries_match_a_slow_count_over_the_records(board: str, ruleset: str | None) -> None:
    setup = load_setup(board, ruleset=ruleset)
    names = ["a", "b", "c"]
    block = play_games(setup, [RANDOM] * 3, seed=6, first=2, games=13, keep_actions=True)
    rows = replayed(setup, names, block)
    tally = Tally(setup, names)
    tally.add(block)
    for summary in tally.summaries():
        mine = [row for row in rows if row["player"] == summary.player]
        assert summary.games == len(mine) == 13
        _assert_like(summary, mine)
    assert tally.length().turns == pytest.approx(fmean(row["turns"] for row in rows))
    assert tally.length().turns_per_seat == pytest.approx(fmean(row["turns"] for row in rows) / 3)


def _assert_like(summary: PlayerSummary, mine: list[dict[str, Any]]) -> None:
    points = [row["points"] for row in mine]
    assert summary.win_rate == pytest.approx(fmean(row["share"] for row in mine))
    assert summary.shared_wins == sum(row["shared"] for row in mine)
    assert summary.points_mean == pytest.approx(fmean(points))
    assert summary.points_median == median(points)
    assert summary.points_sd == pytest.approx(pstdev(points))
    for percent in QUANTILES:
        value = summary.points_quantiles[f"{percent}%"]
        assert value in points
        assert sum(p <= value for p in points) >= percent / 100 * len(points) > sum(p < value for p in points)
    for name, key in (
        ("route_points_mean", "route_points"),
        ("ticket_points_mean", "ticket_points"),
        ("bonus_points_mean", "bonus"),
        ("tickets_completed_mean", "done"),
        ("tickets_failed_mean", "failed"),
        ("longest_path_mean", "longest"),
        ("trains_left_mean", "trains"),
        ("ended_share", "ended"),
    ):
        assert getattr(summary, name) == pytest.approx(fmean(row[key] for row in mine)), name
    for length, mean in summary.tracks_mean.items():
        assert mean == pytest.approx(fmean(row["tracks"].count(int(length)) for row in mine))


@settings(max_examples=20)
@given(st.sampled_from(["usa", "europe", "germany"]), st.integers(2, 5), st.integers(0, 2**40), st.integers(1, 12))
def test_what_must_add_up_adds_up(board: str, seats: int, seed: int, games: int) -> None:
    setup = load_setup(board)
    names = [f"p{i}" for i in range(seats)]
    block = play_games(setup, [RANDOM] * seats, seed=seed, games=games)
    summaries = summarise(setup, names, [block])
    assert sum(summary.win_rate for summary in summaries) == pytest.approx(1)
    assert sum(summary.ended_share for summary in summaries) <= 1 + 1e-9
    for summary in summaries:
        assert summary.win_rate_low <= summary.win_rate <= summary.win_rate_high
        parts = summary.route_points_mean + summary.ticket_points_mean + summary.bonus_points_mean
        assert summary.points_mean == pytest.approx(parts)
        built = sum(int(length) * mean for length, mean in summary.tracks_mean.items())
        assert built + summary.trains_left_mean == pytest.approx(setup.ruleset.trains)


@settings(max_examples=20)
@given(st.integers(0, 2**40), st.integers(2, 5))
def test_shares_and_places_are_those_of_a_game(seed: int, seats: int) -> None:
    block = play_games(load_setup("usa"), [RANDOM] * seats, seed=seed, games=6)
    shares, won, place = block.win_shares(), block.has_won(), places(block)
    assert shares.sum(axis=1) == pytest.approx(1)
    for game in range(6):
        scores = block.results["scores"][game, :seats].tolist()
        for a in range(seats):
            ahead = [b for b in range(seats) if won[game, b] > won[game, a]
                     or (won[game, b] == won[game, a] and scores[b] > scores[a])]  # fmt: skip
            assert place[game, a] == 1 + len(ahead)
            assert (place[game, a] == 1) == won[game, a] == (shares[game, a] > 0)


def test_every_measure_is_given_for_each_game_and_seat_and_none_is_a_time() -> None:
    setup = load_setup("europe")
    block = play_games(setup, [RANDOM] * 3, seed=1, games=4)
    again = play_games(setup, [RANDOM] * 3, seed=1, games=4)
    assert (block.game_stats["nanoseconds"] != again.game_stats["nanoseconds"]).any()
    found, repeated = measure(setup, block), measure(setup, again)
    for name, values in found.items():
        assert values.shape == (4, 3), name
        assert (values == repeated[name]).all(), name


def test_rounds_are_counted_from_the_beginning_of_the_match() -> None:
    block = play_games(load_setup("usa"), [RANDOM] * 3, seed=1, first=4, games=7)
    assert rounds_of(block).tolist() == [1, 1, 2, 2, 2, 3, 3]
    assert len(set(block.seeds.tolist())) == 3


def test_a_measure_by_player_is_the_one_of_the_players_seat() -> None:
    block = play_games(load_setup("usa"), [RANDOM] * 3, seed=1, first=1, games=2)
    by_seat = np.array([[10, 11, 12], [20, 21, 22]])
    assert block.by_player(by_seat).tolist() == [[12, 10, 11], [21, 22, 20]]


def test_summaries_do_not_depend_on_where_the_match_is_cut() -> None:
    setup, names = load_setup("usa"), ["a", "b"]
    whole = play_games(setup, [RANDOM] * 2, seed=3, games=50)
    parts = [play_games(setup, [RANDOM] * 2, seed=3, first=first, games=10) for first in range(0, 50, 10)]
    assert summarise(setup, names, [whole]) == summarise(setup, names, iter(parts))


def test_times_are_told_but_are_no_part_of_what_is_compared_or_written() -> None:
    setup = load_setup("usa")
    one, other = (
        summarise(setup, ["a", "b"], [play_games(setup, [RANDOM] * 2, seed=3, games=10)])[0] for _ in range(2)
    )
    assert one.decision_ms is not None
    assert one.decision_ms > 0
    assert one == other
    assert "decision_ms" not in one.to_dict()


def test_a_part_of_a_match_without_timed_games_has_no_times() -> None:
    setup = load_setup("usa")
    summary = summarise(setup, ["a", "b"], [play_games(setup, [RANDOM] * 2, seed=3, first=1, games=3)])[0]
    assert summary.decision_ms is None
