"""Gomoku as people play it: five in a row, by one of several rules.

    rule            five in a row        six or more          and
    freestyle       win                  win
    standard        win                  count for nothing
    renju           win                  white wins           black may not play everything
    caro            win with a free end  count for nothing
    caro_overline   win with a free end  win

In *caro*, which is played in Vietnam, five stones between two stones of the opponent count for
nothing; the edge of the board closes nothing. *Renju* stands in `games/renju.py`.

Lines of other lengths are the game `mnk`, of which freestyle and standard are cases with `k=5`.
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow import defaults
from inarow.games.base import Board
from inarow.games.mnk import MnkState, PlacingGame
from inarow.games.renju import RenjuState
from inarow.games.rules import MAX_SIDE, Placement, Rules
from inarow.options import option

_RULES = ("freestyle", "standard", "renju", "caro", "caro_overline")


@dataclass(frozen=True)
class Gomoku(PlacingGame):
    """Five in a row on a large board, by the rules of freestyle, standard, renju or caro."""

    rows: int = option(defaults.GOMOKU_SIDE, low=1, high=MAX_SIDE, help="height")
    cols: int = option(defaults.GOMOKU_SIDE, low=1, high=MAX_SIDE, help="width")
    rule: str = option("freestyle", choices=_RULES, help="what wins, and what is forbidden")

    name = "gomoku"

    def describe(self) -> Rules:
        return Rules(
            self.rows,
            self.cols,
            defaults.GOMOKU_K,
            Placement.ANYWHERE,
            exact=self.rule in ("standard", "caro"),
            ends=self.rule in ("caro", "caro_overline"),
            renju=self.rule == "renju",
        )

    def initial_state(self) -> MnkState:
        return self._positions(self)

    def state_from(self, board: Board, player: int, note: str = "") -> MnkState:
        return self._positions.from_board(self, board, player)

    @property
    def _positions(self) -> type[MnkState]:
        return RenjuState if self.rule == "renju" else MnkState
