"""The railway network as arrays: points in space and straight segments between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.nearness import Indices
from railwright.mapmaker.osm.reading import Extract
from railwright.mapmaker.osm.sphere import Points, to_space


@dataclass(frozen=True, slots=True)
class Network:
    """Tracks as segments between neighbouring nodes."""

    node_ids: Indices
    """Sorted."""
    points: Points
    starts: Indices
    ends: Indices
    is_crossover: NDArray[np.bool_]

    @property
    def lengths(self) -> NDArray[np.float64]:
        """Metres of each segment."""
        lengths: NDArray[np.float64] = np.linalg.norm(self.points[self.starts] - self.points[self.ends], axis=1)
        return lengths

    @property
    def degrees(self) -> Indices:
        """Segments at each node."""
        return np.bincount(np.concatenate((self.starts, self.ends)), minlength=len(self.points))


def make_network(extract: Extract) -> Network:
    """Join the tracks where they share nodes; what lies outside of the extract is left away."""
    tracks = extract.tracks
    way = np.repeat(np.arange(len(tracks.ends)), np.diff(tracks.ends, prepend=0))
    is_known = extract.known(tracks.nodes)
    is_segment = (way[1:] == way[:-1]) & is_known[1:] & is_known[:-1] & (tracks.nodes[1:] != tracks.nodes[:-1])
    pairs = np.stack((tracks.nodes[:-1][is_segment], tracks.nodes[1:][is_segment]), axis=1)
    pairs.sort(axis=1)
    crossover = tracks.is_crossover[way[1:][is_segment]]
    pairs, first = np.unique(pairs, axis=0, return_index=True)
    node_ids, numbers = np.unique(pairs, return_inverse=True)
    numbers = numbers.reshape(-1, 2)
    points = to_space(extract.places(node_ids)) if len(node_ids) else np.empty((0, 3))
    return Network(node_ids, points, numbers[:, 0], numbers[:, 1], crossover[first])


def parts_of(count: int, starts: Indices, ends: Indices) -> Indices:
    """For each of so many places, the smallest number of a place that it is connected with."""
    label = np.arange(count)
    while True:
        low = np.minimum(label[starts], label[ends])
        before = label.copy()
        np.minimum.at(label, label[starts], low)
        np.minimum.at(label, label[ends], low)
        label = _settled(label)
        if np.array_equal(label, before):
            return label


def _settled(label: Indices) -> Indices:
    """Labels of labels, until each is its own."""
    while True:
        deeper = label[label]
        if np.array_equal(deeper, label):
            return label
        label = deeper
