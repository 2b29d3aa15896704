"""Tournaments: who meets whom, the same standings however they are played, standings that a slow count agrees with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railwright.arena.journal import Journal
from railwright.arena.measures import places
from railwright.arena.standings import Standings, standings_of
from railwright.arena.tournament import Tournament, TournamentPlan, files_behind, tables_of
from railwright.errors import FileError, OptionError
from railwright.maps.load import LIBRARY, load_setup
from railwright.workers.pool import WorkerPool

SETUP = load_setup("usa")
PLAYERS = ("random", "examples/my_players.py:builder", "examples/my_players.py:Thrifty")
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def play(
    plan: TournamentPlan, journal: Journal | None = None, *, workers: int = 1, stop_after: int = 10**9
) -> Tournament:
    played = Tournament(plan, journal)
    with WorkerPool(workers) as pool:
        games = 0
        for more in played.play(pool):
            games += more
            if games >= stop_after:
                break
    return played


def standings(played: Tournament) -> Standings:
    assert played.played == played.total
    return standings_of(played.plan.setup, played.blocks())


@given(st.integers(2, 7), st.integers(2, 5))
def test_everyone_meets_everyone_equally_often(count: int, seats: int) -> None:
    players = [f"p{i}" for i in range(count)]
    tables = tables_of(players, seats)
    assert all(len(table) == seats for table in tables)
    assert len({tuple(sorted(table)) for table in tables}) == len(tables)
    places = Counter(name for table in tables for name in table)
    assert len(set(places.values())) == 1
    met = Counter(pair for table in tables for pair in combinations(sorted(set(table)), 2))
    assert set(met) == set(combinations(players, 2))
    assert len(set(met.values())) == 1


@given(st.integers(2, 6), st.integers(2, 5))
def test_in_pairs_only_two_meet_and_sit_as_often(count: int, seats: int) -> None:
    plan = TournamentPlan(SETUP, tuple(f"p{i}" for i in range(count)), seats, 1, 1, pairs=True)
    assert plan.table_count == len(plan.tables)
    tables_for_all = TournamentPlan(SETUP, plan.players, seats, 1, 1)
    assert tables_for_all.table_count == len(tables_for_all.tables)
    for a, b in combinations(sorted(plan.players), 2):
        tables = [table for table in plan.tables if set(table) == {a, b}]
        held = Counter(name for table in tables for name in table)
        assert held[a] == held[b] > 0
    assert all(len(set(table)) == 2 for table in plan.tables)


def test_a_table_plays_the_same_games_in_any_tournament() -> None:
    small = TournamentPlan(SETUP, ("b", "a"), 2, 10, seed=4)
    large = TournamentPlan(SETUP, ("c", "a", "b"), 2, 10, seed=4)
    assert small.task(small.tables[0]) == large.task(large.tables[0])
    seeds = {large.task(table).seed for table in large.tables}
    assert len(seeds) == 3
    assert seeds.isdisjoint({TournamentPlan(SETUP, ("a", "b"), 2, 10, seed=5).task(("a", "b")).seed})


@pytest.mark.parametrize(
    ("players", "seats", "games", "message"),
    [
        (("a",), 2, 10, "at least 2 players"),
        (("a", "b", "a"), 2, 10, "'a' is listed twice"),
        (("a", "b"), 6, 10, "2 to 5 players, not 6"),
        (("a", "b"), 2, 0, "at least 1 game"),
        (("a", "b"), 2, 10_000_001, "a table has .* at most 10,000,000"),
        (("a", "b", "c"), 2, 4_000_000, "a tournament has .* at most 10,000,000, not 12,000,000"),
        (tuple(map(str, range(500))), 5, 1, "a tournament has .* at most 10,000,000"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(players: tuple[str, ...], seats: int, games: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        TournamentPlan(SETUP, players, seats, games, 1)


@pytest.mark.slow
def test_standings_do_not_depend_on_workers_or_the_order_of_the_players() -> None:
    one = standings(play(TournamentPlan(SETUP, PLAYERS, 2, 6, seed=2)))
    two = standings(play(TournamentPlan(SETUP, PLAYERS[::-1], 2, 6, seed=2), workers=2))
    assert one == two
    assert one.to_markdown() == two.to_markdown()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_tournament_ends_like_an_uninterrupted_one(tmp_path: Path, workers: int) -> None:
    plan = TournamentPlan(SETUP, PLAYERS[:2], 3, 40, seed=3)
    whole = play(plan)
    with Journal(tmp_path / "j") as journal:
        part = play(plan, journal, workers=workers, stop_after=15)
    assert 0 < part.played < part.total
    with Journal(tmp_path / "j") as journal:
        again = Tournament(plan, journal)
        assert again.played == part.played, "nothing is played twice"
        played = play(plan, journal)
    assert standings(played) == standings(whole)
    for (_, one), (_, other) in zip(played.blocks(), whole.blocks(), strict=True):
        assert (one.results == other.results).all()
        assert (one.seeds == other.seeds).all()


def test_a_journal_of_another_tournament_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        play(TournamentPlan(SETUP, ("random", PLAYERS[1]), 2, 10, seed=3), journal)
        with pytest.raises(FileError, match="does not fit its plan"):
            Tournament(TournamentPlan(SETUP, ("random", PLAYERS[1]), 2, 9, seed=3), journal)


def test_a_plan_survives_writing_and_reading() -> None:
    plan = TournamentPlan(load_setup("europe", tickets="mega_1912"), PLAYERS, 3, 10, seed=2**50, pairs=True)
    again = TournamentPlan.from_dict(plan.to_dict(LIBRARY), LIBRARY, "plan")
    assert again.to_dict(LIBRARY) == plan.to_dict(LIBRARY)
    assert again.tables == plan.tables


def test_a_changed_player_ends_a_tournament(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text((ROOT / "examples" / "my_players.py").read_text())
    data = TournamentPlan(SETUP, ("random", f"{path}:builder"), 2, 10, 1).to_dict(LIBRARY)
    assert TournamentPlan.from_dict(data, LIBRARY, "plan").players[1] == f"{path}:builder"
    path.write_text(path.read_text() + "\n# changed\n")
    with pytest.raises(FileError, match=r"plan: the player .*builder has changed since this tournament began"):
        TournamentPlan.from_dict(data, LIBRARY, "plan")


def test_a_player_depends_on_its_trained_network() -> None:
    names = {path.name for path in files_behind("railwright.players.express.player")}
    assert {"player.py", "search.py", "rules.py", "express.npz"} <= names
    assert not any(name.endswith(".npz") for name in {path.name for path in files_behind("railwright.matches.match")})


@pytest.mark.parametrize("data", [None, [], {}, {"format": "railwright-tournament/1"}, {"format": "other"}])
def test_a_bad_plan_is_answered_clearly(data: object) -> None:
    with pytest.raises(FileError, match=r"^plan: is not "):
        TournamentPlan.from_dict(data, LIBRARY, "plan")


@pytest.mark.parametrize(("players", "seats"), [(PLAYERS, 2), (PLAYERS, 3), (PLAYERS[:2], 4)])
def test_standings_match_a_slow_count(players: Sequence[str], seats: int) -> None:
    played = play(TournamentPlan(SETUP, tuple(players), seats, 7, seed=5))
    found = standings(played)
    rates = {row.player: row for row in found.rows}
    before: dict[tuple[str, str], list[float]] = {}
    shares: dict[str, list[float]] = {}
    points: dict[str, list[float]] = {}
    for names, block in played.blocks():
        place, share = places(block), block.win_shares()
        for game in range(7):
            at = [names[(seat + game) % seats] for seat in range(seats)]
            for i, a in enumerate(at):
                shares.setdefault(a, []).append(share[game, i])
                points.setdefault(a, []).append(block.results["scores"][game, i])
                for j, b in enumerate(at):
                    if a != b:
                        ahead = 1.0 if place[game, i] < place[game, j] else 0.5 * (place[game, i] == place[game, j])
                        before.setdefault((a, b), []).append(ahead)
    for row in found.rows:
        assert row.win_rate == pytest.approx(sum(shares[row.player]) / len(shares[row.player]))
        assert row.points_mean == pytest.approx(sum(points[row.player]) / len(points[row.player]))
        assert row.win_rate_low <= row.win_rate <= row.win_rate_high
    cross = found.to_dict()["cross"]
    for (a, b), ahead in before.items():
        assert cross[a][b] == pytest.approx(sum(ahead) / len(ahead), abs=1e-4)
        assert cross[a][b] + cross[b][a] == pytest.approx(1, abs=2e-4)
    assert [row.rank for row in found.rows] == list(range(1, len(players) + 1))
    assert sorted(rates) == sorted(players)


def test_the_tables_say_who_is_best() -> None:
    found = standings(play(TournamentPlan(SETUP, PLAYERS[:2], 2, 60, seed=6)))
    assert [row.player for row in found.rows] == ["examples/my_players.py:builder", "random"]
    assert found.rows[0].rating_low > found.rows[1].rating_high
    lines = found.to_markdown().split("\n")
    assert lines[0].startswith("| rank | player | rating |")
    assert lines[2].startswith("| 1 | examples/my_players.py:builder |")
    assert found.to_csv().split("\n")[2].startswith("2,random,")
