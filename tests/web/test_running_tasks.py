"""Tasks that nobody waits for."""

from __future__ import annotations

import asyncio
import gc

from railwright.web.rooms.running_tasks import RunningTasks


def test_tasks_run_to_their_ends_although_nobody_holds_them() -> None:
    done: list[int] = []

    async def work(number: int, begin: asyncio.Event) -> None:
        await begin.wait()
        done.append(number)

    async def main() -> None:
        tasks, begin = RunningTasks(), asyncio.Event()
        for number in range(3):
            tasks.start(work(number, begin), "counting")
        await asyncio.sleep(0)
        gc.collect()
        begin.set()
        while tasks:
            await asyncio.sleep(0)

    asyncio.run(main())
    assert sorted(done) == [0, 1, 2]


def test_cancelled_tasks_end_at_once() -> None:
    done: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            done.append("cancelled")

    async def main() -> None:
        tasks = RunningTasks()
        tasks.start(work(), "waiting")
        await asyncio.sleep(0)
        tasks.cancel()
        while tasks:
            await asyncio.sleep(0)

    asyncio.run(main())
    assert done == ["cancelled"]
