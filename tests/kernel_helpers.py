"""What the tests of the kernels share: the kernels' random numbers, and trees laid side by side.

Kernel and readable code can be compared number by number if both draw the same numbers. Only wide
boards on which stones go anywhere draw from an unordered list; `Listed` keeps the same list, so
that even there the same games are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import cache
from random import Random
from typing import Any

from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.pop_out import PopOut
from inarow.games.random_drop import RandomDrop
from inarow.games.ultimate import Ultimate
from inarow.search.evaluators.threats import winning_actions
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import CompiledTree
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, search_tree
from inarow.search.native.folder import kernel_folder
from inarow.search.native.from_state import new_position
from inarow.search.native.jit import kept_in
from inarow.search.native.position import POP, ULTIMATE, WIDE_PLACE
from inarow.search.ordering import Moves, safe_moves, winning_moves
from inarow.seeds import derived_seed, seed_word

WORD = 2**64 - 1


@cache
def compiled(part: Callable[..., Any]) -> Callable[..., Any]:
    """A part of kernels as a kernel of its own, kept in a folder beside that of the package."""
    folder = kernel_folder()
    if folder is not None:
        folder = folder.with_name(f"{folder.name}-tests")
        folder.mkdir(exist_ok=True)
    return kept_in(folder, part)


ONE_WORD: list[Game] = [
    ConnectFour(),
    ConnectFour(7, 8, 4),  # 64 bits
    ConnectFour(4, 5, 3),
    ConnectFour(5, 4, 2),
    ConnectFour(3, 3, 5),  # nobody can win
    ConnectFour(1, 9, 3),
    ConnectFour(9, 1, 3),
    ConnectFour(4, 12, 10),
    RandomDrop(),
    RandomDrop(3, 4, 3),
    RandomDrop(7, 8, 5),
    RandomDrop(2, 3, 7),
    Mnk(),
    Mnk(4, 4, 3),
    Mnk(4, 5, 4, "exact"),
    Mnk(7, 8, 4),
    Mnk(8, 7, 5, "exact"),  # 64 bits
    Mnk(1, 63, 5, "exact"),  # 64 bits
    Mnk(32, 1, 4),  # 64 bits
    Mnk(12, 4, 10),
    Mnk(4, 12, 10),
    Mnk(5, 5, 2),
    Mnk(3, 5, 7),
]
NINES: list[Game] = [
    NineBoard(first, full) for first in ("random", "free") for full in ("draw", "free")
]
ULTIMATES: list[Game] = [
    Ultimate(won, tie) for won in ("closed", "open") for tie in ("draw", "boards")
]
POPS: list[Game] = [
    PopOut(),
    PopOut(3, 3, 3),
    PopOut(4, 5, 3, turns=25),
    PopOut(7, 8, 4),  # 64 bits
    PopOut(2, 3, 5),  # nobody can win
    PopOut(5, 1, 2),
]
WIDE: list[Game] = [
    ConnectFour(8, 8),
    ConnectFour(10, 12, 5),
    ConnectFour(1, 70, 4),
    ConnectFour(70, 1, 4),
    RandomDrop(8, 8, 4),
    RandomDrop(5, 20, 3),
    Mnk(8, 8, 4),
    Mnk(9, 9, 5, "exact"),
    Mnk(15, 15, 5),
    Mnk(1, 80, 3),
    Mnk(80, 1, 3, "exact"),
    Mnk(9, 9, 2),
    Mnk(8, 9, 12),
]


class KernelRandom(Random):
    """Draws the numbers of the kernels: the upper half of every word of xorshift64."""

    def __init__(self, word: int) -> None:
        super().__init__()
        self.word = word & WORD

    def random(self) -> float:
        word = self.word
        word ^= word << 13 & WORD
        word ^= word >> 7
        word ^= word << 17 & WORD
        self.word = word
        return (word >> 32) / 2**32


def tree_random(seed: int) -> KernelRandom:
    """The numbers of a `CompiledTree` with this seed and one thread."""
    return KernelRandom(seed_word(derived_seed(seed, "thread 0") or 0))


class Listed:
    """A position of an m,n,k game with the list of empty cells as the kernels keep it.

    Taking a cell moves the last one of the list into its place.
    """

    def __init__(self, state: State, empties: Sequence[int] | None = None) -> None:
        self.plain = state
        self.empties = list(state.legal_actions() if empties is None else empties)

    def play(self, action: int) -> Listed:
        empties = list(self.empties)
        empties[empties.index(action)] = empties[-1]
        return Listed(self.plain.play(action), empties[:-1])

    def __getattr__(self, name: str) -> Any:
        if name == "random_returns":
            raise AttributeError(name)
        return getattr(self.plain, name)


def listed_moves(state: Any) -> Sequence[int]:
    """The moves of a purely random game."""
    empties: list[int] = state.empties
    return empties if state.plain.legal_actions() else ()


def listed_safe_moves(state: Any) -> Sequence[int]:
    """The moves of a sharp game: one that wins, the one that must be blocked, or any."""
    if not state.plain.legal_actions():
        return ()
    wins = winning_actions(state.plain, state.player)
    threats = winning_actions(state.plain, 1 - state.player)
    return wins or (threats if len(threats) == 1 else state.empties)


class ListedSettings(Settings):
    """How to search positions that keep such a list."""

    def wins(self, state: Any) -> Sequence[int]:
        return winning_moves(state.plain)

    def replies(self, state: Any) -> Moves:
        return listed_safe_moves if self.sharp else listed_moves


class ThoroughSettings(Settings):
    """Sharp games that try every move, as the kernels do where that is cheap."""

    def replies(self, state: Any) -> Moves | None:
        return safe_moves if self.sharp else None


def readable(state: State, settings: Settings) -> tuple[Any, Settings]:
    """What the readable search needs to draw the same numbers as the kernels."""
    kind = new_position(state.game).kind
    if kind in (POP, ULTIMATE):
        return state, ThoroughSettings(**asdict(settings))
    if kind != WIDE_PLACE:
        return state, settings
    return Listed(state), ListedSettings(**asdict(settings))


def sharp(settings: Settings) -> Settings:
    """The same search with all that proves results and makes random games less silly."""
    return replace(settings, solve=True, sharp=True)


def both_trees(
    state: State, settings: Settings, simulations: int, seed: int = 1
) -> tuple[CompiledTree, Node]:
    """The same search by kernels and by readable code."""
    limit = Limit(simulations=simulations)
    tree = CompiledTree(state, settings, seed)
    tree.grow(limit)
    start, slow = readable(state, settings)
    return tree, search_tree(start, slow, limit, tree_random(seed))


def numbers(tree: CompiledTree, slot: int = 0) -> Iterator[tuple[Any, ...]]:
    """Every node of a kernel's tree from the top down: action, visits, points, bounds, children."""
    node = tree._nodes[slot]
    children = tree._children(slot)
    actions = tuple(int(tree._nodes[child]["action"]) for child in children)
    bounds = int(node["low"]), int(node["high"])
    yield int(node["visits"]), float(node["wins"]), bounds, actions
    for child in children:
        yield from numbers(tree, child)


def readable_numbers(node: Node) -> Iterator[tuple[Any, ...]]:
    """The same of a readable tree."""
    yield node.visits, node.wins, (node.low, node.high), tuple(node.children)
    for child in node.children.values():
        yield from readable_numbers(child)


def assert_same_trees(state: State, settings: Settings, simulations: int, seed: int = 1) -> None:
    """Both searches grow the same tree, number by number."""
    tree, root = both_trees(state, settings, simulations, seed)
    assert list(numbers(tree)) == list(readable_numbers(root))


@cache
def positions_of(game: Game, count: int, seed: int = 1) -> tuple[State, ...]:
    """Positions of random games, spread from the first one to the last; none of them is over."""
    rng = Random(f"{game} {seed}")
    found = [game.initial_state()]
    while len(found) < count:
        state, path = game.initial_state(), []
        while actions := state.legal_actions():
            path.append(state)
            state = state.play(rng.choice(actions))
        found.append(path[int(rng.random() * len(path))])
    return tuple(found)


def late_nine(game: NineBoard, empty: int, seed: int) -> State:
    """A position of nine boards with so many empty cells, which nobody has won yet."""
    rng = Random(seed)
    marks = [rng.choice(["XOXXOOOXX", "OXOOXXXOO", "XXOOOXXOX", "OOXXXOOXO"]) for _ in range(9)]
    free = set(rng.sample(range(81), empty))
    board = tuple(
        tuple(
            None if 9 * row + col in free else "XO".index(marks[row // 3 * 3 + col // 3][at])
            for col in range(9)
            for at in [row % 3 * 3 + col % 3]
        )
        for row in range(9)
    )
    row, col = divmod(rng.choice(sorted(free)), 9)
    return game.state_from(board, seed % 2, str(row // 3 * 3 + col // 3 + 1))
