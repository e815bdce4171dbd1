"""From a grown tree to an answer: which move is played, what each is worth, and the line.

Two rules for the move are in use, and they may disagree:

    move   points/visits
     1         50/100        "visits" plays 1: the search itself preferred it, its mean is sure
     2          6/10         "ratio" plays 2: the higher mean, from fewer games

Among equals a move that wins at once comes first, then the lower action. A decisive search follows
two rules of thumb before that: play a move that wins at once; never play one that lets the opponent
win at once, unless all do.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from inarow.search.decision import (
    Decision,
    Info,
    Kind,
    Result,
    Unit,
    Value,
    position_value,
    unless_lost,
)
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, expand


def decision_of(root: Node, settings: Settings, seconds: float = 0.0) -> Decision:
    """The answer of a finished search.

    `values` holds every move that was visited or is proven; its scores are mean points. Moves that
    a short search never tried come after all others but those that are proven lost.
    """
    if settings.decisive:
        _foresee(root, settings)
    action, values = _choose(root, settings)
    if action not in root.children:
        for untried in sorted(root.untried):  # to look at one may show that it loses, too
            if expand(root, untried, settings).high >= 0:
                break
        action, values = _choose(root, settings)
    value = position_value(action, values, root.state.legal_actions())
    line = line_of(root.children[action])
    return Decision(action, value, values, line, root.visits, seconds)


def info_of(root: Node, settings: Settings, seconds: float) -> Info:
    """What a running search has to say; the root must have a child."""
    action, values = _choose(root, settings)
    value = position_value(action, values, root.state.legal_actions())
    line = line_of(root.children[action]) if action in root.children else (action,)
    return Info(action, value, line, len(line), root.visits, seconds, values)


def _choose(root: Node, settings: Settings) -> tuple[int, dict[int, Value]]:
    """The move to play, as far as the tree knows, and what each judged move is worth."""
    values = {
        action: value_of(child, settings)
        for action, child in sorted(root.children.items())
        if child.visits or child.low == child.high
    }
    ranked = [child.action for child in ranking(root, settings)]
    return unless_lost([*ranked, *sorted(root.untried)], values), values


def _foresee(root: Node, settings: Settings) -> None:
    """In a decisive search: see a move that wins at once, or which moves let the opponent win."""
    for action in _untried_wins(root, settings):
        expand(root, action, settings)
        return
    untried = (expand(root, action, settings) for action in sorted(root.untried))
    for child in chain(ranking(root, settings), untried):
        if not gives_win_away(child, settings):
            return


def value_of(child: Node, settings: Settings) -> Value:
    """What a move is worth for the player who makes it."""
    shares = (settings.draw_points, settings.loss_points) == (0.5, 0.0)  # of points to expect
    unit, lost = (Unit.CHANCE, None) if shares else (Unit.POINTS, settings.loss_points)
    if child.low != child.high:
        guess = Value(Kind.ESTIMATE, child.mean, unit=unit, lost=lost)
        if child.low < 0 < child.high:
            return guess
        return replace(guess, kind=Kind.BOUND, result=Result.DRAW, at_most=child.high == 0)
    over, waits = not child.state.legal_actions(), child.state.player != child.mover
    plies = 1 if over else None if settings.solve else 1 + waits  # a decisive search sees one turn
    if child.low == 0:
        return Value(Kind.PROVEN, settings.draw_points, Result.DRAW, plies, unit=unit)
    if child.low > 0:
        return Value(Kind.PROVEN, 1.0, Result.WIN, plies, unit=unit)
    return Value(Kind.PROVEN, settings.loss_points, Result.LOSS, plies, unit=unit)


def line_of(child: Node) -> tuple[int, ...]:
    """A child's move and the most visited moves after it, up to the next roll of the dice.

    Where a result is proven only moves that keep it belong to the line.
    """
    line = [child.action]
    while not child.by_dice:
        kept = [n for n in child.children.values() if child.is_kept_by(n.low, n.high)]
        if not kept:
            break
        child = min(kept, key=lambda node: (-node.visits, node.action))
        if not child.visits:
            break
        line.append(child.action)
    return tuple(line)


def ranking(root: Node, settings: Settings) -> list[Node]:
    """All children, the best first."""

    def rank(child: Node) -> tuple[int, float, int, int]:
        score = child.visits if settings.final == "visits" else child.mean
        proven = 0
        if settings.decisive or settings.solve:
            proven = 1 if child.low > 0 else -1 if child.high < 0 else 0
        return (-proven, -score, -child.low, child.action)

    ranked = sorted(root.children.values(), key=rank)
    if settings.solve and ranked and ranked[0].low < 0:
        # A result that is sure is better than an estimate below it.
        safe = [child for child in ranked if child.low == 0]
        hope = settings.draw_points if ranked[0].high == 0 else ranked[0].mean
        if safe and hope <= settings.draw_points:
            ranked.remove(safe[0])
            ranked.insert(0, safe[0])
    return ranked


def gives_win_away(child: Node, settings: Settings) -> bool:
    """Whether the opponent wins at once after this move; replies that no simulation tried count."""
    if child.winner is None and any(True for _ in _untried_wins(child, settings)):
        child.decide_for(child.state.player)
    return child.winner is not None and child.winner != child.mover


def _untried_wins(node: Node, settings: Settings) -> Iterator[int]:
    """The moves that were never tried with which the player to move wins at once."""
    if node.by_dice or not node.untried:
        return
    untried = set(node.untried)
    yield from (action for action in settings.wins(node.state) if action in untried)
