"""Text in, text out: move strings, boards and whole positions, for every game.

Move strings are written in each game's own notation: `4453` for Connect Four up to nine columns,
`10 4 11` beyond, `h8i9` for games on free cells, `553` for nine boards. Blanks and commas between
moves are always allowed. Files and links say in which version of the notation they are written,
because the rows of m,n,k games once counted from the top.

Boards are read from plain rows (`X`, `O`, `.`) and from the drawings of four older programs, whose
frames are recognised line by line:

    ` | X | O |   | `     cells between bars, then dashes and column numbers
    `- X O - `            cells with blanks, `-` for an empty one
    ` 0|  -  X  O  |`     a numbered row inside a frame of underscores
    ` . X . | O . . |`    three boards side by side

A position fits on one line: its rows from the top, who is to move, and the state's note if it has
one: `.../.X./... O`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import MOVE_SHOWN, SYMBOLS, Game, State
from inarow.games.mnk import Mnk
from inarow.registry import game_of
from inarow.text import clean

NOTATION = 2
"""The version of the notation. In version 1, or where none is stated, `a1` is the top left cell."""

_EMPTY = ".-·_"
_BARRED_ROW = re.compile(r"\s*\|(?:...\|)+\s*\Z")
_NUMBERED_ROW = re.compile(r"\s*\d+\s*\|([^|]*)\|\s*\Z")
_FRAME = re.compile(r"[-_+|\s]*\Z")
_LABELS = re.compile(r"\s*(?:\d+|[a-z]+)(?:\s+(?:\d+|[a-z]+))*\s*\Z", re.IGNORECASE)


def format_moves(game: Game | str, actions: Iterable[int]) -> str:
    """A move string, without blanks where it can be read back without them.

    >>> format_moves("connect_four", [3, 3, 4]), format_moves("gomoku", [112])
    ('445', 'h8')
    """
    game, actions = game_of(game), list(actions)
    words = [game.format(action) for action in actions]
    joined = "".join(words)
    found = [match.group() for match in re.finditer(game.move_pattern, joined)]
    return joined if found == words else " ".join(words)


def is_versioned(game: Game) -> bool:
    """Whether moves of the game had other names in version 1 of the notation."""
    return type(game).format is Mnk.format


def read_version(text: str) -> int:
    """The version that a file states; raises BadNotation for one of the future."""
    if text not in ("1", "2"):
        raise BadNotation(f"version {clean(text, MOVE_SHOWN)} of the notation is not known here")
    return int(text)


def parse_move(game: Game, text: str, version: int = NOTATION) -> int:
    """The action that a move names in a version of the notation; raises BadNotation.

    >>> from inarow.registry import load_game
    >>> parse_move(load_game("gomoku"), "a1"), parse_move(load_game("gomoku"), "a1", version=1)
    (210, 0)
    """
    action, (rows, cols) = game.parse(text), game.shape
    row, col = divmod(action, cols)
    is_same = version == NOTATION or not is_versioned(game) or row >= rows  # a word, no cell
    return action if is_same else (rows - 1 - row) * cols + col


def parse_moves(game: Game | str, text: str, version: int = NOTATION) -> list[int]:
    """The actions that a move string names; raises BadNotation with the number of the bad move.

    >>> parse_moves("gomoku", "h8 i9,a15")
    [112, 98, 0]
    """
    game = game_of(game)
    pattern, actions = re.compile(game.move_pattern), list[int]()
    for word in re.split(r"[\s,]+", text.strip()):
        at = 0
        while at < len(word):
            match = pattern.match(word, at)
            move = match.group() if match else word[at:]
            try:
                actions.append(parse_move(game, move, version))
            except BadNotation as error:
                raise BadNotation(f"move {len(actions) + 1}: {error}") from None
            at += len(move)
    return actions


def renamed(game: Game, moves: str) -> str:
    """A move string of version 1 in today's names, and just as well the other way round.

    >>> from inarow.registry import load_game
    >>> renamed(load_game("gomoku"), "h8i9")
    'h8i7'
    """
    return format_moves(game, parse_moves(game, moves, 1)) if is_versioned(game) else moves


def play_moves(start: State | Game | str, text: str) -> State:
    """The position after the moves of a move string, from a position or the start of a game.

    >>> print(play_moves("tic_tac_toe", "b2a3"))
    O..
    .X.
    ...
    """
    start = game_of(start) if isinstance(start, str) else start
    begin: Callable[[], State] | None = getattr(start, "initial_state", None)
    state = cast(State, start) if begin is None else begin()
    for number, action in enumerate(parse_moves(state.game, text), start=1):
        try:
            state = state.play(action)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} ({state.game.format(action)}): {error}") from None
    return state


def parse_board(
    game: Game | str,
    text: str,
    player: int | None = None,
    note: str = "",
    symbols: str = SYMBOLS,
) -> State:
    r"""A position from a drawn board.

    Args:
        game: whose board it is; its size decides how many rows and columns are expected.
        text: the drawing, top row first; frames and labels are skipped.
        player: who is to move; needed only when the stones do not tell (they do if both have the
            same number, or player 0 one more).
        note: what the drawing does not show, for example the board to play in of nine boards.
        symbols: the marks of player 0 and player 1.

    >>> drawing = " | X |   |   | \n |   | O |   | \n |   |   | X | "
    >>> parse_board("tic_tac_toe", drawing).player
    1
    """
    game = game_of(game)
    rows, cols = game.shape
    owners: dict[str, int | None] = dict.fromkeys(_EMPTY)
    owners |= {symbols[0].upper(): 0, symbols[1].upper(): 1}
    board: list[tuple[int | None, ...]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        marks = _marks(line, cols, symbols)
        if marks is None:
            continue
        unknown = [mark for mark in marks if mark.upper() not in owners]
        if unknown:
            raise BadNotation(f"line {number}: {unknown[0]!r} is neither {symbols} nor empty")
        if len(marks) != cols:
            raise BadNotation(
                f"line {number}: a row of {game.name} has {cols} cells here, not {len(marks)}"
            )
        board.append(tuple(owners[mark.upper()] for mark in marks))
    if len(board) != rows:
        raise BadNotation(f"a board of {game.name} has {rows} rows here, not {len(board)}")
    return game.state_from(tuple(board), stones_to_move(board) if player is None else player, note)


def format_position(state: State) -> str:
    """A position on one line: rows from the top, who is to move, the note if there is one."""
    words = [format_rows(state.board()), SYMBOLS[state.player], state.note]
    return " ".join(word for word in words if word)


def parse_position(game: Game | str, text: str) -> State:
    """The inverse of `format_position`.

    >>> format_position(parse_position("tic_tac_toe", ".../.X./... O"))
    '.../.X./... O'
    """
    rows, *rest = text.split() or [""]
    if not rest or rest[0].upper() not in tuple(SYMBOLS) or len(rest) > 2:
        raise BadNotation("a position is written rows/rows/... and then X or O, who is to move")
    player = SYMBOLS.index(rest[0].upper())
    return parse_board(game, rows.replace("/", "\n"), player, *rest[1:])


def _marks(line: str, cols: int, symbols: str) -> list[str] | None:
    """The marks of a drawn row, or None for a line that only frames the board."""
    if _BARRED_ROW.match(line):
        return [mark if mark != " " else "." for mark in line.strip()[2::4]]
    numbered = _NUMBERED_ROW.match(line)
    if numbered:
        line = numbered[1]
        return None if not line.strip(" _") else line.split()
    packed = "".join(line.replace("|", " ").split())
    if len(packed) == cols and not set(packed.upper()) - set(_EMPTY + symbols.upper()):
        return list(packed)
    is_label = _LABELS.match(line) and (len(packed) != cols or len(line.split()) == cols)
    return None if is_label or _FRAME.match(line) else list(packed)


def stones_to_move(board: Sequence[Sequence[int | None]]) -> int:
    """Who is to move, if the number of stones tells; else raises BadNotation."""
    counts = [sum(row.count(player) for row in board) for player in (0, 1)]
    if counts[0] - counts[1] not in (0, 1):
        raise BadNotation(
            f"{SYMBOLS[0]} has {counts[0]} stones and {SYMBOLS[1]} {counts[1]}: say who is to move"
        )
    return counts[0] - counts[1]


def format_rows(board: Sequence[Sequence[int | None]]) -> str:
    """A board on one line, its rows from the top."""
    marks = {0: SYMBOLS[0], 1: SYMBOLS[1], None: "."}
    return "/".join("".join(marks[owner] for owner in row) for row in board)
