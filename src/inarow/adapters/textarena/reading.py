"""What an observation of TextArena says, as a position of ours.

An agent of TextArena sees text alone: the rules, what was played, and the board after every move.
Three of its games are ours as well:

    ConnectFour            the last board, or the moves where it is hidden; X begins
    TicTacToe              the last board, with numbers where cells are free; O begins
    UltimateTicTacToe      the moves, since a board that is won hides who played where; O begins

Who is to move is told by the stones: the player who begins is ahead by one, or both are level.
"""

import re
from collections.abc import Sequence

from inarow.errors import BadNotation
from inarow.games.base import Board, State
from inarow.registry import load_game

_BOARD = re.compile(r"^0(?: \d+)*\n-+\n((?:[.XO](?: [.XO])*(?:\n|\Z))+)", re.MULTILINE)
_SIZE = re.compile(r"board has (\d+) rows and (\d+) columns")
_ROW = re.compile(r"^ ([\dXO]) \| ([\dXO]) \| ([\dXO]) *$", re.MULTILINE)
# Only what the game says: players may quote anything.
_GAME = r"^(?:\[GAME\] | )?Player \d "
_DROPPED = re.compile(_GAME + r"dropped their disk \([XO]\) into column (\d+)", re.MULTILINE)
_PLAYED = re.compile(_GAME + r"played in micro board (\d), cell (\d)", re.MULTILINE)


def read_observation(text: str) -> State:
    """The position that an observation shows.

    Raises:
        BadNotation: it shows none of the games that are known here.
    """
    if "Ultimate Tic Tac Toe" in text:
        state = load_game("ultimate_tic_tac_toe").initial_state()
        for board, cell in _PLAYED.findall(text):
            state = (state if is_sent(state) else state.play(int(board))).play(int(cell))
        return state
    if "Connect Four" in text and (size := _SIZE.search(text)):
        return _connect_four(text, f"connect_four(rows={size[1]},cols={size[2]},k=4)")
    if "Tic Tac Toe" in text and len(rows := _ROW.findall(text)) >= 3:
        board = _board(rows[-3:], "OX")
        return load_game("tic_tac_toe").state_from(board, _mover(board))
    raise BadNotation("this is no board of ConnectFour, TicTacToe or UltimateTicTacToe")


def is_sent(state: State) -> bool:
    """Whether the next stone of nine boards has its board, so that only a cell is chosen."""
    return not state.note.startswith("-")


def _connect_four(text: str, spec: str) -> State:
    game = load_game(spec)
    if shown := _BOARD.findall(text):
        board = _board([line.split() for line in shown[-1].splitlines()], "XO")
        return game.state_from(board, _mover(board))
    state = game.initial_state()
    for column in _DROPPED.findall(text):
        state = state.play(int(column))
    return state


def _board(rows: Sequence[Sequence[str]], marks: str) -> Board:
    """Marks as owners; `marks` are those of the player who begins and of the other."""
    owners = {mark: player for player, mark in enumerate(marks)}
    return tuple(tuple(owners.get(mark) for mark in row) for row in rows)


def _mover(board: Board) -> int:
    stones = [owner for row in board for owner in row]
    return int(stones.count(0) > stones.count(1))
