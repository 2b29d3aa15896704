"""The study of the best possible score: its computations, going on after a stop, its report, its judgements."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from railwright.errors import FileError
from railwright.optimum.board_instance import board_instance
from railwright.optimum.sweep import Frequency, count_goals, count_links, sweep
from railwright.report.document import Report
from railwright.studies.computation import ComputationOutcome
from railwright.studies.schaefer2025 import published
from railwright.studies.schaefer2025.computations import sweep_budgets
from railwright.studies.schaefer2025.effort import DISPUTED, FULL, QUICK, Effort
from railwright.studies.schaefer2025.experiments import SECONDS, Experiments
from railwright.studies.schaefer2025.findings import (
    Findings,
    Optimum,
    SecondOpinion,
    Swept,
    TicketRange,
    find_route,
    find_ticket,
)
from railwright.studies.schaefer2025.study import with_effort
from railwright.studies.schaefer2025.summary import frequency_sentence, impact_sentence, price_sentence
from railwright.studies.schaefer2025.tables import CONFIRMED, OPEN, REFUTED, frequency_rows, impact_rows
from railwright.studies.schaefer2025.variants import EVERY, USA
from railwright.studies.study_runner import (
    build_report,
    missing_experiments,
    reported_items,
    run_experiments,
    write_report,
)
from studies.small import do, open_folder

TINY = Effort(
    name="tiny", is_full=False, variants=(USA, EVERY[7]), budgets=6, trains=7, second=DISPUTED[:1]
)  # fmt: skip
SETUP = USA.setup()

Outcomes = dict[str, ComputationOutcome]
Whole = tuple[Report, list[dict[str, Any]], Path]


def results(outcomes: Outcomes) -> dict[str, Any]:
    """Everything but the time."""
    return {name: (outcome.description, outcome.result) for name, outcome in outcomes.items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The report of the whole study, for few trains."""
    study = with_effort(TINY, 1)
    path = tmp_path_factory.mktemp("study")
    outcomes = do(study, list(study.items), path)
    report, data = build_report(study, study.items, outcomes)
    write_report(report, open_folder(path, study))
    return report, data, path


def test_the_number_of_workers_changes_no_result(tmp_path: Path, whole: Whole) -> None:
    study = with_effort(TINY, 1)
    two = do(study, list(study.items), tmp_path, workers=2)
    one = do(study, list(study.items), whole[2])
    assert results(one) == results(two)
    assert len(one) == 2 * len(TINY.variants) + 1


def test_a_stopped_run_keeps_what_is_finished_and_goes_on_with_the_rest(tmp_path: Path, whole: Whole) -> None:
    study = with_effort(TINY, 1)
    folder = open_folder(tmp_path, study)
    missing, _ = missing_experiments(study, study.items, folder)
    finished = 0

    def stop(count: int) -> None:
        nonlocal finished
        finished += count
        if finished == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_experiments(study, missing, folder, workers=1, done=stop)
    left, found = missing_experiments(study, study.items, folder)
    assert len(found) == 2
    assert len(left) == len(missing) - 2
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "results").iterdir()}
    again = do(study, list(study.items), tmp_path)
    assert results(again) == results(do(study, list(study.items), whole[2]))
    for path, time in kept.items():
        assert path.stat().st_mtime_ns == time, "what was finished is not computed again"


def test_results_of_another_program_or_of_other_numbers_are_refused(tmp_path: Path) -> None:
    study = with_effort(TINY, 1)
    chosen = study.choose(["1"], [])
    do(study, chosen, tmp_path)
    with pytest.raises(FileError, match=r"other settings \(numbers\)"):
        open_folder(tmp_path, with_effort(replace(TINY, trains=10), 1))
    path = tmp_path / "results" / "sensitivity-usa-base.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["checksum"]
    data["description"]["program"] = {"find_sensitivity": "another"}
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FileError, match="another version"):
        missing_experiments(study, chosen, open_folder(tmp_path, study))
    path.write_text('{"description": 1, "seconds": 2, "result": 3}', encoding="utf-8")
    with pytest.raises(FileError, match="not a result"):
        missing_experiments(study, chosen, open_folder(tmp_path, study))


def test_the_seed_changes_nothing(whole: Whole) -> None:
    study = with_effort(TINY, 5)
    missing, found = missing_experiments(study, study.items, open_folder(whole[2], study))
    assert missing == []
    assert len(found) == 5


def test_the_report_has_every_table_and_figure(whole: Whole) -> None:
    report, data, path = whole
    text = (path / "report.md").read_text(encoding="utf-8")
    page = (path / "report.html").read_text(encoding="utf-8")
    items = [("Table", number) for number in "123ABCDE"] + [("Figure", number) for number in "234A"]
    for kind, number in items:
        assert f"## {kind} {number}. " in text
        assert f"<h2>{kind} {number}. " in page
    assert len(data) == len(items)
    assert all(item["rows"] for item in data)
    assert "Quick run: sweeps up to 6 trains" in text
    for variant in TINY.variants:
        assert f"{variant.title}" in text
    for picture in report.pictures:
        ElementTree.fromstring(picture.svg)
        assert (path / "figures" / f"{picture.name}.svg").is_file()
    ids = [part.split('"')[0] for part in page.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    maps = [picture for picture in report.pictures if "railwright" in picture.svg]
    scopes = set(re.findall(r"\.railwright\.([\w-]+)", page))
    assert len(scopes) == len(maps) == 3, "the styles of maps do not mix"


def test_every_published_number_stands_in_the_report(whole: Whole) -> None:
    rows = {(item["kind"], item["number"]): item["rows"] for item in whole[1]}
    lengths = [row["published"] for row in rows["table", "1"] if row["published"] is not None]
    assert sorted(lengths) == sorted(published.TABLE_1.values())
    assert [row["published"] for row in rows["table", "2"]] == [impact for _, impact in published.TABLE_2.values()]
    often = [row["published"] for row in rows["table", "3"] if row["published"] is not None]
    assert often == [number for _, number in published.TABLE_3.values()]
    assert [row["published"] for row in rows["table", "A"]] == [78, 4710, 1159]
    assert [row["ours"] for row in rows["table", "A"]] == [78, 4710, 3421]


def test_a_table_needs_only_its_own_computations(tmp_path: Path, whole: Whole) -> None:
    study = with_effort(TINY, 1)
    assert [one.name for item in study.choose(["1"], ["2"]) for one in item.experiments] == ["sensitivity-usa-base"] * 2
    assert study.choose(["a"], [])[0].experiments == ()
    folder = open_folder(whole[2], study)
    assert len(reported_items(study, study.choose(["A"], []), folder)) == len(study.items), "others were there before"
    alone = open_folder(tmp_path, study)
    chosen = study.choose(["A"], [])
    report, _ = build_report(study, reported_items(study, chosen, alone), {})
    assert [section.title for section in report.sections] == ["Table A. The size of the model"]


def test_every_official_board_and_deck_is_there() -> None:
    assert FULL.variants == EVERY
    decks = {(variant.board, variant.deck) for variant in EVERY}
    assert decks == {(board, deck) for board in ("usa", "europe", "germany") for deck in _decks(board)}
    for variant in EVERY:
        assert variant.setup().ruleset.trains == FULL.trains
        assert variant.setup().ruleset.name == variant.board
    assert set(QUICK.variants) < set(EVERY)


def _decks(board: str) -> tuple[str, ...]:
    return next(variant for variant in EVERY if variant.board == board).setup().board.decks


def test_the_published_routes_complete_just_the_published_tickets() -> None:
    instance = board_instance(SETUP, published.TRAINS)
    tracks = {find_route(SETUP, pair) for pair in published.TABLE_1}
    chosen = frozenset(i for i, link in enumerate(instance.links) if link.track in tracks)
    assert len(chosen) == len(published.TABLE_1) == 18
    assert {pair: SETUP.board.tracks[find_route(SETUP, pair)].length for pair in published.TABLE_1} == published.TABLE_1
    assert instance.trains_of(chosen) == published.TRAINS
    assert instance.score(chosen) == published.SCORE
    reached = {instance.goals[i].ticket for i in instance.reached(chosen)}
    assert reached == {find_ticket(SETUP, pair) for pair in published.TABLE_2}
    assert sum(points for points, _ in published.TABLE_2.values()) == published.TICKET_SCORE
    for table in (published.TABLE_2, published.TABLE_3):
        for pair, (points, _) in table.items():
            assert SETUP.tickets[find_ticket(SETUP, pair)].points == points


def test_frequencies_are_those_of_the_sweep() -> None:
    instance = board_instance(SETUP)
    budgets = list(sweep(instance, range(1, 9), most_optima=1000))
    swept = Swept.read(SETUP, sweep_budgets(SETUP, trains=8, most_optima=1000))
    assert swept.scores == {budget.trains: budget.best.score for budget in budgets}
    tickets, links = count_goals(instance, budgets), count_links(instance, budgets)
    assert swept.tickets == {instance.goals[i].ticket: frequency for i, frequency in tickets.items()}
    assert swept.tracks == {instance.links[i].track: frequency for i, frequency in links.items()}
    assert (swept.several, swept.cut_short) == (5, ())
    few = Swept.read(SETUP, sweep_budgets(SETUP, trains=3, most_optima=10))
    assert few.cut_short == (2, 3)
    assert "With 2, 3 trains there are more optima" in few.caveat


def optimum(impacts: dict[int, float], *, optima: int = 1) -> Optimum:
    """An optimum that has all tickets of table 2, with these impacts."""
    tickets = tuple(find_ticket(SETUP, pair) for pair in published.TABLE_2)
    ranges = tuple(
        TicketRange(i, i in tickets, impacts.get(i, 0), ticket.points,
                    ticket.points + (impacts.get(i, 0) if i in tickets else 3), False)
        for i, ticket in enumerate(SETUP.tickets)
    )  # fmt: skip
    return Optimum(SETUP, 45, 285, 62, 223, 45, optima, True, (), tickets, ranges, {})


def test_an_impact_is_confirmed_or_refuted_by_two_methods_or_left_open() -> None:
    tickets = [find_ticket(SETUP, pair) for pair in published.TABLE_2]
    best = optimum({tickets[0]: -6, tickets[1]: -9, tickets[2]: -9})
    scores = ((0, 0),) * 45 + ((285, 285),)
    second = SecondOpinion(scores, 45, {tickets[0]: (279, 279), tickets[1]: (276, 276), tickets[2]: (276, 280)})
    rows = impact_rows(best, second)
    assert [row.verdict for row in rows[:4]] == [REFUTED, CONFIRMED, OPEN, OPEN]
    assert [row.second for row in rows[:4]] == [-6, -9, None, None]
    sentence = impact_sentence(best, second)
    assert "Of 2 published impacts" in sentence
    assert "Atlanta - New York (published 0, ours -6)" in sentence


def test_methods_that_disagree_are_an_error() -> None:
    ticket = find_ticket(SETUP, ("Atlanta", "Montréal"))
    second = SecondOpinion(((0, 0),) * 45 + ((285, 285),), 45, {ticket: (280, 280)})
    with pytest.raises(RuntimeError, match="two methods disagree about Atlanta - Montréal: -9 and -5"):
        impact_rows(optimum({ticket: -9}), second)


def swept(always: int, sometimes: int, budgets: int = published.BUDGETS) -> Swept:
    tickets = {i: Frequency(always, sometimes) for i in range(len(SETUP.tickets))}
    return Swept(SETUP, {trains: trains for trains in range(1, budgets + 1)}, tickets, {0: Frequency(1, 2)}, 3, ())


def test_a_published_frequency_lies_in_our_range_or_not() -> None:
    rows = frequency_rows(swept(22, 28), optimum({}))
    assert [row.inside for row in rows if row.published is not None] == [
        22 <= often <= 28 for _, often in published.TABLE_3.values()
    ]
    sentence = frequency_sentence(swept(22, 28), optimum({}))
    assert "4 are possible" in sentence
    assert "Los Angeles - New York (published 30, ours 22 to 28)" in sentence


def test_frequencies_of_other_budgets_are_not_compared() -> None:
    assert all(row.inside is None for row in frequency_rows(swept(10, 15, budgets=20), optimum({})))
    assert frequency_sentence(swept(10, 15, budgets=20), optimum({})) == ""


def test_tickets_that_other_routes_complete_anyway_are_counted() -> None:
    worth = {find_ticket(SETUP, pair): points for pair, (points, _) in published.TABLE_2.items()}
    free = [find_ticket(SETUP, pair) for pair in DISPUTED]
    best = optimum({ticket: -worth[ticket] if ticket in free else -1.0 for ticket in worth})
    sentence = price_sentence([Findings(USA, swept(1, 2), best)])
    assert "4 of 16 tickets of the optimum are completed at any price" in sentence
    assert "of 7, 2 stay in the optimum at any price" in sentence
    assert "Of 14 tickets outside an optimum, 14 enter" in sentence


def test_the_longest_computations_are_named_as_they_are() -> None:
    experiments = Experiments(FULL)
    assert set(SECONDS) <= {one.name for one in experiments.all_boards()} | {experiments.second().name}
