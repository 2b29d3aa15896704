"""The results of the boards, read from the outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from railwright.game.board import Board
from railwright.mapmaker.balance.problem.board_style import FREE
from railwright.mapmaker.balance.problem.brief import PUBLISHED, RACING
from railwright.mapmaker.balance.problem.features import Features, features
from railwright.studies.smith_anton2022.cases import Case


@dataclass(frozen=True, slots=True)
class Played:
    """Results of games on a board."""

    games: int
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    """Half the width of each share's 95% confidence interval."""
    distance: float
    low: float
    high: float

    @staticmethod
    def read(data: Mapping[str, Any]) -> Played:
        """From the result of a computation."""
        return Played(
            data["games"], tuple(data["shares"]), tuple(data["margins"]), data["distance"], data["low"], data["high"]
        )


@dataclass(frozen=True, slots=True)
class MadeBoard:
    """A board that was made."""

    case: Case
    board: Board
    games: int
    """Games that the search took."""
    seconds: float
    """CPU seconds that the search took."""
    history: tuple[tuple[int, float], ...]
    """Games so far, and the distance estimated by the search."""
    after: Played
    short: Played
    """The same board with as many games as in the paper."""
    before: Played | None
    """The original board; None for a new graph."""
    random: tuple[Played, ...]

    @property
    def random_mean(self) -> float:
        """The mean distance of random boards."""
        return fmean(one.distance for one in self.random)

    @staticmethod
    def read(case: Case, data: Mapping[str, Any]) -> MadeBoard:
        """From the result of a computation."""
        return MadeBoard(
            case, Board.from_dict(data["board"]), data["games"], data["seconds"],
            tuple((games, distance) for games, distance in data["history"]), Played.read(data["after"]),
            Played.read(data["short"]), Played.read(data["before"]) if data["before"] else None,
            tuple(Played.read(one) for one in data["random"]),
        )  # fmt: skip


def features_of(board: Board) -> Features:
    """The features of a board with its first deck, which is the one played."""
    return features(board, board.decks[0])


def on(boards: Sequence[MadeBoard], graph: str) -> list[MadeBoard]:
    """The boards on a graph."""
    return [made for made in boards if made.case.graph == graph]


def find(boards: Sequence[MadeBoard], graph: str, method: str, style: str = FREE) -> MadeBoard | None:
    """The board of a case, if it was made."""
    return next((made for made in boards if made.case == Case(graph, method, style)), None)


def of_theirs(boards: Sequence[MadeBoard], graph: str) -> MadeBoard | None:
    """The board of the published method."""
    return find(boards, graph, PUBLISHED)


def of_ours(boards: Sequence[MadeBoard], graph: str) -> MadeBoard | None:
    """The board of our method in the free style, for comparison with the published method."""
    return find(boards, graph, RACING)


def original(boards: Sequence[MadeBoard]) -> Played | None:
    """The original board, as played for comparison with any board on its graph: always on the same deals."""
    return next((made.before for made in boards if made.before is not None), None)
