"""Play a sequential test between two players, and report its answer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import typer

from railwright.arena.duel import Duel, DuelRound
from railwright.arena.duel_log import DuelLog
from railwright.arena.sprt import Question, SequentialTest
from railwright.cli.kit.exit_codes import INTERRUPTED
from railwright.cli.kit.output import again, note, print_json, progress, suggest
from railwright.cli.kit.pool import open_pool
from railwright.errors import OptionError
from railwright.players.levels.elo import expected_share, rating_difference
from railwright.words import count
from railwright.workers.pool import WorkerPool
from railwright.workers.tasks import check_games


def make_question(elos: tuple[float, float], rates: tuple[float, float] | None, alpha: float, beta: float) -> Question:
    """The question of the test; the hypotheses are win rates, if given, or else Elo differences."""
    p0, p1 = rates or (expected_share(elo, 0) for elo in elos)
    return Question(p0, p1, alpha, beta)


@dataclass(frozen=True, slots=True)
class DuelTest:
    """A duel, the question about it, and the most games that may be played to answer it."""

    duel: Duel
    question: Question
    max_games: int

    def __post_init__(self) -> None:
        check_games(self.max_games, "a test")
        least = self.duel.games_in_round
        if self.max_games < least:
            raise OptionError(
                f"--max-games {self.max_games}: must be at least {least}, one round with {self.duel.seats} seats"
            )


def run_test(
    asked: DuelTest,
    options: Mapping[str, Any],
    *,
    save: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play what is left of the test, and report. ``options`` are those of the command line, for a suggestion."""
    test = SequentialTest(asked.question)
    with nullcontext() if save is None else DuelLog(save, asked.duel) as log, open_pool(workers, cluster) as pool:
        rounds = [] if log is None else list(log.rounds)
        if rounds and not as_json:
            note(f"Resumed after {count(len(rounds), 'round')}.")
        began = time.perf_counter()
        interrupted = _play(asked, pool, test, rounds, log)
        seconds = time.perf_counter() - began
    report = _as_object(asked, test, rounds, seconds)
    if interrupted:
        note("Stopped. The results are from the finished rounds.")
        if save is not None:
            note("The same command resumes the test.")
    if as_json:
        print_json(report)
    else:
        _print(report)
        suggest(_next(report, options))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _play(
    asked: DuelTest, pool: WorkerPool, test: SequentialTest, rounds: list[DuelRound], log: DuelLog | None
) -> bool:  # fmt: skip
    """Play until the test is decided or the games are used up; returns whether the user stopped it.

    ``rounds`` are those that are known already, and become all that count.
    """
    games, most = asked.duel.games_in_round, asked.max_games // asked.duel.games_in_round
    known, rounds[:] = rounds[:most], []

    def new_rounds() -> Iterator[DuelRound]:
        for played in asked.duel.play(pool, most, first=len(known)):
            if log is not None:
                log.append(played)
            yield played

    try:
        with progress("games", asked.max_games) as done:
            for played in chain(known, new_rounds()):
                rounds.append(played)
                test.add(played.score)
                done(games)
                if test.answer is not None:
                    break
    except KeyboardInterrupt:
        if not test.scores:
            raise
        return True
    return False


def _decision_ms(rounds: list[DuelRound], player: int) -> float | None:
    """The mean time of a decision of A (0) or B (1) in milliseconds; None if no game was timed."""
    decisions = sum(played.decisions[player] for played in rounds)
    nanoseconds = sum(played.nanoseconds[player] for played in rounds)
    return round(nanoseconds / decisions / 1e6, 6) if decisions else None


def _as_object(asked: DuelTest, test: SequentialTest, rounds: list[DuelRound], seconds: float) -> dict[str, Any]:
    duel, question = asked.duel, asked.question
    estimate = test.estimate()
    answer = {question.p0: "p0", question.p1: "p1", None: "open"}[test.answer]
    return {
        "a": duel.a,
        "b": duel.b,
        **duel.setup.names,
        "seats": duel.seats,
        "alone": duel.is_alone,
        "seed": duel.seed,
        "p0": round(question.p0, 6),
        "p1": round(question.p1, 6),
        "alpha": question.alpha,
        "beta": question.beta,
        "answer": answer,
        "log_likelihood_ratio": round(test.ratio, 6),
        "lower": round(question.lower, 6),
        "upper": round(question.upper, 6),
        "rounds": len(rounds),
        "games": len(rounds) * duel.games_in_round,
        "win_rate": round(estimate.mean, 6),
        "win_rate_low": round(estimate.low, 6),
        "win_rate_high": round(estimate.high, 6),
        "elo": round(rating_difference(estimate.mean), 1) if 0 < estimate.mean < 1 and not duel.is_alone else None,
        "scores": [round(score, 6) for score in test.scores],
        "timing": {
            "reproducible": False,
            "seconds": round(seconds, 3),
            "decision_ms": [_decision_ms(rounds, player) for player in (0, 1)],
        },
    }


def _print(report: dict[str, Any]) -> None:
    a, b, p0, p1 = report["a"], report["b"], report["p0"], report["p1"]
    opponents = f"{report['seats'] - 1} x {b}" if report["alone"] else b
    print(f"Does {a} win {p0:.3f} or {p1:.3f} of its games against {opponents}?")
    if report["answer"] == "open":
        print("Answer: undecided.")
    else:
        chance = report["beta"] if report["answer"] == "p0" else report["alpha"]
        rate = report[report["answer"]]
        print(f"Answer: {rate:.3f}. If the other rate were true, this answer would have a probability of {chance:g}.")
    elo = "" if report["elo"] is None else f", Elo {report['elo']:+.0f}"
    print(f"Win rate {report['win_rate']:.3f} ({report['win_rate_low']:.3f} - {report['win_rate_high']:.3f}{elo}).")
    print(f"Log-likelihood ratio {report['log_likelihood_ratio']:.2f}; decided at {report['lower']:.2f} "
          f"or {report['upper']:.2f}.")  # fmt: skip
    games, rounds = count(report["games"], "game"), count(report["rounds"], "round")
    print(f"Cost: {games} in {rounds}, {report['timing']['seconds']:.1f} s.")
    ms_a, ms_b = report["timing"]["decision_ms"]
    if ms_a is not None and ms_b is not None:
        print(f"Time of a decision: {ms_a:.3g} ms and {ms_b:.3g} ms.")


def _next(report: dict[str, Any], options: Mapping[str, Any]) -> str:
    """What to do next, with the same board, tickets and rules."""
    a, b = report["a"], report["b"]
    if report["answer"] == "open":
        longer = again("railwright", "sprt", a, b, **options, max_games=10 * report["games"])
        return f"{longer} plays more games; or test a larger difference"
    place = {option: options[option] for option in ("board", "tickets", "ruleset")}
    seats = report["seats"]
    players = ",".join([a, *[b] * (seats - 1)] if report["alone"] else ([a, b] * seats)[:seats])
    return f"{again('railwright', 'simulate', **place, players=players, games=1000)} compares them in detail"
