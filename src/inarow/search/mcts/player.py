"""The Monte Carlo player: plays thousands of games in its head, knows nothing but the rules.

How it works step by step is told in `plain.py`; how one move is shared by several processes
in `root_parallel.py`. This file only gives the search its options, so that every known
player of this kind is a set of option values:

    name                simulations   exploration  final   draw  loss  and
    mcts                10000         1            visits  0.5   0     solve, sharp
    classic-mc          10000         sqrt(2)      ratio   0     0
    normal, hard,       250, 750,     1.41         visits  0.5   0
      impossible          1500
    classic-nine-mcts   2.5 seconds   sqrt(2)      ratio   0     -1    rollout_depth 10,
                                                                       max_wins 2048, decisive,
                                                                       keep_rollout, per_child
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter
from typing import TypeVar

from inarow import defaults
from inarow.errors import BadOption
from inarow.games.base import Game, State
from inarow.games.dice import without_dice
from inarow.options import MAX_THREADS, check_options, option
from inarow.search.agent import require_moves
from inarow.search.decision import INFO_SECONDS, Decision, OnInfo
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import CompiledTree, grow_tree
from inarow.search.mcts.compiled_children import grow_children
from inarow.search.mcts.memory import collector_paused
from inarow.search.mcts.plain import Node, OnTree, Settings, search_tree
from inarow.search.mcts.result import decision_of, info_of
from inarow.search.mcts.root_parallel import SearchProcesses, search_children
from inarow.search.native.from_state import can_compile, path_of
from inarow.search.ordering import safe_moves, winning_moves

MCTS_MAX_PROCESSES = 256
MCTS_SHORTEST = 0.001
"""Seconds that a search always has, whatever the limit says."""

Number = TypeVar("Number", int, float)


@dataclass
class MctsPlayer:
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

    simulations: int | None = option(
        defaults.MCTS_SIMULATIONS, low=1, help="random games per move; none: only time counts"
    )
    seconds: float | None = option(
        None, low=MCTS_SHORTEST, help="time per move; none: only games count"
    )
    exploration: float = option(
        defaults.EXPLORATION, low=0, high=100, help="larger: tries neglected moves more often"
    )
    final: str = option(
        "visits",
        choices=("visits", "ratio"),
        help="play the most visited move or the one with the best ratio of points to visits",
    )
    draw_points: float = option(defaults.MCTS_DRAW_POINTS, low=-1, high=1, help="points for a draw")
    loss_points: float = option(
        defaults.MCTS_LOSS_POINTS, low=-1, high=0, help="points for a loss; a win is 1"
    )
    rollout_depth: int | None = option(
        None, low=1, help="plies after which a random game is a draw; none: played to the end"
    )
    max_wins: int | None = option(
        None, low=1, help="stop once the points of the search are so far from zero"
    )
    decisive: bool = option(
        False, help="take immediate wins, never give one away, search no further there"
    )
    keep_rollout: bool = option(False, help="the random moves stay in the tree")
    per_child: bool = option(
        False, help="one search for each move instead of one for all; needs final=ratio"
    )
    processes: int = option(
        1,
        low=1,
        high=MCTS_MAX_PROCESSES,
        help="processes for the work of per_child, at most one per core",
    )
    solve: bool = option(False, help="prove results, and search no further where one is proven")
    sharp: bool = option(
        False, help="random games take wins, and moves that do not lose at once, where they can"
    )
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
    _pool: SearchProcesses | None = field(init=False, repr=False, compare=False, default=None)
    _tree: Node | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        check_options(self)
        if self.per_child and self.final != "ratio":
            raise BadOption(
                f"{self.name}: per_child visits all moves alike, so final must be ratio"
            )
        self._rng = Random(self.seed)

    @property
    def settings(self) -> Settings:
        """The options that say how to search, apart from how long."""
        return Settings(
            self.exploration,
            self.final,
            self.draw_points,
            self.loss_points,
            self.rollout_depth,
            self.max_wins,
            self.decisive,
            self.keep_rollout,
            self.solve,
            winning_moves if self.solve or self.decisive else None,
            safe_moves if self.sharp else None,
        )

    def supports(self, game: Game) -> bool:
        return True

    def choose(self, state: State, limit: Limit, on_info: OnInfo | None = None) -> Decision:
        started = perf_counter()
        if not self.dice:
            state = without_dice(state)
        actions = require_moves(state)
        if len(actions) == 1:
            return Decision(actions[0], line=(actions[0],))
        report = None if on_info is None else _Reporter(on_info, self.settings, started)
        if self.compiled and can_compile(state.game):
            root, path = self._search_compiled(state, self._bounds(limit, started), report)
            decision = decision_of(root, self.settings, perf_counter() - started)
            return replace(decision, path=path)
        with collector_paused():
            self._tree = None  # the last one is taken down now, when there is time
            self._tree = self._search(state, self._bounds(limit, started), report)
            return decision_of(self._tree, self.settings, perf_counter() - started)

    def close(self) -> None:
        """Forget the last tree and end the processes, as the end of the program does."""
        self._tree = None
        if self._pool is not None:
            self._pool.close()

    def _bounds(self, limit: Limit, started: float) -> Limit:
        """The tightest of our own bounds and of the limit, less the time that has passed."""
        seconds = _least(self.seconds, limit.seconds)
        if seconds is not None:
            seconds = max(seconds - (perf_counter() - started), MCTS_SHORTEST)
        given = _least(limit.simulations, limit.nodes)
        if not self.per_child:
            endless = self.simulations is None and given is None and seconds is None
            own = defaults.MCTS_SIMULATIONS if endless else self.simulations
            given = _least(own, given)
        return Limit(seconds=seconds, simulations=given, memory=limit.memory, stop=limit.stop)

    def _each(self, bounds: Limit) -> int | None:
        """The simulations of each search of `per_child`."""
        endless = bounds.simulations is None and bounds.seconds is None
        if self.simulations is None and endless:
            return defaults.MCTS_SIMULATIONS
        return self.simulations

    def _search_compiled(
        self, state: State, bounds: Limit, report: _Reporter | None
    ) -> tuple[Node, str]:
        if self.per_child:
            threads = min(max(self.threads, self.processes), os.cpu_count() or 1)
            each = self._each(bounds)
            root = grow_children(state, self.settings, bounds, self._rng, each, threads, report)
            return root, path_of(state.game)

        def tell(tree: CompiledTree) -> None:
            if report is not None and tree.visits and report.due():
                report(tree.root())

        tree = grow_tree(state, self.settings, bounds, self._rng, self.threads, tell)
        return tree.root(), path_of(state.game)

    def _search(self, state: State, bounds: Limit, on_tree: OnTree | None) -> Node:
        if not self.per_child:
            return search_tree(state, self.settings, bounds, self._rng, on_tree)
        processes = min(self.processes, os.cpu_count() or 1)  # more would only wait for each other
        if processes > 1 and self._pool is None:
            self._pool = SearchProcesses(processes)
        each = self._each(bounds)
        return search_children(state, self.settings, bounds, self._rng, each, self._pool, on_tree)


class _Reporter:
    """Turns what happens after every simulation into a report now and then."""

    def __init__(self, on_info: OnInfo, settings: Settings, started: float) -> None:
        self._on_info = on_info
        self._settings = settings
        self._started = started
        self._next = started + INFO_SECONDS

    def due(self) -> bool:
        """Whether it is time for a report."""
        return perf_counter() >= self._next

    def __call__(self, root: Node) -> None:
        if self.due():
            now = perf_counter()
            self._next = now + INFO_SECONDS
            self._on_info(info_of(root, self._settings, now - self._started))


def _least(*bounds: Number | None) -> Number | None:
    """The tightest of some bounds, of which any may be missing."""
    return min((bound for bound in bounds if bound is not None), default=None)
