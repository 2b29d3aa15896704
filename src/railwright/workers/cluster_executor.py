"""The workers of a Dask cluster as an executor.

Dask chooses who does what, and gives what a lost worker was busy with to another one. Later workers take part, too.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import logging
import pickle
import queue
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railwright.errors import ClusterError, OptionError, PlayerError, describe_exception
from railwright.game.setup import Setup
from railwright.players.registry import find_entry, player_file
from railwright.workers.executor import Answer, Died
from railwright.workers.parcel import Parcel, pack, unpack
from railwright.workers.tasks import Call, GameBatch
from railwright.workers.versions import own_versions

CONNECT_SECONDS = 5
"""How long a scheduler may take to answer at first."""

PATIENCE_SECONDS = 30
"""How long a cluster may be without any worker: they take some seconds to start, or to be started again."""

LOOK_SECONDS = 1
"""How often we look who is there."""

_FETCHERS = 4
"""Threads that fetch results, so that many workers need not wait for each other's."""

_KEPT = 64
"""So much luggage is kept ready; a worker keeps as much."""

_OPEN = "__import__('railwright.workers.cluster_worker', fromlist=['open_parcel']).open_parcel(sent)"
"""What a worker does with a parcel, in words that every Python knows. A function that a worker without Railwright, or
with another Python, could not read would end the worker, which may be at work for others, too."""


@dataclass(slots=True)
class _Luggage:
    """The setup and the players of a task, ready to be sent."""

    setup: Setup
    name: str
    contents: bytes
    sent: int = 0
    """How often it was sent. At first nobody has it; later, a worker that does not will say so."""


@dataclass(slots=True, eq=False)
class _Order:
    """Something that was given to the cluster."""

    task: GameBatch | Call
    luggage: _Luggage | None
    future: Any = None


class Cluster:
    """The executor on the workers of a cluster, found by the address of its scheduler."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._dask = _load_dask()
        self._client = self._connect()
        self._orders: dict[str, _Order] = {}
        self._luggage: OrderedDict[Hashable, _Luggage] = OrderedDict()
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[tuple[str, bytes | BaseException | None]] = queue.SimpleQueue()
        for _ in range(_FETCHERS):
            threading.Thread(target=self._fetch, daemon=True).start()
        self._threads: dict[str, int] = {}
        self._looked = self._had_workers = time.monotonic()
        self._look_around()

    @property
    def size(self) -> int:
        """How many threads the workers have; 1 while there are none, so that something waits for the first."""
        return max(1, sum(self._threads.values()))

    def give(self, task: GameBatch | Call) -> Hashable:
        """Have something done by any worker."""
        if not self._orders:
            self._had_workers = time.monotonic()  # nobody has waited for them until now
        order = _Order(task, self._pack_luggage(task) if isinstance(task, GameBatch) else None)
        self._send(order, whole=order.luggage is not None and order.luggage.sent < len(self._threads))
        return order

    def wait(self) -> list[tuple[Hashable, Answer | Died]]:
        """Wait until something is done or given up by Dask; ClusterError if nobody is left who could."""
        while True:
            if time.monotonic() > self._looked + LOOK_SECONDS:
                self._look_around()
            with suppress(queue.Empty):
                key, reply = self._replies.get(timeout=LOOK_SECONDS)
                order = self._orders.pop(key, None)
                if order is not None:  # nobody asks for what was stopped
                    answer = self._read(order, reply)
                    if answer is not None:
                        return [(order, answer)]

    def stop(self) -> None:
        """Cancel everything. A worker finishes what it is in the middle of, and the result is thrown away."""
        futures = [order.future for order in self._orders.values()]
        self._orders.clear()
        if futures and self._client.status == "running":
            with suppress(OSError):
                self._client.cancel(futures, force=True)

    def close(self) -> None:
        """Cancel everything and leave the cluster, whose workers go on for others."""
        self.stop()
        for _ in range(_FETCHERS):
            self._finished.put(None)
        self._client.close()

    def _connect(self) -> Any:
        try:
            with ThreadPoolExecutor(1) as apart:  # this thread may have an event loop of its own, as in a notebook
                apart.submit(asyncio.run, self._knock()).result()
            return self._dask.Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # a wrong address, nobody there, or someone whose words Dask does not understand
            raise ClusterError(
                f"no Dask scheduler answers at {self.address}; start one with: dask scheduler, "
                "and give the address that it shows, such as tcp://192.0.2.7:8786"
            ) from error

    async def _knock(self) -> None:
        """See whether a scheduler answers; Dask's client would not give up on a port at which something else does."""
        options = self._dask.Security().get_connection_args("client")
        async with asyncio.timeout(CONNECT_SECONDS):
            comm = await self._dask.comm.connect(self.address, timeout=CONNECT_SECONDS, **options)
            await comm.close()

    def _look_around(self) -> None:
        """See which workers there are."""
        if self._client.status != "running":
            raise self._gone()
        try:
            self._threads = dict(self._client.nthreads())
        except OSError as error:
            raise self._gone() from error
        self._looked = time.monotonic()
        if self._threads:
            self._had_workers = self._looked
        elif self._looked > self._had_workers + PATIENCE_SECONDS:
            raise ClusterError(
                f"the cluster at {self.address} has had no workers for {PATIENCE_SECONDS} s; "
                f"start some with: dask worker {self.address} --nworkers -1 --nthreads 1"
            )

    def _gone(self) -> ClusterError:
        return ClusterError(f"the cluster at {self.address} is gone: its scheduler does not answer any more")

    def _pack_luggage(self, task: GameBatch) -> _Luggage:
        """The luggage of a task, which is the same for all tasks with the same setup and players."""
        key = (id(task.setup), task.names)
        if key not in self._luggage:
            setup = task.setup
            files = {name: _read_file(player_file(name)) for name in task.names if find_entry(name) is None}
            contents = pack(pickle.dumps(((setup.board, setup.ruleset, setup.deck), task.names, files)))
            self._luggage[key] = _Luggage(setup, hashlib.sha256(contents).hexdigest(), contents)
            while len(self._luggage) > _KEPT:
                self._luggage.popitem(last=False)
        self._luggage.move_to_end(key)
        return self._luggage[key]

    def _send(self, order: _Order, *, whole: bool) -> None:
        """Give something to Dask, with its luggage or only with the name of that."""
        luggage = order.luggage
        if luggage is None:
            parcel = Parcel(own_versions(), pack(_dump_call(order.task)))
        else:
            task = order.task
            assert isinstance(task, GameBatch)
            games = pack(pickle.dumps((task.seed, task.games, task.first, task.keep_actions)))
            parcel = Parcel(own_versions(), games, luggage.name, luggage.contents if whole else None)
            luggage.sent += whole
        key = f"railwright-{'call' if luggage is None else 'games'}-{uuid.uuid4().hex}"
        if self._client.status != "running":
            raise self._gone()
        order.future = self._client.submit(eval, _OPEN, {"sent": pickle.dumps(parcel)}, key=key)
        self._orders[key] = order
        order.future.add_done_callback(self._finished.put)

    def _fetch(self) -> None:
        """What a fetching thread does."""
        while (future := self._finished.get()) is not None:
            try:
                self._replies.put((future.key, future.result()))
            except BaseException as error:  # of the two that mean "cancelled", one is no Exception
                self._replies.put((future.key, error))
            future.release()  # the cluster forgets it at once, whoever here still holds it

    def _read(self, order: _Order, reply: bytes | BaseException | None) -> Answer | Died | None:
        """What has become of an order; None if it was sent again."""
        if isinstance(reply, self._dask.scheduler.KilledWorker):
            return Died(f"at {reply.last_worker.address}", deaths=reply.allowed_failures + 1)
        if isinstance(reply, self._dask.CancelledError | asyncio.CancelledError):
            if self._client.status != "running":
                raise self._gone() from reply
            return Died("when somebody cancelled the work")
        if isinstance(reply, BaseException):
            raise ClusterError(
                f"a worker of the cluster at {self.address} cannot do the work ({_describe(reply)}); "
                "it needs the same Railwright, Python and libraries as are here"
            ) from reply
        if reply is None:  # it does not have the luggage
            self._send(order, whole=True)
            return None
        answer: Answer = unpack(reply)
        if isinstance(answer, ClusterError):
            raise answer
        return answer


def _load_dask() -> Any:
    """Dask's library for clusters."""
    try:
        dask = importlib.import_module("distributed")
    except ImportError as error:
        raise OptionError(
            'a cluster needs Dask; install it with: pip install ".[cluster]" in the folder of Railwright'
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of its errors, we say in one line
    return dask


def _dump_call(call: GameBatch | Call) -> bytes:
    """A call as bytes, also of a function of the program that runs, which no worker could import."""
    dumped: bytes = importlib.import_module("cloudpickle").dumps(call)
    return dumped


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PlayerError(f"{path}: cannot be read ({error.strerror})") from error


def _describe(error: BaseException) -> str:
    return describe_exception(error) if isinstance(error, Exception) else type(error).__name__
