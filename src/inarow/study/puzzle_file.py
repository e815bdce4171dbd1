"""Puzzles in a text file: one line each, with the value of every move.

    connect_four(rows=6,cols=7,k=4)
    3 44455532 1=L12 2=D 3=W9 ...
    |  |        |
    |  |        the value of each move: W win, D draw, L loss, in that number of plies
    |  the moves that lead to the position
    the level

So a set can be read, checked with `inarow solve`, and shipped: nothing is solved at run time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from inarow.errors import BadFile, InarowError
from inarow.games.base import Game
from inarow.games.notation import play_moves
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Value
from inarow.study.puzzles import Puzzle

_FOLDER = Path(__file__).parent.parent / "data"
_LETTERS = {"W": Result.WIN, "D": Result.DRAW, "L": Result.LOSS}
_VALUE = re.compile(r"(\S+)=([WDL])(\d*)\Z")


def format_puzzles(game: Game, puzzles: Iterable[Puzzle]) -> str:
    """Puzzles of one game as text."""
    lines = [str(game)]
    for puzzle in puzzles:
        values = " ".join(
            f"{game.format(action)}={_code(value)}" for action, value in puzzle.values.items()
        )
        lines.append(f"{puzzle.level} {puzzle.moves.replace(' ', ',')} {values}")
    return "\n".join([*lines, ""])


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a text; raises BadFile with the number of the line that is wrong.

    >>> [puzzle] = parse_puzzles("tic_tac_toe\\n1 a1b1b2 c3=L3 a2=L2 c1=L2 c2=L2 a3=L2 b3=L2\\n")
    >>> puzzle.best.words
    'loss in 3 plies'
    """
    head, *lines = text.splitlines() or [""]
    game, found = load_game(head.strip()), []
    for number, line in enumerate(lines, start=2):
        try:
            found += [_puzzle(game, line.split())] if line.strip() else []
        except (InarowError, ValueError) as error:
            raise BadFile(f"line {number} of the puzzles: {error}") from None
    return tuple(found)


@cache
def shipped_puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with this package for a game by its name; () if there are none."""
    path = _FOLDER / f"puzzles_{name}.txt"
    return parse_puzzles(path.read_text(encoding="utf-8")) if path.exists() else ()


def _puzzle(game: Game, words: list[str]) -> Puzzle:
    level, moves, *codes = words
    state = play_moves(game.initial_state(), moves)
    values = {}
    for code in codes:
        match = _VALUE.match(code)
        if match is None:
            raise BadFile(f"{code!r} is not a value such as 4=W9")
        move, letter, plies = match.groups()
        distance = int(plies) if plies else None
        value = Value(Kind.PROVEN, 0, _LETTERS[letter], distance)
        values[game.parse(move)] = value.as_chance()
    if set(values) != set(state.legal_actions()):
        raise BadFile("not every move has a value")
    return Puzzle(state, values, moves.replace(",", " "), int(level))


def _code(value: Value) -> str:
    assert value.result is not None, "only proven values are written"
    plies = "" if value.plies is None or value.result is Result.DRAW else value.plies
    return f"{value.result.value[0].upper()}{plies}"
