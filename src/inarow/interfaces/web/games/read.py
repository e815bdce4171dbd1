"""What a person sends becomes a record: moves, a position, a record in any of its forms."""

from __future__ import annotations

import re
from contextlib import suppress

from inarow.errors import BadNotation, InarowError
from inarow.games.base import Game
from inarow.games.notation import NOTATION, parse_position, renamed
from inarow.games.record import Record
from inarow.games.record_file import is_record, parse_records
from inarow.games.record_text import parse_record
from inarow.interfaces.web.games.page_game import MAX_NODES
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.library.kept import in_order
from inarow.registry import load_game
from inarow.text import clean

MAX_CELLS = 2500
"""Cells of the largest board that the page shows."""
_CELLS = re.compile(r"[a-z]\d", re.IGNORECASE)


def load_rules(spec: str) -> Game:
    """A game that is not too large for a page."""
    game = load_game(spec)
    rows, cols = game.shape
    if rows * cols > MAX_CELLS:
        raise Refused("too_large", f"the page shows boards up to {MAX_CELLS} cells, not {game}")
    return game


def start_record(spec: str, position: str | None, moves: str, notation: int = NOTATION) -> Record:
    """A record at the end of some moves; raises what the notation has to complain about."""
    game = load_rules(spec)
    start = parse_position(game, position) if position else None
    record = Record(game, start)
    if len(moves) > 8 * MAX_CELLS:
        raise Refused("too_large", "that are more moves than the board has cells")
    record.push_moves(moves if notation == NOTATION else renamed(game, moves))
    return record


def read_text(text: str, game: str | None = None) -> Record:
    """The record that a text holds.

    Args:
        text: a move string, a position on one line, a record as text, JSON, SGF or PSQ.
        game: the game of a text that does not say so itself; Connect Four if it is not given.
            Cells such as `h8i9` that it does not have belong to Gomoku.

    >>> read_text("4453").moves
    '4453'
    >>> read_text("h8i9").game.name
    'gomoku'
    >>> read_text("XX./OO./... X", "tic_tac_toe").state.ply
    4
    """
    text = text.strip().removeprefix("\ufeff")
    spec = game or "connect_four"
    if is_record(text):
        return check_tree(parse_records(text, load_rules(spec))[0])
    try:
        return start_record(spec, None, text)
    except BadNotation:
        rules = load_rules(spec)
        if "/" in text:
            return Record(rules, parse_position(rules, text))
        with suppress(InarowError):  # a record without its head: numbers, comments, branches
            return check_tree(parse_record(f'[Game "{rules}"]\n[Notation "{NOTATION}"]\n\n{text}'))
        if _CELLS.match(text):
            with suppress(InarowError):
                return start_record("gomoku", None, text)
        raise


def check_tree(record: Record) -> Record:
    """A foreign record with clean comments, if it is not too large; its cursor is at the end."""
    load_rules(str(record.game))
    nodes = list(in_order(record.root))
    if len(nodes) > MAX_NODES:
        raise Refused("too_large", f"a game has at most {MAX_NODES} positions")
    for node in nodes:
        node.comment = "\n".join(clean(line, len(line)) for line in node.comment.splitlines())
    record.to_end()
    return record
