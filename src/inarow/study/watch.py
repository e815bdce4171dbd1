"""A search to step through: any player that can be watched, on any position of any game.

    watched = watch("alphabeta(depth=2)", state)
    watched.steps                  what happened, one thing after the other (`search/steps.py`)
    watched.frame(5)               what a screen shows after five of them: board, sentence, tree

A terminal, a full-screen app and the page show the same frames; nothing here knows of any of them.
The search is the readable one of the player. Where a player has many ideas, the textbook search
without them is watched, unless a spec switches them on: `alphabeta(table=true)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from time import perf_counter

from inarow.errors import BadOption, IllegalMove, InarowError, MissingPackage, NotSupported
from inarow.games.base import State
from inarow.options import counted
from inarow.registry import agent_entry
from inarow.search.agent import Agent, OnlyCompiled, Watchable, require_support
from inarow.search.limit import NO_LIMIT, Limit, limit_of
from inarow.search.native.from_state import has_numba
from inarow.search.steps import Numbers, Path, SearchStep
from inarow.spec import split_player

SEARCHES = ("mcts", "alphabeta", "minimax", "expectiminimax", "gomoku", "prover", "learned")
"""The players that can be watched, those with other settings apart."""
MOST_POSITIONS = 1000
"""Positions, or simulations, that a watched search looks at."""
MOST_STEPS = 4000
MOST_NODES = 1500
"""Of a tree that can still be drawn."""
SECONDS = 20.0
"""What recording may take."""
SEED = 1

_TEXTBOOK: Mapping[str, Mapping[str, object]] = {
    "mcts": {"simulations": 20, "solve": False, "sharp": False},
    "alphabeta": {"depth": 3, "table": False, "foresight": False, "bound_tests": False},
    "minimax": {"depth": 3, "evaluator": "open_lines"},
    "expectiminimax": {"depth": 2, "evaluator": "open_lines"},
}
"""How players are watched unless a spec says otherwise: small, and without further ideas."""
_POSITIONS = {"gomoku": 200, "prover": 100}
"""How many positions are looked at unless a limit says otherwise."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What there is to see after so many steps.

    Args:
        at: how many.
        of: of how many.
        step: the last one of them; None before the first.
        state: the position that it is about.
        tree: the way to it and the moves from there, a line each.
    """

    at: int
    of: int
    step: SearchStep | None
    state: State
    tree: Sequence[str]


@dataclass(frozen=True)
class Watched:
    """A search that was recorded.

    Args:
        search: the spec of the player.
        state: where it began.
        steps: what happened.
        cut: what was left out, in words; nothing if all is told.
    """

    search: str
    state: State
    steps: Sequence[SearchStep]
    cut: str = ""

    @cached_property
    def tree(self) -> dict[Path, Numbers]:
        """Every node of the finished tree."""
        return self.nodes(len(self.steps))

    @property
    def words(self) -> str:
        """How much it is, and what was left out.

        >>> from inarow.registry import load_game
        >>> watch("minimax(depth=1)", load_game("tic_tac_toe").initial_state()).words
        '12 steps, 10 positions'
        """
        parts = [counted(len(self.steps), "step"), counted(len(self.tree), "position")]
        return ", ".join([*parts, *([self.cut] if self.cut else [])])

    def nodes(self, at: int) -> dict[Path, Numbers]:
        """The tree after so many steps."""
        found: dict[Path, Numbers] = {(): {}}
        for step in islice(self.steps, at):
            for look in step.changed:
                found[look.path] = look.numbers
        return found

    def position(self, path: Path) -> State:
        """The position at a node."""
        state = self.state
        for action in path:
            state = state.play(action)
        return state

    def frame(self, at: int, lines: int = 12) -> Frame:
        """What there is to see after so many steps, with a tree of at most so many lines."""
        at = min(max(at, 0), len(self.steps))
        step = self.steps[at - 1] if at else None
        path = step.path if step else ()
        tree = list(self._lines(self.nodes(at), path, lines))
        return Frame(at, len(self.steps), step, self.position(path), tree)

    def _lines(self, nodes: Mapping[Path, Numbers], path: Path, most: int) -> Iterator[str]:
        """The nodes on the way to a place, then those below it."""
        game = self.state.game
        way = [path[:length] for length in range(len(path) + 1)]
        below = [one for one in nodes if one and one[:-1] == path]
        room = max(0, most - len(way))
        shown = below if len(below) <= room else below[: max(0, room - 1)]
        for one in [*way, *shown]:
            name = game.format(one[-1]) if one else "root"
            mark = ">" if one == path else " "
            yield f"{mark} {'  ' * len(one)}{name}  {numbers_words(nodes.get(one, {}))}".rstrip()
        if len(shown) < len(below):
            yield f"  {'  ' * (len(path) + 1)}and {len(below) - len(shown)} more"


def numbers_words(numbers: Numbers) -> str:
    """The numbers of a node as a line of text.

    >>> numbers_words({"role": "max", "alpha": None, "beta": 3.0, "value": 2.0})
    'max, window (-inf, 3), value 2'
    >>> numbers_words({"visits": 4, "points": 2.5, "mean": 0.625})
    'visits 4, points 2.5, mean 0.625'
    """
    parts, rest = [], dict(numbers)
    if role := rest.pop("role", None):
        parts.append(str(role))
    if "alpha" in rest:
        alpha, beta = rest.pop("alpha"), rest.pop("beta")
        low, high = (
            end if one is None else _text(one) for one, end in ((alpha, "-inf"), (beta, "inf"))
        )
        parts.append(f"window ({low}, {high})")
    parts += [f"{name} {_text(one)}" for name, one in rest.items() if one is not None]
    return ", ".join(parts)


def _text(number: float | str | None) -> str:
    return str(number) if isinstance(number, str) else f"{number:g}"


def load_search(spec: str, state: State, limit: Limit = NO_LIMIT, seed: int = SEED) -> Agent:
    """The player of a spec as it is watched; raises NotSupported if it cannot be."""
    entry, (_, options) = agent_entry(spec), split_player(spec)
    textbook = _TEXTBOOK.get(entry.name, {})
    entry = replace(entry, preset={**entry.preset, **textbook})
    agent: Agent = entry.build(options, seed)
    if not isinstance(agent, Watchable):
        raise NotSupported(f"{entry.name} cannot be watched: there are {', '.join(SEARCHES)}")
    named = {option.name for option in entry.options()}
    if limit.depth is not None and "evaluator" not in named:
        raise BadOption(f"{entry.name} looks at no fixed depth: limit it by 50sims or 200nodes")
    if "evaluator" in named - {key for key, _ in options} and not agent.supports(state.game):
        agent = entry.build([*options, ("evaluator", "none")], seed)
    if not isinstance(agent, OnlyCompiled):  # the others say better themselves what is missing
        require_support(agent, state.game)
    elif not has_numba():
        raise MissingPackage(f"{entry.name} needs", "numba")
    return agent


def searches_for(state: State) -> list[str]:
    """The searches that can be watched in the game of a position.

    >>> from inarow.registry import load_game
    >>> searches_for(load_game("tic_tac_toe").initial_state())
    ['mcts', 'alphabeta', 'minimax', 'expectiminimax', 'gomoku', 'prover']
    """
    found = []
    for name in SEARCHES:
        with suppress(InarowError):
            agent = load_search(name, state)
            if not isinstance(agent, OnlyCompiled) or agent.would_support(state.game):
                found.append(name)
    return found


def watch(spec: str, state: State, limit: Limit | str | None = None, seed: int = SEED) -> Watched:
    """Record the search of a player on a position.

    Args:
        spec: the player, one of `SEARCHES` or a preset of theirs, with options.
        state: the position.
        limit: positions, simulations, depth; at most so many that the tree can be drawn.
        seed: of the player's random numbers, unless the spec has one.

    Raises:
        NotSupported: this player, game or position cannot be watched.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> watched = watch("mcts(simulations=3)", state)
    >>> [step.phase for step in watched.steps[:3]]
    ['expansion', 'rollout', 'backup']
    >>> watched.frame(3).tree
    ['  root  visits 1, points 0.5, mean 0.5', '>   b3  visits 1, points 0.5, mean 0.5']
    """
    if state.chance():
        raise NotSupported("the dice decide here: watch a position in which a player moves")
    if not state.legal_actions():
        raise IllegalMove("the game is over: there is nothing to watch")
    asked = limit_of(limit)
    agent = load_search(spec, state, asked, seed)
    own = asked.most_simulations or _POSITIONS.get(agent.name)
    bounds = replace(asked, simulations=None, nodes=min(own or MOST_POSITIONS, MOST_POSITIONS))
    bounds = bounds.within(seconds=SECONDS)
    assert isinstance(agent, Watchable)
    recorder = _Recorder(bounds)
    steps = list(recorder.kept(agent.watch(state, bounds)))
    return Watched(spec, state, steps, recorder.cut)


@dataclass
class _Recorder:
    """Takes steps as long as what they make can be drawn, and there is time."""

    limit: Limit
    cut: str = ""
    _paths: set[Path] = field(default_factory=set)

    def kept(self, steps: Iterable[SearchStep]) -> Iterator[SearchStep]:
        started = perf_counter()
        for number, step in enumerate(steps):
            self._paths.update(look.path for look in step.changed)
            late = perf_counter() - started > (self.limit.seconds or SECONDS)
            if len(self._paths) > MOST_NODES:
                self.cut = f"told until the tree has {MOST_NODES:,} positions"
            elif number >= MOST_STEPS:
                self.cut = f"only the first {MOST_STEPS:,} steps are told"
            elif late or self.limit.stopped:
                self.cut = "stopped before its end"
            if self.cut:
                return
            yield step
