"""The compiled proof search of nine boards, with the face of the readable one in `plain.py`."""

import numpy as np

from inarow.games.base import State
from inarow.search.evaluators.nine_patterns import fitted_values
from inarow.search.native.jit import Array, Struct
from inarow.search.native.nine import new_record, set_state
from inarow.search.proof import kernel_nine
from inarow.search.proof.kernel_nine import INFINITE
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
        self._record = new_record(kernel_nine.PROOF_FIELDS, fitted_values().of_boards())
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
        set_state(b, state)
        b.attacker = self.attacker
        return b
