"""The workers of a Dask cluster as an executor.

Dask assigns the work to workers and reassigns the work of a lost worker. Workers can join at any time.
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
"""Timeout for connecting to a scheduler."""

PATIENCE_SECONDS = 30
"""Timeout for a cluster without any worker: workers take some seconds to start or restart."""

LOOK_SECONDS = 1
"""Interval between two checks of which workers there are."""

_FETCHERS = 4
"""Number of threads that fetch results, so that many workers need not wait for each other."""

_KEPT = 64
"""Number of luggage items kept ready; a worker keeps as many."""

_OPEN = "__import__('railwright.workers.cluster_worker', fromlist=['open_parcel']).open_parcel(sent)"
"""What a worker does with a parcel, as an expression for ``eval``. A pickled function that a worker cannot load because
it lacks Railwright or has another Python would kill the worker, which others may be using, too."""


@dataclass(slots=True)
class _PackedLuggage:
    """The setup and the players that many tasks share, packed to be sent once to each worker."""

    setup: Setup
    name: str
    contents: bytes
    sent: int = 0
    """How often it was sent. At first it goes with every task; later only to workers that ask for it."""


@dataclass(slots=True, eq=False)
class _Order:
    """A task or call that was submitted to the cluster."""

    task: GameBatch | Call
    luggage: _PackedLuggage | None
    future: Any = None


class Cluster:
    """An executor on the workers of a cluster, given by the address of its scheduler."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._dask = _load_dask()
        self._client = self._connect()
        self._orders: dict[str, _Order] = {}
        self._luggage: OrderedDict[Hashable, _PackedLuggage] = OrderedDict()
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[tuple[str, bytes | BaseException | None]] = queue.SimpleQueue()
        for _ in range(_FETCHERS):
            threading.Thread(target=self._fetch, daemon=True).start()
        self._threads: dict[str, int] = {}
        self._looked = self._had_workers = time.monotonic()
        self._look_around()

    @property
    def size(self) -> int:
        """Total number of threads of the workers; 1 while there are none, so that work waits for the first one."""
        return max(1, sum(self._threads.values()))

    def give(self, task: GameBatch | Call) -> Hashable:
        """Submit a task or call to the cluster."""
        if not self._orders:
            self._had_workers = time.monotonic()  # the wait for workers begins now
        order = _Order(task, self._pack_luggage(task) if isinstance(task, GameBatch) else None)
        self._send(order, whole=order.luggage is not None and order.luggage.sent < len(self._threads))
        return order

    def wait(self) -> list[tuple[Hashable, Answer | Died]]:
        """Wait until something is finished, or given up by Dask; ClusterError if there are no workers."""
        while True:
            if time.monotonic() > self._looked + LOOK_SECONDS:
                self._look_around()
            with suppress(queue.Empty):
                key, reply = self._replies.get(timeout=LOOK_SECONDS)
                order = self._orders.pop(key, None)
                if order is not None:  # None if it was cancelled by stop
                    answer = self._read(order, reply)
                    if answer is not None:
                        return [(order, answer)]

    def stop(self) -> None:
        """Cancel all work. Workers finish what they are doing, and the results are discarded."""
        futures = [order.future for order in self._orders.values()]
        self._orders.clear()
        if futures and self._client.status == "running":
            with suppress(OSError):
                self._client.cancel(futures, force=True)

    def close(self) -> None:
        """Cancel all work and disconnect from the cluster. Its workers keep running."""
        self.stop()
        for _ in range(_FETCHERS):
            self._finished.put(None)
        self._client.close()

    def _connect(self) -> Any:
        try:
            with ThreadPoolExecutor(1) as thread:  # the current thread may have its own event loop, as in a notebook
                thread.submit(asyncio.run, self._probe()).result()
            return self._dask.Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # a wrong address, no answer, or an answer that Dask does not understand
            raise ClusterError(
                f"no Dask scheduler answers at {self.address}; start one with: dask scheduler, "
                "and use the address that it prints, such as tcp://192.0.2.7:8786"
            ) from error

    async def _probe(self) -> None:
        """Check that a scheduler answers; Dask's client would wait forever if another program has the port."""
        options = self._dask.Security().get_connection_args("client")
        async with asyncio.timeout(CONNECT_SECONDS):
            comm = await self._dask.comm.connect(self.address, timeout=CONNECT_SECONDS, **options)
            await comm.close()

    def _look_around(self) -> None:
        """Update the list of workers; ClusterError if there have been none for too long."""
        if self._client.status != "running":
            raise self._lost()
        try:
            self._threads = dict(self._client.nthreads())
        except OSError as error:
            raise self._lost() from error
        self._looked = time.monotonic()
        if self._threads:
            self._had_workers = self._looked
        elif self._looked > self._had_workers + PATIENCE_SECONDS:
            raise ClusterError(
                f"the cluster at {self.address} has had no workers for {PATIENCE_SECONDS} s; "
                f"start some with: dask worker {self.address} --nworkers -1 --nthreads 1"
            )

    def _lost(self) -> ClusterError:
        return ClusterError(f"the cluster at {self.address} was lost: its scheduler no longer answers")

    def _pack_luggage(self, task: GameBatch) -> _PackedLuggage:
        """The luggage of a task, shared by all tasks with the same setup and players."""
        key = (id(task.setup), task.names)
        if key not in self._luggage:
            setup = task.setup
            files = {name: _read_file(player_file(name)) for name in task.names if find_entry(name) is None}
            contents = pack(pickle.dumps(((setup.board, setup.ruleset, setup.deck), task.names, files)))
            self._luggage[key] = _PackedLuggage(setup, hashlib.sha256(contents).hexdigest(), contents)
            while len(self._luggage) > _KEPT:
                self._luggage.popitem(last=False)
        self._luggage.move_to_end(key)
        return self._luggage[key]

    def _send(self, order: _Order, *, whole: bool) -> None:
        """Submit an order to Dask, with its whole luggage or only the name of the luggage."""
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
            raise self._lost()
        order.future = self._client.submit(eval, _OPEN, {"sent": pickle.dumps(parcel)}, key=key)
        self._orders[key] = order
        order.future.add_done_callback(self._finished.put)

    def _fetch(self) -> None:
        """The loop of a thread that fetches results."""
        while (future := self._finished.get()) is not None:
            try:
                self._replies.put((future.key, future.result()))
            except BaseException as error:  # asyncio.CancelledError is not an Exception
                self._replies.put((future.key, error))
            future.release()  # free it on the cluster at once, even if it is still referenced here

    def _read(self, order: _Order, reply: bytes | BaseException | None) -> Answer | Died | None:
        """Turn a reply into an answer; None if the order had to be sent again."""
        if isinstance(reply, self._dask.scheduler.KilledWorker):
            return Died(f"at {reply.last_worker.address}", deaths=reply.allowed_failures + 1)
        if isinstance(reply, self._dask.CancelledError | asyncio.CancelledError):
            if self._client.status != "running":
                raise self._lost() from reply
            return Died("when the work was cancelled")
        if isinstance(reply, BaseException):
            raise ClusterError(
                f"a worker of the cluster at {self.address} cannot do the work ({_describe(reply)}); "
                "it needs the same Railwright, Python and libraries as this machine"
            ) from reply
        if reply is None:  # the worker does not have the luggage
            self._send(order, whole=True)
            return None
        answer: Answer = unpack(reply)
        if isinstance(answer, ClusterError):
            raise answer
        return answer


def _load_dask() -> Any:
    """Import Dask's library for clusters."""
    try:
        dask = importlib.import_module("distributed")
    except ImportError as error:
        raise OptionError(
            'a cluster needs Dask; install it with: pip install ".[cluster]" in the folder of Railwright'
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we report the errors that matter ourselves
    return dask


def _dump_call(call: GameBatch | Call) -> bytes:
    """Pickle a call by value, so that its function may be from the main program, which workers cannot import."""
    dumped: bytes = importlib.import_module("cloudpickle").dumps(call)
    return dumped


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PlayerError(f"{path}: cannot be read ({error.strerror})") from error


def _describe(error: BaseException) -> str:
    return describe_exception(error) if isinstance(error, Exception) else type(error).__name__
