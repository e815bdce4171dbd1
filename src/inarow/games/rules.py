"""What a search may know of a game: a frozen description that the game returns, or None.

A search, an evaluator, a level or a page never asks for the class of a game. It asks for
`game.rules` and reads there how stones are placed and what wins. All games of the family have one
shape: cells, lines of cells, and a rule that says where a stone may go; the first complete line
wins.

    game                    placement   and
    connect_four            FALLS
    random_drop             FALLS       dice: an action lets them choose the column
    pop_out                 FALLS       pops: the action `cols + column` takes a stone out
    mnk, gomoku             ANYWHERE    renju forbids moves, caro looks at the ends of lines
    nine_board              SENT        block 3: lines end with their small board
    ultimate_tic_tac_toe    SENT        block 3, claims: lines win boards, lines of boards the game

A game that returns rules promises that positions follow them:

- where stones fall, action `c` drops a stone into column c; where they go anywhere, action `a`
  takes cell `divmod(a, cols)`; where they are sent, an action is a cell of the board that `note`
  names, or the board itself while `note` begins with `-`;
- with dice, `note` is `random` or `forced` while stones are about to be dropped at random.

A game that has no such description, or a variant that changes something which is not described
here, returns None. Every player that `supports` it then plays by `legal_actions` and `play` alone:
correctly, but without kernels and evaluators.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from inarow.games.grid import Geometry, boards, grid
from inarow.games.lines import LineRule

MAX_SIDE = 100
"""Longest side of a board. A 100 x 100 board is 10,000 bits: still a small int."""
MIN_K = 2
MAX_K = 1000


class Placement(StrEnum):
    """Where the stone of an action comes to lie."""

    FALLS = "falls"  # on the lowest free cell of a column
    ANYWHERE = "anywhere"  # on any free cell
    SENT = "sent"  # on a cell of the small board that the move before has named


@dataclass(frozen=True, slots=True)
class Rules:
    """How stones are placed, and what wins.

    >>> Rules(3, 3, k=3, placement=Placement.ANYWHERE).plain
    True

    Args:
        rows: of the whole board.
        cols: of the whole board.
        k: stones in a row that make a line.
        placement: where stones go.
        exact: whether a longer line counts for nothing.
        ends: whether k stones count for nothing between two stones of the opponent.
        block: side of the small boards in which lines end; 0 for one board.
        dice: the action that calls for dice; None if there is none.
        random_start: whether dice place the first stone.
        chooses: who is sent to a board that is closed chooses another; else the game is drawn.
        claims: whether lines win small boards, and k boards in a row the game.
        reopens: with claims, whether a won board is played on until it is full.
        majority: with claims, whether more boards win where no line of boards is left.
        pops: whether a player may take out an own stone at the bottom of a column.
        turns: the game is drawn after this number of turns; None: never.
        renju: whether black may not make a longer line, a double four or a double three.
        black: the player whom that concerns.
        forbids: whether some other moves are illegal that the placement would allow.
    """

    rows: int
    cols: int
    k: int
    placement: Placement
    exact: bool = False
    ends: bool = False
    block: int = 0
    dice: int | None = None
    random_start: bool = False
    chooses: bool = False
    claims: bool = False
    reopens: bool = False
    majority: bool = False
    pops: bool = False
    turns: int | None = None
    renju: bool = False
    black: int = 0
    forbids: bool = False

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.rows * self.cols

    @property
    def num_actions(self) -> int:
        """How many actions there are, the call for dice included."""
        if self.anywhere:
            count = self.cells
        elif self.sent:
            count = self.block**2
        else:
            count = self.cols * (2 if self.pops else 1)
        return count + (self.dice is not None)

    @property
    def falls(self) -> bool:
        """Whether stones fall."""
        return self.placement is Placement.FALLS

    @property
    def anywhere(self) -> bool:
        """Whether a stone may go on any free cell."""
        return self.placement is Placement.ANYWHERE

    @property
    def sent(self) -> bool:
        """Whether the last move names the board to play in."""
        return self.placement is Placement.SENT

    @property
    def plain(self) -> bool:
        """Whether a turn is one stone on a free cell of one's choice, and lines win.

        Then a threat can only be stopped by a stone on its cell, and two threats win.
        """
        return not (self.sent or self.pops or self.special or self.dice is not None)

    @property
    def special(self) -> bool:
        """Whether free cells or lines are judged by more than the stones in them.

        A search that knows nothing of such rules has to take the readable path.
        """
        return self.forbids or self.renju or self.ends

    def takes_out(self, action: int) -> bool:
        """Whether an action takes a stone out instead of placing one."""
        return self.pops and action >= self.cols

    @property
    def geometry(self) -> Geometry:
        """Which bit of an int stands for which cell."""
        return (
            boards(self.rows, self.cols, self.block) if self.block else grid(self.rows, self.cols)
        )

    @property
    def line_rule(self) -> LineRule:
        """What a line is."""
        return _line_rule(self.geometry, self.k, self.exact, self.ends)

    def line_rule_of(self, player: int) -> LineRule:
        """What a line of a player is."""
        exact = self.exact or (self.renju and player == self.black)
        return _line_rule(self.geometry, self.k, exact, self.ends)


@lru_cache(maxsize=64)
def _line_rule(geometry: Geometry, k: int, exact: bool, ends: bool) -> LineRule:
    return LineRule(geometry, k, exact, ends)
