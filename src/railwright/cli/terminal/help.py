"""The help screen: commands to type."""

from __future__ import annotations

from railwright.game.setup import Setup


def help_lines(setup: Setup) -> list[tuple[str, str]]:
    """Commands and what they do, for a game with these rules."""
    mixed = " (t 2: two of them long)" if setup.dealing.draw.any else ""
    lines = [
        ("1 to 5", "take the face-up card in this place (its colour works too)"),
        ("d, deck", "draw from the deck"),
        ("t, tickets", f"draw tickets{mixed}"),
        ("claim CITY CITY", "claim a track; names may be shortened: claim den oma"),
    ]
    if setup.ruleset.stations:
        lines.append(("station CITY", "build a station"))
    return [
        *lines,
        ("routes CITY", "show the tracks at a city, their owners, and which you can claim"),
        ("map", "show the board and all tracks"),
        ("tickets?", "show your tickets"),
        ("look, or Enter", "show the table again"),
        ("undo", "undo your last choice, if it has revealed nothing"),
        ("save FILE", "save the game and keep playing"),
        ("quit, or Ctrl-D", "save the game and stop"),
    ]
