"""What best play comes to: why an opening move of Connect Four wins or loses.

"Loss in 38" tells nobody why. Where the solver knows every move, best play of both sides is
followed to the last stone, and what decided it is read off the board:

    4 . . # .      the cell that wins, since when it was a threat, and how it came true:
    3 . . x .        waits     the other side has to play below it in the end (zugzwang)
    2 . o x .        stacked   ... because the cell below is a threat as well
    1 . o x o        double    two threats at once
    tempo          the answers that the winner forces on the way: who threatens chooses the place
    follow-up      how often one side answers on top of the other's stone, and so keeps its rows

It is one line of best play: the loser lasts as long as possible, and among equal moves the leftmost
is played. That it is lost is proven; how else it could be lost is not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event

from inarow.agents.ready import kernels_of
from inarow.games.base import Cell, State
from inarow.games.sides import side_names
from inarow.games.stones import read_stones
from inarow.options import counted
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.evaluators.threats import winning_actions, winning_cells
from inarow.search.limit import Limit
from inarow.search.solver.player import PerfectPlayer
from inarow.study.cells import cell_words, is_odd
from inarow.study.why import Why

LINE_SECONDS = 10.0
"""The longest that anybody waits for a line: from the book of 6 x 7 on it takes less than one."""
_FOLLOWED = 0.5
"""More answers on top of a stone than this share of all are worth a word."""


def best_play(state: State, action: int, stop: Event | None = None) -> tuple[int, ...]:
    """A move and best play of both sides to the end; () where the solver cannot tell soon.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import format_moves, play_moves
    >>> state = play_moves(load_game("connect_four(4,5)").initial_state(), "323")
    >>> format_moves(state.game, best_play(state, 0))
    '1335151122424545'
    """
    solver = PerfectPlayer(exact=True, tricky=False, seed=0)
    if not solver.supports(state.game):
        return ()
    if any(step.pending for step in kernels_of(solver, state.game)):
        return ()  # nobody waits for a compiler
    *_, line = solver.best_lines(state, action, Limit(stop=stop), LINE_SECONDS)
    return line if positions(state, line)[-1].outcome is not None else ()


def positions(state: State, line: Sequence[int]) -> list[State]:
    """The position, and the one after each move of a line."""
    found = [state]
    for action in line:
        found.append(found[-1].play(action))
    return found


def result_of(state: State, line: Sequence[int]) -> Value:
    """What a line that is best play to the end proves for whoever answers its first move."""
    outcome = positions(state, line)[-1].outcome
    if outcome is None or outcome.winner is None:
        return Value(Kind.PROVEN, 0.5, Result.DRAW, unit=Unit.CHANCE)
    won = outcome.winner != state.player
    result = Result.WIN if won else Result.LOSS
    return Value(Kind.PROVEN, float(won), result, len(line) - 1, unit=Unit.CHANCE)


def ending(state: State, line: tuple[int, ...]) -> Iterator[Why]:
    """What decides a game that a line plays to its end: never nothing."""
    states = positions(state, line)
    outcome = states[-1].outcome
    assert outcome is not None, "the line goes to the end"
    if outcome.winner is None:
        words = "a line of best play fills the board, and nobody completes a row"
        yield Why("ending", state.player, words, (), (), line)
        yield from _followed(states, line, 1)
        return
    lines = tuple(one.cells for one in outcome.lines)
    words, cells = _decided(states, line, outcome.winner)
    yield Why("ending", outcome.winner, words, cells, lines, line)
    yield from _forced(states, outcome.winner)
    yield from _followed(states, line, outcome.winner)


def _decided(
    states: list[State], line: tuple[int, ...], winner: int
) -> tuple[str, tuple[Cell, ...]]:
    """Where the game is won, and how that came about."""
    last, game, names = states[-2], states[-1].game, side_names(states[-1])
    won, loser = last.target(line[-1]), names[1 - winner]
    assert won is not None, "a stone was dropped"
    head = f"a line of best play ends at move {last.ply + 1}: {names[winner]} wins"
    head += f" at {cell_words(game, won)}"
    if len(line) < 3:
        return head, (won,)
    before, forced = states[-3], last.last_cell
    threats = winning_actions(before, winner)
    below = forced is not None and forced == (won[0] + 1, won[1])
    if len(threats) > 1:
        return f"{head}, one of two threats at once", (won,)
    if threats and below:
        return f"{head}, above a threat that {loser} has to stop", (won,)
    if threats or not below:
        return head, (won,)
    since = _since(states, won, winner)
    parity = "odd" if is_odd(last, won) else "even"
    told = f", an {parity} threat since move {since}" if since else f", an {parity} threat"
    return f"{head}{told}; {loser} has to play below it at move {before.ply + 1}", (won,)


def _since(states: list[State], cell: Cell, winner: int) -> int:
    """The number of the move that made a cell a threat; 0 if it was one from the start."""
    for at in reversed(range(len(states) - 1)):
        own, other, rule = read_stones(states[at], winner)
        threats = winning_cells(own, rule.geometry.full & ~(own | other), rule)
        if not rule.geometry.bit_of[cell] & threats:
            return states[at].ply + 1
    return 0


def _forced(states: list[State], winner: int) -> Iterator[Why]:
    """The moves of the loser that only answer a threat."""
    answers = [
        one.ply + 1 for one in states[:-3] if one.player != winner and winning_actions(one, winner)
    ]
    if answers:
        names = side_names(states[0])
        times = counted(len(answers), "answer")
        words = f"tempo: on the way {names[winner]} forces {times}, the first at move {answers[0]}"
        yield Why("tempo", winner, words)


def _followed(states: list[State], line: tuple[int, ...], player: int) -> Iterator[Why]:
    """How often a player answers on top of the stone just dropped."""
    pairs = [
        (line[at - 1] == line[at]) for at in range(1, len(line)) if states[at].player == player
    ]
    if pairs and sum(pairs) > _FOLLOWED * len(pairs):
        words = f"{side_names(states[0])[player]} answers {sum(pairs)} of {len(pairs)} moves"
        yield Why("follow_up", player, f"follow-up: {words} on top of the stone just dropped")
