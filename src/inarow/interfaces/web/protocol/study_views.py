"""What the page gets to see of thinking: values, reasons, reviews, puzzles, traces, events."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from inarow.interfaces.web.protocol.views import Cell, NamedMove, PositionView, Seat, View


class ValueView(View):
    """A value for the player to move; `kind` says how far it may be trusted, `unit` what it counts.

    `chance` is the value on one scale for bars and graphs: the expected result of the first player
    from 0 (lost) to 1 (won), whoever is to move.
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
    """

    value: ValueView | None
    moves: list[EngineMove]
    line: list[LineMove]
    depth: int | None
    nodes: int
    seconds: float
    path: str
    complete: bool


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


class PuzzleView(View):
    """A position with one task; the answer stays on the server."""

    id: str
    words: str
    hints: int
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

    Phases of MCTS: selection, expansion, rollout, backup. Phases of alpha-beta: enter, leaf,
    return, cut. `changed` replaces or adds nodes. `rollout` are the moves of a random game.
    """

    phase: str
    words: str
    path: list[int]
    changed: list[TraceNode] = Field(default_factory=list)
    rollout: list[LineMove] = Field(default_factory=list)


class ArenaFile(View):
    """A database of an event in the folder of the server."""

    file: str
    name: str
    games: int
    running: bool


class PlayerRow(View):
    """A row of the table: results, points and rating with its 95 % error bar."""

    rank: int
    player: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float | None
    error: float | None
    failures: dict[str, int]


class CrossCell(View):
    """What one player scored against another; opens the games of the two."""

    player: str
    opponent: str
    wins: int
    draws: int
    losses: int


class ArenaView(View):
    """An event as it stands now."""

    file: str
    name: str
    game: str
    done: int
    total: int | None
    running: bool
    words: str
    table: list[PlayerRow]
    cross: list[CrossCell]


class ArenaGame(View):
    """A finished game of an event; open it with `open_arena_game`."""

    id: int
    first: str
    second: str
    result: str
    reason: str
    plies: int
    moves: str
