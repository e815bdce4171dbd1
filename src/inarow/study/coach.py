"""A coach beside a person who plays: tells of a slip before it counts, hints, and counts.

A move is judged before it is played, with the work of half a second. If it throws something away,
the coach says what, but not what would have been better: the person may try again, ask for hints at
the best move, or insist. Blunders, mistakes and inaccuracies are counted apart, those that were
taken back as well.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from inarow.agents.ready import make_ready
from inarow.games.base import State
from inarow.search.limit import Limit
from inarow.study.hints import hint_at
from inarow.study.judge import Judge
from inarow.study.review import REVIEW_SEED, judged_move
from inarow.study.reviewed import counted_grade
from inarow.study.reviewed_move import MARKED, SLIPS, Grade, ReviewedMove

COACH_SECONDS = 0.5
"""To judge a move as soon as it is made: the work that usually takes this long."""


def _judge() -> Judge:
    return Judge(seed=REVIEW_SEED, steady=True)


@dataclass
class Coach:
    """Judges the moves of a person, one after the other.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "b2")
    >>> coach, edge = Coach(), state.game.parse("b3")
    >>> slip = coach.look(state, edge)
    >>> slip.verdict, coach.hint(slip, 0)
    ('blunder: from draw to loss in 6', 'Look at the cells from a2 to b3.')
    >>> coach.count(slip, taken_back=True)
    >>> coach.words
    'The coach counted 1 blunder, 0 mistakes, 0 inaccuracies; 1 of them taken back.'
    """

    judge: Judge = field(default_factory=_judge)
    counts: Counter[Grade] = field(default_factory=Counter)
    taken_back: int = 0

    def look(self, state: State, action: int) -> ReviewedMove:
        """How good a move would be."""
        make_ready(self.judge, state.game, state)
        return judged_move(state.ply, state, action, self.judge, Limit(seconds=COACH_SECONDS))

    def is_slip(self, move: ReviewedMove) -> bool:
        """Whether the person should be asked before the move is played."""
        return move.grade in SLIPS

    def hint(self, move: ReviewedMove, number: int) -> str:
        """A hint at what would have been better; the later, the more it gives away."""
        return hint_at(move.state, move.best, number)

    def warning(self, move: ReviewedMove, text: str) -> str:
        """What a person is told of a slip; `text` is what the move is called."""
        return f"Coach: {text} is a {move.verdict}."

    def count(self, move: ReviewedMove, taken_back: bool = False) -> None:
        """Count a move once it is played or taken back."""
        self.counts[move.grade] += 1
        self.taken_back += taken_back

    @property
    def words(self) -> str:
        """What is told at the end of a game."""
        text = ", ".join(counted_grade(grade, self.counts[grade]) for grade in reversed(MARKED))
        back = f"; {self.taken_back} of them taken back" if self.taken_back else ""
        return f"The coach counted {text}{back}."


def switched(coach: Coach | None) -> str:
    """What is told when a coach has come, or gone.

    >>> switched(None)
    'The coach is gone.'
    """
    does = "looks at every move of yours before it is played" if coach else "is gone"
    return f"The coach {does}."
