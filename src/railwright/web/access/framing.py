"""Counts the framing of chunked bodies: the size line of each chunk, and the trailers after the last.

Parsing it is the most expensive part of reading a request, about a microsecond per byte, and a body in chunks of one
byte is almost all framing. So it is counted, and reading pauses while other connections get their turn.
"""

from __future__ import annotations

import h11
from uvicorn.protocols.http.flow_control import FlowControl


class Parser(h11.Connection):
    """An HTTP parser that counts the framing of request bodies."""

    def __init__(self, *, header_bytes: int) -> None:
        super().__init__(h11.SERVER, header_bytes)
        self.framing = 0
        """Bytes of framing in the current body."""
        self._uncounted = 0

    def take_uncounted(self) -> int:
        """Return the bytes of framing since the last call."""
        uncounted, self._uncounted = self._uncounted, 0
        return uncounted

    def receive_data(self, data: bytes) -> None:
        """Feed received bytes to the parser."""
        if self.their_state is h11.SEND_BODY:
            self._add(len(data))
        super().receive_data(data)

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event. Everything after the headers that is not data counts as framing."""
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
    """Refuse a request that states the length of its body in two ways: a proxy might use the other one."""
    if {b"content-length", b"transfer-encoding"} <= {name for name, _ in request.headers}:
        raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")


class Flow(FlowControl):
    """Flow control that pauses reading while received data waits to be parsed."""

    _is_behind = False

    def fall_behind(self) -> None:
        """Pause reading: received data waits to be parsed."""
        self._is_behind = True
        self._transport.pause_reading()

    def catch_up(self) -> None:
        """Resume reading: all received data was parsed."""
        if self._is_behind:
            self._is_behind = False
            if not self.read_paused:
                self._transport.resume_reading()

    def resume_reading(self) -> None:
        """Resume reading, or do so once all received data was parsed."""
        if self._is_behind:
            self.read_paused = False
        else:
            super().resume_reading()
