"""A setup's compiled form against the board it was made of."""

from __future__ import annotations

import pytest

from railwright.game.state import NONE
from railwright.maps.load import board_names, load_setup


@pytest.mark.parametrize("name", board_names())
def test_twins_are_the_other_tracks_of_the_same_pair_of_cities(name: str) -> None:
    setup = load_setup(name)
    tracks = setup.board.tracks
    for i, track in enumerate(tracks):
        others = [j for j, other in enumerate(tracks) if j != i and set(other.cities) == set(track.cities)]
        written = setup.rulebook[0].twins[i].tolist()
        assert written == others + [NONE] * (len(written) - len(others))


@pytest.mark.parametrize("name", board_names())
def test_each_track_is_in_the_sets_that_it_belongs_to(name: str) -> None:
    setup = load_setup(name)
    book, index = setup.rulebook[0], setup.board.city_index
    for i, track in enumerate(setup.board.tracks):
        word, bit = i // 64, i % 64
        assert [int(book.city_a[i]), int(book.city_b[i])] == [index[city] for city in track.cities]
        assert int(book.length[i]) == track.length
        at = {city for city in range(len(index)) if int(book.at_city[city, word]) >> bit & 1}
        assert at == {index[city] for city in track.cities}
        assert int(book.all_tracks[word]) >> bit & 1
