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

from inarow.agents.human import Player, player_of
from inarow.agents.ready import let_go, make_ready
from inarow.errors import BadFile, BadNotation, BadOption, NotSupported
from inarow.games.base import Game, State
from inarow.games.cells import Rows, board_of, is_drawn
from inarow.games.notation import parse_board, parse_position, stones_to_move
from inarow.games.record import Record
from inarow.games.record_file import is_record, load_record, parse_records
from inarow.registry import games, load_agent, load_game
from inarow.search.limit import Limit, limit_of
from inarow.search.proof.player import ProofPlayer, obstacle
from inarow.spec import names_game
from inarow.study import review as study
from inarow.study.analysis import Analysis
from inarow.study.analysis import analyse as analyse_state
from inarow.study.reviewed import Review

What: TypeAlias = State | Record | Game | Path | str | Iterable[int | str]
"""What a position or a game may be asked for by."""
Moves: TypeAlias = str | Iterable[int | str] | Rows
"""Moves as people write them or as actions, or the rows of a board."""

_CELL = re.compile(r"[a-z]{1,2}\d", re.IGNORECASE)
_LIMIT = re.compile(r"[\d.]+ ?(s|ms|min|sims|nodes|plies)\Z")
_FILE = re.compile(r"[^\n\"]{1,4000}\.(txt|pgn|json|sgf|psq)\Z", re.IGNORECASE)
"""What looks like the name of a file with a game."""


def position(what: What = "connect_four", moves: Moves = "") -> State:
    """A position, however it is written.

    Args:
        what: a game (`"gomoku"`, or with moves behind it), moves of Connect Four (`"4453"`, or
            actions, `[3, 3, 4, 2]`), a state, a record, its text (JSON, SGF, PSQ, PGN-like), or a
            file with one.
        moves: what is played from there, as people write it or as actions: `"h8 i9"`,
            `["h8", "i9"]`, `[112, 98]`; for a game also its rows, as in `"X../.O./... X"`, as a
            drawing, or as lists or an array: of 0, 1 and None, of 1, 2 and 0, or of letters.

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
    if isinstance(moves, str) and _LIMIT.match(moves):
        raise BadNotation(f"{moves!r} is no move: a limit is named so: limit={moves!r}")
    if isinstance(what, str):
        return _from_text(what, moves)
    if isinstance(what, Path):
        return _with_moves(load_record(what), moves)
    if isinstance(what, Record):
        return _with_moves(what.copy(), moves)
    if hasattr(what, "initial_state"):
        return _from_start(cast(Game, what), moves)
    if hasattr(what, "legal_actions"):
        state = cast(State, what)
        return _with_moves(Record(state.game, state), moves)
    if isinstance(what, Iterable):
        return _from_list(_listed(what), moves)
    hint = f': write "{what}"' if isinstance(what, int) else ""
    raise BadOption(
        f"a position is a game, moves, a state or a record, not {type(what).__name__}{hint}"
    )


def analyse(
    what: What = "connect_four",
    moves: Moves = "",
    *,
    agent: Player = "judge",
    limit: Limit | str | None = None,
) -> Analysis:
    """What a player thinks of every move: as `inarow.analyse`, which says how long it takes."""
    state = position(what, moves)
    player = player_of(agent)
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
    perfect = load_agent("perfect(exact=true,tricky=false)", seed=1)  # the same answer every time
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
    word, rest = _named_game(text)
    if not names_game(word):
        word, rest = "connect_four", text
        if _CELL.match(text):
            raise BadNotation(f'which game is {text!r} of? Name it first, as in "gomoku {text}"')
    if rest.strip() and moves:
        hint = f"; a player is named so: agent={moves!r}" if names_game(str(moves)) else ""
        raise BadNotation(f"moves are given twice: {rest.strip()!r} and {moves!r}{hint}")
    return _from_start(load_game(word), rest.strip() or moves)


def _named_game(text: str) -> tuple[str, str]:
    """The first word and what follows; the name of a game may be several words.

    >>> _named_game("Connect Four 4453"), _named_game("gomoku h8 i9")
    (('Connect_Four', '4453'), ('gomoku', 'h8 i9'))
    """
    for count in range(1 + max(name.count("_") for name in games()), 1, -1):
        *words, rest = (*text.split(maxsplit=count), "")[: count + 1]
        if (name := "_".join(words)).lower() in games():
            return name, rest
    word, _, rest = text.strip().partition(" ")
    return word, rest


def _from_start(game: Game, moves: Moves) -> Record:
    if not isinstance(moves, str):
        listed = _listed(moves)
        if _is_board(listed):
            board = board_of(cast(Rows, listed))
            return Record(game, game.state_from(board, stones_to_move(board)))
        if len(listed) == game.shape[0] and is_drawn(listed):
            return Record(game, parse_board(game, "\n".join(cast(list[str], listed))))
        return _with_moves(Record(game), cast(list[int | str], listed))
    if "\n" in moves.strip():
        return Record(game, parse_board(game, moves))
    if "/" in moves:
        return Record(game, parse_position(game, moves))
    return _with_moves(Record(game), moves)


def _from_list(listed: list[object], moves: Moves) -> Record:
    """Moves of Connect Four, as actions or as texts."""
    if _is_board(listed) or (listed and is_drawn(listed)):
        raise BadOption('a board does not say its game: write position("connect_four", board)')
    record = _from_start(load_game("connect_four"), cast(list[int | str], listed))
    return _with_moves(record, moves)


def _listed(things: Iterable[object]) -> list[object]:
    """Things one by one; an array of numbers has them, and its rows, as lists of Python."""
    return list(things.tolist() if hasattr(things, "tolist") else things)


def _is_board(listed: Sequence[object]) -> bool:
    rows = all(isinstance(row, Sequence) and not isinstance(row, str) for row in listed)
    return bool(listed) and rows


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
