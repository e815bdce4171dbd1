"""Runs of stones, and the two evaluators of the original programs that count them.

A *chain* is a maximal run of one player's stones in one direction. Its *open ends* are the empty
cells right before and behind it; the edge of the board closes an end like a stone does:

    . X X X .      2 open ends        O X X . .      1 open end
    | X X . .      1 open end         O X X O .      0: nothing can be added

A stone alone is a chain of length 1, once in each of the four directions.

Counting chains needs no walk from stone to stone. Shifting a set of stones by one step lays every
stone on its neighbour's cell, so the first stones of all runs are found by two operations on ints,
and moving all of them on together, as long as there are stones to step on, measures every run of
the board at once:

    stones       . X X X . X .
    first        . 1 . . . 1 .      stones & ~(stones << step)
    still there  . . 1 . . . .      (first << step) & stones
    still there  . . . 1 . . .      one run of 1, one run of 3
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from inarow.games.base import Game, State
from inarow.games.grid import Geometry
from inarow.games.lines import LineRule
from inarow.games.stones import read_stones
from inarow.options import check_options, option
from inarow.search.scores import LOSS_SCORE, WIN_SCORE

Counts: TypeAlias = dict[tuple[int, int], int]
"""How many chains there are of each `(length, open ends)`."""


def count_chains(stones: int, empty: int, geometry: Geometry) -> Counts:
    """All chains of some stones.

    >>> from inarow.games.grid import grid
    >>> row = 0b0110  # two stones of a column of four cells; one empty cell above and one below
    >>> count_chains(row, 0b1001, grid(4, 1))
    {(2, 2): 1, (1, 0): 6}
    """
    counts: Counts = {}
    for _, step in geometry.directions:
        goes_on, free = stones >> step, empty >> step
        heads = stones & ~(stones << step)
        opened = heads & empty << step  # the runs whose first end is free, carried along with heads
        length = 1
        while heads:
            ended = heads & ~goes_on
            if ended:
                one_end, other_end = ended & opened, ended & free
                both = (one_end & other_end).bit_count()
                single = (one_end ^ other_end).bit_count()
                none = ended.bit_count() - both - single
                for open_ends, count in ((2, both), (1, single), (0, none)):
                    if count:
                        key = (length, open_ends)
                        counts[key] = counts.get(key, 0) + count
            heads = heads << step & stones
            opened = opened << step & stones
            length += 1
    return counts


def _both_counts(state: State, player: int) -> tuple[Counts, Counts, LineRule]:
    """The chains of a player and of the opponent."""
    own, other, rule = read_stones(state, player)
    empty = rule.geometry.full & ~(own | other)
    mine, theirs = (count_chains(stones, empty, rule.geometry) for stones in (own, other))
    return mine, theirs, rule


@dataclass(frozen=True)
class OpenChains:
    """Counts chains that can still grow: 2 points if free at both ends, 1 if at one.

    The evaluation of the program 004, a student's Gomoku with time-limited alpha-beta search. The
    idea is freedom: a chain that is free at both ends counts more than one that is blocked on one
    side, because the opponent cannot stop both ends with one stone.

        own line, or own chain of k - 1 stones free at both ends       2147483647
        the same for the opponent                                     -2147483648
        otherwise, for every chain of two or more stones:
            free at both ends      own +2      opponent's -2
            free at one end        own +1      opponent's -1
            free at no end             0                   0

    The two extremes are the largest and the smallest number of a 32-bit int. They are a shortcut: a
    chain of k - 1 with two free ends cannot be stopped by one stone, so the search need not look
    further to see it won. The own case is looked at first. With k = 3 two stones free at both ends
    fire the shortcut, with k = 2 any single stone that is free at both ends of some direction; no
    stone at all never does. (The stored program gives points once per *length* of a chain; its text
    says per chain, and so does this evaluator.)

    >>> from inarow.games.notation import parse_position
    >>> from inarow.registry import load_game
    >>> game = load_game("mnk(rows=3,cols=6,k=5)")
    >>> state = parse_position(game, "....../.XX.OO/...... X")
    >>> OpenChains()(state, player=0)  # X is free at both ends, O at one
    1.0
    """

    name = "open_chains"

    def supports(self, game: Game) -> bool:
        return game.rules is not None

    def __call__(self, state: State, player: int) -> float:
        mine, theirs, rule = _both_counts(state, player)
        if _is_decided(mine, rule):
            return float(WIN_SCORE)
        if _is_decided(theirs, rule):
            return float(LOSS_SCORE)
        return float(_points(mine) - _points(theirs))


def _is_decided(counts: Counts, rule: LineRule) -> bool:
    """Whether there is a line, or a chain that lacks one stone and is free at both ends."""
    k = rule.k
    return (k - 1, 2) in counts or any(
        (length == k and (free or not rule.ends)) or (length > k and not rule.exact)
        for length, free in counts
    )


def _points(counts: Counts) -> int:
    return sum(count * ends for (length, ends), count in counts.items() if length >= 2)


@dataclass(frozen=True)
class WeightedChains:
    """Counts open chains, longer ones more, and prefers the centre.

    The static evaluation of the program 001, a student's Connect Four with alpha-beta search. A
    chain is *open* if a stone can be added to it; stones near the centre count, too, because more
    lines pass through them:

        value = sum over own open chains of growth^(length - 1)
              + centre * (steps of own stones to the nearer side of the board)
              - the same for the opponent

    The original also thought of the room around a chain, and struck the idea out again; it is the
    option `room`, off by default: with `room=0.5` a chain that is free at both ends counts half as
    much again as one that is free at one end. In this position of the original's text

        . . . . . . .      O's chain at the bottom (three stones, two free ends) is as long as X's
        X . . . . . .      chain at the left (three stones, one free end); only room tells them
        X . X . . . O      apart. The player to move wins at once.
        X . O O O . O

    A chain of k stones is a complete line and counts whatever lies at its ends.

    >>> from inarow.games.connect_four import ConnectFour
    >>> start = ConnectFour().initial_state()
    >>> [WeightedChains()(start.play(column), player=0) for column in range(7)]
    [3.0, 5.0, 6.0, 7.0, 6.0, 5.0, 3.0]
    """

    growth: float = option(10.0, low=1, high=1000, help="how much one more stone multiplies")
    room: float = option(0.0, low=0, high=1000, help="extra share for a chain free at both ends")
    centre: float = option(1.0, low=0, high=1000, help="points per column away from the side")
    name = "weighted_chains"

    def __post_init__(self) -> None:
        check_options(self)

    def supports(self, game: Game) -> bool:
        return game.rules is not None

    def __call__(self, state: State, player: int) -> float:
        mine, theirs, rule = _both_counts(state, player)
        value = self._worth(mine, rule.k) - self._worth(theirs, rule.k)
        own, other, _ = read_stones(state, player)
        steps = 0
        for inner in _inner_columns(rule.geometry, state.game.block or rule.geometry.cols):
            steps += (own & inner).bit_count() - (other & inner).bit_count()
        return value + self.centre * steps

    def _worth(self, counts: Counts, k: int) -> float:
        worth = 0.0
        for (length, open_ends), count in counts.items():
            if open_ends or length >= k:
                share = 1 + self.room if open_ends == 2 else 1
                worth += count * share * self.growth ** (length - 1)
        return worth


@lru_cache(maxsize=64)
def _inner_columns(geometry: Geometry, width: int) -> tuple[int, ...]:
    """The board without its outer 1, 2, 3, ... columns at either side.

    A cell lies in as many of these masks as it is steps away from the nearer side. On a board of
    sub-boards `width` is the width of one of them, and each has its own sides.
    """
    columns = {bit: col % width for bit, (_, col) in geometry.cell_of.items()}
    return tuple(
        sum(bit for bit, col in columns.items() if steps <= col < width - steps)
        for steps in range(1, (width + 1) // 2)
    )
