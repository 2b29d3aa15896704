"""What answers look like. The server makes them as plain values; these models describe them, and tests compare."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from railwright.web.api.models import Refusal

Cards = dict[str, int]


class SeatSeen(BaseModel):
    """What everybody sees of a seat."""

    points: float
    trains: int
    cards: int
    known_cards: Cards = Field(description="Cards that the seat took face up and has not spent")
    tickets: int
    long_tickets: int
    stations: int
    passengers: Cards


class Paying(BaseModel):
    """What is being paid for."""

    track: int | None
    city: int | None
    cards: int
    revealed: list[str] = Field(description="The cards that a tunnel has turned over")


class TableSeen(BaseModel):
    """What everybody sees."""

    stage: str = Field(description="What is to be decided", examples=["turn"])
    seat: int | None = Field(description="Who decides; null when the game is over")
    is_over: bool
    is_opening: bool
    turn: int
    last_round: int = Field(description="Turns that are left once the end has begun; otherwise 0 or less")
    row: list[str | None]
    deck: int
    discards: int
    tickets_left: Cards
    owners: dict[str, int] = Field(description="The seat that owns each claimed track, by number of the track")
    stations: dict[str, int]
    passengers: dict[str, Any]
    paying: Paying | None
    seats: list[SeatSeen]
    names: list[str]
    steps: int = Field(description="How many actions were taken")


class TicketState(BaseModel):
    """A ticket in a hand."""

    ticket: int
    state: str = Field(description="open, done, or lent: done with the help of a station")


class Choice(BaseModel):
    """A legal action."""

    action: int
    kind: str
    value: int | None = Field(None, description="The place in the row, track, city or bits that it is about")
    cards: Cards | None = Field(None, description="What is paid")


class OwnSeen(BaseModel):
    """What a seat alone sees."""

    seat: int
    hand: Cards
    tickets: list[TicketState]
    offer: list[int]
    least_kept: int
    legal: list[Choice]


class News(BaseModel):
    """What happened in one step: as events, and in sentences made of [text, kind, colour]."""

    step: int
    seat: int | None
    events: list[dict[str, Any]]
    words: list[list[list[str]]]


class OpenHand(BaseModel):
    """The cards and tickets of a seat when all is open."""

    seat: int
    hand: Cards
    tickets: list[TicketState]


class Notice(BaseModel):
    """Something that people should know, mostly about a computer player."""

    seat: int | None
    text: str


class GameSeen(TableSeen):
    """A game as a seat, or somebody who watches, sees it."""

    game: str
    version: int = Field(description="Counts every change; actions are meant for one version")
    since: int = Field(description="The step from which the news begin")
    me: OwnSeen | None
    undo: str | None = Field(description="Why the last choice cannot be taken back; empty if it can")
    news: list[News]
    notices: list[Notice]
    invited: list[int] = Field(description="Seats whose invitations nobody has used yet")
    open: list[OpenHand] | None = None
    result: dict[str, Any] | None = None


class ReplaySeen(TableSeen):
    """A finished game after some of its steps."""

    step: int
    me: OwnSeen | None
    news: list[News]
    open: list[OpenHand] | None = None
    result: dict[str, Any] | None = None


class TicketWords(BaseModel):
    """A ticket of the game."""

    places: list[str]
    points: int
    long: bool
    cities: list[list[int]] = Field(description="For each place the cities that meet it")


class SeatWords(BaseModel):
    """Who sits in a seat."""

    name: str
    is_person: bool


class About(BaseModel):
    """What does not change in a game."""

    game: str
    board: dict[str, Any]
    deck: str
    ruleset: dict[str, Any]
    tickets: list[TicketWords]
    seats: list[SeatWords]


class HintChoice(BaseModel):
    """What the best player thinks of a choice."""

    action: int
    words: str
    win_chance: float
    points: float


class Hint(BaseModel):
    """The best choices of a seat."""

    version: int
    choices: list[HintChoice]
    words: str


class Way(BaseModel):
    """The cheapest open way for a ticket; null if there is none."""

    ticket: int
    words: Any
    tracks: list[int] | None
    trains: int | None


class Ways(BaseModel):
    """For each ticket of a seat the cheapest open way."""

    ways: list[Way]


class Points(BaseModel):
    """The points of every seat after each step."""

    points: list[list[float]]


class BoardWords(BaseModel):
    """A board to choose."""

    board: str
    title: str
    cities: int
    tracks: int
    decks: dict[str, int] = Field(description="How many tickets each deck has")
    ruleset: str
    seats: list[int] = Field(description="Fewest and most")
    rulesets: list[str]


class Strength(BaseModel):
    """A player with more or less thought."""

    player: str
    name: str


class PlayerWords(BaseModel):
    """A computer player to choose."""

    player: str
    summary: str
    source: str
    strengths: list[Strength]


class Catalog(BaseModel):
    """What there is to choose from."""

    boards: list[BoardWords]
    players: list[PlayerWords]


class Exhibit(BaseModel):
    """Something that another command has made."""

    kind: str = Field(description="study, tournament, optimum, sweep or picture")
    title: str
    url: str


class Exhibits(BaseModel):
    """What there is to learn from."""

    items: list[Exhibit]


def answers(shape: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The description of a good answer."""
    return {status: {"model": shape}}


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "Something is wrong with what was asked"},
    403: {"model": Refusal, "description": "Not for this key, or not from another page"},
    404: {"model": Refusal, "description": "There is no such thing"},
    409: {"model": Refusal, "description": "Not at this moment of the game, or meant for another version of it"},
    413: {"model": Refusal, "description": "Too large"},
    414: {"model": Refusal, "description": "The address is too long"},
    421: {"model": Refusal, "description": "Not the name of this server"},
    422: {"model": Refusal, "description": "It does not fit this description"},
    429: {"model": Refusal, "description": "Too many in a short time"},
    503: {"model": Refusal, "description": "The disk does not take it, or a player is not ready; nothing has changed"},
}
"""What any request can be answered with instead."""
