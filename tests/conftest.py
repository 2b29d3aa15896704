"""Hypothesis finds the same examples on every machine and run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-everywhere", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("same-everywhere")
