"""The longest trail of a dense network, exactly, where searching trail by trail would take too long.

A trail is a connected set of tracks in which at most two cities have odd degree. The tracks are decided one after the
other, taken or left; all that matters of the past is, for each city at the *frontier* (some of its tracks decided, some
not), whether its degree so far is odd and with which other frontier cities it is connected. States that agree in this
are one state, with the greatest length. On networks that look like maps the frontier is short, so there are few states.

A state is one word: five bits for each place of the frontier (one for odd, four for the number of the connected part, 0
if no track at the city was taken), and above them how many odd cities have been left behind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from railwright.game.board import MAX_CITIES
from railwright.game.kernel import ZERO, kernel
from railwright.game.setup import Rulebook
from railwright.game.state import NONE

PLACES = 12
"""Longest frontier that fits into a word."""

_PLACE_BITS = 5
_LABEL_MASK = 15
_ODD_SHIFT = 60
_NEW_LABEL = PLACES + 1
_EMPTY = -1


@kernel
def order_tracks(book: Rulebook, tracks: Any, count: int, ordered: Any) -> int:
    """Sort the tracks of one component so that the frontier stays short; returns its greatest length.

    Cities are numbered by breadth-first search from each city in turn, and the best numbering is kept. A track is
    decided when the later of its cities comes up.
    """
    best = PLACES + MAX_CITIES
    trial = np.empty(count, np.int64)
    number = np.empty(MAX_CITIES, np.int64)
    for i in range(count):
        for start in (book.city_a[tracks[i]], book.city_b[tracks[i]]):
            _number_cities(book, tracks, count, start, number)
            _sort_tracks(book, tracks, count, number, trial)
            longest = _frontier_length(book, trial, count)
            if longest < best:
                best = longest
                for k in range(count):
                    ordered[k] = trial[k]
    return best


@kernel
def _number_cities(book: Rulebook, tracks: Any, count: int, start: int, number: Any) -> None:
    """Number the cities in the order of a breadth-first search."""
    queue = np.empty(MAX_CITIES, np.int64)
    for city in range(book.cities):
        number[city] = NONE
    number[start] = 0
    queue[0] = start
    found = 1
    for head in range(MAX_CITIES):
        if head == found:
            return
        here = queue[head]
        for i in range(count):
            a, b = book.city_a[tracks[i]], book.city_b[tracks[i]]
            there = b if a == here else a if b == here else here
            if number[there] == NONE:
                number[there] = found
                queue[found] = there
                found += 1


@kernel
def _sort_tracks(book: Rulebook, tracks: Any, count: int, number: Any, out: Any) -> None:
    """Insertion sort by the number of the later city, then of the earlier one."""
    for i in range(count):
        track = tracks[i]
        rank = _rank(book, number, track)
        k = i
        while k > 0 and _rank(book, number, out[k - 1]) > rank:
            out[k] = out[k - 1]
            k -= 1
        out[k] = track


@kernel(inline=True)
def _rank(book: Rulebook, number: Any, track: int) -> int:
    a, b = number[book.city_a[track]], number[book.city_b[track]]
    return max(a, b) * MAX_CITIES + min(a, b)


@kernel
def _frontier_length(book: Rulebook, tracks: Any, count: int) -> int:
    last = np.empty(MAX_CITIES, np.int64)
    seen = np.zeros(MAX_CITIES, np.int64)
    for i in range(count):
        last[book.city_a[tracks[i]]] = i
        last[book.city_b[tracks[i]]] = i
    longest, length = 0, 0
    for i in range(count):
        for city in (book.city_a[tracks[i]], book.city_b[tracks[i]]):
            if seen[city] == 0:
                seen[city] = 1
                length += 1
        longest = max(longest, length)
        for city in (book.city_a[tracks[i]], book.city_b[tracks[i]]):
            if last[city] == i:
                length -= 1
    return longest


@kernel
def longest_by_frontier(book: Rulebook, tracks: Any, count: int, best: int) -> int:
    """The longest trail in tracks of one component, ordered by ``order_tracks``, if it is longer than ``best``."""
    last = np.empty(MAX_CITIES, np.int64)
    place = np.empty(MAX_CITIES, np.int64)
    used = np.zeros(PLACES, np.int64)
    rest = ZERO
    for city in range(book.cities):
        place[city] = NONE
    for i in range(count):
        last[book.city_a[tracks[i]]] = i
        last[book.city_b[tracks[i]]] = i
        rest += book.length[tracks[i]]
    keys = np.zeros(1, np.int64)  # at first, the state in which nothing is taken
    lengths = np.zeros(1, np.int64)
    for i in range(count):
        track = tracks[i]
        a, b = book.city_a[track], book.city_b[track]
        for city in (a, b):
            if place[city] == NONE:
                slot = 0
                while used[slot] != 0:
                    slot += 1
                place[city] = slot
                used[slot] = 1
        rest -= book.length[track]
        size = 16
        while size < 4 * len(keys):
            size *= 2
        table = np.empty(size, np.int64)
        values = np.empty(size, np.int64)
        for slot in range(size):
            table[slot] = _EMPTY
        found = 0
        for k in range(len(keys)):
            for taken in range(2):
                key = _take(keys[k], place[a], place[b]) if taken else keys[k]
                length = lengths[k] + (book.length[track] if taken else 0)
                if last[a] == i:
                    key, best = _leave(key, place[a], length, best)
                if key != _EMPTY and last[b] == i:
                    key, best = _leave(key, place[b], length, best)
                if key != _EMPTY and length + rest > best:
                    found += _store(table, values, key, length)
        keys, lengths = _stored(table, values, found)
        for city in (a, b):
            if last[city] == i:
                used[place[city]] = 0
    return best


@kernel(inline=True)
def _label(key: int, place: int) -> int:
    return key >> (_PLACE_BITS * place + 1) & _LABEL_MASK


@kernel
def _take(key: int, a: int, b: int) -> int:
    """Take a track between two places: both degrees change, and their parts become one."""
    odd_bits = (ZERO + 1 << (_PLACE_BITS * a)) ^ (ZERO + 1 << (_PLACE_BITS * b))
    joined, other = _label(key, a), _label(key, b)
    if joined == 0 and other == 0:
        joined = ZERO + _NEW_LABEL
    elif joined == 0:
        joined = other
    result = key ^ odd_bits
    for place in range(PLACES):
        label = _label(key, place)
        if place in (a, b) or (label != 0 and label == other):
            shift = _PLACE_BITS * place + 1
            result = result & ~(_LABEL_MASK << shift) | joined << shift
    return _tidy(result)


@kernel
def _tidy(key: int) -> int:
    """Number the parts in the order of their places, so that equal states have equal words."""
    renamed = ZERO  # four bits for the new name of each old one
    names = 0
    result = key
    for place in range(PLACES):
        label = _label(key, place)
        if label != 0:
            name = renamed >> (4 * label) & _LABEL_MASK
            if name == 0:
                names += 1
                name = names
                renamed |= name << (4 * label)
            shift = _PLACE_BITS * place + 1
            result = result & ~(_LABEL_MASK << shift) | name << shift
    return result


@kernel
def _leave(key: int, place: int, length: int, best: int) -> Any:
    """All tracks at a place are decided: the state without it (_EMPTY if nothing can come of it), and the best."""
    shift = _PLACE_BITS * place
    odd = (key >> _ODD_SHIFT) + (key >> shift & 1)
    label = _label(key, place)
    if odd > 2:
        return ZERO + _EMPTY, best
    rest = key & ~(31 << shift) & ~(ZERO + 3 << _ODD_SHIFT)
    if label != 0:
        alone, others = True, False
        for other in range(PLACES):
            alone &= other == place or _label(key, other) != label
            others |= other != place and _label(key, other) != 0
        if alone:  # the part is complete: it must be the only one
            if not others and length > best:
                best = length
            return ZERO + _EMPTY, best
    return _tidy(rest) | odd << _ODD_SHIFT, best


@kernel
def _store(table: Any, values: Any, key: int, length: int) -> int:
    """Keep the greatest length of a state in a hash table; returns 1 if the state is new."""
    mask = len(table) - 1
    slot = (key * 0x9E3779B1 ^ key >> 29) & mask
    while table[slot] != _EMPTY and table[slot] != key:
        slot = (slot + 1) & mask
    if table[slot] == key:
        values[slot] = max(values[slot], length)
        return 0
    table[slot] = key
    values[slot] = length
    return 1


@kernel
def _stored(table: Any, values: Any, found: int) -> Any:
    """The states of a hash table and their lengths, without the gaps."""
    keys = np.empty(found, np.int64)
    lengths = np.empty(found, np.int64)
    k = 0
    for slot in range(len(table)):
        if table[slot] != _EMPTY:
            keys[k] = table[slot]
            lengths[k] = values[slot]
            k += 1
    return keys, lengths
