"""A player in a process of its own, asked in JSON lines through its pipes.

Two questions, each on one line, and an answer to each (docs/arena.md explains every field):

    {"ask": "start", "protocol": 1, "game": "connect_four(rows=6,cols=7,k=4)", "seat": 0, "seed": 7}
    {"ready": true}

    {"ask": "move", "moves": ["4", "4"], "legal": ["1", "2", ...], "board": ["...", ...],
     "limit": {"simulations": 1000}}
    {"move": "5", "nodes": 1000}
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from inarow.errors import BadNotation
from inarow.games.base import MOVE_SHOWN, SYMBOLS, Game, Reason, State
from inarow.games.notation import format_position
from inarow.live.clock import CLOCK_TOLERANCE
from inarow.processes.conversation import Conversation, How, ProgramFailed
from inarow.search.agent import PlayerFailed
from inarow.search.asked import Asked
from inarow.search.decision import Decision, Kind, OnInfo, Value
from inarow.search.limit import NO_LIMIT, Limit
from inarow.text import clean

Line: TypeAlias = tuple[State, Sequence[int]]
"""How a position came about: where the game began, and the actions since."""

START_SECONDS = 60.0
"""How long a player may take to get ready; no clock runs meanwhile."""
HANG_SECONDS = 60.0
"""How long to wait for a move that no time limits."""
HANG_GRACE = 2.0
"""How long to wait for a move after its time is up, before the player is ended."""

PROTOCOL = 1
"""Version of the conversation, told in the first question."""

_MOST = 2**53
"""Numbers from here on are none that a player has counted or measured."""


class StartQuestion(TypedDict):
    """Asks a player to get ready for a game in a seat."""

    ask: Literal["start"]
    protocol: int
    game: str
    seat: int
    seed: int | None


class LimitData(TypedDict, total=False):
    """How much a player may think about a move."""

    seconds: float
    depth: int
    nodes: int
    simulations: int
    memory: int


class MoveQuestion(TypedDict):
    """Asks a player for a move: all moves so far, the legal ones, the rows from the top.

    `start` is there only if the game did not begin as usual, or nobody knows how: where it began.
    """

    ask: Literal["move"]
    start: NotRequired[str]
    moves: list[str]
    legal: list[str]
    board: list[str]
    limit: LimitData


class ReadyAnswer(TypedDict):
    """The player is ready."""

    ready: Literal[True]


class MoveAnswer(TypedDict):
    """The move of a player; what it searched, and what it thinks of its position, if it says so."""

    move: str | int
    nodes: NotRequired[int]
    value: NotRequired[float | None]


class FailedAnswer(TypedDict):
    """The player cannot go on; `refused` if it says itself that it does not play this."""

    failed: Literal[Reason.CRASH, Reason.MEMORY]
    why: str
    refused: NotRequired[bool]


@dataclass
class OutsidePlayer(Asked):
    """A player whose program is asked for every move.

    Args:
        name: what people call it.
        program: the process that plays.
        seed: told to the program when the game starts.
    """

    name: str
    program: Conversation
    seed: int | None = None
    _line: Line | None = field(default=None, init=False, repr=False)

    def supports(self, game: Game) -> bool:
        return True  # the program says so itself when a game starts

    def start(self, game: Game, seat: int) -> dict[str, Any]:
        """Tell the program of a new game; its answer, which may name a version."""
        question: StartQuestion = {
            "ask": "start",
            "protocol": PROTOCOL,
            "game": str(game),
            "seat": seat,
            "seed": self.seed,
        }
        answer = self._ask(question, "ready", START_SECONDS)
        if answer["ready"] is not True:
            raise PlayerFailed(Reason.CRASH, f"not ready: {answer['ready']}")
        return answer

    def hear_history(self, start: State, actions: Sequence[int]) -> None:
        """How the game came to the position that is asked about next."""
        self._line = start, actions

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        asked = monotonic()
        patience = HANG_SECONDS if limit.seconds is None else limit.seconds + HANG_GRACE
        answer = self._ask(self._question(state, limit), "move", patience)
        late = monotonic() - asked - (limit.seconds or math.inf)
        if late > CLOCK_TOLERANCE:
            raise PlayerFailed(Reason.TIME, f"it answered {late:.2f} s after its time was up")
        return _decision(state, answer)

    def _ask(self, question: Mapping[str, object], key: str, patience: float) -> dict[str, Any]:
        """The answer that has a key."""
        try:
            return self.program.ask(json.dumps(question), partial(_answer, key=key), patience)
        except ProgramFailed as failure:
            raise PlayerFailed(Reason(failure.how), str(failure)) from failure

    def _question(self, state: State, limit: Limit) -> Mapping[str, object]:
        marks = {0: SYMBOLS[0], 1: SYMBOLS[1], None: "."}
        bounds = {
            name: bound
            for name in LimitData.__annotations__
            if (bound := getattr(limit, name)) is not None
        }
        (start, actions), self._line = self._line or (state, ()), None
        question: MoveQuestion = {
            "ask": "move",
            "moves": [state.game.format(action) for action in actions],
            "legal": [state.game.format(action) for action in state.legal_actions()],
            "board": ["".join(marks[owner] for owner in row) for row in state.board()],
            "limit": cast(LimitData, bounds),
        }
        if start.key() != state.game.initial_state().key():
            question["start"] = format_position(start)
        return question


def _answer(line: str, key: str) -> dict[str, Any] | None:
    """The answer that a line holds, or None if it is chatter."""
    if not line.startswith("{"):
        return None
    try:
        answer: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if "failed" in answer:  # so our own host tells of an error
        why = clean(str(answer.get("why", "it failed")))
        how: How = "memory" if answer["failed"] == Reason.MEMORY else "crash"
        raise ProgramFailed(how, why, refused=answer.get("refused") is True)
    return answer if key in answer else None


def _decision(state: State, answer: dict[str, Any]) -> Decision:
    move, nodes, score = str(answer["move"]), answer.get("nodes"), answer.get("value")
    try:
        action = state.game.parse(move)
    except BadNotation as error:
        raise PlayerFailed(
            Reason.ILLEGAL, f"it played {clean(move, MOVE_SHOWN)!r}: {error}"
        ) from None
    counted = nodes if type(nodes) is int and 0 < nodes < _MOST else 0
    judged = None
    if isinstance(score, int | float) and -_MOST < score < _MOST:  # which nan is not, either
        judged = Value(Kind.ESTIMATE, score)
    return Decision(action, judged, nodes=counted, path="its own process")
