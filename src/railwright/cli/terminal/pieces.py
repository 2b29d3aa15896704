"""Coloured words for cards, tracks, tickets and seats. Every colour is also written out, so none is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.text import Text

from railwright.draw.palette import SEAT_FILLS, TRACK_FILLS, ink_on
from railwright.game.action_wording import card_count
from railwright.game.board import Ticket, Track
from railwright.say import Said, Tagged
from railwright.table.narration import CARD, NAME, STRONG
from railwright.words import count

_LOCOMOTIVE_FILL = "#5fd7d7"
"""A colour that no track has."""

QUIET = "dim"
GOOD = "green"
BAD = "red"


def card(name: str | None, text: str | None = None) -> Text:
    """A card, or an empty place, as a coloured word."""
    if name is None:
        return Text("empty", style=QUIET)
    fill = TRACK_FILLS.get(name, _LOCOMOTIVE_FILL)
    return Text(name if text is None else text, style=f"{ink_on(fill)} on {fill}")


def cards(counts: Mapping[str, int], between: str = ", ") -> Text:
    """Cards with their numbers, such as ``3 red, 1 locomotive``."""
    words = [card(name, str(card_count(name, number))) for name, number in counts.items()]
    return Text(between).join(words) if words else Text("none", style=QUIET)


def row(places: Sequence[str | None]) -> Text:
    """The face-up cards with their places."""
    return Text("   ").join(Text.assemble((f"{i} ", "bold"), card(name)) for i, name in enumerate(places, 1))


def route(track: Track) -> str:
    """The two cities of a track."""
    return f"{track.cities[0]} - {track.cities[1]}"


def track_words(track: Track) -> Text:
    """A track's length, colour and kind, such as ``4 pink`` or ``6 gray tunnel``."""
    return parallel_words([track])


def parallel_words(tracks: Sequence[Track]) -> Text:
    """Parallel tracks in words: what they share appears once, as in ``3 yellow red``."""
    first = tracks[0]
    if any(
        (track.length, track.kind, track.locomotives) != (first.length, first.kind, first.locomotives)
        for track in tracks
    ):
        return Text(", ").join(track_words(track) for track in tracks)
    words = Text(" ").join(
        [card(first.color, f"{first.length} {first.color}"), *(card(track.color) for track in tracks[1:])]
    )
    if first.kind == "ferry":
        return Text.assemble(words, f" ferry, {count(first.locomotives, 'locomotive')}")
    return Text.assemble(words, f" {first.kind}") if first.kind != "normal" else words


def ticket_words(ticket: Ticket) -> Text:
    """A ticket with its points."""
    return Text(f"{ticket.name}{', long' if ticket.long else ''}")


def seat_name(name: str, seat: int) -> Text:
    """The name of a seat in the colour of its trains."""
    return Text(name, style=seat_style(seat))


def seat_style(seat: int) -> str:
    """The colour of a seat's trains, with letters in a contrasting colour."""
    fill = SEAT_FILLS[seat % len(SEAT_FILLS)]
    return f"bold {ink_on(fill)} on {fill}"


def numbered(options: Iterable[Text]) -> list[Text]:
    """Numbered options to choose from, one per line."""
    return [Text.assemble("  ", (f"{i})", "bold"), " ", option) for i, option in enumerate(options, 1)]


def sentence(told: Said) -> Text:
    """A sentence of the narration, in colours."""
    return Text.assemble(*(piece if isinstance(piece, str) else _TAGGED[piece.kind](piece) for piece in told.pieces()))


_TAGGED: Mapping[str, Callable[[Tagged], Text]] = {
    NAME: lambda part: Text(str(part), style="bold"),
    CARD: lambda part: card(part.color, str(part)),
    STRONG: lambda part: Text(str(part), style="bold"),
}
"""How each kind of tagged text is shown."""
