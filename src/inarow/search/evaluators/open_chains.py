"""Open chains by their free ends: the evaluation of the program 004, a student's Gomoku with
time-limited alpha-beta search.

The idea is freedom: the more chains a player has that can still grow, and the more ends at which
they can, the better the chances. A chain that is free at both ends counts more than one that is
blocked on one side, because the opponent cannot stop both ends with one stone.

    own line, or own chain of k - 1 stones free at both ends       2147483647
    the same for the opponent                                     -2147483648
    otherwise, for every chain of two or more stones:
        free at both ends      own +2      opponent's -2
        free at one end        own +1      opponent's -1
        free at no end             0                   0

The two extremes are the largest and the smallest number of a 32-bit int. They are a shortcut: a
chain of k - 1 with two free ends cannot be stopped by one stone, so the search need not look
further to see it won, and saves that time. The own case is looked at first.

Chains are maximal runs, counted once in each of the four directions, and the edge of the board
blocks like a stone. With k = 3 two stones free at both ends fire the shortcut, with k = 2 any
single stone that is free at both ends of some direction; no stone at all never does.

(The stored program gives points once per *length* of a chain, not per chain; its text says per
chain, and so does this evaluator.)
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow.games.base import Game, State
from inarow.games.lines import LineRule
from inarow.games.stones import read_stones
from inarow.search.evaluators.chains import count_chains
from inarow.search.scores import LOSS_SCORE, WIN_SCORE

WON = WIN_SCORE
LOST = LOSS_SCORE


@dataclass(frozen=True)
class OpenChains:
    """Counts chains that can still grow: 2 points if free at both ends, 1 if at one.

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
        own, other, rule = read_stones(state, player)
        geometry = rule.geometry
        empty = geometry.full & ~(own | other)
        mine = count_chains(own, empty, geometry)
        if _is_decided(mine, rule):
            return float(WON)
        theirs = count_chains(other, empty, geometry)
        if _is_decided(theirs, rule):
            return float(LOST)
        return float(_points(mine) - _points(theirs))


def _is_decided(counts: dict[tuple[int, int], int], rule: LineRule) -> bool:
    """Whether there is a line, or a chain that lacks one stone and is free at both ends."""
    k = rule.k
    return (k - 1, 2) in counts or any(
        length == k or (length > k and not rule.exact) for length, _ in counts
    )


def _points(counts: dict[tuple[int, int], int]) -> int:
    return sum(count * ends for (length, ends), count in counts.items() if length >= 2)
