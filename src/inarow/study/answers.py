"""The whole answer to "why?": of a move, and of a position. Neither is ever empty.

    a move       its reasons (`reasons.py`); if there are none, on how many open lines it lies; and
                 the opponent's best answer, what that is about, and the line from there; where the
                 solver of Connect Four knows it, to the end, and what decides there (`ending.py`)
    a position   what is forced and what it is about; and how many moves keep the result

What comes next is a short look of the steady judge, so the same everywhere: in a book or near the
end it is a proof, elsewhere an estimate, and the words say which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from threading import Event

from inarow.games.base import Cell, State
from inarow.games.sides import side_names
from inarow.games.stones import read_stones
from inarow.options import counted
from inarow.search.decision import Decision, Kind, Result, Value
from inarow.search.evaluators.windows import windows
from inarow.search.limit import Limit
from inarow.study.cells import listed
from inarow.study.ending import best_play, ending, result_of
from inarow.study.judge import Judge
from inarow.study.reasons import explain, position_about, reasons
from inarow.study.why import Why

ANSWER_SECONDS = 0.05
"""The work of a look, by the time that it usually takes."""
_FEW_MOVES = 4
"""So few moves are worth naming."""


def why_move(state: State, action: int, stop: Event | None = None) -> tuple[Why, ...]:
    """What speaks for and against a move, and what comes after it.

    >>> from inarow.registry import load_game
    >>> [why.words for why in why_move(load_game("tic_tac_toe").initial_state(), 1)][0]
    'lies on 2 open lines; b2 lies on 4 (counted)'
    """
    found, line = explain(state, action), best_play(state, action, stop)
    if len(line) > 2:  # else the reasons have said it
        reply = Decision(line[1], result_of(state, line), line=line[1:2])
        found = found or (reach(state, action),)
        return (*found, _answered(state, action, reply), *ending(state, line))
    answer = best_answer(state, action, stop)
    if not found and (answer is None or state.target(action) is not None):
        found = (reach(state, action),)
    return found if answer is None else (*found, answer)


def why_position(state: State, stop: Event | None = None) -> tuple[Why, ...]:
    """What a position is about, and how many moves keep the result, where that is known."""
    if state.outcome is not None or state.chance():
        return ()
    found = _look(state, stop)
    kept = None if found is None else keepers(state, found.values)
    return (*(() if kept is None else (kept,)), *position_about(state))


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
    found = _look(child, stop)
    if found is None or found.value is None:
        return None
    return _answered(state, action, found)


def _answered(state: State, action: int, found: Decision) -> Why:
    """The answer that was found to a move, with what it is worth to whoever made the move."""
    child = state.play(action)
    assert found.value is not None, "somebody has judged it"
    mine = found.value.for_opponent(child.ply - state.ply)
    names, why = side_names(child), reasons(child, found.action)
    said = f", which {why[0].words}" if why and why[0].player == child.player else ""
    kind = "proven" if mine.kind is Kind.PROVEN else "estimated"
    text = f"{names[child.player]} answers {state.game.format(found.action)}{said}"
    words = f"{text}: {mine.brief} for {names[state.player]} ({kind})"
    line = (action, *(found.line or (found.action,)))
    return Why("line", child.player, words, (), (), line)


def keepers(state: State, values: Mapping[int, Value]) -> Why | None:
    """How many moves keep the result, if every move is proven.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state().play(4)
    >>> why_position(state)[0].words
    '4 of 8 moves keep the draw: a3, c3, a1 and c1 (proven)'
    """
    legal, mover = state.legal_actions(), state.player
    known = {action: value for action, value in values.items() if value.kind is Kind.PROVEN}
    if len(known) < len(legal) or any(value.result is None for value in known.values()):
        return None
    best = max(known.values(), key=lambda value: value.results)
    if best.result is Result.LOSS:
        return Why("keeps", 1 - mover, "every move loses (proven)")
    right = [action for action in legal if known[action].result is best.result]
    if len(right) == len(legal):
        return Why("keeps", mover, f"every move keeps the {best.result} (proven)")
    names = listed([state.game.format(action) for action in right[:_FEW_MOVES]])
    named = f": {names}" if len(right) <= _FEW_MOVES else ""
    keep = "keeps" if len(right) == 1 else "keep"
    words = f"{len(right)} of {len(legal)} moves {keep} the {best.result}{named} (proven)"
    cells = tuple(cell for cell in map(state.target, right) if cell is not None)
    return Why("keeps", mover, words, cells, (), tuple(right))


def reach(state: State, action: int) -> Why:
    """On how many lines that can still be completed a move lies, and which lies on the most."""
    name, cell = state.game.format, state.target(action)
    if cell is None or state.game.rules is None:
        return Why("reach", state.player, "changes no line")
    found = _open_lines(state)
    lines = {move: found[state.target(move)] for move in state.legal_actions()}
    most = max(lines, key=lambda move: (lines[move], move == action))
    words = f"lies on {counted(lines[action], 'open line')}"
    more = "as many as any other move" if most == action else f"{name(most)} lies on {lines[most]}"
    words += f"{', ' if most == action else '; '}{more} (counted)"
    return Why("reach", state.player, words, (cell,))


def _open_lines(state: State) -> Counter[Cell | None]:
    """Of each cell: how many lines through it the opponent has not spoilt."""
    _, other, rule = read_stones(state, state.player)
    lines = (line for group in windows(rule.geometry, rule.k).values() for line in group)
    free = (line for line in lines if not sum(line) & other)
    return Counter(rule.geometry.cell_of[bit] for line in free for bit in line)


def _look(state: State, stop: Event | None) -> Decision | None:
    """What the judge says at a glance; nothing while somebody would have to wait for a compiler."""
    judge = Judge(seed=1, steady=True)
    if any(step.pending for step in judge.kernels(state.game, state)):
        return None
    found = judge.choose(state, Limit(seconds=ANSWER_SECONDS, stop=stop))
    return None if stop is not None and stop.is_set() else found
