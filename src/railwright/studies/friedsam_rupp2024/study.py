"""The study of Friedsam and Rupp (2024): boards from railway extracts, their quality, and how they play."""

from __future__ import annotations

from pathlib import Path

from railwright.report.document import Part
from railwright.studies.computation import Computation, ComputationOutcome, ComputationOutcomes
from railwright.studies.friedsam_rupp2024 import figures, summary, tables
from railwright.studies.friedsam_rupp2024.effort import FULL, QUICK, Effort
from railwright.studies.friedsam_rupp2024.experiments import Experiments
from railwright.studies.friedsam_rupp2024.remarks import GENERAL
from railwright.studies.friedsam_rupp2024.subjects import Data, find_data
from railwright.studies.opening import bullets, opening_parts
from railwright.studies.study_runner import FIGURE, TABLE, Item, Study

NAME = "friedsam-rupp2024"
TITLE = "Boards from OpenStreetMap railways: a replication of Friedsam and Rupp (2024), with games"

ABOUT = (
    'The paper "OSM Ticket to Ride" by Wenzel Friedsam and Tobias Rupp (2024) makes maps for the game from railways in '
    "OpenStreetMap and names eight criteria for them, but measures none; the authors published 139 maps. Below, our "
    "boards of some countries and cities are compared with the published maps of the same countries and the official "
    "board. Computer players then show what the paper could not: how such boards play."
)

QUICK_WARNING = "Quick run: few games on few boards. It shows that everything works; the win rates are rough."


def prepare(*, quick: bool, seed: int, data: Path | None) -> Study[ComputationOutcome]:
    """The study on the extracts of a folder, with its full effort or a quick one."""
    return with_effort(QUICK if quick else FULL, seed, find_data(data))


def with_effort(effort: Effort, seed: int, data: Data) -> Study[ComputationOutcome]:
    """The study with a custom effort."""
    experiments = Experiments(effort, data, seed)

    def opening(outcomes: ComputationOutcomes) -> tuple[Part, ...]:
        return _opening(experiments, outcomes)

    def warnings(outcomes: ComputationOutcomes) -> list[str]:
        return [summary.without_board(failure) for failure in experiments.failures(outcomes)]

    extracts = [extract.name for extract in experiments.extracts]
    settings = {**effort.settings(NAME, seed=seed), "extracts": extracts}
    items = tuple(_items(experiments))
    return Study(NAME, TITLE, settings, seed, items, opening, unit="computations", warnings=warnings)


def _items(experiments: Experiments) -> list[Item[ComputationOutcome]]:
    boards = experiments.boards()
    items = [
        Item(TABLE, "A", "Quality of the boards", boards,
             lambda found: tables.quality_table(experiments.read_boards(found), experiments.failures(found))),
        Item(TABLE, "C", "Making the boards", boards,
             lambda found: tables.making_table(experiments.read_boards(found))),
        Item(TABLE, "D", "Results of the players", boards,
             lambda found: tables.players_table(experiments.read_boards(found), experiments.effort.games)),
        Item(FIGURE, "A", "The boards", boards, lambda found: figures.gallery(experiments.read_boards(found))),
    ]  # fmt: skip
    maps = experiments.all_maps()
    if maps is not None:
        items.insert(1, _medians(experiments, maps))
    return items


def _medians(experiments: Experiments, maps: Computation) -> Item[ComputationOutcome]:
    return Item(
        TABLE, "B", "All published maps", (*experiments.boards(), maps),
        lambda found: tables.medians_table(experiments.read_boards(found), found[maps.name].result["maps"]),
    )  # fmt: skip


def _opening(experiments: Experiments, outcomes: ComputationOutcomes) -> tuple[Part, ...]:
    has_all = all(one.name in outcomes for one in experiments.boards())
    answers = summary.sentences(experiments.read_boards(outcomes), experiments.failures(outcomes)) if has_all else ()
    return opening_parts(
        NAME, experiments.effort, bullets(answers), seed=experiments.seed, about=ABOUT, quick_warning=QUICK_WARNING,
        general=GENERAL, options=" --data FOLDER",
    )  # fmt: skip
