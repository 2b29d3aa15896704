"""The opening of a study's report: a warning if the run was quick, the answers, the background, general remarks."""

from __future__ import annotations

from collections.abc import Sequence

from railwright import __version__
from railwright.report.document import Bullets, Paragraph, Part
from railwright.studies.study_effort import StudyEffort


def opening_parts(
    study: str,
    effort: StudyEffort,
    answers: Sequence[Part],
    *,
    seed: int | None,
    about: str,
    quick_warning: str,
    general: tuple[str, ...],
    options: str = "",
) -> tuple[Part, ...]:
    """The opening of a report.

    ``seed`` is None for a study that does not depend on it; ``options`` are those that the command always needs.
    """
    warning = [] if effort.is_full else [Paragraph(quick_warning, is_warning=True)]
    quick, seeded = "" if effort.is_full else " --quick", "" if seed is None else f" --seed {seed}"
    command = f"railwright study {study}{options}{quick}{seeded}"
    return (*warning, *answers, Paragraph(f"{about} Made by Railwright {__version__}: `{command}`."), Bullets(general))


def bullets(sentences: Sequence[str]) -> tuple[Part, ...]:
    """Sentences as a list, or nothing if there are none."""
    return (Bullets(tuple(sentences)),) if sentences else ()
