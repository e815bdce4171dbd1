"""What both players are called: black and white where stones have these colours, else X and O.

Stones are black and white on large open boards, which are drawn as in Go, since people who play
Gomoku or Renju read them so. Notation knows nothing of it: in positions, records and JSON the
players are X, who acts first, and O.
"""

from __future__ import annotations

from inarow.games.base import SYMBOLS, Game, State, in_opening

_FROM = 9
"""Boards with shorter sides are drawn as cells."""


def has_colours(game: Game) -> bool:
    """Whether its stones are black and white, on the crossings of lines.

    >>> from inarow.registry import load_game
    >>> [has_colours(load_game(name)) for name in ("gomoku", "tic_tac_toe", "nine_board")]
    [True, False, False]
    """
    return bool(game.labels()[0]) and not game.block and min(game.shape) >= _FROM


def black_player(state: State) -> int:
    """Whose stones are black: those of who moved first, which an opening may have swapped."""
    stones = [owner for row in state.board() for owner in row if owner is not None]
    lead = 2 * sum(stones) - len(stones)  # how many more stones player 1 has
    if lead or in_opening(state):
        return int(lead > 0)
    return state.player


def side_names(state: State) -> tuple[str, str]:
    """What the players are called: by the colours of their stones, or else X and O.

    >>> from inarow.registry import load_game
    >>> [side_names(load_game(name).initial_state()) for name in ("gomoku", "tic_tac_toe")]
    [('black', 'white'), ('X', 'O')]
    """
    if not has_colours(state.game):
        return SYMBOLS[0], SYMBOLS[1]
    return ("white", "black") if black_player(state) else ("black", "white")


def player_name(state: State, player: int) -> str:
    """What one player is called in a position; as long as colours are not chosen, by its turn.

    >>> from inarow.registry import load_game
    >>> games = map(load_game, ("gomoku", "gomoku(opening=swap2)", "connect_four"))
    >>> [player_name(game.initial_state(), 1) for game in games]
    ['white', 'second player', 'O']
    """
    if in_opening(state) and state.undecided:
        return ("first player", "second player")[player]
    return side_names(state)[player]


def task(state: State) -> str:
    """What the player to move has to do: "to move", or what an opening asks for."""
    return state.task if in_opening(state) else "to move"
