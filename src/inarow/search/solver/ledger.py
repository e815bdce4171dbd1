"""What is proven of a large board, kept in a file: a search of days goes on where it was ended.

The file has one line of JSON for each position that was asked about, and is only ever added to:

    {"format": "inarow settled 1", "game": "connect_four(rows=7,cols=8,k=4)"}
    {"moves": [5, 5, 4], "at_least": 1, "lowest": -99, "highest": 0, "nodes": 8231994}
    {"moves": [5, 5, 5], "at_least": 1, "lowest": -99, "highest": 99, "nodes": 20000000}

Moves are columns from 1. The question was whether the player to move reaches the score `at_least`;
`lowest` and `highest` are what is proven of his score. The third position took more than it was
given: it was left open, and the positions after it were asked about instead. A line that was cut
off, because the machine was, is left out; whoever likes can ask any line again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from inarow.errors import BadFile, NotAvailable
from inarow.games.connect_four import ConnectFour
from inarow.processes.locks import lock_file
from inarow.search.solver.positions import Stones
from inarow.search.solver.result import FAR

_FORMAT = "inarow settled 1"


class Ledger:
    """Proven bounds by position, mirrored or not; with a path, in memory and in a file.

    >>> ledger = Ledger(ConnectFour(4, 4))
    >>> ledger.enter((1,), (0, 1), 1, (-99, 0), 500)
    >>> ledger.bounds((0, 1)), ledger.bounds((0, 1 << 15))   # the same in the mirror
    ((-99, 0), (-99, 0))
    """

    def __init__(self, game: ConnectFour, path: Path | None = None) -> None:
        self.game, self.nodes, self.entries = game, 0, 0
        self._bounds: dict[Stones, tuple[int, int]] = {}
        self._tried: set[tuple[Stones, int]] = set()
        self._file: IO[bytes] | None = None
        if path is not None:
            self._file = self._open(path)

    def bounds(self, stones: Stones) -> tuple[int, int]:
        """What is known of the score of the player to move."""
        return self._bounds.get(self.name(stones), (-FAR, FAR))

    def was_tried(self, stones: Stones, at_least: int) -> bool:
        """Whether a position was asked about and left open."""
        return (self.name(stones), at_least) in self._tried

    def learn(self, stones: Stones, lowest: int, highest: int) -> None:
        """Remember what follows from entries; that need not be in the file."""
        name = self.name(stones)
        low, high = self._bounds.get(name, (-FAR, FAR))
        self._bounds[name] = max(low, lowest), min(high, highest)

    def enter(
        self,
        moves: Sequence[int],
        stones: Stones,
        at_least: int,
        bounds: tuple[int, int],
        nodes: int,
    ) -> None:
        """Keep what a search has found out; it is on disk when this returns."""
        if self._file is not None:
            lowest, highest = bounds
            data = {"moves": list(moves), "at_least": at_least, "lowest": lowest}
            self._write(data | {"highest": highest, "nodes": nodes})
        self._take(stones, at_least, bounds, nodes)

    def close(self) -> None:
        """Let others have the file."""
        if self._file is not None:
            self._file.close()

    def name(self, stones: Stones) -> Stones:
        """A position or its mirror image, whichever is the smaller pair of numbers."""
        return min(stones, (self._mirrored(stones[0]), self._mirrored(stones[1])))

    def _mirrored(self, word: int) -> int:
        stride, last = self.game.rows + 1, self.game.cols - 1
        column = (1 << stride) - 1
        parts = (
            (word >> at * stride & column) << (last - at) * stride for at in range(self.game.cols)
        )
        return sum(parts)

    def _take(self, stones: Stones, at_least: int, bounds: tuple[int, int], nodes: int) -> None:
        self.nodes += nodes
        self.entries += 1
        self.learn(stones, *bounds)
        if bounds[0] < at_least <= bounds[1]:
            self._tried.add((self.name(stones), at_least))

    def _open(self, path: Path) -> IO[bytes]:
        if path.exists() and not path.is_file():  # a device may never end
            raise BadFile(f"{path} is not a plain file")
        file = path.open("a+b")
        try:
            if not lock_file(file):
                raise NotAvailable(f"{path} is in use by another process")
            file.seek(0)
            *lines, rest = file.read().split(b"\n")
            header = {"format": _FORMAT, "game": str(self.game)}
            if lines:
                self._read(lines, path)
            elif not json.dumps(header).encode().startswith(rest):
                raise BadFile(f"{path} is no file of settled positions")
            if rest:  # cut off in the middle of a line of ours
                file.truncate(file.seek(0, os.SEEK_END) - len(rest))
            self._file = file
            if not lines:
                self._write(header)
        except BaseException:
            file.close()
            raise
        return file

    def _read(self, lines: list[bytes], path: Path) -> None:
        try:
            first, *entries = map(json.loads, lines)
        except (ValueError, RecursionError):
            raise BadFile(f"{path} is damaged, or no file of settled positions") from None
        if not isinstance(first, dict) or first.get("format") != _FORMAT:
            raise BadFile(f"{path} is no file of settled positions")
        if first.get("game") != str(self.game):
            raise BadFile(f"{path} is about {first.get('game')}, not about {self.game}")
        for number, entry in enumerate(entries, start=2):
            try:
                bounds = int(entry["lowest"]), int(entry["highest"])
                if not -FAR <= bounds[0] <= bounds[1] <= FAR:
                    raise ValueError(bounds)
                stones = self._played([int(column) for column in entry["moves"]])
                self._take(stones, int(entry["at_least"]), bounds, int(entry["nodes"]))
            except (KeyError, TypeError, ValueError, IndexError, OverflowError):
                raise BadFile(f"{path}, line {number}: this is not a settled position") from None
            lowest, highest = self.bounds(stones)
            if lowest > highest:
                raise BadFile(f"{path}, line {number}: this contradicts an earlier line")

    def _played(self, moves: Sequence[int]) -> Stones:
        """The stones after columns from 1; ValueError if there is no such column, or it is full."""
        own = other = 0
        for column in moves:
            if column < 1:
                raise ValueError(column)
            bottom, top, cells = self.game.columns[column - 1]
            if (own | other) & top:
                raise ValueError(column)
            own, other = other, own | ((own | other) + bottom & cells)
        return own, other

    def _write(self, data: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(data).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
