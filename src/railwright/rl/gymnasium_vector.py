"""Many games of a learner at once as a vector environment of Gymnasium, played by the compiled batch.

| fact | value |
| --- | --- |
| Creation | ``import railwright.rl``, then ``gymnasium.make_vec("railwright/Railwright-v1", num_envs=256)`` |
| Actions | ``MultiDiscrete``: one number for each game |
| Observation | a dictionary of arrays with one row for each game: ``observation``, float32, and ``action_mask``, int8 |
| New games | in the same step in which the old ones end (``AutoresetMode.SAME_STEP``) |
| Render modes | ``ansi``, ``rgb_array``, ``svg``: a tuple with a picture for each game |

>>> import gymnasium
>>> import numpy as np
>>> import railwright.rl
>>> games = gymnasium.make_vec("railwright/Railwright-v1", num_envs=16, opponents=("hoard", "rule"))
>>> seen, infos = games.reset(seed=1)
>>> for _ in range(500):
...     actions = np.argmax(np.random.default_rng(1).random(seen["action_mask"].shape) * seen["action_mask"], axis=1)
...     seen, rewards, terminated, truncated, infos = games.step(actions)

Spaces, observations, actions, rewards and options are those of ``gymnasium_env``. More options: ``threads`` shares the
games among threads; with ``copy=False`` the arrays of the batch itself are returned, which the next step overwrites.

Where a game has ended, ``infos["final_obs"]`` and ``infos["final_info"]`` are what ``gymnasium_env`` would have
returned, and the observation belongs to the new game. ``reset(options={"reset_mask": ...})`` resets some games only.

A seed determines all games. The game in place i is the same however many games there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import IllegalActionError, OptionError
from railwright.game.board import Board
from railwright.game.json_reader import brief
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.matches.faults import LONGEST_GAME
from railwright.players.kit.interface import AnyPlayer
from railwright.players.observation.history import DEFAULT_EVENTS
from railwright.rl.checks import USUAL_PENALTY, illegal_reward_of
from railwright.rl.learner import LEARNER, first_episode, learner_batch, names_of
from railwright.rl.libraries import missing_library
from railwright.rl.rendering import RENDER_MODES, Renderer
from railwright.rl.seeding import fresh_seed
from railwright.rl.spaces import new_action_space, new_observation_space

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    missing_library("Gymnasium")

Observation = dict[str, NDArray[Any]]
_Step = tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class LearnerVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """Games of a learner against players of ours, side by side."""

    metadata = {  # noqa: RUF012, as in the class above
        "render_modes": [mode for mode in RENDER_MODES if mode != "human"],
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self, num_envs: int = 1, *, board: str | Path | Board | Setup = "usa",
        opponents: Sequence[str | AnyPlayer] = ("hoard",), tickets: str | None = None,
        ruleset: str | Ruleset | None = None, observation: str = "raw", events: int = DEFAULT_EVENTS,
        reward: str = "win", longest: int = LONGEST_GAME, illegal_reward: float | str | None = USUAL_PENALTY,
        threads: int = 1, copy: bool = True, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self._batch = learner_batch(
            board, opponents, games=num_envs, tickets=tickets, ruleset=ruleset, observation=observation,
            events=events, reward=reward, longest=longest, threads=threads,
        )  # fmt: skip
        if render_mode == "human":
            raise OptionError("render_mode: many games cannot be printed at once; use ansi, rgb_array or svg")
        self.num_envs, self.copy = num_envs, bool(copy)
        self.illegal_reward = illegal_reward_of(illegal_reward, reward)
        self.render_mode = render_mode
        self.actions, self.fields = self._batch.actions, self._batch.observations
        self.single_observation_space = new_observation_space(self._batch)
        self.single_action_space = new_action_space(self._batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._renderer = Renderer(self._batch, render_mode, names_of(opponents))
        self._rows = np.arange(num_envs)
        self._is_seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the first games of a seed; without one, the next games, or those that ``reset_mask`` chooses."""
        if isinstance(seed, list | tuple):
            raise OptionError(f"a vector environment has one seed for all games, not {brief(seed)}")
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = fresh_seed()
        chosen = None if options is None else options.get("reset_mask")
        if seed is None:
            self._batch.reset(games=chosen)
        else:
            self._batch.reset(seed=seed, episode=first_episode(self._batch, seed), games=chosen)
        self._is_seeded = True
        infos: dict[str, Any] = {}
        self._add_seats(infos)
        return self._seen(), infos

    def step(self, actions: Any) -> _Step:
        """Play an action of the learner in each game, and deal new games where one has ended."""
        batch = self._batch
        seats = batch.seat.copy()
        illegal = self._illegal(actions)
        if illegal is None:
            batch.step(actions)
        else:
            batch.step(actions, games=~illegal)
        rewards = batch.reward[:, LEARNER].astype(np.float64)
        terminated, truncated = batch.done & ~batch.truncated, batch.done & batch.truncated
        if illegal is not None:
            rewards[illegal], terminated[illegal], truncated[illegal] = self.illegal_reward, True, False
        infos: dict[str, Any] = {}
        ended = terminated | truncated
        if ended.any():
            for i in np.flatnonzero(ended).tolist():
                is_illegal = illegal is not None and illegal[i]
                words = batch.illegal_words(i, actions[i]) if is_illegal else ""
                self._add_info(infos, self._final(i, int(seats[i]), words), i)
            batch.reset(games=ended)
        self._add_seats(infos)
        return self._seen(), rewards, terminated, truncated, infos

    def _illegal(self, actions: Any) -> NDArray[np.bool_] | None:
        """The games whose actions are illegal and end them; None if there are none or they are errors."""
        if self.illegal_reward is None:
            return None
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            return None  # the batch says what is wrong
        outside = (numbers < 0) | (numbers >= self.actions.size)
        if outside.any():
            i = int(outside.argmax())
            last = self.actions.size - 1
            raise IllegalActionError(f"an action is a whole number from 0 to {last}, not {numbers[i]} as for game {i}")
        illegal = ~self._batch.mask[self._rows, numbers]
        return illegal if illegal.any() else None

    def _final(self, i: int, seat: int, illegal_action: str) -> dict[str, Any]:
        """How the last step of a game is reported."""
        mask = np.zeros(self.actions.size, np.int8)
        final = {"observation": self._batch.observe(i, seat), "action_mask": mask}
        more = {"illegal_action": illegal_action} if illegal_action else {"points": self._batch.points[i]}
        return {"final_obs": final, "final_info": {"seat": seat, **more}}

    def _add_seats(self, infos: dict[str, Any]) -> None:
        infos["seat"], infos["_seat"] = self._batch.seat.copy(), np.ones(self.num_envs, bool)

    def _seen(self) -> Observation:
        observation, mask = self._batch.observation, self._batch.mask.view(np.int8)
        if self.copy:
            observation, mask = observation.copy(), mask.copy()
        return {"observation": observation, "action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of all games, one row for each."""
        return self._batch.mask.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Every game as everyone at the table sees it, by ``render_mode``."""
        if self.render_mode is None:
            return None
        return tuple(self._renderer.render(i) for i in range(self.num_envs))
