"""Single key presses, for screens that advance by themselves."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Protocol

ENTER, SPACE = "\n", " "

_POLL_SECONDS = 0.05


class Keys(Protocol):
    """A source of key presses."""

    def wait(self, seconds: float | None) -> str:
        """The next key pressed, or an empty string after this many seconds; None waits without a timeout."""


class KeyPresses:
    """The keyboard of a terminal, as a context manager: within it, keys are read one by one without echo."""

    if sys.platform == "win32":

        def __enter__(self) -> KeyPresses:
            return self

        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
        ) -> None:
            pass

        def wait(self, seconds: float | None) -> str:
            """The next key pressed, or an empty string after this many seconds; None waits without a timeout."""
            import msvcrt

            began = time.monotonic()
            while not msvcrt.kbhit():
                if seconds is not None and time.monotonic() - began >= seconds:
                    return ""
                time.sleep(_POLL_SECONDS)
            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            return key.replace("\r", ENTER)

    else:

        def __enter__(self) -> KeyPresses:
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
            return self

        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
        ) -> None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

        def wait(self, seconds: float | None) -> str:
            """The next key pressed, or an empty string after this many seconds; None waits without a timeout."""
            import os
            import select

            ready, _, _ = select.select([sys.stdin], [], [], seconds)
            if not ready:
                return ""
            pressed = os.read(sys.stdin.fileno(), 1).decode(errors="replace")
            return pressed or "q"  # the terminal is gone
