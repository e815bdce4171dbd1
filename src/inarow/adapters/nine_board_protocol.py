r"""The messages of the nine-board protocol as values: text in, value out, and back again.

The protocol comes from a university course: a server referees a series of games, two players
connect to it, and every message is one line that ends in a full stop. The first connection plays
X, the second O; X's first stone is placed by the server.

    message               value               to          meaning
    init.                 Init()              both        once: a series begins
    start(x).             Start(0)            each        a game begins, and this is your side
    second_move(6,1).     SecondMove(5, 0)    O           X was put in board 6, cell 1: your move
    third_move(6,1,6).    ThirdMove(5, 0, 5)  X           and O answered cell 6: your move
    next_move(9).         NextMove(8)         mover       your opponent took cell 9: your move
    last_move(5).         LastMove(4)         the other   your opponent took cell 5: game over
    win(triple).          GameOver(WIN, ..)   each        the result and its cause
    end.                  End()               both        once: the series is over

A player answers `second_move`, `third_move` and `next_move` with one digit and a newline, and every
other message with nothing. Outside, boards and cells go from 1 to 9; inside, as everywhere in this
package, from 0 to 8. This module is the only place that converts.

Nothing here opens a socket. `LineSplitter` turns the pieces in which bytes arrive into lines.
"""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass, fields
from enum import StrEnum
from typing import TypeAlias

from inarow.errors import InarowError
from inarow.search.decision import Result

DEFAULT_PORT = 31415

_LONGEST_LINE = 256
_BLANKS = " \t\r\n"
_DIGITS = tuple("123456789")
_SIDES = ("x", "o")
_SHAPE = re.compile(r"([a-z_]+)(?:\(([a-z0-9_,]*)\))?\.")


class ProtocolError(InarowError, ValueError):
    """A line is not a message of the protocol, or it makes no sense where it came."""


class Cause(StrEnum):
    """Why a game ended. The last two are not in the course's server, which knows no such ends."""

    TRIPLE = "triple"
    FULL_BOARD = "full_board"
    ILLEGAL_MOVE = "illegal_move"
    TIMEOUT = "timeout"
    DISCONNECT = "disconnect"  # a player closed the connection
    CRASH = "crash"  # a player of our own raised an error


@dataclass(frozen=True, slots=True)
class Init:
    """A series begins."""


@dataclass(frozen=True, slots=True)
class Start:
    """A game begins; the one who hears this plays X (0) or O (1)."""

    player: int


@dataclass(frozen=True, slots=True)
class SecondMove:
    """To O: where X's first stone was put. O answers in the board that `cell` names."""

    board: int
    cell: int


@dataclass(frozen=True, slots=True)
class ThirdMove:
    """To X: where the own first stone was put, and O's answer to it."""

    board: int
    cell: int
    reply: int


@dataclass(frozen=True, slots=True)
class NextMove:
    """The opponent took this cell of the board it was sent to; now it is your turn."""

    cell: int


@dataclass(frozen=True, slots=True)
class LastMove:
    """The opponent took this cell and ended the game with it."""

    cell: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The result for the one who hears it. Only a full board is a draw."""

    result: Result
    cause: Cause

    def __post_init__(self) -> None:
        if (self.result is Result.DRAW) is not (self.cause is Cause.FULL_BOARD):
            raise ProtocolError(f"{self.result}({self.cause}) is not a result of this game")


@dataclass(frozen=True, slots=True)
class End:
    """The series is over."""


Question: TypeAlias = SecondMove | ThirdMove | NextMove
"""The messages that want an answer."""

Message: TypeAlias = Init | Start | Question | LastMove | GameOver | End

_BARE: dict[str, type[Init] | type[End]] = {"init": Init, "end": End}
_MOVES: dict[str, type[Question] | type[LastMove]] = {
    "second_move": SecondMove,
    "third_move": ThirdMove,
    "next_move": NextMove,
    "last_move": LastMove,
}
_NAMES = {kind: name for table in (_BARE, _MOVES) for name, kind in table.items()}


def format_message(message: Message) -> str:
    """The line for a message, without its newline.

    >>> format_message(ThirdMove(5, 0, 5))
    'third_move(6,1,6).'
    >>> format_message(GameOver(Result.WIN, Cause.TRIPLE))
    'win(triple).'
    """
    if isinstance(message, GameOver):
        return f"{message.result}({message.cause})."
    if isinstance(message, Start):
        return f"start({_SIDES[message.player]})."
    numbers = ",".join(str(number + 1) for number in astuple(message))
    return f"{_NAMES[type(message)]}({numbers})." if numbers else f"{_NAMES[type(message)]}."


def parse_message(line: str) -> Message:
    """The message that a line holds; blanks around it do not count.

    Raises:
        ProtocolError: the line is none of the messages, or a number is not from 1 to 9.

    >>> parse_message("second_move(6,1).")
    SecondMove(board=5, cell=0)
    """
    shape = _SHAPE.fullmatch(line.strip(_BLANKS))
    message = None
    if shape is not None:
        arguments = () if shape[2] is None else tuple(shape[2].split(","))
        message = _message(shape[1], arguments)
    if message is None:
        raise ProtocolError(f"{_shown(line)} is not a message of the nine-board protocol")
    return message


def format_answer(action: int) -> str:
    """The line with which a player answers, without its newline."""
    return str(action + 1)


def parse_answer(line: str) -> int:
    """The action that a player's answer names: one digit from 1 to 9, blanks around it allowed.

    Raises:
        ProtocolError: the answer is anything else.

    >>> parse_answer("9")
    8
    """
    word = line.strip(_BLANKS)
    if word not in _DIGITS:
        raise ProtocolError(f"the answer was {_shown(line)}, not a number from 1 to 9")
    return int(word) - 1


class LineSplitter:
    """Cuts a stream of bytes into lines, in whatever pieces the bytes arrive.

    A partial line waits for its rest. A line that never ends is cut into pieces of 256 characters,
    which are no messages, so that nobody can fill the memory.

    >>> splitter = LineSplitter()
    >>> splitter.feed(b"init."), splitter.feed(bytes([10]) + b"sta")
    ([], ['init.'])
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes; the lines that they complete, without their newlines."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        lines = [piece for line in whole for piece in _pieces(line)]
        *cut, self._rest = _pieces(self._rest)
        return [line.decode("ascii", "replace") for line in lines + cut]


def _pieces(line: bytes) -> list[bytes]:
    starts = range(0, max(len(line), 1), _LONGEST_LINE)
    return [line[start : start + _LONGEST_LINE] for start in starts]


def _message(name: str, arguments: tuple[str, ...]) -> Message | None:
    """The message of this name, or None if there is none with such arguments."""
    if name in _BARE and not arguments:
        return _BARE[name]()
    if name in _MOVES and len(arguments) == len(fields(_MOVES[name])):
        if all(argument in _DIGITS for argument in arguments):
            return _MOVES[name](*(int(argument) - 1 for argument in arguments))
        return None
    if len(arguments) != 1:
        return None
    if name == "start" and arguments[0] in _SIDES:
        return Start(_SIDES.index(arguments[0]))
    try:
        return GameOver(Result(name), Cause(arguments[0]))
    except ValueError:
        return None


def _shown(line: str) -> str:
    """A line as it can stand in an error message."""
    text = line.strip(_BLANKS)
    return repr(text if len(text) <= 60 else text[:57] + "...")
