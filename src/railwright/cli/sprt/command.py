"""``railwright sprt``: a sequential test of whether one player is stronger than another."""

from __future__ import annotations

from pathlib import Path

import typer

from railwright.cli.kit.compiling import prepare_players
from railwright.cli.kit.options import DEFAULT_BOARD, AsJson, Board, Cluster, Rules, Seed, Tickets, Workers
from railwright.cli.kit.setups import find_setup
from railwright.cli.kit.worker_options import check_worker_options
from railwright.errors import OptionError
from railwright.players.registry import current_name

EXAMPLE = "Example: railwright sprt path one-step --elo0 0 --elo1 50 --seed 1"

ELO_0, ELO_1 = 0.0, 20.0
MAX_ELO = 2000
"""Largest Elo difference: one loss in a hundred thousand games, the default limit of a test."""


def sprt(
    a: str = typer.Argument(
        help="The player to test; NAME:option=value sets an option, FILE.py:NAME is your own, FILE.npz a policy."
    ),
    b: str = typer.Argument(help="Its opponent."),
    board: Board = DEFAULT_BOARD,
    tickets: Tickets = None,
    ruleset: Rules = None,
    seats: int = typer.Option(2, help="Seats at the table; A and B alternate around it, unless --alone."),
    alone: bool = typer.Option(False, "--alone", help="A has only one seat and B all others; needs --p0 and --p1."),
    elo0: float = typer.Option(None, help=f"Hypothesis H0: lead of A over B in Elo points; by default {ELO_0:g}."),
    elo1: float = typer.Option(None, help=f"Hypothesis H1: lead of A over B in Elo points; by default {ELO_1:g}."),
    p0: float = typer.Option(None, help="H0 as a win rate of A from 0 to 1, instead of --elo0."),
    p1: float = typer.Option(None, help="H1 as a win rate of A from 0 to 1, instead of --elo1."),
    alpha: float = typer.Option(0.05, help="Probability of accepting H1 when H0 is true."),
    beta: float = typer.Option(0.05, help="Probability of accepting H0 when H1 is true."),
    max_games: int = typer.Option(100_000, help="Stop undecided after this many games."),
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    save: Path = typer.Option(
        None, help="Save each finished round in this file; the same command resumes a test that was stopped."
    ),
    as_json: AsJson = False,
) -> None:
    """Test whether player A is stronger than player B, and stop as soon as the test is decided."""
    check_worker_options(workers, cluster)
    if any(elo is not None for elo in (elo0, elo1)) and any(rate is not None for rate in (p0, p1)):
        raise OptionError("give either --elo0 and --elo1 or --p0 and --p1, not both")
    rates = _check_rates(p0, p1)
    elos = _check_elos(ELO_0 if elo0 is None else elo0, ELO_1 if elo1 is None else elo1)
    if alone and rates is None:
        raise OptionError("--alone: give --p0 and --p1, too; Elo points do not say how often one wins against several")
    setup = find_setup(board, tickets, ruleset, seed=seed)
    a, b = current_name(a), current_name(b)
    prepare_players([a, b])
    from railwright.arena.duel import Duel  # both need the compiled engine
    from railwright.cli.sprt.run import DuelTest, make_question, run_test

    options = {
        "board": board, "tickets": tickets, "ruleset": ruleset, "seats": seats, "alone": alone,
        "elo0": elo0, "elo1": elo1, "p0": p0, "p1": p1, "alpha": alpha, "beta": beta, "seed": seed,
    }  # fmt: skip
    question = make_question(elos, rates, alpha, beta)
    duel = Duel(setup=setup, a=a, b=b, seats=seats, is_alone=alone, seed=seed)
    test = DuelTest(duel, question, max_games)
    run_test(test, options, save=save, workers=workers, cluster=cluster, as_json=as_json)


def _check_rates(p0: float | None, p1: float | None) -> tuple[float, float] | None:
    """The hypotheses as win rates; None if these were not given."""
    if (p0 is None) != (p1 is None):
        raise OptionError("--p0 and --p1 go together; give both")
    return None if p0 is None or p1 is None else (p0, p1)


def _check_elos(low: float, high: float) -> tuple[float, float]:
    """The hypotheses as Elo differences."""
    for option, elo in (("--elo0", low), ("--elo1", high)):
        if not -MAX_ELO <= elo <= MAX_ELO:
            raise OptionError(f"{option} {elo:g}: must be from {-MAX_ELO:,} to {MAX_ELO:,}")
    if not low < high:
        raise OptionError(f"--elo0 {low:g}: must be below --elo1 ({high:g})")
    return low, high
