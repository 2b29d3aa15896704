"""The computations of the study, and how their results are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from railwright.studies.computation import Computation, ComputationOutcomes
from railwright.studies.friedsam_rupp2024.computations import measure_maps, try_extract, try_map, try_official
from railwright.studies.friedsam_rupp2024.effort import PLAYERS, Effort
from railwright.studies.friedsam_rupp2024.findings import OFFICIAL, OURS, PUBLISHED, EvaluatedBoard
from railwright.studies.friedsam_rupp2024.subjects import Data, File
from railwright.studies.variant import Variant

USA = Variant("usa", "North America", "usa", "base", "usa")
"""The board that the paper takes as its model."""

MAKING_SECONDS, PLAYING_SECONDS = 20, 8


@dataclass(frozen=True, slots=True)
class Experiments:
    """The computations of an effort with some data."""

    effort: Effort
    data: Data
    seed: int

    @property
    def extracts(self) -> list[File]:
        """The extracts to use, sorted by name."""
        if self.effort.extracts is None:
            return list(self.data.extracts)
        smallest = sorted(self.data.extracts, key=lambda file: (file.path.stat().st_size, file.name))
        return sorted(smallest[: self.effort.extracts], key=lambda file: file.name)

    def _options(self) -> dict[str, Any]:
        return {"seed": self.seed, "games": self.effort.games, "players": list(PLAYERS)}

    def of_extract(self, extract: File) -> Computation:
        """Make a board from an extract and evaluate it."""
        name = f"extract-{extract.name}"
        return Computation(
            name=name, compute=try_extract, subject=extract, options=self._options(), seconds=MAKING_SECONDS
        )

    def of_map(self, extract: File) -> Computation | None:
        """Evaluate the published map of the same country, if there is one."""
        found = self.data.maps.map_of(extract) if self.data.maps else None
        if found is None:
            return None
        name = f"published-{extract.name}"
        return Computation(name=name, compute=try_map, subject=found, options=self._options(), seconds=PLAYING_SECONDS)

    def official(self) -> Computation:
        """Evaluate the official board."""
        return Computation(
            name="official-usa", compute=try_official, subject=USA, options=self._options(), seconds=PLAYING_SECONDS
        )

    def all_maps(self) -> Computation | None:
        """Measure all published maps, if they are available."""
        if self.data.maps is None:
            return None
        return Computation(name="published-maps", compute=measure_maps, subject=self.data.maps, seconds=MAKING_SECONDS)

    def boards(self) -> tuple[Computation, ...]:
        """All boards to evaluate: ours, the published maps of the same countries, and the official one."""
        pairs = [one for extract in self.extracts for one in (self.of_extract(extract), self.of_map(extract))]
        return (*(one for one in pairs if one is not None), self.official())

    def read_boards(self, outcomes: ComputationOutcomes) -> list[EvaluatedBoard]:
        """The boards: the official board, then each of ours followed by the published map of the same country."""
        return [
            EvaluatedBoard.read("North America", OFFICIAL, outcomes[self.official().name].result),
            *self._read(outcomes),
        ]

    def _read(self, outcomes: ComputationOutcomes) -> Iterator[EvaluatedBoard]:
        for extract in self.extracts:
            ours = outcomes[self.of_extract(extract).name].result
            if "reason" not in ours:
                yield EvaluatedBoard.read(ours["board"]["title"], OURS, ours)
            published = self.of_map(extract)
            if published is not None:
                result = outcomes[published.name].result
                yield EvaluatedBoard.read(result["board"]["title"], PUBLISHED, result)

    def failures(self, outcomes: ComputationOutcomes) -> list[str]:
        """Why some extracts gave no board, each with its file name."""
        tried = [extract for extract in self.extracts if self.of_extract(extract).name in outcomes]
        results = [(extract.path.name, outcomes[self.of_extract(extract).name].result) for extract in tried]
        return [
            f"{file}: {result['reason'].removeprefix(f'{file}: ')}" for file, result in results if "reason" in result
        ]
