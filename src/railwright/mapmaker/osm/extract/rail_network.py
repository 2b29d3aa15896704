"""The railway network as arrays: points in 3D space and straight segments between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railwright.mapmaker.osm.extract.nearness import Indices
from railwright.mapmaker.osm.extract.osm_file import Extract
from railwright.mapmaker.osm.extract.sphere import Points, to_space

COARSENESS = 1.25
"""Factor for the reach within which a station is snapped to tracks: the length-weighted median segment times this.
Accurate lines have a point every 50 to 500 m, and stations right next to them; lines simplified for overview maps have
one every few kilometres and may be misplaced by as much."""
SHORTEST_REACH = 150.0
"""Minimum reach in metres: the entrance of a large station may be this far from the middle of its tracks."""
EXACTNESS = 0.25
"""Positional accuracy of the lines, as a fraction of the reach."""
LONGEST_REACH = 5_100.0
"""Maximum reach in metres, for nodes that stand for stations, such as city centres."""


@dataclass(frozen=True, slots=True)
class RailNetwork:
    """Tracks as segments between neighbouring nodes."""

    node_ids: Indices
    """Sorted OpenStreetMap ids of the nodes."""
    points: Points
    starts: Indices
    ends: Indices
    is_crossover: NDArray[np.bool_]

    @property
    def lengths(self) -> NDArray[np.float64]:
        """Length of each segment, in metres."""
        lengths: NDArray[np.float64] = np.linalg.norm(self.points[self.starts] - self.points[self.ends], axis=1)
        return lengths

    @property
    def degrees(self) -> Indices:
        """Number of segments at each node."""
        return np.bincount(np.concatenate((self.starts, self.ends)), minlength=len(self.points))


def make_network(extract: Extract) -> RailNetwork:
    """Join the tracks where they share nodes; nodes outside the extract are dropped."""
    tracks = extract.tracks
    way = np.repeat(np.arange(len(tracks.ends)), np.diff(tracks.ends, prepend=0))
    is_known = extract.known(tracks.nodes)
    is_segment = (way[1:] == way[:-1]) & is_known[1:] & is_known[:-1] & (tracks.nodes[1:] != tracks.nodes[:-1])
    pairs = np.stack((tracks.nodes[:-1][is_segment], tracks.nodes[1:][is_segment]))
    crossover = tracks.is_crossover[way[1:][is_segment]]
    node_ids, numbers = np.unique(pairs, return_inverse=True)
    segments, first = distinct_pairs(*numbers.reshape(2, -1))
    return RailNetwork(node_ids, to_space(extract.places(node_ids)), segments[:, 0], segments[:, 1], crossover[first])


def reach_of(network: RailNetwork) -> float:
    """Maximum distance of a station from its tracks, in metres."""
    lengths = np.sort(network.lengths)
    half = lengths[np.searchsorted(np.cumsum(lengths), lengths.sum() / 2)] if len(lengths) else 0.0
    return float(np.clip(COARSENESS * half, SHORTEST_REACH, LONGEST_REACH))


def exactness_of(network: RailNetwork) -> float:
    """Positional accuracy of the lines, in metres."""
    return EXACTNESS * reach_of(network)


def distinct_pairs(starts: Indices, ends: Indices) -> tuple[Indices, Indices]:
    """The distinct unordered pairs, sorted, and the index of the first occurrence of each."""
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    base = int(high.max(initial=0)) + 1
    keys, first = np.unique(low * base + high, return_index=True)
    return np.stack((keys // base, keys % base), axis=1), first


def parts_of(count: int, starts: Indices, ends: Indices) -> Indices:
    """Connected components: for each of ``count`` places, the smallest number of a place it is connected to."""
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
    """Replace labels by their labels until nothing changes (pointer jumping)."""
    while True:
        deeper = label[label]
        if np.array_equal(deeper, label):
            return label
        label = deeper
