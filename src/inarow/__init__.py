"""inarow: the Python home of k-in-a-row games.

Connect Four on any board, tic-tac-toe, Gomoku, nine boards, ultimate tic-tac-toe, Pop Out.

ONE LINE

  position(...)    a position, however it is written: moves, rows, a record, a file, SGF, PSQ
  solve(...)       who wins, for certain, and how soon
  analyse(...)     what any player thinks of every move, and why
  review(...)      what each move of a game gained or gave away
  score(...)       how often the moves of a player are right, on proven positions
  play(...)        a game against a machine, at a terminal or in a notebook
  widget(...)      a board to click on, in a notebook
  picture(...)     a position or a game as SVG: a board, a strip, a film
  tournament(...)  players meet each other and are rated
  train(...)       a player of your own, that learns from games with itself

    import inarow

    analysis = inarow.analyse("tic_tac_toe", "b2a3", agent="minimax")
    print(analysis)

GAMES AND POSITIONS

A game is a set of rules, a state is a position; playing a move gives a new state. Actions are
numbers from 0; `game.parse` and `game.format` translate them from and to what people write.

    game = inarow.load_game("connect_four(rows=6,cols=7,k=4)")
    state = game.initial_state().play(game.parse("4"))
    print(state.legal_actions(), state.player, state.outcome)

PLAYERS AND MATCHES

A player answers a position with a decision; a `Limit` is needed only where it should not take what
it takes by itself. `inarow games` and `inarow agents` list on the command line what there is; a
player of yours is named by its file, `inarow.load_agent("my_player.py")`.

    players = inarow.load_agent("random(seed=1)"), inarow.load_agent("random(seed=2)")
    decision = players[0].choose(state)
    record = inarow.play_match(game, players)
    print(record.moves, record.outcome)

RECORDS

`Record` is a game with its history, branches and comments; `load_record` and `save_record` read
and write files: text, JSON, SGF, PSQ.

NOTEBOOKS

States, records, decisions, analyses, reviews, scores and tournaments draw themselves where a cell
ends with them.

ERRORS

Whatever a person can cause is an `InarowError`, with a sentence that says what would be right.

All public names are in `inarow.__all__`; the rest may change. Everything is loaded when it is first
used: `import inarow` costs nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from inarow.api import *  # noqa: F403
    from inarow.api import __all__ as __all__
else:

    def __getattr__(name):
        from importlib import import_module
        from importlib.util import find_spec

        missing = f"module 'inarow' has no attribute {name!r}"
        if find_spec(f"inarow.{name}") is not None:  # Python asks here before it imports a module
            raise AttributeError(f"{missing} yet: write import inarow.{name}")
        api = import_module("inarow.api")
        if name in ("__all__", *api.__all__):
            return getattr(api, name)
        if name == "__version__":
            return import_module("importlib.metadata").version("inarow")
        if name.startswith("_"):  # only programs ask for those
            raise AttributeError(missing)
        meant = import_module("inarow.mistaken").meant
        raise AttributeError(f"{missing}{meant(name)}")

    def __dir__():
        from inarow.api import __all__ as public

        return sorted({*globals(), *public})
