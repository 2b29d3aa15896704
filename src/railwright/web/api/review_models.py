"""Models of the responses about reviews."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from railwright.web.api.request_models import SaidText, said


class ReviewMoment(BaseModel):
    """The chances at a moment of the game."""

    step: int = Field(description="Number of actions before it")
    chances: list[float] = Field(description="Chance of each seat to win; they sum to 1")


class ReviewedKind(BaseModel):
    """The decisions of one kind."""

    kind: str = Field(
        description="opening tickets, cards, claims, blocking, tickets, payments, stations, passengers or tunnels"
    )
    decisions: int = Field(description="How many there were")
    mistakes: int = Field(description="How many were clearly worse than another choice")
    loss: float = Field(description="Chance to win that they gave away")
    accuracy: float = Field(description="From 0 to 100")


def _said_since(name: str) -> Any:
    """The field beside the field ``name``, which reviews lack that were made before there were other languages."""
    return Field(None, description=f"`{name}` as it can be said in other languages; missing in old reviews")


class CostlyDecision(BaseModel):
    """A decision that was clearly worse than another choice."""

    step: int = Field(description="Number of actions before it")
    kind: str = Field(description="Kind of the decision")
    action: int = Field(description="Action that was taken")
    words: str = Field(description="The same in words")
    words_said: SaidText | None = _said_since("words")
    best: int = Field(description="Action that was better")
    best_words: str = Field(description="The same in words")
    best_words_said: SaidText | None = _said_since("best_words")
    reason: str = Field(description="Why it was better")
    reason_said: SaidText | None = _said_since("reason")
    win_chance: float = Field(description="Chance to win that a hint would have stated")
    loss: float = Field(description="Chance to win that the action gave away")
    error: float = Field(description="Standard error of the loss")
    worlds: int = Field(description="Games consistent with the seat's view in which both were tried")


class ReviewedSeat(BaseModel):
    """What the review says about a seat. ``equal_share + skill + others + luck`` is ``result``."""

    name: str = Field(description="Name of the seat")
    player: str = Field(description="Its player")
    result: float = Field(description="Its share of the win")
    equal_share: float = Field(description="Chance of every seat before the deal")
    skill: float = Field(description="What its own decisions gave away, never positive")
    others: float = Field(description="What it gained from the decisions of others")
    luck: float = Field(description="What cards and offers gave or took")
    luck_by_source: dict[str, float] = Field(description="Luck by source: deal, cards, tickets, tunnels, hidden")
    accuracy: float = Field(description="From 0 to 100")
    decisions: int = Field(description="Decisions with more than one choice")
    mistakes: int = Field(description="Decisions that were clearly worse than another choice")
    loss: float = Field(description="Chance to win that they gave away")
    kinds: list[ReviewedKind] = Field(description="The decisions by kind")
    costliest: list[CostlyDecision] = Field(description="The costliest decisions, at most ten")


class ReviewEffortSeen(BaseModel):
    """How much was computed."""

    games: int = Field(description="Games played to the end from each moment")
    screening: int = Field(description="Worlds in which all choices were tried")
    comparing: int = Field(description="Further worlds for the best of them")


class GameReview(BaseModel):
    """The review of a game."""

    format: str = Field(description="railwright-review/1")
    board: str = Field(description="Name of the board")
    seed: int = Field(description="Seed of the trials")
    steps: int = Field(description="Number of actions of the game")
    effort: ReviewEffortSeen = Field(description="How much was computed")
    curve: list[ReviewMoment] = Field(description="Chances over the game")
    seats: list[ReviewedSeat] = Field(description="The seats")


class ReviewSeen(BaseModel):
    """The state of a game's review."""

    state: Literal["none", "running", "done", "failed"] = Field(description="State of the computation")
    done: int = Field(description="Pieces that are done")
    pieces: int = Field(description="All pieces; 0 unless it is running")
    message: str = Field(description="Why it failed, or nothing")
    message_said: SaidText | None = said("message")
    review: GameReview | None = Field(description="The review, once it is done")
