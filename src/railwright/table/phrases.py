"""What players can say to each other at the table: a few set phrases, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from railwright.say import Said, say

PHRASES: Mapping[str, Said] = MappingProxyType(
    {
        "good-luck": say("Good luck!"),
        "nice-move": say("Nice move!"),
        "ouch": say("Ouch!"),
        "needed": say("I needed that track!"),
        "thinking": say("Let me think ..."),
        "hurry": say("Hurry up, please!"),
        "back-soon": say("Back in a minute"),
        "good-game": say("Good game!"),
    }
)
"""The words of each phrase, by its name."""
