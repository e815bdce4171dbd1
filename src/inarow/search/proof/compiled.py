"""The compiled proof search of nine boards, with the face of the readable one in `plain.py`."""

from functools import cache

import numpy as np

from inarow.games.base import State
from inarow.games.grid import bits_of
from inarow.games.stones import read_stones
from inarow.search.native.jit import Array, Struct
from inarow.search.proof import kernel_nine
from inarow.search.proof.kernel_nine import ANY, INFINITE, NINE
from inarow.search.proof.plain import NOT_WON, WON, Numbers

PATH = "kernel, proof numbers of nine boards"
_BUCKET_BYTES = 64
_MEMORY_MB = 64


class NineProofSearch:
    """Whether one player can force a win on nine boards; asked again, it goes on where it was."""

    def __init__(self, attacker: int, memory: int | None = None) -> None:
        self.attacker = attacker
        self.nodes = 0
        self._halted = False
        self._record: Struct = _empty().copy().view(np.recarray)[0]
        buckets = (memory or _MEMORY_MB) * 2**20 // 2 // _BUCKET_BYTES
        self._table: Array = np.zeros(8 << max(10, buckets.bit_length() - 1), np.int64)

    def search(self, state: State, nodes: int) -> None:
        """Look at this number of positions, or until all is known."""
        b = self._set_up(state)
        b.node_limit = nodes
        if self._halted:  # asked for after the limit was set, or before: either way it is seen
            b.node_limit = 0
        kernel_nine.search(b, self._table, INFINITE, INFINITE, 0)
        self.nodes += int(b.nodes)

    def halt(self) -> None:
        """End a search that is running in another thread, and all later ones at once."""
        self._halted = True
        self._record.node_limit = 0

    def numbers(self, state: State) -> Numbers:
        """What is known of a position, or its first numbers."""
        if state.outcome is not None:
            return WON if state.outcome.winner == self.attacker else NOT_WON
        found = int(kernel_nine.look_up(self._set_up(state), self._table)) >> 20
        mine, his = found >> 22 & INFINITE, found & INFINITE
        numbers = Numbers(mine, his) if state.player == self.attacker else Numbers(his, mine)
        return WON if not numbers.proof else NOT_WON if not numbers.disproof else numbers

    def work(self, state: State) -> int:
        """How many positions it took to find that out, as far as that is known."""
        if state.outcome is not None:
            return 0
        return int(kernel_nine.look_up(self._set_up(state), self._table)) & kernel_nine.MOST_WORK

    def _set_up(self, state: State) -> Struct:
        """The record, with a position in it."""
        b = self._record
        b.stones[:], b.hash, b.nodes = 0, 0, 0
        rules = state.game.rules
        assert rules is not None, "the player has asked for them"
        own, other, rule = read_stones(state, 0)
        for player, stones in enumerate((own, other)):
            for row, col in (rule.geometry.cell_of[bit] for bit in bits_of(stones)):
                b.stones[player, row // 3 * 3 + col // 3] |= 1 << row % 3 * 3 + col % 3
        b.player, b.attacker, b.chooses = state.player, self.attacker, rules.chooses
        b.board = ANY if state.note == "-" else int(state.note) - 1
        kernel_nine.set_up(b)
        return b


@cache
def _empty() -> Array:
    """The record of nine empty boards."""
    record = np.zeros(1, NINE)
    random = np.random.default_rng(0)
    for name in ("hashes", "sent"):
        shape = record[name].shape
        record[name] = random.integers(-(2**63), 2**63 - 1, shape, np.int64)
    return record
