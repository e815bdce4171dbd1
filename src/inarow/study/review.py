"""Review a game: what each move gained or gave away.

Every position is judged once, from the last move back to the first. So what was proven late in the
game is known when the moves before are judged, as a solver's table and common sense both like it.
Each move is compared with the best one there, both as values for the player who moved:

    before    the value of the best move
    after     the value of the move that was played
    grade     best        nothing was given away
              fine        next to nothing: a win one turn later, a few percent
              inaccuracy  a slower win or a quicker loss, or some percent
              mistake     a win at once missed, or allowed; or, by estimates, a lot
              blunder     the result is worse, and that is proven

The outcome counts first and the distance second. Only proofs can make a blunder; wherever an
estimate is involved, the words say so. Like is compared with like: proof with proof, and else what
one search says of both moves with the same work. A mark for which a proof would stand against an
estimate is not given before the position was judged again with more work. The judge is a steady
one: a limit of a second stands for the work of a second, so that a game gets the same marks on any
machine. What an earlier row proves of the position after its move also holds for the next row:
`agreed` carries it there, so that no two rows contradict each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TypedDict

from inarow.agents.ready import make_ready
from inarow.errors import BadOption
from inarow.games.base import SYMBOLS, State
from inarow.games.notation import format_moves, format_position
from inarow.games.record import Record
from inarow.search.decision import Kind, Result, Unit, Value, ValueData, position_value
from inarow.search.limit import Limit
from inarow.study.judge import Judge
from inarow.study.reasons import explain
from inarow.study.why import Why, WhyData

REVIEW_SECONDS = 1.0
"""Thinking per move of a game that is reviewed: the work that usually takes this long."""
REVIEW_SEED = 1
"""That of the random games, so that a review is the same everywhere."""
REVIEW_LOSSES = (0.02, 0.05, 0.15)
"""The most chance that a best, a fine and an inaccurate move may give away, by estimates."""
REVIEW_WORK = (1, 4, 16)
"""How much more work a move gets that would be marked by a proof beside an estimate."""
REVIEW_FINE_PLIES = 2
REVIEW_LINE = 8
"""Moves of a better line that are written into an annotated record."""

_UNKNOWN = Value(Kind.ESTIMATE, 0.5, unit=Unit.CHANCE)
"""The value of a move that was never tried."""


class Grade(StrEnum):
    """How good a move was."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


MARKED = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""Grades that are shown with a mark in the list of moves."""


class ReviewedMoveData(TypedDict):
    """A move of a game: its value, that of the best move, and what was given away."""

    number: int
    player: str
    position: str
    move: str
    best: str
    line: list[str]
    before: ValueData
    after: ValueData
    loss: float
    grade: Grade
    words: str
    reasons: list[WhyData]
    values: dict[str, ValueData]


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


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game with its value, the best one instead, and what was given away.

    Args:
        number: which move of the game it is, from 0; dice count.
        state: the position before the move.
        action: the move that was played.
        values: the value of every move that was judged, for the player who moved.
        judged_line: how the game could have gone on, as far as the judge knows.
        reasons: what can be said for and against the played move.
        proven: the value of the position, where more is known of it than of its moves: the judge
            knows how long a win takes, or an earlier move has proven it.
        searched: what the search itself says of the played move, where a later one knows more.

    The scores of all these values are chances from 0 to 1, in every game.
    """

    number: int
    state: State
    action: int
    values: Mapping[int, Value]
    judged_line: tuple[int, ...]
    reasons: tuple[Why, ...]
    proven: Value | None = None
    searched: Value | None = None

    @property
    def after(self) -> Value:
        """The value of the move that was played."""
        return self.values[self.action]

    @property
    def before(self) -> Value:
        """The value of the position: that of the best move, as far as no other may be better."""
        value = position_value(self.best, self.values, self.state.legal_actions())
        return self.proven or value or self.after

    @property
    def best(self) -> int:
        """The best move, the played one if it is as good."""
        return self.action if self.grade is Grade.BEST else self._top

    @property
    def best_value(self) -> Value:
        """The value of the best move: less than `before` if it is not known which move is as good.

        So it is where an earlier row proves the value of the position, or how long it can last.
        """
        found, before = self.values[self.best], self.before
        if found.results[0] < before.results[0]:
            return found
        if found.plies == before.plies:
            return before
        return found if found.kind is Kind.PROVEN else replace(before, plies=None, at_most=False)

    @property
    def line(self) -> tuple[int, ...]:
        """How the game could have gone on with the best move, as far as it is known."""
        known = self.judged_line[:1] == (self.best,)
        return self.judged_line if known else (self.best,)

    @cached_property
    def grade(self) -> Grade:
        """What the difference amounts to."""
        grade = grade_of(*self.compared)
        unsure = self._top == self.action and grade is Grade.MISTAKE
        return Grade.FINE if unsure else grade  # estimates speak for it, and no proof against it

    @cached_property
    def compared(self) -> tuple[Value, Value]:
        """The values of the best and of the played move that the grade compares: like with like.

        Proof with proof; else what one search says of both moves with the same work.
        """
        top = self.values[self._top]
        known = self.proven or top
        if self._top == self.action or _decided(known, self.after):
            return known, self.after
        return top, self.searched or self.after

    @property
    def is_mixed(self) -> bool:
        """Whether the move is marked, and a proof stands beside an estimate."""
        before, after = self.compared
        return self.grade in MARKED and before.kind is not after.kind

    @cached_property
    def _top(self) -> int:
        return max(self.values, key=lambda a: (self.values[a].rank, a == self.action, -a))

    @property
    def loss(self) -> float:
        """The chance that was given away, from 0 to 1; a draw is half a point.

        Nothing where no better move is known, though the position is proven to be better.
        """
        if self.best == self.action:
            return 0.0
        before, after = self.compared
        return max(0.0, round(before.chance - after.chance, 3))

    @property
    def words(self) -> str:
        """The judgement in one line: `blunder: from win in 9 to draw; better 4`."""
        if self.grade is Grade.BEST:
            return f"best: {self.after.brief}"
        before, after = self.compared
        note = " (estimated)" if Kind.ESTIMATE in (before.kind, after.kind) else ""
        if self.best == self.action:  # an earlier row proves more than any move here
            known = f"{before.brief} is proven, but not by which move"
            return f"{self.grade}: {after.brief}{note}; {known}"
        name = self.state.game.format
        better = f"better {name(self.best)}"
        if self.best_value.rank < self.before.rank:
            better = f"perhaps {better}"
        parts = [f"{self.grade}: from {before.brief} to {after.brief}{note}", better]
        if after is not self.after:
            parts.append(f"{self.after.brief} is proven of {name(self.action)}")
        if before.kind is Kind.ESTIMATE and self.before.kind is Kind.PROVEN:
            parts.append(f"{self.before.brief} is proven, but not by which move")
        return "; ".join(parts)

    def as_dict(self) -> ReviewedMoveData:
        """The move as JSON-ready data."""
        game = self.state.game
        return {
            "number": self.number,
            "player": SYMBOLS[self.state.player],
            "position": format_position(self.state),
            "move": game.format(self.action),
            "best": game.format(self.best),
            "line": [game.format(action) for action in self.line],
            "before": self.before.as_dict(),
            "after": self.after.as_dict(),
            "loss": self.loss,
            "grade": self.grade,
            "words": self.words,
            "reasons": [why.as_dict(self.state) for why in self.reasons],
            "values": {game.format(a): v.as_dict() for a, v in self.values.items()},
        }


def review(
    record: Record, judge: Judge | None = None, limit: Limit | None = None
) -> Iterator[ReviewedMove]:
    """Judge every move of the main line, the last one first; moves of the dice are left out.

    Whoever has seen enough simply stops asking; the stop flag of the limit ends a judgement that is
    under way, and then the review.

    Args:
        record: the game.
        judge: who judges; by default a new one, which judges a game twice alike.
        limit: for each move; by default a second, which stands for an amount of work.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"))
    >>> state = record.push_moves("b2b3a3c1c3a2a1")
    >>> for move in list(review(record))[-3:]:
    ...     print(move.state.game.format(move.action), move.words)
    a3 best: win in 5
    b3 blunder: from draw to loss in 6; better a3
    b2 best: draw
    """
    states = [record.root.state, *(node.state for node in record.root.line())]
    limit = limit or Limit(seconds=REVIEW_SECONDS)
    yield from judged_line(states, record.main_line(), judge or Judge(seed=REVIEW_SEED), limit)


def judged_line(
    states: Sequence[State], actions: Sequence[int], judge: Judge, limit: Limit
) -> Iterator[ReviewedMove]:
    """Judge every move of a line, the last one first; `states` are all its positions."""
    judge = replace(judge, steady=True)
    make_ready(judge, states[0].game)
    known: tuple[State, Value] | None = None
    for number in reversed(range(len(actions))):
        state = states[number]
        if state.chance():
            known = None
            continue
        move = judged_move(number, state, actions[number], judge, limit, known)
        if limit.stopped:
            return
        yield move
        known = (state, move.before)


def judged_move(
    number: int,
    state: State,
    action: int,
    judge: Judge,
    limit: Limit,
    known: tuple[State, Value] | None = None,
) -> ReviewedMove:
    """Judge one move; `known` is the position after it with its value, if that was judged before.

    This is also what an interface calls that judges a move as soon as it is played.
    """
    for work in REVIEW_WORK:
        move = _judged_once(number, state, action, judge, limit.part(work), known)
        before, after = move.compared
        solvable = judge.is_exact(state.game) and not before.kind is after.kind is Kind.PROVEN
        if limit.stopped or not (move.is_mixed or (solvable and move.grade in MARKED)):
            break
    return replace(move, reasons=explain(state, action))


def _judged_once(
    number: int,
    state: State,
    action: int,
    judge: Judge,
    limit: Limit,
    known: tuple[State, Value] | None,
) -> ReviewedMove:
    """What a limited amount of work says about a move, without reasons."""
    decision = judge.choose(state, limit)
    values = {a: value.as_chance() for a, value in decision.values.items()}
    values.setdefault(decision.action, _UNKNOWN)
    seen = _seen_later(state, state.play(action), known)
    found = values.get(action, _UNKNOWN)
    values[action] = found if seen is None else seen.merged(found)
    searched = None if values[action] == found else found
    judged = decision.value
    won = judged is not None and judged.settled and judged.result is Result.WIN
    proven = judged.as_chance() if judged is not None and won else None
    return ReviewedMove(number, state, action, values, decision.line, (), proven, searched)


def agreed(moves: Iterable[ReviewedMove]) -> list[ReviewedMove]:
    """The moves in the order of the game, and no two of them contradict each other.

    The value after a move is the value before the next one. Moves are judged from the last one
    back, so what is proven of an early position is told to the moves after it here.
    """
    rows = sorted(moves, key=lambda move: move.number)
    for at, later in enumerate(rows[1:], start=1):
        earlier = rows[at - 1]
        follows = later.number == earlier.number + 1
        if follows and later.state.player != earlier.state.player:
            stones = later.state.ply - earlier.state.ply
            rows[at] = _told(later, earlier.after.for_opponent(-stones))
    return rows


def _told(move: ReviewedMove, before: Value) -> ReviewedMove:
    """The judgement of a move once the value of the position before it is proven."""
    if move.before.merged(before) is not before or before.kind is not Kind.PROVEN:
        return move
    values = {**move.values, move.action: _capped(move.after, before)}
    return replace(move, values=values, proven=before)


def _capped(after: Value, before: Value) -> Value:
    """No move is worth more than its position."""
    if after.kind is Kind.PROVEN or before.result is Result.WIN:
        return after
    if before.result is Result.LOSS:
        return Value(Kind.PROVEN, 0.0, Result.LOSS, unit=Unit.CHANCE)
    most = min(after.chance, before.chance)
    return Value(Kind.BOUND, most, Result.DRAW, at_most=True, unit=Unit.CHANCE)


def grade_of(before: Value, after: Value) -> Grade:
    """What the difference of two values of the same player amounts to.

    >>> win, draw = Value(Kind.PROVEN, 9, Result.WIN, 9), Value(Kind.PROVEN, 0, Result.DRAW)
    >>> str(grade_of(win, draw)), str(grade_of(win, Value(Kind.PROVEN, 5, Result.WIN, 17)))
    ('blunder', 'inaccuracy')
    """
    if before.results[0] > after.results[1]:
        return Grade.BLUNDER
    if after.rank >= before.rank:
        return Grade.BEST
    if before.kind is after.kind is Kind.PROVEN and before.result is after.result is not None:
        return _by_distance(before, after)
    lost = before.chance - after.chance
    for most, grade in zip(REVIEW_LOSSES, Grade, strict=False):
        if lost <= most:
            return grade
    return Grade.MISTAKE


def summary(moves: Iterable[ReviewedMove]) -> dict[str, SummaryData]:
    """For both players how many moves got each grade, and the mean chance given away per move."""
    found: dict[str, SummaryData] = {}
    listed = agreed(moves)
    for player, symbol in enumerate(SYMBOLS):
        own = [move for move in listed if move.state.player == player]
        grades = Counter(move.grade for move in own)
        lost = sum(move.loss for move in own) / max(1, len(own))
        found[symbol] = {
            "moves": len(own),
            "best": grades[Grade.BEST],
            "fine": grades[Grade.FINE],
            "inaccuracy": grades[Grade.INACCURACY],
            "mistake": grades[Grade.MISTAKE],
            "blunder": grades[Grade.BLUNDER],
            "loss": round(lost, 3),
        }
    return found


def review_dict(record: Record, moves: Iterable[ReviewedMove]) -> ReviewData:
    """A review as JSON-ready data, the moves in the order in which they were played."""
    ordered = agreed(moves)
    return {
        "game": str(record.game),
        "start": format_position(record.root.state),
        "moves": format_moves(record.game, record.main_line()),
        "players": {"X": record.tags.get("First", ""), "O": record.tags.get("Second", "")},
        "complete": len(ordered) == decisions(record),
        "summary": summary(ordered),
        "review": [move.as_dict() for move in ordered],
    }


def annotated(record: Record, moves: Iterable[ReviewedMove]) -> Record:
    """A copy of the record with the judgements as comments, and better moves as branches."""
    twin = record.copy()
    nodes = [twin.root, *twin.root.line()]
    for move in agreed(moves):
        node = nodes[move.number + 1]
        node.comment = "; ".join(filter(None, [node.comment, move.words]))
        if move.grade in (Grade.MISTAKE, Grade.BLUNDER):
            node = nodes[move.number]
            for action in move.line[:REVIEW_LINE]:
                node = node.child(action)
    return twin


def reviewable(record: Record) -> Record:
    """The record itself; raises BadOption if there is nothing in it to review."""
    if not record.main_line():
        raise BadOption("there is no move to review: name a FILE or the moves")
    if not decisions(record):
        raise BadOption("there is no move to review: only dice have moved so far")
    return record


def decisions(record: Record) -> int:
    """Moves of the main line that somebody chose."""
    nodes = [record.root, *record.root.line()]
    return sum(not node.state.chance() for node in nodes[:-1])


def _decided(before: Value, after: Value) -> bool:
    """Whether proofs alone tell the two apart."""
    return before.kind is after.kind is Kind.PROVEN or before.results[0] > after.results[1]


def _by_distance(before: Value, after: Value) -> Grade:
    """The result is the same, and only the way to it is worse."""
    if before.plies is None or after.plies is None:
        return Grade.FINE
    if (before.result is Result.WIN and before.plies == 1) or after.plies == 2:
        return Grade.MISTAKE
    turns = abs(after.plies - before.plies)
    bounds = before.at_most or after.at_most  # how long it takes is not known exactly
    return Grade.FINE if turns <= REVIEW_FINE_PLIES or bounds else Grade.INACCURACY


def _seen_later(state: State, child: State, known: tuple[State, Value] | None) -> Value | None:
    """What the position after the move says about the move."""
    if child.outcome is not None:
        winner, plies = child.outcome.winner, child.ply - state.ply
        if winner is None:
            return Value(Kind.PROVEN, 0.5, Result.DRAW, unit=Unit.CHANCE)
        result = Result.WIN if winner == state.player else Result.LOSS
        return Value(Kind.PROVEN, 0.0, result, plies).as_chance()
    if known is None or known[1].kind is Kind.ESTIMATE:
        return None
    if child.player == state.player:
        return known[1]
    return known[1].for_opponent(child.ply - state.ply)
