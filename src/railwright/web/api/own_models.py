"""Models of the responses about the own games of a person."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from railwright.web.rooms.own_game_words import LeftOut, Origin


class OwnSeatSeen(BaseModel):
    """A seat of a game."""

    name: str = Field(description="Name of the seat")
    player: str = Field(description="Its player: human, or the name of a computer player")


class OwnEnd(BaseModel):
    """How a game ended for its person."""

    place: int = Field(description="Place of the person, from 1")
    win_share: float = Field(description="1 for a win, less if others share it, 0 otherwise")
    points: float = Field(description="Points of the person")
    scores: list[float] = Field(description="Points of all seats")
    completed: int = Field(description="Number of tickets that the person completed")
    failed: int = Field(description="Number of tickets that the person failed")
    accuracy: float | None = Field(description="Accuracy of the person from 0 to 100; null without a review")


class OwnGameSeen(BaseModel):
    """A game of a person."""

    game: str = Field(description="Name of the game")
    added: float = Field(description="When the person got the seat, in seconds since 1970")
    origin: Origin = Field(
        description="new; continued (from a move of another game); record (uploaded); chosen-deal (with a given seed)"
    )
    board: str = Field(description="Name of the board")
    title: str = Field(description="Title of the board")
    deck: str = Field(description="Name of the ticket deck")
    ruleset: str = Field(description="Name of the ruleset")
    seat: int = Field(description="Seat of the person")
    seats: list[OwnSeatSeen] = Field(description="All seats, in order")
    opponents: str = Field(
        description="Strongest level among the opponents, as a number; people if a person is among them; others for "
        "players without a level"
    )
    is_over: bool = Field(description="Whether the game is over")
    is_reviewed: bool = Field(description="Whether its review has been made")
    left_out: LeftOut = Field(description="Why it is left out of the statistics; empty if it counts")
    end: OwnEnd | None = Field(description="How it ended; null if it goes on or cannot be replayed")


class OwnGamesSeen(BaseModel):
    """Some of the games of a person."""

    games: list[OwnGameSeen] = Field(description="Games, the latest first")
    count: int = Field(description="Number of all games of the person")
    next: int | None = Field(description="Start of the next page; null on the last one")


class OwnTally(BaseModel):
    """Statistics of some games."""

    key: str = Field(description="Name of the board, kind of opponents, or number of seats")
    name: str = Field(description="Title of the board; empty for others")
    games: int = Field(description="Number of games")
    win_rate: float = Field(description="Share of wins; shared ones count in part")
    interval: list[float] = Field(description="95% Wilson interval of the win rate", min_length=2, max_length=2)
    equal_share: float = Field(description="Win rate if everybody at the table were equally strong")
    points: float = Field(description="Mean points")
    completed: int = Field(description="Number of completed tickets")
    failed: int = Field(description="Number of failed tickets")
    accuracy: float | None = Field(description="Mean accuracy in reviewed games; null without any")
    reviewed: int = Field(description="Number of reviewed games")


class OwnStatistics(BaseModel):
    """Statistics of the games of a person."""

    total: OwnTally | None = Field(description="All games that count; null if none does")
    left_out: dict[str, int] = Field(description="Number of games that do not count, by the reason")
    by_board: list[OwnTally] = Field(description="By board")
    by_opponents: list[OwnTally] = Field(description="By the strongest level among the opponents")
    by_seats: list[OwnTally] = Field(description="By the number of seats")
    waiting: int = Field(description="Games whose end is not computed yet: ask again")


class ExportedGame(OwnGameSeen):
    """A game of a person, with its record."""

    record: dict[str, Any] | None = Field(description="Record of the game; null unless it is over")


class OwnExport(BaseModel):
    """All games of a person."""

    format: str = Field(description="railwright-own-games/1")
    games: list[ExportedGame] = Field(description="Games, the latest first")
