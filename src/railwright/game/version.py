"""The version of the engine: which games follow from a setup, a seed and actions."""

ENGINE_VERSION = 1
"""Raised whenever the same setup, seats, seed and actions would give another game than before.

So with a change of the rules, of the random numbers or of the order in which they are asked for; not with a change of
speed or words. Records carry it, so that nobody takes one game for another. The recorded games in ``tests/golden`` hold
it fast.
"""
