"""What holds: the answers to a threatened win by force, each of them tried.

If the opponent would win by force were it his turn, most moves lose: he simply goes on. So every
legal move is played, and the Gomoku engine looks for a win by threats after it. Those after which
there is one are proven lost. The others *hold*: either all threats were tried and none wins, or
none was found among the positions that were looked at, and then that is said.
"""

from __future__ import annotations

from typing import NamedTuple

from inarow.games.base import State
from inarow.study.cells import listed
from inarow.study.forcing import Forced, asks_engine, forced_win

_LOOKS = (300, 6000)
"""Positions that are looked at after each move; the second look is for moves that still hold."""
_MANY = 25
"""Moves that hold after a first look for which a second one would take too long."""


class Defence(NamedTuple):
    """A threatened win by force, and the moves that hold against it.

    `positions` is None if all threats were tried after every one of them; else how many positions
    were looked at after a move.
    """

    threat: Forced
    holds: tuple[int, ...]
    positions: int | None

    def words(self, state: State) -> str:
        """The moves that hold, in a sentence.

        >>> from inarow.registry import load_game
        >>> game = load_game("gomoku")
        >>> Defence(Forced((), 5, "fours"), (0, 1), None).words(game.initial_state()).count("only")
        1
        """
        if not self.holds:
            return "no move holds"
        names = [state.game.format(action) for action in self.holds]
        text = f"only {listed(names, 'or')} {'holds' if len(names) == 1 else 'hold'}"
        if self.positions is None:
            return text
        return f"{text}, as far as {self.positions:,} positions show"


def defence(state: State) -> Defence | None:
    """What holds against the win by force that the opponent threatens; None if he has none.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("gomoku").initial_state(), "h8a1h9a3h10")
    >>> found = defence(state)
    >>> found.threat.plies, len(found.holds)
    (3, 2)
    """
    if not asks_engine(state.game):
        return None
    threat = forced_win(state, 1 - state.player)
    if threat is None:
        return None
    from inarow.search.gomoku.forced import moves_that_hold

    return Defence(threat, *moves_that_hold(state, _LOOKS, _MANY))
