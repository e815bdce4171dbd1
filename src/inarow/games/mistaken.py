"""What a person may have meant who asked a game or a position for something that it has not got.

    game.play(3)            a game is its rules: write game.initial_state().play(3)
    state.push(3)           write state.play(3), which returns the next position

Words of python-chess, OpenSpiel, Gymnasium and Kaggle, and some that anybody might try.
"""

from inarow.errors import IllegalMove

_PLAY = "write state.play(action), which returns the next position: a position never changes"
_LEGAL = "write state.legal_actions()"
_OVER = "write state.outcome, which is None until the game is over"
_MOVES = "a position does not know its moves: those of a game are in a Record"
_PLANES = "write inarow.adapters.rl.views.observe(state, state.player)"
_MASK = "write inarow.adapters.rl.views.legal_mask(state.game, state)"
_STATE_WORDS = {
    **dict.fromkeys(("apply", "apply_action", "do", "drop", "make_move", "move", "push"), _PLAY),
    **dict.fromkeys(("place", "put", "step"), _PLAY),
    **dict.fromkeys(("actions", "available_moves", "legal_moves", "valid_moves"), _LEGAL),
    **dict.fromkeys(("done", "is_game_over", "is_over", "is_terminal", "over", "terminal"), _OVER),
    **dict.fromkeys(("history", "move_stack", "moves"), _MOVES),
    **dict.fromkeys(
        ("winner", "is_win", "is_won", "won"), "write state.outcome.winner, once it is over"
    ),
    **dict.fromkeys(("current_player", "to_move", "turn"), "write state.player: 0 or 1"),
    **dict.fromkeys(("result", "reward", "rewards", "score"), "write state.returns()"),
    **dict.fromkeys(("pop", "undo"), "a position never changes: keep the one before, or a Record"),
    **dict.fromkeys(("print", "render", "show"), "write inarow.picture(state)"),
    **dict.fromkeys(("observation", "observation_tensor", "tensor"), _PLANES),
    **dict.fromkeys(("action_mask", "legal_actions_mask"), _MASK),
    "fen": "write inarow.format_position(state)",
    "clone": "a position never changes: there is no need to copy it",
    "copy": "a position never changes: there is no need to copy it",
    "play_moves": 'write inarow.play_moves(state, "44")',
}
_RULES = "a game is its rules, a position is game.initial_state()"
_OF_STATES = ("legal_actions", "outcome", "play", "player", "ply", "returns", "target")
_GAME_WORDS = {
    **{name: f"{_RULES}: write game.initial_state().{name}" for name in _OF_STATES},
    **dict.fromkeys(
        ("new", "new_initial_state", "reset", "start", "state"), "write game.initial_state()"
    ),
}


def no_action(action: object) -> IllegalMove:
    """The error for a move that is not given as a number.

    >>> from inarow.registry import load_game
    >>> load_game("tic_tac_toe").initial_state().play("b2")
    Traceback (most recent call last):
    inarow.errors.IllegalMove: an action is a whole number, not 'b2': write game.parse('b2')
    """
    hint = f": write game.parse({action!r})" if isinstance(action, str) else ""
    return IllegalMove(f"an action is a whole number, not {action!r}{hint}")


def no_such_name(thing: object, name: str) -> AttributeError:
    """The error for a name that a game or a position has not got, with what would be right.

    >>> from inarow.registry import load_game
    >>> load_game("tic_tac_toe").initial_state().push(3)
    Traceback (most recent call last):
    AttributeError: MnkState has no 'push': write state.play(action), which returns the next \
position: a position never changes
    """
    words = _STATE_WORDS if hasattr(type(thing), "legal_actions") else _GAME_WORDS
    hint = words.get(name) or (_RULES if name in _STATE_WORDS else "")
    return AttributeError(
        f"{type(thing).__name__} has no {name!r}" + (f": {hint}" if hint else ""),
        name=name,
        obj=thing,
    )
