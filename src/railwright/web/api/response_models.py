"""Models of responses. The server makes responses from plain values; these models document them, and tests compare."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from railwright.web.api.request_models import Refusal, SaidText, said

Cards = dict[str, int]


class SeatSeen(BaseModel):
    """The public part of a seat."""

    points: float = Field(description="Points of its tracks so far")
    trains: int = Field(description="Trains left")
    cards: int = Field(description="Number of cards in the hand")
    known_cards: Cards = Field(description="Cards that the seat took face up and has not spent")
    tickets: int = Field(description="Number of tickets")
    long_tickets: int = Field(description="Number of long tickets among them")
    stations: int = Field(description="Stations left")
    passengers: Cards = Field(description="Number of passengers taken, by colour")


class Paying(BaseModel):
    """The track, station or tunnel being paid for."""

    track: int | None = Field(description="Number of the track")
    city: int | None = Field(description="Number of the city of a station")
    cards: int = Field(description="Number of cards to pay")
    revealed: list[str] = Field(description="Cards turned over for a tunnel")


class TableSeen(BaseModel):
    """The public part of a game."""

    stage: str = Field(
        description="Kind of the pending decision: mix, keep, turn, second_card, pay, tunnel, passenger or over",
        examples=["turn"],
    )
    seat: int | None = Field(description="Seat that has to decide; null when the game is over")
    is_over: bool = Field(description="Whether the game is over")
    is_opening: bool = Field(description="Whether opening tickets are being chosen")
    turn: int = Field(description="Turns completed since the opening tickets were chosen")
    last_round: int = Field(description="Turns left in the last round; 0 before it starts")
    row: list[str | None] = Field(description="Face-up cards; null for an empty place")
    deck: int = Field(description="Number of cards in the deck")
    discards: int = Field(description="Number of discarded cards")
    tickets_left: Cards = Field(description="Number of tickets in the short and long decks")
    owners: dict[str, int] = Field(description="Owner of each claimed track, by number of the track")
    stations: dict[str, int] = Field(description="Owner of each station, by number of the city")
    passengers: dict[str, Any] = Field(description="Passengers waiting in each city, by number of the city")
    paying: Paying | None = Field(description="What is being paid for; null if nothing is")
    seats: list[SeatSeen] = Field(description="The public part of each seat")
    names: list[str] = Field(description="Name of each seat")
    steps: int = Field(description="Number of actions taken")


class TicketState(BaseModel):
    """A ticket of a seat."""

    ticket: int = Field(description="Number of the ticket")
    state: str = Field(description="open, done, or lent (completed with the help of a station)")


class Choice(BaseModel):
    """A legal action."""

    action: int = Field(description="Action number")
    kind: str = Field(
        description="row, deck, pass, decline, tickets, passenger, keep, station, claim or pay", examples=["claim"]
    )
    value: int | None = Field(
        None,
        description="By kind: place in the row, number of long tickets, passenger colour, bits of the kept tickets, "
        "city or track",
    )
    cards: Cards | None = Field(None, description="Cards paid, for kind pay")


class OwnSeen(BaseModel):
    """The private part of a seat."""

    seat: int = Field(description="Index of the seat")
    hand: Cards = Field(description="Number of cards of each kind")
    tickets: list[TicketState] = Field(description="Tickets that the seat holds")
    offer: list[int] = Field(description="Tickets offered to the seat")
    least_kept: int = Field(description="Minimum number of offered tickets to keep; 0 if none are to be chosen now")
    legal: list[Choice] = Field(description="Legal actions; empty if it is not the seat's turn")


class News(BaseModel):
    """What happened in one step."""

    step: int = Field(description="Number of the step; -1 for the initial deal")
    seat: int | None = Field(description="Seat that acted; null for the initial deal")
    events: list[dict[str, Any]] = Field(description="Events, in the format of game records")
    words: list[list[list[str]]] = Field(description="Sentences, each a list of [text, kind, colour]")
    said: list[SaidText] = Field(description="The same sentences as they can be said in other languages")


class OpenHand(BaseModel):
    """The cards and tickets of a seat when all cards are open."""

    seat: int = Field(description="Index of the seat")
    hand: Cards = Field(description="Number of cards of each kind")
    tickets: list[TicketState] = Field(description="Tickets that the seat holds")


class Notice(BaseModel):
    """A message to the people at the table."""

    seat: int | None = Field(description="Seat that the message is about, if any")
    text: str = Field(description="Text of the message")
    text_said: SaidText | None = said("text")


class StandInSeen(BaseModel):
    """A computer player that has, or had, the seat of a person."""

    seat: int = Field(description="Index of the seat")
    player: str = Field(description="Name of the computer player")
    begin: int = Field(alias="from", description="Number of actions taken when it took the seat")
    until: int | None = Field(description="Number of actions when it gave the seat back; null while it plays")
    reason: str = Field(description="absent; or time, if the time of the person was up")


class Absence(BaseModel):
    """What happens when the others wait for an absent person."""

    player: str = Field(description="Computer player that takes the seat")
    seconds: float | None = Field(description="Time to wait; null until a host calls the computer player")


class ClockSeen(BaseModel):
    """The clock of a game."""

    seconds: float = Field(description="Time of each person for the whole game")
    increment: float = Field(description="Time added at the beginning of each turn, in seconds")
    left: list[float | None] = Field(description="Time that each seat has left, in seconds; null for computer players")
    runs: int | None = Field(description="Seat whose time is running; null if the clock stands still")
    at: float = Field(description="Moment at the server for which this holds, in seconds since 1970")


class GameSeen(TableSeen):
    """A game as a player or a spectator sees it."""

    game: str = Field(description="Name of the game")
    version: int = Field(description="Number of changes so far, undos included; every action is for one version")
    since: int = Field(description="First step of the news")
    clock: ClockSeen | None = Field(description="The clock; null if the game has none")
    me: OwnSeen | None = Field(description="The private part of the viewer's seat; null for a spectator")
    undo: str | None = Field(description="Why the last choice cannot be undone; empty if it can, null for a spectator")
    undo_said: SaidText | None = said("undo")
    news: list[News] = Field(description="What happened in each step")
    notices: list[Notice] = Field(description="Messages to the people at the table")
    invited: list[int] = Field(description="Seats whose invitations have not been used yet")
    rematch: str | None = Field(description="Name of the rematch, once somebody has started it")
    hosts: list[int] = Field(description="Seats whose people may let a computer play for an absent one")
    stand_ins: list[StandInSeen] = Field(description="Computer players in the seats of people, past ones too")
    absent: Absence = Field(description="What happens when the others wait for an absent person")
    present: list[int] = Field(description="Seats of people who have the game open now")
    watchers: int = Field(description="Number of spectators who have the game open now")
    webhook: str | None = Field(
        description="What is called at the viewer's turns: none, on, or paused after failures; null for a spectator, "
        "and where the server calls nobody"
    )
    open: list[OpenHand] | None = Field(None, description="Cards and tickets of all seats, when the game is over")
    result: dict[str, Any] | None = Field(None, description="Final scores, in the format of game records")
    passenger_points: list[dict[str, float]] | None = Field(
        None, description="Points of each seat for passengers by colour, when the game is over"
    )


class WebhookSeen(BaseModel):
    """What is called at the turns of a seat. The address is never shown."""

    webhook: str = Field(description="none, on, or paused after failures")
    problem: str = Field("", description="Why a test has failed; empty if it has not")
    problem_said: SaidText | None = Field(None, description="`problem` as it can be said in other languages")


class ReplaySeen(TableSeen):
    """A finished game after some of its steps."""

    step: int = Field(description="Number of steps replayed")
    me: OwnSeen | None = Field(description="The private part of the chosen seat")
    news: list[News] = Field(description="What happened in each step")
    open: list[OpenHand] | None = Field(None, description="Cards and tickets of all seats, if all cards are open")
    result: dict[str, Any] | None = Field(None, description="Final scores, after the last step")


class TicketWords(BaseModel):
    """A ticket of the game."""

    places: list[str] = Field(description="Names of the places to connect")
    points: int = Field(description="Points of the ticket")
    long: bool = Field(description="Whether it belongs to the long tickets")
    cities: list[list[int]] = Field(description="For each place, the cities that belong to it")


class SeatWords(BaseModel):
    """The player in a seat."""

    name: str = Field(description="Name of the seat")
    is_person: bool = Field(description="Whether a person plays the seat")


class About(BaseModel):
    """The parts of a game that never change."""

    game: str = Field(description="Name of the game")
    board: dict[str, Any] = Field(description="The board, in its file format")
    deck: str = Field(description="Name of the ticket deck")
    ruleset: dict[str, Any] = Field(description="The ruleset, in its file format")
    tickets: list[TicketWords] = Field(description="All tickets, in order of their numbers")
    seats: list[SeatWords] = Field(description="The seats, in order")
    phrases: dict[str, str] = Field(description="What players can say over the WebSocket: words by name")
    phrases_said: dict[str, SaidText] = Field(description="The same words as they can be said in other languages")


class HintChoice(BaseModel):
    """The evaluation of a legal action."""

    action: int = Field(description="Action number")
    words: str = Field(description="The action in words")
    words_said: SaidText = said("words")
    reason: str = Field(description="Why it may be good: for which ticket, against whom, why now")
    reason_said: SaidText = said("reason")
    win_chance: float = Field(description="Estimated probability of winning")
    is_about_equal: bool = Field(description="Whether it cannot be told from the best choice")


class Hint(BaseModel):
    """The best choices of a seat."""

    version: int = Field(description="Version of the game that the hint is for")
    choices: list[HintChoice] = Field(description="Best choices, the best first")
    words: str = Field(description="The best choice, and how much better it is than the next one")
    words_said: SaidText = said("words")


class Way(BaseModel):
    """The cheapest open path of a ticket, without stations."""

    ticket: int = Field(description="Number of the ticket")
    words: Any = Field(description="The ticket as [place, place, points]")
    tracks: list[int] | None = Field(description="Tracks of the path; null if the ticket cannot be completed")
    trains: int | None = Field(description="Trains needed; null if the ticket cannot be completed")
    missing: dict[str, int] | None = Field(
        description="Missing cards by colour; 'any' for gray tracks of any colour; null if it cannot be completed"
    )


class JointWay(BaseModel):
    """The cheapest network for several tickets."""

    tracks: list[int] = Field(description="Tracks of the network")
    trains: int = Field(description="Trains needed")


class Ways(BaseModel):
    """The cheapest open paths of a seat's tickets."""

    ways: list[Way] = Field(description="One entry for each ticket held or offered")
    together: JointWay | None = Field(
        description="For all tickets that can still be completed; null if they are too many, or exclude each other"
    )


class Points(BaseModel):
    """The points of every seat after each step."""

    points: list[list[float]] = Field(description="One row per step, starting before the first, of points by seat")


class BoardWords(BaseModel):
    """A board to choose."""

    board: str = Field(description="Name of the board")
    title: str = Field(description="Title of the board")
    cities: int = Field(description="Number of cities")
    tracks: int = Field(description="Number of tracks")
    decks: dict[str, int] = Field(description="Number of tickets in each ticket deck")
    decks_said: dict[str, SaidText] = Field(
        description="Names of built-in ticket decks in words, as they can be said in other languages"
    )
    ruleset: str = Field(description="Name of its own ruleset")
    seats: list[int] = Field(description="Minimum and maximum number of seats")
    rulesets: dict[str, str] = Field(
        description="Titles of the built-in rulesets that suit the board; those with a hyphen are variants"
    )
    rulesets_said: dict[str, SaidText] = Field(
        description="The same titles as they can be said in other languages"
    )  # fmt: skip
    is_yours: bool = Field(description="Whether it was uploaded from your address, so that you can remove it")


class Strength(BaseModel):
    """A strength of a computer player."""

    player: str = Field(description="Name of the player with its options")
    name: str = Field(description="Name of the strength")
    name_said: SaidText | None = said("name")
    summary: str = Field(description="What it does, in a line")
    summary_said: SaidText | None = said("summary")


class LevelWords(BaseModel):
    """A level of strength to choose."""

    player: str = Field(description="Name of the player")
    number: int = Field(description="Number of the level; 1 is the weakest")
    title: str = Field(description="Name of the level", examples=["beginner"])
    title_said: SaidText | None = said("title")
    names: list[str] = Field(description="What such players are called at the table", examples=[["Ann", "Alf"]])
    summary: str = Field(description="How it plays, in a sentence")
    summary_said: SaidText | None = said("summary")
    elo: int = Field(description="Measured strength on the Elo scale, in games of two")
    error: int = Field(description="Half of the 95% confidence interval; 0 for the level that sets the scale")
    wins_against_lower: float | None = Field(
        description="Share of games expected to be won against the level below; null for the lowest"
    )


class CharacterWords(BaseModel):
    """A way of playing to choose."""

    player: str = Field(description="Name of the player")
    name: str = Field(description="What it is called at the table", examples=["The Hoarder"])
    name_said: SaidText | None = said("name")
    summary: str = Field(description="How it plays, in a sentence")
    summary_said: SaidText | None = said("summary")
    elo: int = Field(description="Measured strength on the scale of the levels")
    error: int = Field(description="Half of the 95% confidence interval, without the errors of the levels")
    like_level: int = Field(description="Number of the level that is nearest in strength")


class PlayerWords(BaseModel):
    """A computer player by its own name."""

    player: str = Field(description="Name of the player")
    summary: str = Field(description="What it does, in a line")
    summary_said: SaidText | None = said("summary")
    source: str = Field(description="Publication that it comes from, or 'trained policy'")
    source_said: SaidText | None = said("source")
    strengths: list[Strength] = Field(description="Strengths in which it is offered; may be empty")


class Catalog(BaseModel):
    """The boards and computer players to choose from."""

    boards: list[BoardWords] = Field(description="Built-in and uploaded boards")
    levels: list[LevelWords] = Field(description="Opponents by level, weakest first")
    characters: list[CharacterWords] = Field(description="Opponents by their way of playing")
    players: list[PlayerWords] = Field(description="Players from research, and trained policies of this server")


class Reach(BaseModel):
    """Where links to games work."""

    is_local: bool = Field(description="Whether only the machine of the server can connect")
    origin: str | None = Field(
        description="Start of links that work in the network, for a page that was opened at localhost; null otherwise"
    )


class Exhibit(BaseModel):
    """A learning page."""

    kind: str = Field(description="study, tournament, optimum, sweep or picture")
    title: str = Field(description="Title of the page")
    title_said: SaidText | None = said("title")
    url: str = Field(description="Path of the page on this server")


class Exhibits(BaseModel):
    """The learning pages."""

    items: list[Exhibit] = Field(description="Pages in order of their folders")


class ServerProgress(BaseModel):
    """Start-up progress of the server."""

    is_ready: bool = Field(description="Whether games can be played")
    done: int = Field(description="Steps of compiling that are done")
    steps: int = Field(description="Number of steps; 0 if there is nothing to do or it is not known yet")
    seconds: float = Field(description="Time since the start of compiling")


def answers(shape: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """OpenAPI entry of a successful response."""
    return {status: {"model": shape}}


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The request is invalid"},
    403: {"model": Refusal, "description": "The key does not allow this, or the page is on another site"},
    404: {"model": Refusal, "description": "Not found"},
    409: {"model": Refusal, "description": "Not possible at this point of the game, or for another version of it"},
    413: {"model": Refusal, "description": "The body is too large"},
    414: {"model": Refusal, "description": "The path and query are too long"},
    421: {"model": Refusal, "description": "The Host header does not name this server"},
    422: {"model": Refusal, "description": "The request does not match this description"},
    429: {"model": Refusal, "description": "A rate limit or quota is exhausted"},
    503: {"model": Refusal, "description": "Temporarily not possible; nothing has changed, so try again"},
}
"""Refusals that any request can get."""
