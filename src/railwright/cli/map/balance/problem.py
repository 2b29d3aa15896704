"""The options of ``railwright map balance`` as a problem to solve."""

from __future__ import annotations

import re
from collections.abc import Mapping

from railwright.errors import OptionError
from railwright.mapmaker.balance.problem.board_style import FREE, OFFICIAL
from railwright.mapmaker.balance.problem.brief import PUBLISHED, Brief
from railwright.mapmaker.balance.problem.distance import Target
from railwright.mapmaker.balance.problem.range import Range
from railwright.players.registry import split_names

_NUMBER = r"-?\d{1,6}(?:\.\d{1,6})?"


def make_brief(
    players: str,
    target: str | None,
    bounds: Mapping[str, str | None],
    *,
    change: str,
    restrict_lengths: int | None,
    style: str | None,
    method: str,
    games: int,
    seed: int,
) -> Brief:
    """The problem that the options describe; bounds that are None are left out."""
    names = tuple(split_names(players))
    return Brief(
        players=names, target=_target(target, len(names)), change=change, restrict_lengths=restrict_lengths,
        style=style or (FREE if method == PUBLISHED else OFFICIAL),
        bounds={name: _range(name, text) for name, text in bounds.items() if text is not None}, method=method,
        games=games, seed=seed,
    )  # fmt: skip


def _target(text: str | None, players: int) -> Target:
    if text is None:
        return Target.even(players)
    try:
        return Target(tuple(float(part) for part in text.split(",")))
    except ValueError:
        raise OptionError(f"--target {text}: must be shares separated by commas, such as 0.4,0.3,0.3") from None


def _range(name: str, text: str) -> Range:
    found = re.fullmatch(rf"({_NUMBER})(?:-({_NUMBER}))?", text)
    if not found:
        raise OptionError(f"--{name.replace('_', '-')} {text}: must be a number or a range, such as 4-22")
    low, high = found.groups()
    return Range(float(low), float(high or low))
