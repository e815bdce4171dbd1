"""Which tuples speak for a move: the value of every move, taken apart.

The value of a move is a sum of one number for each tuple. A number by itself says little, since
most tuples look the same after any move. What counts is how far it is above or below the mean of
all moves: the *voice* of that tuple. The voices of a move add up to its lead over the mean move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inarow.games.base import SYMBOLS, Game, State
from inarow.search.decision import percent
from inarow.search.learned.games import cells_of
from inarow.search.learned.network import Network
from inarow.search.learned.plain import chance_of, places_of, sensible_moves
from inarow.search.learned.shape import Cells
from inarow.search.steps import NodeLook, SearchStep

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


def trace_learned(network: Network, state: State) -> list[SearchStep]:
    """What a network says about the sensible moves, the best one first, and its voices."""
    found = verdicts(network, state)
    best = f"answer: {state.game.format(found[0].move)}, {percent(found[0].chance)}"
    answer = SearchStep("answer", f"{best}, without looking ahead", (found[0].move,))
    return [*(step for one in found for step in _told(one, state.game)), answer]


def verdicts(network: Network, state: State, voices: int = VOICES) -> list[Verdict]:
    """The same as numbers."""
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


def _told(verdict: Verdict, game: Game) -> Iterator[SearchStep]:
    move, path = game.format(verdict.move), (verdict.move,)
    lead, chance = round(verdict.lead, 2), round(verdict.chance, 3)
    words = f"{move}: {percent(verdict.chance)}, lead {lead:+.2f}"
    yield SearchStep("verdict", words, path, (NodeLook(path, {"chance": chance, "lead": lead}),))
    for voice in verdict.voices:
        side = "for" if voice.number > 0 else "against"
        words = f"these cells speak {side} {move}: {voice.number:+.2f}"
        yield SearchStep("voice", words, path, more=_drawn(game, voice), cells=voice.cells)


def _numbers(network: Network, state: State, move: int) -> list[float]:
    """The numbers of all tuples after a move, for the player to move."""
    after = state.play(move)
    table, places = places_of(network, after)
    sign = 1 if after.player != state.player else -1
    return [sign * float(network.weights[table, place]) for place in places]


def _voice(owners: Sequence[int | None], cells: Cells, number: float) -> Voice:
    looks = ["_" if (owner := owners[cell]) is None else SYMBOLS[owner] for cell in cells]
    return Voice(cells, "".join(looks), number)


def _drawn(game: Game, voice: Voice) -> str:
    """The board with the cells of a tuple; all others are dots."""
    rows, cols = game.shape
    marks = dict(zip(voice.cells, voice.looks, strict=True))
    lines = (
        " ".join(marks.get(row * cols + col, ".") for col in range(cols)) for row in range(rows)
    )
    return "\n".join(lines)
