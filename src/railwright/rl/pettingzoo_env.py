"""The PettingZoo environment: agents take turns in one game. For users, ``railwright_v1`` describes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railwright.errors import OptionError
from railwright.game.board import Board
from railwright.game.json_reader import brief
from railwright.game.ruleset import Ruleset
from railwright.game.setup import Setup
from railwright.matches.faults import LONGEST_GAME
from railwright.players.observation.history import DEFAULT_EVENTS
from railwright.rl.batch import Batch
from railwright.rl.checks import illegal_reward_of
from railwright.rl.libraries import missing_library
from railwright.rl.rendering import RENDER_MODES, Renderer
from railwright.rl.seeding import fresh_seed
from railwright.rl.single_game import IllegalEnd, SingleGame

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    missing_library("PettingZoo")

from railwright.rl.spaces import new_action_space, new_observation_space

Observation = dict[str, NDArray[Any]]


class AgentsEnv(SingleGame, AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game whose seats are the agents ``player_0``, ``player_1`` and so on."""

    metadata = {  # noqa: RUF012, as in the class above
        "name": "railwright_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self, *, board: str | Path | Board | Setup = "usa", seats: int = 4, tickets: str | None = None,
        ruleset: str | Ruleset | None = None, observation: str = "raw", events: int = DEFAULT_EVENTS,
        reward: str = "win", longest: int = LONGEST_GAME, illegal_reward: float | str | None = None,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        batch = Batch(
            board, seats, games=1, seed=0, tickets=tickets, ruleset=ruleset, observation=observation, events=events,
            reward=reward, longest=longest, autoreset=False,
        )  # fmt: skip
        self._batch, self.render_mode = batch, render_mode
        self.illegal_reward = illegal_reward_of(illegal_reward, reward)
        self.actions, self.fields = batch.actions, batch.observations
        self.possible_agents = [f"player_{seat}" for seat in range(batch.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._renderer = Renderer(batch, render_mode, self.possible_agents)
        self.observation_spaces = {agent: new_observation_space(batch) for agent in self.possible_agents}
        self.action_spaces = {agent: new_action_space(batch) for agent in self.possible_agents}
        self._is_running = batch.reward_kind == "running"
        self._is_seeded = False
        self._clear()

    def _clear(self) -> None:
        """What agents have at the beginning of a game."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[int(self._batch.seat[0])]

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the first game of a seed; without one, the next game. There are no options."""
        if seed is None and not self._is_seeded:
            seed = fresh_seed()
        self._batch.reset(seed=seed)
        self._is_seeded = True
        self._clear()
        self._show()

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None for one whose game has ended.

        What is not an action raises IllegalActionError and changes nothing. So does an action that is not legal,
        unless there is a reward for it: then it ends the game.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        illegal = self._play(action)
        if illegal is not None:
            self._end_by_illegal_action(agent, illegal)
        elif batch.done[0]:
            self._end(agent)
        else:
            if self._is_running:
                self._reward(agent, batch.reward[0].tolist())
            self.agent_selection = self.possible_agents[batch.seat[0]]
        self._show()

    def _reward(self, agent: str, rewards: list[float]) -> None:
        """Pay the rewards of a step; the agent that acted has seen those before it."""
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()

    def _end(self, agent: str) -> None:
        is_cut = bool(self._batch.truncated[0])
        self._reward(agent, self._batch.reward[0].tolist())
        self.terminations = dict.fromkeys(self.agents, not is_cut)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        points = self._batch.points[0].tolist()
        self.infos = {one: {"points": final} for one, final in zip(self.agents, points, strict=True)}
        self.agent_selection = self.agents[0]

    def _end_by_illegal_action(self, agent: str, end: IllegalEnd) -> None:
        EnvLogger.warn_on_illegal_move()
        self._reward(agent, [end.reward * (one == agent) for one in self.agents])
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {one: {"illegal_action": end.reason} for one in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, and its legal actions: none unless it is to decide."""
        batch = self._batch
        if agent not in self._seats:
            raise OptionError(f"there is no agent {brief(agent)}; the agents are {', '.join(self.possible_agents)}")
        seat = self._seats[agent]
        if seat == batch.seat[0] and not self.terminations.get(agent, True):
            return {"observation": batch.observation[0].copy(), "action_mask": batch.mask[0].view(np.int8).copy()}
        return {"observation": batch.observe(0, seat), "action_mask": np.zeros(self.actions.size, np.int8)}

    def close(self) -> None:
        """Do nothing: there is nothing to close, and the environment stays usable."""
