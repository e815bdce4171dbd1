"""Proof-number search step by step: which position is looked into, and what its numbers become.

The search is that of `plain.py`, which explains the numbers; this one only listens. A step tells
of one position: the numbers of its moves, and its own that follow from them. Both attackers take
turns as in `prove.py`.
"""

from __future__ import annotations

from inarow.games.base import State
from inarow.games.sides import side_names
from inarow.options import counted
from inarow.search.limit import Limit
from inarow.search.proof.plain import INFINITE, NOT_WON, WON, Numbers, ProofSearch
from inarow.search.proof.prove import prove
from inarow.search.steps import NodeLook, SearchStep, place_name

_MOVES = 3000
"""Moves that are weighed, more or less: on a wide board fewer positions are looked into."""
_FEWEST = 4


def trace_proof(state: State, limit: Limit) -> list[SearchStep]:
    """Every step of both searches, then what is proven.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "a1b1a2b2")
    >>> for step in trace_proof(state, Limit(nodes=50)):
    ...     print(step.words)
    root: proven, X wins
    answer: win for X, from 1 position
    """
    steps: list[SearchStep] = []
    limit = limit.within(nodes=max(_FEWEST, _MOVES // len(state.legal_actions())))
    proof = prove(state, limit, [_Tracing(player, state, steps) for player in (0, 1)])
    value, side = proof.value, side_names(state)[state.player]
    found = f"{value.words} for {side}" if value is not None else "nothing is proven yet"
    words = f"answer: {found}, from {counted(proof.nodes, 'position')}"
    return [*steps, SearchStep("answer", words)]


class _Tracing(ProofSearch):
    """A proof search that writes down what it does."""

    def __init__(self, attacker: int, root: State, steps: list[SearchStep]) -> None:
        super().__init__(attacker)
        self._steps, self._root = steps, root
        self._line: list[State] = []
        self._side = side_names(root)[attacker]
        self._heading = f"can {self._side} force a win?"

    def search(self, state: State, nodes: int) -> None:
        self._heading = f"can {self._side} force a win?"
        super().search(state, nodes)

    def _look_into(self, state: State, proof: int, disproof: int) -> None:
        self._line.append(state)
        super()._look_into(state, proof, disproof)
        self._line.pop()

    def _combine(self, state: State, found: list[Numbers]) -> Numbers:
        before = self._known.get(state.key())
        numbers = super()._combine(state, found)
        path = tuple(one.last for one in self._line[1:] if one.last is not None)
        game, moves = self._root.game, state.legal_actions()
        if before == numbers:  # looked at again on the way up: nothing new
            return numbers
        looks = [
            NodeLook((*path, move), _told(one)) for move, one in zip(moves, found, strict=True)
        ]
        looks.append(NodeLook(path, _told(numbers)))
        more = ", ".join(
            f"{game.format(move)} {_text(one.proof)}/{_text(one.disproof)}"
            for move, one in zip(moves, found, strict=True)
        )
        words = f"{place_name(game, path)}: {self._words(numbers)}"
        phase = "look" if before is None else "update"
        more = f"proof/disproof: {more}"
        self._steps.append(SearchStep(phase, words, path, looks, more, heading=self._heading))
        self._heading = ""
        return numbers

    def _words(self, numbers: Numbers) -> str:
        if numbers == WON:
            return f"proven, {self._side} wins"
        if numbers == NOT_WON:
            return f"disproven, {self._side} cannot force a win"
        return f"{numbers.proof} to prove, {numbers.disproof} to disprove"


def _told(numbers: Numbers) -> dict[str, str]:
    return {"proof": _text(numbers.proof), "disproof": _text(numbers.disproof)}


def _text(number: int) -> str:
    return "∞" if number >= INFINITE else str(number)
