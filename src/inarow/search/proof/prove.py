"""Is a position won, drawn or lost? Two proof searches, one for each attacker, take turns.

Each gets twice as many positions as the time before, so that the one that settles the matter is
never held up for long by the other. What they leave behind says something of the single moves, too:

    after the move    I can force a win      the move wins
                      he can force a win     the move loses
                      I cannot               at most a draw
                      he cannot              at least a draw
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Protocol

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.limit import Limit
from inarow.search.proof.plain import NOT_WON, WON, Numbers

_FIRST_SLICE = 1_000
_MORE_WORK, _MORE_POSITIONS = 2, 10_000
"""For single moves: the whole may take so many times what the position took, and some more."""
_TWO = 2
"""Threats at once that nobody can stop; more are no better."""
_AGAIN = 20_000
"""Positions that are looked at to find again what the table has forgotten."""


class Search(Protocol):
    """A proof search, readable or compiled."""

    attacker: int
    nodes: int

    def search(self, state: State, nodes: int) -> None:
        """Look at some more positions."""

    def halt(self) -> None:
        """End a search that is running in another thread, and all later ones at once."""

    def numbers(self, state: State) -> Numbers:
        """What is known of a position."""

    def work(self, state: State) -> int:
        """How much work it was to find that out."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What two searches have found out about a position, from the view of the player to move."""

    state: State
    searches: Sequence[Search]

    @property
    def nodes(self) -> int:
        """The positions looked at."""
        return sum(search.nodes for search in self.searches)

    @property
    def value(self) -> Value | None:
        """What is proven of the position; None if nothing is."""
        return self._value_for(self.state, self.state.player)

    @property
    def settled(self) -> bool:
        """Whether the value of the position is proven."""
        value = self.value
        return value is not None and value.kind is Kind.PROVEN

    @property
    def missing(self) -> tuple[Numbers, Numbers]:
        """How far the proofs are that the player to move can force a win, and the other one."""
        mine, his = (self._search_of(player).numbers(self.state) for player in self._players)
        return mine, his

    def values(self) -> dict[int, Value]:
        """What is proven of single moves."""
        found = {a: self._value_for(self.state.play(a), self.state.player) for a in self._actions}
        known = {action: value for action, value in found.items() if value is not None}
        whole = self.value
        if whole is None or not self.settled:
            return known
        if whole.result is Result.LOSS:
            return dict.fromkeys(self._actions, whole)
        if whole.result is Result.DRAW:  # no move is better, and what is not worse is a draw
            holding = [a for a, value in known.items() if value.results[0] == whole.score]
            most = replace(whole, kind=Kind.BOUND, at_most=True)
            return dict.fromkeys(self._actions, most) | known | dict.fromkeys(holding, whole)
        return known

    def hope(self, action: int) -> float:
        """How near a move seems to a win, and how far from a loss, for choosing among unknowns."""
        after = self.state.play(action)
        mine, his = (self._search_of(p).numbers(after) for p in self._players)
        return _share(mine) - _share(his)

    def line(self) -> tuple[int, ...]:
        """How the game goes on: moves that keep what is proven, against the toughest defence."""
        value = self.value
        if value is None or not self.settled or value.result is Result.DRAW:
            return ()
        player = self.state.player
        winner = player if value.result is Result.WIN else 1 - player
        search, state, actions = self._search_of(winner), self.state, list[int]()
        while state.outcome is None:
            kept = _winning(search, state)
            if not kept:  # forgotten: look again
                search.search(state, _AGAIN)
                kept = _winning(search, state)
            if not kept:
                break
            actions.append(_natural(search, state, kept))
            state = state.play(actions[-1])
        return tuple(actions)

    @property
    def _actions(self) -> Sequence[int]:
        return self.state.legal_actions()

    @property
    def _players(self) -> tuple[int, int]:
        return self.state.player, 1 - self.state.player

    def _search_of(self, attacker: int) -> Search:
        return next(search for search in self.searches if search.attacker == attacker)

    def _value_for(self, state: State, player: int) -> Value | None:
        mine = self._search_of(player).numbers(state)
        if mine == WON:
            return Value(Kind.PROVEN, 1.0, Result.WIN, unit=Unit.CHANCE)
        his = self._search_of(1 - player).numbers(state)
        if his == WON:
            return Value(Kind.PROVEN, 0.0, Result.LOSS, unit=Unit.CHANCE)
        if mine != NOT_WON and his != NOT_WON:
            return None
        kind = Kind.PROVEN if mine == his else Kind.BOUND
        at_most = kind is Kind.BOUND and mine == NOT_WON
        return Value(kind, 0.5, Result.DRAW, at_most=at_most, unit=Unit.CHANCE)


def prove(state: State, limit: Limit, searches: Sequence[Search], every: bool = False) -> Proof:
    """Search until the position is settled or the limit is reached.

    Args:
        state: the position.
        limit: positions, seconds, stop flag.
        searches: one for each attacker.
        every: go on for a while with single moves that are not settled yet.
    """
    clock, halted = SearchClock(limit), Event()
    proof = Proof(state, sorted(searches, key=lambda search: search.attacker != state.player))
    most = limit.most_simulations or 1 << 62

    def over() -> bool:
        return clock.over or halted.is_set()

    def work() -> None:
        size = min(_FIRST_SLICE, max(1, most // 2))
        while _look_into(proof, state, size, most, over):
            size *= 2
        if every and proof.settled:
            _look_into_moves(proof, most, over)

    def halt() -> None:
        halted.set()
        for search in proof.searches:
            search.halt()

    clock.watch([work], halt)
    return proof


def _look_into(proof: Proof, state: State, size: int, most: int, over: Callable[[], bool]) -> bool:
    """Give each attacker some positions below a state; whether anything is left to find out."""
    for search in proof.searches:
        left = most - proof.nodes
        if left <= 0 or over():
            return False
        if search.numbers(state) not in (WON, NOT_WON):
            search.search(state, min(size, left))
        if search.numbers(state) == WON:
            return False
    return any(search.numbers(state) != NOT_WON for search in proof.searches)


def _look_into_moves(proof: Proof, most: int, over: Callable[[], bool]) -> None:
    """Settle single moves, the easy ones first, with about the work that the position took."""
    most = min(most, _MORE_WORK * proof.nodes + _MORE_POSITIONS)
    open_moves = [proof.state.play(action) for action in proof.state.legal_actions()]
    size = _FIRST_SLICE // 4
    while open_moves and proof.nodes < most and not over():
        open_moves = [m for m in open_moves if _look_into(proof, m, size, most, over)]
        size *= 2


def _natural(search: Search, state: State, kept: Sequence[int]) -> int:
    """The move of a line that a person would expect.

    The winner completes a line if he can, else makes two threats, else plays what took least work
    to prove; the loser stops what he can and makes it as long as possible.
    """

    def rank(action: int) -> tuple[bool, int, int]:
        after = state.play(action)
        threats = 0 if after.outcome else len(winning_actions(after, search.attacker))
        return after.outcome is None, -min(threats, _TWO), search.work(after)

    return min(kept, key=rank) if state.player == search.attacker else max(kept, key=rank)


def _winning(search: Search, state: State) -> list[int]:
    """The moves after which the attacker is known to win."""
    return [a for a in state.legal_actions() if search.numbers(state.play(a)) == WON]


def _share(numbers: Numbers) -> float:
    """From 0 to 1: how much less is missing for a proof than for a disproof."""
    return (numbers.disproof + 1) / (numbers.proof + numbers.disproof + 2)
