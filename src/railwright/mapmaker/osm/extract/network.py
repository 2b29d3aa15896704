"""The railway network as arrays: points in space and straight segments between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.nearness import Indices
from railwright.mapmaker.osm.extract.reading import Extract
from railwright.mapmaker.osm.extract.sphere import Points, to_space

COARSENESS = 1.25
"""A station is looked for on tracks as far away as this times the length that half of the network's segments (by
length) exceed. Exact lines have a point every 50 to 500 m, and stations beside them; those simplified for overview have
one every few kilometres and may lie as far from where they really are."""
SHORTEST_REACH = 150.0
"""Metres: the entrance of a large station may be that far from the middle of its tracks."""
EXACTNESS = 0.25
"""The share of that reach within which two things may well be at the same place."""
LONGEST_REACH = 5_100.0
"""Metres, for places that stand for stations, such as the middles of cities."""


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
    pairs = np.stack((tracks.nodes[:-1][is_segment], tracks.nodes[1:][is_segment]))
    crossover = tracks.is_crossover[way[1:][is_segment]]
    node_ids, numbers = np.unique(pairs, return_inverse=True)
    segments, first = distinct_pairs(*numbers.reshape(2, -1))
    return Network(node_ids, to_space(extract.places(node_ids)), segments[:, 0], segments[:, 1], crossover[first])


def reach_of(network: Network) -> float:
    """How far from the tracks a station may lie, in metres."""
    lengths = np.sort(network.lengths)
    half = lengths[np.searchsorted(np.cumsum(lengths), lengths.sum() / 2)] if len(lengths) else 0.0
    return float(np.clip(COARSENESS * half, SHORTEST_REACH, LONGEST_REACH))


def exactness_of(network: Network) -> float:
    """How far from where they really are lines may be drawn, in metres."""
    return EXACTNESS * reach_of(network)


def distinct_pairs(starts: Indices, ends: Indices) -> tuple[Indices, Indices]:
    """Sorted unordered pairs, each once, and where each stands first."""
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    base = int(high.max(initial=0)) + 1
    keys, first = np.unique(low * base + high, return_index=True)
    return np.stack((keys // base, keys % base), axis=1), first


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
