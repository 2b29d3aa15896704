"""Where our rules, players or readings differ from the thesis, by table or figure."""

from __future__ import annotations

from math import sqrt

from railwright.arena.intervals import Z_95
from railwright.studies.ounmaa2022.effort import FULL, Effort

SEARCH = (
    "`mcts-peeking` knows, as the thesis's search player did, which actions the others can take; the decks that it "
    "draws from in its search are shuffled anew."
)

GENERAL = (
    "Published numbers of tables 5 to 11 are from 100 games for each column; the thesis gives no intervals. Ours stand "
    "with 95 % intervals that respect rounds: games that begin with the same deal are not independent of each other.",
    "The last column says whether the two differ by more than chance explains in 95 of 100 cases, the chance of both "
    "sides counted. Among a hundred numbers about five would stand out even if nothing differed.",
    "Seats: in each round of four games with the same deal every player has every seat once. In the thesis every "
    "player began 25 of 100 games in each place.",
    "Rules: `usa-thesis`, `europe-thesis` and `germany-thesis` are the thesis's simplified rules. One detail of its "
    "engine is not repeated: it put the discards under the deck when five cards were left, ours when none is.",
    "Tickets: in the thesis's tables only the shortest way of the board between its cities completes a ticket. The "
    'text does not say so, but it speaks of tickets that can no longer be completed "because an opponent has blocked '
    'the route" (5.3), as if each had one, and measures them by the part of the shortest path that is owned (5.1.2). '
    "So the players that work on tickets complete about as many as published; if any way counts, up to three times as "
    "many (table E). That the thesis's program did this is a guess from its numbers.",
    "A game decided by the tie-breakers has one winner; a win that they leave shared counts in parts.",
)

NOT_EXPLAINED = (
    "What remains: the published `evaluation` has more points for tracks than ours, and without the card hoarder it "
    "completes twice as many tickets. A plan that goes for the points of long tracks (`plan=equation-7`, table E) has "
    "such points, but completes almost none by the shortest way, and the text names another rule for the path. The "
    "thesis's program is not public."
)

SEARCH_CAUSE = (
    "The four published players are close together and complete few tickets: what a position is worth hardly decided "
    "what they did. With shares in equations 4 to 6 as the text has them, ours are far apart (`ratios=exact`, table "
    "E); with shares rounded down, as a division of whole numbers does in Java, they come close to the published ones. "
    "That the thesis's program did this is a guess from its numbers."
)

_BY_ITEM: dict[tuple[str, str], tuple[str, ...]] = {
    ("table", "5"): (
        "As published, everyone with the highest score wins here, and no tie-breakers are used. The rows without a "
        "published number count by the tie-breakers.",
        "As published, K is 1.361, the rollout length 34 and drawing further tickets is switched off.",
        SEARCH,
        SEARCH_CAUSE,
    ),
    ("table", "6"): (
        "As in table 5, everyone with the highest score wins.",
        "The thesis does not say whether drawing further tickets was switched off again; we read it as in table 5, "
        "with K 1.361 too.",
        SEARCH_CAUSE,
    ),
    ("table", "7"): (
        "The search player has the final parameters of section 6.1.2: K 0.229, rollout length 31, {final_calls}, "
        "IncludeCards. The thesis does not say whether it could draw tickets here; ours can.",
        SEARCH,
        NOT_EXPLAINED,
    ),
    ("table", "8"): (
        "As published: no ferries, tunnels, stations or passengers, one ticket deck, the base game's tie-breakers; ten "
        "points for the longest route on Europe, fifteen for most tickets on Germany. Table A has the official rules.",
        NOT_EXPLAINED,
    ),
    ("table", "9"): (
        "As published, 15 points go to most completed tickets also with the big cities; the printed rules of that deck "
        "have no such bonus, and they deal four tickets where the thesis dealt three.",
        "With the mega deck five tickets are dealt and three kept, as its printed rules say. The text does not, but "
        "the points of HoardCards would be about six higher with the two cheapest of three tickets.",
        NOT_EXPLAINED,
    ),
    ("table", "10"): ("Points for a route are 4.5 times its length; tickets and the longest route count as always.",),
    ("table", "11"): (
        "The fourth place is filled by `rule`, `evaluation`, the search player and `random` in a quarter of the games "
        "each. Its results are not counted, so the win rates do not add up to one.",
        NOT_EXPLAINED,
    ),
    ("table", "12"): (
        "A game against people cannot be played again. In their place sits `express`, our strongest player: this is "
        "not a reproduction, and nothing follows from it about people.",
        "The text speaks of 8 games and all published rates are eighths; the caption's 100 games must be a slip.",
    ),
    ("figure", "10"): (
        "The text gives the range (K 0 to 5, rollout length 20 to 50), 20 games a point and the numbers of two "
        "points; how many points there were it does not say. Ours are drawn at random from the same range, after "
        "those two. All points begin with the same deals.",
        "As published: three opponents with K the square root of 2 and rollout length 10, the heuristic "
        "DestinationProgress and {grid_calls} for all; everyone with the highest score wins. With {grid_games} games a "
        "point's interval is about {grid_width:.1f} wide.",
    ),
    ("figure", "11"): ("Drawn from the games of table 5. Boxes are quartiles; whiskers reach 1.5 box lengths.",),
    ("table", "A"): (
        "Not in the thesis: its future work asks for it. The official rulesets `usa`, `europe` (ferries, tunnels, "
        "stations, long and short tickets) and `germany` (two ticket decks, passengers).",
        "The players are the same. `mcts` here sees only what its seat may see.",
    ),
    ("table", "B"): (
        "Not in the thesis. With two and three players every choice among the four plays equally often; with five, a "
        "fifth is added as in table 11. Win rates are those of the games a player was in: chance is 1/2, 1/3, 1/5.",
    ),
    ("table", "C"): (
        "Not in the thesis. Tables of four of the eleven players, chosen so that everyone sits at equally many; four "
        "games at each table. Chance is 0.25.",
    ),
    ("table", "E"): (
        "Not in the thesis. Each reading changes something of the study's choice, for which the text and public "
        "programs speak most, or one of the guesses named above. That choice is the same in all tables. Its row is "
        "from the games of table 5 or 7; the others begin with the same deals.",
        "TAG is github.com/GAIGResearch/TabletopGames; the originals are github.com/ss2cp/AI-TicketToRide (rule) and "
        "github.com/willdzeng/ticket_to_ride (evaluation).",
    ),
    ("table", "D"): (
        "Not in the thesis. First the games of table 7, then games with the same deals in which the search player sees "
        "only what its seat may see.",
    ),
}


def remarks_on(kind: str, number: str, effort: Effort) -> tuple[str, ...]:
    """What is to be said about a table or figure that was played with this effort."""
    numbers = {
        "final_calls": _calls(effort.search_budget, FULL.search_budget),
        "grid_calls": _calls(effort.grid_budget, FULL.grid_budget),
        "grid_games": effort.grid_games,
        "grid_width": 2 * Z_95 * sqrt(0.25 * 0.75 / effort.grid_games),
    }
    return tuple(text.format(**numbers) for text in _BY_ITEM[kind, number])


def _calls(budget: int, published: int) -> str:
    """The budget of a search, and that of the thesis where ours is another."""
    less = "" if budget == published else f" instead of {published:,}"
    return f"{budget:,} forward-model calls{less}"
