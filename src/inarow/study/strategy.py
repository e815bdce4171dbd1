"""What a position is about when nothing is forced: counting, not searching.

Each sentence is true as it is said, and says what it rests on: a count, or a rule of thumb.

    zugzwang   dropping games: who must play below a waiting threat, and at which move
    follow-up  dropping games without such a threat: who gets which rows
    replies    nine boards: which cells of the board lose at once, because of where they send
    shapes     Gomoku: the best shape that each side can make, and where
    lines      the open lines of both sides

Zugzwang is counted like this. A cell below a waiting threat is poison for the opponent of its
owner, and playing it gives the threat away for the owner. So both fill all other cells first:

    6  .  .  .        Four cells are left that hurt nobody: . (the column of the threat above it
    5  .  .  O!       does not count). If X is to move here, X fills the first, O the second, X the
    4  x  .  #        third, O the fourth; then X must play # and O wins on the cell above.
    3  o  o  x        With three such cells it would be O who has to give the threat away.
    2  x  x  o
    1  o  x  x

See V. Allis, "A Knowledge-based Approach of Connect-Four" (1988), and `cells.py` for odd and even.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inarow.games.base import Cell, State
from inarow.games.grid import bits_of
from inarow.games.sides import side_names
from inarow.games.stones import read_stones
from inarow.options import counted
from inarow.search.evaluators.threats import winning_actions, winning_cells
from inarow.search.evaluators.windows import windows
from inarow.study.cells import cell_words, listed
from inarow.study.shapes import has_shapes, made
from inarow.study.why import Why

_SHOWN = 3
"""Cells that are named; more would be a list, not a sentence."""
_LEAST_STONES = 2


class Zugzwang(NamedTuple):
    """Who has to play below a waiting threat in the end, if both fill all other cells first.

    Args:
        threats: the lowest waiting threat of each column, with its owners.
        quiet: cells that can be filled before.
        opener: who then must move.
        move: the number of that move, from 1.
    """

    threats: dict[Cell, tuple[int, ...]]
    quiet: int
    opener: int
    move: int

    @property
    def decided(self) -> bool:
        """Whether every column that is left loses for the opener at once."""
        return all(1 - self.opener in owners for owners in self.threats.values())


def zugzwang(state: State) -> Zugzwang | None:
    """The count of a position of a dropping game; None where somebody threatens to win at once.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "4433255")
    >>> zugzwang(state) is None
    True
    """
    rules = state.game.rules
    if rules is None or not (rules.falls and rules.plain) or state.outcome is not None:
        return None
    if any(winning_actions(state, player) for player in (0, 1)):
        return None
    board, (rows, cols) = state.board(), state.game.shape
    empties = [sum(board[row][col] is None for row in range(rows)) for col in range(cols)]
    lowest: dict[int, int] = {}
    owners: dict[Cell, tuple[int, ...]] = {}
    for player in (0, 1):
        own, other, rule = read_stones(state, player)
        for bit in bits_of(winning_cells(own, rule.geometry.full & ~(own | other), rule)):
            row, col = cell = rule.geometry.cell_of[bit]
            owners[cell] = (*owners.get(cell, ()), player)
            lowest[col] = max(row, lowest.get(col, -1))
    threats = {(row, col): owners[row, col] for col, row in lowest.items()}
    quiet = sum(
        empties[col] - lowest[col] - 2 if col in lowest else empties[col] for col in range(cols)
    )
    return Zugzwang(threats, quiet, (state.player + quiet) % 2, state.ply + quiet + 1)


def about(state: State) -> Iterator[Why]:
    """What a position is about; never empty while the game goes on.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state()
    >>> [why.kind for why in about(state)]
    ['follow_up', 'follow_up', 'lines']
    """
    rules = state.game.rules
    if state.outcome is not None or state.chance() or rules is None:
        return
    if rules.falls:
        yield from _dropping(state)
    elif rules.sent:
        yield from _replies(state)
    elif has_shapes(state.game):
        yield from _shapes(state)
    yield _lines(state)


def _dropping(state: State) -> Iterator[Why]:
    found, names = zugzwang(state), side_names(state)
    if found is None:
        return
    if found.threats:
        cells = tuple(found.threats)
        owner = 1 - found.opener if found.decided else found.opener
        yield Why("zugzwang", owner, zugzwang_words(state, found), cells)
    elif state.game.shape[0] % 2 == 0:
        first, second = names
        words = f"no threat waits yet: {second} can follow in each column and get the even rows"
        yield Why("follow_up", 1, f"{words} (rule of thumb)")
        words = f"{first} wants a threat on an odd row, {second} one on an even row (rule of thumb)"
        yield Why("follow_up", 0, words)


def zugzwang_words(state: State, found: Zugzwang) -> str:
    """The count in a sentence."""
    names, opener = side_names(state), found.opener
    other = names[1 - opener]
    given = [cell for cell, owners in found.threats.items() if 1 - opener not in owners]
    place = listed([cell_words(state.game, cell) for cell in given or found.threats], "or")
    text = f"if nothing happens in {counted(found.quiet, 'cell')}, {names[opener]} must"
    text = text if found.quiet else f"zugzwang: {names[opener]} must"
    if found.decided:
        return f"{text} play below {place} at move {found.move}: {other} wins (counted)"
    return f"{text} give away the own threat at {place} at move {found.move} (counted)"


def _replies(state: State) -> Iterator[Why]:
    """Nine boards: the moves that send the opponent to where the game is lost at once."""
    mover, names = state.player, side_names(state)
    legal = state.legal_actions()
    if winning_actions(state, mover) or state.play(legal[0]).player == mover:
        return
    bad = losing_replies(state)
    me, other = names[mover], names[1 - mover]
    if not bad:
        words = f"none of the {counted(len(legal), 'move')} of {me} lets {other} win at once"
        yield Why("replies", mover, words)
        return
    named = listed([state.game.format(action) for action in bad[:_SHOWN]])
    more = f" and {len(bad) - _SHOWN} more" if len(bad) > _SHOWN else ""
    words = f"{len(bad)} of {counted(len(legal), 'move')} of {me} send {other} where {other} wins"
    cells = tuple(cell for cell in map(state.target, bad) if cell is not None)
    yield Why("replies", 1 - mover, f"{words} at once: {named}{more}", cells)


def losing_replies(state: State) -> tuple[int, ...]:
    """The moves after which the opponent wins at once."""
    children = {action: state.play(action) for action in state.legal_actions()}
    return tuple(
        action
        for action, child in children.items()
        if child.outcome is None
        and child.player != state.player
        and winning_actions(child, child.player)
    )


def _shapes(state: State) -> Iterator[Why]:
    """Gomoku: the best shape that a player could make with one stone."""
    for player in (state.player, 1 - state.player):
        found: dict[str, list[int]] = {}
        best = (0, 0)
        for action in state.legal_actions():
            name, lines = made(state, action, player)
            rank = (lines[0].shape if lines else 0, len(lines))
            if name and rank >= best:
                if rank > best:
                    best, found = rank, {}
                found.setdefault(name, []).append(action)
        for name, actions in list(found.items())[:1]:
            where = listed([state.game.format(action) for action in actions[:_SHOWN]], "or")
            more = " and elsewhere" if len(actions) > _SHOWN else ""
            cells = tuple(c for c in map(state.target, actions[:_SHOWN]) if c is not None)
            words = f"{side_names(state)[player]} can make {name} at {where}{more}"
            yield Why("shapes", player, words, cells)


def _lines(state: State) -> Why:
    """The open lines of both sides, those of the mover to mark."""
    names, mover = side_names(state), state.player
    lines = [_open_lines(state, player) for player in (0, 1)]
    few = [len(found) for found in lines]
    least = counted(_least(state), "stone")
    words = f"open lines with {least} or more: {names[0]} {few[0]}, {names[1]} {few[1]} (counted)"
    return Why("lines", mover, words, (), tuple(lines[mover][:_SHOWN]))


def _least(state: State) -> int:
    rules = state.game.rules
    assert rules is not None, "only lines of described games are counted"
    return max(1, min(_LEAST_STONES, rules.k - 1))


def _open_lines(state: State, player: int) -> list[tuple[Cell, ...]]:
    """Windows of k cells without a stone of the opponent, those with most stones first."""
    own, other, rule = read_stones(state, player)
    found = []
    for group in windows(rule.geometry, rule.k).values():
        for window in group:
            mask = sum(window)
            stones = (mask & own).bit_count()
            if not mask & other and stones >= _least(state):
                found.append((-stones, tuple(rule.geometry.cell_of[bit] for bit in window)))
    return [cells for _, cells in sorted(found)]


def changes(state: State, action: int) -> Iterator[Why]:
    """What a move does to the counts: a threat given away, another who must open, bad replies."""
    child, mover = state.play(action), state.player
    if child.outcome is not None or child.chance() or child.player == mover:
        return
    rules = state.game.rules
    if rules is not None and rules.falls:
        yield from _given_away(state, child, action)
        before, after = zugzwang(state), zugzwang(child)
        if after is not None and after.threats and (before is None or _turned(before, after)):
            owner = 1 - after.opener if after.decided else after.opener
            words = f"after it, {zugzwang_words(child, after)}"
            yield Why("zugzwang", owner, words, tuple(after.threats))
    elif rules is not None and rules.sent and not winning_actions(child, child.player):
        yield from _sent(child, mover)


def _turned(before: Zugzwang, after: Zugzwang) -> bool:
    return (before.threats, before.opener) != (after.threats, after.opener)


def _given_away(state: State, child: State, action: int) -> Iterator[Why]:
    """A stone below an own waiting threat: now the opponent can take the cell."""
    cell = state.target(action)
    if cell is None or cell[0] == 0:
        return
    above = (cell[0] - 1, cell[1])
    own, other, rule = read_stones(state, state.player)
    bit = rule.geometry.bit_of[above]
    waits = bit & winning_cells(own, rule.geometry.full & ~(own | other), rule)
    if waits and not winning_actions(child, child.player):
        words = f"gives away the own threat at {cell_words(state.game, above)}"
        yield Why("gives", child.player, f"{words}: the opponent takes it", (above,))


def _sent(child: State, mover: int) -> Iterator[Why]:
    """Nine boards: how many replies would send us to where we win at once."""
    bad, legal = losing_replies(child), child.legal_actions()
    if not bad:
        return
    names = listed([child.game.format(reply) for reply in bad[:_SHOWN]])
    more = f" and {len(bad) - _SHOWN} more" if len(bad) > _SHOWN else ""
    cells = tuple(cell for cell in map(child.target, bad) if cell is not None)
    share = "every reply" if len(bad) == len(legal) else f"{len(bad)} of {len(legal)} replies"
    words = f"{share} there would send us to where we win at once: {names}{more}"
    yield Why("replies", mover, words, cells)
