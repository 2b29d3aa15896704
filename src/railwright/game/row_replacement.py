"""How often custom rules may make the face-up row be replaced because of locomotives."""

from __future__ import annotations

from math import comb

from railwright.game.ruleset import Ruleset


def mean_row_replacements(ruleset: Ruleset) -> float:
    """Expected number of replacements, in the worst case, until few enough locomotives lie face up.

    In the worst case only as many other cards are left as the row needs, so all of them must come up at once.
    """
    needed = ruleset.face_up - ruleset.sweep_at + 1
    if ruleset.sweep_at == 0 or needed <= 0 or ruleset.locomotives < ruleset.sweep_at:
        return 0.0
    return comb(ruleset.locomotives + needed, ruleset.face_up) / comb(ruleset.locomotives, ruleset.sweep_at - 1)
