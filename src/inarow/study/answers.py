"""What comes after a move: the opponent's best answer, what it is about, and the line from there.

A short look of the steady judge, so the same everywhere: in a book or near the end it is a proof,
elsewhere an estimate, and the words say which.
"""

from __future__ import annotations

from threading import Event

from inarow.games.base import State
from inarow.games.sides import side_names
from inarow.search.decision import Kind
from inarow.search.limit import Limit
from inarow.study.judge import Judge
from inarow.study.reasons import reasons
from inarow.study.why import Why

ANSWER_SECONDS = 0.05
"""The work of a look, by the time that it usually takes."""


def best_answer(state: State, action: int, stop: Event | None = None) -> Why | None:
    """The best answer to a move with the line from there; None where there is none to look for.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state().play(4)
    >>> best_answer(state, 1).words.partition(": ")[2]
    'loss in 6 for O (proven)'
    """
    child = state.play(action)
    if child.outcome is not None or child.chance() or child.player == state.player:
        return None
    judge = Judge(seed=1, steady=True)
    if any(step.pending for step in judge.kernels(state.game, child)):
        return None  # nobody waits for a compiler to be told a reason
    found = judge.choose(child, Limit(seconds=ANSWER_SECONDS, stop=stop))
    if found.value is None or (stop is not None and stop.is_set()):
        return None
    mine = found.value.for_opponent(child.ply - state.ply)
    names, why = side_names(child), reasons(child, found.action)
    said = f", which {why[0].words}" if why and why[0].player == child.player else ""
    kind = "proven" if mine.kind is Kind.PROVEN else "estimated"
    text = f"{names[child.player]} answers {state.game.format(found.action)}{said}"
    words = f"{text}: {mine.brief} for {names[state.player]} ({kind})"
    line = (action, *(found.line or (found.action,)))
    return Why("line", child.player, words, (), (), line)
