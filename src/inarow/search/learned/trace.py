"""Which tuples speak for a move: the value of every move, taken apart.

The value of a move is a sum of one number for each tuple. A number by itself says little, since
most tuples look the same after any move. What counts is how far it is above or below the mean of
all moves: the *voice* of that tuple. The voices of a move add up to its lead over the mean move.
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow.games.base import SYMBOLS, State
from inarow.search.learned.games import cells_of
from inarow.search.learned.network import Network
from inarow.search.learned.plain import chance_of, places_of, sensible_moves
from inarow.search.learned.shape import Cells
from inarow.search.learned.voices import Verdict, Voice

VOICES = 3
"""How many are told of each move, the loudest first."""


def trace_learned(network: Network, state: State, voices: int = VOICES) -> list[Verdict]:
    """What a network says about the sensible moves of a position, the best one first."""
    moves = sensible_moves(state) or list(state.legal_actions())
    numbers = {move: _numbers(network, state, move) for move in moves}
    means = [sum(column) / len(moves) for column in zip(*numbers.values(), strict=True)]
    cells, found = cells_of(network.game, network.tuples), []
    for move, row in numbers.items():
        leads = [number - mean for number, mean in zip(row, means, strict=True)]
        loudest = sorted(range(len(leads)), key=lambda at: -abs(leads[at]))[:voices]
        owners = [owner for line in state.play(move).board() for owner in line]
        told = tuple(_voice(owners, cells[at], leads[at]) for at in loudest if leads[at])
        found.append(Verdict(move, chance_of(sum(row)), sum(leads), told))
    return sorted(found, key=lambda verdict: -verdict.chance)


def _numbers(network: Network, state: State, move: int) -> list[float]:
    """The numbers of all tuples after a move, for the player to move."""
    after = state.play(move)
    table, places = places_of(network, after)
    sign = 1 if after.player != state.player else -1
    return [sign * float(network.weights[table, place]) for place in places]


def _voice(owners: Sequence[int | None], cells: Cells, number: float) -> Voice:
    looks = ["_" if (owner := owners[cell]) is None else SYMBOLS[owner] for cell in cells]
    return Voice(cells, "".join(looks), number)
