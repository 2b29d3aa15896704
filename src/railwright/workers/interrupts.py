"""Defers SIGINT (Ctrl-C) in critical sections."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Defer Ctrl-C to the end of a critical section; a second Ctrl-C interrupts at once.

    Also used while games are played in this process, because compiled code can lose an interrupt.
    """
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives Ctrl-C
        yield
        return
    held: list[FrameType | None] = []

    def hold(sign: int, frame: FrameType | None) -> None:
        held.append(frame)
        if len(held) > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)
        if len(held) == 1:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Block SIGINT, so that processes started inside never receive Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
