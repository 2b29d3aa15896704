"""Ticket to Ride as a Gymnasium environment: one learner against players of ours.

| fact | value |
| --- | --- |
| Creation | ``import railwright.rl``, then ``gymnasium.make("railwright/Railwright-v1", opponents=("hoard",))`` |
| Many at once | ``gymnasium.make_vec("railwright/Railwright-v1", num_envs=256)``: ``gymnasium_vector`` |
| Actions | ``Discrete(n)``; 169 on the board of the USA |
| Observation | ``observation``: float32, 663 numbers for 2 seats on the board of the USA; ``action_mask``: int8 |
| Render modes | ``human`` (prints text), ``ansi`` (text), ``rgb_array``, ``svg`` |

>>> import gymnasium
>>> import railwright.rl
>>> env = gymnasium.make("railwright/Railwright-v1", board="usa", opponents=("hoard", "rule"))
>>> observation, info = env.reset(seed=1)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(observation["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     over = terminated or truncated
>>> len(info["points"])
3

Options, all of them optional: ``board`` (a name, a file, a board or a setup), ``opponents`` (names of players or
compiled players, one for each other seat), ``tickets`` (the name of a ticket deck), ``ruleset``, ``observation``
(``raw``, ``planner``, ``history``, ``planner+history``), ``events`` (the length of the history), ``reward``,
``longest`` (the number of actions after which a game is cut off), ``illegal_reward`` and ``render_mode``.

The opponents play inside ``step``, in compiled code, until the learner decides again. All players move one seat on
after each game, so the learner begins as often as the others. ``info["seat"]`` is its seat, and
``reset(options={"seat": 0})`` chooses it.

## Observation

What the learner sees and nothing else, relative to its seat: 0 is the learner, 1 the next seat clockwise. The fields
are those of ``railwright.rl.ObservationSpace``; ``env.unwrapped.fields.markdown()`` lists them. At the end of a game
the mask is all zero.

## Actions

The actions are numbered without gaps for each board; ``env.unwrapped.actions.words(5)`` says in words what an action
is. ``env.unwrapped.action_masks()`` is the mask as MaskablePPO of sb3-contrib asks for it.

An illegal action ends the game with a reward of -1, or -1000 where points are rewarded, and
``info["illegal_action"]`` says what was illegal. ``illegal_reward`` is another reward for it; with None it raises
IllegalActionError and changes nothing. What is not in the action space always does so.

## Rewards

At the end of the game, 0 before it; ``reward`` chooses what is rewarded:

| ``reward`` | meaning |
| --- | --- |
| ``win`` (default) | 1 for the winner by the rules, tie-breaks included; shared by seats that are still tied |
| ``points`` | the final points |
| ``difference`` | the final points minus those of the best opponent |
| ``running`` | the points of tracks as they are claimed, the rest at the end |

At the end, ``info["points"]`` are the final points: the learner's first, then those of the opponents in their order. A
game that was cut off is scored as it stands and is truncated, not terminated.

## Seeds

A seed determines the game, the opponents' choices and the seat. ``reset()`` without one continues with the next game.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.game.board import Board
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.matches.faults import LONGEST_GAME
from railwright.players.kit.interface import AnyPlayer
from railwright.players.observation.history import DEFAULT_EVENTS
from railwright.rl.checks import USUAL_PENALTY, illegal_reward_of
from railwright.rl.learner import LEARNER, first_episode, learner_batch, names_of, next_episode
from railwright.rl.libraries import missing_library
from railwright.rl.rendering import RENDER_MODES, Renderer
from railwright.rl.seeding import fresh_seed
from railwright.rl.single_game import SingleGame
from railwright.rl.spaces import new_action_space, new_observation_space

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
except ImportError:
    missing_library("Gymnasium")

Observation = dict[str, NDArray[Any]]
_Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class LearnerEnv(SingleGame, gymnasium.Env[Observation, Any]):
    """A learner in a game against players of ours."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012, as in the class above

    def __init__(
        self, *, board: str | Path | Board | Setup = "usa", opponents: Sequence[str | AnyPlayer] = ("hoard",),
        tickets: str | None = None, ruleset: str | Ruleset | None = None, observation: str = "raw",
        events: int = DEFAULT_EVENTS, reward: str = "win", longest: int = LONGEST_GAME,
        illegal_reward: float | str | None = USUAL_PENALTY, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        batch = learner_batch(
            board, opponents, games=1, tickets=tickets, ruleset=ruleset, observation=observation, events=events,
            reward=reward, longest=longest,
        )  # fmt: skip
        self._batch, self.render_mode = batch, render_mode
        self.illegal_reward = illegal_reward_of(illegal_reward, reward)
        self.actions, self.fields = batch.actions, batch.observations
        self.observation_space = new_observation_space(batch)
        self.action_space = new_action_space(batch)
        self._renderer = Renderer(batch, render_mode, names_of(opponents))
        self._seat = 0
        self._is_seeded = False
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the first game of a seed; without one, the next game. The option ``seat`` is the learner's seat."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = fresh_seed()
        batch = self._batch
        seat = None if options is None else options.get("seat")
        episode = next_episode(batch, seat) if seed is None else first_episode(batch, seed, seat)
        batch.reset(seed=seed, episode=episode)
        self._is_seeded, self._is_over = True, False
        self._seat = int(batch.seat[0])
        self._show()
        return self._seen(), self._info()

    def step(self, action: Any) -> _Step:
        """Play an action of the learner and let the opponents play until it decides again."""
        if self._is_over:
            raise ResetNeeded("no game is in progress; call reset() first")
        batch = self._batch
        illegal = self._play(action)
        if illegal is not None:
            self._is_over = True
            return self._seen(), illegal.reward, True, False, self._info(illegal_action=illegal.reason)
        reward = float(batch.reward[0, LEARNER])
        self._is_over, is_cut = bool(batch.done[0]), bool(batch.truncated[0])
        self._show()
        info = self._info(points=batch.points[0].copy()) if self._is_over else self._info()
        return self._seen(), reward, self._is_over and not is_cut, is_cut, info

    def _info(self, **more: Any) -> dict[str, Any]:
        return {"seat": self._seat, **more}

    def _seen(self) -> Observation:
        """What the learner sees. Once the game is over, the batch shows what the last seat sees."""
        batch = self._batch
        if self._is_over:
            mask = np.zeros(self.actions.size, np.int8)
            return {"observation": batch.observe(0, self._seat), "action_mask": mask}
        return {"observation": batch.observation[0].copy(), "action_mask": batch.mask[0].view(np.int8).copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO asks for them."""
        return np.zeros(self.actions.size, bool) if self._is_over else self._batch.mask[0].copy()
