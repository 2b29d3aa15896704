"""The code that runs on a worker of a cluster.

A Dask worker is one process with one or more threads. Importing and compiling code is not thread-safe, so both happen
under a lock, and this module itself imports next to nothing. Games between compiled players use only their own arrays
and are played in parallel. A player in ordinary Python or a called function may do anything, so it runs under the lock,
alone in its process.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import pickle
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railwright.errors import ClusterError, PlayerError
from railwright.workers.parcel import Parcel, pack, unpack
from railwright.workers.versions import describe_difference, own_versions

if TYPE_CHECKING:
    from railwright.game.setup import Setup

_KEPT = 64
"""Number of luggage items kept: more than there are boards and tables in play at one time."""

_process_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Luggage:
    """The setup and the players that many tasks share, unpacked."""

    setup: Setup
    names: tuple[str, ...]
    """The names of the players on this worker."""
    files: Mapping[str, str]
    """The path of each player file on this worker, with its path on the machine that sent it."""

    def as_sent(self, text: str) -> str:
        """A message in which file paths of this worker are replaced by those of the sender."""
        for here, there in self.files.items():
            text = text.replace(here, there)
        return text


_luggage: OrderedDict[str, _Luggage] = OrderedDict()


def open_parcel(sent: bytes) -> bytes | None:
    """Do the work in a pickled parcel; returns the packed answer, or None if its luggage is missing here."""
    parcel: Parcel = pickle.loads(sent)
    difference = describe_difference(parcel.versions, own_versions())
    if difference:
        address = importlib.import_module("distributed").get_worker().address
        message = f"the worker {address} has other versions: {difference}; install the same there and restart it"
        return pack(pickle.dumps(ClusterError(message)))
    with _process_lock:
        importlib.import_module("railwright.matches.match")  # the first import loads and compiles the engine
        from railwright.workers.tasks import attempt

        luggage = _find_luggage(parcel)
    if parcel.luggage and luggage is None:
        return None
    return pack(pickle.dumps(attempt(lambda: _do(parcel.work, luggage))))


def _do(work: bytes, luggage: _Luggage | None) -> tuple[Any, float]:
    """Call a function or play games, in parallel with other threads where that is safe."""
    from railwright.players.kit.interface import CompiledPlayer
    from railwright.players.registry import load_player
    from railwright.workers.tasks import GameBatch, perform

    if luggage is None:
        with _process_lock:
            return perform(unpack(work))
    task = GameBatch(luggage.setup, luggage.names, *unpack(work))
    with _process_lock:
        try:
            are_compiled = all(isinstance(load_player(name), CompiledPlayer) for name in task.names)
        except PlayerError as error:
            text = luggage.as_sent(str(error))
            raise PlayerError(f"{text}; only this file is sent to the workers of a cluster") from error
    with nullcontext() if are_compiled else _process_lock:
        try:
            return perform(task)
        except PlayerError as error:
            raise PlayerError(luggage.as_sent(str(error))) from error


def _find_luggage(parcel: Parcel) -> _Luggage | None:
    """The luggage of a parcel, or None if it has none or it is missing here."""
    if parcel.contents is not None and parcel.luggage not in _luggage:
        _luggage[parcel.luggage] = _unpack_luggage(parcel.contents)
        while len(_luggage) > _KEPT:
            _luggage.popitem(last=False)
    if parcel.luggage in _luggage:
        _luggage.move_to_end(parcel.luggage)
    return _luggage.get(parcel.luggage)


def _unpack_luggage(contents: bytes) -> _Luggage:
    from railwright.game.setup import Setup
    from railwright.players.registry import move_player, player_file

    setup, names, texts = unpack(contents)
    here = {name: name for name in names}
    files = {}
    for name, text in texts.items():
        there = player_file(name)
        path = _keep_file(there.name, text)
        here[name] = move_player(name, path)
        files[str(path)] = str(there)
    return _Luggage(Setup(*setup), tuple(here[name] for name in names), files)


def _keep_file(name: str, text: bytes) -> Path:
    """Save a user's player file in its own folder inside the cache, so that its compiled code is found again."""
    from railwright.compiled.cache_folders import cache_folder

    folder = cache_folder() / "players" / hashlib.sha256(text).hexdigest()[:16]
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(text)
        os.replace(temporary, path)
    return path
