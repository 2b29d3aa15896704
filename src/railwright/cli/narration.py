"""Games in sentences, and the score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railwright.game.game import Game
from railwright.game.results import result_words
from railwright.game.story import Event


def seat_names(seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """A name for each seat: the person's own, or the player's; numbered where several are the same."""
    plain = [str(seat.get("name") or seat["player"]) for seat in seats]
    return [f"{name} {plain[: i + 1].count(name)}" if plain.count(name) > 1 else name for i, name in enumerate(plain)]


def cards_text(cards: Mapping[str, int]) -> str:
    """Such as ``2 red + 1 locomotive``."""
    return " + ".join(f"{count} {card}" for card, count in cards.items()) or "nothing"


def tickets_text(tickets: Sequence[Sequence[Any]]) -> str:
    """Such as ``Denver - El Paso (4), Boston - Miami (12)``."""
    return ", ".join(f"{a} - {b} ({points})" for a, b, points in tickets) or "none"


def track_text(track: Sequence[Any]) -> str:
    """Such as ``Denver - Omaha``, with a number for the second or third of parallel tracks."""
    a, b, n = track
    return f"{a} - {b}" + (f" ({n})" if n > 1 else "")


def narrate(event: Event, names: Sequence[str]) -> list[str]:
    """An event in words, everything shown. Most events make one line."""
    kind = event["event"]
    who = names[event["seat"]] if "seat" in event else ""
    match kind:
        case "deal":
            return [f"{who} is dealt {', '.join(event['cards'])}"]
        case "row":
            return ["face up: " + ", ".join(card or "-" for card in event["cards"])]
        case "replace":
            return ["too many locomotives: the row is replaced"]
        case "reshuffle":
            return [f"the {sum(event['cards'].values())} discards become the deck"]
        case "offer":
            return [f"{who} looks at {tickets_text(event['tickets'])}"]
        case "keep":
            return [f"{who} keeps {tickets_text(event['kept'])}"]
        case "draw":
            source = "from the deck" if event["source"] == "deck" else "face up"
            return [f"{who} takes {event['card']} {source}"]
        case "claim":
            return [f"{who} claims {track_text(event['track'])} with {cards_text(event['pay'])}"]
        case "tunnel":
            return [f"{who} digs {track_text(event['track'])}: {_tunnel_text(event)}"]
        case "station":
            return [f"{who} builds a station in {event['city']} with {cards_text(event['pay'])}"]
        case "passenger":
            return [f"{who} takes a {event['color']} passenger in {event['city']}"]
        case "pass":
            return [f"{who} has no legal move and passes"]
        case "last_round":
            return [f"{who} sets off the last round"]
        case "end":
            reason = "the last round is over" if event["reason"] == "trains" else "everyone has passed"
            return [f"the game ends: {reason}"]
    return []


def _tunnel_text(event: Event) -> str:
    revealed = ", ".join(event["revealed"]) or "no card"
    if event["extra"] == 0:
        return f"{revealed} turned over, nothing more to pay"
    answer = "gives up" if event["paid"] is None else f"pays {cards_text(event['paid'])}"
    return f"{revealed} turned over, {event['extra']} more asked for, {answer}"


def score_sheet(game: Game, names: Sequence[str]) -> str:
    """Who has how many points, and what for."""
    result = result_words(game)
    lines = []
    for seat, name in enumerate(names):
        won = "  (winner)" if result["winners"] == [seat] else "  (shares the win)" if seat in result["winners"] else ""
        lines.append(f"{name}: {result['scores'][seat]:g}{won}")
        lines.append(f"  tracks {result['routes'][seat]:g}, longest path {result['longest_path'][seat]}")
        for word, tickets in (("completed", result["completed"][seat]), ("failed", result["failed"][seat])):
            if tickets:
                lines.append(f"  {word}: {tickets_text(tickets)}")
        for bonus, points in result["bonuses"][seat].items():
            if points:
                lines.append(f"  {bonus.replace('_', ' ')}: {points:g}")
    return "\n".join(lines)
