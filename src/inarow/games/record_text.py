"""Records as text that people read, in the manner of chess PGN.

    [Game "connect_four(rows=6,cols=7,k=4)"]
    [Result "1-0"]
    [Termination "line"]
    [First "human"]

    1. 4 4 2. 5 {too slow} (2. 3 3) 2... 5 3. 6 6 4. 7 1-0

`[Start "..."]` holds the position if the game did not begin at the usual one, `[Notation "2"]` says
that the rows of an m,n,k game count from the bottom; without it they count from the top. Comments
stand in braces behind their move, branches in brackets behind the move they replace. Move numbers
are for readers only. Whatever is wrong in a file is reported with its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise

from inarow.errors import BadNotation, BadRecord
from inarow.games.notation import NOTATION, is_versioned
from inarow.games.record import RESERVED_TAGS, Record, RecordNode
from inarow.games.record_reader import RESULTS, Piece, RecordReader, result_word

_WORDS = (*RESULTS.values(), "*")
_TAG = re.compile(r'\[\s*(\w+)\s+("[^"\\\n]*(?:\\.[^"\\\n]*)*")\s*\]')
_BLANK = re.compile(r"[\ufeff\s]*")
_TOKEN = re.compile(r"\{[^}\\]*(?:\\.[^}\\]*)*\}|[()]|[^\s(){}]+", re.DOTALL)
_NUMBER = re.compile(r"\d+\.+\Z")
_WIDTH = 80


def format_record(record: Record) -> str:
    """A record as text; `parse_record` gives an equal record back.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"), tags={"First": "Ada"})
    >>> state = record.push(4)
    >>> print(format_record(record))
    [Game "mnk(rows=3,cols=3,k=3,overline=win)"]
    [Notation "2"]
    [Result "*"]
    [First "Ada"]
    <BLANKLINE>
    1. b2 *
    <BLANKLINE>
    """
    outcome = record.final_outcome()
    tags = {"Game": str(record.game)}
    if is_versioned(record.game):
        tags["Notation"] = str(NOTATION)
    if record.start is not None:
        tags["Start"] = record.start
    tags["Result"] = result_word(outcome)
    if outcome is not None:
        tags["Termination"] = outcome.reason
    lines = [
        f"[{name} {json.dumps(value, ensure_ascii=False)}]"
        for name, value in (tags | record.tags).items()
    ]
    words = [*_comment(record.root), *_movetext(record.root), tags["Result"]]
    return "\n".join([*lines, "", _wrap(words), ""])


def parse_record(text: str) -> Record:
    """Read a record; raises BadRecord with the number of the damaged line."""
    record, at, line = _read_record(text, 0, 1)
    if at < len(text):
        raise BadRecord(line, "another game stands behind the result")
    return record


def parse_text_games(text: str) -> Iterator[Record]:
    """Read the games of a text, one after another; the tags of each follow the result before.

    >>> [record.moves for record in parse_text_games(2 * '[Game "tic_tac_toe"]\\n1. b2 *\\n')]
    ['b2', 'b2']
    """
    at, line = 0, 1
    while at < len(text) or line == 1:
        record, at, line = _read_record(text, at, line)
        yield record


def _read_record(text: str, at: int, line: int) -> tuple[Record, int, int]:
    """The record that begins at a place, and where the next one would, with its line."""
    first = line
    tags, at, line = _read_tags(text, at, line)
    if "Game" not in tags:
        raise BadRecord(first, 'the tag [Game "..."] is missing')
    others = {name: tag for name, tag in tags.items() if name not in RESERVED_TAGS}
    version = tags.get("Notation", Piece("1", first))
    reader = RecordReader(tags["Game"], tags.get("Start"), others, version)
    (result, last), at, line = _read_moves(reader, text, at, line)
    word, word_line = tags.get("Result", (result, last))
    if result is not None and word != result:
        raise BadRecord(last, f"the moves end with {result} but the tag Result says {word}")
    reason, reason_line = tags.get("Termination", (None, word_line))
    try:
        return reader.finish(word, reason), at, line
    except BadNotation as error:
        at_fault = reason_line if reason and word in _WORDS else word_line
        raise BadRecord(at_fault, str(error)) from None


def _movetext(root: RecordNode) -> Iterator[str]:
    """The words of all moves, with a number before those of the first player.

    A move of the second player has a number at the start, and after anything that interrupted.
    """
    number, fresh, saved = 1, True, list[int]()
    for step, node in root.walk():
        before = node.parent
        assert before is not None
        assert node.action is not None
        if step == "(":
            saved.append(number)
            number -= _is_round(before, before.children[0])
            yield step
        elif step == ")":
            number = saved.pop()
            yield step
        else:
            earlier = before.parent
            if before.state.player == 0 and (fresh or not earlier or earlier.state.player != 0):
                yield f"{number}."
            elif fresh:
                yield f"{number}..."
            yield node.state.game.format(node.action)
            yield from _comment(node)
            number += _is_round(before, node)
        fresh = step != "move" or bool(node.comment)


def _is_round(parent: RecordNode, node: RecordNode) -> bool:
    """Whether a move completes a pair of moves."""
    return parent.state.player == 1 and node.state.player == 0


def _comment(node: RecordNode) -> Iterator[str]:
    if node.comment:
        yield "{" + re.sub(r"([\\}])", r"\\\1", node.comment) + "}"


def _wrap(words: list[str]) -> str:
    """Lines of about 80 characters, broken between words only, so that comments stay whole."""
    lines: list[str] = []
    for word in _hug(words):
        if lines and len(lines[-1]) + 1 + len(word) <= _WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def _hug(words: list[str]) -> Iterator[str]:
    """Words with the brackets of branches drawn to the words inside."""
    pending = ""
    for word, following in pairwise([*words, ""]):
        pending += word
        if word != "(" and following != ")":
            yield pending
            pending = ""


def _read_tags(text: str, at: int, line: int) -> tuple[dict[str, Piece], int, int]:
    """The tags at the top, where the moves begin, and the line there."""
    tags: dict[str, Piece] = {}
    while True:
        at, line = _skip_blank(text, at, line)
        if not text.startswith("[", at):
            return tags, at, line
        match = _TAG.match(text, at)
        if match is None:
            raise BadRecord(line, 'a tag is written [Name "value"]')
        name = match[1]
        if name in tags:
            raise BadRecord(line, f"the tag {name} stands there twice")
        try:
            tags[name] = Piece(json.loads(match[2]), line)
        except json.JSONDecodeError:
            raise BadRecord(line, f"the value of the tag {name} cannot be read") from None
        line, at = line + match.group().count("\n"), match.end()


def _read_moves(reader: RecordReader, text: str, at: int, line: int) -> tuple[Piece, int, int]:
    """Read to the result or the end; the result word, where the next game begins, its line."""
    while (next_word := _skip_blank(text, at, line))[0] < len(text):
        at, line = next_word
        match = _TOKEN.match(text, at)
        if match is None:
            raise BadRecord(line, "a comment is opened with { and never closed with }")
        word = match.group()
        if word[0] == "{":
            reader.node.comment = re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL)
        elif word == "(":
            reader.open_branch(line)
        elif word == ")":
            reader.close_branch(line)
        elif word in _WORDS and not reader.opened:
            return Piece(word, line), *_next_game(text, match.end(), line)
        elif not _NUMBER.match(word):
            reader.play(word, line)
        line, at = line + word.count("\n"), match.end()
    if reader.opened:
        raise BadRecord(line, "a branch is opened with ( and never closed")
    return Piece(None, line), len(text), line


def _next_game(text: str, at: int, line: int) -> tuple[int, int]:
    """Where the next game begins, behind the result of one, or the end of the text."""
    at, line = _skip_blank(text, at, line)
    if at < len(text) and text[at] != "[":
        word = _TOKEN.match(text, at)
        raise BadRecord(line, f"{word.group() if word else '{'!r} stands behind the result")
    return at, line


def _skip_blank(text: str, at: int, line: int) -> tuple[int, int]:
    """Where the next word begins, and its line."""
    blank = _BLANK.match(text, at)
    assert blank is not None, "it may be empty"
    return blank.end(), line + text.count("\n", at, blank.end())
