"""What the tests of the rules share: boards as text, walks through a game tree, and naive rules.

The naive rules tell every game a second time in the plainest way: the board is a list of lists, and
after every move the whole of it is scanned for lines. They share no code with `inarow.games`, so
whatever both agree on is very likely right.
"""

from __future__ import annotations

import copy
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Protocol, Self

from hypothesis import settings
from hypothesis import strategies as st

from inarow.games.base import SYMBOLS, Board, Cell, Game, Line, State
from inarow.games.connect_four import ConnectFour
from inarow.games.gomoku import Gomoku
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.pop_out import PopOut
from inarow.games.random_drop import RandomDrop
from inarow.games.ultimate import Ultimate

DATA = Path(__file__).parent / "data"

quick = settings(deadline=None)
"""Settings for properties: no time limit per example, since the machine may be busy."""


# Boards and moves as text


def load_data(name: str) -> Any:
    """A JSON file of `tests/data`."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def board_of(rows: Sequence[str]) -> Board:
    """Rows of text, top row first, as a board: `X`, `O` (or `x`, `o`), anything else is empty."""
    owners = {symbol: player for player, symbol in enumerate(SYMBOLS)}
    return tuple(tuple(owners.get(mark.upper()) for mark in row) for row in rows)


def columns(text: str) -> list[int]:
    """Digits as actions: `4453` is columns 3, 3, 4 and 2."""
    return [int(digit) - 1 for digit in text]


def cells(game: Game, text: str) -> list[int]:
    """Words as actions: `a1 b2`."""
    return [game.parse(word) for word in text.split()]


def play_all(start: State, actions: Iterable[int]) -> State:
    """The position after all actions."""
    for action in actions:
        start = start.play(action)
    return start


# Walks through the tree of a game


class Position(Protocol):
    """What a walk needs; both a `State` and a `Naive` position have it."""

    def legal_actions(self) -> Sequence[int]: ...

    def play(self, action: int) -> Position: ...

    def key(self) -> Hashable: ...


@dataclass(frozen=True)
class Count:
    """What one ply of a game tree holds; `finished` of its positions end as many as `games`."""

    sequences: int
    positions: int
    finished: int
    games: int


def perft(position: Position, plies: int) -> int:
    """The number of move sequences of just this length, counted one by one."""
    actions = position.legal_actions()
    if plies == 1:
        return len(actions)
    return sum(perft(position.play(action), plies - 1) for action in actions) if plies else 1


def census(start: Position, plies: int | None = None) -> list[Count]:
    """Counts per ply, to the end of the game or to a depth; equal keys are one position."""
    level: dict[Hashable, Position] = {start.key(): start}
    reached = Counter({start.key(): 1})
    counts: list[Count] = []
    while level:
        after: dict[Hashable, Position] = {}
        paths: Counter[Hashable] = Counter()
        finished = games = 0
        for key, position in level.items():
            actions = position.legal_actions()
            if not actions:
                finished += 1
                games += reached[key]
            if plies is not None and len(counts) == plies:
                continue
            for action in actions:
                child = position.play(action)
                after.setdefault(child.key(), child)
                paths[child.key()] += reached[key]
        counts.append(Count(reached.total(), len(level), finished, games))
        level, reached = after, paths
    return counts


def walk(state: State, choices: Iterable[int]) -> Iterator[State]:
    """The positions of one game: every choice picks one of the legal actions."""
    yield state
    for choice in choices:
        actions = state.legal_actions()
        if not actions:
            return
        state = state.play(actions[choice % len(actions)])
        yield state


def random_game(state: State, rng: Random) -> Iterator[State]:
    """The positions of a game that is played at random to its end."""
    yield state
    while actions := state.legal_actions():
        state = state.play(actions[int(rng.random() * len(actions))])
        yield state


# Random games for properties

_choice = st.integers(0, 999)
choices = st.lists(_choice, max_size=20) | st.lists(_choice, min_size=30, max_size=90)
"""Short walks, and long ones that reach the end of most games; see `walk`."""

drop_games = st.builds(ConnectFour, st.integers(1, 7), st.integers(1, 8), st.integers(2, 5))
lucky_games = st.builds(RandomDrop, st.integers(1, 6), st.integers(1, 7), st.integers(2, 5))
place_games = st.builds(
    Mnk,
    st.integers(1, 7),
    st.integers(1, 7),
    st.integers(2, 5),
    st.sampled_from(["win", "exact"]),
)
nine_games = st.builds(
    NineBoard, st.sampled_from(["random", "free"]), st.sampled_from(["draw", "free"])
)
any_game: st.SearchStrategy[Game] = st.one_of(drop_games, lucky_games, place_games, nine_games)
"""Games that compiled searches know."""

pop_games = st.builds(
    PopOut,
    st.integers(1, 5),
    st.integers(1, 6),
    st.integers(2, 4),
    st.none() | st.integers(1, 60),
)
ultimate_games = st.builds(
    Ultimate, st.sampled_from(["closed", "open"]), st.sampled_from(["draw", "boards"])
)
all_games: st.SearchStrategy[Game] = st.one_of(any_game, pop_games, ultimate_games)


# The rules, told a second time

_STEPS = {
    "vertical": (1, 0),
    "horizontal": (0, 1),
    "diagonal_up": (-1, 1),
    "diagonal_down": (1, 1),
}


def naive_lines(
    board: Sequence[Sequence[int | None]], player: int, k: int, exact: bool = False, block: int = 0
) -> frozenset[Line]:
    """Every line of a player, as whole runs; with `block` no line leaves its sub-board."""
    return _naive_lines(tuple(map(tuple, board)), player, k, exact, block)


@lru_cache(maxsize=1000)  # a position is asked several times: for its moves, its winner, its end
def _naive_lines(
    board: tuple[tuple[int | None, ...], ...], player: int, k: int, exact: bool, block: int
) -> frozenset[Line]:
    stones = {
        (row, col)
        for row, line in enumerate(board)
        for col, owner in enumerate(line)
        if owner == player
    }

    def linked(one: Cell, other: Cell) -> bool:
        together = not block or (
            one[0] // block == other[0] // block and one[1] // block == other[1] // block
        )
        return other in stones and together

    found = set()
    for direction, (down, right) in _STEPS.items() if len(stones) >= k else ():
        for first in stones:
            if linked(first, (first[0] - down, first[1] - right)):
                continue
            run = [first]
            while linked(run[-1], (run[-1][0] + down, run[-1][1] + right)):
                run.append((run[-1][0] + down, run[-1][1] + right))
            if len(run) == k or (len(run) > k and not exact):
                found.add(Line(direction, tuple(run)))
    return frozenset(found)


class Naive(ABC):
    """A position on lists of lists. A subclass says which actions there are and what they do."""

    k = 3
    exact = False
    block = 0

    def __init__(self, game: Game) -> None:
        rows, cols = game.shape
        self.board: list[list[int | None]] = [[None] * cols for _ in range(rows)]
        self.player = 0
        self.note = ""
        self.turns = 0

    @abstractmethod
    def choices(self) -> list[int]:
        """The actions, unless somebody has won."""

    @abstractmethod
    def act(self, action: int) -> None:
        """Change this position by an action."""

    def lines(self) -> frozenset[Line] | set[Line]:
        """The winning lines."""
        return {
            line
            for player in (0, 1)
            for line in naive_lines(self.board, player, self.k, self.exact, self.block)
        }

    def winner(self) -> int | None:
        for line in self.lines():
            row, col = line.cells[0]
            return self.board[row][col]
        return None

    def reason(self) -> str:
        """Why the game is over."""
        full = all(owner is not None for row in self.board for owner in row)
        return "line" if self.lines() else "full" if full else "sent_to_full"

    def legal_actions(self) -> list[int]:
        return [] if self.lines() else self.choices()

    def play(self, action: int) -> Self:
        after = copy.copy(self)
        after.board = [list(row) for row in self.board]
        after.act(action)
        return after

    def put(self, row: int, col: int) -> None:
        assert self.board[row][col] is None
        self.board[row][col] = self.player
        self.player = 1 - self.player
        self.turns += 1

    def key(self) -> Hashable:
        return (tuple(map(tuple, self.board)), self.player, self.note)


class NaiveDrop(Naive):
    def __init__(self, game: ConnectFour | PopOut) -> None:
        super().__init__(game)
        self.k = game.k

    def choices(self) -> list[int]:
        return [col for col, owner in enumerate(self.board[0]) if owner is None]

    def act(self, action: int) -> None:
        free = [row for row in range(len(self.board)) if self.board[row][action] is None]
        self.put(max(free), action)


class NaiveRandomDrop(NaiveDrop):
    def choices(self) -> list[int]:
        open_columns = super().choices()
        dice = len(self.board[0])
        return open_columns if self.note or not open_columns else [*open_columns, dice]

    def act(self, action: int) -> None:
        if action == len(self.board[0]):
            self.note = "random"
            return
        super().act(action)
        over = self.lines() or not super().choices()
        self.note = "forced" if self.note == "random" and not over else ""


class NaivePlace(Naive):
    def __init__(self, game: Mnk) -> None:
        super().__init__(game)
        self.k = game.k
        self.exact = game.overline == "exact"

    def choices(self) -> list[int]:
        owners = [owner for row in self.board for owner in row]
        return [action for action, owner in enumerate(owners) if owner is None]

    def act(self, action: int) -> None:
        self.put(*divmod(action, len(self.board[0])))


class NaiveNine(Naive):
    block = 3

    def __init__(self, game: NineBoard) -> None:
        super().__init__(game)
        self.free = game.full_board == "free"
        self.note = "-"

    def choices(self) -> list[int]:
        if self.note == "-":
            return [board for board in range(9) if self.empty_cells(board)]
        return self.empty_cells(int(self.note) - 1)

    def act(self, action: int) -> None:
        if self.note != "-":
            self.put(*self.place(int(self.note) - 1, action))
        elif not self.empty_cells(action):
            raise AssertionError("a full board was chosen")
        else:
            self.note = str(action + 1)
            return
        chooses = self.free and not self.empty_cells(action)
        self.note = "-" if chooses else str(action + 1)

    def empty_cells(self, board: int) -> list[int]:
        return [cell for cell in range(9) if self.owner(board, cell) is None]

    def owner(self, board: int, cell: int) -> int | None:
        row, col = self.place(board, cell)
        return self.board[row][col]

    @staticmethod
    def place(board: int, cell: int) -> Cell:
        return (board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3)


class NaiveUltimate(NaiveNine):
    """Ultimate tic-tac-toe; `won` lists who has won each board."""

    def __init__(self, game: Ultimate) -> None:
        Naive.__init__(self, game)
        self.closes, self.counts = game.won_boards == "closed", game.tie_break == "boards"
        self.won: list[int | None] = [None] * 9
        self.note = "-"

    def choices(self) -> list[int]:
        if self.note[0] == "-":
            return [board for board in range(9) if self.is_open(board)]
        return self.empty_cells(int(self.note[0]) - 1)

    def act(self, action: int) -> None:
        if self.note[0] == "-":
            assert self.is_open(action)
        else:
            board, mover = int(self.note[0]) - 1, self.player
            self.put(*self.place(board, action))
            if self.won[board] is None and self.lines_in(board, mover):
                self.won = [mover if each == board else who for each, who in enumerate(self.won)]
        self.note = str(action + 1) if self.is_open(action) else "-"
        if any(self.lines_in(board, 0) and self.lines_in(board, 1) for board in range(9)):
            self.note += ":" + "".join("." if who is None else SYMBOLS[who] for who in self.won)

    def is_open(self, board: int) -> bool:
        return bool(self.empty_cells(board)) and not (self.closes and self.won[board] is not None)

    def lines_in(self, board: int, player: int) -> set[Line]:
        cells = {self.place(board, cell) for cell in range(9)}
        found = naive_lines(self.board, player, self.k, block=3)
        return {line for line in found if cells >= set(line.cells)}

    def lines(self) -> frozenset[Line] | set[Line]:
        array = [self.won[:3], self.won[3:6], self.won[6:]]
        return {
            line
            for player in (0, 1)
            for boards in naive_lines(array, player, 3)
            for row, col in boards.cells
            for line in self.lines_in(3 * row + col, player)
        }

    def winner(self) -> int | None:
        if self.lines() or not self.counts:
            return super().winner()
        more = self.won.count(0) - self.won.count(1)
        return None if more == 0 else 0 if more > 0 else 1

    def reason(self) -> str:
        if self.lines():
            return "line"
        return "full" if self.winner() is None else "majority"

    def key(self) -> Hashable:
        return (super().key(), tuple(self.won))


class NaivePop(NaiveDrop):
    """Pop Out; after a line of both players only the mover's count."""

    def __init__(self, game: PopOut) -> None:
        super().__init__(game)
        self.most = game.turns

    def choices(self) -> list[int]:
        if self.turns == self.most:
            return []
        own = [col for col, owner in enumerate(self.board[-1]) if owner == self.player]
        return [*super().choices(), *(col + len(self.board[0]) for col in own)]

    def act(self, action: int) -> None:
        pops, col = divmod(action, len(self.board[0]))
        if not pops:
            super().act(col)
        else:
            assert self.board[-1][col] == self.player
            for row in range(len(self.board) - 1, 0, -1):
                self.board[row][col] = self.board[row - 1][col]
            self.board[0][col] = None
            self.player = 1 - self.player
            self.turns += 1
        stones = sum(owner is not None for row in self.board for owner in row)
        self.note = "" if stones == self.turns else str(self.turns)

    def lines(self) -> frozenset[Line] | set[Line]:
        mover = naive_lines(self.board, 1 - self.player, self.k)
        return mover or naive_lines(self.board, self.player, self.k)

    def reason(self) -> str:
        return "turns" if self.turns == self.most and not self.lines() else super().reason()


def naive(game: Game) -> Naive:
    """The first position of a game under the naive rules."""
    if isinstance(game, Ultimate):
        return NaiveUltimate(game)
    if isinstance(game, PopOut):
        return NaivePop(game)
    if isinstance(game, RandomDrop):
        return NaiveRandomDrop(game)
    if isinstance(game, ConnectFour):
        return NaiveDrop(game)
    if isinstance(game, Mnk):
        return NaivePlace(game)
    if isinstance(game, Gomoku):
        from naive_gomoku import NaiveGomoku

        return NaiveGomoku(game)
    assert isinstance(game, NineBoard)
    return NaiveNine(game)


def assert_same(state: State, plain: Naive) -> None:
    """Both tell the same: stones, turns, moves, end with reason, winner and every winning line."""
    assert [list(row) for row in state.board()] == plain.board
    assert (state.player, state.ply) == (plain.player, plain.turns)
    assert state.note == plain.note
    legal = plain.legal_actions()
    assert list(state.legal_actions()) == legal
    if legal:
        assert state.outcome is None
        return
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (plain.winner(), plain.reason())
    assert set(state.outcome.lines) == plain.lines()
    assert len(state.outcome.lines) == len(plain.lines())
