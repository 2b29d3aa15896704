"""The opponents that people can choose: levels, characters, and everything else that may play here."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from railwright.players.kit.entry import Entry
from railwright.players.kit.options import PEEKING
from railwright.players.levels.characters import CHARACTERS, LEVEL_FACES
from railwright.players.levels.elo import expected_share
from railwright.players.levels.levels import LEVELS
from railwright.players.registry import BUILT_IN
from railwright.say import Said, both, say
from railwright.web.access.offered_policies import OfferedPolicies
from railwright.web.rooms.opponent_levels import nearest_level

STRENGTHS: dict[str, list[tuple[str, Said, str | Said]]] = {
    "express": [
        (
            "express:iterations=0", say("network alone"),
            say("Compares its choices by what it learned, without trying them."),
        ),
        (
            "express:iterations=40", say("{number} trials", number=40),
            say("Tries the best of its choices {number} times. Quick.", number=40),
        ),
        ("express", say("as it is"), BUILT_IN["express"].summary),
        (
            "express:iterations=2500", say("{number} trials", number=2500),
            say("Tries the best of its choices for about a second a move."),
        ),
    ],
}  # fmt: skip
"""Players that are offered in several strengths: name with options, name of the strength, summary."""

POLICY_SOURCE = say("trained policy")
"""Where the policies that the server offers come from."""


def levels() -> list[dict[str, Any]]:
    """The levels, weakest first, with their measured strength."""
    ratings = [LEVELS[player].rating for player in LEVEL_FACES]
    shares = [None, *(expected_share(one.elo, below.elo) for below, one in pairwise(ratings) if one and below)]
    return [
        {"player": player, "number": number, **both("title", face.title), "names": list(face.names),
         **both("summary", face.style), "elo": rating.elo, "error": rating.error, "wins_against_lower": share}
        for number, ((player, face), rating, share)
        in enumerate(zip(LEVEL_FACES.items(), ratings, shares, strict=True), start=1) if rating
    ]  # fmt: skip


def characters() -> list[dict[str, Any]]:
    """The characters, with the level that is nearest in strength."""
    return [
        {"player": player, **both("name", one.name), **both("summary", one.style), "elo": one.rating.elo,
         "error": one.rating.error, "like_level": nearest_level(one.rating.elo)}
        for player, one in CHARACTERS.items()
    ]  # fmt: skip


def others(policies: OfferedPolicies) -> list[dict[str, Any]]:
    """Players from research by their own names, and the trained policies that this server offers.

    Players that see other hands are for studies only.
    """
    built_in = [_words(name, entry) for name, entry in BUILT_IN.items() if PEEKING not in name]
    return built_in + [
        {"player": name, **both("summary", offered.summary), **both("source", POLICY_SOURCE), "strengths": []}
        for name, offered in policies.by_name.items()
    ]


def _words(name: str, entry: Entry) -> dict[str, Any]:
    strengths = [
        {"player": player, **both("name", strength), **both("summary", summary)}
        for player, strength, summary in STRENGTHS.get(name, ())
    ]
    return {"player": name, **both("summary", entry.summary), **both("source", entry.source), "strengths": strengths}
