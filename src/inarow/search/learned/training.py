"""Training a network: lessons by self-play, that may be interrupted at any time and gone on with.

While it learns, everything that is needed to go on stands in a work file beside the result: after
Ctrl-C, or a power cut, the same command goes on from there, and the network is the same as if
nothing had happened. Several threads learn at the same time, each from the same numbers in games of
its own; after some hundred games what they have changed is added up. So the network depends on the
number of threads, and on nothing that threads do to each other.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import numpy as np

from inarow.errors import BadFile
from inarow.registry import load_game
from inarow.search.arrays import read_arrays, write_arrays
from inarow.search.learned.games import random_tuples, require_learning
from inarow.search.learned.kernel import copies
from inarow.search.learned.kernel_learn import LESSON, learn
from inarow.search.learned.network import Network
from inarow.search.learned.plan import Checkpoint, Training
from inarow.search.native.from_state import position_of
from inarow.search.native.jit import Array
from inarow.seeds import seed_word

ROUND = 500
"""Games that a thread plays at least before what the threads have learned is put together."""
_CHEAP = 500_000
"""Numbers that are put together in no time worth counting: more of them want longer rounds."""
_USUAL_TUPLES = 140
"""The step is meant for so many: where there are more, they share it."""
_FIELDS = ("training", "done", "seconds", "weights", "trust", "lessons", "curve")


class Lessons:
    """A training under way.

    Attributes:
        training: what is learned, and how.
        done: games so far.
        seconds: that this took, earlier runs included.
        curve: what was found out on the way.
        network: what is known.
    """

    def __init__(self, training: Training) -> None:
        self.training, self.done, self.seconds = training, 0, 0.0
        self.curve: list[Checkpoint] = []
        game = load_game(training.game)
        rules = require_learning(game)
        tuples = random_tuples(
            rules, training.tuples, training.length, training.seed, training.blocks
        )
        self.network = Network.untrained(game, tuples)
        self._trust = self.network.fresh_trust()
        self._root = position_of(game.initial_state())
        self._lessons: Array = np.zeros(training.threads, LESSON).view(np.recarray)
        for number, lesson in enumerate(self._lessons):
            lesson.step, lesson.trace = self.step, training.trace
            lesson.explore, lesson.opening = training.explore, training.opening
            lesson.random = seed_word(training.seed + number)
        turns = rules.turns or 2 * rules.cells  # a board may be named before, or dice called for
        shape = self.network.shape
        self._pairs = [copies(self._root, 2) for _ in range(training.threads)]
        self._history = np.zeros((training.threads, turns + 2, shape.tuples), np.int32)

    @property
    def step(self) -> float:
        """How far values are drawn to their targets, in this network."""
        return self.training.step * min(1.0, _USUAL_TUPLES / self.network.shape.tuples)

    def random_word(self, thread: int) -> int:
        """The state of the random generator of a thread."""
        return int(self._lessons[thread].random)

    @property
    def round(self) -> int:
        """Games to learn from before anything else is done, by all threads together."""
        return self.training.threads * ROUND * (1 + self.network.weights.size // _CHEAP)

    @property
    def over(self) -> bool:
        """Whether all games were played."""
        return self.done >= self.training.games

    @property
    def results(self) -> tuple[int, int, int]:
        """Games won by the first player, drawn, and won by the second."""
        first, drawn, second = (int(n) for n in self._lessons.results.sum(axis=0))
        return first, drawn, second

    def go_on(self, games: int) -> None:
        """Learn from so many more games, at most."""
        training = self.training
        left = min(games, training.games - self.done)
        counts = [left // training.threads] * training.threads
        counts[0] += left - sum(counts)
        if training.threads == 1:
            self._learn(0, counts[0], self.network.weights, self._trust)
        else:
            both = self.network.weights, self._trust
            for whole, parts in zip(both, self._apart(counts), strict=True):
                whole += sum(part - whole for part in parts)
        self.done += left

    def _apart(self, counts: list[int]) -> list[list[Array]]:
        """Let every thread learn by itself; the numbers and the trust that each ends with."""
        weights = [self.network.weights.copy() for _ in counts]
        trust = [self._trust.copy() for _ in counts]
        with ThreadPoolExecutor(len(counts)) as pool:
            list(pool.map(self._learn, range(len(counts)), counts, weights, trust))
        return [weights, trust]

    def _learn(self, number: int, games: int, weights: Array, trust: Array) -> None:
        net = self.network.net._replace(weights=weights)
        learn(
            games,
            self._lessons[number],
            self._root,
            self._pairs[number],
            net,
            trust,
            self._history[number],
        )

    def finished(self) -> Network:
        """The network, with the story of its making."""
        curve = [asdict(point) for point in self.curve]
        story = {**asdict(self.training), "games": self.done, "curve": curve}
        return Network(self.network.game, self.network.tuples, self.network.weights, story)

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on."""
        write_arrays(
            path,
            training=json.dumps(asdict(self.training)),
            done=self.done,
            seconds=self.seconds,
            weights=self.network.weights,
            trust=self._trust,
            lessons=np.array(self._lessons).view(np.uint8),
            curve=json.dumps([asdict(point) for point in self.curve]),
        )

    def restore(self, path: Path) -> None:
        """Go on from what was saved.

        Raises:
            BadFile: it is no such file, or one of another training.
        """
        found = read_arrays(path, _FIELDS, "a training")
        training, done, seconds, weights, trust, lessons, curve = found
        try:
            same = json.loads(str(training)) == asdict(self.training)
            points = [Checkpoint(**point) for point in json.loads(str(curve))]
        except (ValueError, TypeError, RecursionError):
            same = False
        fits = weights.shape == self.network.weights.shape and trust.shape == self._trust.shape
        if not (same and fits and lessons.size == self._lessons.nbytes):
            raise BadFile(f"{path} holds another training: delete it, or ask for the same again")
        self.network.weights[:], self._trust[:] = weights, trust
        self._lessons[:] = lessons.view(LESSON)
        self.done, self.seconds, self.curve = int(done), float(seconds), points
