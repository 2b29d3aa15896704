"""Remarks by table or figure: where our rules, players or readings differ from the thesis."""

from __future__ import annotations

from math import sqrt

from railwright.arena.intervals import Z_95
from railwright.studies.ounmaa2022.effort import FULL, Effort

SEARCH = (
    "Like the search player of the thesis, `mcts-peeking` knows which actions the others can take; the decks that it "
    "draws from during its search are reshuffled."
)

GENERAL = (
    "The published numbers of tables 5 to 11 come from 100 games per column; the thesis gives no intervals. Ours have "
    "95% confidence intervals that account for rounds: games that start from the same deal are not independent.",
    'The column "difference" tests at the 5% level whether the two numbers differ, taking into account chance on both '
    'sides; "within chance" means that they do not differ significantly. Among a hundred numbers, about five would '
    "stand out even if nothing differed.",
    "Seats: in each round of four games with the same deal, every player takes every seat once. In the thesis, every "
    "player took each starting position in 25 of 100 games.",
    "Rules: `usa-thesis`, `europe-thesis` and `germany-thesis` are the simplified rules of the thesis. One detail of "
    "its engine is not replicated: it put the discards under the deck when five cards were left, ours when none are.",
    "Tickets: in the tables of the thesis, only the shortest path on the board between its cities completes a ticket. "
    'The text does not say so, but it speaks of tickets that can no longer be completed "because an opponent has '
    'blocked the route" (5.3), as if each had only one, and measures progress by the owned share of the shortest path '
    "(5.1.2). With this rule, the players that pursue tickets complete about as many as published; if any path counts, "
    "they complete up to three times as many (table E). That the program of the thesis did this is a guess from its "
    "numbers.",
    "A game decided by the tie-breakers has one winner; a win that is still shared counts in equal parts.",
)

NOT_EXPLAINED = (
    "Not explained: the published `evaluation` scores more points for tracks than ours, and without the card hoarder "
    "it completes twice as many tickets. A plan that aims at the points of long tracks (`plan=equation-7`, table E) "
    "scores such points, but completes almost no tickets by the shortest path, and the text names another criterion "
    "for the path. The program of the thesis is not public."
)

SEARCH_CAUSE = (
    "The four published players are close together and complete few tickets: the value of a position hardly influenced "
    "their decisions. With shares in equations 4 to 6 as in the text, ours are far apart (`ratios=exact`, table E); "
    "with shares rounded down, as integer division does in Java, they come close to the published ones. That the "
    "program of the thesis did this is a guess from its numbers."
)

_BY_ITEM: dict[tuple[str, str], tuple[str, ...]] = {
    ("table", "5"): (
        "As published, every player with the highest score wins here, without tie-breakers. The rows without a "
        "published number use the tie-breakers.",
        "As published, K is 1.361, the rollout length is 34, and drawing further tickets is switched off.",
        SEARCH,
        SEARCH_CAUSE,
    ),
    ("table", "6"): (
        "As in table 5, every player with the highest score wins.",
        "The thesis does not say whether drawing further tickets was switched off again; we use the settings of table "
        "5, including K 1.361.",
        SEARCH_CAUSE,
    ),
    ("table", "7"): (
        "The search player has the final parameters of section 6.1.2: K 0.229, rollout length 31, {final_calls}, "
        "IncludeCards. The thesis does not say whether it could draw tickets here; ours can.",
        SEARCH,
        NOT_EXPLAINED,
    ),
    ("table", "8"): (
        "As published: no ferries, tunnels, stations or passengers, one ticket deck, and the tie-breakers of the base "
        "game; ten points for the longest path on Europe, fifteen for the most tickets on Germany. Table A has the "
        "official rules.",
        NOT_EXPLAINED,
    ),
    ("table", "9"): (
        "As published, the most completed tickets score 15 points also with the big cities deck; the printed rules of "
        "that deck have no such bonus, and deal four tickets where the thesis dealt three.",
        "With the mega deck, five tickets are dealt and three kept, as its printed rules say. The text does not say "
        "so, but HoardCards would score about six points more with the two cheapest of three tickets.",
        NOT_EXPLAINED,
    ),
    ("table", "10"): ("A route scores 4.5 times its length; tickets and the longest path count as usual.",),
    ("table", "11"): (
        "The fourth seat is taken by `rule`, `evaluation`, the search player and `random`, each in a quarter of the "
        "games. Its results are not counted, so the win rates do not add up to one.",
        NOT_EXPLAINED,
    ),
    ("table", "12"): (
        "Games against people cannot be replicated. In their place sits `express`, our strongest player: this is not a "
        "reproduction, and says nothing about people.",
        "The text speaks of 8 games, and all published rates are eighths; the 100 games in the caption must be a "
        "mistake.",
    ),
    ("figure", "10"): (
        "The text gives the ranges (K 0 to 5, rollout length 20 to 50), 20 games per point and the values of two "
        "points, but not the number of points. Ours are these two, followed by points drawn at random from the same "
        "ranges. All points start from the same deals.",
        "As published: three opponents with K equal to the square root of 2 and rollout length 10, the heuristic "
        "DestinationProgress and {grid_calls} for all players; every player with the highest score wins. With "
        "{grid_games} games, the interval of a point is about {grid_width:.1f} wide.",
    ),
    ("figure", "11"): (
        "Drawn from the games of table 5. Boxes show the quartiles; whiskers extend to at most 1.5 box lengths.",
    ),
    ("table", "A"): (
        "Not in the thesis, which names it as future work. The official rulesets are `usa`, `europe` (ferries, "
        "tunnels, stations, long and short tickets) and `germany` (two ticket decks, passengers).",
        "The players are the same, except that `mcts` sees only what its seat may see.",
    ),
    ("table", "B"): (
        "Not in the thesis. With two and three players, every subset of the four plays equally often; with five, a "
        "fifth player is added as in table 11. Win rates refer to the games that a player took part in; equal players "
        "would have 1/2, 1/3 and 1/5.",
    ),
    ("table", "C"): (
        "Not in the thesis. Tables of four of the eleven players, chosen so that every player sits at equally many; "
        "four games at each table. Equal players would have 0.25.",
    ),
    ("table", "E"): (
        "Not in the thesis. Each reading changes part of the study's choice, which is the reading best supported by "
        "the text and by public programs, or one of the guesses named above. The study's choice is the same in all "
        "tables. Its row uses the games of table 5 or 7; the other readings start from the same deals.",
        "TAG is github.com/GAIGResearch/TabletopGames; the originals are github.com/ss2cp/AI-TicketToRide (rule) and "
        "github.com/willdzeng/ticket_to_ride (evaluation).",
    ),
    ("table", "D"): (
        "Not in the thesis. First the games of table 7, then games from the same deals in which the search player sees "
        "only what its seat may see.",
    ),
}


def remarks_on(kind: str, number: str, effort: Effort) -> tuple[str, ...]:
    """The remarks on a table or figure played with this effort."""
    numbers = {
        "final_calls": _calls(effort.search_budget, FULL.search_budget),
        "grid_calls": _calls(effort.grid_budget, FULL.grid_budget),
        "grid_games": effort.grid_games,
        "grid_width": 2 * Z_95 * sqrt(0.25 * 0.75 / effort.grid_games),
    }
    return tuple(text.format(**numbers) for text in _BY_ITEM[kind, number])


def _calls(budget: int, published: int) -> str:
    """The budget of a search, and that of the thesis where it differs."""
    less = "" if budget == published else f" instead of {published:,}"
    return f"{budget:,} forward-model calls{less}"
