"""What reading a record takes in every format: its head, its moves and its result, line by line.

A format takes a file apart and calls a `RecordReader` for every piece, in the order of the file.
Whatever is wrong is a `BadRecord` with the line of the piece.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from inarow.errors import BadNotation, BadRecord, IllegalMove, InarowError
from inarow.games.base import MOVE_SHOWN, ON_BOARD, Outcome, Reason, State
from inarow.games.notation import parse_move, parse_position, read_version
from inarow.games.record import Record, RecordNode
from inarow.registry import load_game
from inarow.text import clean

RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


class Piece(NamedTuple):
    """A value of a file, and the line on which it stands."""

    value: Any
    line: int


class RecordReader:
    """Fills the tree of a record from its moves, one after another."""

    def __init__(
        self, game: Piece, start: Piece | None, tags: dict[str, Piece], version: Piece
    ) -> None:
        line = game.line  # of what is read, for an error
        try:
            rules = load_game(game.value)
            line = version.line
            self.version = read_version(version.value)
            line = start.line if start else line
            self.record = Record(rules, parse_position(rules, start.value) if start else None)
            for name, (value, line) in tags.items():  # noqa: B007  # the line of an error
                self.record.tag(name, value)
        except InarowError as error:
            raise BadRecord(line, str(error)) from None
        self.node = self.record.root
        self.opened: list[RecordNode] = []  # where each open branch goes back to

    def play(self, move: str, line: int) -> None:
        """Play a move behind the last one."""
        try:
            self.node = self.node.child(parse_move(self.record.game, move, self.version))
        except (BadNotation, IllegalMove) as error:
            raise BadRecord(line, f"{clean(move, MOVE_SHOWN)}: {error}") from None

    def open_branch(self, line: int) -> None:
        """What follows replaces the last move."""
        if self.node.parent is None:
            raise BadRecord(line, "a branch ( stands before the first move")
        self.opened.append(self.node)
        self.node = self.node.parent

    def close_branch(self, line: int) -> None:
        """Go on behind the move that the branch replaced."""
        if not self.opened:
            raise BadRecord(line, "a branch is closed with ) but was never opened")
        self.node = self.opened.pop()

    def finish(self, word: str | None, reason: str | None) -> Record:
        """The record with the result that the file states; raises BadNotation."""
        self.record.result = _stated_result(word, reason, self.record.end_of_main_line())
        self.record.to_end()
        return self.record


def result_word(outcome: Outcome | None) -> str:
    """`1-0`, `0-1`, `1/2-1/2`, or `*` for a game without a result."""
    if outcome is None or outcome.reason is Reason.ABANDONED:
        return "*"
    return RESULTS[outcome.winner]


def _stated_result(word: str | None, reason: str | None, end: State) -> Outcome | None:
    """The off-board result that a file states, checked against the last position.

    None if the board itself shows the result, or if there is none.
    """
    if word not in (*RESULTS.values(), "*", None):
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
