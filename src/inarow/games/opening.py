"""Openings of Gomoku: how a game begins, so that moving first is less of an advantage.

    pro      black's first stone lies in the centre, the second one outside the central 5 x 5
    swap     player 0 places three stones, black, white, black; player 1 chooses a colour
    swap2    the same, but player 1 may also place a white and a black stone more, and then
             player 0 chooses a colour

To choose a colour is an action of its own, `black` or `white`, and so is `more`, to place two
stones more. White then makes the next move. X stays X: until a colour is chosen black stones are
X's, and if that choice makes black the other player's, the stones change owner.

    stones   0 1 2 | 3          | 4         placing takes no turn of the other player, so
    player   0 0 0 | 1 chooses  | white     `ply` is one less than the number of stones until
    ply      0 0 1 | 2          | 3         the colours are chosen

With the last action of an opening the game hands over to the same game without one: from there on
`state.game.opening` is `free`, and searches, kernels and all else know the position. Renju tells
black from white: there it is `swapped` if black has become player 1's.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Board, Cell
from inarow.games.mnk import MnkState
from inarow.games.stones import read_board

if TYPE_CHECKING:
    from inarow.games.gomoku import Gomoku

WORDS = ("black", "white", "more")
"""What is said instead of placing a stone: the actions behind those of the cells."""
_PRO_STONES = 3
_NOTES = ("opening", "more")
_ORDER, _NUMBERS = ("first", "second", "third"), {2: "two", 3: "three"}
_PRO_TASKS = ("to place a stone in the centre", "to move", "to move, outside the central 5 x 5")
_EXPLANATIONS = {
    "pro": "Opening pro: black's first stone goes to the centre, and black's second one outside "
    "the central 5 x 5. White plays anywhere.",
    "swap": "Opening swap: the first player places three stones, black, white and black. The "
    "second player looks at them and chooses a colour: black or white. White makes the next move.",
    "swap2": "Opening swap2: the first player places three stones, black, white and black. The "
    "second player looks at them and chooses a colour: black or white; or more, to place a white "
    "and a black stone as well, and then the first player chooses. White makes the next move.",
}


class OpeningState(MnkState):
    """A position before the colours are chosen, or before black's second stone in `pro`.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("gomoku(opening=swap)").initial_state(), "h8 i9 k8")
    >>> state.player, [state.game.format(action) for action in state.legal_actions()]
    (1, ['black', 'white'])
    >>> after = state.play(state.game.parse("black"))
    >>> after.player, after.board()[7][7], after.game.opening
    (0, 1, 'free')
    """

    __slots__ = ("_more",)

    _game: Gomoku

    def __init__(self, *parts: Any, more: bool = False) -> None:
        super().__init__(*parts)
        self._more = more

    @classmethod
    def set_up(cls, game: Gomoku, board: Board, player: int, note: str) -> OpeningState:
        """A position of an opening that is set up by hand."""
        black, white = read_board(game, board, player)
        if note not in _NOTES[: 2 if game.opening == "swap2" else 1]:
            raise BadNotation(f"{note!r} is no part of the opening {game.opening}")
        own, other = (white, black) if player else (black, white)
        state = cls(game, own, other, player, None, False, None, more=note == "more")
        count = state._count
        fits = (3 <= count <= 5) if state._more else count < _PRO_STONES + (game.opening != "pro")
        fits = fits and black.bit_count() - white.bit_count() == count % 2
        if not fits or player != state._next_player():
            raise BadNotation(f"there is no such position in the opening {game.opening}")
        return state

    @property
    def game(self) -> Gomoku:
        return self._game

    @property
    def arranges(self) -> bool:
        """Whether player 0 places the stones of both colours."""
        return self._game.opening != "pro" and self._count < 3

    @property
    def chooses(self) -> bool:
        """Whether a colour is to be chosen now."""
        return self._game.opening != "pro" and self._count == (5 if self._more else 3)

    @property
    def undecided(self) -> bool:
        """Whether the colours are still to be chosen."""
        return self._game.opening != "pro"

    @property
    def task(self) -> str:
        """What the player to move has to do, for people."""
        if self.chooses:
            *words, last = self._choices()
            return f"to choose {', '.join(words)} or {last}"
        if not self.undecided:
            return _PRO_TASKS[self._count]
        colour = ("black", "white")[self._count % 2]
        placed, wanted = (self._count - 3, 2) if self._more else (self._count, 3)
        return f"to place a {colour} stone, the {_ORDER[placed]} of {_NUMBERS[wanted]}"

    @property
    def explanation(self) -> str:
        """The whole opening, for people."""
        return _EXPLANATIONS[self._game.opening]

    @property
    def note(self) -> str:
        return _NOTES[self._more]

    @property
    def ply(self) -> int:
        return self._count if self._game.opening == "pro" else max(0, self._count - 1)

    @property
    def position(self) -> MnkState:
        """The stones as a position of the game after the opening, with the next colour to move."""
        main, stones = self._game.main, self.stones
        colour = self._count % 2
        own, other = stones[colour], stones[1 - colour]
        return main.positions(main, own, other, colour, self._last, False, self._stone)

    def legal_actions(self) -> Sequence[int]:
        if self.chooses:
            cells = self._game.rows * self._game.cols
            return range(cells, cells + (2 if self._more else len(self._game.words)))
        reasons = self.forbidden()
        return [action for action in super().legal_actions() if action not in reasons]

    def forbidden(self) -> Mapping[int, str]:
        """The free cells that `pro` forbids, each with the reason."""
        if self._game.opening != "pro" or self._count == 1:
            return {}
        rows, cols = self._game.shape
        first, found = self._count == 0, {}
        for action in super().legal_actions():
            row, col = divmod(action, cols)
            away = max(abs(row - rows // 2), abs(col - cols // 2))
            if first and away:
                found[action] = "the first stone goes to the centre"
            elif not first and away <= 2:
                found[action] = "black's second stone goes outside the central 5 x 5"
        return found

    def play(self, action: int) -> Any:
        if self.chooses:
            return self._choose(action)
        bit = self._bit(action)
        stones = list(self.stones)
        stones[self._count % 2] |= bit
        after = OpeningState(self._game, *stones, 0, action, False, bit, more=self._more)
        if self._game.opening == "pro" and after._count == _PRO_STONES:
            return after.position
        player = after._next_player()
        own, other = stones[player], stones[1 - player]
        return OpeningState(self._game, own, other, player, action, False, bit, more=self._more)

    def target(self, action: int) -> Cell | None:
        return None if self.chooses else super().target(action)

    def key(self) -> Hashable:
        return (*cast(tuple[Hashable, ...], super().key()), self._game.opening, self._more)

    @property
    def _count(self) -> int:
        return (self._own | self._other).bit_count()

    def _next_player(self) -> int:
        """Who acts with this number of stones."""
        count = self._count
        if self._game.opening == "pro":
            return count % 2
        return int(count < 5) if self._more else int(count == 3)

    def _choose(self, action: int) -> MnkState:
        """The position after a choice: white, whoever that is now, is to move."""
        if action not in self.legal_actions():
            raise IllegalMove("choose a colour: " + " or ".join(self._choices()))
        word = self._game.format(action)
        parts = (self._game, self._own, self._other, self._player, action, False, self._stone)
        if word == "more":
            return OpeningState(*parts, more=True)
        white = self._player if word == "white" else 1 - self._player
        black_stones, white_stones = self.stones
        main = self._game.main_with(black=1 - white)
        return main.positions(main, white_stones, black_stones, white, action, False, self._stone)

    def _choices(self) -> list[str]:
        return [self._game.format(action) for action in self.legal_actions()]

    def _bit(self, action: int) -> int:
        if self._game.format(action) in self._game.words:
            raise IllegalMove("place a stone first")
        bit = super()._bit(action)
        if (reason := self.forbidden().get(action)) is not None:
            raise self._refuse(action, f"{self._game.format(action)} is forbidden: {reason}")
        return bit
