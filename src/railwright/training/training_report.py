"""The report of a training run: its curve as CSV and SVG, the figures of all updates, and a page in Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from railwright.report.document import Bullets, Grid, Paragraph, Picture, Report, Section, to_markdown
from railwright.report.figures import Line, draw_lines
from railwright.training.evaluation import HELD_OUT, OPPONENTS, EvaluationRow
from railwright.training.training_run import NETWORK, TrainingRun
from railwright.whole_files import write_whole

CURVE, PICTURE, UPDATES, PAGE = "curve.csv", "curve.svg", "updates.csv", "report.md"


def verdict(run: TrainingRun) -> str:
    """Whether the network has become better against the held-out players, in words."""
    change = run.gate()
    if change is None:
        return "Not compared with the network it started from: there were no evaluations, or too few games."
    words = f"{100 * change.mean:+.1f}% (95% interval {100 * change.low:+.1f} to {100 * change.high:+.1f}%)"
    if change.low > 0:
        return f"Better than the network it started from: wins against held-out players {words}."
    if change.high < 0:
        return f"Worse than the network it started from, which you should keep: wins against held-out players {words}."
    return f"Not clearly better than the network it started from: wins against held-out players {words}."


def write_report(run: TrainingRun) -> None:
    """Write the curve, the figures of the updates and the page to the folder of a run."""
    write_whole(run.folder / CURVE, _csv(row.to_dict() for row in run.rows))
    per_update = run.plan.decisions_per_update
    numbered = ({"decisions": per_update * (i + 1), **figures} for i, figures in enumerate(run.figures))
    write_whole(run.folder / UPDATES, _csv(numbered))
    report = _report(run)
    for picture in report.pictures:
        write_whole(run.folder / PICTURE, picture.svg)
    write_whole(run.folder / PAGE, to_markdown(report, figures="."))


def report_object(run: TrainingRun) -> dict[str, Any]:
    """What a run found, for JSON."""
    change, about = run.gate(), run.network.about
    return {
        "network": str(run.folder / NETWORK), **about, "updates": run.updates,
        "odds": {"games": run.plan.odds_games, "log_loss": run.odds_loss},
        "evaluations": [row.to_dict() for row in run.rows],
        "gate": None if change is None else {"change": change.mean, "low": change.low, "high": change.high},
        "timing": {"reproducible": False, "processor_seconds": round(run.seconds, 1)},
    }  # fmt: skip


def _csv(rows: Iterable[Mapping[str, Any]]) -> str:
    found = list(rows)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(found[0]) if found else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return text.getvalue()


def _report(run: TrainingRun) -> Report:
    plan, about = run.plan, run.network.about
    facts = (
        f"Boards: {', '.join(about['boards'])}; seats: {', '.join(map(str, plan.seats))}.",
        f"Seed {plan.seed}, {run.updates:,} updates, {run.decisions:,} decisions, {run.seconds / 60:.1f} minutes of "
        "processor time.",
        f"Railwright {about['version']}; hash of the network `{about['hash']}`, of the one it started from "
        f"`{about['start']}`.",
        f"Held out, never met in training: {', '.join(HELD_OUT)}. All evaluations are without search.",
        f"The win probability was fitted to {plan.odds_games:,} games at each table with two seats; "
        f"log-loss in held-out games {run.odds_loss or float('nan'):.3f}. `railwright players odds {NETWORK}` compares "
        "them with games of the search.",
    )
    sections = [Section("Against each opponent", (_grid(run.rows),))] if run.rows else []
    if len(plan.evaluated_at) > 1 and run.rows:
        sections.append(Section("Curve", (Picture(PICTURE.removesuffix(".svg"), "Games won", _curve(run.rows)),)))
    return Report("Training of express", (Paragraph(verdict(run)), Bullets(facts)), tuple(sections))


def _grid(rows: list[EvaluationRow]) -> Grid:
    first, last = rows[0].updates, rows[-1].updates
    before = {(row.board, row.seats, row.opponent): row for row in rows if row.updates == first}
    cells = []
    for row in rows:
        if row.updates == last:
            old = before[row.board, row.seats, row.opponent]
            interval = f"{100 * row.wins_low:.0f} to {100 * row.wins_high:.0f}"
            points = f"{row.points:.1f} : {row.best_other:.1f}"
            cells.append(
                (row.board, str(row.seats), row.opponent, f"{100 * old.wins:.1f}", f"{100 * row.wins:.1f}", interval,
                 points, str(row.games))
            )  # fmt: skip
    headings = (
        "board", "seats", "all others", "wins before, %", "wins after, %", "95% interval", "points : best other",
        "games",
    )  # fmt: skip
    return Grid("", headings, tuple(cells), frozenset({0, 2}))


def _curve(rows: list[EvaluationRow]) -> str:
    lines = []
    for opponent in OPPONENTS:
        own = [row for row in rows if row.opponent == opponent]
        moments = sorted({row.decisions for row in own})
        means = []
        for moment in moments:
            wins = [100 * row.wins for row in own if row.decisions == moment]
            means.append(sum(wins) / len(wins))
        lines.append(Line(opponent, [moment / 1e6 for moment in moments], means))
    return draw_lines("training", lines, xlabel="decisions, millions", ylabel="games won, mean of all tables, %")
