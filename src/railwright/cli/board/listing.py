"""``railwright board list``: the built-in boards."""

from __future__ import annotations

from railwright.cli.kit.options import AsJson
from railwright.cli.kit.output import print_json, suggest
from railwright.maps.load import board_names, load_board

EXAMPLE = "Example: railwright board list"


def list_boards(as_json: AsJson = False) -> None:
    """List the built-in boards and their ticket decks."""
    boards = [load_board(name) for name in board_names()]
    rows = [
        {
            "board": board.name, "title": board.title, "cities": len(board.cities), "tracks": len(board.tracks),
            "spaces": sum(track.length for track in board.tracks), "ruleset": str(board.ruleset),
            "decks": {deck: len(board.deck(deck)) for deck in board.decks},
        }
        for board in boards
    ]  # fmt: skip
    if as_json:
        print_json({"boards": rows})
        return
    for row in rows:
        print(f"{row['board']}: {row['title']}, {row['cities']} cities, {row['tracks']} tracks, {row['spaces']} spaces")
        print("  ticket decks: " + ", ".join(f"{deck} ({count})" for deck, count in row["decks"].items()))  # type: ignore[attr-defined]
    suggest("railwright board show usa --out usa.svg")
