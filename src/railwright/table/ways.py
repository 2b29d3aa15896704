"""The ways that tickets still take: the cheapest open tracks for each, and for all together."""

from __future__ import annotations

from typing import Any

from railwright.game.json_words import ticket_words
from railwright.game.view import View
from railwright.optimum.networks import cheapest_network
from railwright.table.missing_cards import missing_cards

MOST_TOGETHER = 6
"""Most tickets that are planned for together: some hundredths of a second on an official board."""


def ticket_ways(view: View) -> dict[str, Any]:
    """The cheapest open path of each ticket of a seat and the cards it lacks; the cheapest network of all open ones."""
    board = view.setup.board
    paths: list[dict[str, Any]] = []
    for ticket in dict.fromkeys([*view.tickets, *view.offer]):
        network = cheapest_network(view, [ticket])
        tracks = [] if network is None else [board.tracks[t] for t in network.tracks]
        paths.append(
            {"ticket": ticket, "words": ticket_words(view.setup, ticket),
             "tracks": None if network is None else list(network.tracks),
             "trains": None if network is None else network.trains,
             "missing": None if network is None else missing_cards(tracks, view.hand)}
        )  # fmt: skip
    return {"ways": paths, "together": _together(view, [way["ticket"] for way in paths if way["trains"]])}


def _together(view: View, tickets: list[int]) -> dict[str, Any] | None:
    """The cheapest network of some tickets that can each be completed; None if they are too many to plan for at once,
    or cannot all be completed."""
    if len(tickets) > MOST_TOGETHER:
        return None
    network = cheapest_network(view, tickets)
    return None if network is None else {"tracks": list(network.tracks), "trains": network.trains}
