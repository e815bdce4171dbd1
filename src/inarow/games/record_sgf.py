r"""Records as SGF, the Smart Game Format in which most programs for Gomoku and Renju keep games.

    (;FF[4]GM[4]CA[UTF-8]SZ[15]RU[freestyle]PB[Ada]PW[Bob]RE[B+R]TE[resigned]
    ;B[hh];W[ig]C[too far](;B[jj];W[ii])(;B[gg]))

A tree of nodes, each with properties: `B` and `W` are moves, `C` a comment, and where a line goes
on in several ways each way stands in brackets, the main line first. A cell is two letters, column
and row from the top left. Stones that were there before the first move are `AB` and `AW`, and `PL`
says who is to move. What else a file says is passed over. A file may hold several games.

The format has no word for what wins: `RU` holds the name of a rule of Gomoku, its number in the
Gomocup protocol, or for other games our own name of the game.

Source: https://www.red-bean.com/sgf/ (FF[4]), and files of c-gomoku-cli and Renju programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from string import ascii_letters
from typing import NamedTuple, TypeAlias

from inarow.errors import BadNotation, BadRecord, InarowError, NotSupported
from inarow.games.base import MOVE_SHOWN, SYMBOLS, Board, Game, Outcome, Reason
from inarow.games.notation import NOTATION, format_rows, is_versioned, stones_to_move
from inarow.games.record import Record, RecordNode
from inarow.games.record_reader import RESULTS, Piece, RecordReader
from inarow.registry import load_game
from inarow.text import clean

USUAL_SIDE = 15
_BEGIN = re.compile(r"[\ufeff\s]*\(\s*;")
_WORD = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[([^\]\\]*(?:\\.[^\]\\]*)*)\])", re.DOTALL)
_SIZE = re.compile(r"\s*(\d{1,3})(?:\s*:\s*(\d{1,3}))?\s*\Z", re.ASCII)
_WINNER = re.compile(r"([BW])\+\s*([RTF]?)", re.IGNORECASE)
_TAGS = {"PB": "First", "PW": "Second", "EV": "Event", "RO": "Round", "DT": "Date", "PC": "Site"}
_LETTERS = {"R": Reason.RESIGNED, "T": Reason.TIME, "F": Reason.ILLEGAL}
_RULES = ("freestyle", "standard", "renju", "caro", "caro_overline")
_NUMBERS = {"0": "freestyle", "1": "standard", "4": "renju", "8": "caro_overline", "9": "caro"}
_NODES_A_LINE = 10


class _Property(NamedTuple):
    name: str
    value: str
    line: int


_Item: TypeAlias = str | list[_Property]
"""A bracket, or a node with its properties."""


def is_sgf(text: str) -> bool:
    """Whether a text begins as SGF does."""
    return _BEGIN.match(text) is not None


def format_sgf(record: Record) -> str:
    """A record as SGF; only tags that SGF knows are written.

    >>> record = Record(load_game("gomoku"), tags={"First": "Ada"})
    >>> state = record.push_moves("h8i9")
    >>> print(format_sgf(record))
    (;FF[4]GM[4]CA[UTF-8]SZ[15]RU[freestyle]PB[Ada]
    ;B[hh];W[ig])
    <BLANKLINE>

    Raises:
        NotSupported: the game is not played on free cells, or its board is too large.
    """
    game = record.game
    (rows, cols), note = game.shape, record.root.state.note
    cells_only = is_versioned(game) and game.num_actions == rows * cols
    if not cells_only or max(rows, cols) > len(ascii_letters) or (record.start and note):
        raise NotSupported(f"SGF holds games on free cells up to 52 x 52, not {game}")
    size = str(rows) if rows == cols else f"{cols}:{rows}"
    head = [("FF", "4"), ("GM", "4"), ("CA", "UTF-8"), ("SZ", size), ("RU", _rule_of(game))]
    head += [(name, record.tags[tag]) for name, tag in _TAGS.items() if tag in record.tags]
    head += _result(record.final_outcome())
    if record.start is not None:
        for player, name in enumerate(("AB", "AW")):
            cells = enumerate(owner for row in record.root.state.board() for owner in row)
            head += [(name, _point(cell, cols)) for cell, owner in cells if owner == player]
        head.append(("PL", "BW"[record.root.state.player]))
    words = [f"{name}[{_escaped(value)}]" for name, value in head]
    return "".join(["(;", *words, _comment(record.root), *_tree(record.root, cols), ")\n"])


def parse_sgf(text: str, usual: Game | None = None) -> list[Record]:
    """The games of a text, with their variations and comments.

    Args:
        text: the content of a file.
        usual: the game, if its board is the one of the file and the file does not name a rule.

    >>> [record] = parse_sgf("(;GM[4]SZ[15];B[hh];W[ig])")
    >>> record.moves
    'h8i9'

    Raises:
        BadRecord: the text is damaged; it names the line.
    """
    games: list[list[_Item]] = []
    depth = 0
    for item, line in _items(text):
        depth += (item == "(") - (item == ")")
        if depth < 0 or (not depth and item != ")"):
            raise BadRecord(line, "a bracket is closed with ) but was never opened")
        if item == "(" and depth == 1:
            games.append([])
        games[-1].append(item)
    if depth or not games:
        raise BadRecord(text.count("\n") + 1, "the file ends too soon: a ) is missing")
    return [_record(game, usual) for game in games]


def _record(items: list[_Item], usual: Game | None) -> Record:
    root = items[1]
    if isinstance(root, str):
        raise BadRecord(1, "a game begins with (;")
    game = _game(root, usual)
    stated = [_first(root, name) for name in _TAGS]
    tags = {_TAGS[name]: Piece(value, line) for name, value, line in stated if line}
    version = Piece(str(NOTATION), 1)
    reader = RecordReader(Piece(str(game), 1), _start(game, root), tags, version)
    forks: list[RecordNode] = []
    for item in items:
        if item == "(":
            forks.append(reader.node)
        elif item == ")":
            reader.node = forks.pop()
        elif not isinstance(item, str):
            _read_node(reader, item, item is root)
    word, reason = _stated(root)
    on_board = reader.record.end_of_main_line().outcome is not None
    try:
        return reader.finish(word, None if on_board else reason)
    except BadNotation as error:
        raise BadRecord(_first(root, "RE").line, str(error)) from None


def _first(root: list[_Property], name: str) -> _Property:
    """A property of the first node; one that is not there has no line."""
    return next((each for each in root if each.name == name), _Property(name, "", 0))


def _read_node(reader: RecordReader, node: list[_Property], is_root: bool) -> None:
    """Play the moves of a node; its comment may stand before them and belongs behind."""
    game = reader.record.game
    for name, value, line in node:
        if name in ("B", "W"):
            shown = f"{name}[{clean(value, MOVE_SHOWN)}]"
            if name != "BW"[reader.node.state.player]:
                raise BadRecord(line, f"{shown}: it is the turn of the other player")
            first, *others = _cells(value, *game.shape, line)
            if others:
                raise BadRecord(line, f"{shown}: a move takes one cell")
            reader.play(game.format(first), line)
        elif name in ("AB", "AW", "AE") and not is_root:
            raise BadRecord(line, f"{name}: stones can be set up before the first move only")
    reader.node.comment = "\n".join(value for name, value, _ in node if name == "C")


def _game(root: list[_Property], usual: Game | None) -> Game:
    """The game that the first node describes."""
    kind, size = _first(root, "GM"), _first(root, "SZ")
    if kind.value.strip() not in ("4", ""):
        shown = clean(kind.value, MOVE_SHOWN)
        raise BadRecord(kind.line, f"GM[{shown}] is another game; Gomoku is GM[4]")
    match = _SIZE.match(size.value)
    if match:
        shape = int(match[2] or match[1]), int(match[1])
    elif size.line:
        shown = clean(size.value, MOVE_SHOWN)
        raise BadRecord(size.line, f"SZ[{shown}] is no size such as 15 or 20:15")
    else:
        shape = usual.shape if usual and is_versioned(usual) else (USUAL_SIDE, USUAL_SIDE)
    rule = _first(root, "RU").value.strip().lower()
    rule = _NUMBERS.get(rule, rule)
    with suppress(InarowError):  # words of another program: they all mean five in a row
        named = None if rule in _RULES else load_game(rule) if rule else usual
        if named is not None and is_versioned(named) and named.shape == shape:
            return named
    try:
        return _gomoku(*shape, rule)
    except InarowError as error:
        raise BadRecord(size.line, str(error)) from None


def _gomoku(rows: int, cols: int, rule: str) -> Game:
    rule = rule if rule in _RULES else _RULES[0]
    return load_game(f"gomoku(rows={rows},cols={cols},rule={rule})")


def _rule_of(game: Game) -> str:
    """The name of a rule of Gomoku, or of the game."""
    made = {rule: str(_gomoku(*game.shape, rule)) for rule in _RULES}
    return next((rule for rule in _RULES if made[rule] == str(game)), str(game))


def _start(game: Game, root: list[_Property]) -> Piece | None:
    """The position that the first node sets up, as text."""
    rows, cols = game.shape
    owners: list[int | None] = [None] * (rows * cols)
    set_up = [each for each in root if each.name in ("AB", "AW")]
    for name, value, line in set_up:
        for cell in _cells(value, rows, cols, line):
            owners[cell] = "BW".index(name[1])
    if not set_up:
        return None
    board: Board = tuple(tuple(owners[at : at + cols]) for at in range(0, len(owners), cols))
    turn = _first(root, "PL").value.strip().upper()[:1]
    try:
        player = "BW".index(turn) if turn in ("B", "W") else stones_to_move(board)
    except BadNotation as error:
        raise BadRecord(set_up[0].line, str(error)) from None
    return Piece(f"{format_rows(board)} {SYMBOLS[player]}", set_up[0].line)


def _cells(value: str, rows: int, cols: int, line: int) -> list[int]:
    """The cells of a point, `hh`, or of a rectangle, `aa:cc`."""
    corners = [[ascii_letters.find(letter) for letter in part] for part in value.strip().split(":")]
    sides = {len(corner) for corner in corners}
    (left, top), (right, bottom) = (*corners, *corners)[:2] if sides == {2} else ((-1, 0), (0, 0))
    if len(corners) > 2 or not (0 <= left <= right < cols and 0 <= top <= bottom < rows):
        raise BadRecord(line, f"[{clean(value, MOVE_SHOWN)}] is no cell of a board {cols} x {rows}")
    return [row * cols + col for row in range(top, bottom + 1) for col in range(left, right + 1)]


def _stated(root: list[_Property]) -> tuple[str | None, str | None]:
    """The result and its reason; other programs tell the reason in words of their own."""
    text, told = _first(root, "RE").value.strip(), _first(root, "TE").value
    reason = Reason(told) if told in (*Reason,) else None
    match = _WINNER.match(text)
    if match:
        letter = _LETTERS.get(match[2].upper())
        return RESULTS["BW".index(match[1].upper())], reason or letter
    if text.lower() in ("0", "draw"):
        return RESULTS[None], reason
    return None, reason if reason is Reason.ABANDONED else None


def _result(outcome: Outcome | None) -> list[tuple[str, str]]:
    if outcome is None:
        return []
    letter = next((one for one, reason in _LETTERS.items() if reason is outcome.reason), "")
    word = "0" if outcome.winner is None else f"{'BW'[outcome.winner]}+{letter}"
    word = "Void" if outcome.reason is Reason.ABANDONED else word
    return [("RE", word), ("TE", str(outcome.reason))]


def _tree(root: RecordNode, cols: int) -> Iterator[str]:
    """All moves below; nothing recurses, so that variations may be nested to any depth."""
    pending: list[str | RecordNode] = [root]
    count = 0
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
            continue
        if item.parent is not None and item.action is not None:
            gap = "" if count % _NODES_A_LINE else "\n"
            count += 1
            player = "BW"[item.parent.state.player]
            yield f"{gap};{player}[{_point(item.action, cols)}]{_comment(item)}"
        if len(item.children) == 1:
            pending.append(item.children[0])
        else:
            for child in reversed(item.children):
                pending += [")", child, "("]


def _point(cell: int, cols: int) -> str:
    row, col = divmod(cell, cols)
    return ascii_letters[col] + ascii_letters[row]


def _comment(node: RecordNode) -> str:
    return f"C[{_escaped(node.comment)}]" if node.comment else ""


def _escaped(text: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", text)


def _items(text: str) -> Iterator[tuple[_Item, int]]:
    """The brackets and nodes of a text, each with its line."""
    begin = _BEGIN.match(text)
    at, line = (text.index("(") if begin else 0), 1
    end = len(text.rstrip())
    node: list[_Property] | None = None
    name, node_line = "", 1
    while at < end:
        match = _WORD.match(text, at)
        if match is None:
            raise BadRecord(line, f"this is not SGF: {clean(text[at : at + 99], MOVE_SHOWN)!r}")
        mark, letters, value = match.groups()
        line += text.count("\n", at, match.end())
        at = match.end()
        if mark:
            if node is not None:
                yield node, node_line
            node = [] if mark == ";" else None
            name, node_line = "", line
            if mark != ";":
                yield mark, line
        elif letters:
            name = "".join(filter(str.isupper, letters))
        elif node is None or not name:
            raise BadRecord(line, "this is not SGF: a value stands without its name")
        else:
            node.append(
                _Property(name, re.sub(r"\\(\r?\n|.)", _plain, value, flags=re.DOTALL), line)
            )


def _plain(escaped: re.Match[str]) -> str:
    """A character as it is; a line break that was broken only to keep lines short is none."""
    return "" if escaped[1].endswith("\n") else escaped[1]
