"""The Monte Carlo player: plays thousands of games in its head, knows nothing but the rules.

How it works step by step is told in `plain.py`; how one move is shared by several cores in
`children.py`. This file says how long to search and by which code, so that every known player of
this kind is a set of option values:

    name                simulations   exploration  final   draw  loss  and
    mcts                10000         1            visits  0.5   0     solve, sharp
    classic-mc          10000         sqrt(2)      ratio   0     0
    normal, hard,       250, 750,     1.41         visits  0.5   0
      impossible          1500
    classic-nine-mcts   2.5 seconds   sqrt(2)      ratio   0     -1    rollout_depth 10,
                                                                       max_wins 2048, decisive,
                                                                       keep_rollout, per_child
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import partial
from random import Random
from time import perf_counter

from inarow import defaults
from inarow.errors import BadOption
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.dice import without_dice
from inarow.options import MAX_THREADS, check_options, option
from inarow.search.asked import Asked
from inarow.search.decision import INFO_SECONDS, Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.mcts.children import search_children
from inarow.search.mcts.compiled import CompiledTree
from inarow.search.mcts.node import Node, collector_paused
from inarow.search.mcts.plain import Settings, search_tree
from inarow.search.mcts.result import decision_of, info_of
from inarow.search.mcts.trace import trace_mcts
from inarow.search.native.from_state import can_compile, path_of, position_of
from inarow.search.seam import Step, search_by
from inarow.search.steps import SearchStep

MCTS_SHORTEST = 0.001
"""Seconds that a search always has, whatever the limit says."""


def _random_games() -> None:
    import numpy as np

    from inarow.search.mcts.kernel_playout import play_many

    root = position_of(ConnectFour().initial_state())
    play_many(root, root.copy(), 1, 0, np.zeros(3, np.int64))


def _grow_tree(threads: int) -> None:
    tree = CompiledTree(ConnectFour().initial_state(), Settings(), 0, threads=threads)
    tree.grow(Limit(simulations=threads))


RANDOM_GAMES = Step("random games", _random_games)
TREE_SEARCH = Step("Monte Carlo tree search", lambda: _grow_tree(1))
SHARED_TREE = Step("threads that share a tree", lambda: _grow_tree(2))
STEPS = (TREE_SEARCH, SHARED_TREE, RANDOM_GAMES)


@dataclass
class OwnBounds:
    """How long to search, if the caller does not say less."""

    simulations: int | None = option(
        defaults.MCTS_SIMULATIONS, low=1, help="random games per move; none: only time counts"
    )
    seconds: float | None = option(
        None, low=MCTS_SHORTEST, help="time per move; none: only games count"
    )


@dataclass
class MctsPlayer(Settings, OwnBounds, Asked):
    """Monte Carlo tree search: random games, guided by the results of earlier ones.

    The tightest of its own bounds and of the limit ends the search. With `per_child` its own
    `simulations` are those of each root child, while `seconds` and the limit bound the whole move.
    The same seed gives the same games as long as no clock is involved and one thread searches.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state()
    >>> for column in (3, 0, 3, 0, 3, 0):
    ...     state = state.play(column)
    >>> decision = MctsPlayer(simulations=200, seed=1).choose(state, Limit())
    >>> decision.action, decision.value.words, decision.nodes
    (3, 'win in 1 ply', 200)
    """

    threads: int = option(
        1, low=1, high=MAX_THREADS, help="threads that share one tree (compiled only)"
    )
    compiled: bool = option(True, help="use the compiled search; false: the readable Python one")
    dice: bool = option(True, help="may call for dice where a game has them")
    seed: int | None = option(
        None, low=0, help="seed of the random numbers; none: a new one each time"
    )
    name: str = "mcts"
    _rng: Random = field(init=False, repr=False, compare=False)
    _tree: Node | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        check_options(self)
        if self.per_child and self.final != "ratio":
            raise BadOption(
                f"{self.name}: per_child visits all moves alike, so final must be ratio"
            )
        self._rng = Random(self.seed)

    def kernels(self, game: Game, state: State | None = None) -> tuple[Step, ...]:
        shares = self.threads > 1 and not self.per_child
        needed = SHARED_TREE if shares else TREE_SEARCH
        return (needed,) if self.compiled and can_compile(game) else ()

    @property
    def settings(self) -> Settings:
        """The options that say how to search, apart from how long."""
        return Settings(**{one.name: getattr(self, one.name) for one in fields(Settings)})

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        if not self.dice:
            state = without_dice(state)
        actions = state.legal_actions()
        if len(actions) == 1:
            return Decision(actions[0], line=(actions[0],))
        bounds = limit.within(seconds=self.seconds)
        if bounds.seconds is not None:
            bounds = replace(bounds, seconds=max(bounds.seconds, MCTS_SHORTEST))
        own = self.simulations
        if own is None and not bounds.counted:
            own = defaults.MCTS_SIMULATIONS
        if not self.per_child:
            bounds = bounds.within(simulations=own)

        def search(bounds: Limit, compiled: bool = False) -> Decision:
            started = perf_counter()
            report = None if on_info is None else _Reporter(on_info, self, started)
            if self.per_child:
                threads = min(max(self.threads, self.processes), os.cpu_count() or 1)
                common = state, self, bounds, self._rng, own, threads if compiled else 0
                self._tree = search_children(*common, report, started)
            elif compiled:
                tree = CompiledTree(state, self, self._rng.getrandbits(64), threads=self.threads)
                tree.grow(bounds, report, started)
                self._tree = tree.root()
            else:
                self._tree = search_tree(state, self, bounds, self._rng, report, started)
            decision = decision_of(self._tree, self, perf_counter() - started)
            return replace(decision, path=path_of(state.game)) if compiled else decision

        def readable(bounds: Limit) -> Decision:
            with collector_paused():
                self._tree = None  # the last one is taken down now, when there is time
                return search(bounds)

        by_kernels = partial(search, compiled=True)
        return search_by(self.kernels(state.game), state.game, bounds, by_kernels, readable)

    def watch(self, state: State, limit: Limit) -> Iterator[SearchStep]:
        """The four steps of every simulation of the readable search."""
        if not self.dice:
            state = without_dice(state)
        bounds = limit.within(simulations=self.simulations)
        return trace_mcts(state, self.settings, bounds, self._rng)

    def close(self) -> None:
        """Forget the last tree."""
        self._tree = None


class _Reporter:
    """Turns what happens after every simulation, or slice of them, into a report now and then."""

    def __init__(self, on_info: OnInfo, settings: Settings, started: float) -> None:
        self._on_info = on_info
        self._settings = settings
        self._started = started
        self._next = started + INFO_SECONDS

    def __call__(self, tree: Node | CompiledTree) -> None:
        now = perf_counter()
        if now >= self._next and tree.visits:
            self._next = now + INFO_SECONDS
            root = tree.root() if isinstance(tree, CompiledTree) else tree
            self._on_info(info_of(root, self._settings, now - self._started))
