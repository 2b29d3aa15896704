"""The review of a finished game: a curve of chances, luck and skill, accuracy, and the costliest decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railwright.game.game import Game
from railwright.game.record import Record
from railwright.review.accuracy import accuracy
from railwright.review.balance import Balance, balances
from railwright.review.chances import result_shares
from railwright.review.cutting import cut
from railwright.review.effort import USUAL, ReviewEffort
from railwright.review.moments import check_finished, stretches
from railwright.review.pieces import Piece, ToldDecision, compute_piece
from railwright.say import both
from railwright.table.seats import Seats

FORMAT = "railwright-review/1"

LISTED = 10
"""Maximum number of decisions listed for a seat."""


@dataclass(frozen=True, slots=True)
class KindSummary:
    """A seat's decisions of one kind."""

    kind: str
    decisions: int
    mistakes: int
    loss: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What a review says about one seat."""

    name: str
    player: str
    accuracy: float
    decisions: int
    mistakes: int
    loss: float
    balance: Balance
    kinds: tuple[KindSummary, ...]
    costliest: tuple[ToldDecision, ...]
    """Its mistakes, the costliest first. Losses that are not significant count in ``loss``, but are not among them."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a finished game."""

    seed: int
    effort: ReviewEffort
    steps: int
    """The number of actions of the game."""
    board: str
    curve: Mapping[int, Sequence[float]]
    """Each seat's chance to win, keyed by the number of actions played so far."""
    seats: tuple[SeatReview, ...]

    def to_dict(self) -> dict[str, Any]:
        """The review as a JSON object."""
        return {
            "format": FORMAT,
            "board": self.board,
            "seed": self.seed,
            "steps": self.steps,
            "effort": {name: getattr(self.effort, name) for name in ReviewEffort.__slots__},
            "curve": [{"step": step, "chances": list(chances)} for step, chances in sorted(self.curve.items())],
            "seats": [_seat_words(seat) for seat in self.seats],
        }


def _seat_words(seat: SeatReview) -> dict[str, Any]:
    balance = seat.balance
    return {
        "name": seat.name,
        "player": seat.player,
        "result": balance.result,
        "equal_share": balance.equal_share,
        "skill": balance.skill,
        "others": balance.others,
        "luck": balance.luck,
        "luck_by_source": dict(balance.luck_by_source),
        "accuracy": round(seat.accuracy, 1),
        "decisions": seat.decisions,
        "mistakes": seat.mistakes,
        "loss": seat.loss,
        "kinds": [
            {"kind": one.kind, "decisions": one.decisions, "mistakes": one.mistakes, "loss": one.loss,
             "accuracy": round(one.accuracy, 1)}
            for one in seat.kinds
        ],
        "costliest": [_judged_words(judged) for judged in seat.costliest[:LISTED]],
    }  # fmt: skip


def _judged_words(judged: ToldDecision) -> dict[str, Any]:
    one = judged.decision
    return {
        "step": one.step, "kind": one.kind, "action": one.action, **both("words", judged.words), "best": one.best,
        **both("best_words", judged.best_words or ""), **both("reason", judged.reason or ""),
        "win_chance": round(one.win_chance, 4), "loss": one.loss, "error": one.error, "worlds": one.worlds,
    }  # fmt: skip


def assemble(record: Record, pieces: Iterable[Piece], *, seed: int, effort: ReviewEffort = USUAL) -> Review:
    """Put the pieces of a review together, in any order."""
    curve: dict[int, Sequence[float]] = {}
    judged: list[ToldDecision] = []
    for piece in pieces:
        curve.update(piece.chances)
        judged += piece.judged
    game = record.replay()
    curve[len(record.actions)] = result_shares(game)
    judged.sort(key=lambda one: one.decision.step)
    kept = balances(curve, stretches(record), [one.decision for one in judged])
    names = Seats.of(record.seats).names
    seats = tuple(
        _review_seat(game, names[seat], str(record.seats[seat]["player"]), kept[seat],
                     [one for one in judged if one.decision.seat == seat])
        for seat in range(game.seats)
    )  # fmt: skip
    return Review(seed, effort, len(record.actions), record.setup.names["board"], curve, seats)


def _review_seat(game: Game, name: str, player: str, balance: Balance, judged: Sequence[ToldDecision]) -> SeatReview:
    kinds = tuple(
        _summary(game, kind, [one for one in judged if one.decision.kind == kind])
        for kind in dict.fromkeys(one.decision.kind for one in judged)
    )
    costliest = sorted(
        (one for one in judged if one.decision.is_mistake), key=lambda one: (-one.decision.loss, one.decision.step)
    )
    loss = sum(one.decision.loss for one in judged)
    return SeatReview(
        name, player, accuracy(loss, game.seats), len(judged), len(costliest), loss, balance, kinds, tuple(costliest)
    )  # fmt: skip


def _summary(game: Game, kind: str, judged: Sequence[ToldDecision]) -> KindSummary:
    loss = sum(one.decision.loss for one in judged)
    mistakes = sum(one.decision.is_mistake for one in judged)
    return KindSummary(kind, len(judged), mistakes, loss, accuracy(loss, game.seats))


def review_game(record: Record, *, seed: int = 1, effort: ReviewEffort = USUAL) -> Review:
    """Review a finished game in this process; RecordError if it is not over."""
    check_finished(record)
    names = Seats.of(record.seats).names
    cuts = cut(len(record.actions))
    pieces = [compute_piece(record, names, first, last, seed=seed, effort=effort) for first, last in cuts]
    return assemble(record, pieces, seed=seed, effort=effort)
