"""Every message from the server to the page, as exact types; the commands are in `command.py`.

The page sends commands, each with a number of its own (`re`). The server answers a command with
one message that carries this number, and sends what changes without being asked to all sockets
that watch the game. docs/web_protocol.md explains each message with an example.

    page                                   server
      | {"type": "new_game", "re": 1, ...}  |
      | ----------------------------------> |
      |   {"type": "game", "re": 1, ...}    |   the answer
      | <---------------------------------- |
      |   {"type": "update", ...}           |   a machine moved: sent unasked
      | <---------------------------------- |
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inarow.interfaces.web.protocol.arena_views import ArenaView
from inarow.interfaces.web.protocol.views import (
    Cell,
    GameNow,
    GameView,
    NamedMove,
    PositionView,
    Seat,
    View,
)

# What messages hold: values, reasons, reviews, puzzles, traces


class ValueView(View):
    """A value for the player to move; `kind` says how far it may be trusted, `unit` what it counts.

    `chance` is the value on one scale for bars and graphs: the expected result of the first player
    from 0 (lost) to 1 (won), no matter who is to move.
    """

    kind: Literal["proven", "bound", "estimate"]
    words: str
    score: float
    unit: Literal["chance", "stones", "points"]
    result: Literal["win", "draw", "loss"] | None
    plies: int | None
    at_most: bool
    chance: float


class EngineMove(NamedMove):
    """A legal move as an engine sees it; `reason` is what the rules alone say of it."""

    value: ValueView | None
    best: bool
    reason: str


class LineMove(NamedMove):
    """One move of a line that an engine expects: a ghost stone."""

    player: Seat


class Thought(View):
    """What an engine thinks of a position; `complete` if it would not find more.

    `moves` holds every legal move, the best first; `chance` is the first player's expected result.
    `proof` says in words what is proven, where one can walk through it; else it is empty.
    """

    value: ValueView | None
    moves: list[EngineMove]
    line: list[LineMove]
    depth: int | None
    nodes: int
    seconds: float
    path: str
    complete: bool
    proof: str


class ReasonView(View):
    """One thing that a move or a position has, with the cells and lines to draw.

    `kind` is one of those in `study/reasons.py`, or odd_threat or even_threat.
    """

    kind: str
    words: str
    player: Seat | None
    cells: tuple[Cell, ...]
    lines: tuple[tuple[Cell, ...], ...]
    moves: list[LineMove]


class MoveVerdict(View):
    """A move of a finished or running game with a verdict in one word.

    `chance` is the first player's expected result before the move. `loss` is what the move gave
    away on the same scale, 0 for a best move.
    """

    node: int
    parent: int
    player: Seat
    text: str
    verdict: str
    words: str
    best: str
    best_words: str
    loss: float
    chance: float
    value: ValueView
    line: list[LineMove]


class StandingView(View):
    """How well I solve the puzzles of a game, and that in words; `change` is by the last answer."""

    rating: float
    deviation: float
    tried: int
    solved: int
    streak: int
    longest: int
    words: str
    change: float = 0.0


class PuzzleView(View):
    """A position with one task; the answer stays on the server."""

    id: str
    words: str
    hints: int
    level: int | None
    rating: int | None
    position: PositionView


class TraceNode(View):
    """A node of a search tree as the viewer draws it; `numbers` are shown as they are."""

    id: int
    parent: int | None
    text: str
    player: Seat | None
    numbers: dict[str, float | int | str | None]


class TraceStep(View):
    """One step of a search: its phase, a sentence, the path in the tree, and what changed.

    Phases of MCTS: selection, expansion, rollout, backup. Of minimax and alpha-beta: enter, leaf,
    return, cut. Of proofs: look, update; of threats: attack, defence; of a network: verdict, voice.
    The last one is answer. `changed` replaces or adds nodes, `rollout` are the moves of a random
    game, `cells` those that it is about.
    """

    phase: str
    words: str
    path: list[int]
    changed: list[TraceNode] = Field(default_factory=list)
    rollout: list[LineMove] = Field(default_factory=list)
    cells: list[tuple[int, int]] = Field(default_factory=list)


# The messages


class _Answer(View):
    re: int


class Hello(View):
    """The first message on every socket."""

    type: Literal["hello"] = "hello"
    version: str


class Warming(View):
    """How far the kernels are that are compiled in the background; null: all are ready.

    Until then machines move by the readable search, and whatever judges waits.
    """

    type: Literal["warming"] = "warming"
    words: str | None


class Failed(View):
    """A command could not be done; `code` for programs, `words` for people.

    Codes: bad_message, unknown_game, unknown_node, illegal, not_allowed, bad_text, too_large, busy,
    too_fast, not_supported, stopped, failed. After `busy` and `too_fast` try again in `retry`
    seconds.
    """

    type: Literal["error"] = "error"
    re: int | None
    code: str
    words: str
    retry: float | None = None


class Ack(_Answer):
    """A command is done, and what it changed is on the disk."""

    type: Literal["ack"] = "ack"
    node: int | None = None


class GameMessage(View):
    """A whole game; `re` is null when it was pushed."""

    type: Literal["game"] = "game"
    re: int | None
    game: GameView


class Update(GameNow):
    """Something changed in a game that you watch.

    Add `nodes` to the tree (a node that is there already is replaced), then `cursor`, `position`
    and `status` are the new ones. If `version` is not the last one plus 1, send `watch` again.
    """

    type: Literal["update"] = "update"
    game: str
    why: str


class Seated(_Answer):
    """Which seats are mine in a game on several screens, and the invitation to the free one."""

    type: Literal["seated"] = "seated"
    game: str
    seats: list[Seat]
    invitation: str | None


class Followed(View):
    """A game on several screens that you watch goes on as another one: its rematch."""

    type: Literal["followed"] = "followed"
    game: str
    next: str


class Position(_Answer):
    """The answer to `look` and `setup`."""

    type: Literal["position"] = "position"
    game: str | None
    node: int | None
    position: PositionView


class Judged(View):
    """The verdict on a move that a person just made in a game with `judge`."""

    type: Literal["judged"] = "judged"
    game: str
    move: MoveVerdict
    may_retry: bool


class EngineSays(Thought):
    """What an engine thinks so far; `running` is false in the last one."""

    type: Literal["analysis"] = "analysis"
    re: int
    engine: str
    agent: str
    game: str | None
    node: int | None
    running: bool
    cached: bool


class Reasons(_Answer):
    """The answer to `why`."""

    type: Literal["reasons"] = "reasons"
    move: str | None
    items: list[ReasonView]


class WalkStep(_Answer):
    """A step of a walk through a proof: the answer to `walk`.

    `holder` wins, or with `draws` never loses, as `claim` says. `played` are the moves that the
    holder has just made, `position` is where the other player may try any of `moves`, which are
    none when the game is over.
    """

    type: Literal["walk_step"] = "walk_step"
    holder: Seat
    draws: bool
    claim: str
    words: str
    played: list[LineMove]
    position: PositionView
    moves: list[EngineMove]


class ReviewPart(_Answer):
    """The moves judged so far; `running` is false in the last one."""

    type: Literal["review"] = "review"
    engine: str
    game: str
    running: bool
    done: int
    total: int
    moves: list[MoveVerdict]
    words: str


class PuzzleTask(_Answer):
    """The answer to `next_puzzle`; `me` is how I stand at the puzzles of this game."""

    type: Literal["puzzle"] = "puzzle"
    puzzle: PuzzleView
    me: StandingView


class PuzzleAnswer(_Answer):
    """Whether a move solves the puzzle; `position` is where it goes on, after the reply."""

    type: Literal["puzzle_answer"] = "puzzle_answer"
    puzzle: str
    right: bool
    solved: bool
    words: str
    position: PositionView | None
    me: StandingView | None


class PuzzleHint(_Answer):
    """A hint in words, with cells to mark."""

    type: Literal["puzzle_hint"] = "puzzle_hint"
    puzzle: str
    words: str
    moves: list[LineMove]
    me: StandingView | None


class TracePart(_Answer):
    """The steps of a search from the root position.

    `places` says for each node of the finished tree how many columns from the left it stands, and
    in which row.
    """

    type: Literal["trace"] = "trace"
    engine: str
    search: str
    position: PositionView
    steps: list[TraceStep]
    places: list[tuple[float, int]]
    truncated: bool
    words: str


class SweptValue(View):
    """A value of a swept option: points out of so many, and the 95 % interval of their share."""

    value: str
    player: str
    points: float
    of: int
    share: float | None
    low: float
    high: float


class SweepPart(_Answer):
    """What a sweep has found so far; `running` is false in the last one.

    `done` of `total` parts are done, `whole` says whether that is all. `told` is the finding in one
    sentence and `svg` its plot.
    """

    type: Literal["sweep"] = "sweep"
    engine: str
    running: bool
    player: str
    option: str
    game: str
    measure: str
    whole: bool
    done: int
    total: int
    told: str
    svg: str
    values: list[SweptValue]


class Arena(View):
    """An event as it stands; sent again while it runs."""

    type: Literal["arena"] = "arena"
    re: int | None
    arena: ArenaView


_Games = GameMessage | Update | Position | Judged | Seated | Followed
_Puzzles = PuzzleTask | PuzzleAnswer | PuzzleHint
_Study = EngineSays | Reasons | WalkStep | ReviewPart | TracePart | SweepPart | _Puzzles
AnyMessage = Annotated[
    Hello | Warming | Failed | Ack | _Games | _Study | Arena, Field(discriminator="type")
]
