"""Wins by force: threat after threat, each of which leaves the opponent a single answer.

A *threat* is a cell with which I complete a line next time. Whoever sees one must take that cell,
unless he wins himself at once. So a chain of threats is a tree almost without branches, and can be
followed far deeper than any full search:

    1. ... I threaten     2. he blocks, the only move     3. I threaten again     4. ... and again,
       and his block must not threaten me in turn, unless my next move both blocks and threatens;
    n. two threats at once: he can stop only one.

What is found here is *proven*: every other answer of the opponent loses at once. What is not found
may be there nevertheless: quiet moves are not tried, and the number of positions is limited. The
win may be possible in fewer moves, too, with a quiet one among them.

The idea is the threat-space search of L. V. Allis, "Searching for Solutions in Games and Artificial
Intelligence" (1994), reduced to what fits on a page. It needs a game in which nothing but a stone
on the cell stops a threat: dropping and placing games, but neither dice nor nine boards.

In Gomoku and its kind the engine is asked instead (`search/gomoku/forced.py`). There an open three
forces as well, though it has more than one answer, and the other player may be asked about, too:
that is how he wins if his threat is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from inarow.games.base import Game, State
from inarow.games.grid import Geometry
from inarow.games.stones import read_stones
from inarow.search.evaluators.threats import winning_actions
from inarow.search.evaluators.windows import windows
from inarow.search.gomoku.player import GOMOKU, GomokuPlayer
from inarow.search.limit import Limit
from inarow.search.seam import prepare

_NODES = 2000
_ENGINE_NODES = 10_000
_THREATS = 20


class Forced(NamedTuple):
    """A win by force: the moves of both sides, how long it takes at most, and what it is made of.

    `by` is `threats`; in Gomoku it says whether `fours` are enough or it takes `threes` as well.
    """

    line: tuple[int, ...]
    plies: int
    by: str


def can_force(state: State) -> bool:
    """Whether this is a game, and a position, in which threats force."""
    rules = state.game.rules
    if rules is None or state.outcome is not None:
        return False
    return rules.plain or asks_engine(state.game)


def asks_engine(game: Game) -> bool:
    """Whether the Gomoku engine knows this game, and nobody has to wait for its kernels."""
    if game.rules is None or not GomokuPlayer().supports(game) or GOMOKU.pending:
        return False
    prepare(GOMOKU)
    return True


def forced_win(state: State, player: int | None = None, nodes: int | None = None) -> Forced | None:
    """A win by threats alone; None if none is seen.

    Args:
        state: the position.
        player: who wins; by default the player to move. For the other one, as if it were his turn:
            only the Gomoku engine can tell.
        nodes: positions to look at; by default as many as take some hundredths of a second.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import format_moves, play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "4455")
    >>> format_moves(state.game, forced_win(state).line)
    '326'
    """
    if not can_force(state):
        return None
    if asks_engine(state.game):
        from inarow.search.gomoku import forced

        win = forced.forced_win(state, player, Limit(nodes=nodes or _ENGINE_NODES))
        return None if win is None else Forced(win.line, win.plies, win.by)
    if player not in (None, state.player):
        return None
    search = _Search(nodes or _NODES)
    for threats in range(_THREATS + 1):
        line = search.win(state, threats)
        if line:
            return Forced(line, len(line), "threats")
        if search.nodes <= 0 or not search.cut:
            return None
        search.cut = False
    return None


class _Search:
    """Depth-first with a growing number of threats, so that the shortest chain is found first."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.cut = False
        """Whether a chain was given up only because it had become too long."""

    def win(self, state: State, threats: int) -> tuple[int, ...]:
        """The moves of a win by at most this many threats before the last stone."""
        self.nodes -= 1
        wins = winning_actions(state, state.player)
        if wins:
            return (wins[0],)
        if self.nodes <= 0:
            return ()
        if not threats:
            self.cut = True
            return ()
        for action in _threats(state):
            child = state.play(action)
            line = self._answered(child, threats - 1)
            if line:
                return (action, *line)
        return ()

    def _answered(self, state: State, threats: int) -> tuple[int, ...]:
        """The opponent is to move and threatened: his only answer, and how it goes on."""
        if state.outcome is not None or winning_actions(state, state.player):
            return ()  # he completes a line first
        cells = winning_actions(state, 1 - state.player)
        if not cells:
            return ()
        after = state.play(cells[0])
        if len(cells) > 1:  # he stops one of them, whichever
            return (cells[0], winning_actions(after, after.player)[0])
        if after.outcome is not None:  # the board is full
            return ()
        line = self.win(after, threats)
        return (cells[0], *line) if line else ()


def _threats(state: State) -> Iterator[int]:
    """The moves that may threaten; where the opponent threatens, only those that also stop him."""
    own, other, rule = read_stones(state, state.player)
    geometry = rule.geometry
    cells = 0
    for window in _masks(geometry, rule.k):
        if not window & other and (window & own).bit_count() == rule.k - 2:
            cells |= window & ~own
    must = winning_actions(state, 1 - state.player)
    if len(must) > 1:
        return
    for action in must or (state.legal_actions() if cells else ()):
        target = state.target(action)
        if target is not None and geometry.bit_of[target] & cells:
            yield action


@lru_cache(maxsize=64)
def _masks(geometry: Geometry, k: int) -> tuple[int, ...]:
    return tuple(sum(bits) for group in windows(geometry, k).values() for bits in group)
