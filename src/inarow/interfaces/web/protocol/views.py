"""What the page gets to see: positions, games, values and tables as plain data.

A page that draws these views needs to know no rules: every legal move carries its text, the cell
where its stone would lie and the sub-board where it would send the opponent. That is why a game
from another package is drawn as well as a built-in one.

    board  "......."      one text per row, top row first: X, O or .
           "...O..."
           "..XX..."
    cell   [2, 3]         row and column from the top left, both from 0
    node   7              a position in the tree of a game; 0 is the start
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from inarow.agents.levels import MeasuredRating
from inarow.games.base import SYMBOLS
from inarow.registry import Group


class View(BaseModel):
    """Base of everything that goes over the wire: exact types, no unknown fields.

    A view may be made from any object with the same attributes (`model_validate`).
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, from_attributes=True)


Cell = tuple[int, int]
Seat = Annotated[int, Field(ge=0, le=1)]


class OptionView(View):
    """One option of a game or a player; `type` is int, float, bool or str."""

    name: str
    type: str
    default: int | float | bool | str | None
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    optional: bool
    help: str
    range: str


class LevelView(View):
    """A level of a game, from 1 for beginners; `player` is the spec of its seat.

    `at_home` tells whether its rating was measured in this very game.
    """

    number: int
    player: str
    name: str
    character: str
    words: str
    rating: MeasuredRating | None
    at_home: bool


class Players(View):
    """Who plays a game on one board: `agents` names them, `levels` are those of the game.

    `engines` are players to ask for an analysis, the most useful first, and `compared` those that
    are worth seeing side by side.
    """

    agents: list[str]
    engines: list[str]
    compared: list[str]
    levels: list[LevelView]


class GameEntry(Players):
    """A registered game, with the players for its default options.

    `sides` is what the players are called when the game begins, `puzzles` whether there are some.
    """

    name: str
    title: str
    summary: str
    options: list[OptionView]
    spec: str
    sides: list[str]
    chance: bool
    puzzles: bool


class AgentView(View):
    """A registered player, and among whom it is offered: opponents for people, others, or players
    of the original programs.

    `rating` is by game name, for the player with its default options, where it was measured.
    `curve` is the address of a picture: how a network of this server has learned so far.
    """

    name: str
    summary: str
    options: list[OptionView]
    rating: dict[str, MeasuredRating]
    group: Group
    curve: str | None = None


class FirstGame(View):
    """A game for a first visit."""

    game: str
    seats: list[str]


class Catalogue(View):
    """All that can be chosen in the page, and the limits of this server."""

    version: str
    games: list[GameEntry]
    agents: list[AgentView]
    broken: list[str]
    first: FirstGame
    max_cells: int
    max_seconds: float
    features: list[str]


class OutcomeView(View):
    """How a game ended; `lines` are the winning lines, cell by cell."""

    winner: Seat | None
    reason: str
    words: str
    lines: list[list[Cell]]


class NamedMove(View):
    """A move: what to type, and the cell where its stone would lie or from where it takes one."""

    action: int
    text: str
    cell: Cell | None


class MoveView(NamedMove):
    """A legal move, and which boards it opens; one whose `cell` is taken takes that stone away.

    `sends` are the sub-boards (row and column of the board, from 0) in which the next stone would
    have to lie; empty on an undivided board and where the move ends the game. A move without a
    cell either calls for dice or chooses the sub-board in `sends`. `chance` is the probability of
    this outcome at a chance node.
    """

    sends: list[Cell]
    chance: float | None = None


class BoardView(View):
    """What stays the same during a game: the size and the names of rows and columns.

    A board with `stars` is drawn as in Go, with stones on the crossings of lines and these points
    marked.
    """

    rows: int
    cols: int
    block: int
    row_labels: list[str]
    col_labels: list[str]
    stars: list[Cell] = []


class ForbiddenCell(View):
    """A cell that the player to move may not take, and why."""

    cell: Cell
    words: str


class PositionView(View):
    """One position, complete enough to draw it and to offer its moves.

    `text` is the position on one line and `moves` the moves from the start, for links. `active`
    are the sub-boards that may be played in now, `owners` says who has won each sub-board, row by
    row, in games in which that counts. Whose stone comes next is `stone`, mostly that of who is to
    move, and whose stones are black on a board that is drawn as in Go is `black`. `sides` is what
    both players are called there: black and white, elsewhere X and O.
    """

    game: str
    shape: BoardView
    board: list[str]
    to_move: Seat
    stone: Seat | None = None
    black: Seat = 0
    sides: list[str] = list(SYMBOLS)
    dice: bool
    ply: int
    last: Cell | None
    note: str
    active: list[Cell]
    owners: list[Seat | None] = []
    legal: list[MoveView]
    forbidden: list[ForbiddenCell] = []
    outcome: OutcomeView | None
    words: str
    text: str
    moves: str


class NodeView(View):
    """A position in the tree of a game, by the move that led there; the root has none.

    Children are ordered as they appear in the list: the first one is the main line. `player` made
    the move (or had it made by `dice`). `seconds` is the time it took.
    """

    id: int
    parent: int | None = None
    action: int | None = None
    text: str = ""
    player: Seat | None = None
    ply: int
    cell: Cell | None = None
    dice: bool = False
    comment: str
    seconds: float | None = None


class ClockView(View):
    """Seconds left for both seats when the message was sent, and whose clock runs."""

    left: list[float]
    running: Seat | None
    increment: float


class StatusView(View):
    """Whose turn it is and what may be done now.

    `waiting` says what happens next: a person moves (`human`), a `machine` thinks, `dice` roll, a
    person chooses between keeping a judged move and trying again (`choice`), the game is `paused`,
    or it is over (`nobody`). `outcome` also covers ends that the board does not show, such as a
    resignation.
    """

    waiting: str
    outcome: OutcomeView | None
    words: str
    can_take_back: bool
    can_resign: bool
    paused: bool
    delay: float
    clocks: ClockView | None


class GameNow(View):
    """What changes in a game while it is played; `nodes` are all of them, or those that changed.

    `taken` says which seats have their player, where each plays on a screen of their own.
    """

    version: int
    nodes: list[NodeView]
    cursor: int
    position: PositionView
    status: StatusView
    seats: list[str]
    names: list[str]
    taken: list[bool] | None = None


class GameView(GameNow):
    """A whole game as the server keeps it: enough to go on after a lost connection."""

    id: str
    game: str
    limit: str
    takeback: bool
    judge: bool
    seed: int
    rematch_of: str | None


class GameSummary(View):
    """One line of the list of games."""

    id: str
    game: str
    names: list[str]
    ply: int
    words: str
    over: bool
    changed: float
