"""The size of the study: numbers of games, and budgets of the searching players."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from railwright.studies.study_effort import StudyEffort


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort(StudyEffort):
    """The size of every experiment. Games are per variant (or per point, or per number of players).

    They must make whole rounds of every line-up: multiples of 4 unless stated otherwise.
    """

    search_budget: int
    """Forward-model calls for each decision of the final search player (thesis, section 6.1.2: 40,000)."""
    comparison_games: int
    """Games of tables 7 to 10, and of table D."""
    without_hoard_games: int
    """Games of table 11: a multiple of 16, for four fillers."""
    heuristic_games: int
    """Games of table 5 and figure 11."""
    heuristic_budget: int
    """Forward-model calls in table 5 and figure 11 (thesis: 10,000)."""
    duel_games: int
    """Games of table 6."""
    duel_budget: int
    """Forward-model calls in table 6 (thesis: 20,000)."""
    grid_points: int
    """Points of figure 10."""
    grid_games: int
    """Games for each point of figure 10 (thesis: 20)."""
    grid_budget: int
    """Forward-model calls in figure 10 (thesis: 20,000)."""
    human_games: int
    """Games of table 12."""
    official_games: int
    """Games of table A."""
    seats_games: int
    """Games of table B, for each board and number of players: a multiple of 60, to cover all line-ups evenly."""
    eleven_orbits: int
    """Orbits of eleven four-player tables in table C, out of 30 (``experiments.balanced_tables``)."""
    readme_iterations: int
    """Iterations for each decision of `mcts-readme`."""
    express_iterations: int
    """Iterations for each decision of `express`."""
    reading_games: int
    """Games of table E, for each reading."""

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for the settings of a folder."""
        return asdict(self)


FULL = Effort(
    name="full",
    is_full=True,
    search_budget=40_000,
    comparison_games=240,
    without_hoard_games=160,
    heuristic_games=200,
    heuristic_budget=10_000,
    duel_games=200,
    duel_budget=20_000,
    grid_points=16,
    grid_games=20,
    grid_budget=20_000,
    human_games=120,
    official_games=160,
    seats_games=120,
    eleven_orbits=6,
    readme_iterations=1000,
    express_iterations=100,
    reading_games=120,
)

QUICK = Effort(
    name="quick",
    is_full=False,
    search_budget=2_000,
    comparison_games=80,
    without_hoard_games=64,
    heuristic_games=40,
    heuristic_budget=1_000,
    duel_games=40,
    duel_budget=2_000,
    grid_points=8,
    grid_games=12,
    grid_budget=1_000,
    human_games=20,
    official_games=60,
    seats_games=60,
    eleven_orbits=2,
    readme_iterations=50,
    express_iterations=10,
    reading_games=20,
)
