"""Every message from the server to the page, as exact types; the commands are in `command.py`.

The page sends commands, each with a number of its own (`re`). The server answers a command with
one message that carries this number, and sends what changes without being asked to all sockets
that watch the game. docs/web_protocol.md explains each message with an example.

    page                                   server
      | {"type": "new_game", "re": 1, ...}  |
      | ----------------------------------> |
      |   {"type": "game", "re": 1, ...}    |   the answer
      | <---------------------------------- |
      |   {"type": "update", ...}           |   a machine moved: nobody asked
      | <---------------------------------- |
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from inarow.interfaces.web.protocol.study_views import (
    ArenaView,
    LineMove,
    MoveVerdict,
    PuzzleView,
    ReasonView,
    Thought,
    TraceStep,
)
from inarow.interfaces.web.protocol.views import GameNow, GameView, PositionView, View


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
    """The answer to `next_puzzle`."""

    type: Literal["puzzle"] = "puzzle"
    puzzle: PuzzleView


class PuzzleAnswer(_Answer):
    """Whether a move solves the puzzle; `position` is where it goes on, after the reply."""

    type: Literal["puzzle_answer"] = "puzzle_answer"
    puzzle: str
    right: bool
    solved: bool
    words: str
    position: PositionView | None


class PuzzleHint(_Answer):
    """A hint in words, with cells to mark."""

    type: Literal["puzzle_hint"] = "puzzle_hint"
    puzzle: str
    words: str
    moves: list[LineMove]


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


class Arena(View):
    """An event as it stands; sent again while it runs."""

    type: Literal["arena"] = "arena"
    re: int | None
    arena: ArenaView


_Games = Hello | Warming | Failed | Ack | GameMessage | Update | Position | Judged
_Study = EngineSays | Reasons | ReviewPart | PuzzleTask | PuzzleAnswer | PuzzleHint | TracePart
Message = Annotated[_Games | _Study | Arena, Field(discriminator="type")]
MESSAGES: TypeAdapter[Message] = TypeAdapter(Message)
