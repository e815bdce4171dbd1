"""Records as text that people read, in the manner of chess PGN.

    [Game "connect_four(rows=6,cols=7,k=4)"]
    [Result "1-0"]
    [Termination "line"]
    [First "human"]

    1. 4 4 2. 5 {too slow} (2. 3 3) 5 3. 6 6 4. 7 1-0

`[Start "..."]` holds the position if the game did not begin at the usual one. Comments stand in
braces behind their move, branches in brackets behind the move they replace. Move numbers are for
readers only. Whatever is wrong in a file is reported with its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise

from inarow.errors import BadNotation, BadRecord, IllegalMove, InarowError
from inarow.games.base import ON_BOARD, Outcome, Reason, State
from inarow.games.notation import format_position, parse_position
from inarow.games.record import RESERVED_TAGS, Record, RecordNode
from inarow.registry import load_game

RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
_WORDS = (*RESULTS.values(), "*")
_TAG = re.compile(r'\[\s*(\w+)\s+("(?:[^"\\\n]|\\.)*")\s*\]')
_TOKEN = re.compile(
    r"(?P<blank>\s+)|(?P<comment>\{(?:[^}\\]|\\.)*\})|(?P<bracket>[()])|(?P<word>[^\s(){}]+)"
)
_NUMBER = re.compile(r"\d+\.+\Z")
_WIDTH = 80


def format_record(record: Record) -> str:
    """A record as text; `parse_record` gives an equal record back.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"), tags={"First": "Ada"})
    >>> state = record.push(4)
    >>> print(format_record(record))
    [Game "mnk(rows=3,cols=3,k=3,overline=win)"]
    [Result "*"]
    [First "Ada"]
    <BLANKLINE>
    1. b2 *
    <BLANKLINE>
    """
    outcome = record.final_outcome()
    tags = {"Game": str(record.game)}
    if format_position(record.root.state) != format_position(record.game.initial_state()):
        tags["Start"] = format_position(record.root.state)
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
    tags, at = _read_tags(text)
    if "Game" not in tags:
        raise BadRecord(1, 'the tag [Game "..."] is missing')
    record = _read_head(tags)
    result, line = _MoveReader(record).read(text, at)
    word, word_line = tags.get("Result", (result, line))
    if result is not None and word != result:
        raise BadRecord(line, f"the moves end with {result} but the tag Result says {word}")
    reason, reason_line = tags.get("Termination", (None, word_line))
    try:
        record.result = read_result(word, reason, record.end_of_main_line())
    except BadNotation as error:
        at_fault = reason_line if reason and word in _WORDS else word_line
        raise BadRecord(at_fault, str(error)) from None
    record.to_end()
    return record


def result_word(outcome: Outcome | None) -> str:
    """`1-0`, `0-1`, `1/2-1/2`, or `*` for a game without a result."""
    if outcome is None or outcome.reason is Reason.ABANDONED:
        return "*"
    return RESULTS[outcome.winner]


def read_result(word: str | None, reason: str | None, end: State) -> Outcome | None:
    """The off-board result that a file states, checked against the last position.

    None if the board itself shows the result, or if there is none.
    """
    if word not in (*_WORDS, None):
        raise BadNotation(f"{word!r} is not a result: 1-0, 0-1, 1/2-1/2 or *")
    if reason not in (*Reason, None):
        raise BadNotation(f"{reason!r} is not a reason: {', '.join(Reason)}")
    if end.outcome is not None:
        if word not in (result_word(end.outcome), None) or reason not in (end.outcome.reason, None):
            stated = f"{word} ({reason})" if reason else word
            shown = f"{result_word(end.outcome)} ({end.outcome.reason})"
            raise BadNotation(f"the result is given as {stated} but the board shows {shown}")
        return None
    if reason in ON_BOARD:
        raise BadNotation(f"the game is given as over ({reason}) but the board does not show it")
    if word in ("*", None):
        return Outcome(None, Reason.ABANDONED) if reason == Reason.ABANDONED else None
    winner = next(player for player, result in RESULTS.items() if result == word)
    return Outcome(winner, Reason(reason) if reason else Reason.ADJUDICATED)


def _movetext(node: RecordNode, number: int = 1, fresh: bool = True) -> Iterator[str]:
    """The words of a line with its branches; branches recurse, the line itself does not.

    `fresh` says that a move number is due: at the start, and after anything that interrupted.
    """
    while node.children:
        main, *others = node.children
        yield from _move(node, main, number, fresh)
        fresh = bool(others or main.comment)
        for branch in others:
            yield "("
            yield from _move(node, branch, number, True)
            numbered = _next_number(node, branch, number)
            yield from _movetext(branch, numbered, fresh=bool(branch.comment))
            yield ")"
        number = _next_number(node, main, number)
        node = main


def _move(parent: RecordNode, node: RecordNode, number: int, fresh: bool) -> Iterator[str]:
    assert node.action is not None
    first_to_move = parent.state.player == 0
    if first_to_move and (fresh or parent.parent is None or parent.parent.state.player != 0):
        yield f"{number}."
    elif fresh:
        yield f"{number}..."
    yield node.state.game.format(node.action)
    yield from _comment(node)


def _next_number(parent: RecordNode, node: RecordNode, number: int) -> int:
    return number + (parent.state.player == 1 and node.state.player == 0)


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


def _read_head(tags: dict[str, tuple[str, int]]) -> Record:
    """A record without moves: game, start and tags."""
    line = tags["Game"][1]
    try:
        game = load_game(tags["Game"][0])
        line = tags.get("Start", ("", line))[1]
        record = Record(game, parse_position(game, tags["Start"][0]) if "Start" in tags else None)
        for name, (value, line) in tags.items():  # noqa: B007  # the line of an error
            if name not in RESERVED_TAGS:
                record.tag(name, value)
    except InarowError as error:
        raise BadRecord(line, str(error)) from None
    return record


def _read_tags(text: str) -> tuple[dict[str, tuple[str, int]], int]:
    """The tags at the top with their lines, and where the moves begin."""
    tags: dict[str, tuple[str, int]] = {}
    at = 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip("\ufeff \t\r\n"))
        if not text.startswith("[", at):
            return tags, at
        line = _line(text, at)
        match = _TAG.match(text, at)
        if match is None:
            raise BadRecord(line, 'a tag is written [Name "value"]')
        name = match[1]
        if name in tags:
            raise BadRecord(line, f"the tag {name} stands there twice")
        try:
            tags[name] = (json.loads(match[2]), line)
        except json.JSONDecodeError:
            raise BadRecord(line, f"the value of the tag {name} cannot be read") from None
        at = match.end()


class _MoveReader:
    """Fills the tree of a record from movetext, one word after another."""

    def __init__(self, record: Record) -> None:
        self.node = record.root
        self.opened: list[RecordNode] = []  # where each open branch goes back to
        self.result: str | None = None

    def read(self, text: str, at: int) -> tuple[str | None, int]:
        """Read to the end; the result word that stands there, with its line."""
        while at < len(text):
            line = _line(text, at)
            match = _TOKEN.match(text, at)
            if match is None:
                raise BadRecord(line, "a comment is opened with { and never closed with }")
            if match.lastgroup != "blank":
                self._word(match.group(), line)
            at = match.end()
        end = _line(text, len(text.rstrip()))
        if self.opened:
            raise BadRecord(end, "a branch is opened with ( and never closed")
        return self.result, end

    def _word(self, word: str, line: int) -> None:
        if self.result is not None:
            raise BadRecord(line, f"{word!r} stands behind the result")
        if word[0] == "{":
            self.node.comment = re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL)
        elif word in "()":
            self._bracket(word, line)
        elif word in _WORDS and not self.opened:
            self.result = word
        elif not _NUMBER.match(word):
            try:
                self.node = self.node.child(self.node.state.game.parse(word))
            except (BadNotation, IllegalMove) as error:
                raise BadRecord(line, f"{word}: {error}") from None

    def _bracket(self, word: str, line: int) -> None:
        if word == "(":
            if self.node.parent is None:
                raise BadRecord(line, "a branch ( stands before the first move")
            self.opened.append(self.node)
            self.node = self.node.parent
        elif self.opened:
            self.node = self.opened.pop()
        else:
            raise BadRecord(line, "a branch is closed with ) but was never opened")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
