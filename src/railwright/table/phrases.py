"""What players can say to each other at the table: a few set phrases, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "good-luck": "Good luck!",
        "nice-move": "Nice move!",
        "ouch": "Ouch!",
        "needed": "I needed that track!",
        "thinking": "Let me think ...",
        "hurry": "Hurry up, please!",
        "back-soon": "Back in a minute",
        "good-game": "Good game!",
    }
)
"""The words of each phrase, by its name."""
