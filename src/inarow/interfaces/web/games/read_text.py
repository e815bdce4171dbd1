"""Whatever a person pastes becomes a record: moves, a position, a record as text or JSON."""

from __future__ import annotations

from inarow.errors import BadNotation, InarowError
from inarow.games.notation import parse_position
from inarow.games.record import Record
from inarow.games.record_json import parse_record_json
from inarow.games.record_text import parse_record
from inarow.interfaces.web.games.live_game import MAX_NODES, load_rules, start_record
from inarow.interfaces.web.protocol.refusal import Refused


def read_text(text: str, game: str | None = None) -> Record:
    """The record that a text holds.

    Args:
        text: a move string, a position on one line, a record as text or as JSON.
        game: the game of a text that does not say so itself; Connect Four if it is not given.

    >>> read_text("4453").moves
    '4453'
    >>> read_text("XX./OO./... X", "tic_tac_toe").state.ply
    4
    """
    text = text.strip().removeprefix("\ufeff")
    spec = game or "connect_four"
    if text.startswith("{"):
        return _checked(parse_record_json(text))
    if text.startswith("["):
        return _checked(parse_record(text))
    try:
        return start_record(spec, None, text)
    except BadNotation as as_moves:
        rules = load_rules(spec)
        if "/" in text:
            return Record(rules, parse_position(rules, text))
        try:  # a record without its head: numbers, comments, branches, a result
            return _checked(parse_record(f'[Game "{rules}"]\n\n{text}'))
        except InarowError:
            raise as_moves from None


def _checked(record: Record) -> Record:
    load_rules(str(record.game))
    nodes, stack = 0, [record.root]
    while stack:
        nodes += 1
        stack.extend(stack.pop().children)
    if nodes > MAX_NODES:
        raise Refused("too_large", f"a game has at most {MAX_NODES} positions")
    record.to_end()
    return record
