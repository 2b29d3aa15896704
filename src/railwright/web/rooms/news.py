"""The steps of a game as JSON text for one viewer.

A long game is narrated in slices, so that it does not block the event loop, and the texts of its steps are cached.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field

from railwright.table.game_history import GameHistory, Step
from railwright.table.seats import Seats
from railwright.table.snapshot import Snapshot, visible_steps

STEPS_AT_ONCE = 40
"""Steps narrated between two yields to the event loop: about a millisecond. So few steps are not cached."""

MOST_LETTERS = 32_000_000
"""Most characters in the cache. A long game has about 300,000 for each viewer."""

_Key = tuple[str, int | None, bool]
"""Game, viewer, and whether all cards are open."""


@dataclass(slots=True, eq=False)
class _Told:
    """Cached texts for one viewer of a game: that of the initial deal, then one for each step."""

    last: Step | None = None
    texts: list[str] = field(default_factory=list)
    letters: int = 0

    def begins(self, history: GameHistory) -> bool:
        """Whether these texts are a prefix of a history. An undo replaces all steps by new objects."""
        told = len(self.texts) - 1
        return told <= 0 or (told <= len(history.steps) and history.steps[told - 1] is self.last)


class NewsTexts:
    """Narrates steps, and caches the texts for the most recent games and viewers."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, _Told] = OrderedDict()
        self._letters = 0

    async def text(self, game: str, history: GameHistory, seats: Seats, viewer: int | None, *, since: int) -> str:
        """JSON list of the steps from ``since`` on (-1 includes the initial deal)."""
        steps, is_open = len(history.steps), history.game.is_over
        if steps - since <= STEPS_AT_ONCE:
            return f"[{', '.join(map(_text, visible_steps(history, seats, viewer, since=since, is_open=is_open)))}]"
        key = game, viewer, is_open
        told = self._kept.get(key)
        if told is None or not told.begins(history):
            told = _Told()
        while (known := len(told.texts) - 1) < steps:  # concurrent viewers share the texts
            until = min(known + STEPS_AT_ONCE, steps)
            told.texts += map(_text, visible_steps(history, seats, viewer, since=known, until=until, is_open=is_open))
            told.last = history.steps[until - 1]
            await asyncio.sleep(0)
        self._keep(key, told)
        return f"[{', '.join(told.texts[max(-1, since) + 1 : steps + 1])}]"

    def _keep(self, key: _Key, told: _Told) -> None:
        """Cache texts, evicting the least recently used."""
        before = self._kept.pop(key, None)
        self._letters -= 0 if before is None else before.letters
        told.letters = sum(map(len, told.texts))
        self._kept[key] = told
        self._letters += told.letters
        while self._letters > MOST_LETTERS:
            self._letters -= self._kept.popitem(last=False)[1].letters


def _text(step: Snapshot) -> str:
    return json.dumps(step, ensure_ascii=False)
