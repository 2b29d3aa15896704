"""Writes the figures of the paper, from our results."""

from __future__ import annotations

from dataclasses import replace

from railwright.draw.chosen_tracks import draw_choice
from railwright.draw.palette import LIGHT, Theme
from railwright.report.document import Grid, Paragraph, Picture
from railwright.report.figures import BoundedValue, Line, draw_lines, draw_ranges
from railwright.studies.schaefer2025 import published
from railwright.studies.schaefer2025.cells import span, yes
from railwright.studies.schaefer2025.findings import Optimum, SecondOpinion, Swept
from railwright.studies.schaefer2025.tables import uniqueness
from railwright.studies.study_runner import Content

FOOT_OF_THE_ROCKIES = "Denver"
"""Our reading of "entirely west of the Rocky Mountains": neither city lies further east than this one."""


def theme(name: str) -> Theme:
    """A separate theme for each picture, so that the styles of two pictures on one page do not mix."""
    return replace(LIGHT, name=f"light-{name}")


def draw_optimum(best: Optimum, name: str) -> str:
    """The optimum on the map."""
    title = f"the best with {best.trains} trains"
    return draw_choice(best.setup, best.tracks, best.tickets, title=title, score=best.score, theme=theme(name))


def map_figure(best: Optimum) -> Content:
    """Figure 2: the optimum on the map."""
    text = f"Paper, figure 2. {uniqueness(best)} Table 1 lists its routes."
    row = {"score": best.score, "published": published.SCORE, "routes": len(best.tracks), "tickets": len(best.tickets)}
    picture = Picture("figure-2", "Figure 2: our optimum; rings: ends of tickets", draw_optimum(best, "figure-2"))
    return Content((Paragraph(text), picture), (row,))


def scores_figure(swept: Swept, second: SecondOpinion) -> Content:
    """Figure 3: the best score by number of trains."""
    for trains, score in swept.scores.items():
        least, most = second.scores[trains]
        if not least <= score <= most:
            raise RuntimeError(f"two methods disagree about the best score with {trains} trains")
    proven = sum(second.scores[trains] == (score, score) for trains, score in swept.scores.items())
    within = len(swept.scores) - proven
    text = (
        f"Paper, figure 3, which prints no numbers; the text gives {published.SCORE} with {published.TRAINS} trains. "
        f"The second method of table 2 finds the same best score for {proven} of {len(swept.scores)} budgets"
        + (f"; for {within} it only gives bounds, and ours lies within them." if within else ".")
    )
    line = Line("best score", list(swept.scores), list(swept.scores.values()))
    svg = draw_lines("figure-3", [line], xlabel="trains", ylabel="points")
    rows = tuple((str(trains), f"{score:g}", span(*second.scores[trains])) for trains, score in swept.scores.items())
    data = tuple(
        {"trains": trains, "ours": score, "least": second.scores[trains][0], "most": second.scores[trains][1]}
        for trains, score in swept.scores.items()
    )
    picture = Picture("figure-3", "Figure 3: the best score by number of trains", svg)
    return Content((Paragraph(text), picture, Grid("", ("trains", "ours", "second method"), rows)), data)


def routes_figure(swept: Swept, best: Optimum) -> Content:
    """Figure 4: the most frequently chosen routes."""
    tracks, count, top = swept.setup.board.tracks, len(swept.scores), swept.top_tracks
    least = swept.tracks[top[-1]].always
    rivals = sum(one not in top and swept.tracks[one].sometimes >= least for one in swept.tracks)
    chosen = sum(track in best.tracks for track in top)
    western = [track for track in top if _is_western(swept, track)]
    text = (
        f"Paper, figure 4, which prints no numbers. All of its ten routes are in the optimum with {published.TRAINS} "
        f"trains; of ours, {chosen} of {len(top)} are. {published.WESTERN_TOP} of its ten are entirely west of the "
        f"Rocky Mountains; of ours, {len(western)} have no city east of {FOOT_OF_THE_ROCKIES}. With other optima, "
        f"{rivals} more routes could be in the top ten.{swept.caveat}"
    )
    grid = Grid(
        "",
        ("route", "length", f"of {count} budgets", "in the optimum", "western"),
        tuple(
            (tracks[one].name, str(tracks[one].length), span(swept.tracks[one].always, swept.tracks[one].sometimes),
             yes(one in best.tracks), yes(one in western))
            for one in top
        ),
        frozenset({0, 3, 4}),
    )  # fmt: skip
    drawn = draw_choice(swept.setup, top, (), title="the ten most frequent routes", theme=theme("figure-4"))
    ranges = [BoundedValue(tracks[one].name, swept.tracks[one].always, swept.tracks[one].sometimes) for one in top]
    xlabel = f"budgets (of {count}) with the route in the optimum"
    bars = draw_ranges("figure-4-bars", ranges, xlabel=xlabel, most=count)
    pictures = (
        Picture("figure-4", "Figure 4: our ten most frequent routes", drawn),
        Picture("figure-4-bars", "Figure 4: in every optimum (dark) or in some (light)", bars),
    )
    data = tuple(
        {"route": tracks[one].name, "always": swept.tracks[one].always, "sometimes": swept.tracks[one].sometimes,
         "in_optimum": one in best.tracks, "western": one in western}
        for one in top
    )  # fmt: skip
    return Content((Paragraph(text), *pictures, grid), data)


def _is_western(swept: Swept, track: int) -> bool:
    board = swept.setup.board
    border = board.cities[board.city_index[FOOT_OF_THE_ROCKIES]].longitude
    cities = [board.cities[board.city_index[name]] for name in board.tracks[track].cities]
    return all(city.longitude <= border for city in cities)
