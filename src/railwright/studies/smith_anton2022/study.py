"""The study of Smith and Anton (2022): balanced boards by their method and by ours, and the tables of the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railwright.report.document import Part
from railwright.studies.computation import ComputationOutcome, ComputationOutcomes
from railwright.studies.opening import bullets, opening_parts
from railwright.studies.smith_anton2022 import feature_tables, figures, remarks, summary, tables
from railwright.studies.smith_anton2022.effort import FULL, QUICK, Effort
from railwright.studies.smith_anton2022.experiments import Experiments
from railwright.studies.smith_anton2022.findings import MadeBoard, on
from railwright.studies.smith_anton2022.published import COMPLETE, NEW, RESTRICTED, SUBGAMES
from railwright.studies.study_runner import FIGURE, TABLE, Content, Item, Study

NAME = "smith-anton2022"
TITLE = "Balanced boards: a replication of Smith and Anton (2022), and a method of our own"

ABOUT = (
    'The paper "Artificial Intelligence Approaches to Build Ticket to Ride Maps" by Iain Smith and Calin Anton (AAAI '
    "2022) looks for boards on which four players with different strategies win equally often. Below, boards made by "
    "its method and by ours, on the same graphs, are played by the same players, and its tables are compared with "
    "ours. Tables A to C and figures A to D are ours alone."
)

QUICK_WARNING = (
    "Quick run: our method searches with {few:,} games instead of {many:,}, the published one makes one board instead "
    "of four, and the final figures come from {games:,} games. It shows that everything works, not how good the "
    "methods are."
)

Write = Callable[[list[MadeBoard]], Content]


def prepare(*, quick: bool, seed: int) -> Study[ComputationOutcome]:
    """The study with its full effort, or a quick one."""
    return with_experiments(Experiments(QUICK if quick else FULL, seed))


def with_experiments(experiments: Experiments) -> Study[ComputationOutcome]:
    """The study with a custom effort and custom graphs."""
    effort = experiments.effort

    def opening(outcomes: ComputationOutcomes) -> tuple[Part, ...]:
        return _opening(effort, experiments.seed, experiments.read(outcomes))

    def item(kind: str, number: str, title: str, graphs: Sequence[str], write: Write) -> Item[ComputationOutcome]:
        def written(outcomes: ComputationOutcomes) -> Content:
            return write([made for graph in graphs for made in on(experiments.read(outcomes), graph)])

        return Item(kind, number, title, experiments.on(graphs), written)

    settings = effort.settings(NAME, seed=experiments.seed)
    items = tuple(item(*row) for row in _rows())
    return Study(NAME, TITLE, settings, experiments.seed, items, opening, unit="computations")


USA, EVERY = (COMPLETE, RESTRICTED), (COMPLETE, RESTRICTED, NEW, SUBGAMES)


def _rows() -> list[tuple[str, str, str, Sequence[str], Write]]:
    """All tables and figures in the order of the paper, then ours: kind, number, title, graphs and writer."""
    distances = (remarks.DENOMINATOR, remarks.BY_FORMULA)
    return [
        (TABLE, "1", "Win shares on the graph of the usa board", USA,
         lambda found: tables.shares_table(found, USA, "Paper, table 1.", (remarks.HUNGRY,))),
        (TABLE, "2", "Distances on the graph of the usa board", USA,
         lambda found: tables.distances_table(found, USA, "Paper, table 2.", distances)),
        (FIGURE, "3", "Boards on the graph of the usa board, lengths within 1", (RESTRICTED,),
         lambda found: figures.boards_figure("3", found, "The paper's figure 3 shows its restricted board.")),
        (TABLE, "3", "Features of the boards", USA, feature_tables.features_table),
        (TABLE, "4", "Colours", USA, feature_tables.colors_table),
        (TABLE, "5", "Lengths", USA, feature_tables.lengths_table),
        (TABLE, "6", "Win shares on a new graph", (NEW,),
         lambda found: tables.shares_table(found, (NEW,), "Paper, table 6.", ())),
        (TABLE, "7", "Distances on a new graph", (NEW,),
         lambda found: tables.distances_table(found, (NEW,), "Paper, table 7.", distances)),
        (TABLE, "8", "Win shares on a board of three subgames", (SUBGAMES,),
         lambda found: tables.shares_table(found, (SUBGAMES,), "Paper, table 8.", (remarks.SUBGAMES,))),
        (TABLE, "9", "Distances on a board of three subgames", (SUBGAMES,),
         lambda found: tables.distances_table(found, (SUBGAMES,), "Paper, table 9.", distances)),
        (TABLE, "A", "Cost of the searches", EVERY, figures.effort_table),
        (TABLE, "B", "Features of the boards on new graphs", (NEW, SUBGAMES), feature_tables.new_boards_table),
        (TABLE, "C", "Check of the printed distances", (), lambda found: tables.check_table()),
        (FIGURE, "A", "Boards on the graph of the usa board, complete", (COMPLETE,),
         lambda found: figures.boards_figure("A", found, "The paper does not show its complete board.")),
        (FIGURE, "B", "Boards on a new graph", (NEW,),
         lambda found: figures.boards_figure("B", found, "The paper does not show its new board.")),
        (FIGURE, "C", "Boards of three subgames", (SUBGAMES,),
         lambda found: figures.boards_figure("C", found, "The paper does not show its board of subgames.")),
        (FIGURE, "D", "Progress of the searches", EVERY, figures.progress_figure),
    ]  # fmt: skip


def _opening(effort: Effort, seed: int, boards: list[MadeBoard]) -> tuple[Part, ...]:
    warning = QUICK_WARNING.format(few=effort.search_games, many=FULL.search_games, games=effort.evaluation_games)
    answers = bullets(summary.sentences(boards))
    return opening_parts(NAME, effort, answers, seed=seed, about=ABOUT, quick_warning=warning, general=remarks.GENERAL)
