"""The commands of ``railwright map``, each in its own file."""

from __future__ import annotations

from railwright.cli.kit.lazy import LazyCommand, lazy_app

app = lazy_app(
    {
        "osm": LazyCommand(
            "map.osm.command:osm",
            "Make a board from OpenStreetMap railways: "
            "board file, .map, GeoJSON, SVG, printable PDF and quality report.",
        ),
        "balance": LazyCommand(
            "map.balance.command:balance",
            "Make a board on which the players win as often as you want; or change a board so that they do.",
        ),
        "import": LazyCommand(
            "map.importing:import_file", "Import a .map file of the open-source web version as a board to play."
        ),
        "export": LazyCommand(
            "map.exporting:export",
            "Export a board for the open-source web version (map), as GeoJSON, a drawing (svg) or a board file (json).",
        ),
        "quality": LazyCommand(
            "map.quality:quality",
            "Measure a board's map by the criteria of Friedsam and Rupp (2024), next to the usa board and their maps.",
        ),
        "print": LazyCommand(
            "map.printing:print_board", "Print a board at true scale, with spaces of 20 x 9 mm, and its ticket cards."
        ),
    },
    help="Make boards from railways, balance boards; import, export, measure and print boards.",
)
