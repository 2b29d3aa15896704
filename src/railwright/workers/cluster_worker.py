"""What runs on a worker of a cluster.

A worker of Dask is one process with one or more threads. To load and compile programs is not safe in several threads at
once, so all of that happens under a lock, and this module itself loads next to nothing. Games between compiled players
touch nothing but their own arrays and are played beside each other; a player in ordinary Python, or a function that is
called, may do anything and so has the process to itself.
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
"""So much luggage is kept: more than there are boards and tables in play at one time."""

_alone = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Luggage:
    """What the games of a task need."""

    setup: Setup
    names: tuple[str, ...]
    """The players, by the names that they have here."""
    files: Mapping[str, str]
    """The files of players: where they are here, and where they came from."""

    def as_sent(self, text: str) -> str:
        """A message about files here, in the words of who sent them."""
        for here, there in self.files.items():
            text = text.replace(here, there)
        return text


_luggage: OrderedDict[str, _Luggage] = OrderedDict()


def open_parcel(sent: bytes) -> bytes | None:
    """Do the work in a parcel, which comes pickled; returns the answer, packed, or None without the luggage."""
    parcel: Parcel = pickle.loads(sent)
    difference = describe_difference(parcel.versions, own_versions())
    if difference:
        own = importlib.import_module("distributed").get_worker().address
        wrong = ClusterError(f"the worker {own} differs: {difference}; install the same there and start it again")
        return pack(pickle.dumps(wrong))
    with _alone:
        from railwright.workers.tasks import attempt  # the first time this loads and compiles the engine

        luggage = _find_luggage(parcel)
    if parcel.luggage and luggage is None:
        return None
    return pack(pickle.dumps(attempt(lambda: _do(parcel.work, luggage))))


def _do(work: bytes, luggage: _Luggage | None) -> tuple[Any, float]:
    """Call a function, or play games, beside others where that is safe."""
    from railwright.players.kit.interface import CompiledPlayer
    from railwright.players.registry import load_player
    from railwright.workers.tasks import GameBatch, perform

    if luggage is None:
        with _alone:
            return perform(unpack(work))
    task = GameBatch(luggage.setup, luggage.names, *unpack(work))
    with _alone:
        try:
            are_compiled = all(isinstance(load_player(name), CompiledPlayer) for name in task.names)
        except PlayerError as error:
            text = luggage.as_sent(str(error))
            raise PlayerError(f"{text}; a worker of the cluster gets this file alone") from error
    with nullcontext() if are_compiled else _alone:
        try:
            return perform(task)
        except PlayerError as error:
            raise PlayerError(luggage.as_sent(str(error))) from error


def _find_luggage(parcel: Parcel) -> _Luggage | None:
    """The luggage that belongs to a parcel, unless it is not here."""
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
    """A user's file, in a folder of its own beside the compiled code, so that its compiled form is found again."""
    from railwright.compiled.kernel import cache_folder

    folder = cache_folder() / "players" / hashlib.sha256(text).hexdigest()[:16]
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(text)
        os.replace(temporary, path)
    return path
