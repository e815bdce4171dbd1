"""Puzzles: a position, the moves that keep the result, and what to say about the others.

A puzzle knows the right moves beforehand, so nothing has to be solved while a person tries it.
Three kinds of puzzles look alike here:

- from solved positions (`puzzle_maker.py`): exactly one move keeps the win or the draw;
- from wins by force of Gomoku (`forced_puzzles.py`): every move is right that wins by force;
- from a reviewed game: the positions in which a player made a mistake, as a quiz.

Solved ones are kept in text files, one line each:

    connect_four(rows=6,cols=7,k=4)
    3:1080 44455532 1=L12 2=D 3=W9 ...
    |      |        |
    |      |        the value of each move: W win, D draw, L loss, in that number of plies;
    |      |        F a win by force in at most that number: then all other moves are left out;
    |      |        where dice decide, 3=0.625 is the share of points to expect
    |      the moves that lead to the position
    the level and the rating; files of others may have the level alone

So a set can be read, checked with `inarow solve`, and shipped. Behind an m,n,k game stands
`notation=2`: rows count from the bottom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TypedDict

from inarow.errors import BadFile, IllegalMove, InarowError
from inarow.games.base import SYMBOLS, Game, State
from inarow.games.notation import (
    NOTATION,
    format_position,
    is_versioned,
    parse_moves,
    read_version,
)
from inarow.games.record import Record
from inarow.games.record_file import read_plain_text
from inarow.games.sides import side_names
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Value, ValueData
from inarow.study.expected import expectation
from inarow.study.hints import hint_at
from inarow.study.reasons import explain
from inarow.study.review import agreed
from inarow.study.reviewed_move import SLIPS, Grade, ReviewedMove, grade_of
from inarow.study.why import Why

NEAREST = 30
"""Of the ready puzzles, as many as are nearest to a rating may come."""

_ACCEPTED = (Grade.BEST, Grade.FINE)
_FOLDER = Path(__file__).parent.parent / "data"
_FORCED = "F"
_LETTERS = {"W": Result.WIN, "D": Result.DRAW, "L": Result.LOSS, _FORCED: Result.WIN}
_VALUE = re.compile(r"(\S+)=(?:([WDLF])(\d*)|(0\.\d+))\Z")
_DIGITS = 4
"""Of a share of points."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What is said of an attempt: right or wrong, the value of the move, and why."""

    right: bool
    action: int
    value: Value | None
    words: str
    reasons: tuple[Why, ...]


class PuzzleData(TypedDict):
    """A puzzle with its solution."""

    game: str
    moves: str
    position: str
    to_move: str
    goal: str
    level: int | None
    rating: int | None
    played: str | None
    solutions: list[str]
    values: dict[str, ValueData]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to be solved.

    Args:
        state: the position.
        values: the value of every move that is known, for the player to move.
        moves: the moves that lead to the position, if they are known.
        level: how difficult it is, from 1 to 5; None if nobody measured it.
        rating: the same, more exactly, on the scale of the players of the game.
        played: what was played in the game that it comes from.
    """

    state: State
    values: Mapping[int, Value]
    moves: str = ""
    level: int | None = None
    played: int | None = None
    rating: int | None = None

    @property
    def best(self) -> Value:
        """The value that the right move has."""
        return max(self.values.values(), key=lambda value: value.rank)

    @property
    def solutions(self) -> tuple[int, ...]:
        """The moves that count as right, the best one first."""
        best = self.best
        right = [a for a, value in self.values.items() if grade_of(best, value) in _ACCEPTED]
        return tuple(sorted(right, key=lambda a: (self.values[a].rank, -a), reverse=True))

    @property
    def goal(self) -> str:
        """What is asked for: `X to move wins`, `O to move holds the draw`, or the best move."""
        who, best = side_names(self.state)[self.state.player], self.best
        if best.kind is Kind.PROVEN and best.result is Result.WIN:
            return f"{who} to move wins"
        if best.kind is Kind.PROVEN and best.result is Result.DRAW:
            return f"{who} to move holds the draw"
        if best.is_expectation:
            return f"{who} to move: find the move that can expect the most points"
        return f"{who} to move: find the best move"

    def hint(self, number: int) -> str:
        """A hint that gives more away each time (`hints.py`); the first, 0, tells the goal."""
        told = self.best.plies is not None or self.best.result is None
        goal = f"The right move leads to: {_told(self.best)}. " if told and not number else ""
        return f"{goal}{hint_at(self.state, self.solutions[0], number)}"

    def check(self, action: int) -> Attempt:
        """Judge an attempt; raises IllegalMove.

        >>> puzzle = shipped_puzzles("connect_four")[0]
        >>> puzzle.check(puzzle.solutions[0]).right
        True
        """
        if action not in self.state.legal_actions():
            raise IllegalMove(f"{self.state.game.format(action)} cannot be played here")
        value, name = self.values.get(action), self.state.game.format(action)
        reasons = explain(self.state, action)
        if action in self.solutions:
            said = "" if value is None else f": {_told(value)}"
            return Attempt(True, action, value, f"Right, {name}{said}.", reasons)
        words = f"Wrong: no win by force is known after {name}."
        if value is not None:
            words = f"Wrong: {name} gives {_told(value)}, not {_told(self.best)}."
        if action == self.played:
            words += " That was played in the game."
        against = [why.words for why in reasons if why.player != self.state.player]
        if against:
            reason = against[0] if against[0].startswith("the ") else f"it {against[0]}"
            words += f" {reason[0].upper()}{reason[1:]}."
        return Attempt(False, action, value, words, reasons)

    def as_dict(self) -> PuzzleData:
        """The puzzle as JSON-ready data, solution included."""
        game = self.state.game
        return {
            "game": str(game),
            "moves": self.moves,
            "position": format_position(self.state),
            "to_move": SYMBOLS[self.state.player],
            "goal": self.goal,
            "level": self.level,
            "rating": self.rating,
            "played": None if self.played is None else game.format(self.played),
            "solutions": [game.format(action) for action in self.solutions],
            "values": {game.format(a): value.as_dict() for a, value in self.values.items()},
        }


def _told(value: Value) -> str:
    """A value in the middle of a sentence; a percentage says of what it is one."""
    if value.is_expectation:
        return f"{value.brief} of the points"
    text = value.brief
    return f"{text} of the points, by estimate" if text.endswith("%") else text


def mistakes(moves: Iterable[ReviewedMove], player: int | None = None) -> list[Puzzle]:
    """The positions of a reviewed game in which a player (or both) made a mistake or a blunder.

    >>> from inarow.study.review import review
    >>> from inarow.games.record import Record
    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"))
    >>> state = record.push_moves("b2b3a3")
    >>> [puzzle.goal for puzzle in mistakes(review(record))]
    ['O to move holds the draw']
    """
    return [
        Puzzle(move.state, move.values, played=move.action)
        for move in agreed(moves)
        if move.grade in SLIPS and player in (None, move.state.player)
    ]


def format_puzzles(game: Game, puzzles: Iterable[Puzzle]) -> str:
    """Puzzles of one game as text."""
    lines = [f"{game} notation={NOTATION}" if is_versioned(game) else str(game)]
    for puzzle in puzzles:
        values = " ".join(
            f"{game.format(action)}={_code(value)}" for action, value in puzzle.values.items()
        )
        rating = "" if puzzle.rating is None else f":{puzzle.rating}"
        lines.append(f"{puzzle.level}{rating} {puzzle.moves.replace(' ', ',')} {values}")
    return "\n".join([*lines, ""])


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a text; raises BadFile with the number of the line that is wrong.

    >>> head, line = "tic_tac_toe notation=2", "1 a3b3b2 c1=L3 a2=L2 c3=L2 c2=L2 a1=L2 b1=L2"
    >>> [puzzle] = parse_puzzles(f"{head}\\n{line}\\n")
    >>> puzzle.best.words
    'loss in 3 plies'
    """
    head, *lines = text.splitlines() or [""]
    spec, _, version = head.partition(" notation=")
    game, found = load_game(spec.strip()), list[Puzzle]()
    read = partial(parse_moves, game, version=read_version(version.strip() or "1"))
    read_value = cache(partial(_read_value, read))  # thousands of puzzles have the same few
    for number, line in enumerate(lines, start=2):
        try:
            found += [_puzzle(game, line.split(), read, read_value)] if line.strip() else []
        except (InarowError, ValueError) as error:
            raise BadFile(f"line {number} of the puzzles: {error}") from None
    return tuple(found)


@cache
def shipped_puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with this package for a game by its name; () if there are none.

    They stand in files of some tens of kB: `puzzles_gomoku-2.txt` was made with the seed 2.
    """
    found: tuple[Puzzle, ...] = ()
    for path in sorted(_FOLDER.glob(f"puzzles_{name}-*.txt")):
        try:
            found += parse_puzzles(read_plain_text(path))
        except InarowError as error:
            raise BadFile(f"{path} is damaged: {error}") from None
    return found


def nearest(puzzles: Iterable[Puzzle], rating: float, count: int = NEAREST) -> list[Puzzle]:
    """The puzzles that are hard enough, and no harder, for somebody with a rating.

    >>> found = nearest(shipped_puzzles("connect_four"), 800)
    >>> len(found), max(abs(puzzle.rating - 800) for puzzle in found) < 50
    (30, True)
    """
    return sorted(puzzles, key=lambda puzzle: abs((puzzle.rating or 0) - rating))[:count]


def _puzzle(
    game: Game,
    words: list[str],
    read: Callable[[str], list[int]],
    read_value: Callable[[str], tuple[int, Value]],
) -> Puzzle:
    difficulty, moves, *codes = words
    level, _, rating = difficulty.partition(":")
    record = Record(game)
    for action in read(moves):
        record.push(action)
    values = dict(map(read_value, codes))
    forced = bool(values) and all(value.at_most for value in values.values())
    if not set(values) <= set(record.state.legal_actions()):
        raise BadFile("a move cannot be played")
    if not forced and len(values) < len(record.state.legal_actions()):
        raise BadFile("not every move has a value")
    rated = int(rating) if rating else None
    return Puzzle(record.state, values, record.moves, int(level), rating=rated)


def _read_value(read: Callable[[str], list[int]], code: str) -> tuple[int, Value]:
    """A move and its value, such as `4=W9`."""
    match = _VALUE.match(code)
    if match is None:
        raise BadFile(f"{code!r} is not a value such as 4=W9")
    move, letter, plies, share = match.groups()
    distance = int(plies) if plies else None
    value = Value(Kind.PROVEN, 0, _LETTERS.get(letter), distance, at_most=letter == _FORCED)
    return read(move)[0], expectation(float(share)) if share else value.as_chance()


def _code(value: Value) -> str:
    if value.is_expectation:
        return f"{value.score:.{_DIGITS}f}"
    assert value.result is not None, "only proven values are written"
    plies = "" if value.plies is None or value.result is Result.DRAW else value.plies
    return f"{_FORCED if value.at_most else value.result.value[0].upper()}{plies}"
