"""Questions in one line of Python: a position however it is written, its solution, an analysis.

    inarow.solve("4453")                          Connect Four, if nothing else is said
    inarow.analyse("gomoku", "h8i9")              the game and the moves
    inarow.analyse(record, agent="mcts")          where a game has come to
    inarow.position("tic_tac_toe", "X../.O./... X")

Kernels that are missing are compiled first, which takes seconds, once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TypeAlias, cast

from inarow.agents.ready import make_ready
from inarow.errors import BadNotation, BadOption, NotSupported
from inarow.games.base import Game, State
from inarow.games.notation import parse_board, parse_position, play_moves
from inarow.games.record import Record
from inarow.games.record_file import is_record, load_record, parse_records
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from inarow.search.proof.player import ProofPlayer, obstacle
from inarow.spec import names_game
from inarow.study.analysis import Analysis
from inarow.study.analysis import analyse as analyse_state

What: TypeAlias = State | Record | Game | Path | str
"""What a position may be asked for by."""
Moves: TypeAlias = str | Iterable[int]
"""Moves as people write them, or as the numbers of actions."""


def position(what: What = "connect_four", moves: Moves = "") -> State:
    """A position, however it is written.

    Args:
        what: a game (`"gomoku"`, or with moves behind it), moves of Connect Four, a state, a
            record, its text (JSON, SGF, PSQ, PGN-like), or the `Path` of a file with one.
        moves: what is played from there; for a game also rows as in `"X../.O./... X"`, or a
            drawing.

    >>> print(position("tic_tac_toe", "b2a3"))
    O..
    .X.
    ...
    >>> position("4453").ply, position("gomoku h8 i9").ply, position("tic_tac_toe", [4, 0]).player
    (4, 2, 0)
    >>> position("tic_tac_toe", "X../.O./... X").player
    0
    """
    if isinstance(what, Record):
        return _played(what.end_of_main_line(), moves)
    if isinstance(what, Path):
        return _played(load_record(what).end_of_main_line(), moves)
    if isinstance(what, str) and is_record(what):
        return _played(parse_records(what)[0].end_of_main_line(), moves)
    if isinstance(what, str):
        return _named(what, moves)
    if hasattr(what, "initial_state"):
        return _from_start(cast(Game, what), moves)
    if hasattr(what, "legal_actions"):
        return _played(what, moves)
    raise BadOption(f"a position is a game, moves, a state or a record, not {type(what).__name__}")


def analyse(
    what: What = "connect_four",
    moves: Moves = "",
    *,
    agent: str | Agent = "judge",
    limit: Limit | str | None = None,
) -> Analysis:
    """What a player thinks of every move: `print` shows it, `moves` and `decision` hold it.

    Args:
        what: see `position`.
        moves: see `position`.
        agent: the player to ask.
        limit: of its thinking, for example `"2s"`; by default what the player takes by itself.

    >>> best = analyse("tic_tac_toe", "a1b1a2b2", agent="minimax").moves[0]
    >>> best.move, best.value.words, best.reason
    ('a3', 'win in 1 ply', 'wins: completes the column from a1 to a3')
    """
    state = position(what, moves)
    player = load_agent(agent) if isinstance(agent, str) else agent
    make_ready(player, state.game, state)
    return analyse_state(state, player, _limit(limit))


def solve(
    what: What = "connect_four", moves: Moves = "", *, limit: Limit | str | None = None
) -> Analysis:
    """Who wins, for certain: Connect Four with the distance, other games by proof.

    Without a limit it takes as long as it takes.

    >>> solve("445353216").decision.value.words
    'loss in 26 plies'
    >>> print(solve("mnk(rows=3,cols=4,k=3)").decision.value.words)
    win
    """
    state, bound = position(what, moves), _limit(limit)
    perfect = load_agent("perfect(exact=true,tricky=false)")
    if perfect.supports(state.game):
        return analyse(state, agent=perfect, limit=bound)
    if why := obstacle(state.game):
        raise NotSupported(f"{state.game} cannot be solved, {why}: try analyse")
    if not bound.counted:
        bound = replace(bound, stop=Event())  # nobody sets it
    return analyse(state, agent=ProofPlayer(seconds=None, every=True), limit=bound)


def _named(text: str, moves: Moves) -> State:
    """A game by its name, perhaps with moves behind it; moves alone are of Connect Four."""
    word, _, rest = text.strip().partition(" ")
    if not names_game(word):
        word, rest = "connect_four", text
    if rest.strip() and moves:
        raise BadNotation(f"moves are given twice: {rest.strip()!r} and {moves!r}")
    return _from_start(load_game(word), rest.strip() or moves)


def _from_start(game: Game, moves: Moves) -> State:
    if isinstance(moves, str) and "\n" in moves.strip():
        return parse_board(game, moves)
    if isinstance(moves, str) and "/" in moves:
        return parse_position(game, moves)
    return _played(game.initial_state(), moves)


def _played(state: State, moves: Moves) -> State:
    if isinstance(moves, str):
        return play_moves(state, moves)
    for action in moves:
        state = state.play(action)
    return state


def _limit(limit: Limit | str | None) -> Limit:
    return Limit() if limit is None else Limit.parse(limit) if isinstance(limit, str) else limit
