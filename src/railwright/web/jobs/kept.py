"""Answers that are kept: equal questions are answered once, however many ask, and the answer serves for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from railwright.web.jobs.recent import Recent

Answer = TypeVar("Answer")


class Kept(Generic[Answer]):
    """The last ``most`` answers. A failure is told to all who wait for it, and is not kept."""

    def __init__(self, most: int) -> None:
        self._answers: Recent[Answer] = Recent(most)
        self._asked: dict[Hashable, asyncio.Task[Answer]] = {}

    async def get(self, question: Hashable, find: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer to a question; ``find`` is called only if nobody has asked for it yet.

        Who stops waiting does not stop it for the others.
        """
        kept = self.find(question)
        if kept is not None:
            return kept
        task = self._asked.get(question)
        if task is None:
            task = self._asked[question] = asyncio.ensure_future(self._find(question, find))
            task.add_done_callback(_note_failure)
        return await asyncio.shield(task)

    def is_asked(self, question: Hashable) -> bool:
        """Whether somebody waits for the answer to a question."""
        return question in self._asked

    async def _find(self, question: Hashable, find: Callable[[], Awaitable[Answer]]) -> Answer:
        try:
            answer = await find()
        finally:
            del self._asked[question]
        self.keep(question, answer)
        return answer

    def find(self, question: Hashable) -> Answer | None:
        """The answer to a question, if it is kept."""
        return self._answers.find(question)

    def keep(self, question: Hashable, answer: Answer) -> None:
        """Keep the answer to a question."""
        self._answers.keep(question, answer)


def _note_failure(task: asyncio.Task[Answer]) -> None:
    """Nobody may be waiting any more; that is no error of its own."""
    if not task.cancelled():
        task.exception()
