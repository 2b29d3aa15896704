"""Readings of the thesis: what its text leaves open, what supports each choice, and what another choice would change.

The players of the study have one reading each, for all tables, chosen for its support in the text and in public
programs. Three things follow from the published numbers alone: tickets completed by their shortest way, shares rounded
down, five tickets of the mega deck. Table E plays other readings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from railwright.studies.contest import Contest, Lineup
from railwright.studies.ounmaa2022.cast import change
from railwright.studies.ounmaa2022.effort import Effort
from railwright.studies.ounmaa2022.experiments import comparison, heuristics
from railwright.studies.ounmaa2022.published import EVALUATION, HOARD, MCTS, RULE
from railwright.studies.ounmaa2022.variants import USA

SEARCH_TABLE, PLAYERS_TABLE = 5, 7
"""The table in which the readings of the search are tried, and that for the other players."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One other choice."""

    player: str
    """The player of the thesis that it is about."""
    options: str
    """What is changed from the study's choice of the player."""
    support: str
    """What speaks for it, and what against."""
    ticket_ways: str = "shortest"
    """What completes a ticket."""

    @property
    def label(self) -> str:
        """For a table."""
        return f"`{self.options}`" if self.options else f"tickets completed by {self.ticket_ways} way"

    @property
    def table(self) -> int:
        """Where it is tried."""
        return SEARCH_TABLE if self.player == MCTS else PLAYERS_TABLE


CHOSEN = {
    MCTS: (
        "TAG from 12 January 2022 on: open loop, rewards normalised, ties left to chance, roll-outs that count the "
        "others' actions and end at the own turn. The text says that the moves of the others count against the rollout "
        "length (5.1.1); in TAG before that they did not. It finds fewer wins with a higher K (figure 10), which raw "
        "rewards can hardly show: they are far smaller than any K tried. The shares of a ticket's way in the "
        "heuristics are rounded down. That is not in the text: it is what a division of whole numbers does in Java, "
        "the language of TAG, and our guess from the numbers of table 5."
    ),
    HOARD: (
        "The choice of the opening tickets is round 0, as in TAG: only then do the nine rounds before round 10 and the "
        "46 cards at the end of round 21 (5.2) come out."
    ),
    RULE: (
        '"Can not be completed anymore" (5.3) read literally: no way is left. The original looks for a way around, and '
        "its search, though called breadth first, counts spaces. Rounds as those of HoardCards."
    ),
    EVALUATION: (
        "Equation 7 in spaces, as in the original, where its factor comes from; the path of the least squared cost, as "
        "the text says. Paths may come through a city again, as in the original: only then do 10,000 visits fail to "
        "find a path in the first turn, which the text provides for. A plan must connect all tickets: the text says "
        "that this was mended. Tickets are drawn only when those in hand are completed, as the text says."
    ),
}
"""Why the study's choice is what it is."""

READINGS = (
    Reading(MCTS, "ratios=exact", "The text: shares, in equations 4 to 6."),
    Reading(
        MCTS, "loop=closed:rewards=raw:rollout-counts=own",
        "TAG until 11 January 2022; the thesis read the rules of the game on 6 January.",
    ),
    Reading(MCTS, "loop=closed", "\"Shuffled before each simulation phase\" (5.1); an option of TAG."),
    Reading(MCTS, "rewards=raw", "TAG until then; equation 1 of the thesis, which knows no normalisation."),
    Reading(MCTS, "rollout-counts=own", "TAG until then; against the text (5.1.1)."),
    Reading(MCTS, "rollout-end=anywhere", "The text names a number of actions, not where they end; not TAG."),
    Reading(MCTS, "ties=mean", "Our earlier reading; TAG never had it."),
    Reading(HOARD, "rounds=from-one", "Tickets are chosen in the \"first turn\" (4.3)."),
    Reading(RULE, "blocked=shortest-way", "\"An opponent has blocked the route\" (5.3) read as the shortest one."),
    Reading(RULE, "ways=tracks", "\"Breadth-first search\" (5.3) read literally."),
    Reading(RULE, "blocked=shortest-way:ways=tracks", "Both."),
    Reading(
        EVALUATION, "", "The rules of the game; the text says nothing against them.", ticket_ways="any",
    ),
    Reading(EVALUATION, "new-tickets=unplanned", "No missing routes: \"it deducts\" that they are completed (5.4)."),
    Reading(EVALUATION, "ticket-cost=squares", "The cost is defined so two sentences before equation 7 (5.4)."),
    Reading(EVALUATION, "cities=once", "Nothing in the text asks for detours."),
    Reading(EVALUATION, "lost-ticket=leave-out", "The text does not say what happens to the other tickets."),
    Reading(EVALUATION, "taken-paths=keep", "The original; the text: paths \"that can complete the tickets\"."),
    Reading(
        EVALUATION, "plan=equation-7",
        "The tickets \"that give the most points\" (5.4), a player that is \"ambitious and takes bigger risks with the "
        "path\" (6.2); against it: the text names the squared cost for the choice of the path.",
    ),
)  # fmt: skip
"""What else was tried, by player."""


def contest_of(reading: Reading, effort: Effort) -> Contest:
    """The games of a table with one reading changed; they begin with the same deals as the table's."""
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
