"""Files that cannot be read get one clear line each, and none a traceback of another kind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import osmium
import pytest
from osmium.osm.mutable import Node, Way

from mapmaker.osm.countries import country_file
from mapmaker.osm.sketch import Sketch
from railwright.errors import FileError
from railwright.mapmaker.osm.extract.extraction import read_station_graph
from railwright.mapmaker.osm.extract.osm_file import BLOCKS_AT_ONCE, IDS_PER_BLOCK_BITS, in_parts


def refused(path: Path) -> str:
    """The one line that a file gets."""
    with pytest.raises(FileError) as caught:
        read_station_graph(path)
    message = str(caught.value)
    assert "\n" not in message
    assert path.name in message
    return message


def test_no_such_file(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "nowhere.osm.pbf")


def test_a_folder(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"<osm></osm>", b"\xff\xd8\xff\xe0\x00\x10JFIF" + b"\x00" * 200, b"OSMHeader"]
)
def test_a_file_of_another_format(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "renamed.osm.pbf"
    path.write_bytes(content)
    assert "PBF" in refused(path)


def test_a_header_and_then_nonsense(tmp_path: Path) -> None:
    path = Sketch().write(tmp_path / "nonsense.osm.pbf")
    path.write_bytes(path.read_bytes() + b"nonsense" * 100)
    assert "damaged" in refused(path)


def test_a_file_without_railways(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.way([sketch.node(0), sketch.node(100)], highway="residential")
    sketch.station("A", 0)
    assert "no railways" in refused(sketch.write(tmp_path / "roads.osm.pbf"))


def test_an_empty_file(tmp_path: Path) -> None:
    assert "no railways" in refused(Sketch().write(tmp_path / "empty.osm.pbf"))


def test_a_file_without_stations(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (2000, 0))
    sketch.node(0, 0, railway="station")
    sketch.station("Far away", 0, 9000)
    assert "no named station" in refused(sketch.write(tmp_path / "rails.osm.pbf"))


def test_railways_whose_nodes_are_missing(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.rail(101, 102)
    assert "no railways" in refused(sketch.write(tmp_path / "ways.osm.pbf"))


def test_text_that_is_not_utf_8(tmp_path: Path) -> None:
    sketch = Sketch()
    sketch.line((0, 0), (2000, 0))
    sketch.station("A place", 0)
    path = tmp_path / "bytes.osm.pbf"
    sketch.write(path, options="pbf,pbf_compression=none")
    whole = path.read_bytes()
    assert whole.count(b"A place") == 1
    path.write_bytes(whole.replace(b"A place", b"A \xffplac"))
    assert "UTF-8" in refused(path)


def test_numbers_below_zero_are_those_of_objects_not_yet_uploaded(tmp_path: Path) -> None:
    path = tmp_path / "new.osm.pbf"
    with osmium.SimpleWriter(str(path)) as writer:
        for number in range(1, 30):
            tags = {"railway": "station", "name": f"S{number}"} if number in (5, 25) else {}
            writer.add_node(Node(id=-number, location=(8 + 0.001 * number, 50), tags=tags))
        writer.add_way(Way(id=-1, nodes=[-number for number in range(1, 30)], tags={"railway": "rail"}))
    graph = read_station_graph(path)
    assert [station.name for station in graph.stations] == ["S25", "S5"]
    assert len(graph.links) == 1


@pytest.mark.parametrize("share", [0.0001, 0.02, 0.2, 0.5, 0.8, 0.95, 0.9999])
def test_a_file_cut_short(share: float, tmp_path: Path) -> None:
    whole = country_file("dense", tmp_path).read_bytes()
    path = tmp_path / "cut.osm.pbf"
    path.write_bytes(whole[: int(share * len(whole))])
    message = refused(path)
    assert "damaged or cut short" in message or "PBF" in message


def test_numbers_are_looked_up_in_parts_of_few_blocks() -> None:
    wanted = np.arange(0, 3 * BLOCKS_AT_ONCE) * (1 << IDS_PER_BLOCK_BITS) + 7
    wanted = np.sort(np.concatenate((wanted, wanted + 5)))
    parts = in_parts(wanted)
    assert [len(np.unique(part >> IDS_PER_BLOCK_BITS)) for part in parts] == [BLOCKS_AT_ONCE] * 3
    np.testing.assert_array_equal(np.concatenate(parts), wanted)
    assert in_parts(np.empty(0, np.int64)) == []
