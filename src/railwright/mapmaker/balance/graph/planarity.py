"""Planarity test and planar embedding.

The algorithm of Demoucron, Malgrange and Pertuiset (1964): draw a cycle, then repeatedly draw a path through a missing
fragment into a face that admits it, starting with the fragment that has the fewest such faces. It is the simplest exact
method, and takes a few milliseconds for graphs of the size of boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from railwright.compiled.bit_sets import elements
from railwright.mapmaker.balance.graph.blocks import Edge, find_blocks

Rotation = tuple[tuple[int, ...], ...]
"""The neighbours of each vertex in cyclic order."""


def is_planar(vertices: int, edges: Iterable[Edge]) -> bool:
    """Whether the graph can be drawn without crossings."""
    return embed(vertices, edges) is not None


def embed(vertices: int, edges: Iterable[Edge]) -> Rotation | None:
    """A planar embedding of the graph; None if there is none."""
    rotation: list[list[int]] = [[] for _ in range(vertices)]
    for block in find_blocks(vertices, edges):
        faces = _embed_block(block)
        if faces is None:
            return None
        # Blocks share single vertices only, so each can be drawn in a corner between two edges of another.
        for vertex, others in _around(faces).items():
            rotation[vertex] += others
    return tuple(map(tuple, rotation))


def faces_of(rotation: Rotation) -> list[list[int]]:
    """The vertices along the border of each face of an embedding. Every edge occurs twice in total."""
    after = {
        (other, vertex): others[(k + 1) % len(others)]
        for vertex, others in enumerate(rotation)
        for k, other in enumerate(others)
    }
    unseen = set(after)
    faces = []
    for start in sorted(after):
        face: list[int] = []
        a, b = start
        while (a, b) in unseen:
            unseen.remove((a, b))
            face.append(a)
            a, b = b, after[a, b]
        if face:
            faces.append(face)
    return faces


class _Fragment(NamedTuple):
    """A fragment that is not drawn yet. Sets of vertices are bit sets."""

    contacts: int
    """Its vertices that are already drawn."""
    inside: int
    """Its other vertices; empty if it is a single edge."""


def _embed_block(edges: Sequence[Edge]) -> list[list[int]] | None:
    """The faces of a planar drawing of a biconnected graph; None if it is not planar."""
    if len(edges) == 1:
        return [list(edges[0])]
    missing: dict[int, int] = {}
    for a, b in edges:
        missing[a] = missing.get(a, 0) | 1 << b
        missing[b] = missing.get(b, 0) | 1 << a
    if len(edges) > 3 * len(missing) - 6:
        return None  # Euler's bound
    cycle = _find_cycle(missing)
    faces = [cycle, cycle[::-1]]
    drawn = _bits(cycle)
    _draw(missing, [*cycle, cycle[0]])
    while any(missing.values()):
        choice: tuple[_Fragment, list[int]] | None = None
        for fragment in _fragments(missing, drawn):
            admissible = [k for k, face in enumerate(faces) if not fragment.contacts & ~_bits(face)]
            if not admissible:
                return None
            if choice is None or len(admissible) < len(choice[1]):
                choice = fragment, admissible
            if len(admissible) == 1:
                break
        assert choice is not None
        path = _path_through(choice[0], missing)
        _split(faces, choice[1][0], path)
        _draw(missing, path)
        drawn |= _bits(path)
    return faces


def _bits(vertices: Iterable[int]) -> int:
    found = 0
    for vertex in vertices:
        found |= 1 << vertex
    return found


def _draw(missing: dict[int, int], path: Sequence[int]) -> None:
    """Remove the edges of a path from the missing ones."""
    for a, b in pairwise(path):
        missing[a] &= ~(1 << b)
        missing[b] &= ~(1 << a)


def _find_cycle(around: dict[int, int]) -> list[int]:
    """Any cycle: a walk that never turns back must meet itself, because every vertex has two neighbours."""
    walk = [min(around)]
    while True:
        back = 1 << walk[-2] if len(walk) > 1 else 0
        ahead = elements(around[walk[-1]] & ~back)[0]
        if ahead in walk:
            return walk[walk.index(ahead) :]
        walk.append(ahead)


def _fragments(missing: dict[int, int], drawn: int) -> list[_Fragment]:
    """Connected components of the missing edges, cut at the drawn vertices."""
    found = []
    for a in elements(drawn):
        found += [_Fragment(1 << a | 1 << b, 0) for b in elements(missing[a] & drawn) if a < b]
    left = _bits(missing) & ~drawn
    while left:
        inside, reached, waiting = 0, 0, left & -left
        while waiting:
            low = waiting & -waiting
            inside |= low
            reached |= missing[low.bit_length() - 1]
            waiting = reached & ~drawn & ~inside
        found.append(_Fragment(reached & drawn, inside))
        left &= ~inside
    return found


def _path_through(fragment: _Fragment, missing: dict[int, int]) -> list[int]:
    """A path from one contact of a fragment to another."""
    start, *others = elements(fragment.contacts)
    if not fragment.inside:
        return [start, *others]
    ends = fragment.contacts & ~(1 << start)
    paths = [[start, first] for first in elements(missing[start] & fragment.inside)]
    seen = 0
    for path in paths:  # breadth-first search: the list grows during the iteration
        ahead = missing[path[-1]]
        if ahead & ends:
            return [*path, elements(ahead & ends)[0]]
        fresh = ahead & fragment.inside & ~seen & ~_bits(path)
        seen |= fresh
        paths += [[*path, step] for step in elements(fresh)]
    raise AssertionError("a fragment of a block has two contacts")


def _split(faces: list[list[int]], which: int, path: Sequence[int]) -> None:
    """Split a face by a path between two of its vertices."""
    face = faces[which]
    turn = face.index(path[0])
    face = face[turn:] + face[:turn]
    end = face.index(path[-1])
    between = list(path[1:-1])
    faces[which] = face[: end + 1] + between[::-1]
    faces.append([*face[end:], face[0], *between])


def _around(faces: Iterable[list[int]]) -> dict[int, list[int]]:
    """The neighbours of each vertex in cyclic order: a face that comes from one of them continues to the next."""
    after: dict[int, dict[int, int]] = {}
    for face in faces:
        for k, vertex in enumerate(face):
            after.setdefault(vertex, {})[face[k - 1]] = face[(k + 1) % len(face)]
    found = {}
    for vertex, ahead in sorted(after.items()):
        others = [min(ahead)]
        while (successor := ahead[others[-1]]) != others[0]:
            others.append(successor)
        found[vertex] = others
    return found
