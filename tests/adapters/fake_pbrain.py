"""A Gomocup engine that plays the first free cell, or misbehaves as its first argument says.

    python fake_pbrain.py MODE [TRANSCRIPT]

It needs nothing but Python. All lines that it reads go to the transcript.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

MODE = sys.argv[1]
TRANSCRIPT = sys.argv[2] if len(sys.argv) > 2 else os.devnull


def say(line: str) -> None:
    """Write a line; bytes that are no UTF-8 are allowed."""
    sys.stdout.buffer.write(line.encode("latin-1") + b"\r\n")
    sys.stdout.buffer.flush()


class Board:
    """Which cells are taken."""

    def __init__(self, cols: int, rows: int) -> None:
        self.cols, self.rows = cols, rows
        self.taken: set[tuple[int, int]] = set()

    def move(self) -> str:
        """Take the first free cell."""
        cells = ((x, y) for y in range(self.rows) for x in range(self.cols))
        x, y = next(cell for cell in cells if cell not in self.taken)
        self.taken.add((x, y))
        return f"{x},{y}"


def cell(text: str) -> tuple[int, int]:
    """The cell at the beginning of a text."""
    x, y, *_ = text.split(",")
    return int(x), int(y)


def flood(_: Board) -> None:
    while True:
        say("MESSAGE " + "bla " * 500)


def hoard(_: Board) -> None:
    kept = []
    while True:
        kept.append(bytes(2**20))


def close_output(_: Board) -> None:
    os.close(1)
    os.close(2)
    time.sleep(60)


def chatter(_: Board) -> None:
    for line in ("MESSAGE 7,7", "DEBUG 7,8", "", "message \xb0\xa1 GBK", "UNKNOWN info"):
        say(line)


def wait_for_stop(_: Board) -> None:
    while sys.stdin.buffer.readline().strip() != b"YXSTOP":
        pass


def say_and_wait(line: str) -> None:
    say(line)
    time.sleep(60)


INSTEAD: dict[str, Callable[[Board], object]] = {
    "crash": lambda _: sys.exit("segmentation fault, or so"),
    "silent": lambda _: time.sleep(60),
    "late": lambda _: time.sleep(0.4),
    "illegal": lambda board: say(",".join(map(str, next(iter(board.taken))))),
    "outside": lambda board: say(f"{board.cols},0"),
    "negative": lambda _: say("-1,3"),
    "garbage": lambda _: say_and_wait("j\xff\xfeh8 +++ 7;7 (7,7) 1,2,3"),
    "complaint": lambda _: say_and_wait("ERROR I do not like this board"),
    "flood": flood,
    "memory": hoard,
    "closes": close_output,
    "chatter": chatter,
    "stops": wait_for_stop,
}
"""What is done before a move, or in place of it."""
STARTS = {"small": "ERROR unsupported size", "square": "UNKNOWN", "mute": ""}
"""What is said to START, if not OK."""


class Engine:
    """Obeys one command after the other."""

    def __init__(self) -> None:
        self.board = Board(0, 0)
        self.answered = 0.0

    def obey(self, word: str, rest: str) -> None:
        """Do what a command says."""
        if MODE == "hasty" and time.monotonic() - self.answered < 0.02:
            return  # as Rapfi does
        if word in ("START", "RECTSTART"):
            sides = [int(side) for side in rest.split(",")]
            self.board = Board(sides[0], sides[-1])
            say(STARTS.get(MODE, "OK"))
        elif word == "PLAY":
            say(rest)
        elif word == "TURN":
            self.board.taken.add(cell(rest))
        elif word == "BOARD":
            while (stone := read_line()) != "DONE":
                self.board.taken.add(cell(stone))
        if word in ("BEGIN", "TURN", "BOARD"):
            if MODE in INSTEAD:
                INSTEAD[MODE](self.board)
            self.answered = time.monotonic()  # before it says so, and may have to wait for a core
            say(f"SUGGEST {self.board.move()}" if MODE == "suggest" else self.board.move())


def read_line() -> str:
    """The next line; END at the end."""
    text = sys.stdin.buffer.readline().decode("latin-1").strip() or "END"
    with open(TRANSCRIPT, "a", encoding="latin-1") as transcript:
        print(text, file=transcript)
    return text


def main() -> None:
    """Read commands until END."""
    if MODE == "dead":
        sys.exit(3)
    engine = Engine()
    while (line := read_line()) != "END":
        word, _, rest = line.partition(" ")
        engine.obey(word, rest)


main()
