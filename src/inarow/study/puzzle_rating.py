"""How hard a puzzle is and how well somebody solves them: two ratings on one scale.

A puzzle is a player that cannot move: whoever solves it has beaten it. So its rating is found like
that of a player. Every level of the game tries it, and the levels have measured ratings
(`agents/levels.py`):

    level              1    2    3    4     5     6     7   ...
    Elo              540  654  768  910  1074  1176  1309
    found it, of 2     0    0    1    1     2     2     2         rating 830

The rating is the one with which the tries come out as they did, on average. One try more by an
average level, half of it a success, keeps it finite where everybody or nobody found the move. With
two tries a level it is good to about 130 points, so it sorts puzzles and says no more than that.

A person who solves puzzles has a rating of the same scale for each game, and a deviation that says
how sure it is: Glicko, M. E. Glickman, "Parameter estimation in large dynamic paired comparison
experiments" (1999), one puzzle at a time. Only the first answer counts, and a hint is no answer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from inarow.agents.level import LevelPlayer
from inarow.agents.levels import levels_of, usual_level
from inarow.games.base import Game, State
from inarow.search.limit import Limit
from inarow.seeds import derived_seed

PUZZLE_TRIES = 2
"""Tries of each level at a puzzle."""
PUZZLE_GRADES = 5
"""Puzzles have levels from 1 to this."""
NEWCOMER_DEVIATION = 350.0
"""How far the first guess of a person's rating may be off."""

_SURE, _PUZZLE_DEVIATION = 60.0, 130.0
"""A person's deviation never falls below the first, so that the rating keeps moving."""
_SCALE = math.log(10) / 400
_LOWEST, _HIGHEST = -2000.0, 6000.0
_HALVINGS = 40


class Try(NamedTuple):
    """A player's rating, how much the try counts, and how much of it was a success."""

    elo: float
    weight: float
    found: float


def rate(state: State, solutions: Collection[int]) -> int:
    """The rating of a puzzle, by letting every level of its game try it."""
    tries, levels = list[Try](), levels_of(state.game)
    for level in levels:
        if level.rating is not None:
            seeds = (derived_seed(level.number, str(number)) for number in range(PUZZLE_TRIES))
            players = (LevelPlayer(level.number, seed=seed) for seed in seeds)
            found = sum(p.choose(state, Limit()).action in solutions for p in players)
            tries.append(Try(level.rating.elo, PUZZLE_TRIES, found))
    return fitted(tries)


def fitted(tries: Sequence[Try]) -> int:
    """The rating of a puzzle with which the tries come out as they did, on average.

    >>> fitted([Try(600, 2, 0), Try(800, 2, 1), Try(1000, 2, 2)])
    800
    """
    if not tries:
        return 0
    middle = sum(one.elo for one in tries) / len(tries)
    counted = [*tries, Try(middle, 1, 0.5)]
    low, high = _LOWEST, _HIGHEST
    for _ in range(_HALVINGS):
        rating = (low + high) / 2
        expected = sum(one.weight * _expected(one.elo - rating) for one in counted)
        if expected > sum(one.found for one in counted):
            low = rating
        else:
            high = rating
    return round((low + high) / 2)


def grade_of_rating(game: Game, rating: int) -> int:
    """The level of a puzzle, 1 to 5: in equal steps from one that all levels find to the strongest.

    >>> from inarow.registry import load_game
    >>> [grade_of_rating(load_game("connect_four"), rating) for rating in (400, 800, 1100, 1900)]
    [1, 3, 4, 5]
    """
    elos = [level.rating.elo for level in levels_of(game) if level.rating is not None]
    lowest = fitted([Try(elo, PUZZLE_TRIES, PUZZLE_TRIES) for elo in elos])
    share = (rating - lowest) / max(1, max(elos, default=0) - lowest)
    return max(1, min(PUZZLE_GRADES, 1 + int(PUZZLE_GRADES * share)))


@dataclass(frozen=True, slots=True)
class Standing:
    """How well somebody solves the puzzles of a game.

    Args:
        rating: on the scale of the levels of that game.
        deviation: how sure that is: the true rating lies within two of them, most likely.
        tried: puzzles that counted.
        solved: those solved at the first try and without a hint.
        streak: how many of these in a row, up to now.
        longest: the most in a row.
    """

    rating: float
    deviation: float = NEWCOMER_DEVIATION
    tried: int = 0
    solved: int = 0
    streak: int = 0
    longest: int = 0

    def after(self, puzzle: int, solved: bool) -> Standing:
        """The standing after a puzzle of a rating.

        >>> me = Standing(800).after(800, True).after(1000, True).after(900, False)
        >>> round(me.rating), round(me.deviation), me.solved, me.streak, me.longest
        (959, 190, 2, 0, 2)
        """
        damp = 1 / math.sqrt(1 + 3 * (_SCALE * _PUZZLE_DEVIATION / math.pi) ** 2)
        expected = _expected(damp * (self.rating - puzzle))
        precision = 1 / self.deviation**2 + (_SCALE * damp) ** 2 * expected * (1 - expected)
        moved = self.rating + _SCALE / precision * damp * (solved - expected)
        streak = self.streak + 1 if solved else 0
        return replace(
            self,
            rating=moved,
            deviation=max(_SURE, math.sqrt(1 / precision)),
            tried=self.tried + 1,
            solved=self.solved + solved,
            streak=streak,
            longest=max(self.longest, streak),
        )

    @property
    def words(self) -> str:
        """What is told of it.

        >>> Standing(812.4, 90, 10, 7, 3, 5).words
        'puzzle rating 812 +-180; 7 of 10 solved at the first try; 3 in a row, at most 5'
        """
        text = f"puzzle rating {self.rating:.0f} +-{2 * self.deviation:.0f}; "
        text += f"{self.solved} of {self.tried} solved at the first try"
        return f"{text}; {self.streak} in a row, at most {self.longest}"


def newcomer(game: Game) -> Standing:
    """Where somebody begins: as strong as the usual opponent, perhaps."""
    level = levels_of(game)[usual_level(game) - 1]
    return Standing(0.0 if level.rating is None else float(level.rating.elo))


def _expected(ahead: float) -> float:
    """The share of points to expect for somebody who is this much better."""
    return 1 / (1 + 10 ** (-ahead / 400))
