r"""The messages of the nine-board protocol as values: text in, value out, and back again.

The protocol comes from a university course: a server referees a series of games, two players
connect to it, and every message is one line that ends in a full stop. The first connection plays
X, the second O; X's first stone is placed by the server.

    message               numbers     to          meaning
    init.                 ()          both        once: a series begins
    start(x).             (0,)        each        a game begins, and this is your side
    second_move(6,1).     (5, 0)      O           X was put in board 6, cell 1: your move
    third_move(6,1,6).    (5, 0, 5)   X           and O answered cell 6: your move
    next_move(9).         (8,)        mover       your opponent took cell 9: your move
    last_move(5).         (4,)        the other   your opponent took cell 5: game over
    win(triple).          (0,)        each        the result and its cause
    end.                  ()          both        once: the series is over

A player answers `second_move`, `third_move` and `next_move` with one digit and a newline, and every
other message with nothing. Outside, boards and cells go from 1 to 9; inside, as everywhere in this
package, from 0 to 8. This module is the only place that converts.

Nothing here opens a socket. `LineSplitter` turns the pieces in which bytes arrive into lines.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from inarow.errors import InarowError
from inarow.search.decision import Result

DEFAULT_PORT = 31415

_LONGEST_LINE = 256
_BLANKS = " \t\r\n"
_SHAPE = re.compile(r"([a-z_]+)(?:\(([a-z0-9_,]*)\))?\.")


class ProtocolError(InarowError, ValueError):
    """A line is not a message of the protocol, or it makes no sense where it came."""


class Cause(StrEnum):
    """Why a game ended. The last two are ours: the course's server does not know them."""

    TRIPLE = "triple"
    FULL_BOARD = "full_board"
    ILLEGAL_MOVE = "illegal_move"
    TIMEOUT = "timeout"
    DISCONNECT = "disconnect"  # a player closed the connection
    CRASH = "crash"  # a player of our own raised an error


_CELLS = tuple("123456789")
_CAUSES = tuple(cause for cause in Cause if cause is not Cause.FULL_BOARD)
_ARGUMENTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "init": (),
    "start": (("x", "o"),),
    "second_move": (_CELLS, _CELLS),
    "third_move": (_CELLS, _CELLS, _CELLS),
    "next_move": (_CELLS,),
    "last_move": (_CELLS,),
    Result.WIN: (_CAUSES,),
    Result.LOSS: (_CAUSES,),
    Result.DRAW: ((Cause.FULL_BOARD,),),
    "end": (),
}
"""The words that each argument of a message may be; inside, the place of a word stands for it."""


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the protocol: its name, and a number for each word in its brackets.

    Raises:
        ProtocolError: there is no message of this name with such numbers.

    >>> str(Message("third_move", (5, 0, 5)))
    'third_move(6,1,6).'
    """

    name: str
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        sizes = [len(words) for words in _ARGUMENTS.get(self.name, ((),))]
        fits = [0 <= number < size for number, size in zip(self.numbers, sizes, strict=False)]
        if not all(fits) or len(self.numbers) != len(sizes):
            raise ProtocolError(f"{self.name}{self.numbers} is not a message of the protocol")

    def __str__(self) -> str:
        words = [words[at] for words, at in zip(_ARGUMENTS[self.name], self.numbers, strict=True)]
        return f"{self.name}({','.join(words)})." if words else f"{self.name}."

    @property
    def asks(self) -> bool:
        """Whether it wants an answer."""
        return self.name in ("second_move", "third_move", "next_move")

    @property
    def cause(self) -> Cause:
        """Why the game ended, if this is a result."""
        return Cause(_ARGUMENTS[self.name][0][self.numbers[0]])


def game_over(result: Result, cause: Cause) -> Message:
    """The message that tells a player its result. Only a full board is a draw.

    >>> str(game_over(Result.WIN, Cause.TRIPLE))
    'win(triple).'
    """
    return parse_message(f"{result}({cause}).")


def parse_message(line: str) -> Message:
    """The message that a line holds; blanks around it do not count.

    Raises:
        ProtocolError: the line is none of the messages, or a number is not from 1 to 9.

    >>> parse_message("second_move(6,1).")
    Message(name='second_move', numbers=(5, 0))
    """
    shape = _SHAPE.fullmatch(line.strip(_BLANKS))
    name, inside = shape.groups() if shape else ("", None)
    given = () if inside is None else inside.split(",")
    try:
        places = [words.index(word) for words, word in zip(_ARGUMENTS[name], given, strict=True)]
    except (KeyError, ValueError):
        raise ProtocolError(f"{_shown(line)} is not a message of the nine-board protocol") from None
    return Message(name, tuple(places))


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
    if word not in _CELLS:
        raise ProtocolError(f"the answer was {_shown(line)}, not a number from 1 to 9")
    return int(word) - 1


class LineSplitter:
    """Cuts a stream of bytes into lines, in whatever pieces the bytes arrive.

    A partial line waits for its rest. A line that never ends is cut into pieces of 256 characters,
    which are not messages, so that memory cannot be exhausted.

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


def _shown(line: str) -> str:
    """A line as it can stand in an error message."""
    text = line.strip(_BLANKS)
    return repr(text if len(text) <= 60 else text[:57] + "...")
