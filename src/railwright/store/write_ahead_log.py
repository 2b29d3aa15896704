"""Finds damage in SQLite's write-ahead log, which SQLite itself ignores silently.

Recent changes stay in the log until a checkpoint moves them into the database. The checksum of each frame continues
that of the frame before, and SQLite treats the first frame that does not match as the end of the log. That is right
after a power failure, when the last change was never completed, but wrong after damage, when completed changes follow.
A later frame that continues its neighbour's checksum tells the two cases apart. See SQLite's file format, section 4.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

HEADER = struct.Struct(">8I")
"""Magic number, format, page size, checkpoint number, two salts, two checksums."""

FRAME_HEADER = struct.Struct(">6I")
"""Page number, size of the database in pages if the frame commits a change (else 0), two salts, two checksums."""

LITTLE_ENDIAN, BIG_ENDIAN = 0x377F0682, 0x377F0683
"""Magic numbers, which give the byte order of the checksums."""

SUMMED_HEADER, SUMMED_FRAME_HEADER = 24, 8
"""Bytes of each header that its checksum covers."""

SMALLEST_PAGE, LARGEST_PAGE = 512, 65536

Checksum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LogState:
    """How SQLite will read a write-ahead log."""

    frames: int
    """Frames that SQLite will read: those of finished changes."""
    lost_frames: int = 0
    """Frames of later finished changes that it will drop, since a frame before them is damaged."""
    is_cut_off: bool = False
    """Whether the last change is incomplete, as after a power failure, or is itself damaged."""


@dataclass(frozen=True, slots=True)
class _Frame:
    ends_change: bool
    salts: tuple[int, int]
    summed: bytes
    checksum: Checksum

    def continues(self, before: Checksum, order: str) -> bool:
        return checksum(self.summed, before, order) == self.checksum


def inspect_log(log: Path) -> LogState:
    """Read a write-ahead log as SQLite will, and inspect what follows the point where it will stop."""
    data = log.read_bytes()
    if len(data) < HEADER.size + FRAME_HEADER.size:
        return LogState(frames=0, is_cut_off=len(data) > HEADER.size)
    magic, _, page_size, _, first_salt, second_salt, first, second = HEADER.unpack_from(data)
    salts = (first_salt, second_salt)
    order = ">" if magic == BIG_ENDIAN else "<"
    has_header = magic in (LITTLE_ENDIAN, BIG_ENDIAN) and (first, second) == checksum(
        data[:SUMMED_HEADER], (0, 0), order
    )
    if not has_header:
        page_size = _likely_page_size(data, page_size)
        frames = _frames(data, page_size)
        lost = _count_finished(frames, "<") or _count_finished(frames, ">")
        return LogState(frames=0, lost_frames=lost, is_cut_off=not lost)
    frames = _frames(data, page_size)
    current = _up_to_last(frames, salts)
    read = _count_readable(current, salts, (first, second), order)
    finished = max((index + 1 for index in range(read) if current[index].ends_change), default=0)
    lost = _count_lost(current[read:], salts, order)
    has_more = len(current) > finished or any(frame.salts == (0, 0) for frame in frames[read:])
    is_partial = (len(data) - HEADER.size) % (FRAME_HEADER.size + page_size) != 0
    return LogState(frames=finished, lost_frames=lost, is_cut_off=not lost and (has_more or is_partial))


def checksum(data: bytes, before: Checksum, order: str) -> Checksum:
    """SQLite's checksum of some data, continued from a previous one. ``order`` is the byte order of a word."""
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def _frames(data: bytes, page_size: int) -> list[_Frame]:
    """All complete frames, whatever their salts."""
    frames = []
    size = FRAME_HEADER.size + page_size
    for start in range(HEADER.size, len(data) - size + 1, size):
        _, pages, *salts, first, second = FRAME_HEADER.unpack_from(data, start)
        summed = data[start : start + SUMMED_FRAME_HEADER] + data[start + FRAME_HEADER.size : start + size]
        frames.append(_Frame(pages != 0, (salts[0], salts[1]), summed, (first, second)))
    return frames


def _up_to_last(frames: list[_Frame], salts: tuple[int, int]) -> list[_Frame]:
    """Frames up to the last one with these salts. Later ones are left over from before the log was restarted."""
    last = max((index for index, frame in enumerate(frames) if frame.salts == salts), default=-1)
    return frames[: last + 1]


def _count_readable(frames: list[_Frame], salts: tuple[int, int], before: Checksum, order: str) -> int:
    """Frames before the first one whose salts or checksum do not fit."""
    for index, frame in enumerate(frames):
        if frame.salts != salts or not frame.continues(before, order):
            return index
        before = frame.checksum
    return len(frames)


def _count_lost(frames: list[_Frame], salts: tuple[int, int], order: str) -> int:
    """Frames up to the end of the last finished change after the broken one, which begins the list.

    A change is written when the one before it is on disk. So a power failure can break the last change only, and a
    finished one after it means damage. The other way to find old frames behind new ones is a log that was being
    restarted: its new frames have the next salt, and all old changes are in the database already.
    """
    if any(frame.salts[0] == (salts[0] + 1) & 0xFFFFFFFF for frame in frames):
        return 0
    own_end = next((i for i, frame in enumerate(frames) if frame.ends_change and frame.salts == salts), len(frames))
    return _count_finished(frames, order, after=own_end)


def _count_finished(frames: list[_Frame], order: str, *, after: int = 0) -> int:
    """Frames up to the last one that ends a change and continues the checksum of its neighbour."""
    ends = [
        index
        for index, (before, frame) in enumerate(pairwise(frames), start=1)
        if index > after and frame.ends_change and frame.salts == before.salts
        and frame.continues(before.checksum, order)
    ]  # fmt: skip
    return ends[-1] + 1 if ends else 0


def _likely_page_size(data: bytes, stated: int) -> int:
    """Guess the page size if the header is damaged: the one for which the first two frames have the same salts."""
    sizes = [1 << power for power in range(SMALLEST_PAGE.bit_length() - 1, LARGEST_PAGE.bit_length())]
    for size in (stated, *sizes):
        second = HEADER.size + FRAME_HEADER.size + size
        if size not in sizes or second + FRAME_HEADER.size > len(data):
            continue
        if FRAME_HEADER.unpack_from(data, HEADER.size)[2:4] == FRAME_HEADER.unpack_from(data, second)[2:4]:
            return size
    return SMALLEST_PAGE
