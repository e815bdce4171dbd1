"""What the page is told of events: their files, tables, cross tables and games."""

from __future__ import annotations

from typing import Literal

from inarow.interfaces.web.protocol.views import View


class ArenaFile(View):
    """A database of an event in the folder of the server."""

    file: str
    name: str
    games: int
    running: bool


class PlayerRow(View):
    """A row of the table: results, points and rating with its 95 % error bar.

    `player` is what programs call it, `title` what people do; `spec` starts it again, and is empty
    for a program that no page may start.
    """

    rank: int
    player: str
    title: str
    spec: str
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


class ArenaComparison(View):
    """What a comparison has found; the first has that share of the points, +- `error`."""

    first: str
    second: str
    finding: Literal["first", "second", "same", "open", "failed"]
    games: int
    share: float | None
    error: float
    elo: float


class ArenaView(View):
    """An event as it stands now; one that is not complete can be resumed.

    `ratings` is a picture of those of the table as SVG; empty before anyone has played.
    """

    file: str
    name: str
    game: str
    limit: str
    done: int
    total: int | None
    running: bool
    complete: bool
    words: str
    comparison: ArenaComparison | None
    table: list[PlayerRow]
    ratings: str
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
