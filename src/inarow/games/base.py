"""The contracts of a game: what rules are (`Game`), what a position is (`State`), how it ends.

Vocabulary after OpenSpiel (`legal_actions`, `returns`), values after pgx (playing a move gives a
new state and leaves the old one alone), results after python-chess (an end has a *reason*).

    game = load_game("connect_four")
    state = game.initial_state()
    while state.outcome is None:
        state = state.play(state.legal_actions()[0])
    print(state.outcome.winner, state.outcome.reason)

Conventions that hold for every game:

- players are 0 and 1, actions are ints from 0 to `game.num_actions - 1`;
- a cell is `(row, column)` of the drawing, both 0-based, row 0 on top;
- an action adds a stone, takes one away, or does neither (choosing a board, calling for the dice);
  a *turn* is taken by the actions that touch a stone, and then the other player is to move;
- a turn may complete a line of either player, so the winner is not always who moved last;
- a *chance node* is a state in which dice and not the player decide: `chance()` then lists every
  outcome with its probability, and the outcomes are also the legal actions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeGuard, runtime_checkable

if TYPE_CHECKING:
    from inarow.games.rules import Rules

SYMBOLS = "XO"
"""The marks of player 0 and player 1 wherever a board is written as text."""

MOVE_SHOWN = 40
"""Letters of what was given as a move that are quoted in an error."""

Cell: TypeAlias = tuple[int, int]
"""(row, column) in the drawing, 0-based, top left first."""

Board: TypeAlias = tuple[tuple[int | None, ...], ...]
"""Rows from the top; each cell holds 0, 1 or None."""


class Reason(StrEnum):
    """Why a game is over."""

    LINE = "line"  # somebody completed a line
    FULL = "full"  # no cell is left to play on
    SENT_TO_FULL = "sent_to_full"  # nine boards: the board to play in is full
    MAJORITY = "majority"  # ultimate tic-tac-toe: no line of boards, but more boards
    FORBIDDEN = "forbidden"  # renju: every free cell is forbidden to black
    TURNS = "turns"  # pop out: as many turns were taken as the rules allow
    ILLEGAL = "illegal"  # a player answered with an illegal move
    TIME = "time"  # a player's time ran out
    CRASH = "crash"  # a player raised an error
    HANG = "hang"  # a player gave no answer at all and was ended
    MEMORY = "memory"  # a player used more memory than it may
    OUTPUT = "output"  # a player wrote without end, or what nobody can read
    RESIGNED = "resigned"
    ADJUDICATED = "adjudicated"  # the result was proven or agreed before the last move
    ABANDONED = "abandoned"  # the game was left unfinished


ON_BOARD = frozenset(
    (
        Reason.LINE,
        Reason.FULL,
        Reason.SENT_TO_FULL,
        Reason.MAJORITY,
        Reason.FORBIDDEN,
        Reason.TURNS,
    )
)
"""The reasons that the position itself shows; the others come from outside."""


@dataclass(frozen=True, slots=True)
class Line:
    """One winning line: its direction and its cells in order, left to right or top to bottom."""

    direction: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is 0, 1 or None for a draw, `lines` are all winning lines.

    There are lines if and only if the reason is `LINE`.
    """

    winner: int | None
    reason: Reason
    lines: tuple[Line, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every winning cell once, top left first."""
        return tuple(sorted({cell for line in self.lines for cell in line.cells}))

    def returns(self) -> tuple[float, float]:
        """+1 for the winner, -1 for the loser, 0 for both in a draw."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)


@runtime_checkable
class Game(Protocol):
    """Immutable rules. `str(game)` is its registry spec: `connect_four(rows=6,cols=7,k=4)`."""

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def name(self) -> str: ...

    @property
    def num_actions(self) -> int: ...

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the drawing."""

    @property
    def block(self) -> int:
        """Side of the sub-boards that the drawing is divided into, 0 for an undivided board."""

    @property
    def rules(self) -> Rules | None:
        """What searches may know of the game; None: nothing but this contract."""

    @property
    def move_pattern(self) -> str:
        """Regular expression of one move in a move string."""

    def initial_state(self) -> State: ...

    def state_from(self, board: Board, player: int, note: str = "") -> State:
        """A position set up by hand; `note` is what `State.note` says of it."""

    def format(self, action: int) -> str:
        """What people read and type for this action."""

    def parse(self, text: str) -> int:
        """The action that a text names; raises BadNotation."""

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of the rows (top first) and of the columns; empty where people do not use them."""

    def symmetries(self) -> Sequence[Sequence[int]]:
        """Permutations of the actions that leave the rules unchanged, the identity first."""


@runtime_checkable
class State(Protocol):
    """A position: an immutable value."""

    @property
    def game(self) -> Game: ...

    @property
    def player(self) -> int:
        """Whose stone comes next; at a chance node, whose stone the dice will place."""

    @property
    def ply(self) -> int:
        """Turns taken so far; in a position set up by hand, as many as there are stones.

        It never falls, also where stones may vanish, and grows by one whenever the turn passes. A
        game in which it can differ from the number of stones says so in its `note`.
        """

    @property
    def last(self) -> int | None:
        """The action that led here, or None at the start and in a position set up by hand."""

    @property
    def last_cell(self) -> Cell | None:
        """Where the last turn placed a stone or took one away."""

    @property
    def note(self) -> str:
        """What the board does not show but the future depends on, as one word ("" if nothing)."""

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    def legal_actions(self) -> Sequence[int]:
        """Ascending; empty when the game is over."""

    def play(self, action: int) -> State:
        """The position after the action; raises IllegalMove."""

    def chance(self) -> Sequence[tuple[int, float]]:
        """Outcomes of the dice with their probabilities; empty unless this is a chance node."""

    def target(self, action: int) -> Cell | None:
        """The cell where the action's stone would lie, or from where it would take one away.

        A cell that is empty now gets a stone, one that is taken loses its stone. None for actions
        that do neither.
        """

    def board(self) -> Board: ...

    def returns(self) -> tuple[float, float]:
        """What each player has gained: +1, 0 or -1; (0, 0) while the game goes on."""

    def key(self) -> Hashable:
        """Equal keys mean equal futures."""


def forbidden_actions(state: State) -> Mapping[int, str]:
    """The free cells that the player to move may not take, as actions, each with the reason.

    A game with such cells offers a method `forbidden` of its positions that lists them.

    >>> from inarow.registry import load_game
    >>> forbidden_actions(load_game("gomoku").initial_state())
    {}
    """
    listed: Callable[[], Mapping[int, str]] | None = getattr(state, "forbidden", None)
    return {} if listed is None else listed()


class OpeningPosition(State, Protocol):
    """A position in which a game has not begun yet: its opening is under way."""

    @property
    def arranges(self) -> bool:
        """Whether one player places stones of both colours, of which the other will choose one."""

    @property
    def chooses(self) -> bool:
        """Whether a colour is to be chosen now."""

    @property
    def undecided(self) -> bool:
        """Whether the colours are still to be chosen, so that the stones belong to nobody yet."""

    @property
    def task(self) -> str:
        """What the player to move has to do, for people: "to choose black or white"."""

    @property
    def explanation(self) -> str:
        """The whole opening, for people."""

    @property
    def position(self) -> State:
        """The stones as a position of the game after the opening, with the next colour to move."""


def in_opening(state: State) -> TypeGuard[OpeningPosition]:
    """Whether the opening of a game is not over."""
    return main_game(state.game) is not state.game


def main_game(game: Game) -> Game:
    """The game that is played once its opening is over; for most games the game itself.

    A game that begins by other rules names it in `main`, and hands over to its positions.

    >>> from inarow.registry import load_game
    >>> str(main_game(load_game("gomoku(opening=swap2)"))) == str(load_game("gomoku"))
    True
    """
    main: Game = getattr(game, "main", game)
    return main
