"""``railwright sprt``: a sequential test of whether one player is stronger than another."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import typer

from railwright.cli.kit.output import INTERRUPTED, again, note, print_json, progress, suggest
from railwright.cli.kit.worker_options import CLUSTER, WORKERS, check_worker_options, open_pool
from railwright.errors import OptionError
from railwright.words import count

if TYPE_CHECKING:
    from railwright.arena.sprt import Question, SequentialTest
    from railwright.game.setup import Setup
    from railwright.workers.pool import WorkerPool

EXAMPLE = "Example: railwright sprt path one-step --elo0 0 --elo1 50 --seed 1"

ELO_0, ELO_1 = 0.0, 20.0
MOST_ELO = 2000
"""Largest Elo difference: one loss in a hundred thousand games, the default limit of a test."""


def sprt(
    a: str = typer.Argument(help="The player to test; NAME:option=value sets an option, FILE.py:NAME is your own."),
    b: str = typer.Argument(help="Its opponent."),
    board: str = typer.Option("usa", help="A built-in board (usa, europe, germany) or a board file."),
    tickets: str = typer.Option(None, help="The ticket deck; by default the board's first."),
    ruleset: str = typer.Option(None, help="The rules; by default the board's own."),
    seats: int = typer.Option(2, help="Seats at the table; A and B alternate around it."),
    elo0: float = typer.Option(None, help=f"Hypothesis H0: lead of A over B in Elo points; by default {ELO_0:g}."),
    elo1: float = typer.Option(None, help=f"Hypothesis H1: lead of A over B in Elo points; by default {ELO_1:g}."),
    p0: float = typer.Option(None, help="H0 as a win rate of A from 0 to 1, instead of --elo0."),
    p1: float = typer.Option(None, help="H1 as a win rate of A from 0 to 1, instead of --elo1."),
    alpha: float = typer.Option(0.05, help="Probability of accepting H1 when H0 is true."),
    beta: float = typer.Option(0.05, help="Probability of accepting H0 when H1 is true."),
    max_games: int = typer.Option(100_000, help="Stop undecided after this many games."),
    seed: int = typer.Option(1, help="The same seed gives the same games."),
    workers: int = WORKERS,
    cluster: str = CLUSTER,
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Test whether player A is stronger than player B, and stop as soon as the test is decided."""
    from railwright.cli.kit.compiling import prepare_players
    from railwright.game.chance import check_seed
    from railwright.maps.load import load_setup
    from railwright.players.registry import current_name

    check_worker_options(workers, cluster)
    check_seed(seed)
    a, b = current_name(a), current_name(b)
    setup = load_setup(board, tickets=tickets, ruleset=ruleset)
    prepare_players([a, b])
    from railwright.arena.sprt import Question, SequentialTest, games_in_round
    from railwright.game.game import check_seats
    from railwright.workers.tasks import check_games

    question = Question(*_rates(elo0, elo1, p0, p1), alpha, beta)
    check_seats(setup, seats)
    check_games(max_games, "a test")
    if max_games < games_in_round(seats):
        least = games_in_round(seats)
        raise OptionError(f"--max-games {max_games}: must be at least {least}, one round with {seats} seats")
    test = SequentialTest(question)
    with open_pool(workers, cluster) as pool:
        began = time.perf_counter()
        interrupted = _play(test, setup, a, b, seats=seats, seed=seed, max_games=max_games, pool=pool)
        seconds = time.perf_counter() - began
    report = _as_object(test, setup, a, b, seats=seats, seed=seed, seconds=seconds)
    if interrupted:
        note("Stopped. The results are from the finished rounds.")
    if as_json:
        print_json(report)
    else:
        _print(report)
        place = {"board": board, "tickets": tickets, "ruleset": ruleset}
        asked = {
            "seats": seats, "elo0": elo0, "elo1": elo1, "p0": p0, "p1": p1, "alpha": alpha, "beta": beta, "seed": seed
        }  # fmt: skip
        suggest(_next(report, place, asked))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _rates(elo0: float | None, elo1: float | None, p0: float | None, p1: float | None) -> tuple[float, float]:
    """The win rates of A under the two hypotheses."""
    from railwright.arena.sprt import rate_of_elo

    if (elo0, elo1) != (None, None) and (p0, p1) != (None, None):
        raise OptionError("give either --elo0 and --elo1 or --p0 and --p1, not both")
    if (p0 is None) != (p1 is None):
        raise OptionError("--p0 and --p1 go together; give both")
    if p0 is not None and p1 is not None:
        return p0, p1
    low, high = ELO_0 if elo0 is None else elo0, ELO_1 if elo1 is None else elo1
    for option, elo in (("--elo0", low), ("--elo1", high)):
        if not -MOST_ELO <= elo <= MOST_ELO:
            raise OptionError(f"{option} must be from {-MOST_ELO:,} to {MOST_ELO:,}, not {elo:g}")
    if not low < high:
        raise OptionError(f"--elo0 must be below --elo1, not {low:g} and {high:g}")
    return rate_of_elo(low), rate_of_elo(high)


def _play(
    test: SequentialTest, setup: Setup, a: str, b: str, *, seats: int, seed: int, max_games: int, pool: WorkerPool
) -> bool:
    """Play until the test is decided or the games are used up; returns whether the user stopped it."""
    from railwright.arena.sprt import games_in_round, play_rounds

    games = games_in_round(seats)
    try:
        with progress("games", max_games) as done:
            for score in play_rounds(pool, setup, a, b, seats=seats, seed=seed, rounds=max_games // games):
                test.add(score)
                done(games)
                if test.answer is not None:
                    break
    except KeyboardInterrupt:
        if not test.scores:
            raise
        return True
    return False


def _as_object(
    test: SequentialTest, setup: Setup, a: str, b: str, *, seats: int, seed: int, seconds: float
) -> dict[str, Any]:
    from railwright.arena.sprt import elo_of_rate, games_in_round

    question: Question = test.question
    estimate = test.estimate()
    answer = {question.p0: "p0", question.p1: "p1", None: "open"}[test.answer]
    return {
        "a": a,
        "b": b,
        **setup.names,
        "seats": seats,
        "seed": seed,
        "p0": round(question.p0, 6),
        "p1": round(question.p1, 6),
        "alpha": question.alpha,
        "beta": question.beta,
        "answer": answer,
        "log_likelihood_ratio": round(test.ratio, 6),
        "lower": round(question.lower, 6),
        "upper": round(question.upper, 6),
        "rounds": len(test.scores),
        "games": len(test.scores) * games_in_round(seats),
        "win_rate": round(estimate.mean, 6),
        "win_rate_low": round(estimate.low, 6),
        "win_rate_high": round(estimate.high, 6),
        "elo": round(elo_of_rate(estimate.mean), 1) if 0 < estimate.mean < 1 else None,
        "timing": {"reproducible": False, "seconds": round(seconds, 3)},
    }


def _print(report: dict[str, Any]) -> None:
    a, b, p0, p1 = report["a"], report["b"], report["p0"], report["p1"]
    print(f"Does {a} win {p0:.3f} or {p1:.3f} of its games against {b}?")
    if report["answer"] == "open":
        print("Answer: undecided.")
    else:
        chance = report["beta"] if report["answer"] == "p0" else report["alpha"]
        rate = report[report["answer"]]
        print(f"Answer: {rate:.3f}. If the other were true, this answer would have a probability of {chance:g}.")
    elo = "" if report["elo"] is None else f", Elo {report['elo']:+.0f}"
    print(f"Win rate {report['win_rate']:.3f} ({report['win_rate_low']:.3f} - {report['win_rate_high']:.3f}{elo}).")
    print(f"Log-likelihood ratio {report['log_likelihood_ratio']:.2f}; decided at {report['lower']:.2f} "
          f"or {report['upper']:.2f}.")  # fmt: skip
    games, rounds = count(report["games"], "game"), count(report["rounds"], "round")
    print(f"Cost: {games} in {rounds}, {report['timing']['seconds']:.1f} s.")


def _next(report: dict[str, Any], place: dict[str, Any], asked: dict[str, Any]) -> str:
    """What to do next, with the same board, tickets and rules."""
    a, b = report["a"], report["b"]
    if report["answer"] == "open":
        longer = again("railwright", "sprt", a, b, **place, **asked, max_games=10 * report["games"])
        return f"{longer} plays more games; or test a larger difference"
    return f"{again('railwright', 'simulate', **place, players=f'{a},{b}', games=1000)} compares them in detail"
