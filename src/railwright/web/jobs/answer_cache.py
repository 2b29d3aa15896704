"""A cache of asynchronous results: concurrent equal questions are answered once, and answers are kept for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from railwright.web.jobs.lru_cache import LruCache

Answer = TypeVar("Answer")


class AnswerCache(Generic[Answer]):
    """Keeps the ``most`` most recent answers. A failure is raised for everyone who waits, and is not kept."""

    def __init__(self, most: int) -> None:
        self._answers: LruCache[Answer] = LruCache(most)
        self._asked: dict[Hashable, asyncio.Task[Answer]] = {}

    async def get(self, question: Hashable, find: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer to a question; ``find`` is called only if it is neither known nor being worked out.

        A caller that stops waiting does not cancel it for the others.
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
        """Whether the answer to a question is being worked out."""
        return question in self._asked

    async def _find(self, question: Hashable, find: Callable[[], Awaitable[Answer]]) -> Answer:
        try:
            answer = await find()
        finally:
            del self._asked[question]
        self.keep(question, answer)
        return answer

    def find(self, question: Hashable) -> Answer | None:
        """Return the answer to a question, if it is in the cache."""
        return self._answers.find(question)

    def keep(self, question: Hashable, answer: Answer) -> None:
        """Store the answer to a question."""
        self._answers.keep(question, answer)


def _note_failure(task: asyncio.Task[Answer]) -> None:
    """Retrieve the exception of a task, so that asyncio does not warn if nobody waits for it any more."""
    if not task.cancelled():
        task.exception()
