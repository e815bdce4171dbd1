"""`inarow arena run` and `inarow arena resume`."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from inarow.arena.crews import Cluster, Crew, Pool, Serial
from inarow.arena.event import Event, event_of, read_event
from inarow.arena.judging import is_solved
from inarow.arena.schedule import FORMS
from inarow.arena.store import Store, create_store, is_store, open_store
from inarow.arena.tournament import run_event
from inarow.arena.tryout import try_all, without
from inarow.errors import BadFile, BadOption, NotSupported, WorkersLost
from inarow.interfaces.cli.arena.show import report, store_argument
from inarow.interfaces.cli.arguments import check_output
from inarow.interfaces.cli.options import FILE, Whole, json_option
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import command_line
from inarow.interfaces.terminal.event_progress import EventDisplay
from inarow.interfaces.terminal.interrupt import exit_code
from inarow.interfaces.terminal.progress import Progress
from inarow.options import MAX_THREADS, counted

_Function = TypeVar("_Function", bound=Callable[..., Any])

_WORKERS = "Processes; default: one per core; 0: play in this process."
workers_option = click.option("--workers", type=Whole(0, MAX_THREADS), help=_WORKERS)


def _crew_options(command: _Function) -> _Function:
    words = "Play on the Dask cluster at ADDRESS."
    cluster_option = click.option("--cluster", metavar="ADDRESS", help=words)
    return workers_option(cluster_option(json_option(command)))


@click.command()
@click.argument("files", nargs=-1, type=FILE, metavar="[FILE]")
@click.option("--out", type=FILE, help="Where games are kept: NAME.sqlite.")
@click.option("--game", help="The rules.")
@click.option("--player", "players", multiple=True, help="Who plays; name at least two.")
@click.option("--name", help="What the event is called.")
@click.option("--form", type=click.Choice(FORMS), help="Who meets whom.")
@click.option("--rounds", type=int, help="Pairs of games of each meeting.")
@click.option("--seed", type=int, help="Seed of everything random; default 0.")
@click.option("--limit", help="Thinking per move: 1000sims, 5000nodes, 100ms.")
@click.option("--clock", help="Seconds per game and per move: 30+2.")
@click.option("--openings", help="Where games start: start, all(plies=2), balanced(plies=8), FILE.")
@click.option("--stop", help="When to stop sooner: sprt(elo0=0,elo1=30), error(elo=20).")
@click.option("--adjudicate", is_flag=True, default=None, help="End games whose result is proven.")
@_crew_options
def run(
    files: tuple[Path, ...],
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
    **changes: Any,
) -> None:
    """Play the event that FILE describes, or the options, which replace keys of the file.

    A player is a name with options, a Python file, or a program: mcts(simulations=100),
    my_player.py:Careful, "cmd:python3 bot.py"; with a name of its own in front: quick=mcts(...).
    A folder or a pattern stands for all Python files in it, each called after its file: students/,
    students/*.py. A file that cannot be loaded is named with the reason and left out.

    \b
    Exit code: 0 finished, 3 finished but a player was left out or failed too often,
    130 or 143 interrupted (go on with resume), 2 wrong input, 1 the machine said no.

    \b
    Examples:
      inarow arena run club.toml
      inarow arena run club.toml --rounds 100 --workers 4 --out long.sqlite
      inarow arena run --game tic_tac_toe --player random --player minimax --rounds 50
      inarow arena run --game connect_four --player students/
      inarow arena run club.toml --cluster tcp://127.0.0.1:8786
    """
    given = {key: value for key, value in changes.items() if value not in (None, ())}
    more = [file for file in files if file.suffix == ".py" or file.is_dir()]  # listed by a shell
    if players := [*changes["players"], *map(str, more)]:
        given["players"] = players
    events = [file for file in files if file not in more]
    if len(events) > 1:
        raise click.UsageError(f"one event at a time: {events[0]}, or {events[1]}?")
    event = read_event(events[0], given) if events else event_of(given, str(Path.cwd()))
    path = out or usual_path(event)
    check_new_store(path)
    event = fit_event(event, remote=cluster is not None)
    with compiling_notices():
        openings = event.make_openings()
        crew = make_crew(workers, cluster)
        try:
            store = create_store(path, event, openings)
        except BaseException:
            crew.stop()
            raise
    with store:
        click.echo(f"The games are kept in {path}.", err=True)
        _play(store, crew, as_json)


@click.command()
@store_argument
@_crew_options
def resume(store_path: Path, workers: int | None, cluster: str | None, as_json: bool) -> None:
    """Go on with the event in STORE, a file that `inarow arena run` has made.

    Only what is missing is played; the result is the same as without the interruption.

    \b
    Examples:
      inarow arena resume club.sqlite
      inarow arena resume club.sqlite --workers 2
    """
    with open_store(store_path, write=True) as store:
        check_same(store)
        if (found := fit_event(store.event, remote=cluster is not None)) != store.event:
            name = found.left_out[-1].name
            raise BadFile(f"player {name!r} can play no more: begin a new event")
        _play(store, make_crew(workers, cluster), as_json)


def usual_path(event: Event) -> Path:
    """The name of an event as that of a file here, which is never hidden."""
    name = re.sub(r"[^\w.-]+", "_", event.name).lstrip("._-")
    return Path(f"{name or 'event'}.sqlite")


def check_new_store(path: Path) -> None:
    """Refuse to write an event where something else is, or another event."""
    if path.is_dir():
        raise BadFile(f"{path} is a folder and no store of an event: name a file")
    check_output(path, "store of an event", _check_store)
    if is_store(path):
        raise BadFile(f"{path} exists already: go on with {resume_command(path)}, or name --out")


def _check_store(path: Path) -> None:
    if not is_store(path):
        raise BadFile(f"{path} is not the store of an event")


def make_crew(workers: int | None, cluster: str | None = None) -> Crew:
    """The workers that options ask for."""
    if cluster is not None:
        if workers is not None:
            raise BadOption("a cluster has workers of its own: leave out --workers")
        return Cluster(cluster)
    return Serial() if workers == 0 else Pool(workers)


def fit_event(event: Event, *, remote: bool = False) -> Event:
    """The event without the players whose files cannot play, who are named; or what is wrong."""
    if event.adjudicate and not is_solved(event.rules):
        raise NotSupported(f"the solver cannot adjudicate {event.rules}")
    tried = [one for one in event.players if not (remote and one.guarded)]  # it may be elsewhere
    with Progress("trying out", len(tried)) as progress:
        left_out = try_all(tried, event.rules, progress)
    fit = without(event, left_out) if left_out else event
    for one in left_out:
        click.echo(f"inarow: {one.name} is left out: {one.why}", err=True)
    return fit


def check_same(store: Store) -> None:
    """Refuse to mix games of two versions of a player."""
    kept = {name: version for name, _, version in store.players()}
    for entrant in store.event.players:
        if entrant.version != kept[entrant.name]:
            raise BadFile(
                f"player {entrant.name!r} has changed since {store.path} was begun "
                f"({kept[entrant.name]}, now {entrant.version}): begin a new event"
            )


def _play(store: Store, crew: Crew, as_json: bool) -> None:
    """Play what is missing, show how it goes, and tell the end."""
    try:
        with compiling_notices(), EventDisplay() as display:
            ledger = run_event(store, crew, display)
    except (KeyboardInterrupt, WorkersLost) as error:
        done = counted(store.finished, "game")
        kept = f"{done} kept. Go on with: {resume_command(store.path)}"
        if isinstance(error, WorkersLost):
            raise WorkersLost(f"{error}; {kept}") from None
        click.echo(f"inarow: stopped; {kept}", err=True)
        raise click.exceptions.Exit(exit_code(error)) from None
    report(ledger, as_json)
    if ledger.taken_out or ledger.event.left_out:
        raise click.exceptions.Exit(3)


def resume_command(path: str | Path) -> str:
    """What a person types to go on with an event."""
    return command_line("arena", "resume", str(path))
