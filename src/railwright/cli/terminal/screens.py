"""The screens: the table at a turn, the map, the tracks at a city, the tickets."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from railwright.cli.terminal import pieces
from railwright.cli.terminal.pieces import GOOD, QUIET
from railwright.game.actions import CLAIM
from railwright.game.colors import PASSENGER_COLORS
from railwright.game.game import Game
from railwright.game.state import LONG, NONE
from railwright.table import facts
from railwright.table.seats import Seats

_STATES = {"done": ("done", GOOD), "lent": ("done, with a station", GOOD), "open": ("open", "")}


def table_screen(game: Game, viewer: int, seats: Seats) -> list[RenderableType]:
    """Everything that a seat sees at its turn."""
    return [seat_table(game, viewer, seats), *cards_lines(game, viewer), *ticket_lines(game, viewer)]


def cards_lines(game: Game, viewer: int) -> list[RenderableType]:
    """The face-up cards, the piles and the seat's hand."""
    view, table = game.view(viewer), game.state.table
    return [
        Text.assemble(("Face up  ", "bold"), pieces.row(view.row)),
        Text.assemble(("Deck     ", "bold"), f"{table.deck_size} cards, {table.discard_size} discards"),
        Text.assemble(("Hand     ", "bold"), pieces.cards(view.hand, "  ")),
    ]


def ticket_lines(game: Game, viewer: int) -> list[RenderableType]:
    """The seat's tickets, and whether they are completed."""
    lines: list[RenderableType] = []
    for ticket, state in facts.ticket_states(game, viewer).items():
        word, style = _STATES[state]
        label = "Tickets  " if not lines else " " * 9
        lines.append(
            Text.assemble((label, "bold"), pieces.ticket_words(game.setup.tickets[ticket]), "  ", (word, style))
        )
    return lines or [Text.assemble(("Tickets  ", "bold"), ("none yet", QUIET))]


def seat_table(game: Game, viewer: int | None, seats: Seats) -> Table:
    """The public information about every seat."""
    state, setup = game.state.table, game.setup
    shown = plain_table()
    for heading in ("", "points", "trains", "cards", "tickets"):
        shown.add_column(heading, justify="right" if heading else "left")
    if setup.ruleset.stations:
        shown.add_column("stations", justify="right")
    if setup.pays_passengers:
        shown.add_column("passengers")
    for seat in range(game.seats):
        long = int(state.tickets[seat][LONG])
        total = int(state.tickets[seat].sum())
        cells: list[RenderableType] = [
            pieces.seat_name(seats.name_for(seat, viewer), seat),
            f"{facts.points(game, seat)}",
            f"{state.trains[seat]}",
            f"{state.hand_size[seat]}",
            f"{total}" + (f" ({long} long)" if long else ""),
        ]
        if setup.ruleset.stations:
            cells.append(f"{state.stations_left[seat]}")
        if setup.pays_passengers:
            taken = {name: int(state.taken[seat][color]) for color, name in enumerate(PASSENGER_COLORS)}
            cells.append(pieces.cards({name: number for name, number in taken.items() if number}))
        shown.add_row(*cells)
    return shown


def city_table(game: Game, viewer: int, seats: Seats, city: str) -> list[RenderableType]:
    """The tracks that end in a city."""
    board, owners, options = game.setup.board, game.owners, facts.options_at_turn(game, viewer)
    shown = plain_table()
    for heading in (f"from {city} to", "track", "owner", "can you claim it"):
        shown.add_column(heading)
    for i, track in enumerate(board.tracks):
        if city not in track.cities:
            continue
        far = track.cities[1] if track.cities[0] == city else track.cities[0]
        if i in owners:
            owner = pieces.seat_name(seats.name_for(owners[i], viewer), owners[i])
        else:
            owner = Text("closed" if facts.is_closed(game, viewer, i) else "free", style=QUIET)
        answer = Text("yes", style=GOOD) if CLAIM + i in options else Text("no", style=QUIET)
        shown.add_row(far, pieces.track_words(track), owner, answer)
    lines: list[RenderableType] = [shown]
    number = board.city_index[city]
    builder = int(game.state.table.station[number])
    if builder != NONE:
        lines.append(Text.assemble("Station of ", pieces.seat_name(seats.name_for(builder, viewer), builder), "."))
    if game.setup.pays_passengers:
        waiting = facts.waiting_passengers(game.view(viewer), number)
        lines.append(Text.assemble("Passengers waiting: ", pieces.cards(waiting), "."))
    return lines


def map_screen(game: Game, viewer: int, seats: Seats) -> list[RenderableType]:
    """Every track: first those of each seat, then the free ones."""
    board, owners = game.setup.board, game.owners
    lines: list[RenderableType] = []
    for seat in range(game.seats):
        owned = [board.tracks[i] for i, owner in owners.items() if owner == seat]
        own = ", ".join(f"{pieces.route(track)} {track.length}" for track in owned) or "no tracks yet"
        stations = [city.name for i, city in enumerate(board.cities) if game.state.table.station[i] == seat]
        lines.append(Text.assemble(pieces.seat_name(seats.name_for(seat, viewer), seat), "  ", own))
        if stations:
            lines.append(Text(f"  stations in {', '.join(stations)}"))
    options = facts.options_at_turn(game, viewer)
    free: dict[str, list[int]] = {}
    for i, track in enumerate(board.tracks):
        if i not in owners and not facts.is_closed(game, viewer, i):
            free.setdefault(" - ".join(sorted(track.cities)), []).append(i)
    words = []
    for route, tracks in sorted(free.items()):
        mark = "* " if any(CLAIM + i in options for i in tracks) else "  "
        words.append(Text.assemble(mark, route, " ", pieces.parallel_words([board.tracks[i] for i in tracks])))
    title = Text("\nFree tracks (* you can claim):", style="bold")
    lines += [title, Columns(words, padding=(0, 2), column_first=True)]
    return lines


def plain_table() -> Table:
    """A table without lines."""
    return Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
