"""Gomoku as people play it: five in a row, by one of several rules.

    rule            five in a row        six or more          and
    freestyle       win                  win
    standard        win                  count for nothing
    renju           win                  white wins           black may not play everything
    caro            win with a free end  count for nothing
    caro_overline   win with a free end  win

In *caro*, which is played in Vietnam, five stones between two stones of the opponent count for
nothing; the edge of the board closes nothing. *Renju* stands in `games/renju.py`.

How a game may begin stands in `games/opening.py`. Renju tells black from white: if its opening ends
with black in the hands of player 1, the game goes on as `opening=swapped`.

Lines of other lengths are the game `mnk`, of which freestyle and standard are cases with `k=5`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from inarow import defaults
from inarow.errors import BadOption
from inarow.games.base import Board
from inarow.games.mnk import MnkState, PlacingGame
from inarow.games.opening import WORDS, OpeningState
from inarow.games.renju import RenjuState
from inarow.games.rules import MAX_SIDE, Placement, Rules
from inarow.options import option

_OPENING_SIDE = 6
_WORDS: dict[str, tuple[str, ...]] = {
    "free": (),
    "pro": (),
    "swap": WORDS[:2],
    "swap2": WORDS,
    "swapped": (),
}
_NO_OPENING = ("free", "swapped")
_RULES = ("freestyle", "standard", "renju", "caro", "caro_overline")


@dataclass(frozen=True)
class Gomoku(PlacingGame):
    """Five in a row on a large board, by the rules of freestyle, standard, renju or caro."""

    rows: int = option(defaults.GOMOKU_SIDE, low=1, high=MAX_SIDE, help="height")
    cols: int = option(defaults.GOMOKU_SIDE, low=1, high=MAX_SIDE, help="width")
    rule: str = option("freestyle", choices=_RULES, help="what wins, and what is forbidden")
    opening: str = option("free", choices=tuple(_WORDS), help="how a game begins")

    name = "gomoku"
    vocabulary = WORDS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.opening not in _NO_OPENING and min(self.rows, self.cols) < _OPENING_SIDE:
            side = f"{_OPENING_SIDE} x {_OPENING_SIDE}"
            raise BadOption(f"gomoku: the opening {self.opening} needs a board of {side} or more")

    @property
    def words(self) -> tuple[str, ...]:
        return _WORDS[self.opening]

    @cached_property
    def main(self) -> Gomoku:
        """The game that is played when the opening is over."""
        return self if self.opening in _NO_OPENING else replace(self, opening="free")

    def main_with(self, black: int) -> Gomoku:
        """The game after an opening that has given black to a player."""
        told_apart = black and self.rule == "renju"
        return replace(self, opening="swapped") if told_apart else self.main

    @property
    def black(self) -> int:
        """Whose stones are black."""
        return int(self.opening == "swapped")

    @cached_property
    def rules(self) -> Rules | None:
        return self.describe() if self.opening in _NO_OPENING else None

    def symmetries(self) -> Sequence[Sequence[int]]:
        cells = self.rows * self.cols
        words = tuple(range(cells, self.num_actions))
        middle = self.rows // 2 * self.cols + self.cols // 2
        images = ((*image, *words) for image in super().symmetries())
        return [image for image in images if self.opening != "pro" or image[middle] == middle]

    def describe(self) -> Rules:
        return Rules(
            self.rows,
            self.cols,
            defaults.GOMOKU_K,
            Placement.ANYWHERE,
            exact=self.rule in ("standard", "caro"),
            ends=self.rule in ("caro", "caro_overline"),
            renju=self.rule == "renju",
            black=self.black,
        )

    def initial_state(self) -> MnkState:
        return self.positions(self) if self.opening in _NO_OPENING else OpeningState(self)

    def state_from(self, board: Board, player: int, note: str = "") -> MnkState:
        swapped = note == "swapped" and self.rule == "renju"
        if note and not swapped and self.opening not in _NO_OPENING:
            return OpeningState.set_up(self, board, player, note)
        self.refuse_note("" if swapped else note)
        main = self.main_with(black=1) if swapped else self.main
        return self.positions.from_board(main, board, player)

    @property
    def positions(self) -> type[MnkState]:
        """The class of positions after the opening."""
        return RenjuState if self.rule == "renju" else MnkState
