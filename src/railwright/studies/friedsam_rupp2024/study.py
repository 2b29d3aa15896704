"""The study of Friedsam and Rupp (2024): boards from railway extracts, their quality, and how they play."""

from __future__ import annotations

from pathlib import Path

from railwright import __version__
from railwright.report.document import Bullets, Paragraph, Part
from railwright.studies.computation import Computation, ComputationOutcome, ComputationOutcomes
from railwright.studies.friedsam_rupp2024 import figures, summary, tables
from railwright.studies.friedsam_rupp2024.effort import FULL, QUICK, Effort
from railwright.studies.friedsam_rupp2024.experiments import Experiments
from railwright.studies.friedsam_rupp2024.remarks import GENERAL
from railwright.studies.friedsam_rupp2024.subjects import Data, find_data
from railwright.studies.study_runner import FIGURE, TABLE, Item, Study

NAME = "friedsam-rupp2024"
TITLE = "Boards from OpenStreetMap railways: a replication of Friedsam and Rupp (2024), with games"

ABOUT = (
    'The paper "OSM Ticket to Ride" by Wenzel Friedsam and Tobias Rupp (2024) makes maps for the game from railways in '
    "OpenStreetMap and names eight criteria for them, but measures none; the authors published 139 maps. Below, our "
    "boards of some countries and cities stand beside the published maps of the same countries and the official board. "
    "Computer players then show what the paper could not: how such boards play."
)

QUICK_WARNING = "Quick run: few games on few boards. It shows that everything works; the win rates are rough."


def prepare(*, quick: bool, seed: int, data: Path | None) -> Study[ComputationOutcome]:
    """The study on the extracts of a folder, with its full effort or a quick one."""
    return with_effort(QUICK if quick else FULL, seed, find_data(data))


def with_effort(effort: Effort, seed: int, data: Data) -> Study[ComputationOutcome]:
    """The study with a custom effort."""
    plan = Experiments(effort, data, seed)

    def opening(outcomes: ComputationOutcomes) -> tuple[Part, ...]:
        return _opening(plan, outcomes)

    def warnings(outcomes: ComputationOutcomes) -> list[str]:
        return [summary.without_board(failure) for failure in plan.failures(outcomes)]

    settings = {
        "study": NAME, "seed": seed, "effort": effort.name, "numbers": effort.to_dict(),
        "extracts": [extract.name for extract in plan.extracts],
    }  # fmt: skip
    return Study(NAME, TITLE, settings, seed, tuple(_items(plan)), opening, unit="computations", warnings=warnings)


def _items(plan: Experiments) -> list[Item[ComputationOutcome]]:
    boards = plan.boards()
    items = [
        Item(TABLE, "A", "Quality of the boards", boards,
             lambda found: tables.quality_table(plan.read_boards(found), plan.failures(found))),
        Item(TABLE, "C", "Making the boards", boards, lambda found: tables.making_table(plan.read_boards(found))),
        Item(TABLE, "D", "Results of the players", boards,
             lambda found: tables.players_table(plan.read_boards(found), plan.effort.games)),
        Item(FIGURE, "A", "The boards", boards, lambda found: figures.gallery(plan.read_boards(found))),
    ]  # fmt: skip
    maps = plan.all_maps()
    if maps is not None:
        items.insert(1, _medians(plan, maps))
    return items


def _medians(plan: Experiments, maps: Computation) -> Item[ComputationOutcome]:
    return Item(
        TABLE, "B", "All published maps", (*plan.boards(), maps),
        lambda found: tables.medians_table(plan.read_boards(found), found[maps.name].result["maps"]),
    )  # fmt: skip


def _opening(plan: Experiments, outcomes: ComputationOutcomes) -> tuple[Part, ...]:
    """A warning if quick, the answers, the background and general remarks."""
    effort = plan.effort
    begin = [] if effort.is_full else [Paragraph(QUICK_WARNING, is_warning=True)]
    has_all = all(one.name in outcomes for one in plan.boards())
    answers = summary.sentences(plan.read_boards(outcomes), plan.failures(outcomes)) if has_all else ()
    command = f"railwright study {NAME} --data FOLDER{'' if effort.is_full else ' --quick'} --seed {plan.seed}"
    about = Paragraph(f"{ABOUT} Made by Railwright {__version__}: `{command}`.")
    return (*begin, *([Bullets(answers)] if answers else []), about, Bullets(GENERAL))
