"""Figures to step through: a game move by move, or a search as it thought.

The positions of a game are pictures in a list, which is a strip of boards where scripts do not run.
A search is recorded by the search itself, as the viewer of the page does, and drawn by the script
of the page.
"""

from __future__ import annotations

import json
from threading import Event
from urllib.parse import quote

from inarow.games.base import State
from inarow.games.notation import parse_moves
from inarow.games.sides import player_name
from inarow.interfaces.documents.markdown import page_text
from inarow.interfaces.render import svg
from inarow.interfaces.web.engines.jobs import Desk, Place
from inarow.interfaces.web.study.trace import Trace, record_search
from inarow.registry import load_game

_CELL = 30


def figure(kind: str, what: str) -> str:
    """The HTML of a figure: `game: RULES MOVES` or `search: SEARCH RULES MOVES`.

    >>> figure("game", "connect_four 44").count("<li>")
    3
    """
    if kind == "game":
        rules, _, moves = what.partition(" ")
        return _game(rules, moves)
    search, rules, *moves_ = what.split(" ", 2)
    return _search(search, rules, "".join(moves_))


def _game(rules: str, moves: str) -> str:
    state: State = load_game(rules).initial_state()
    frames = [_frame(state, "The start")]
    for number, action in enumerate(parse_moves(state.game, moves), start=1):
        words = f"{number}. {player_name(state, state.player)} {state.game.format(action)}"
        state = state.play(action)
        frames.append(_frame(state, words))
    return f'<ol class="stepped" data-steps="game">{"".join(frames)}</ol>\n'


def _frame(state: State, words: str) -> str:
    drawing = svg.render(state, size=_CELL)
    words = f"{words}; {svg.status(state)}"
    source = f"data:image/svg+xml,{quote(drawing)}"
    return f'<li><img src="{source}" alt="{page_text(words)}"><p>{page_text(words)}</p></li>'


def _search(search: str, rules: str, moves: str) -> str:
    asked = Trace.model_validate(
        {
            "re": 0,
            "type": "trace",
            "engine": "docs",
            "search": search,
            "where": {"rules": rules, "moves": moves},
        }
    )
    game = load_game(rules)
    place = Place(rules, None, tuple(parse_moves(game, moves)))
    trace = record_search(asked, place, Desk(Event(), lambda _: None))
    data = json.dumps(trace.model_dump(mode="json"), separators=(",", ":")).replace("<", "\\u003c")
    start = _frame(place.state(), f"The search begins here: {trace.words}")
    return (
        f'<div class="stepped" data-steps="search"><ol>{start}</ol>'
        f'<script type="application/json">{data}</script></div>\n'
    )
