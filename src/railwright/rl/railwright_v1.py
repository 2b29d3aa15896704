"""Ticket to Ride as a PettingZoo environment (AEC).

| fact | value |
| --- | --- |
| Import | ``from railwright.rl import railwright_v1`` |
| Creation | ``railwright_v1.env(seats=4)``; from PettingZoo 1.27 on ``make("aec", "railwright/railwright-v1")`` |
| Agents | 2 to 5: ``player_0``, ``player_1``, ... in the order of the seats |
| Actions | ``Discrete(n)``; 169 on the board of the USA |
| Observation | ``observation``: float32, 891 numbers for 4 seats on the board of the USA; ``action_mask``: int8 |
| Parallel API | no: an agent often acts several times in a row |
| Render modes | ``human`` (prints text), ``ansi`` (text), ``rgb_array``, ``svg`` |

>>> from railwright.rl import railwright_v1
>>> env = railwright_v1.env(board="usa", seats=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]

Options, all of them optional: ``board`` (a name, a file, a board or a setup), ``seats``, ``tickets`` (the name of a
ticket deck), ``ruleset``, ``observation`` (``raw``, ``planner``, ``history``, ``planner+history``), ``events`` (the
length of the history), ``reward``, ``longest`` (the number of actions after which a game is cut off),
``illegal_reward`` and ``render_mode``.

## Observation

What the seat sees and nothing else, relative to the seat: 0 is the seat itself, 1 the next one clockwise. The fields
are those of ``railwright.rl.ObservationSpace``; ``env.unwrapped.fields.markdown()`` lists them. ``observe`` works for
every agent at any time. The mask of an agent that does not decide is all zero.

There is no ``state()``: it would show all hidden cards.

## Actions

The actions are numbered without gaps for each board; ``env.unwrapped.actions.words(5)`` says in words what an action
is. A turn can take several of them: two cards drawn one after the other, a track and then the cards that pay for it.

An illegal action ends the game with a reward of -1 for its agent, or -1000 where points are rewarded, and 0 for the
others, as in PettingZoo's own games;
``infos[agent]["illegal_action"]`` says what was illegal. ``illegal_reward`` is another reward for it. With
``illegal_reward=None``, the default of ``raw_env``, it raises IllegalActionError instead and changes nothing. What is
not in the action space always does so.

## Rewards

Given to all agents at the end of the game, 0 before it; ``reward`` chooses what is rewarded:

| ``reward`` | meaning |
| --- | --- |
| ``win`` (default) | 1 for the winner by the rules, tie-breaks included; shared by seats that are still tied |
| ``points`` | the final points |
| ``difference`` | the final points minus those of the best other seat |
| ``running`` | the points of tracks as they are claimed, the rest at the end |

At the end, ``infos[agent]["points"]`` are the final points of each agent. A game that was cut off is scored as it
stands, and ``truncations`` are True instead of ``terminations``.

## Seeds

``reset(seed=s)`` deals the game that ``railwright.rl.Batch(board, seats, games=1, seed=s)`` begins with; ``reset()``
goes on with the next one.
"""

from __future__ import annotations

from typing import Any

from railwright.rl.checks import USUAL_PENALTY
from railwright.rl.libraries import missing_library
from railwright.rl.pettingzoo_env import AgentsEnv

try:
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    missing_library("PettingZoo")

__all__ = ["env", "raw_env"]

raw_env = AgentsEnv
"""The environment without wrappers, by its usual name."""


def env(
    *, illegal_reward: float | str | None = USUAL_PENALTY, **options: Any
) -> OrderEnforcingWrapper[str, dict[str, Any], Any]:
    """The environment for learners: calls in a wrong order are errors, and illegal actions end the game.

    PettingZoo's own games use two more wrappers for illegal actions. Here ``raw_env`` does the same itself, because
    they would make every step three times as slow. It has the same options and no wrapper.
    """
    return OrderEnforcingWrapper(raw_env(illegal_reward=illegal_reward, **options))
