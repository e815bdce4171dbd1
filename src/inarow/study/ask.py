"""Questions in one line of Python: a position however it is written, its solution, an analysis,
a review of a game.

    inarow.solve("4453")                          Connect Four, if nothing else is said
    inarow.analyse("gomoku", "h8i9")              the game and the moves
    inarow.analyse(record, agent="mcts")          where a game has come to
    inarow.review("game.sgf")                     every move of a game judged
    inarow.position("tic_tac_toe", "X../.O./... X")

Kernels that are missing are compiled first, which takes seconds, once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import index
from pathlib import Path
from threading import Event
from typing import TypeAlias, cast

from inarow.agents.ready import let_go, make_ready
from inarow.errors import BadFile, BadNotation, BadOption, NotSupported
from inarow.games.base import Game, State
from inarow.games.notation import parse_board, parse_position, stones_to_move
from inarow.games.record import Record
from inarow.games.record_file import is_record, load_record, parse_records
from inarow.registry import agent_of, load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.limit import Limit, limit_of
from inarow.search.proof.player import ProofPlayer, obstacle
from inarow.spec import names_game
from inarow.study import review as study
from inarow.study.analysis import Analysis
from inarow.study.analysis import analyse as analyse_state
from inarow.study.reviewed import Review

What: TypeAlias = State | Record | Game | Path | str
"""What a position or a game may be asked for by."""
Moves: TypeAlias = str | Iterable[int | str] | Sequence[Sequence[int | None]]
"""Moves as people write them or as actions, or the rows of a board."""

_FILE = re.compile(r"[^\n\"]{1,4000}\.(txt|pgn|json|sgf|psq)\Z", re.IGNORECASE)
"""What looks like the name of a file with a game."""


def position(what: What = "connect_four", moves: Moves = "") -> State:
    """A position, however it is written.

    Args:
        what: a game (`"gomoku"`, or with moves behind it), moves of Connect Four, a state, a
            record, its text (JSON, SGF, PSQ, PGN-like), or a file with one.
        moves: what is played from there, as people write it or as actions: `"h8 i9"`,
            `["h8", "i9"]`, `[112, 98]`; for a game also its rows, as in `"X../.O./... X"`, as a
            drawing, or as lists of 0, 1 and None.

    >>> print(position("tic_tac_toe", "b2a3"))
    O..
    .X.
    ...
    >>> position("4453").ply, position("gomoku h8 i9").ply, position("tic_tac_toe", [4, 0]).player
    (4, 2, 0)
    >>> position("tic_tac_toe", "X../.O./... X").player
    0
    """
    return record_of(what, moves).end_of_main_line()


def record_of(what: What = "connect_four", moves: Moves = "") -> Record:
    """A game, however it is written, as a record of its own; see `position`."""
    if isinstance(what, str):
        return _from_text(what, moves)
    if isinstance(what, Path):
        return _with_moves(load_record(what), moves)
    if isinstance(what, Record):
        return _with_moves(what.copy(), moves)
    if hasattr(what, "initial_state"):
        return _from_start(cast(Game, what), moves)
    if hasattr(what, "legal_actions"):
        return _with_moves(Record(what.game, what), moves)
    raise BadOption(f"a position is a game, moves, a state or a record, not {type(what).__name__}")


def analyse(
    what: What = "connect_four",
    moves: Moves = "",
    *,
    agent: str | Agent = "judge",
    limit: Limit | str | None = None,
) -> Analysis:
    """What a player thinks of every move: as `inarow.analyse`, which says how long it takes."""
    state = position(what, moves)
    player = agent_of(agent)
    try:
        make_ready(player, state.game, state)
        return analyse_state(state, player, limit_of(limit))
    finally:
        let_go(player)


def solve(
    what: What = "connect_four", moves: Moves = "", *, limit: Limit | str | None = None
) -> Analysis:
    """Who wins, for certain: as `inarow.solve`, which says how long it takes."""
    state, bound = position(what, moves), limit_of(limit)
    perfect = load_agent("perfect(exact=true,tricky=false)")
    if perfect.supports(state.game):
        return analyse(state, agent=perfect, limit=bound)
    if why := obstacle(state.game):
        raise NotSupported(f"{state.game} cannot be solved, {why}: try analyse")
    if not bound.counted:
        bound = replace(bound, stop=Event())  # nobody sets it
    return analyse(state, agent=ProofPlayer(seconds=None, every=True), limit=bound)


def review(
    what: What,
    moves: Moves = "",
    *,
    limit: Limit | str | None = None,
    on_move: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge every move of a game, with a limit per move: see `inarow.review`.

    Args:
        what: see `position`.
        moves: see `position`.
        limit: work per move, by the time that it usually takes; by default a second.
        on_move: is told how many moves of how many are judged.
    """
    record = study.reviewable(record_of(what, moves))
    judged, total = [], study.decisions(record)
    for move in study.review(record, limit=None if limit is None else limit_of(limit)):
        judged.append(move)
        if on_move is not None:
            on_move(len(judged), total)
    return Review.of(record, judged)


def _from_text(text: str, moves: Moves) -> Record:
    """A record, a file with one, or a game by its name, perhaps with moves behind it.

    Moves alone are of Connect Four.
    """
    if is_record(text):
        return _with_moves(parse_records(text)[0], moves)
    if os.path.isfile(text):  # unlike a Path it bears any text
        return _with_moves(load_record(text), moves)
    if _FILE.match(text):
        raise BadFile(f"there is no file {text}")
    word, _, rest = text.strip().partition(" ")
    if not names_game(word):
        word, rest = "connect_four", text
    if rest.strip() and moves:
        raise BadNotation(f"moves are given twice: {rest.strip()!r} and {moves!r}")
    return _from_start(load_game(word), rest.strip() or moves)


def _from_start(game: Game, moves: Moves) -> Record:
    if not isinstance(moves, str):
        listed = list(moves)
        if listed and all(isinstance(row, Sequence) and not isinstance(row, str) for row in listed):
            board = tuple(tuple(row) for row in cast(Sequence[Sequence[int | None]], listed))
            return Record(game, game.state_from(board, stones_to_move(board)))
        return _with_moves(Record(game), cast(list[int | str], listed))
    if "\n" in moves.strip():
        return Record(game, parse_board(game, moves))
    if "/" in moves:
        return Record(game, parse_position(game, moves))
    return _with_moves(Record(game), moves)


def _with_moves(record: Record, moves: Moves) -> Record:
    """The record with moves after its main line."""
    record.current = [record.root, *record.root.line()][-1]
    if isinstance(moves, str):
        record.push_moves(moves)
        return record
    for number, move in enumerate(moves, start=1):
        if isinstance(move, str):
            record.push_moves(move)
            continue
        try:
            record.push(index(cast(int, move)))
        except TypeError:
            raise BadNotation(f"move {number} is an action or a text, not {move!r}") from None
    return record
