"""Processes that work for the server: they are stopped when they must be, and nobody else suffers from it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from railwright.web.access.refusals import TooManyError
from railwright.web.jobs.answer_cache import AnswerCache
from railwright.web.jobs.job_pool import BrokenError, JobPool, OverdueError, StoppingError
from railwright.web.jobs.patience import TimeLimit
from railwright.web.jobs.process_limits import BACKGROUND_NICENESS, MEMORY_BYTES, NICENESS
from railwright.web.jobs.server_pools import ServerPools
from waiting import HANG_SECONDS
from web.holding import leave, note, processor_limit, spin, take_memory, wait_for
from web.patient import NO_HURRY

LARGEST_NICENESS = 19


@asynccontextmanager
async def pool_of(size: int, *, slow: int = 0) -> AsyncIterator[JobPool]:
    pool = JobPool(size, name="test", slow=slow)
    try:
        yield pool
    finally:
        await pool.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_within(test), HANG_SECONDS))


async def _within(test: Callable[[], Awaitable[None]]) -> None:
    await test()


def has_ended(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_work_is_done_in_another_process_which_stays() -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            first = await pool.run(os.getpid, owner="a", limit=NO_HURRY)
            assert first != os.getpid()
            assert await pool.run(os.getpid, owner="b", limit=NO_HURRY) == first
            with pytest.raises(ValueError, match="invalid literal"):
                await pool.run(int, "x", owner="a", limit=NO_HURRY)
            assert pool.process_ids == {first}
        assert has_ended(first)

    run(test)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_a_process_that_died_while_it_was_idle_is_replaced() -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            first = await pool.run(os.getpid, owner="a", limit=NO_HURRY)
            os.kill(first, signal.SIGKILL)
            while first in {child.pid for child in multiprocessing.active_children()}:
                await asyncio.sleep(0.01)
            second = await pool.run(os.getpid, owner="a", limit=NO_HURRY)
            assert second != first
            assert pool.process_ids == {second}

    run(test)


def test_work_that_takes_too_long_is_stopped_and_its_process_ends() -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            first = await pool.run(os.getpid, owner="a", limit=NO_HURRY)
            with pytest.raises(OverdueError):
                await pool.run(spin, owner="a", limit=TimeLimit(0.1))
            assert has_ended(first)
            assert await pool.run(os.getpid, owner="a", limit=NO_HURRY) != first

    run(test)


@pytest.mark.skipif(sys.platform == "win32", reason="this system does not bound the time of a processor")
def test_work_that_uses_too_much_of_the_processor_is_stopped() -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            with pytest.raises(OverdueError):
                await pool.run(spin, owner="a", limit=TimeLimit(HANG_SECONDS, 1))

    run(test)


@pytest.mark.skipif(sys.platform == "win32", reason="this system does not bound the time of a processor")
def test_the_limit_of_one_job_does_not_bind_the_next() -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            first = await pool.run(processor_limit, owner="a", limit=TimeLimit(HANG_SECONDS, 7))
            assert first > 0
            assert await pool.run(processor_limit, owner="a", limit=NO_HURRY) < 0  # no limit
            assert len(pool.process_ids) == 1

    run(test)


def test_when_the_server_stops_nobody_waits_any_longer() -> None:
    async def test() -> None:
        async with pool_of(1, slow=1) as pool:
            first = await pool.run(os.getpid, owner="a", limit=NO_HURRY)
            waiting = [
                asyncio.ensure_future(pool.run(spin, owner=owner, limit=NO_HURRY, is_slow=is_slow))
                for owner in "ab"
                for is_slow in (False, True)
            ]
            await asyncio.sleep(0)
            pool.refuse_all()
            found = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(one) for one in found] == [StoppingError] * len(waiting)
            await pool.drain()
            assert has_ended(first)

    run(test)


def test_a_pool_serves_one_event_loop_after_the_other() -> None:
    pool = JobPool(1, name="test")

    async def be_stopped() -> None:
        job = asyncio.ensure_future(pool.run(spin, owner="a", limit=NO_HURRY))
        await asyncio.sleep(0)
        assert pool.running == 1
        await asyncio.gather(pool.drain(), pool.drain())
        with pytest.raises(OverdueError):
            await job

    run(be_stopped)
    run(be_stopped)
    run(pool.close)


def test_a_process_that_dies_is_replaced_and_only_who_asked_hears_of_it() -> None:
    async def test() -> None:
        async with pool_of(2) as pool:
            answers = await asyncio.gather(
                *(pool.run(leave, owner="a", limit=NO_HURRY) for _ in range(3)),
                *(pool.run(abs, -number, owner="b", limit=NO_HURRY) for number in range(5)),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers[:3]] == [BrokenError] * 3
            assert answers[3:] == [0, 1, 2, 3, 4]

    run(test)


@pytest.mark.skipif(sys.platform != "linux", reason="this system does not bound the memory of a process")
def test_memory_is_bounded() -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            with pytest.raises(MemoryError):
                await pool.run(take_memory, MEMORY_BYTES, owner="a", limit=NO_HURRY)
            assert await pool.run(take_memory, 1000, owner="a", limit=NO_HURRY) == 1000

    run(test)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no niceness")
def test_reviews_give_way_to_those_who_play() -> None:
    async def test() -> None:
        pools = ServerPools(cores=2)
        try:
            playing, reviewing = await asyncio.gather(
                *(
                    pool.run(os.getpriority, os.PRIO_PROCESS, 0, owner="", limit=NO_HURRY)
                    for pool in (pools.thinking, pools.reviewing)
                )
            )
        finally:
            await pools.close()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert playing == min(own + NICENESS, LARGEST_NICENESS)
        assert reviewing == min(own + BACKGROUND_NICENESS, LARGEST_NICENESS)
        assert NICENESS < BACKGROUND_NICENESS
        assert pools.reviewing.size == 2

    run(test)


def test_slow_work_leaves_places_for_quick_work(tmp_path: Path) -> None:
    async def test() -> None:
        go = tmp_path / "go"
        async with pool_of(2, slow=1) as pool:
            slow = [
                asyncio.ensure_future(pool.run(wait_for, str(go), owner=f"{i}", limit=NO_HURRY, is_slow=True))
                for i in range(3)
            ]
            assert await pool.run(abs, -1, owner="b", limit=NO_HURRY) == 1
            assert not any(one.done() for one in slow)
            go.touch()
            assert len(set(await asyncio.gather(*slow))) == 1, "slow work took the place of quick work"

    run(test)


def test_what_one_owner_waits_for_does_not_delay_another(tmp_path: Path) -> None:
    async def test() -> None:
        go, done = tmp_path / "go", tmp_path / "done"
        async with pool_of(1) as pool:
            first = asyncio.ensure_future(pool.run(wait_for, str(go), owner="a", limit=NO_HURRY))
            others = [
                asyncio.ensure_future(pool.run(note, str(done), owner, owner=owner, limit=NO_HURRY))
                for owner in ["a"] * 20 + ["b"]
            ]
            await asyncio.sleep(0)
            go.touch()
            await asyncio.gather(first, *others)
        assert done.read_text(encoding="utf-8").split().index("b") <= 1

    run(test)


def test_a_newcomer_need_not_wait_for_what_is_under_way(tmp_path: Path) -> None:
    async def test() -> None:
        go = tmp_path / "go"
        pool = JobPool(3, name="test", each=2)
        waiting = [asyncio.ensure_future(pool.run(wait_for, str(go), owner="a", limit=NO_HURRY)) for _ in range(10)]
        await asyncio.sleep(0)
        assert await pool.run(abs, -1, owner="b", limit=NO_HURRY) == 1
        assert not any(one.done() for one in waiting)
        go.touch()
        await asyncio.gather(*waiting)
        await pool.close()

    run(test)


@pytest.mark.parametrize("cores", [1, 2, 8])
@pytest.mark.parametrize("is_slow", [False, True])
def test_nobody_takes_all_processes_that_answer(tmp_path: Path, *, cores: int, is_slow: bool) -> None:
    async def test() -> None:
        go = tmp_path / "go"
        pools = ServerPools(cores)
        waiting = [
            asyncio.ensure_future(
                pools.answers.run(wait_for, str(go), owner="a", limit=NO_HURRY, is_slow=is_slow and number % 2 == 0)
            )
            for number in range(10)
        ]
        await asyncio.sleep(0)
        assert await pools.answers.run(abs, -1, owner="b", limit=NO_HURRY) == 1
        assert not any(one.done() for one in waiting)
        go.touch()
        await asyncio.gather(*waiting)
        await pools.close()

    run(test)


def test_too_much_at_once_from_one_owner_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        go = tmp_path / "go"
        async with pool_of(1) as pool:
            waiting = [
                asyncio.ensure_future(pool.run(wait_for, str(go), owner="a", limit=NO_HURRY, most_waiting=2))
                for _ in range(3)
            ]
            await asyncio.sleep(0)
            with pytest.raises(TooManyError):
                await pool.run(wait_for, str(go), owner="a", limit=NO_HURRY, most_waiting=2)
            go.touch()
            await asyncio.gather(*waiting)

    run(test)


def test_work_that_nobody_waits_for_any_more_is_stopped() -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            first = await pool.run(os.getpid, owner="a", limit=NO_HURRY)
            asked = asyncio.ensure_future(pool.run(spin, owner="a", limit=NO_HURRY))
            await asyncio.sleep(0)
            asked.cancel()
            assert await pool.run(os.getpid, owner="b", limit=NO_HURRY) != first
            assert has_ended(first)

    run(test)


def test_an_equal_question_is_answered_once_at_the_turn_of_whoever_comes_first(tmp_path: Path) -> None:
    async def test() -> None:
        go, done = tmp_path / "go", tmp_path / "done"
        async with pool_of(1) as pool:

            def ask(word: str, owner: str, same: str | None = None) -> asyncio.Future[Any]:
                return asyncio.ensure_future(pool.run(note, str(done), word, owner=owner, limit=NO_HURRY, same=same))

            first = asyncio.ensure_future(pool.run(wait_for, str(go), owner="a", limit=NO_HURRY))
            mine = [ask("mine", "a") for _ in range(8)]
            equal = [ask("equal", owner, "picture") for owner in "aabcb"]
            after = [ask("after", "b"), ask("different", "c", "another picture")]
            await asyncio.sleep(0)
            equal[2].cancel()
            go.touch()
            await asyncio.gather(first, *mine, *equal[:2], *equal[3:], *after)
            await ask("again", "b", "picture")
        words = done.read_text(encoding="utf-8").split()
        assert words.index("equal") <= 1
        assert words.index("after") <= 4
        assert (len(words), words.count("equal"), words[-1]) == (12, 1, "again")

    run(test)


def test_an_equal_question_that_nobody_waits_for_any_more_is_stopped_and_can_be_asked_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with pool_of(1) as pool:
            first = await pool.run(os.getpid, owner="a", limit=NO_HURRY)
            asked = [asyncio.ensure_future(pool.run(spin, owner=owner, limit=NO_HURRY, same="x")) for owner in "ab"]
            await asyncio.sleep(0)
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            with pytest.raises(OverdueError):
                await pool.run(spin, owner="b", limit=TimeLimit(0.1), same="x")
            assert has_ended(first)

    run(test)


def test_equal_questions_are_answered_once() -> None:
    async def test() -> None:
        kept: AnswerCache[int] = AnswerCache(2)
        asked: list[int] = []

        async def find() -> int:
            asked.append(1)
            await asyncio.sleep(0)
            if len(asked) == 1:
                raise ValueError
            return len(asked)

        failed = await asyncio.gather(*(kept.get("x", find) for _ in range(48)), return_exceptions=True)
        assert {type(one) for one in failed} == {ValueError}
        assert set(await asyncio.gather(*(kept.get("x", find) for _ in range(48)))) == {2}
        assert await kept.get("x", find) == 2
        await kept.get("y", find)
        await kept.get("z", find)
        assert await kept.get("x", find) == 5, "more is kept than should be"

    run(test)


ORPHAN = """
import asyncio, os
from railwright.web.jobs.job_pool import JobPool
from web.holding import spin
from web.patient import NO_HURRY

async def main():
    pool = JobPool(1, name="test")
    print(await pool.run(os.getpid, owner="a", limit=NO_HURRY), flush=True)
    await pool.run(spin, owner="a", limit=NO_HURRY)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_processes_end_with_the_server_however_it_ends(tmp_path: Path) -> None:
    script = tmp_path / "orphan.py"
    script.write_text(ORPHAN, encoding="utf-8")
    path = os.pathsep.join(sys.path)
    server = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert server.stdout is not None
    child = int(server.stdout.readline())
    server.kill()
    server.communicate()  # ends when nobody is left who could write: the process has ended

    async def ended() -> None:
        while not has_ended(child):
            await asyncio.sleep(0.01)

    run(ended)
