"""The numbers of the thesis, checked by what they must add up to."""

from __future__ import annotations

import pytest

from railwright.studies.ounmaa2022.published import (
    EVALUATION,
    FIGURE_PAGES,
    HOARD,
    LOWEST_HOARD_WIN_RATE,
    MCTS,
    RULE,
    TABLE_6,
    TABLE_11,
    TABLES,
)
from railwright.studies.ounmaa2022.variants import BY_NAME, SIX
from railwright.studies.player_outcome import GAINED, RATES, TIED_WIN_RATE, WIN_RATE

COLUMNS = [(number, variant) for number, table in TABLES.items() for variant in table.values]
FULL_TABLES = (7, 8, 9, 10, 12)
"""Tables of all players of a game whose ties are broken."""


@pytest.mark.parametrize(("number", "variant"), COLUMNS)
def test_every_rate_is_a_number_of_whole_games(number: int, variant: str) -> None:
    table = TABLES[number]
    for row in table.values[variant].values():
        for measure in RATES:
            games = row.get(measure, 0) * table.games
            assert games == pytest.approx(round(games), abs=1e-9)


@pytest.mark.parametrize(("number", "variant"), [column for column in COLUMNS if column[0] in FULL_TABLES])
def test_win_rates_add_up_to_one_where_ties_are_broken(number: int, variant: str) -> None:
    assert sum(row[WIN_RATE] for row in TABLES[number].values[variant].values()) == pytest.approx(1)


@pytest.mark.parametrize("number", [5, 6])
def test_win_rates_add_up_to_more_than_one_where_all_tied_players_win(number: int) -> None:
    assert sum(row[TIED_WIN_RATE] for row in TABLES[number].values["usa"].values()) > 1


def test_without_the_hoarding_player_the_filler_wins_the_rest() -> None:
    left = [1 - sum(row[WIN_RATE] for row in rows.values()) for rows in TABLE_11.values.values()]
    assert left == pytest.approx([0.17, 0.16, 0.16])


@pytest.mark.parametrize("number", [5, 6])
def test_shares_of_gained_points_add_up_to_a_hundred(number: int) -> None:
    shares = [row[GAINED] for row in TABLES[number].values["usa"].values()]
    assert sum(shares) == pytest.approx(100, abs=0.05)


def test_tables_6_heads_are_heuristics_with_and_without_rollouts() -> None:
    assert sorted(TABLE_6.values["usa"]) == [
        "CollectAtFirst_0", "CollectAtFirst_34", "IncludeCards_0", "IncludeCards_34",
    ]  # fmt: skip


def test_the_hoarding_player_won_least_in_the_big_cities() -> None:
    rates = {
        variant: TABLES[number].values[variant][HOARD][WIN_RATE] for number, variant in COLUMNS if number in (7, 8, 9)
    }
    assert min(rates.values()) == LOWEST_HOARD_WIN_RATE == rates["big-cities"]
    assert set(rates) == {variant.name for variant in SIX}


def test_every_column_of_tables_7_to_11_is_a_variant_that_can_be_played() -> None:
    for number, variant in COLUMNS:
        if 7 <= number <= 11:
            assert BY_NAME[variant].setup().tickets
            assert {EVALUATION, MCTS, RULE} <= set(TABLES[number].values[variant])


def test_pages_follow_the_order_of_tables_and_figures() -> None:
    pages = [table.page for table in TABLES.values()]
    assert pages == sorted(pages)
    assert list(FIGURE_PAGES.values()) == sorted(FIGURE_PAGES.values())
