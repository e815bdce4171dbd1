"""Which tuples speak for a move: the value of every move, taken apart.

The value of a move is a sum of one number for each tuple. A number by itself says little, since
most tuples look the same after any move. What counts is how far it is above or below the mean of
all moves: the *voice* of that tuple. The voices of a move add up to its lead over the mean move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inarow.games.base import SYMBOLS, Game, State
from inarow.search.decision import percent
from inarow.search.learned.games import cells_of
from inarow.search.learned.network import Network
from inarow.search.learned.plain import chance_of, places_of, sensible_moves
from inarow.search.learned.shape import Cells

VOICES = 3
"""How many are told of each move, the loudest first."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What a tuple has to say about a move.

    Args:
        cells: of the tuple, counted row by row from the top left.
        looks: how they are filled after the move: X, O or _ for each.
        number: how far its number is above that of the mean move.
    """

    cells: tuple[int, ...]
    looks: str
    number: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the network says about a move.

    Args:
        move: the action.
        chance: to win, for the player to move.
        lead: of its sum over the mean of all moves.
        voices: the loudest, for or against it.
    """

    move: int
    chance: float
    lead: float
    voices: tuple[Voice, ...]

    def words(self, game: Game) -> list[str]:
        """The same as lines of text, with a drawing of each voice."""
        lines = [f"{game.format(self.move)}: {percent(self.chance)}, lead {self.lead:+.2f}"]
        if not self.voices:
            return lines
        drawn = [_drawn(game, voice) for voice in self.voices]
        heads = [f"{voice.number:+.2f}".ljust(len(drawn[0][0])) for voice in self.voices]
        rows = ["   ".join(row) for row in zip(*drawn, strict=True)]
        return [*lines, *(f"    {row}".rstrip() for row in ("   ".join(heads), *rows))]


def _drawn(game: Game, voice: Voice) -> list[str]:
    """The board with the cells of a tuple; all others are dots."""
    rows, cols = game.shape
    marks = dict(zip(voice.cells, voice.looks, strict=True))
    return [
        " ".join(marks.get(row * cols + col, ".") for col in range(cols)) for row in range(rows)
    ]


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
