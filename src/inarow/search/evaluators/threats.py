"""Threats: the moves that win at once, and positions that are decided by two of them.

In this position of the program 001 O wins in column 2 or column 6: whichever X blocks, O plays the
other. Two separate threats decide a game before the line is complete. (X to move has no reason to
block, though: column 1 wins at once.)

    . . . . . . .
    X . . . . . .
    X . X . . . O
    X . O O O . O
      ^       ^

How all winning cells are found at once: `runs[n]` is the set of cells where n own stones in a row
begin in some direction. Shifted by n steps it lies behind these rows, shifted back by one step
before them. A stone on a cell that lies behind n stones and before k - 1 - n links both rows to a
line of k. On most boards no row is long enough, and little is left to do.
"""

from functools import lru_cache

from inarow.errors import BadNotation
from inarow.games.base import Game, State
from inarow.games.grid import Geometry, bits_of
from inarow.games.lines import LineRule
from inarow.games.stones import read_stones


def winning_cells(stones: int, empty: int, rule: LineRule) -> int:
    """The empty cells, reachable or not, on which one more stone completes a line.

    >>> from inarow.games.grid import grid
    >>> column = LineRule(grid(6, 1), k=4)
    >>> bin(winning_cells(0b001011, 0b110100, column))
    '0b100'
    """
    found = _line_cells(stones, rule) & empty
    if found and rule.ends:
        others = rule.geometry.full & ~(stones | empty)
        found = sum(bit for bit in bits_of(found) if rule.completed(stones | bit, bit, others))
    return found


@lru_cache(maxsize=64)
def _line_cells(stones: int, rule: LineRule) -> int:
    """The cells, empty or not, that complete a line; remembered while the opponent moves."""
    k, found = rule.k, 0
    for _, step in rule.geometry.directions:
        runs, longest, starts = [-1], 0, stones
        while starts and longest < k:
            runs.append(starts)
            longest += 1
            starts &= stones >> longest * step
        if 2 * longest < k - 1:
            continue
        for n in range(max(0, k - 1 - longest), min(k - 1, longest) + 1):
            cells = runs[n] << n * step & runs[k - 1 - n] >> step
            if rule.exact and n < longest:
                cells &= ~(runs[n + 1] << (n + 1) * step)
            if rule.exact and k - n <= longest:
                cells &= ~(runs[k - n] >> step)
            found |= cells
    return found


def winning_actions(state: State, player: int) -> list[int]:
    """The actions with which `player`, if it were to move here, would complete a line at once.

    At a chance node these are the outcomes of the dice that would do so. In nine boards only the
    board to play in counts.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state()
    >>> for column in (2, 2, 3, 3, 4):
    ...     state = state.play(column)
    >>> winning_actions(state, player=0)
    [1, 5]
    """
    rules = state.game.rules
    if rules is None or rules.claims:
        return _tried_out(state, player)
    own, other, rule = read_stones(state, player)
    geometry, filled = rule.geometry, own | other
    cells = winning_cells(own, geometry.full & ~filled, rule)
    if rules.falls:
        cells &= filled + _bottom_row(geometry)  # carries into the lowest free cell of each column
    if rules.pops:
        drops = sorted(geometry.cell_of[bit][1] for bit in bits_of(cells))
        return ([] if state.outcome else drops) + _tried_out(state, player, least=rules.cols)
    if not cells or state.outcome is not None:
        return []
    if rules.falls:
        return [geometry.cell_of[bit][1] for bit in bits_of(cells)]
    if rules.anywhere and not rules.forbids:
        places = (geometry.cell_of[bit] for bit in bits_of(cells))
        return sorted(row * rules.cols + col for row, col in places)
    targets = ((action, state.target(action)) for action in state.legal_actions())
    return [action for action, cell in targets if cell and geometry.bit_of[cell] & cells]


def has_line(state: State, player: int) -> bool:
    """Whether a player has won; the one with most boards wins, too, but not by a line."""
    if state.returns()[player] <= 0:
        return False
    rules, outcome = state.game.rules, state.outcome
    return rules is None or not rules.majority or bool(outcome and outcome.lines)


def reads_threats(game: Game) -> bool:
    """Whether winning moves are read off the stones; else each move has to be tried."""
    rules = game.rules
    return rules is not None and not (rules.claims or rules.pops)


def decided(state: State) -> int | None:
    """Who wins for certain within the next two stones, or None if that cannot be said.

    The player to move wins who can complete a line. Otherwise the opponent wins who has two
    separate threats, since one stone blocks only one. The second rule needs a game in which no
    other move gets in the way, so it is left out unless the rules are `plain`.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state()
    >>> for column in (2, 2, 3, 3, 4):
    ...     state = state.play(column)
    >>> state.player, decided(state)
    (1, 0)
    """
    if state.outcome is not None or state.chance():
        return None
    if winning_actions(state, state.player):
        return state.player
    rules = state.game.rules
    if rules is not None and rules.plain and len(winning_actions(state, 1 - state.player)) > 1:
        return 1 - state.player
    return None


def _tried_out(state: State, player: int, least: int = 0) -> list[int]:
    """The actions from `least` on that win at once, found by playing each of them."""
    if player != state.player:
        try:
            state = state.game.state_from(state.board(), player, state.note)
        except BadNotation:  # it could not be this player's turn
            return []
    actions = (action for action in state.legal_actions() if action >= least)
    return [action for action in actions if has_line(state.play(action), player)]


@lru_cache(maxsize=64)
def _bottom_row(geometry: Geometry) -> int:
    return sum(geometry.bit_of[geometry.rows - 1, col] for col in range(geometry.cols))
