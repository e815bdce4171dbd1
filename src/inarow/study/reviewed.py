"""A whole review as one value: the game, its judged moves, and how they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from inarow.drawn import drawn
from inarow.errors import Advises
from inarow.games.base import SYMBOLS
from inarow.games.notation import format_moves, format_position
from inarow.games.record import Record
from inarow.games.sides import player_name, side_names
from inarow.options import counted
from inarow.study.advice import PERCENTAGES
from inarow.study.review import agreed, decisions
from inarow.study.reviewed_move import SLIPS, Grade, ReviewedMove, ReviewedMoveData
from inarow.text import clean

REVIEW_LINE = 8
"""Moves of a better line that are written into an annotated record."""

_TAGS = ("First", "Second")
MARKS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}


class SummaryData(TypedDict):
    """How many moves of a player got each grade, and the mean chance given away per move."""

    moves: int
    best: int
    fine: int
    inaccuracy: int
    mistake: int
    blunder: int
    loss: float


class ReviewData(TypedDict):
    """A review of a game; what was stopped early is not complete."""

    game: str
    start: str
    moves: str
    players: dict[str, str]
    complete: bool
    summary: dict[str, SummaryData]
    review: list[ReviewedMoveData]


_ADVICE = {
    "accuracy": "write review.summary(0), which counts the grades of the first player's moves",
    "blunders": "write review.mistakes, whose moves have a grade",
}


@dataclass(frozen=True)
class Review(Advises):
    """A game and what was found of its moves, in the order in which they were played."""

    record: Record
    moves: tuple[ReviewedMove, ...]

    _advice = _ADVICE

    @classmethod
    def of(cls, record: Record, found: Iterable[ReviewedMove]) -> Review:
        """A review of what was found so far, in any order."""
        return cls(record, tuple(agreed(found)))

    def __repr__(self) -> str:
        moves, mistakes = counted(len(self.moves), "move"), counted(len(self.mistakes), "mistake")
        return f"<Review of {moves} of {self.record.game}: {mistakes}>"

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that gave something away: mistakes and blunders."""
        return tuple(move for move in self.moves if move.grade in SLIPS)

    def annotated(self) -> Record:
        """A copy of the game with the judgements as comments, and better moves as branches."""
        twin = self.record.copy()
        nodes = [twin.root, *twin.root.line()]
        for move in self.moves:
            node = nodes[move.number + 1]
            node.comment = "; ".join(filter(None, [node.comment, move.words]))
            if move.grade in SLIPS:
                node = nodes[move.number]
                for action in move.line[:REVIEW_LINE]:
                    node = node.child(action)
        return twin

    def as_dict(self) -> ReviewData:
        """The review as JSON-ready data."""
        record = self.record
        return {
            "game": str(record.game),
            "start": format_position(record.root.state),
            "moves": format_moves(record.game, record.main_line()),
            "players": {"X": record.tags.get("First", ""), "O": record.tags.get("Second", "")},
            "complete": len(self.moves) == decisions(record),
            "summary": {symbol: self.summary(player) for player, symbol in enumerate(SYMBOLS)},
            "review": [move.as_dict() for move in self.moves],
        }

    def summary(self, player: int) -> SummaryData:
        """How many moves of a player got each grade, and the mean chance given away per move."""
        own = [move for move in self.moves if move.state.player == player]
        grades = Counter(move.grade for move in own)
        return {
            "moves": len(own),
            "best": grades[Grade.BEST],
            "fine": grades[Grade.FINE],
            "inaccuracy": grades[Grade.INACCURACY],
            "mistake": grades[Grade.MISTAKE],
            "blunder": grades[Grade.BLUNDER],
            "loss": round(sum(move.loss for move in own) / max(1, len(own)), 3),
        }

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The moves for a table: number, who moved, the move with its mark, the judgement."""
        return [
            (
                str(move.number + 1),
                player_name(move.state, move.state.player),
                f"{self.record.game.format(move.action)}{MARKS.get(move.grade, '')}",
                move.words,
            )
            for move in self.moves
        ]

    def totals(self) -> list[str]:
        """For both players how many moves got which grade, and what percentages mean."""
        sides, lines = side_names(self.record.end_of_main_line()), []
        for player, (side, tag) in enumerate(zip(sides, _TAGS, strict=True)):
            who = clean(self.record.tags.get(tag, ""))
            counts = Counter(move.grade for move in self.moves if move.state.player == player)
            grades = ", ".join(counted_grade(grade, counts[grade]) for grade in Grade)
            lines.append(f"{side}{f' ({who})' if who else ''}: {grades}")
        return lines + [PERCENTAGES] * any("%" in move.words for move in self.moves)

    def __str__(self) -> str:
        rows = self.rows()
        format_move = self.record.game.format
        room = max((len(who) for _, who, _, _ in rows), default=0)
        width = max((len(format_move(move.action)) for move in self.moves), default=0)
        lines = []
        for (number, who, marked, words), move in zip(rows, self.moves, strict=True):
            indent = " " * (width - len(format_move(move.action)))
            name = f"{indent}{marked}"
            lines.append(f"{number:>4}  {who:<{room}}  {name:<{width + 2}}  {words}")
        return "\n".join([*lines, "", *self.totals()])

    def _repr_html_(self) -> str:
        return drawn("notebook.tables:review_html", self)


def counted_grade(grade: Grade, count: int) -> str:
    """How many moves got a grade; the first two are adjectives and have no plural."""
    if count == 1 or grade in (Grade.BEST, Grade.FINE):
        return f"{count} {grade}"
    return counted(count, str(grade), "inaccuracies" if grade is Grade.INACCURACY else "")
