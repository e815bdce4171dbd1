"""A walk through a proof: whatever defence one names is refuted, until the game is over.

What is walked through is a *claim*: a player wins, whatever the other one does; or a player never
loses, because every line of the other one has a pair of cells (`search/proof/pairing.py`). A walk
goes in steps. In each the player of the claim has moved, and the other one may try anything:

    X wins, whatever O does
      X plays b2 | O tries a1   ->   X plays c3 | O tries b3   ->   X plays a3: X has won

The terminal and the page both lead people by a `Guide`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from inarow.agents.ready import make_ready
from inarow.errors import BadOption, NotAvailable, NotSupported
from inarow.games.base import Game, State
from inarow.games.sides import side_names
from inarow.options import counted
from inarow.registry import load_agent
from inarow.search.agent import Agent, Thorough
from inarow.search.decision import Decision, Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.search.proof.pairing import Pair, find_pairs, has_lines
from inarow.search.proof.player import ProofPlayer, obstacle

_LOST = Value(Kind.PROVEN, 0.0, Result.LOSS, unit=Unit.CHANCE)
_NOT_WON = Value(Kind.BOUND, 0.5, Result.DRAW, at_most=True, unit=Unit.CHANCE)


@dataclass(frozen=True, slots=True)
class Claim:
    """What is proven: `holder` wins, or with `draws` never loses."""

    holder: int
    draws: bool = False

    def words(self, names: Sequence[str]) -> str:
        """The claim as a person would say it who calls the players so.

        >>> Claim(0).words(("X", "O"))
        'X wins, whatever O does'
        """
        verb = "never loses" if self.draws else "wins"
        return f"{names[self.holder]} {verb}, whatever {names[1 - self.holder]} does"


def claim_of(state: State, value: Value | None) -> Claim | None:
    """What can be walked through in a position of this value; None: nothing.

    >>> from inarow.registry import load_game
    >>> draw = Value(Kind.PROVEN, 0.5, Result.DRAW)
    >>> states = [load_game(spec).initial_state() for spec in ("tic_tac_toe", "mnk(5,5,5)")]
    >>> [claim_of(state, draw) for state in states]
    [None, Claim(holder=1, draws=True)]
    """
    if value is None or value.kind is not Kind.PROVEN or state.outcome or obstacle(state.game):
        return None
    if value.result is Result.DRAW:
        return Claim(1 - state.player, draws=True) if _pairs(state) is not None else None
    return Claim(state.player if value.result is Result.WIN else 1 - state.player)


def claim_words(state: State, found: Decision) -> str:
    """What is proven of a position and how far its single moves are; empty if nothing is.

    >>> from inarow.registry import load_game
    >>> state = load_game("mnk(5,5,5)").initial_state()
    >>> drawn, open_ = Value(Kind.PROVEN, 0.5, Result.DRAW), Value(Kind.ESTIMATE, 0.4)
    >>> claim_words(state, Decision(0, drawn, {0: drawn, 1: open_}))
    'Proven: O never loses, whatever X does. 1 of 25 moves is settled, 1 is estimated.'
    """
    claim = claim_of(state, found.value)
    if claim is None:
        return ""
    kinds = [value.kind for value in found.values.values()]
    parts = [
        f"{count} {'is' if count == 1 else 'are'} {name}"
        for kind, name in ((Kind.BOUND, "known within bounds"), (Kind.ESTIMATE, "estimated"))
        if (count := kinds.count(kind))
    ]
    settled, all_ = kinds.count(Kind.PROVEN), len(state.legal_actions())
    first = f"{settled} of {counted(all_, 'move')} {'is' if settled == 1 else 'are'} settled"
    return f"Proven: {claim.words(side_names(state))}. {', '.join([first, *parts])}."


def prover_of(game: Game) -> Agent:
    """Who proves positions of a game.

    Raises:
        NotSupported: nobody can.
    """
    if why := obstacle(game):
        raise NotSupported(f"{game} cannot be solved, {why}")
    perfect: Agent = load_agent("perfect")
    return perfect if perfect.supports(game) else ProofPlayer(seconds=None)


@dataclass(frozen=True, slots=True)
class Step:
    """Where a walk rests: whoever may try something is to move, or the game is over.

    `played` are the moves of the claim's player that led here, and `worth` is what the first of
    them is worth. `defences` are all that can be tried, and `best` is one that lasts.
    """

    state: State
    played: tuple[int, ...] = ()
    worth: Value | None = None
    defences: Mapping[int, Value] = field(default_factory=dict)
    best: int | None = None

    def words(self, claim: Claim) -> str:
        """What has happened and what can be tried, in a sentence or two."""
        names, name = side_names(self.state), self.state.game.format
        holder, other = names[claim.holder], names[1 - claim.holder]
        worth = f" ({self.worth.words}, proven)" if self.worth else ""
        told = [f"{holder} plays {' '.join(map(name, self.played))}{worth}."] if self.played else []
        if (outcome := self.state.outcome) is not None:
            ends = f"{holder} has won." if outcome.winner == claim.holder else "Nobody has won."
            return " ".join([*told, ends])
        count = counted(len(self.defences), "move" if claim.draws else "defence")
        if claim.draws:
            return " ".join([*told, f"{other} may try any of {count}: none wins."])
        plies = [value.plies for value in self.defences.values() if value.plies is not None]
        lasts = ""
        if plies and len(plies) == len(self.defences):
            lasts = f", the last one in {counted(max(plies), 'ply', 'plies')}"
        elif plies:
            lasts = f"; of {len(plies)} it is known how soon"
        all_lose = f"All {count} of {other} lose" if len(self.defences) > 1 else f"{other} loses"
        return " ".join([*told, f"{all_lose}{lasts}."])


class Guide:
    """Leads through the proof of a claim.

    Args:
        claim: what is proven.
        start: the position of the claim.
        prover: who finds the moves.
        limit: of each of its answers.
        telling: if given, how long to find out how far away the end is after each defence.

    Raises:
        NotAvailable: a draw was claimed, and there are no pairs.
    """

    def __init__(
        self,
        claim: Claim,
        start: State,
        prover: Agent,
        limit: Limit,
        telling: Limit | None = None,
    ) -> None:
        self.claim = claim
        self._prover, self._limit, self._telling = prover, limit, telling
        pairs = _pairs(start) if claim.draws else []
        if pairs is None:
            raise NotAvailable("no pairs of cells hold this position")
        self._partners = dict([*pairs, *((two, one) for one, two in pairs)])

    def step(self, state: State, found: Decision | None = None) -> Step:
        """Move for the claim's player until the other one is to move.

        Raises:
            NotAvailable: the limit was too short to prove it again.
        """
        played, worth = list[int](), None
        while state.outcome is None and state.player == self.claim.holder:  # a turn may be two
            found = found or judged(state, self._prover, self._limit)
            if found.value is None or _proven(found) is not Result.WIN:
                raise NotAvailable("the proof was not found again: more time may help")
            worth = worth or found.value
            played.append(found.action)
            state, found = state.play(found.action), None
        return self._rest(state, tuple(played), worth, found)

    def answer(self, state: State, action: int) -> Step:
        """What refutes a defence in a position in which a walk rests."""
        after = state.play(action)
        if not self.claim.draws or after.outcome is not None:
            return self.step(after)
        free = after.legal_actions()
        alone = (cell for cell in free if cell not in self._partners)
        reply = self._partners.get(action, -1)
        if reply not in free:  # in no pair, or its pair has been used up: any stone will do
            reply = next(alone, free[0])
        return self._rest(after.play(reply), (reply,), None, None)

    def _rest(
        self, state: State, played: tuple[int, ...], worth: Value | None, found: Decision | None
    ) -> Step:
        if state.outcome is not None:
            return Step(state, played, worth)
        actions = state.legal_actions()
        if self.claim.draws:
            return Step(state, played, worth, dict.fromkeys(actions, _NOT_WON), actions[0])
        found = found or self._told(state)
        defences = {
            action: value if (value := found.values.get(action)) and value.settled else _LOST
            for action in actions
        }
        return Step(state, played, worth, defences, found.action)

    def _told(self, state: State) -> Decision:
        """What is known of the defences in a position."""
        if self._telling is not None and isinstance(self._prover, Thorough):
            return judged(state, self._prover.thorough(), self._telling)
        return judged(state, self._prover, self._limit)


def begin(state: State, limit: Limit, telling: Limit | None = None) -> tuple[Guide, Step]:
    """Prove a position, and take the first step of a walk through the proof.

    Raises:
        BadOption: the game is over, or nothing is proven that one could walk through.
        NotSupported: nobody can prove anything in this game.
    """
    if state.outcome is not None:
        raise BadOption("the game is over: there is nothing to walk through")
    prover = prover_of(state.game)
    found = judged(state, prover, limit)
    claim = claim_of(state, found.value)
    if claim is None:
        drawn = _proven(found) is Result.DRAW
        why = "the position is a draw" if drawn else "nothing is proven within this limit"
        raise BadOption(f"{why}: there is no win to walk through")
    guide = Guide(claim, state, prover, limit, telling)
    return guide, guide.step(state, None if telling and state.player != claim.holder else found)


def judged(state: State, prover: Agent, limit: Limit) -> Decision:
    """What the prover finds out about a position."""
    make_ready(prover, state.game, state)
    return prover.choose(state, limit)


def _proven(found: Decision) -> Result | None:
    """What is proven of the position, if anything is."""
    value = found.value
    return value.result if value is not None and value.kind is Kind.PROVEN else None


def _pairs(state: State) -> list[Pair] | None:
    """Pairs with which whoever is not to move stops every line of the other one."""
    rules = state.game.rules
    if rules is None or not has_lines(rules):
        return None
    return find_pairs(state, state.player)
