r"""Records as SGF, the Smart Game Format in which most programs for Gomoku and Renju keep games.

    (;FF[4]GM[4]CA[UTF-8]SZ[15]RU[freestyle]PB[Ada]PW[Bob]RE[B+R]TE[resigned]
    ;B[hh];W[ig]C[too far](;B[jj];W[ii])(;B[gg]))

A tree of nodes, each with properties: `B` and `W` are moves, `C` a comment, and where a line goes
on in several ways each way stands in brackets, the main line first. A cell is two letters, column
and row from the top left. Stones that were there before the first move are `AB` and `AW`, and `PL`
says who is to move. What else a file says is passed over. A file may hold several games.

The format has no word for what wins: `RU` holds the name of a rule of Gomoku, its number in the
Gomocup protocol, or for other games our own name of the game. Files of clubs often name the opening
instead (`RIF`, `Taraguchi-10`, `Swap2`), which tells whether it is Renju. A name that is not known
is refused: with another rule the game might be another one.

Source: https://www.red-bean.com/sgf/ (FF[4]), and files of c-gomoku-cli and Renju programs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from string import ascii_letters
from typing import NamedTuple, TypeAlias

from inarow.errors import BadNotation, BadRecord, InarowError, NotSupported
from inarow.games.base import MOVE_SHOWN, SYMBOLS, Game, Outcome, Reason
from inarow.games.notation import NOTATION, format_rows, is_versioned, stones_to_move
from inarow.games.record import Record, RecordNode
from inarow.games.record_reader import RESULTS, Piece, RecordReader
from inarow.registry import load_game
from inarow.text import clean

_USUAL_SIDE = 15
_BEGIN = re.compile(r"\ufeff?\s*\(\s*;")
_WORD = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[([^\]\\]*(?:\\.[^\]\\]*)*)\])", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:\r?\n|(.))", re.DOTALL)
"""A character as it is, or a line break that only keeps the lines of the file short."""
_SIZE = re.compile(r"\s*(\d{1,3})(?:\s*:\s*(\d{1,3}))?\s*\Z", re.ASCII)
_POINT = re.compile(r"\s*([A-Za-z]{2})(?::([A-Za-z]{2}))?\s*\Z")
_WINNER = re.compile(r"\s*([BW])\+\s*([RTF]?)", re.IGNORECASE)
_TAGS = {"PB": "First", "PW": "Second", "EV": "Event", "RO": "Round", "DT": "Date", "PC": "Site"}
_LETTERS = {"R": Reason.RESIGNED, "T": Reason.TIME, "F": Reason.ILLEGAL}
_RULES = ("freestyle", "standard", "renju", "caro", "caro_overline")
_NUMBERS = {"0": "freestyle", "1": "standard", "4": "renju", "8": "caro_overline", "9": "caro"}
_NAMES = {
    "freestyle": "freestyle free gomoku freegomoku freestylegomoku gomokufreestyle fiveinarow",
    "standard": "standard standardgomoku gomokustandard exactfive pro longpro swap swap1 swap2",
    "renju": "renju rif renjurif rifrenju standardrenju renjustandard sakata yamaguchi tarannikov "
    "taraguchi taraguchi5 taraguchi10 soosyrv soosyrv8 soosorv soosorv8 soosõrv soosõrv8",
    "caro": "caro carogomoku gomokucaro",
}
"""What the rules are called in files of other programs, letters and digits only."""
_BY_NAME = {name: rule for rule, names in _NAMES.items() for name in names.split()} | _NUMBERS
_NODES_A_LINE = 10


class _Property(NamedTuple):
    """What a node says; one that the first node does not have is empty and on line 0."""

    name: str
    value: str = ""
    line: int = 0

    def bad(self, problem: str) -> BadRecord:
        return BadRecord(self.line, f"{self.name}[{clean(self.value, MOVE_SHOWN)}] {problem}")


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
    words = [f"{name}[{_escaped(value)}]" for name, value in head]
    if record.start is not None:
        owners = [owner for row in record.root.state.board() for owner in row]
        for player, name in enumerate(("AB", "AW")):
            cells = [f"[{_point(cell, cols)}]" for cell, one in enumerate(owners) if one == player]
            words += [name, *cells] if cells else []
        words.append(f"PL[{'BW'[record.root.state.player]}]")
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
    head = defaultdict(lambda: _Property(""), {each.name: each for each in reversed(root)})
    game = _game(head, usual)
    start = _start(game, root, head["PL"].value)
    tags = {tag: Piece(*head[name][1:]) for name, tag in _TAGS.items() if name in head}
    reader = RecordReader(Piece(str(game), 1), start, tags, Piece(str(NOTATION), 1))
    forks: list[RecordNode] = []
    for item in items:
        if item == "(":
            forks.append(reader.node)
        elif item == ")":
            reader.node = forks.pop()
        elif not isinstance(item, str):
            _read_node(reader, item, item is root)
    word, reason = _stated(head["RE"].value, head["TE"].value)
    on_board = reader.record.end_of_main_line().outcome is not None
    try:
        return reader.finish(word, None if on_board else reason)
    except BadNotation as error:
        raise BadRecord(head["RE"].line, str(error)) from None


def _read_node(reader: RecordReader, node: list[_Property], is_root: bool) -> None:
    """Play the moves of a node; its comment may stand before them and belongs behind."""
    for each in node:
        if each.name in ("B", "W"):
            if each.name != "BW"[reader.node.state.player]:
                raise each.bad("is out of turn")
            cell, *others = _cells(each, *reader.record.game.shape)
            if others:
                raise each.bad("is no move: it takes one cell")
            reader.play(reader.record.game.format(cell), each.line)
        elif each.name in ("AB", "AW", "AE") and not is_root:
            raise each.bad("comes too late: stones are set up before the first move")
    reader.node.comment = "\n".join(value for name, value, _ in node if name == "C")


def _game(head: Mapping[str, _Property], usual: Game | None) -> Game:
    """The game that the first node describes."""
    kind, size, named_rule = head["GM"], head["SZ"], head["RU"]
    rule = named_rule.value.strip().lower()
    if kind.value.strip() not in ("4", ""):
        raise kind.bad("is another game; Gomoku is GM[4]")
    shape = usual.shape if usual and is_versioned(usual) else (_USUAL_SIDE, _USUAL_SIDE)
    if match := _SIZE.match(size.value):
        shape = int(match[2] or match[1]), int(match[1])
    elif size.line:
        raise size.bad("is no size such as 15 or 20:15")
    rule = _BY_NAME.get("".join(filter(str.isalnum, rule)), rule)
    if rule not in _RULES:
        named = usual
        with suppress(InarowError):
            named = load_game(rule) if rule else usual
        if named is not None and is_versioned(named) and named.shape == shape:
            return named
        if rule:
            raise named_rule.bad(f"is no rule for such a board: write {', '.join(_RULES[:-1])}")
    try:
        return _gomoku(*shape, rule or _RULES[0])
    except InarowError as error:
        raise BadRecord(size.line, str(error)) from None


def _gomoku(rows: int, cols: int, rule: str) -> Game:
    return load_game(f"gomoku(rows={rows},cols={cols},rule={rule})")


def _rule_of(game: Game) -> str:
    """The name of a rule of Gomoku, or of the game."""
    made = {rule: str(_gomoku(*game.shape, rule)) for rule in _RULES}
    return next((rule for rule in _RULES if made[rule] == str(game)), str(game))


def _start(game: Game, root: list[_Property], turn: str) -> Piece | None:
    """The position that the first node sets up, as text."""
    rows, cols = game.shape
    board: list[list[int | None]] = [[None] * cols for _ in range(rows)]
    set_up = [each for each in root if each.name in ("AB", "AW", "PL")]
    for each in set_up:
        for cell in _cells(each, rows, cols) if each.name != "PL" else ():
            row, col = divmod(cell, cols)
            if board[row][col] is not None:
                raise each.bad("puts a stone on another one")
            board[row][col] = "BW".index(each.name[1])
    if not set_up:
        return None
    player = "BW".find(turn.strip().upper()[:1] or "?")
    try:
        player = stones_to_move(board) if player < 0 else player
    except BadNotation as error:
        raise BadRecord(set_up[0].line, str(error)) from None
    return Piece(f"{format_rows(board)} {SYMBOLS[player]}", set_up[0].line)


def _cells(stated: _Property, rows: int, cols: int) -> list[int]:
    """The cells of a point, `hh`, or of a rectangle, `aa:cc`."""
    match = _POINT.match(stated.value)
    corners = match[1] + (match[2] or match[1]) if match else "ZZaa"
    left, top, right, bottom = map(ascii_letters.index, corners)
    if not (left <= right < cols and top <= bottom < rows):
        raise stated.bad(f"is no cell of a board {cols} x {rows}")
    return [row * cols + col for row in range(top, bottom + 1) for col in range(left, right + 1)]


def _stated(result: str, told: str) -> tuple[str | None, str | None]:
    """The result and its reason; other programs tell the reason in words of their own."""
    reason = Reason(told) if told in (*Reason,) else None
    if match := _WINNER.match(result):
        return RESULTS["BW".index(match[1].upper())], reason or _LETTERS.get(match[2].upper())
    if result.strip().lower() in ("0", "draw"):
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
    text = text.removeprefix("\ufeff").rstrip()
    node: list[_Property] | None = None
    at, line, name = 0, 1, ""
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None:
            raise BadRecord(line, f"this is not SGF: {clean(text[at : at + 99], MOVE_SHOWN)!r}")
        mark, letters, value = match.groups()
        line += text.count("\n", at, match.end())
        at = match.end()
        if mark:
            if node is not None:
                yield node, line
            node, name = [] if mark == ";" else None, ""
            if mark != ";":
                yield mark, line
        elif letters:
            name = "".join(filter(str.isupper, letters))
        elif node is None or not name:
            raise BadRecord(line, "this is not SGF: a value stands without its name")
        else:
            node.append(_Property(name, _ESCAPED.sub(r"\1", value), line))
