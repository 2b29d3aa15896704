"""The tables that ``railwright simulate`` prints."""

from __future__ import annotations

from rich.table import Table

from railwright.arena.stats import PlayerSummary, Tally
from railwright.cli.kit.output import print_table
from railwright.cli.kit.setups import setup_words
from railwright.words import count

HEADINGS = (
    "wins", "95% interval", "points", "median", "tickets done", "failed", "ticket points", "ended", "ms/decision",
)  # fmt: skip
CAPTION = "Shared wins are split equally. Ended: share of games in which the player triggered the last round."


def match_title(tally: Tally) -> str:
    """What was played, in one line."""
    return f"{setup_words(tally.setup)}, {count(tally.games, 'game')}"


def print_summary(tally: Tally, summaries: list[PlayerSummary]) -> None:
    """Print wins, points and tickets of each player."""
    table = Table("player", title=match_title(tally), caption=CAPTION, caption_justify="left")
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for row in summaries:
        table.add_row(
            row.player,
            f"{row.win_rate:.3f}" + (f" ({row.shared_wins} shared)" if row.shared_wins else ""),
            f"{row.win_rate_low:.3f} - {row.win_rate_high:.3f}",
            _plus_minus(row.points_mean, row.points_high),
            f"{row.points_median:g}",
            f"{row.tickets_completed_mean:.2f}",
            f"{row.tickets_failed_mean:.2f}",
            f"{row.ticket_points_mean:.1f}",
            f"{row.ended_share:.2f}",
            _milliseconds(row.decision_ms),
        )
    print_table(table)


def _plus_minus(mean: float, high: float | None) -> str:
    return f"{mean:.1f}" if high is None else f"{mean:.1f} ± {high - mean:.1f}"


def _milliseconds(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


def print_details(summaries: list[PlayerSummary]) -> None:
    """Print the spread of points and the tracks built."""
    lengths = list(summaries[0].tracks_mean)
    quantiles = list(summaries[0].points_quantiles)
    headings = ["spread", *quantiles, "route points", "bonus points", "longest path", "trains left"]
    table = Table("player", title="Spread of points, and mean numbers of tracks")
    for heading in [*headings, *(f"tracks of {length}" for length in lengths)]:
        table.add_column(heading, justify="right")
    for row in summaries:
        table.add_row(
            row.player,
            f"{row.points_sd:.1f}",
            *(f"{row.points_quantiles[quantile]:g}" for quantile in quantiles),
            f"{row.route_points_mean:.1f}",
            f"{row.bonus_points_mean:.1f}",
            f"{row.longest_path_mean:.1f}",
            f"{row.trains_left_mean:.1f}",
            *(f"{row.tracks_mean[length]:.2f}" for length in lengths),
        )
    print_table(table)
