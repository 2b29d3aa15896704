"""What comes around a body that is sent in chunks: the size of each, and headers after the last.

Taking it apart is what costs most in reading a request, about a microsecond a byte, and a body in chunks of one byte is
nearly all framing. So it is counted, and reading waits while others have their turn.
"""

from __future__ import annotations

import h11
from uvicorn.protocols.http.flow_control import FlowControl


class Parser(h11.Connection):
    """Takes requests apart and counts the framing of their bodies."""

    def __init__(self, *, header_bytes: int) -> None:
        super().__init__(h11.SERVER, header_bytes)
        self.framing = 0
        """Bytes of framing of this body."""
        self._uncounted = 0

    def take_uncounted(self) -> int:
        """Bytes of framing since this was last asked."""
        found, self._uncounted = self._uncounted, 0
        return found

    def receive_data(self, data: bytes) -> None:
        """Take more of a request."""
        if self.their_state is h11.SEND_BODY:
            self._add(len(data))
        super().receive_data(data)

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """What comes next. All that follows the headers and is no data is framing."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            _check_length(event)
            self.framing = 0
            self._add(len(self.trailing_data[0]))
        elif isinstance(event, h11.Data):
            self._add(-len(event.data))
        elif isinstance(event, h11.EndOfMessage):
            self._add(-len(self.trailing_data[0]))
        return event

    def _add(self, length: int) -> None:
        self.framing += length
        self._uncounted += length


def _check_length(request: h11.Request) -> None:
    """Refuse a request that states the length of its body in two ways: a proxy may believe the other one."""
    if {b"content-length", b"transfer-encoding"} <= {name for name, _ in request.headers}:
        raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")


class Flow(FlowControl):
    """Reads nothing more while something that was read waits to be taken apart."""

    _is_behind = False

    def fall_behind(self) -> None:
        """Something waits."""
        self._is_behind = True
        self._transport.pause_reading()

    def catch_up(self) -> None:
        """Nothing waits any more."""
        if self._is_behind:
            self._is_behind = False
            if not self.read_paused:
                self._transport.resume_reading()

    def resume_reading(self) -> None:
        """Read on as soon as nothing waits."""
        if self._is_behind:
            self.read_paused = False
        else:
            super().resume_reading()
