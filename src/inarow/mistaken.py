"""What a person may have meant who wrote `inarow.NAME` and there is no such name.

    inarow.solver       did you mean inarow.solve?
    inarow.Connect4     write inarow.load_game("connect_four")
    inarow.mcts         write inarow.load_agent("mcts")

It is loaded only when somebody has made such a mistake.
"""

import re
from difflib import get_close_matches

from inarow.api import __all__ as public
from inarow.registry import agents, games

_OTHER_WORDS = {
    "analyze": "analyse",
    "annotate": "review",
    "best_move": "analyse",
    "bestmove": "analyse",
    "board": "position",
    "bot": "load_agent",
    "draw": "picture",
    "engine": "load_agent",
    "evaluate": "analyse",
    "exam": "score",
    "explain": "analyse",
    "grade": "score",
    "gui": "widget",
    "hint": "analyse",
    "judge": "analyse",
    "learn": "train",
    "load": "load_record",
    "load_player": "load_agent",
    "make": "load_game",
    "make_game": "load_game",
    "match": "play_match",
    "new_game": "load_game",
    "player": "load_agent",
    "plot": "picture",
    "random_game": "play_match",
    "rate": "score",
    "read": "load_record",
    "render": "picture",
    "save": "save_record",
    "show": "picture",
    "simulate": "play_match",
    "svg": "picture",
    "version": "__version__",
    "why": "analyse",
}
"""What others call things, in small letters."""
_ENVIRONMENTS = ("env", "environment", "environments", "envs", "gym", "make_env", "vector_env")
_LISTS = ("levels", "list_agents", "list_games", "list_players", "players")
_NUMBERS = {"4": "_four", "3": "_three"}
_SHORT = {"connect": "connect_four", "c4": "connect_four", "ttt": "tic_tac_toe"}


def meant(name: str) -> str:
    """The end of a sentence that says what would be right; nothing if nobody knows.

    >>> meant("solver"), meant("Connect4"), meant("TicTacToe"), meant("xyzzy")
    (': did you mean inarow.solve?', ': write inarow.load_game("connect_four")', \
': write inarow.load_game("tic_tac_toe")', '')
    """
    spoken = _words(name)
    if spoken in _OTHER_WORDS:
        return f": did you mean inarow.{_OTHER_WORDS[spoken]}?"
    if spoken in _ENVIRONMENTS:
        return ': import inarow.adapters.rl, then gymnasium.make("inarow/connect_four-v0")'
    if spoken in _LISTS:
        return ": inarow games and inarow agents list what there is, on the command line"
    if spoken in ("puzzle", "puzzles"):
        return ": inarow puzzle, on the command line, has them"
    for load, known in (("load_game", games()), ("load_agent", agents())):
        found = _SHORT.get(spoken, spoken)
        if found in known:
            return f': write inarow.{load}("{found}")'
    small = {other.lower(): other for other in public}
    for word in get_close_matches(spoken, small, 1, 0.7):
        return f": did you mean inarow.{small[word]}?"
    for found in get_close_matches(spoken, games(), 1, 0.8):
        return f': write inarow.load_game("{found}")'
    return ""


def _words(name: str) -> str:
    """A name as ours are written: `Connect4` and `ConnectFour` are `connect_four`."""
    name = re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()
    return re.sub(r"_?([34])\Z", lambda digit: _NUMBERS[digit[1]], name)
