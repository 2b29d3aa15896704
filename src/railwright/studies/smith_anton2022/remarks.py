"""Remarks needed to read the tables."""

from __future__ import annotations

from railwright.mapmaker.balance.problem.design_space import VALUES
from railwright.studies.smith_anton2022.published import PRINTED_WORST, TARGET

GENERAL = (
    "Players: `one-step` (the paper's OSTA), `path` (PA), `long-route` (LRJA) and `hungry` (HA) of de Mesentier Silva "
    "et al. (2017), as they are coded, which is not always as the papers describe them. Each takes every seat equally "
    "often. The rules are the official ones of the usa board.",
    "The distance is that of the paper: the sum of the absolute differences between the win shares and 0.25, divided "
    f"by {TARGET.worst:g}. It is 0 for a balanced board, and 1 if one player wins every game. All intervals are 95% "
    "confidence intervals.",
    "Final figures come from games on deals that no search saw. Chance makes distances larger rather than smaller: "
    "even an exactly balanced board shows a distance of about 0.01 in 10,000 games, 0.03 in 1,000 and 0.2 in 20.",
    "Both methods search the same space (free style): any number of double routes, lengths from 1 to 6, any colours "
    "(parallel tracks have different colours or are both gray, as on printed boards), and any tickets of the graph, "
    f"worth {VALUES[1]} to {VALUES[-1]} points or left out. In the official style, our method also stays close to the "
    "proportions of the official boards in tracks, spaces and colours, within bounds of the kind that the paper wished "
    "for; lengths stay within 2 of the original or of the map; and tickets are worth the number of spaces of their "
    "shortest paths, with the few exceptions found in printed decks, while the search chooses which cities they join.",
)

DENOMINATOR = (
    f"The printed distances do not follow the paper's formula. It divides by 2 - 2 min d = {TARGET.worst:g}, and so "
    "does the worked example; but the printed shares give the printed distances only with 2 + 2 min d = "
    f"{PRINTED_WORST:g} (0.530 / {PRINTED_WORST:g} = 0.212; 0.306 / {PRINTED_WORST:g} = 0.1224, printed as 0.121). "
    "The printed distances are therefore too small by two fifths, and must not be compared with ours."
)
BY_FORMULA = (
    'The column "by the formula" is computed from the printed shares; for random boards, whose shares are not printed, '
    f"it is the printed distance times {PRINTED_WORST:g} / {TARGET.worst:g}."
)
HUNGRY = (
    "The printed share of `hungry` on the original board (0.46) could not be reproduced: the public engine in which "
    "these players were published gives 0.26 to 0.28 when run again, and fixing the known bugs of this player does not "
    "explain the difference."
)

SPACES = (
    "The paper counts 307 spaces on the original board; the board has 309. One route has a wrong length in the paper: "
    "with 4 spaces instead of 5 on both tracks between Salt Lake City and San Francisco, white and orange have 26 "
    "spaces each (8.47%), 18 tracks have length 4 and 8 have length 5, as in tables 4 and 5."
)
MEAN_LENGTH = (
    "Table 3 prints 3.70 as the mean length of the original board's tracks; 307 / 100 is 3.07. The means of the other "
    "two boards agree with their spaces and tracks."
)
TRACKS = "What the paper calls routes in tables 3 to 5 are tracks: a double route counts twice."

PLANARITY = (
    "The paper says that its graphs have 93 to 108 routes and are planar. By Euler's bound, a planar graph of 36 "
    "cities has at most 3 * 36 - 6 = 102 edges, and the procedure (joining the vertices of lowest degree) does not "
    "preserve planarity by itself, because these vertices need not lie on one face. Of the pairs of neighbours on the "
    "outer faces of the parts, we take those of lowest degree for which no edges cross."
)
PARTS = (
    "The planar parts of 12 cities come from our own generator, not from plantri; as in the paper, 86 of them are "
    "played with random features. Both methods use the same graph. The paper does not say how many tickets a new graph "
    "has or which cities they join: ours are as many, and as far apart, as on the usa board."
)
SUBGAMES = (
    "The tickets over the entire graph are new ones, because those of the small games never lead from one to another. "
    "After joining, double routes of the small games stay double and lengths change by at most one; our method, unlike "
    "the published one, may also change the colours of their routes."
)

READINGS = (
    'A board is evaluated by 20 games, and is "consistently" below the threshold if it is also below it in two further '
    "samples of 20 games.",
    "The threshold of phase two is not printed; ours is 0.1, close to the printed results. If games were independent, "
    "an exactly balanced board would be below 0.1 in 20 games one time in nine, and three times in a row one time in "
    "600. So phase two hardly ever ends early, and returns the board that was luckiest in its 20 games.",
    "The tickets and values to choose from are not printed: on the usa graph, we use the 30 tickets of the board, "
    f"worth {VALUES[1]} to {VALUES[-1]} points or left out.",
    "Phase one draws 4 values for each variable, phase two up to 9; neither number is printed.",
    "The candidates of the two optimisers of a phase are tried in pairs, first with first; a value that was tried "
    "several times is labelled with its mean distance.",
    "A node of the tree from which the search has continued is closed, so the endless cycle that the paper warns about "
    "cannot occur. In phase two the best of 16 combinations is final, without backtracking.",
    "Among equal labels the latest comes first, then chance decides. Phase one ends after ten steps for each variable.",
)

SEARCHED = (
    "CPU seconds are those of the search alone. The paper gives more than 48 hours for one experiment, but neither the "
    "number of games nor the machine."
)
PROGRESS = (
    "Lines show a search's own estimate for its best board so far; dots with bars show the final evaluation in games "
    "on new deals. The published method trusts the luckiest of thousands of boards with 20 games each; ours replays "
    "the closest boards again and again. A line rises where another phase begins, or where more games show that a "
    "board had been lucky."
)
