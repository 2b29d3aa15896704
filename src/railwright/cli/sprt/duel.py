"""Play a sequential test between two players, and report its answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import typer

from railwright.arena.sprt import Question, SequentialTest, elo_of_rate, games_in_round, play_rounds, rate_of_elo
from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import again, note, print_json, progress, suggest
from railwright.cli.kit.pool import open_pool
from railwright.errors import OptionError
from railwright.game.game import check_seats
from railwright.game.setup import Setup
from railwright.words import count
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import check_games


def make_question(elos: tuple[float, float], rates: tuple[float, float] | None, alpha: float, beta: float) -> Question:
    """The question of the test; the hypotheses are win rates, if given, or else Elo differences."""
    p0, p1 = rates or map(rate_of_elo, elos)
    return Question(p0, p1, alpha, beta)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Two players, the question about them, and the settings of the test that answers it."""

    question: Question
    setup: Setup
    a: str
    b: str
    seats: int
    seed: int
    max_games: int

    def __post_init__(self) -> None:
        check_seats(self.setup, self.seats)
        check_games(self.max_games, "a test")
        least = games_in_round(self.seats)
        if self.max_games < least:
            raise OptionError(
                f"--max-games {self.max_games}: must be at least {least}, one round with {self.seats} seats"
            )


def run_duel(
    duel: Duel, options: Mapping[str, Any], *, workers: int | None, cluster: str | None, as_json: bool
) -> None:
    """Play and report. ``options`` are those of the command line, for a suggestion."""
    test = SequentialTest(duel.question)
    with open_pool(workers, cluster) as pool:
        began = time.perf_counter()
        interrupted = _play(test, duel, pool)
        seconds = time.perf_counter() - began
    report = _as_object(test, duel, seconds)
    if interrupted:
        note("Stopped. The results are from the finished rounds.")
    if as_json:
        print_json(report)
    else:
        _print(report)
        suggest(_next(report, options))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _play(test: SequentialTest, duel: Duel, pool: WorkerPool) -> bool:
    """Play until the test is decided or the games are used up; returns whether the user stopped it."""
    games = games_in_round(duel.seats)
    rounds = duel.max_games // games
    try:
        with progress("games", duel.max_games) as done:
            for score in play_rounds(pool, duel.setup, duel.a, duel.b, seats=duel.seats, seed=duel.seed, rounds=rounds):
                test.add(score)
                done(games)
                if test.answer is not None:
                    break
    except KeyboardInterrupt:
        if not test.scores:
            raise
        return True
    return False


def _as_object(test: SequentialTest, duel: Duel, seconds: float) -> dict[str, Any]:
    question = duel.question
    estimate = test.estimate()
    answer = {question.p0: "p0", question.p1: "p1", None: "open"}[test.answer]
    return {
        "a": duel.a,
        "b": duel.b,
        **duel.setup.names,
        "seats": duel.seats,
        "seed": duel.seed,
        "p0": round(question.p0, 6),
        "p1": round(question.p1, 6),
        "alpha": question.alpha,
        "beta": question.beta,
        "answer": answer,
        "log_likelihood_ratio": round(test.ratio, 6),
        "lower": round(question.lower, 6),
        "upper": round(question.upper, 6),
        "rounds": len(test.scores),
        "games": len(test.scores) * games_in_round(duel.seats),
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


def _next(report: dict[str, Any], options: Mapping[str, Any]) -> str:
    """What to do next, with the same board, tickets and rules."""
    a, b = report["a"], report["b"]
    if report["answer"] == "open":
        longer = again("railwright", "sprt", a, b, **options, max_games=10 * report["games"])
        return f"{longer} plays more games; or test a larger difference"
    place = {option: options[option] for option in ("board", "tickets", "ruleset")}
    return f"{again('railwright', 'simulate', **place, players=f'{a},{b}', games=1000)} compares them in detail"
