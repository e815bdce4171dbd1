"""A whole review as one value: the game, its judged moves, and how they are written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from inarow.drawn import drawn
from inarow.games.record import Record
from inarow.games.sides import player_name, side_names
from inarow.options import counted
from inarow.study.advice import PERCENTAGES
from inarow.study.review import Grade, ReviewData, ReviewedMove, annotated, review_dict
from inarow.text import clean

_TAGS = ("First", "Second")
MARKS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}


@dataclass(frozen=True)
class Review:
    """A game and what was found of its moves, in the order in which they were played."""

    record: Record
    moves: tuple[ReviewedMove, ...]

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that gave something away: mistakes and blunders."""
        return tuple(move for move in self.moves if move.grade in (Grade.MISTAKE, Grade.BLUNDER))

    def annotated(self) -> Record:
        """A copy of the game with the judgements as comments, and better moves as branches."""
        return annotated(self.record, self.moves)

    def as_dict(self) -> ReviewData:
        """The review as JSON-ready data."""
        return review_dict(self.record, self.moves)

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
