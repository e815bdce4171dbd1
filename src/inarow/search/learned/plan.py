"""What is to be learned, and what was found out on the way: a training in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.options import MAX_THREADS, check_options, option

ENDLESS = 1 << 40
"""More games than anybody waits for: time ends the training."""


@dataclass(frozen=True, slots=True)
class Training:
    """What is to be learned, and how; the defaults are those that proved best.

    >>> Training("connect_four", games=1000).trace
    0.8

    Args:
        game: its spec.
        games: how many to learn from.
    """

    game: str
    games: int
    tuples: int | None = option(
        None,
        low=1,
        high=1000,
        help="random walks of cells to look at; none: 20 beside blocks, 70 without",
    )
    length: int = option(8, low=2, high=10, help="cells of each walk")
    blocks: int = option(
        250_047,
        low=0,
        high=1_000_000,
        help="where stones fall: numbers of the table of a block of columns, at most; 0: no blocks",
    )
    step: float = option(0.2, low=1e-6, high=1, help="how far values are drawn to their targets")
    trace: float = option(
        0.8, low=0, high=1, help="the lambda of TD(lambda): how much the rest of a game counts"
    )
    explore: float = option(0.1, low=0, high=1, help="share of random moves")
    opening: int = option(12, low=0, high=1000, help="random moves that begin a game, at most")
    threads: int = option(1, low=1, high=MAX_THREADS, help="cores that learn")
    seed: int = option(1, low=0, help="the same seed and number of games: the same network")

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a training is, and what the network can do without looking ahead.

    Args:
        games: learned from so far.
        seconds: that this took, earlier runs included.
        kept: positions with proven moves in which its move keeps the result.
        asked: how many such positions it was asked; none come with most games.
        points: that it made against the ladder: a win 1, a draw a half.
        played: games against the ladder.
        elo: its rating, if the strength of the ladder was measured in this game.
        error: of the rating: half of the 95 % interval.
    """

    games: int
    seconds: float
    kept: int = 0
    asked: int = 0
    points: float = 0.0
    played: int = 0
    elo: float | None = None
    error: float | None = None

    @property
    def speed(self) -> float:
        """Games per second."""
        return self.games / max(self.seconds, 1e-9)
