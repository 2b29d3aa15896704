"""Writes the play-throughs of the OpenSpiel game anew: python tests/rl/write_playthroughs.py

They are OpenSpiel's own format. The actions stay those of the files; without a file they are drawn at random.
"""

from __future__ import annotations

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import railwright.rl.openspiel_game  # noqa: F401 - registers the game

FOLDER = Path(__file__).parent / "playthroughs"

GAMES = {
    "usa": "python_railwright(board=usa,players=2,longest=30)",
    "europe": "python_railwright(board=europe,players=2,longest=24,observation=planner,reward=points)",
}
"""The game of each play-through, cut short."""


def main() -> None:
    flags.FLAGS.mark_as_parsed()
    for name, game in GAMES.items():
        path = FOLDER / f"{name}.txt"
        if path.exists():
            text = generate_playthrough.replay(path)[1]
        else:
            text = generate_playthrough.playthrough(game, None, seed=1)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
