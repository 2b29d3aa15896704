"""Work that lasts until a test allows it to end, for the server's processes."""

from __future__ import annotations

import os
from pathlib import Path

from waiting import wait_for_file


def wait_for(path: str) -> int:
    """Wait until there is a file; returns the number of the process that waited."""
    wait_for_file(path)
    return os.getpid()


def note(path: str, word: str) -> None:
    """Write a word at the end of a file."""
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{word}\n")


def leave() -> None:
    """End the process in the middle of its work."""
    os._exit(3)


def spin() -> None:
    """Compute for ever."""
    while True:
        pass


def take_memory(size: int) -> int:
    """Take so many bytes of memory."""
    return len(bytearray(size))


def processor_limit() -> int:
    """The limit on the processor time of this process, -1 for none."""
    import resource  # here: not every system has it

    return resource.getrlimit(resource.RLIMIT_CPU)[0]
