"""`inarow engine`: our players behind other programs' protocols; `inarow nine-board-server`."""

import sys
from contextlib import ExitStack
from random import Random

import click

from inarow.adapters.gomocup_engine import Engine, serve
from inarow.adapters.nine_board_client import (
    DEFAULT_LIMIT,
    SILENCE_SECONDS,
    Session,
    connect,
    play_session,
)
from inarow.adapters.nine_board_protocol import DEFAULT_PORT, Message
from inarow.adapters.nine_board_server import (
    CourseClock,
    GameReport,
    LocalSeat,
    Seat,
    TimeControl,
    accept_seat,
    open_listener,
    play_series,
)
from inarow.agents.human import Human
from inarow.agents.level import refuse_adapting
from inarow.agents.ready import make_ready
from inarow.errors import NotSupported, UnknownName
from inarow.games.base import SYMBOLS, State
from inarow.games.nine_board import NineBoard
from inarow.interfaces.cli import Group
from inarow.interfaces.cli.arguments import refuse_given
from inarow.interfaces.cli.options import Whole, limit_option, seed_option
from inarow.interfaces.render import originals
from inarow.interfaces.terminal.compiling import compiling_notices, hide_notices
from inarow.interfaces.terminal.console import Console, Leave
from inarow.registry import agent_entry, load_agent
from inarow.search.limit import Limit
from inarow.search.native.from_state import has_numba
from inarow.seeds import derived_seed

_DAY = 86400
_CELL = Whole(1, 9)
_STRONGEST = "nine(seconds=none)"
"""Who plays nine boards best, and thinks for as long as it may."""
_WITHOUT_KERNELS = "mcts(simulations=none)"


@click.group(cls=Group)
def engine() -> None:
    """One of our players behind another program's protocol.

    \b
    Examples:
      inarow engine gomocup --agent mcts
      inarow engine nine-board -p 31415
    """


@engine.command("gomocup")
@click.option("--agent", help="The player.  [default: the strongest for Gomoku]")
@seed_option("Make the player repeatable.")
def gomocup(agent: str | None, seed: int | None) -> None:
    """Be a Gomocup engine: read commands of a manager line by line, and answer.

    Managers start it under the name pbrain-inarow. The time per move comes from the manager.

    \b
    Examples:
      inarow engine gomocup
      inarow engine gomocup --agent "alphabeta(order=near)"
    """
    player = load_agent(agent or _strongest(), seed)
    refuse_adapting(player)
    if isinstance(player, Human):  # who would read the commands of the manager
        raise NotSupported("a human is no engine: name a machine")
    with compiling_notices(listens=True):
        serve(Engine(player, lambda line: print(line, flush=True)), sys.stdin.buffer)


def _strongest() -> str:
    """The player that is best at Gomoku."""
    try:
        return agent_entry("gomoku").name
    except UnknownName:
        return "judge"


@engine.command("nine-board")
@click.option(
    "-p", "--port", type=Whole(1, 65535), default=DEFAULT_PORT, help="Where the server listens."
)
@click.option("--host", default="127.0.0.1", help="The server's machine.")
@click.option("--agent", help="The player.  [default: the strongest for nine boards]")
@seed_option("Make the player repeatable.")
@limit_option("Thinking per move.  [default: 2s]", DEFAULT_LIMIT)
@click.option(
    "--patience",
    type=Whole(1, _DAY),
    default=int(SILENCE_SECONDS),
    show_default=True,
    help="Seconds to wait for a server that says nothing.",
)
def nine_board(
    port: int, host: str, agent: str | None, seed: int | None, limit: Limit, patience: int
) -> None:
    """Play at a nine-board server until it ends the series, and print the results.

    By default our strongest player of this game plays, and thinks 2 seconds a move, which is safe
    for the clock of the course: 30 seconds and 2 more for each move. The first player to connect
    is X, the second O.

    \b
    Examples:
      inarow engine nine-board -p 31415
      inarow engine nine-board -p 31415 --agent "random(seed=1)" --limit 500ms
    """
    strongest = _STRONGEST if has_numba() else _WITHOUT_KERNELS
    player = load_agent(strongest if agent is None else agent, seed)
    refuse_adapting(player)
    session = Session(player, limit)

    def show(side: int, over: Message) -> None:
        hide_notices()
        click.echo(f"game {len(session.results)}: {over.name} as {SYMBOLS[side]} ({over.cause})")

    with compiling_notices():
        make_ready(player, NineBoard())  # the server's clock runs from the first message
        with connect(host, port) as connection:
            finished = play_session(connection, session, show, patience)
    if not finished:
        click.echo(f"game {len(session.results) + 1}: left by the server before its end")


@click.command("nine-board-server")
@click.option(
    "-p",
    "--port",
    type=Whole(0, 65535),
    default=DEFAULT_PORT,
    help="Where to listen, on this machine only; 0 takes a free port.",
)
@click.option("-x", "--human-x", is_flag=True, help="A person at this keyboard plays X.")
@click.option("-o", "--human-o", is_flag=True, help="A person at this keyboard plays O.")
@click.option("--agent-x", metavar="SPEC", help="One of our players plays X, without a socket.")
@click.option("--agent-o", metavar="SPEC", help="One of our players plays O, without a socket.")
@click.option(
    "-m",
    "--first-move",
    type=(_CELL, _CELL),
    metavar="BOARD CELL",
    help="The first stone of the first game.  [default: random]",
)
@click.option(
    "-t",
    "--time",
    "seconds",
    type=(Whole(1, _DAY), Whole(0, _DAY)),
    metavar="INITIAL PERMOVE",
    default=(30, 2),
    help="Seconds for a game, and more for each move.",
)
@click.option("-n", "--games", type=Whole(1), default=1, help="How many games.")
@seed_option("Make dice and our players repeatable.")
@limit_option("Thinking per move of our players.  [default: 2s]", DEFAULT_LIMIT)
@click.pass_context
def nine_board_server(
    ctx: click.Context,
    port: int,
    human_x: bool,
    human_o: bool,
    agent_x: str | None,
    agent_o: str | None,
    first_move: tuple[int, int] | None,
    seconds: tuple[int, int],
    games: int,
    seed: int | None,
    limit: Limit,
) -> None:
    """Referee nine-board games over a socket: the first connection plays X, the second O.

    A side that is a person or a player of ours needs no connection.

    \b
    Examples:
      inarow nine-board-server -p 31415
      inarow nine-board-server -p 31415 -o -m 5 5
      inarow nine-board-server -x --agent-o random
      inarow nine-board-server -p 0 -n 10 -t 10 1 --agent-x random
    """
    if agent_x is None and agent_o is None:
        refuse_given(ctx, ("limit",), "is for our players: name one with --agent-x or -o")
    if (human_x or agent_x) and (human_o or agent_o):
        refuse_given(ctx, ("port",), "does nothing here: both sides need no connection")
    seats = [
        _seat("x", human_x, agent_x, derived_seed(seed, "first"), limit),
        _seat("o", human_o, agent_o, derived_seed(seed, "second"), limit),
    ]
    try:
        with compiling_notices(listens=True), ExitStack() as stack:
            play_series(
                _with_connections(seats, port, stack),
                games=games,
                opening=(first_move[0] - 1, first_move[1] - 1) if first_move else None,
                control=TimeControl(*seconds),
                rng=Random(derived_seed(seed, "dice")),
                on_game=_show_game,
            )
    except Leave:
        click.echo("The game was left unfinished.")
    else:
        click.echo()


class _HumanSeat:
    """A person at the keyboard: sees the board, is asked for a cell, and has all the time."""

    gone = False

    def tell(self, message: Message) -> None:
        """A person reads the boards instead."""

    def ask(self, question: Message, state: State, clock: CourseClock) -> int:
        """Take the first digit from 1 to 9 of a line; say what is wrong and ask again."""
        console = Console()
        console.say(f"{originals.nine(state, lower_last=True)}\n\n{originals.nine_goal(state)}")
        while True:
            answer = console.ask(f"next move for {SYMBOLS[state.player]} ? ")
            digits = [character for character in answer if character in "123456789"]
            if digits and int(digits[0]) - 1 in state.legal_actions():
                return int(digits[0]) - 1
            if answer.lower() in ("hint", "undo"):
                console.say(f"There is no {answer.lower()} in a refereed game.")
            elif digits:
                console.say(f"Cell {digits[0]} is taken.")
            console.say(f"Type the number of a free cell ({originals.nine_goal(state)}), or exit.")


def _seat(side: str, human: bool, spec: str | None, seed: int | None, limit: Limit) -> Seat | None:
    """The seat of a side that needs no connection, or None for one that does."""
    if human and spec is not None:
        raise click.UsageError(f"-{side} and --agent-{side} are two players for the same side")
    if human or spec == "human":
        return _HumanSeat()
    if spec is None:
        return None
    agent = load_agent(spec, seed)
    refuse_adapting(agent)
    with compiling_notices():
        make_ready(agent, NineBoard())
    return LocalSeat(agent, limit)


def _with_connections(seats: list[Seat | None], port: int, stack: ExitStack) -> list[Seat]:
    """Wait for the players that connect, X first; the stack closes their connections."""
    if None not in seats:
        return [seat for seat in seats if seat is not None]
    with open_listener(port) as listener:
        click.echo(f"Connecting to port {listener.getsockname()[1]}")
        seated = [seat or stack.enter_context(accept_seat(listener)) for seat in seats]
    click.echo()
    return seated


def _show_game(report: GameReport) -> None:
    """The final position and the result, as the course's server prints them."""
    hide_notices()
    click.echo(originals.nine(report.state, lower_last=True) + "\n")
    if report.winner is None:
        click.echo(f"draw ({report.cause})")
        return
    if report.why:
        click.echo(f"Player {SYMBOLS[1 - report.winner]}: {report.why}", err=True)
    click.echo(f"Player {SYMBOLS[report.winner]} wins ({report.cause})")
