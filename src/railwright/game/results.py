"""The result of a game as a JSON object, as stored in records."""

from __future__ import annotations

from typing import Any

from railwright.compiled.bits import members
from railwright.game.json_words import ticket_words
from railwright.game.scoring import Result, points_of
from railwright.game.setup import Setup
from railwright.game.state import State
from railwright.tables import html_table, text_table


class GameResult(dict[str, Any]):
    """The result of a game: a JSON object, which prints itself as a table with one line for each seat."""

    @staticmethod
    def of(setup: Setup, state: State, record: Result) -> GameResult:
        """The result of a game, as if it ended now, in the format of docs/records.md; its parts are in ``record``."""
        seats = range(state.table.seats)
        scale = setup.ruleset.scale
        held = [members(state.private[seat].tickets) for seat in seats]
        done = [set(members(record.done[seat])) for seat in seats]
        paid = paid_bonuses(setup)
        return GameResult(
            {
                "scores": [points_of(record.scores[seat], scale) for seat in seats],
                "routes": [points_of(record.routes[seat], scale) for seat in seats],
                "tickets": [points_of(record.tickets[seat], scale) for seat in seats],
                "bonuses": [
                    {name: points_of(getattr(record, field)[seat], scale) for name, field in paid.items()}
                    for seat in seats
                ],
                "completed": [[ticket_words(setup, t) for t in held[seat] if t in done[seat]] for seat in seats],
                "failed": [[ticket_words(setup, t) for t in held[seat] if t not in done[seat]] for seat in seats],
                "longest_path": [int(record.longest_path[seat]) for seat in seats],
                "winners": [seat for seat in seats if int(record.winners) >> seat & 1],
            }
        )

    def win_share(self, seat: int) -> float:
        """1 for the winner, shared by those who are still tied; 0 for the others."""
        winners = self["winners"]
        return (seat in winners) / len(winners)

    def __str__(self) -> str:
        return text_table(*self._table())

    def _repr_html_(self) -> str:
        return html_table(*self._table())

    def _table(self) -> tuple[list[str], list[list[str]]]:
        bonuses = list(self["bonuses"][0])
        headings = ["", "score", "routes", "tickets", *(bonus.replace("_", " ") for bonus in bonuses), "winner"]
        rows = []
        for seat, score in enumerate(self["scores"]):
            parts = [score, self["routes"][seat], self["tickets"][seat], *self["bonuses"][seat].values()]
            winner = "yes" if seat in self["winners"] else ""
            rows.append([f"seat {seat}", *(str(part) for part in parts), winner])
        return headings, rows


def paid_bonuses(setup: Setup) -> dict[str, str]:
    """The bonuses that a setup awards, with the fields of RESULT that hold them."""
    bonuses = {}
    if setup.dealing.longest_path:
        bonuses["longest_path"] = "longest_path_bonus"
    if setup.dealing.globetrotter:
        bonuses["globetrotter"] = "globetrotter_bonus"
    if setup.ruleset.stations and setup.ruleset.station_points:
        bonuses["stations"] = "station_bonus"
    if setup.pays_passengers:
        bonuses["passengers"] = "passenger_bonus"
    return bonuses
