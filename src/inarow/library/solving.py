"""How well I solve puzzles: every answer that counts is kept, and my rating follows from them.

One row an answer, on whatever screen it was given. The standing at a game is what the answers make
of a newcomer, one after the other (`study/puzzle_rating.py`), so page and terminal cannot differ.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import AbstractContextManager
from pathlib import Path

from inarow.errors import InarowError
from inarow.games.base import Game
from inarow.games.notation import format_position
from inarow.library.rows import committed, open_games
from inarow.log import logger
from inarow.study.puzzle_rating import Standing, newcomer
from inarow.study.puzzles import Puzzle

log = logger(__name__)


def write_answer(db: sqlite3.Connection, puzzle: Puzzle, solved: bool) -> Standing:
    """Keep the first answer to a puzzle with a rating; how I stand after it."""
    state = puzzle.state
    row = (time.time(), str(state.game), format_position(state), puzzle.rating, solved)
    db.execute("INSERT INTO answers(at, game, position, rating, solved) VALUES(?,?,?,?,?)", row)
    return read_standing(db, state.game)


def read_standing(db: sqlite3.Connection, game: Game) -> Standing:
    """How I stand at a game."""
    query = "SELECT rating, solved FROM answers WHERE game=? ORDER BY number"
    standing = newcomer(game)
    for rating, solved in db.execute(query, (str(game),)):
        standing = standing.after(rating, bool(solved))
    return standing


class Solving(AbstractContextManager["Solving"]):
    """My puzzles; where there is no file for them, they count until the end of the program.

    >>> from inarow.study.puzzles import shipped_puzzles
    >>> puzzle = shipped_puzzles("connect_four")[0]
    >>> with Solving(None) as mine:
    ...     before, after = mine.answered(puzzle, True)
    ...     after == mine.standing(puzzle.state.game), after.tried, after.rating > before.rating
    (True, 1, True)
    """

    def __init__(self, file: Path | None) -> None:
        self._db: sqlite3.Connection | None = None
        self._here: dict[Game, Standing] = {}
        try:
            self._db = None if file is None else open_games(file)
        except (InarowError, OSError) as error:
            log.warning("the puzzle rating is not kept: %s", error)

    def __exit__(self, *_: object) -> None:
        if self._db is not None:
            self._db.close()

    def standing(self, game: Game) -> Standing:
        """How I stand at a game."""
        if self._db is None:
            return self._here.get(game) or newcomer(game)
        return read_standing(self._db, game)

    def answered(self, puzzle: Puzzle, solved: bool) -> tuple[Standing, Standing]:
        """Count the first answer to a puzzle with a rating; how I stood before and stand now."""
        assert puzzle.rating is not None, "only puzzles with a rating count"
        game = puzzle.state.game
        before = self.standing(game)
        if self._db is not None:
            try:
                with committed(self._db):
                    return before, write_answer(self._db, puzzle, solved)
            except sqlite3.Error as error:
                log.warning("the puzzle rating is not kept: %s", error)
                self._db.close()
                self._db = None
        self._here[game] = before.after(puzzle.rating, solved)
        return before, self._here[game]
