"""Make puzzles: positions from played games in which exactly one move keeps the result.

    1  a game      a weak player against itself, with random moves in between, as people play;
                   a puzzle that is found is solved there, so that the next one may follow from it
    2  a position  win or draw, with a single move that keeps it; no win at once, and at least two
                   wrong moves that do not lose at once, so that there is something to think about
    3  a rating    every level of the game tries it (`puzzle_rating.py`)

Who plays and who knows the truth differs from game to game (`puzzle_sources.py`); all values are
exact. The same seed makes the same puzzles, and fewer of them are the first of more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from threading import Event
from typing import TypeAlias

from inarow.games.base import Game
from inarow.games.dice import roll
from inarow.games.notation import format_moves
from inarow.study.puzzle_rating import grade_of_rating, rate
from inarow.study.puzzle_sources import Source, source_of
from inarow.study.puzzles import Puzzle

PUZZLE_GAMES = 200
"""Games in a row without a new puzzle after which the search for more is given up."""

OnTry: TypeAlias = Callable[[], None]
"""Called for every game that is played in search of puzzles."""

_APART, _PER_GAME = 2, 4
"""Plies between two puzzles of one game, and the most of them."""


def make_puzzles(
    game: Game, count: int, seed: int, on_try: OnTry | None = None, stop: Event | None = None
) -> Iterator[Puzzle]:
    """Up to `count` puzzles of a game, no two of them mirror images.

    It gives up after as many games in a row without a new one as `PUZZLE_GAMES` says, and when
    `stop` is set.

    Raises:
        NotSupported: nobody can solve positions of this game in a reasonable time, or nobody can
            win it.
    """
    rng = Random(seed)
    source = source_of(game, seed, stop)
    seen: set[object] = set()
    made = idle = 0

    def stopped() -> bool:
        return stop is not None and stop.is_set()

    while made < count and idle < PUZZLE_GAMES and not stopped():
        idle += 1
        if on_try is not None:
            on_try()
        for puzzle in _of_one_game(game, source, rng, seen, stopped):
            made, idle = made + 1, 0
            yield puzzle
            if made == count:
                break


def _of_one_game(
    game: Game, source: Source, rng: Random, seen: set[object], stopped: Callable[[], bool]
) -> Iterator[Puzzle]:
    """The puzzles of a new game; where one is found, its solution is played, and play goes on."""
    state, actions, found, last = game.initial_state(), list[int](), 0, -_APART
    while not stopped() and found < _PER_GAME:
        action = roll(state, rng) if state.chance() else source.move(state, rng)
        if actions and state.ply - last >= _APART and source.is_quick(state):
            same = likeness(game, actions)
            values = {} if same in seen else source.values(state)
            seen.add(same)
            if source.is_puzzle(values) and not stopped():  # perhaps in the middle of them
                puzzle = Puzzle(state, values, format_moves(game, actions))
                action, last, found = puzzle.solutions[0], state.ply, found + 1
                rating = rate(state, puzzle.solutions)
                yield replace(puzzle, rating=rating, level=grade_of_rating(game, rating))
        state = state.play(action)
        actions.append(action)
        if state.outcome is not None:
            return


def likeness(game: Game, actions: Sequence[int]) -> object:
    """The same for positions that are equal, mirrored or turned, as far as the rules allow that.

    >>> from inarow.registry import load_game
    >>> game = load_game("connect_four")
    >>> likeness(game, [0, 1]) == likeness(game, [6, 5]) != likeness(game, [0, 5])
    True
    """
    images = []
    for symmetry in game.symmetries():
        state = game.initial_state()
        for action in actions:
            state = state.play(symmetry[action])
        images.append(state.key())
    return min(images, key=repr)
