"""Time limits that no slow machine reaches. Tests of limits set their own."""

from __future__ import annotations

from dataclasses import replace

from railwright.web.jobs.patience import Patience, TimeLimit
from waiting import HANG_SECONDS

NO_HURRY = TimeLimit(HANG_SECONDS)
"""For one job."""

_TIMES = 75
"""Times the usual limits: ten minutes of CPU time for an answer."""

PATIENT = replace(Patience().times(_TIMES), ready_seconds=HANG_SECONDS)
"""For a server, whatever kinds of jobs it has. Players may have to be compiled in a test."""

PATIENT_OPTIONS = ("--patience", str(_TIMES))
"""The same for ``railwright serve``."""
