"""Things to do in one line of Python: ask, play, review, score or train a player, hold an event.

    inarow.solve("4453")                         who wins, for certain
    inarow.analyse("gomoku", "h8i9")             the value of every move, and why
    inarow.play("connect_four", "level(3)")      a game against a machine, here and now
    inarow.review("game.sgf")                    every move of a game judged
    inarow.score("level(5)")                     how often a player is right
    inarow.train("connect_four", "my.npz")       a player of your own, from games with itself
    inarow.widget("gomoku", "level(5)")          a board to click on, in a notebook
    inarow.tournament("tic_tac_toe", ["random", "minimax"])

Each knows whether it runs in a notebook or at a terminal, and says there how far it is. What only
one of them needs is loaded when it is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from inarow.agents.human import Player
from inarow.agents.levels import usual_opponent
from inarow.arena import exam
from inarow.arena.score import Score
from inarow.errors import BadOption, MissingPackage
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.interfaces.notebook.progress import CellProgress, CellSeconds
from inarow.interfaces.notebook.where import in_notebook
from inarow.interfaces.terminal.progress import Progress, waiting
from inarow.registry import game_of, load_agent
from inarow.search.agent import Agent
from inarow.search.asked import Asked
from inarow.search.limit import Limit, limit_of
from inarow.search.native.from_state import has_numba
from inarow.spec import format_spec, spec_of
from inarow.study import ask
from inarow.study.analysis import Analysis
from inarow.study.ask import Moves, What, record_of
from inarow.study.reviewed import Review

if TYPE_CHECKING:
    from inarow.arena.ledger import Ledger
    from inarow.interfaces.notebook.widget import BoardWidget

Entry: TypeAlias = str | Mapping[str, Any] | Agent
"""Who takes part in a tournament."""


def analyse(
    what: What = "connect_four",
    moves: Moves = "",
    *,
    agent: Player = "judge",
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
    with _seconds("thinking"):
        return ask.analyse(what, moves, agent=agent, limit=limit)


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
    with _seconds("solving"):
        return ask.solve(what, moves, limit=limit)


def review(what: What, moves: Moves = "", *, limit: Limit | str | None = None) -> Review:
    """What each move of a game gained or gave away: best, fine, inaccuracy, mistake or blunder.

    `print` shows it, `moves` and `mistakes` hold it, `annotated()` is the game with comments.

    Args:
        what: a record, a file with one, its text, or a game and its moves; see `position`.
        moves: see `position`.
        limit: work per move, by the time that it usually takes; by default a second.

    >>> found = review("tic_tac_toe", "b2b3a3c1c3a2a1")
    >>> found.mistakes[0].words, len(found.mistakes)
    ('blunder: from draw to loss in 6; better a3', 3)
    """
    with _progress("reviewing") as progress:
        return ask.review(what, moves, limit=limit, on_move=progress)


def score(
    player: exam.Examinee,
    game: str | Game = "connect_four",
    *,
    positions: exam.Asked = None,
    limit: Limit | str | None = None,
    seed: int = exam.SCORE_SEED,
) -> Score:
    """The truth about a player: how often its moves keep the result, and how often none is better.

    Args:
        player: a spec, `path.py` or `path.py:name`, `cmd:PROGRAM`, a player, or a function that
            gets a position and returns an action.
        game: the game, if the positions do not say it.
        positions: so many of those that come with this package, by default all; or others; or a
            file of them.
        limit: of the thinking about a move, for example `"2s"`.
        seed: of the random numbers of a player that is named.

    >>> found = score("mcts(simulations=500)", "tic_tac_toe", positions=20)
    >>> str(found.whole.good), found.like
    ('100.0 % (83.9 to 100.0)', 'plays like level 3')
    """
    with _progress("asking") as progress:
        return exam.score(
            player, game, positions=positions, limit=limit, seed=seed, on_answer=progress
        )


def play(
    what: What = "connect_four",
    *players: Player,
    limit: str | None = None,
) -> Record | BoardWidget:
    """Play a game: at a terminal by typing moves, in a notebook on a board to click on.

    Args:
        what: the game, or where it has come to; see `position`.
        players: nobody: a level that suits newcomers; one: your opponent, and you begin; two: who
            moves first and who second, for example `"level(3)", "human"`. A player is named, an
            object, or a function from positions to actions.
        limit: how much a machine may think about a move: `"2s"`, `"1000sims"`.

    Returns:
        At a terminal the record of the game, in a notebook the board.
    """
    if in_notebook():
        return widget(what, *players, limit=limit)
    from inarow.interfaces.terminal.series import Series

    record = record_of(what)
    first, second = _seats(record, players)
    Series((first, second), limit=limit, again=False).run(record)
    return record


def widget(
    what: What = "connect_four",
    *players: Player,
    limit: Limit | str | None = None,
) -> BoardWidget:
    """A board to click on, for notebooks; the record of the game is its `record`.

    It plays against any player, shows the values of all moves on demand, and leafs through a game.

    Args:
        what: the game, or where it has come to; see `position`.
        players: nobody: a level that suits newcomers; one: your opponent, and you begin; two: who
            moves first and who second. A player is named, an object, or a function.
        limit: how much a machine may think about a move.

    Raises:
        MissingPackage: anywidget is not installed.
    """
    try:
        from inarow.interfaces.notebook.widget import BoardWidget
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "inarow":
            raise
        raise MissingPackage("a board to click on needs", "anywidget") from error
    record = record_of(what)
    return BoardWidget(record, _seats(record, players), limit_of(limit))


def tournament(
    game: Game | str,
    *players: Entry | Sequence[Entry],
    rounds: int = 10,
    limit: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    **others: Any,
) -> Ledger:
    """Let players meet each other, and rate them; a notebook shows the table with bars.

    Nothing is kept on disk: `inarow arena run` does that, and plays on after an interruption.

    Args:
        game: the rules, or their spec.
        players: who takes part, at least two, one by one or as a list: `"mcts(simulations=100)"`,
            `"my_player.py"`, a player of ours, or with a name of its own `{"name": "quick", "spec":
            "mcts(simulations=100)"}`. A folder stands for all Python files in it; what cannot be
            loaded is left out, and the table says why.
        rounds: pairs of games of each meeting, from the same opening with seats swapped.
        limit: thinking per move; by default work that does not depend on the machine.
        seed: of everything random.
        workers: processes; by default one per core; 0: play in this process.
        others: further keys of an event file, such as `openings`.

    >>> found = tournament("tic_tac_toe", "random", "minimax", rounds=2, workers=0)
    >>> found.tally.total, found.complete
    (4, True)
    """
    from inarow.arena.crews import Pool, Serial
    from inarow.arena.event import event_of
    from inarow.arena.store import create_store
    from inarow.arena.tournament import EventRun, run_event
    from inarow.arena.tryout import try_all, without

    listed = players[0] if len(players) == 1 and isinstance(players[0], list | tuple) else players
    named = [spec_of(one) if isinstance(one, Asked) else one for one in listed]
    data = {"game": str(game_of(game)), "players": named, "rounds": rounds, "seed": seed, **others}
    event = event_of(data if limit is None else {**data, "limit": limit})
    event = without(event, left_out) if (left_out := try_all(event.players, event.rules)) else event
    with _progress("playing") as progress:

        def tell(run: EventRun) -> None:
            progress(run.games, run.ledger.total)

        with create_store(None, event, event.make_openings()) as store:
            return run_event(store, Serial() if workers == 0 else Pool(workers), tell)


def train(
    game: Game | str = "connect_four",
    out: str | Path = "my.npz",
    *,
    minutes: float = 5.0,
    games: int | None = None,
    **options: Any,
) -> Agent:
    """Train a player of your own: it learns from games with itself, and is kept in a file.

    Whoever interrupts it keeps what was learned, and the same call goes on. Later the player is
    `inarow.load_agent('learned(file="my.npz")')`.

    Args:
        game: the rules, or their spec.
        out: the file of the network.
        minutes: how long.
        games: instead of a time, so many games.
        options: those of `inarow train`, such as `threads=2` or `seed=7`.

    Raises:
        MissingPackage: numba is not installed.
    """
    from inarow.arena.schooling import Schooling
    from inarow.interfaces.cli.arguments import check_output
    from inarow.processes.locks import alone_with
    from inarow.search.learned.plan import ENDLESS, Training

    if games is not None and games < 1:
        raise BadOption(f"training takes some games, not {games}")
    if minutes <= 0:
        raise BadOption(f"training takes some minutes, not {minutes:g}")
    if not has_numba():
        raise MissingPackage("training needs", "numba")
    from inarow.search.learned.network import load_network

    check_output(Path(out), "network", load_network)
    path, seconds = Path(out), None if games is not None else 60 * minutes
    training = Training(str(game_of(game)), games or ENDLESS, **options)
    with alone_with(path), _progress("learning, " + ("games" if games else "seconds")) as progress:

        def tell(schooling: Schooling) -> None:
            if seconds is None:
                progress(schooling.lessons.done, games)
            else:
                progress(round(schooling.seconds), round(seconds))

        schooling = Schooling(training, path, seconds)
        try:
            schooling.run(tell)
        except KeyboardInterrupt:
            schooling.save()
            raise
    return load_agent(format_spec("learned", {"file": str(path)}))


def _seconds(what: str) -> AbstractContextManager[object]:
    return CellSeconds(what) if in_notebook() else waiting(f"{what} ...")


def _progress(what: str) -> AbstractContextManager[Progress | CellProgress]:
    return CellProgress(what) if in_notebook() else Progress(what)


def _seats(record: Record, players: Sequence[Any]) -> tuple[Any, Any]:
    """Who sits where: a person begins unless two players are named."""
    if len(players) > 2:
        raise BadOption(f"a game has two players, not {len(players)}")
    if len(players) == 2:
        return players[0], players[1]
    return "human", players[0] if players else usual_opponent(record.game)
