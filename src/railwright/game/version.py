"""The engine version: equal versions play the same game from the same setup, seats, seed and actions."""

ENGINE_VERSION = 1
"""Increased whenever the same setup, seats, seed and actions would give a different game than before.

That happens with a change of the rules, of the random numbers or of the order in which they are drawn, but not with a
change of speed or wording. Records store it, so that a game is never mistaken for another one. The recorded games in
``tests/golden`` guard it.
"""
