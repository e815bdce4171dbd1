"""Why a move is good or bad, as far as one can point at it on the board.

Each reason is data, the cells and lines it is about, so that a page can mark them, and one sentence
for people. The most important reason comes first:

    wins       completes a line
    loses      lets the opponent complete one at once
    forced     begins a chain of threats that wins, or allows the opponent one (`explain` only)
    double     two threats at once: the opponent can stop only one
    blocks     takes the cell with which the opponent would have won at once
    threat     a new cell with which a line is completed next time; the opponent must answer
    waits      such a cell that no stone can reach yet: in dropping games these decide the end
    builds     lines of k that are still open and now lack two stones
    spoils     open lines of the opponent that are open no more
               (in Gomoku and its kind both are shapes with names, and come first: `shapes.py`)
    sends      nine boards: where the opponent must play
    replies    nine boards: how many answers lose there at once (`strategy.py`)
    gives      dropping games: an own waiting threat that the opponent can take now
    zugzwang   dropping games: who must play below a waiting threat in the end, and when
    holds      of a position: the moves after which a threatened win by force is none (`standing`)

Nothing here searches but `explain`, which looks for wins by force; so a reason is true as it is
said, but a move may be good or bad for reasons that this file does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from inarow.defaults import GOMOKU_K
from inarow.games.base import Cell, Reason, State
from inarow.games.grid import Geometry, bits_of
from inarow.games.lines import LineRule
from inarow.games.sides import side_names
from inarow.games.stones import read_stones
from inarow.options import counted
from inarow.search.evaluators.threats import winning_actions, winning_cells
from inarow.search.evaluators.windows import windows
from inarow.study.cells import cell_words, comes_true, is_odd, line_words, listed, waiting_words
from inarow.study.defence import defence
from inarow.study.forcing import Forced, can_force, forced_win
from inarow.study.shapes import has_shapes, shape_words
from inarow.study.strategy import about, changes
from inarow.study.why import Why

_ENOUGH_STONES = 2
"""A line that lacks two stones is worth a word if it has at least this many."""


_FEW_MOVES = 8
"""So few moves that hold are worth naming."""


def explain(state: State, action: int, nodes: int | None = None) -> tuple[Why, ...]:
    """Every reason for or against a move, wins by force included.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "4455")
    >>> [why.kind for why in explain(state, 2)], explain(state, 2)[0].words
    (['forced', 'double', 'builds'], 'wins by force: 3 2 6')
    """
    found = list(reasons(state, action))
    if (found and found[0].kind in ("wins", "loses")) or not can_force(state):
        return tuple(found)
    forced = _forced(state, action, nodes)
    return tuple([forced, *found] if forced is not None else found)


def position_about(state: State) -> tuple[Why, ...]:
    """What a position is about: what is forced, who threatens what, and the counts behind it."""
    return (*standing(state), *about(state))


def reasons(state: State, action: int) -> tuple[Why, ...]:
    """What can be seen at once: lines completed, stopped, threatened, built.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "a1b1a2b2")
    >>> [why.words for why in reasons(state, state.game.parse("a3"))]
    ['wins: completes the column from a1 to a3']
    """
    if state.chance() or state.outcome is not None:
        return ()
    child = state.play(action)
    mover = state.player
    if child.outcome is not None and child.outcome.winner == mover:
        lines = tuple(line.cells for line in child.outcome.lines)
        text = listed([line_words(state.game, line) for line in lines])
        rules = state.game.rules
        if rules is not None and rules.anywhere and any(len(line) > rules.k for line in lines):
            text += ", an overline"
        cells = child.outcome.cells
        return (Why("wins", mover, f"wins: completes {text}", cells, lines),)
    if state.game.rules is None:
        return tuple(_answers(child, mover))
    found = [*_answers(child, mover)]
    if has_shapes(state.game):
        found += [*_shapes(state, action), *_threats(state, child, mover)]
    elif state.target(action) is not None:
        found += [*_blocks(state, action), *_threats(state, child, mover)]
        if not state.game.rules.takes_out(action):
            found += _builds(state, child, action)
    found += [*_sends(state, child, mover), *changes(state, action)]
    return tuple(found)


def standing(state: State) -> Iterator[Why]:
    """What is in a position: a win by force, and the cells that complete a line of either side."""
    if state.outcome is not None or state.chance():
        return
    mover, names = state.player, side_names(state)
    ours = forced_win(state)
    if ours is not None:
        words = f"{names[mover]} wins by force{_how(state, ours)}"
        yield Why("forced", mover, words, _cells(state, ours.line), (), ours.line)
    else:
        yield from threatened(state)
    if state.game.rules is not None:
        yield from (*_completing(state, mover, names), *_completing(state, 1 - mover, names))


def threatened(state: State) -> Iterator[Why]:
    """The win by force that the opponent threatens, and what holds against it."""
    found = defence(state)
    if found is None:
        yield from _ignored(state)
        return
    if found.threat.plies == 1:
        return
    names = side_names(state)
    me, other, threat = names[state.player], names[1 - state.player], found.threat
    words = f"if {me} ignores it, {other} wins{_how(state, threat)}"
    cells = tuple(cell for cell in map(state.target, threat.line) if cell is not None)
    yield Why("forced", 1 - state.player, words, cells, (), threat.line)
    if len(found.holds) <= _FEW_MOVES:
        cells = tuple(cell for cell in map(state.target, found.holds) if cell is not None)
        yield Why("holds", state.player, found.words(state), cells, (), found.holds)


def _ignored(state: State) -> Iterator[Why]:
    """What the opponent would win by force if the move were passed, where threats force."""
    rules = state.game.rules
    if rules is None or not rules.plain or has_shapes(state.game):
        return
    passed = state.game.state_from(state.board(), 1 - state.player)
    win = forced_win(passed) if passed.outcome is None else None
    if win is not None and win.plies > 1:
        me, other = (side_names(state)[player] for player in (state.player, 1 - state.player))
        words = f"if {me} ignores it, {other} wins{_how(passed, win)}"
        yield Why("forced", 1 - state.player, words, _cells(passed, win.line), (), win.line)


def _completing(state: State, player: int, names: Sequence[str]) -> Iterator[Why]:
    """The cells with which a player would complete a line, now or when they can be reached."""
    rules = state.game.rules
    assert rules is not None, "only lines of described games are shown"
    own, other, rule = read_stones(state, player)
    empty = rule.geometry.full & ~(own | other)
    reachable = {state.target(action) for action in state.legal_actions()}
    prize = "take the board at" if rules.claims else "win at"
    for bit in bits_of(winning_cells(own, empty, rule)):
        cell = rule.geometry.cell_of[bit]
        kind, text = "threat", f"{names[player]} would {prize} {cell_words(state.game, cell)}"
        if cell not in reachable and rules.falls and not rules.pops:
            parity = "odd" if is_odd(state, cell) else "even"
            kind, text = f"{parity}_threat", f"{text}, an {parity} threat that waits"
            if comes_true(state, cell, player):
                text += f": when the other columns are full, {names[1 - player]} must open it"
        yield Why(kind, player, text, (cell,))


def _forced(state: State, action: int, nodes: int | None) -> Why | None:
    """The chain of threats that the move begins, or the one that it allows."""
    child, mover = state.play(action), state.player
    if child.outcome is not None:
        return None
    theirs = forced_win(child, nodes=nodes)
    if theirs is not None:
        line = (action, *theirs.line)
        text = f"the opponent then wins by force{_how(state, theirs)}"
        return Why("forced", 1 - mover, text, _cells(state, line), (), line)
    ours = _begun(state, action, nodes)
    if ours is None:
        return None
    text = f"wins by force{_how(state, ours)}"
    return Why("forced", mover, text, _cells(state, ours.line), (), ours.line)


def _begun(state: State, action: int, nodes: int | None) -> Forced | None:
    """The win by force that begins with a move, if it threatens or is the move that wins."""
    child, mover = state.play(action), state.player
    threats = winning_actions(child, mover)
    if threats and not winning_actions(child, child.player):
        if not set(threats) <= set(child.legal_actions()):  # in renju black may not stop it
            return Forced((action,), 3, "fours")
        after = child.play(threats[0])
        rest = forced_win(after, nodes=nodes) if after.outcome is None else None
        return rest and Forced((action, threats[0], *rest.line), rest.plies + 2, rest.by)
    found = forced_win(state, nodes=nodes) if has_shapes(state.game) else None
    return found if found is not None and found.line[0] == action else None


def _answers(child: State, mover: int) -> Iterator[Why]:
    """The opponent wins at once."""
    if child.chance() or child.player == mover or child.outcome is not None:
        return
    wins = tuple(winning_actions(child, child.player))
    if wins:
        cells = tuple(cell for cell in map(child.target, wins) if cell is not None)
        where = listed([cell_words(child.game, cell) for cell in cells], "or")
        text = f"lets the opponent win at {where}" if where else "lets the opponent win"
        yield Why("loses", 1 - mover, text, cells, (), wins)


def _blocks(state: State, action: int) -> Iterator[Why]:
    """The cell is one with which the opponent would have won."""
    cell, other = state.target(action), 1 - state.player
    rules = state.game.rules
    if cell is None or rules is None or rules.sent:
        return
    if action in winning_actions(state, other):
        theirs, own, rule = read_stones(state, other)
        bit = rule.geometry.bit_of[cell]
        lines = tuple(line.cells for line in rule.lines(theirs | bit, bit, own))
        text = listed([line_words(state.game, line) for line in lines])
        yield Why("blocks", state.player, f"blocks {text}", (cell,), lines)


def _threats(state: State, child: State, mover: int) -> Iterator[Why]:
    """New cells that complete a line: at once, both at once, or some day."""
    before, others_before, rule = read_stones(state, mover)
    after, others, _ = read_stones(child, mover)
    game, geometry = state.game, rule.geometry
    new = winning_cells(after, geometry.full & ~(after | others), rule)
    new &= ~winning_cells(before, geometry.full & ~(before | others_before), rule)
    places = {bit: geometry.cell_of[bit] for bit in bits_of(new)}
    rules = game.rules
    assert rules is not None, "only lines of described games are explained"
    if rules.sent:
        for cell in places.values():
            prize = "win at" if not rules.claims else "take the board at"
            text = f"threatens to {prize} {cell_words(game, cell)}"
            yield Why("threat", mover, text, (cell,))
        return
    wins = winning_actions(child, mover) if not child.chance() else []
    now = tuple(action for action in wins if not rules.takes_out(action))
    reachable = {cell for cell in map(child.target, now) if cell is not None}
    stoppable = not winning_actions(child, child.player)
    cells = tuple(sorted(reachable))
    double = len(cells) > 1 and stoppable
    if double:
        bits = (geometry.bit_of[cell] for cell in cells)
        lines = tuple(line for bit in bits for line in _completed(after, bit, others, rule))
        where = listed([cell_words(game, cell) for cell in cells])
        count = "two" if len(cells) == 2 else "several"
        yield Why("double", mover, f"makes {count} threats at once: {where}", cells, lines, now)
    for bit, cell in places.items():
        lines = _completed(after, bit, others, rule)
        if cell in reachable and not double:
            text = f"threatens {cell_words(game, cell)}"
            only = stoppable and len(cells) == 1 and not (rules.pops or rules.ends)
            only = only and set(now) <= set(child.legal_actions())  # renju may forbid it
            text += ", which the opponent must take" if only else ""
            yield Why("threat", mover, text, (cell,), lines, now if len(cells) == 1 else ())
        elif cell not in reachable and rules.falls and not rules.pops:
            text = waiting_words(state, cell, mover)
            yield Why("waits", mover, text, (cell,), lines)
    pops = [action for action in wins if rules.takes_out(action)]
    known = winning_actions(state, mover) if pops else ()
    for action in (pop for pop in pops if pop not in known):
        text = f"threatens to win by {game.format(action)}"
        yield Why("threat", mover, text, moves=(action,))


def _shapes(state: State, action: int) -> Iterator[Why]:
    """The shapes of Gomoku that the stone makes and blocks."""
    cell = state.target(action)
    assert cell is not None, "a stone is placed"
    for kind, words, lines in shape_words(state, action):
        yield Why(kind, state.player, words, (cell,), tuple(line.cells for line in lines))


def _builds(state: State, child: State, action: int) -> Iterator[Why]:
    """Open lines that grew, and open lines of the opponent that ended."""
    mover, cell = state.player, state.target(action)
    own, other, rule = read_stones(child, mover)
    geometry, k = rule.geometry, rule.k
    if cell is None or k - 2 < _ENOUGH_STONES:
        return
    bit, grown, ended = geometry.bit_of[cell], [], []
    for window in _windows_by_cell(geometry, k).get(bit, ()):
        mask = sum(window)
        cells = tuple(geometry.cell_of[b] for b in window)
        if not mask & other and (mask & own).bit_count() == k - 2:
            grown.append(cells)
        if mask & own == bit and (mask & other).bit_count() >= k - 2:
            ended.append(cells)
    if grown:
        text = f"builds {counted(len(grown), 'open line')} with {k - 2} of {k} stones"
        yield Why("builds", mover, text, (cell,), tuple(grown))
    if ended:
        text = f"spoils {counted(len(ended), 'open line')} of the opponent"
        yield Why("spoils", mover, text, (cell,), tuple(ended))


def _sends(state: State, child: State, mover: int) -> Iterator[Why]:
    """Nine boards: the board where the opponent plays next."""
    rules = child.game.rules
    if rules is None or not rules.sent or child.player == mover or child.chance():
        return
    if child.outcome is not None:
        if child.outcome.reason is Reason.SENT_TO_FULL:
            yield Why("sends", mover, "sends the opponent to a full board: the game is drawn")
    elif child.note.startswith("-"):
        yield Why("sends", mover, "the opponent may choose a board")
    else:
        board = int(child.note[0]) - 1
        cells = tuple((board // 3 * 3 + i // 3, board % 3 * 3 + i % 3) for i in range(9))
        yield Why("sends", mover, f"sends the opponent to board {board + 1}", cells)


def _completed(stones: int, bit: int, others: int, rule: LineRule) -> tuple[tuple[Cell, ...], ...]:
    return tuple(line.cells for line in rule.lines(stones | bit, bit, others))


def _cells(state: State, line: tuple[int, ...]) -> tuple[Cell, ...]:
    """Where the stones of a sequence would lie."""
    cells = []
    for action in line:
        cell = state.target(action)
        state = state.play(action)
        if cell is not None:
            cells.append(cell)
    return tuple(cells)


def _how(state: State, win: Forced) -> str:
    """How a win by force goes: ` in 7 by threes: h8 h9 ...`; other answers may take longer."""
    moves = " ".join(state.game.format(action) for action in win.line)
    most = "" if win.plies == len(win.line) else "at most "
    rules = state.game.rules
    if win.by == "threats" or rules is None or rules.k != GOMOKU_K:  # fours are for five in a row
        return f": {moves}"
    return f" in {most}{win.plies} by {win.by}: {moves}"


@lru_cache(maxsize=8)
def _windows_by_cell(geometry: Geometry, k: int) -> dict[int, list[tuple[int, ...]]]:
    """By cell, the windows of k cells that contain it."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for group in windows(geometry, k).values():
        for window in group:
            for bit in window:
                found.setdefault(bit, []).append(window)
    return found
