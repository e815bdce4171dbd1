"""The compiled proof searches, with the face of the readable one in `plain.py`.

nine boards             kernel_nine.py
m,n,k up to 100 cells   kernel_lines.py
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import Any

import numpy as np

from inarow.games.base import Game, State
from inarow.games.grid import square_symmetries
from inarow.games.rules import Rules
from inarow.search.evaluators.nine_patterns import fitted_values, valued_record
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.native.jit import Array, Struct
from inarow.search.native.nine import set_state
from inarow.search.proof import kernel_lines, kernel_nine
from inarow.search.proof.kernel_numbers import INFINITE, MOST_WORK, new_table
from inarow.search.proof.pairing import lines_of
from inarow.search.proof.plain import NOT_WON, WON, Numbers

PATH = "kernel, proof numbers"
_MEMORY_MB = 64


class CompiledSearch(ABC):
    """Whether one player can force a win; asked again, it goes on where it was.

    Args:
        attacker: the player.
        record: of the board, for the kernels.
        kernels: the module with `search` and `look_up`.
        table: what is known of positions.
    """

    def __init__(self, attacker: int, record: Struct, kernels: Any, table: Array) -> None:
        self.attacker = attacker
        self.nodes = 0
        self._halted = False
        self._record, self._kernels, self._table = record, kernels, table

    @abstractmethod
    def _put_in(self, state: State) -> None:
        """Put a position into the record."""

    def search(self, state: State, nodes: int) -> None:
        """Look at this number of positions, or until all is known."""
        if self.numbers(state) in (WON, NOT_WON):  # kernels are not asked who wins at once
            return
        b = self._record
        b.node_limit = nodes
        if self._halted:  # asked for after the limit was set, or before: either way it is seen
            b.node_limit = 0
        self._kernels.search(b, self._table, INFINITE, INFINITE, 0)
        self.nodes += int(b.nodes)

    def halt(self) -> None:
        """End a search that is running in another thread, and all later ones at once."""
        self._halted = True
        self._record.node_limit = 0

    def numbers(self, state: State) -> Numbers:
        """What is known of a position, or its first numbers."""
        if state.outcome is not None:
            return WON if state.outcome.winner == self.attacker else NOT_WON
        found = int(self._kernels.look_up(self._set_up(state), self._table)) >> 20
        mine, his = found >> 22 & INFINITE, found & INFINITE
        numbers = Numbers(mine, his) if state.player == self.attacker else Numbers(his, mine)
        return WON if not numbers.proof else NOT_WON if numbers.proof == INFINITE else numbers

    def work(self, state: State) -> int:
        """How many positions it took to find that out, as far as that is known."""
        if state.outcome is not None:
            return 0
        return int(self._kernels.look_up(self._set_up(state), self._table)) & MOST_WORK

    def _set_up(self, state: State) -> Struct:
        """The record, with a position in it."""
        self._put_in(state)
        self._record.nodes = 0
        return self._record


class NineProofSearch(CompiledSearch):
    """Proof-number search of nine boards; `other` shares its table, and goes on where it was."""

    def __init__(self, attacker: int, limit: Limit = NO_LIMIT) -> None:
        record = valued_record(kernel_nine.PROOF_FIELDS, fitted_values())
        table = new_table(limit, limit.memory or _MEMORY_MB)
        super().__init__(attacker, record, kernel_nine, table)

    def other(self) -> CompiledSearch:
        """The same search, which asks for the other player: both are answered at once."""
        other = copy(self)
        other.attacker = 1 - self.attacker
        return other

    def _put_in(self, state: State) -> None:
        set_state(self._record, state)


class LineProofSearch(CompiledSearch):
    """Proof-number search of m,n,k games."""

    def __init__(self, attacker: int, rules: Rules, limit: Limit = NO_LIMIT) -> None:
        half = (limit.memory or _MEMORY_MB) / 2  # the other attacker needs a table, too
        table = new_table(limit, half)
        super().__init__(attacker, _line_record(rules).copy(), kernel_lines, table)
        self._record.attacker = attacker

    def _put_in(self, state: State) -> None:
        owners = [
            kernel_lines.NOBODY if owner is None else owner
            for row in state.board()
            for owner in row
        ]
        kernel_lines.set_up(self._record, np.array(owners), state.player)


@lru_cache(maxsize=8)
def _line_record(rules: Rules) -> Struct:
    """A record of an empty board, with its lines and its symmetries; each search needs a copy."""
    record = np.zeros(1, np.dtype(kernel_lines.LINES_FIELDS)).view(np.recarray)[0]
    lines = lines_of(rules)
    record.k, record.cells, record.lines = rules.k, rules.cells, len(lines)
    record.empty, record.owner[:], record.living[:] = rules.cells, kernel_lines.NOBODY, len(lines)
    for number, line in enumerate(lines):
        record.cells_of[number, : rules.k] = line
        for cell in line:
            record.lines_of[cell, record.lines_at[cell]] = number
            record.lines_at[cell] += 1
    record.open[:] = record.lines_at
    record.worth[: rules.k + 1] = [0.5 ** (rules.k - stones) for stones in range(rules.k + 1)]
    shape = 2, rules.cells
    hashes = np.random.default_rng(0).integers(-(2**63), 2**63 - 1, shape, np.int64)
    turned = square_symmetries(rules.rows, rules.cols)
    record.symmetries = len(turned)
    for number, cells in enumerate(turned):
        record.hashes[number, :, : rules.cells] = hashes[:, list(cells)]
    return record


def compiled_searches(game: Game, limit: Limit = NO_LIMIT) -> Sequence[CompiledSearch]:
    """The compiled searches of a game that has them (`player.has_kernel`), one for each attacker.

    Args:
        game: the game.
        limit: of the search, which fills the table of each.
    """
    rules = game.rules
    assert rules is not None, "only games with a kernel are asked for"
    if rules.sent:
        search = NineProofSearch(0, limit)
        return search, search.other()
    return [LineProofSearch(attacker, rules, limit) for attacker in (0, 1)]
