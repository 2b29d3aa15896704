"""Readings of the thesis: what its text leaves open, what supports each choice, and what another choice would change.

Each player of the study has one reading for all tables, chosen for its support in the text and in public programs.
Three choices are inferred from the published numbers alone: only the shortest path completes a ticket, shares are
rounded down, and five tickets are dealt from the mega deck. Table E plays alternative readings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from railwright.studies.contest import Contest, Lineup
from railwright.studies.ounmaa2022.effort import Effort
from railwright.studies.ounmaa2022.experiments import comparison, heuristics
from railwright.studies.ounmaa2022.published import EVALUATION, HOARD, MCTS, RULE
from railwright.studies.ounmaa2022.thesis_players import change
from railwright.studies.ounmaa2022.variants import USA

SEARCH_TABLE, PLAYERS_TABLE = 5, 7
"""The table in which readings of the search are tried, and the one for the other players."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An alternative reading."""

    player: str
    """The player of the thesis that it concerns."""
    options: str
    """Options of the player that differ from the study's choice."""
    support: str
    """Arguments for it and against it."""
    ticket_ways: str = "shortest"
    """What completes a ticket."""

    @property
    def label(self) -> str:
        """Its name in a table."""
        return f"`{self.options}`" if self.options else f"tickets completed by {self.ticket_ways} path"

    @property
    def table(self) -> int:
        """The table in which it is tried."""
        return SEARCH_TABLE if self.player == MCTS else PLAYERS_TABLE


CHOSEN = {
    MCTS: (
        "TAG as of 12 January 2022 and later: open loop, normalised rewards, ties broken at random, rollouts that "
        "count the other players' actions and end at the player's own turn. The text says that the moves of the others "
        "count towards the rollout length (5.1.1); in earlier versions of TAG they did not. It finds fewer wins with a "
        "higher K (figure 10), which raw rewards can hardly show: they are far smaller than any K tried. The owned "
        "shares of a ticket's path in the heuristics are rounded down. The text does not say so: it is what integer "
        "division does in Java, the language of TAG, and our guess from the numbers of table 5."
    ),
    HOARD: (
        "The choice of the opening tickets is round 0, as in TAG: only this gives the nine rounds before round 10 and "
        "the 46 cards at the end of round 21 (5.2)."
    ),
    RULE: (
        '"Can not be completed anymore" (5.3) is read literally: no path is left. The original looks for a detour, and '
        "its search, though called breadth-first, counts spaces. Rounds are counted as for HoardCards."
    ),
    EVALUATION: (
        "Equation 7 counts spaces, as in the original, the source of its factor; the path is the one with the least "
        "squared cost, as the text says. Paths may pass through a city again, as in the original: only then can 10,000 "
        "visits fail to find a path in the first turn, a case that the text provides for. A plan must connect all "
        "tickets: the text says that this was fixed. Tickets are drawn only when those in hand are completed, as the "
        "text says."
    ),
}
"""Reasons for the study's choices, by player."""

READINGS = (
    Reading(MCTS, "ratios=exact", "The text: equations 4 to 6 use shares without rounding."),
    Reading(
        MCTS, "loop=closed:rewards=raw:rollout-counts=own",
        "TAG until 11 January 2022; the thesis consulted the rules of the game on 6 January.",
    ),
    Reading(MCTS, "loop=closed", "\"Shuffled before each simulation phase\" (5.1); an option of TAG."),
    Reading(MCTS, "rewards=raw", "TAG until that date; equation 1 of the thesis, which has no normalisation."),
    Reading(MCTS, "rollout-counts=own", "TAG until that date; contradicts the text (5.1.1)."),
    Reading(MCTS, "rollout-end=anywhere", "The text gives a number of actions, not where they end; never in TAG."),
    Reading(MCTS, "ties=mean", "Our earlier reading; never in TAG."),
    Reading(HOARD, "rounds=from-one", "Tickets are chosen in the \"first turn\" (4.3)."),
    Reading(RULE, "blocked=shortest-way", "\"An opponent has blocked the route\" (5.3) read as the shortest path."),
    Reading(RULE, "ways=tracks", "\"Breadth-first search\" (5.3) read literally."),
    Reading(RULE, "blocked=shortest-way:ways=tracks", "Both of these."),
    Reading(
        EVALUATION, "", "The rules of the game; the text does not contradict them.", ticket_ways="any",
    ),
    Reading(EVALUATION, "new-tickets=unplanned", "No missing routes: \"it deducts\" that they are completed (5.4)."),
    Reading(EVALUATION, "ticket-cost=squares", "The cost is defined this way two sentences before equation 7 (5.4)."),
    Reading(EVALUATION, "cities=once", "Nothing in the text calls for detours."),
    Reading(EVALUATION, "lost-ticket=leave-out", "The text does not say what happens to the other tickets."),
    Reading(EVALUATION, "taken-paths=keep", "The original; the text says paths \"that can complete the tickets\"."),
    Reading(
        EVALUATION, "plan=equation-7",
        "The tickets \"that give the most points\" (5.4), and a player that is \"ambitious and takes bigger risks with "
        "the path\" (6.2). Against it: the text names the squared cost as the criterion for the path.",
    ),
)  # fmt: skip
"""The alternative readings, by player."""


def contest_of(reading: Reading, effort: Effort) -> Contest:
    """The contest of a table with one reading changed; its games start from the same deals."""
    base = heuristics(effort) if reading.table == SEARCH_TABLE else comparison(str(PLAYERS_TABLE), USA, effort)
    name = (
        "table-E-"
        + f"{reading.player}-{reading.options or reading.ticket_ways}".replace("=", "-").replace(":", "-").lower()
    )
    lineups = tuple(_with_reading(lineup, reading) for lineup in base.lineups)
    variant = replace(base.variant, ticket_ways=reading.ticket_ways)
    return replace(base, name=name, variant=variant, lineups=lineups, games=effort.reading_games, deals=base.name)


def _with_reading(lineup: Lineup, reading: Reading) -> Lineup:
    return tuple(
        replace(chair, player=change(chair.player, reading.options))
        if reading.options and (reading.table == SEARCH_TABLE or chair.label == reading.player)
        else chair
        for chair in lineup
    )
