"""What requests may say. Everything has bounds; what does not fit is refused before anything is done."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from railwright.game.actions import ACTIONS
from railwright.game.chance import MAX_SEED
from railwright.game.ruleset import MAX_SEATS
from railwright.web.access.allowed_players import LONGEST_PLAYER

PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$"
"""Text on one line without characters that act on a screen: controls, and those that turn round what follows."""


def _check_plain(text: str) -> str:
    if re.search(PLAIN, text) is None:
        raise PydanticCustomError("plain_text", "this text has characters that cannot be shown, such as control codes")
    return text


Plain = Annotated[str, AfterValidator(_check_plain), Field(json_schema_extra={"pattern": PLAIN})]
Name = Annotated[Plain, StringConstraints(strip_whitespace=True, max_length=24)]
Word = Annotated[Plain, StringConstraints(min_length=1, max_length=80)]
PlayerName = Annotated[Plain, StringConstraints(min_length=1, max_length=LONGEST_PLAYER)]

Secret = Annotated[str, StringConstraints(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Strict(BaseModel):
    """No unknown keys, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, data: Any) -> Any:
        """Stop at the first unknown key: there may be thousands."""
        unknown = next((key for key in data if key not in cls.model_fields), None) if isinstance(data, dict) else None
        if unknown is not None:
            raise PydanticCustomError("extra_forbidden", "there is no {key} here", {"key": repr(unknown[:40])})
        return data


class SeatWish(Strict):
    """Who sits in a seat."""

    player: PlayerName = Field(description="human, or the name of a computer player", examples=["human", "express"])
    name: Name = ""
    invited: bool = Field(False, description="A person elsewhere: the seat gets an invitation instead of a key")


class GameWish(Strict):
    """A new game."""

    board: Word = "usa"
    ruleset: Word | None = Field(None, description="The board's own rules unless another ruleset is named")
    tickets: Word | None = Field(None, description="The board's first ticket deck unless another is named")
    seats: list[SeatWish] = Field(min_length=2, max_length=MAX_SEATS)
    seed: int | None = Field(None, ge=0, lt=MAX_SEED, description="A random one unless given; not with invited people")
    grace_seconds: float | None = Field(
        None, ge=0, le=10, description="Time to take an action back before computers act on it"
    )


class ActionWish(Strict):
    """An action of the seat that the key holds."""

    action: int = Field(ge=0, lt=ACTIONS)
    version: int = Field(ge=0, description="The version of the game that the action is meant for")


class VersionWish(Strict):
    """A request that is meant for one version of the game."""

    version: int = Field(ge=0)


class ForkWish(Strict):
    """A new game that goes on from a step of a finished one."""

    step: int = Field(ge=0, le=100_000)
    seats: list[SeatWish] | None = Field(None, min_length=2, max_length=MAX_SEATS)


class InvitationWish(Strict):
    """Take a seat by an invitation."""

    invitation: Secret
    secret: Secret = Field(
        description="Random letters of your own. Sent again, they give the same key again: a lost answer is no loss."
    )


class SeatKey(BaseModel):
    """What holds a seat."""

    key: str


class NewGame(BaseModel):
    """A game that was made."""

    game: str
    keys: list[str | None] = Field(
        description="The keys of its seats, in order: whoever has one holds the seat. There is none for a computer's "
        "seat, nor for that of somebody who is invited."
    )
    invitations: list[str | None] = Field(
        description="For each seat the invitation by which somebody elsewhere can take it, once; null for the others"
    )


class Refusal(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="A short name", examples=["stale"])
    message: str


class Message(Strict):
    """What a page sends over its WebSocket."""

    type: Literal["look", "act", "undo", "go-on"]
    id: int | None = Field(None, ge=0, le=2**53, description="Repeated in the answer")
    key: Annotated[str, StringConstraints(max_length=64)] | None = None
    since: int = Field(-1, ge=-1, le=100_000)
    action: int | None = Field(None, ge=0, lt=ACTIONS)
    version: int | None = Field(None, ge=0)
