"""Depth-first proof-number search, to read: can one player force a win, whatever the other does?

Each position gets two numbers. The *proof number* says how many positions at least must still be
shown to be won before the attacker's win is proven; the *disproof number* how many must still be
shown not to be. For the attacker one good move is enough, for the defender every move counts:

    attacker to move    proof = the smallest proof of a move       disproof = the sum over all moves
    defender to move    proof = the sum over all moves             disproof = the smallest of a move

                 attacker
              proof 2, disproof 4
             /                   \\
       defender                 defender             The left move seems nearer to a win: go there,
      proof 2, disproof 1      proof 5, disproof 3    until its proof number exceeds that of the
      /            \\                                 right one; then look again from above.
  proof 1       proof 1

A win has the numbers 0 and infinity; a draw or a loss infinity and 0. A position that was not
looked into gets first numbers from its mobility: the more moves the defender has, the more there is
to prove. To stay in one part of the tree for long, a search below a move may exceed the second best
move by a quarter (the *1 + epsilon trick*); whatever it finds is remembered by the position's key.

Draws make it two questions, one for each attacker: a position that neither can win is a draw.

Sources: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search", 1994; A. Nagai,
"Df-pn algorithm for searching AND/OR trees and its applications", 2002; J. Pawlewicz, L. Lew,
"Improving depth-first PN-search: 1 + epsilon trick", 2006.
"""

from collections.abc import Hashable
from typing import NamedTuple

from inarow.games.base import State

INFINITE = 1 << 40


class Numbers(NamedTuple):
    """How far a proof is: what is still missing for it, and for the proof of the contrary."""

    proof: int
    disproof: int


WON, NOT_WON = Numbers(0, INFINITE), Numbers(INFINITE, 0)


class ProofSearch:
    """Whether one player can force a win; asked again, it goes on where it was.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "b2b1")
    >>> search = ProofSearch(attacker=0)
    >>> search.search(state, nodes=1000)
    >>> search.numbers(state) == WON, search.nodes < 50
    (True, True)
    """

    def __init__(self, attacker: int) -> None:
        self.attacker = attacker
        self.nodes = 0
        self._last, self._halted = 0, False
        self._known: dict[Hashable, Numbers] = {}
        self._work: dict[Hashable, int] = {}

    def search(self, state: State, nodes: int) -> None:
        """Look at this number of positions, or until all is known."""
        self._last = self.nodes + nodes
        if self._halted:
            self._last = 0
        self._look_into(state, INFINITE, INFINITE)

    def halt(self) -> None:
        """End a search that is running in another thread, and all later ones at once."""
        self._halted = True
        self._last = 0

    def _look_into(self, state: State, proof: int, disproof: int) -> None:
        """Look into a position until one of its numbers reaches its bound."""
        if state.outcome is not None:
            return
        started, key = self.nodes, state.key()
        self.nodes += 1
        children = [state.play(action) for action in state.legal_actions()]
        attacks = state.player == self.attacker
        side = 0 if attacks else 1  # which number of a position is that of a single move
        while True:
            found = [self.numbers(child) for child in children if self._last]
            if not self._last:  # halted: on a large board this takes a while
                return
            numbers = self._known[key] = self._combine(state, found)
            if numbers.proof >= proof or numbers.disproof >= disproof or self.nodes >= self._last:
                break
            order = sorted(range(len(children)), key=lambda i: found[i][side])
            best, second = found[order[0]], INFINITE
            if len(order) > 1:
                second = found[order[1]][side]
            most = second + second // 4 + 1
            if attacks:
                bounds = min(proof, most), disproof - numbers.disproof + best.disproof
            else:
                bounds = proof - numbers.proof + best.proof, min(disproof, most)
            self._look_into(children[order[0]], *bounds)
        self._work[key] = self._work.get(key, 0) + self.nodes - started

    def _combine(self, state: State, found: list[Numbers]) -> Numbers:
        """The numbers of a position from those of its moves (`trace.py` writes both down)."""
        return _combined(found, state.player == self.attacker)

    def numbers(self, state: State) -> Numbers:
        """What is known of a position, or its first numbers."""
        outcome = state.outcome
        if outcome is not None:
            return WON if outcome.winner == self.attacker else NOT_WON
        known = self._known.get(state.key())
        if known is not None:
            return known
        moves = len(state.legal_actions())
        return Numbers(1, moves) if state.player == self.attacker else Numbers(moves, 1)

    def work(self, state: State) -> int:
        """How many positions it took to find that out."""
        return self._work.get(state.key(), 0)


def _combined(found: list[Numbers], attacks: bool) -> Numbers:
    """The numbers of a position from those of its moves."""
    proofs, disproofs = [one.proof for one in found], [one.disproof for one in found]
    if attacks:
        return Numbers(min(proofs), min(sum(disproofs), INFINITE)) if min(proofs) else WON
    return Numbers(min(sum(proofs), INFINITE), min(disproofs)) if min(disproofs) else NOT_WON
