"""What must be known to read the tables."""

from __future__ import annotations

from railwright.mapmaker.balance.problem.space import VALUES
from railwright.studies.smith_anton2022.published import PRINTED_WORST, TARGET

GENERAL = (
    "Players: `one-step` (the paper's OSTA), `path` (PA), `long-route` (LRJA) and `hungry` (HA) of de Mesentier Silva "
    "et al. (2017) as they are coded, which is not always as papers describe them. Each sits in every seat equally "
    "often. The rules are the official ones of the usa board.",
    "The distance is the paper's: the sum of the absolute differences of the win shares from 0.25, divided by "
    f"{TARGET.worst:g}; 0 is balanced, 1 is one player alone. Intervals are 95 % intervals.",
    "Final figures come from games on deals that no search saw. Chance makes distances larger rather than smaller: "
    "even a board that is balanced exactly shows one of about 0.01 in 10,000 games, 0.03 in 1,000 and 0.2 in 20.",
    "Both methods search in the same space (free style): any number of doubles, lengths of 1 to 6, any colours "
    "(parallel tracks differ or are both gray, as in print), any tickets of the graph at "
    f"{VALUES[1]} to {VALUES[-1]} points or not at all. In the official style, ours also "
    "keeps about to the proportions of the usa board in tracks, spaces and colours, by bounds such as the paper wished "
    "for; lengths stay within 2 of the original or of the map; and tickets are worth what their shortest ways have in "
    "spaces, with the few exceptions of printed decks, while the search chooses which cities they join.",
)

DENOMINATOR = (
    f"The printed distances are not those of the paper's formula. It divides by 2 - 2 min d = {TARGET.worst:g}, and so "
    "does its worked example; the printed shares give the printed distances with 2 + 2 min d = "
    f"{PRINTED_WORST:g} (0.530 / {PRINTED_WORST:g} = 0.212; 0.306 / {PRINTED_WORST:g} = 0.1224 is printed as 0.121). "
    "So printed distances are too small by two fifths, and must not be compared with ours."
)
BY_FORMULA = (
    "By the formula: computed from the printed shares; for random boards, whose shares are not printed, the printed "
    f"distance times {PRINTED_WORST:g} / {TARGET.worst:g}."
)
HUNGRY = (
    "The printed share of `hungry` on the original board (0.46) has not been reproduced: the public engine in which "
    "these players were published gives 0.26 to 0.28 when it is run again, and repairs of this player's known faults "
    "do not explain the difference."
)

SPACES = (
    "The paper counts 307 spaces on the original board; it has 309. One route has a wrong length: with 4 spaces "
    "instead of 5 on both tracks between Salt Lake City and San Francisco, white and orange get 26 spaces (8.47 %), "
    "18 tracks are of length 4 and 8 of length 5, as tables 4 and 5 have it."
)
MEAN_LENGTH = (
    "Table 3 prints 3.70 as the mean length of the original's tracks; 307 / 100 is 3.07. The means of the other two "
    "boards agree with their spaces and tracks."
)
TRACKS = "What the paper calls routes in tables 3 to 5 are tracks: a double route counts twice."

PLANARITY = (
    "The paper says that its graphs have 93 to 108 routes and are planar. By Euler's bound a planar graph of 36 cities "
    "has at most 3 * 36 - 6 = 102, and the procedure (join the vertices of lowest degree) does not keep planarity by "
    "itself: these vertices need not lie on one face. We take, of the pairs of neighbours on the coasts of the parts, "
    "those of lowest degree with which no edges cross."
)
PARTS = (
    "Planar parts of 12 cities are made by our own generator, not by plantri; 86 are played, as in the paper, with "
    "random features. Both methods get the same graph. The paper does not say how many tickets a new graph has, and "
    "where: ours are as many and as far apart as on the usa board."
)
SUBGAMES = (
    "The tickets over the entire graph are new ones: those of the small games never lead from one to another. After "
    "joining, doubles of the small games stay and lengths change by at most one; our method, unlike the published "
    "one, may also repaint their routes."
)

READINGS = (
    'A board is judged by 20 games, and is "consistently" below the threshold if it is so in two times 20 more.',
    "The threshold of phase two is not printed; ours is 0.1, near the printed results. If games were independent, a "
    "board that is balanced exactly would be below 0.1 in 20 games one time in nine, and three times in a row one "
    "time in 600. So phase two hardly ever ends early, and returns the board that was luckiest in its 20 games.",
    f"Which tickets and values may be chosen is not printed: on the usa graph the 30 tickets of the board, worth "
    f"{VALUES[1]} to {VALUES[-1]} points or left out.",
    "Phase one draws 4 values for a variable, phase two up to 9; neither number is printed.",
    "Candidates of the two optimisers of a phase are tried side by side, first with first; a value that was tried "
    "several times is labelled with its mean distance.",
    "A node of the tree from which the search has gone on is closed, so the endless cycle of which the paper warns "
    "cannot occur. Phase two takes the best of 16 combinations for good and does not go back.",
    "Among equal labels the latest comes first, then chance decides. Phase one ends after ten steps for each variable.",
)

SEARCHED = (
    "CPU-seconds are those of the search. The paper gives more than 48 hours for one experiment, but neither its games "
    "nor its machine."
)
COURSES = (
    "Lines show what a search thought of its best board so far; dots with bars what games on new deals showed in the "
    "end. The published method believes in the luckiest of thousands of boards with 20 games each; ours plays the "
    "close ones again and again. A line rises where another phase begins, or where more games show that a board had "
    "been lucky."
)
