"""Models of request bodies. Everything is bounded; invalid requests are refused before anything is done."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from railwright.game.actions import ACTIONS
from railwright.game.chance import MAX_SEED
from railwright.game.ruleset import MAX_SEATS
from railwright.players.levels.levels import LEVELS
from railwright.table.phrases import PHRASES
from railwright.web.access.allowed_players import LONGEST_PLAYER
from railwright.web.access.outside import LONGEST_URL
from railwright.web.rooms.absence import USUAL_STAND_IN
from railwright.web.rooms.webhooks import LONGEST_LINK

PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$"
"""One line of text without control characters and without characters that change the writing direction."""


def _check_plain(text: str) -> str:
    if re.search(PLAIN, text) is None:
        raise PydanticCustomError(
            "plain_text", "this text contains characters that cannot be shown, such as control characters"
        )
    return text


Plain = Annotated[str, AfterValidator(_check_plain), Field(json_schema_extra={"pattern": PLAIN})]
Name = Annotated[Plain, StringConstraints(strip_whitespace=True, max_length=24)]
Word = Annotated[Plain, StringConstraints(min_length=1, max_length=80)]
PlayerName = Annotated[Plain, StringConstraints(min_length=1, max_length=LONGEST_PLAYER)]


def _check_level(name: str) -> str:
    if name not in LEVELS:
        raise PydanticCustomError("level", "choose one of the levels {levels}", {"levels": ", ".join(LEVELS)})
    return name


LevelName = Annotated[str, AfterValidator(_check_level), Field(json_schema_extra={"enum": list(LEVELS)})]


def _check_phrase(name: str) -> str:
    if name not in PHRASES:
        raise PydanticCustomError(
            "phrase", "there is no such phrase; choose one of {phrases}", {"phrases": ", ".join(PHRASES)}
        )
    return name


PhraseName = Annotated[str, AfterValidator(_check_phrase)]

Secret = Annotated[str, StringConstraints(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Strict(BaseModel):
    """A model without unknown keys and type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, data: Any) -> Any:
        """Stop at the first unknown key: there may be thousands."""
        unknown = next((key for key in data if key not in cls.model_fields), None) if isinstance(data, dict) else None
        if unknown is not None:
            raise PydanticCustomError("extra_forbidden", "unknown key {key}", {"key": repr(unknown[:40])})
        return data


class SeatWish(Strict):
    """The player in a seat."""

    player: PlayerName = Field(description="human, or the name of a computer player", examples=["human", "express"])
    name: Name = Field("", description="Name to show; empty for the name of the player")
    invited: bool = Field(False, description="Whether the seat gets an invitation to send, instead of a key")


class AbsenceWish(Strict):
    """What happens when the others wait for an absent person."""

    player: LevelName = Field(USUAL_STAND_IN, description="Level of the computer player that takes the seat")
    seconds: float | None = Field(
        None, ge=0, le=86_400,
        description="Time to wait; null until somebody who began the game calls the computer player",
    )  # fmt: skip


class ClockWish(Strict):
    """The time of each person; when it is up, a computer player finishes the turn."""

    seconds: float = Field(gt=0, le=86_400, description="Time for the whole game")
    increment: float = Field(0, ge=0, le=3_600, description="Time added at the beginning of each turn, in seconds")


class StandInWish(Strict):
    """A computer player for an absent seat."""

    player: LevelName | None = Field(None, description="Its level; by default the one chosen at the start")


class GameWish(Strict):
    """A new game."""

    board: Word = Field("usa", description="Name of a built-in or uploaded board")
    ruleset: Word | None = Field(None, description="Name of a ruleset; the board's own by default")
    tickets: Word | None = Field(None, description="Name of a ticket deck; the board's first by default")
    seats: list[SeatWish] = Field(min_length=2, max_length=MAX_SEATS, description="Players in order of the seats")
    seed: int | None = Field(
        None, ge=0, lt=MAX_SEED, description="Seed of the game; random by default, and not allowed with invitations"
    )
    grace_seconds: float | None = Field(
        None, ge=0, le=10, description="Time to undo an action before computer players act on it"
    )
    absent: AbsenceWish | None = Field(None, description="What happens when the others wait for an absent person")
    clock: ClockWish | None = Field(None, description="Time of each person; none by default")


class ActionWish(Strict):
    """An action of the seat of the key."""

    action: int = Field(ge=0, lt=ACTIONS, description="Action number; the legal ones are listed in the game")
    version: int = Field(ge=0, description="Version of the game that the action is meant for")


class WebhookWish(Strict):
    """An address to call at the turns of a seat."""

    url: Annotated[str, StringConstraints(max_length=LONGEST_URL)] = Field(
        description="Address, which must begin with https:// and be public"
    )
    link: Annotated[str, StringConstraints(max_length=LONGEST_LINK)] = Field(
        description="Link to the game for the call to mention: the address of the page with #/table/ and the game"
    )


class VersionWish(Strict):
    """A request for one version of a game."""

    version: int = Field(ge=0, description="Version of the game that the request is meant for")


class ForkWish(Strict):
    """A new game that continues from a step of a finished one."""

    step: int = Field(ge=0, le=100_000, description="Number of steps to keep")
    seats: list[SeatWish] | None = Field(
        None, min_length=2, max_length=MAX_SEATS, description="Players in order of the seats; the same by default"
    )


class InvitationWish(Strict):
    """A request to take a seat with an invitation."""

    invitation: Secret = Field(description="Invitation to the seat")
    secret: Secret = Field(
        description="Random characters of your own. The same secret always gives the same key, so the request can be "
        "repeated if the response was lost."
    )


class SeatKey(BaseModel):
    """The key of a seat."""

    key: str = Field(description="Key for the header X-Railwright-Key")


class NewGame(BaseModel):
    """A game that was created."""

    game: str = Field(description="Name of the game")
    keys: list[str | None] = Field(
        description="Key of each seat, in order; null for computer players and for invited seats. The key holder "
        "plays the seat."
    )
    invitations: list[str | None] = Field(
        description="Invitation to each invited seat, which works once; null for the other seats"
    )


class Rematch(BaseModel):
    """The game after a finished one."""

    game: str = Field(description="Name of the game")
    seat: int = Field(description="The caller's seat in the new game, held with the same key")


class SaidText(BaseModel):
    """A text as it can be said in other languages."""

    pattern: str = Field(
        description="The text in English, in ICU's message format",
        examples=["it is not your turn: {name} has to decide"],
    )
    values: dict[str, Any] = Field(
        {},
        description="Values for the pattern: numbers, texts that are the same in all languages, texts like this one, "
        "lists ({items, between}), and texts that are shown in their own way ({text, kind, color})",
    )
    context: str = Field(
        "", description="Distinguishes texts that are the same in English but need different translations"
    )


def said(name: str) -> Any:
    """The field beside the field ``name``, which has the same text for other languages."""
    return Field(description=f"`{name}` as it can be said in other languages; null if it is only in English")


class Refusal(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="Short name of the reason", examples=["stale"])
    message: str = Field(description="What is wrong, in one line")
    message_said: SaidText | None = said("message")


KeyText = Annotated[str, StringConstraints(max_length=64)]


class Message(Strict):
    """A message that a page sends over its WebSocket."""

    type: Literal["look", "act", "undo", "go-on", "say"]
    id: int | None = Field(None, ge=0, le=2**53, description="Number that is repeated in the answer")
    key: KeyText | None = None
    also: list[KeyText] = Field([], max_length=MAX_SEATS - 1)
    since: int = Field(-1, ge=-1, le=100_000)
    action: int | None = Field(None, ge=0, lt=ACTIONS)
    version: int | None = Field(None, ge=0)
    phrase: PhraseName | None = None
