"""Reads QR codes (ISO/IEC 18004, byte mode) from their modules, to check those that the page draws.

Written apart from what writes them, on the reading side of the standard: it finds the format, removes the mask, follows
the codewords, and accepts them only if every block is without errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Modules = Sequence[Sequence[bool]]

LEVEL_M = 0
BLOCKS = {1: (1, 10), 2: (1, 16), 3: (1, 26), 4: (2, 18), 5: (2, 24), 6: (4, 16), 7: (4, 18), 8: (4, 22), 9: (5, 22),
          10: (5, 26)}  # fmt: skip
"""Per version: blocks and error correction codewords of each, level M."""
ALIGNED = {1: (), 2: (18,), 3: (22,), 4: (26,), 5: (30,), 6: (34,), 7: (22, 38), 8: (24, 42), 9: (26, 46), 10: (28, 50)}
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, j: i % 2 == 0,
    lambda i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)

EXP = [1]
while len(EXP) < 255:
    EXP.append(EXP[-1] << 1 ^ (0x11D if EXP[-1] & 0x80 else 0))
LOG = {value: power for power, value in enumerate(EXP)}


def read_qr_code(modules: Modules) -> str:
    """The text of a code. AssertionError says what is wrong with it."""
    size = len(modules)
    version = (size - 17) // 4
    _check_fixed(modules, version)
    level, mask = divmod(_format(modules), 8)
    assert level == LEVEL_M
    bits = [modules[i][j] != MASKS[mask](i, j) for i, j in _free(size, version)]
    words = [int("".join("01"[bit] for bit in bits[k : k + 8]), 2) for k in range(0, len(bits) - 7, 8)]
    count, checks = BLOCKS[version]
    data = len(words) - count * checks
    blocks: list[list[int]] = [[] for _ in range(count)]
    sizes = [data // count + (block >= count - data % count) for block in range(count)]
    left = iter(words)
    for k in range(max(sizes)):
        for block, size_of_block in zip(blocks, sizes, strict=True):
            if k < size_of_block:
                block.append(next(left))
    parts = [list(block) for block in blocks]
    for _ in range(checks):
        for block in blocks:
            block.append(next(left))
    for block in blocks:
        assert all(_value(block, power) == 0 for power in range(checks)), "a block has errors"
    stream = "".join(f"{word:08b}" for part in parts for word in part)
    width = 8 if version < 10 else 16
    assert stream[:4] == "0100", "not in byte mode"
    length, start = int(stream[4 : 4 + width], 2), 4 + width
    return bytes(int(stream[start + 8 * k : start + 8 * k + 8], 2) for k in range(length)).decode()


def _value(block: Sequence[int], power: int) -> int:
    """The polynomial of a block at a power of the generating element: zero for the first ones, if nothing is wrong."""
    result = 0
    for word in block:
        result = (EXP[(LOG[result] + power) % 255] if result else 0) ^ word
    return result


def _format(modules: Modules) -> int:
    """Level and mask; both copies must be the same codeword of the BCH code."""
    size = len(modules)
    first = [*((i, 8) for i in range(6)), (7, 8), (8, 8), (8, 7), *((8, j) for j in range(5, -1, -1))]
    second = [*((8, size - 1 - k) for k in range(8)), *((size - 7 + k, 8) for k in range(7))]
    found = {sum(modules[i][j] << k for k, (i, j) in enumerate(places)) ^ 0x5412 for places in (first, second)}
    assert len(found) == 1
    word = found.pop()
    assert _is_multiple(word, 0x537), "the format is no codeword"
    return word >> 10


def _is_multiple(word: int, generator: int) -> bool:
    while word.bit_length() >= generator.bit_length():
        word ^= generator << (word.bit_length() - generator.bit_length())
    return word == 0


def _check_fixed(modules: Modules, version: int) -> None:
    size = len(modules)
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        assert ["".join("01"[modules[top + i][left + j]] for j in range(7)) for i in range(7)] == finder
    assert all(modules[6][k] == modules[k][6] == (k % 2 == 0) for k in range(8, size - 8)), "timing"
    assert modules[size - 8][8]
    if version >= 7:
        for is_turned in (False, True):
            places = [(k // 3, size - 11 + k % 3)[:: -1 if is_turned else 1] for k in range(18)]
            word = sum(int(modules[i][j]) << k for k, (i, j) in enumerate(places))
            assert word >> 12 == version
            assert _is_multiple(word, 0x1F25)


def _free(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Modules of the data, in order."""
    aligned = [6, *ALIGNED[version]] if version > 1 else []
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    centres = [(i, j) for i in aligned for j in aligned if (i, j) not in corners]

    def is_fixed(i: int, j: int) -> bool:
        in_finder = (i < 9 and j < 9) or (i < 9 and j >= size - 8) or (i >= size - 8 and j < 9)
        in_version = version >= 7 and ((i < 6 and j >= size - 11) or (j < 6 and i >= size - 11))
        return in_finder or in_version or 6 in (i, j) or any(abs(i - a) < 3 and abs(j - b) < 3 for a, b in centres)

    columns = [*range(size - 1, 6, -2), *range(5, 0, -2)]
    for turn, right in enumerate(columns):
        for row in range(size - 1, -1, -1) if turn % 2 == 0 else range(size):
            for column in (right, right - 1):
                if not is_fixed(row, column):
                    yield row, column
