"""Our search for a balanced design: a model proposes, races decide.

In each generation a linear model of all games so far (``model``) proposes changes of the best designs that should bring
them nearer to the target: half of them by the mean prediction, half by a model drawn from the posterior distribution
(Thompson sampling, so that uncertainty leads to exploration). The proposals then race: all play the same deals, the
worse half drops out, the rest play on. So most games go to the closest designs. In the end the best designs race on new
deals, and only these count. The remaining error is then known well, and small changes that should correct it race
against the winner, with as many rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from railwright.game.rulebook import LENGTHS
from railwright.mapmaker.balance.problem.design import Design
from railwright.mapmaker.balance.problem.judge import SEED_BITS, DesignTrial, Judge
from railwright.mapmaker.balance.problem.progress import Progress
from railwright.mapmaker.balance.problem.sample import Sample
from railwright.mapmaker.balance.search.climbing import SearchProblem, climb
from railwright.mapmaker.balance.search.description import describe
from railwright.mapmaker.balance.search.model import Model, fit
from railwright.workers.tasks import Call

FIRST, FIRST_PART = (8, 300), 0.05
"""Smallest and largest number of designs tried before there is a model, and the fraction of the games for them."""
PROPOSALS, PROPOSAL_PART = (16, 64), 0.0002
"""Smallest and largest number of designs in the race of a generation, and their number per game of the search. Many
designs with few games each teach the model more than few designs with many."""
PARENTS, MAX_ALIKE = 12, 4
"""Number of best designs from which proposals are derived, and how many of them may be alike. Designs of one kind may
come near the target early and then get stuck within the style, so others are followed, too."""
ALIKE = 0.3
"""Designs are alike if their numbers of tracks of each length differ by at most this fraction of all tracks."""
FAR, FAR_MORE = 3, 0.02
"""Multiple of the best distance, and margin added to it, beyond which designs are not followed."""
FIRST_ROUNDS, HEATS = 25, 2
"""Rounds that every design plays in the first heat at least, and the number of heats in a race."""
FEWEST = 10
"""Fewest designs in a race. The nearer the best design is, the more rounds it takes to tell another one from it. Fewer
designs race then, so that a generation takes as many games as before."""
MIN_DISTANCE = 0.001
"""Smaller distances cannot be told apart."""
FINALISTS = (2, 16)
"""Smallest and largest number of designs in a final race; the number of games decides."""
FINAL_PARENTS = 3
"""Number of best designs of a final race whose changes enter the next one."""
TRUST = 200
"""Weight of the model's prediction, in rounds, against a design's own rounds: shares differ from the predictions of a
good model by about 0.01, as means over 300 rounds do by chance."""


@dataclass(eq=False)
class Contender:
    """A design that has been played."""

    design: Design
    described: NDArray[np.float64]
    sample: Sample
    """All its rounds so far."""


class RacingSearch:
    """Searches a space for a design whose win shares are near a target."""

    def __init__(
        self, problem: SearchProblem, judge: Judge, *, games: int, seed: int, number: int = 0,
        starts: Sequence[Design] = (),
        draw: Callable[[Random], Design] | None = None,
    ) -> None:  # fmt: skip
        """``games`` determines how many designs are tried at a time; ``number`` tells searches of one seed apart."""
        self._problem, self._target, self._judge = problem, problem.target, judge
        self._rng = Random(f"{seed} {number} proposals")
        self._generator = np.random.default_rng([seed, number])
        self._deals = Random(f"{seed} {number} deals")
        self._starts, self._draw = starts, draw or problem.space.random
        self._first = _within(FIRST, games * FIRST_PART / (FIRST_ROUNDS * len(self._target.shares)))
        self._proposals = _within(PROPOSALS, games * PROPOSAL_PART)
        self._seen: dict[Design, Contender] = {}
        self._ranking: list[Contender] = []
        self._best: list[Contender] = []
        self._model: Model | None = None

    def advance(self) -> Progress:
        """Race one more generation."""
        if self._model is None:
            drawn = (self._draw(self._rng) for _ in range(self._first - len(self._starts)))
            designs, heats, rounds = [*self._starts, *drawn], 1, FIRST_ROUNDS
        else:
            rounds = self._rounds_to_tell()
            count = self._proposals * FIRST_ROUNDS // rounds
            designs, heats = self._propose(self._model, self._parents(), count), HEATS
        self._race([self._contender(design) for design in dict.fromkeys(designs)], rounds, heats)
        self._fit()
        self._ranking = sorted(self._seen.values(), key=self._merit)
        self._best = self._ranking[: FINALISTS[1]]
        return self._report(self._best[0])

    def _parents(self) -> list[Contender]:
        """The best designs, but only a few that are alike, as long as there are others."""
        farthest = FAR * self._merit(self._best[0]) + FAR_MORE
        chosen: list[Contender] = []
        alike: list[Contender] = []
        for each in self._ranking:
            if len(chosen) == PARENTS or self._merit(each) > farthest:
                break
            is_one_more = sum(_are_alike(each, other) for other in chosen) >= MAX_ALIKE
            (alike if is_one_more else chosen).append(each)
        return [*chosen, *alike][:PARENTS]

    def final(self, games: int) -> Progress:
        """Race the best designs so far on new deals, which alone count, until one is left."""
        finalists = self._best[: self._finalists(games)]
        for contender in finalists:
            contender.sample = Sample.none(len(self._target.shares))
        self._model = None
        return self._final_race(finalists, games)

    def refine(self, games: int) -> Progress:
        """After a final race, race changes of the best designs against the winner, with as many rounds."""
        assert self._model is not None
        designs = self._propose(self._model, self._best[:FINAL_PARENTS], self._finalists(games))
        return self._final_race([self._contender(design) for design in dict.fromkeys(designs)], games)

    def _final_race(self, racing: list[Contender], games: int) -> Progress:
        finalists = self._finalists(games)
        heats = (finalists - 1).bit_length()  # until one is left; every heat has as many games
        rounds = max(FIRST_ROUNDS, games // (len(self._target.shares) * finalists * heats))
        winner = self._race(racing, rounds, heats)[0]
        self._fit()
        others = sorted((each for each in racing if each is not winner), key=self._merit)
        self._best = [winner, *others]
        return self._report(winner)

    def _finalists(self, games: int) -> int:
        return _within(FINALISTS, games / (len(self._target.shares) * FIRST_ROUNDS * FINALISTS[1]))

    def _race(self, racing: list[Contender], rounds: int, heats: int) -> list[Contender]:
        """Race on the same deals; after each heat the worse half drops out, and the next heat is twice as long."""
        seed, first = self._deals.getrandbits(SEED_BITS), 0
        for _ in range(heats):
            trials = [DesignTrial(self._problem.canvas, each.design, seed, rounds, first) for each in racing]
            for contender, sample in zip(racing, self._judge.try_all(trials), strict=True):
                contender.sample += sample
            racing = sorted(racing, key=self._merit)[: (len(racing) + 1) // 2]
            first, rounds = first + rounds, 2 * rounds
        return racing

    def _contender(self, design: Design) -> Contender:
        if design not in self._seen:
            players = len(self._target.shares)
            self._seen[design] = Contender(design, describe(design), Sample.none(players))
        return self._seen[design]

    def _fit(self) -> None:
        seen = list(self._seen.values())
        self._model = fit(np.array([c.described for c in seen]), [c.sample for c in seen])

    def _shares(self, contender: Contender) -> NDArray[np.float64]:
        """Estimated shares of a design: its own rounds combined with the model's prediction."""
        if self._model is None:
            return contender.sample.mean
        expected = self._model.predict(contender.described[None])[0]
        shares: NDArray[np.float64] = contender.sample.totals + TRUST * expected
        return shares / (contender.sample.rounds + TRUST)

    def _merit(self, contender: Contender) -> float:
        return self._target.distance(self._shares(contender))

    def _rounds_to_tell(self) -> int:
        """Rounds for which a balanced design would show, by chance, about the best distance over a whole race."""
        best = self._best[0]
        variances = best.sample.covariance_of_mean.diagonal() * best.sample.rounds
        chance = float(np.sqrt(2 / np.pi * variances).sum()) / self._target.worst
        needed = (chance / max(self._merit(best), MIN_DISTANCE)) ** 2
        most = self._proposals * FIRST_ROUNDS // FEWEST
        return _within((FIRST_ROUNDS, most), needed / (2**HEATS - 1))

    def _propose(self, model: Model, parents: Sequence[Contender], count: int) -> list[Design]:
        """The best design, and changes of good ones: by the mean prediction, and by draws from the posterior."""
        calls: list[Call] = []
        while len(calls) < count - 1:
            parent = self._rng.choice(parents)
            sees = model.expected if len(calls) % 2 else model.imagine(self._generator)
            seed = self._rng.getrandbits(SEED_BITS)
            calls.append(Call("a proposal", climb, (self._problem, parent.design, self._shares(parent), sees, seed)))
        found: dict[int, Design] = {place: design for place, design, _ in self._judge.pool.call(calls)}
        return [parents[0].design, *(found[place] for place in range(len(calls)))]

    def _report(self, best: Contender) -> Progress:
        shares = self._shares(best)
        return Progress(
            self._judge.games, best.design, tuple(map(float, shares)), self._target.distance(shares),
            best.sample.rounds,
        )  # fmt: skip


def _are_alike(one: Contender, other: Contender) -> bool:
    own, others = one.described[:LENGTHS], other.described[:LENGTHS]
    return bool(np.abs(own - others).sum() <= ALIKE * own.sum())


def _within(bounds: tuple[int, int], number: float) -> int:
    least, most = bounds
    return min(max(round(number), least), most)
