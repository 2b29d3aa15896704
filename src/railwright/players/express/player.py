"""Express as a player."""

from __future__ import annotations

from dataclasses import replace

from railwright.players.express1.player import player as express1

player = replace(express1, name="express")
