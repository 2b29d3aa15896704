"""Fingerprints of setups: what a policy was trained for, as one short text."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from railwright.game.setup import Setup


@lru_cache(maxsize=16)
def fingerprint(setup: Setup) -> str:
    """A digest of everything in a setup that the rules depend on.

    Titles, sources and the places of cities on the map do not count, so that a policy outlives their corrections.
    """
    board, rules = setup.board, setup.ruleset.to_dict()
    for name in ("format", "name", "title", "decks"):
        del rules[name]
    parts = {
        "cities": [[city.name, city.country] for city in board.cities],
        "tracks": [[*t.cities, t.number, t.length, t.color, t.kind, t.locomotives] for t in board.tracks],
        "tickets": [[*ticket.places, ticket.points, ticket.long] for ticket in setup.tickets],
        "passengers": sorted(board.passengers.items()),
        "rules": rules,
        "dealing": setup.dealing.to_dict(),
    }
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
