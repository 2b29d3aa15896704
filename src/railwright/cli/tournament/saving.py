"""Write the results of a tournament to its folder."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl

from railwright.arena.game_table import game_rows, table_bytes
from railwright.arena.standings import Standings
from railwright.arena.tournament import Tournament, TournamentPlan
from railwright.cli.tournament.standings import describe_plan
from railwright.whole_files import write_whole


def save_results(folder: Path, plan: TournamentPlan, played: Tournament, standings: Standings) -> None:
    """Write all games as a table, and the standings in three formats."""
    frames = []
    for number, (names, block) in enumerate(played.blocks()):
        frame = game_rows(plan.setup, names, block)
        frames.append(frame.select(pl.lit(number, dtype=pl.Int64).alias("table"), *frame.columns))
    write_whole(folder / "results.parquet", table_bytes(frames, ".parquet"))
    write_whole(folder / "standings.md", standings.to_markdown())
    write_whole(folder / "standings.csv", standings.to_csv())
    text = json.dumps(describe_plan(plan) | standings.to_dict(), ensure_ascii=False, indent=1) + "\n"
    write_whole(folder / "standings.json", text)
