"""What a network says about a move, for people: found by `trace.py`. Imports no compiler."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.games.base import Game
from inarow.search.decision import percent


@dataclass(frozen=True, slots=True)
class Voice:
    """What a tuple has to say about a move.

    Args:
        cells: of the tuple, counted row by row from the top left.
        looks: how they are filled after the move: X, O or _ for each.
        number: how far its number is above that of the mean move.
    """

    cells: tuple[int, ...]
    looks: str
    number: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the network says about a move.

    Args:
        move: the action.
        chance: to win, for the player to move.
        lead: of its sum over the mean of all moves.
        voices: the loudest, for or against it.
    """

    move: int
    chance: float
    lead: float
    voices: tuple[Voice, ...]

    def words(self, game: Game) -> list[str]:
        """The same as lines of text, with a drawing of each voice."""
        lines = [f"{game.format(self.move)}: {percent(self.chance)}, lead {self.lead:+.2f}"]
        if not self.voices:
            return lines
        drawn = [_drawn(game, voice) for voice in self.voices]
        heads = [f"{voice.number:+.2f}".ljust(len(drawn[0][0])) for voice in self.voices]
        rows = ["   ".join(row) for row in zip(*drawn, strict=True)]
        return [*lines, *(f"    {row}".rstrip() for row in ("   ".join(heads), *rows))]


def _drawn(game: Game, voice: Voice) -> list[str]:
    """The board with the cells of a tuple; all others are dots."""
    rows, cols = game.shape
    marks = dict(zip(voice.cells, voice.looks, strict=True))
    return [
        " ".join(marks.get(row * cols + col, ".") for col in range(cols)) for row in range(rows)
    ]
