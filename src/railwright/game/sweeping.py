"""How often the row may have to be replaced because of locomotives, by rules that somebody made up."""

from __future__ import annotations

from math import comb

from railwright.game.ruleset import Ruleset


def mean_sweeps(ruleset: Ruleset) -> float:
    """How many replacements it takes on average, at the worst moment, until few enough locomotives lie face up.

    At that moment only as many other cards are left as the row needs, so that all of them must come at once.
    """
    needed = ruleset.face_up - ruleset.sweep_at + 1
    if ruleset.sweep_at == 0 or needed <= 0 or ruleset.locomotives < ruleset.sweep_at:
        return 0.0
    return comb(ruleset.locomotives + needed, ruleset.face_up) / comb(ruleset.locomotives, ruleset.sweep_at - 1)
