"""A first drawing with straight lines and no crossings (Tutte 1963): each vertex is the barycentre of its neighbours.

With the outer face drawn as a convex polygon, no lines cross if all other faces are triangles. Faces that are not
triangles get a temporary vertex of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from railwright.draw.projection import Points
from railwright.mapmaker.balance.graph.blocks import Edge, find_blocks, neighbours_of
from railwright.mapmaker.balance.graph.planarity import Rotation, embed, faces_of


def first_drawing(vertices: int, edges: Sequence[Edge], *, width: float, height: float) -> Points | None:
    """A drawing of a connected graph within a rectangle; None if the graph is not planar."""
    rotation = embed(vertices, edges)
    if rotation is None:
        return None
    whole, rotation = _one_block(vertices, edges, rotation)
    faces = faces_of(rotation)
    outer = _outer_face(vertices, whole, faces)
    linked = list(whole)
    count = vertices
    for face in faces:
        if len(face) > 3 and face is not outer:
            linked += [(vertex, count) for vertex in face]
            count += 1
    return _relaxed(count, linked, outer, width, height)[:vertices]


def _one_block(vertices: int, edges: Sequence[Edge], rotation: Rotation) -> tuple[list[Edge], Rotation]:
    """The graph made biconnected by edges around its cut vertices, so that no face passes a vertex twice."""
    now = list(edges)
    while len(blocks := find_blocks(vertices, now)) > 1:
        block_of = {edge: k for k, block in enumerate(blocks) for edge in block}
        a, b = next(
            (other, others[k - 1])
            for vertex, others in enumerate(rotation)
            for k, other in enumerate(others)
            if block_of[_edge(vertex, other)] != block_of[_edge(vertex, others[k - 1])]
        )
        now.append(_edge(a, b))
        again = embed(vertices, now)
        assert again is not None, "adjacent neighbours of a cut vertex lie on one face"
        rotation = again
    return now, rotation


def _edge(a: int, b: int) -> Edge:
    return min(a, b), max(a, b)


def _outer_face(vertices: int, edges: Sequence[Edge], faces: list[list[int]]) -> list[int]:
    """The face to draw as the outer one: a large face from which no vertex is far away."""
    around = neighbours_of(vertices, edges)

    def depth(face: list[int]) -> int:
        steps = dict.fromkeys(face, 0)
        for vertex in (line := list(face)):
            for other in around[vertex]:
                if other not in steps:
                    steps[other] = steps[vertex] + 1
                    line.append(other)
        return sum(steps.values())

    return min(faces, key=lambda face: (depth(face), -len(face), face))


def _relaxed(count: int, edges: Sequence[Edge], outer: list[int], width: float, height: float) -> Points:
    """Positions of all vertices, with those of the outer face on an ellipse."""
    turn = 2 * np.pi * np.arange(len(outer)) / len(outer)
    ring = np.column_stack([width / 2 * (1 + np.cos(turn)), height / 2 * (1 + np.sin(turn))])
    pull = np.zeros((count, count))
    for a, b in edges:
        pull[a, b] = pull[b, a] = -1.0
    np.fill_diagonal(pull, -pull.sum(axis=1))
    wanted = np.zeros((count, 2))
    pull[outer] = 0.0
    pull[outer, outer] = 1.0
    wanted[outer] = ring
    return np.asarray(np.linalg.solve(pull, wanted))
