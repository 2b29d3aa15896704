"""Play a tournament or what is left of it, rate the players, and report."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from railwright.arena.journal import Journal
from railwright.arena.standings import Standings, standings_of
from railwright.arena.tournament import Tournament, TournamentPlan
from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import again, note, print_json, progress, suggest
from railwright.cli.kit.pool import open_pool
from railwright.cli.tournament.folder import JOURNAL, PLAN, make_folder
from railwright.cli.tournament.standings import describe_plan, print_standings
from railwright.maps.load import LIBRARY, read_json
from railwright.workers.pool import WorkerPool


def start_tournament(
    plan: TournamentPlan,
    save: Path | None,
    place: dict[str, str | None],
    *,
    force: bool,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play a new tournament. ``place`` holds the board and rules options, for a suggestion."""
    with open_pool(workers, cluster) as pool:
        if save is not None:
            make_folder(save, plan.to_dict(LIBRARY), force)
        _run(plan, save, pool, as_json, place)


def resume_tournament(folder: Path, *, workers: int | None, cluster: str | None, as_json: bool) -> None:
    """Play what is left of the tournament in a folder."""
    plan = TournamentPlan.from_dict(read_json(folder / PLAN), LIBRARY, str(folder / PLAN))
    with open_pool(workers, cluster) as pool:
        _run(plan, folder, pool, as_json, _built_in_place(plan))


def _built_in_place(plan: TournamentPlan) -> dict[str, str | None] | None:
    """The board and rules options of a plan; None if these came from files, whose names are not saved."""
    if LIBRARY.is_built_in(plan.setup.board) and LIBRARY.is_built_in(plan.setup.ruleset):
        return dict(plan.setup.names)
    return None


def _run(
    plan: TournamentPlan, folder: Path | None, pool: WorkerPool, as_json: bool, place: dict[str, str | None] | None
) -> None:
    """Play, rate and print. ``place`` holds the board and rules options, or None if they are not known."""
    began = time.perf_counter()
    with _open_journal(folder) as journal:
        played = Tournament(plan, journal)
        before = played.played
        if not as_json:
            note(
                f"Tables: {len(plan.tables)}. Games: {played.total}"
                + (f", {before} of them played." if before else ".")
            )
        try:
            _play(played, pool)
        except KeyboardInterrupt:
            note(f"Stopped after {played.played} of {played.total} games.")
            if folder is not None:
                note(f"Resume with: {again('railwright', 'tournament', resume=folder)}")
            else:
                note("These games are lost; with --save FOLDER a tournament can be resumed.")
            raise typer.Exit(INTERRUPTED) from None
        seconds = time.perf_counter() - began
        standings = standings_of(plan.setup, played.blocks())
        if folder is not None:
            from railwright.cli.tournament.saving import save_results  # needs Polars

            save_results(folder, plan, played, standings)
    if as_json:
        print_json(_as_object(plan, standings, seconds, played.total - before))
    else:
        print_standings(standings)
        suggest(_next(folder, standings, place, plan.seats))


@contextmanager
def _open_journal(folder: Path | None) -> Iterator[Journal | None]:
    if folder is None:
        yield None
    else:
        with Journal(folder / JOURNAL) as journal:
            yield journal


def _play(played: Tournament, pool: WorkerPool) -> None:
    with progress("games", played.total) as done:
        done(played.played)
        for games in played.play(pool):
            done(games)


def _as_object(plan: TournamentPlan, standings: Standings, seconds: float, games: int) -> dict[str, Any]:
    timing = {"reproducible": False, "seconds": round(seconds, 3), "games_now": games}
    return describe_plan(plan) | standings.to_dict() | {"timing": timing}


def _next(folder: Path | None, standings: Standings, place: dict[str, str | None] | None, seats: int) -> str:
    if folder is None:
        return "railwright tournament --save FOLDER saves the games and can be resumed after an interruption"
    if place is None:
        return f"read {folder / 'standings.md'}; all files: {folder}"
    first, second = standings.rows[:2]
    test = again("railwright", "sprt", first.player, second.player, **place, seats=seats)
    return f"{test} tests whether the first is really better; all files: {folder}"
