"""Games as PSQ, the files of Piskvork, the referee of Gomocup.

    Piskvorky 15x15, 11:11, 0       width and height, two levels, who of both players began
    8,8,1250                        column and row from the top left, from 1; milliseconds
    9,7,31
    pbrain-ada.exe                  the two players, in files of tournaments
    pbrain-bob.exe
    0                               how the game ended, in numbers of Piskvork's own

There is no room for variations, comments, a position set up by hand, or the rule: it is Gomoku.

Source: `savePsq` and `openPsq` in https://github.com/plastovicka/Piskvork (source/game.cpp).
"""

from __future__ import annotations

import re

from inarow.errors import BadRecord, InarowError, NotSupported
from inarow.games.base import MOVE_SHOWN, Game
from inarow.games.notation import NOTATION, is_versioned
from inarow.games.record import Record
from inarow.games.record_reader import Piece, RecordReader
from inarow.registry import load_game
from inarow.text import clean

_K = 5
_HEAD = re.compile(r"[\ufeff\s]*Piskvorky\s+(\d{1,3})x(\d{1,3})\b[^\n]*?(,\s*1\s*)?(?:\n|\Z)")
_MOVE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*(?:,\s*-?\d+\s*)?\Z", re.ASCII)
_NUMBER = re.compile(r"\s*-?\d+\s*\Z", re.ASCII)


def is_psq(text: str) -> bool:
    """Whether a text begins as PSQ does."""
    return _HEAD.match(text) is not None


def format_psq(record: Record) -> str:
    r"""The main line of a record as PSQ.

    >>> record = Record(load_game("gomoku"))
    >>> state = record.push_moves("h8i9")
    >>> format_psq(record)
    'Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n0\n'

    Raises:
        NotSupported: it is no game of five in a row, or it began with stones on the board.
    """
    rows, cols = record.game.shape
    rules = record.game.rules
    if not is_versioned(record.game) or rules is None or rules.k != _K or record.start:
        raise NotSupported(f"PSQ holds games of five in a row from the first move on, not {record}")
    moves = [f"{action % cols + 1},{action // cols + 1},0" for action in record.main_line()]
    names = [clean(record.tags.get(tag, "")) for tag in ("First", "Second")]
    named = all(names) and not any(map(_MOVE.match, names))
    lines = [f"Piskvorky {cols}x{rows}, 0:0, 0", *moves, *(names if named else ()), "0"]
    return "\n".join([*lines, ""])


def parse_psq(text: str, usual: Game | None = None) -> Record:
    """Read a game; raises BadRecord with the number of the damaged line.

    Args:
        text: the content of a file.
        usual: the game, if its board is the one of the file; else it is freestyle Gomoku.
    """
    head = _HEAD.match(text)
    if head is None:
        raise BadRecord(1, "this is not PSQ: it begins with Piskvorky 15x15, 0:0, 0")
    cols, rows = int(head[1]), int(head[2])
    first = 1 + text.count("\n", 0, head.end())
    lines = [Piece(line, at) for at, line in enumerate(text[head.end() :].split("\n"), start=first)]
    moves = [(match, line) for text, line in lines if (match := _MOVE.match(text))]
    rest = [
        Piece(name.strip(), line) for name, line in lines if name.strip() and not _MOVE.match(name)
    ]
    if rest and _NUMBER.match(rest[-1].value):
        rest.pop()
    for word, line in rest[2:]:
        raise BadRecord(line, f"{clean(word, MOVE_SHOWN)!r} is no move such as 8,8,0")
    names = rest[::-1] if head[3] else rest
    tags = dict(zip(("First", "Second"), names, strict=False)) if len(names) == 2 else {}
    game = usual if usual is not None and is_versioned(usual) else None
    try:
        if game is None or game.shape != (rows, cols):
            game = load_game(f"gomoku(rows={rows},cols={cols})")
    except InarowError as error:
        raise BadRecord(first - 1, str(error)) from None
    reader = RecordReader(Piece(str(game), 1), None, tags, Piece(str(NOTATION), 1))
    for match, line in moves:
        col, row = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= col < cols and 0 <= row < rows):
            raise BadRecord(line, f"{match[0].strip()}: the board has {cols} x {rows} cells")
        reader.play(game.format(row * cols + col), line)
    return reader.finish(None, None)
