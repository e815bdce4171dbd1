"""The command `inarow`: one small module per sub-command, imported only when it is called.

Errors that a person can cause end in one line on stderr and exit code 2 (bad input) or 1 (the
machine said no, for example a full disk or a taken port); Ctrl-C ends with 130, SIGTERM and SIGHUP
with 143 and 129. No traceback reaches a person.
"""

import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any, Literal, TextIO

import click
from click.shell_completion import shell_complete

from inarow.errors import (
    LONGEST_MESSAGE,
    BadOption,
    InarowError,
    MissingPackage,
    NotAvailable,
    one_line,
)
from inarow.interfaces.terminal.interrupt import exit_code, interruptible
from inarow.log import log_shown, logger, warnings_told
from inarow.text import clean


class Group(click.Group):
    """A group that shows its help when it is called without a command, or with `help`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        completes = ctx.resilient_parsing  # a shell wants words, not help
        if not args and self.no_args_is_help and not completes:  # click would call that an error
            click.echo(ctx.get_help())
            ctx.exit()
        if args[:1] == ["help"]:  # `inarow help play`, as other programs have it
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order in which they were named


class LazyGroup(Group):
    """A group that knows the names and the help of its commands without importing them.

    Args:
        table: name of a command -> the module it is in, and one line of help; `module:function`
            where a command cannot have the name of its function.
        package: where the modules are.
    """

    def __init__(
        self, *args: Any, table: Mapping[str, tuple[str, str]], package: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._modules = {name: f"{package}.{module}" for name, (module, _) in table.items()}
        self.commands = {
            name: click.Command(name, short_help=text) for name, (_, text) in table.items()
        }

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None:
            place, _, function = self._modules[name].partition(":")
            module = importlib.import_module(place)
            command = getattr(module, function or name.replace("-", "_"))
        return name, command, rest


log = logger(__name__)

__all__ = ["cli", "run"]

_COMPLETE = "_INAROW_COMPLETE"
_COMMANDS = {
    "play": ("play", "Play a game, or watch two players."),
    "analyse": ("analyse", "Ask a player for the value of every move."),
    "review": ("review", "Judge every move of a game: what it gained or gave away."),
    "library": ("library", "My games: find, resume, review, explore, count, import, export."),
    "picture": ("picture", "Draw a position or a game as SVG, also as a film."),
    "puzzle": ("puzzle", "Puzzles: find the move that keeps the win or the draw."),
    "watch": ("watch", "Watch a search think, step by step, on any position."),
    "score": ("score", "The truth about a player: how often its moves are right."),
    "sweep": ("sweep", "One option of a player, a list of values: which is best?"),
    "train": ("train", "Train a player of your own: it learns from games with itself."),
    "solve": ("solve", "Who wins, for certain: Connect Four, m,n,k, any game without dice."),
    "book": ("book", "Opening books of Connect Four: make and check them."),
    "arena": ("arena", "Tournaments: run, resume, show, replay, plot, export."),
    "export": ("export", "Files for other programs: solved positions, a player for Kaggle."),
    "serve": ("serve", "The page: play, analyse and learn in your browser."),
    "classic": ("classic", "The original programs with their own menus and prompts."),
    "games": ("listing", "List the games with their options."),
    "agents": ("listing", "List the players with their options."),
    "engine": ("engine", "One of our players behind another program's protocol."),
    "nine-board-server": ("engine", "Referee of nine-board games over a socket."),
    "bench": ("bench", "Measure our published figures on this machine."),
    "warm-up": ("warm_up", "Compile every kernel now, so that no game has to wait for it."),
    "doctor": ("doctor", "Versions, cache folder, code paths, and what is missing."),
}


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"inarow {version('inarow')}")
        ctx.exit()


def _show_log(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        ctx.with_resource(log_shown())


_SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}
_FLAG: dict[str, Any] = {"is_flag": True, "expose_value": False}

verbose_option = click.option(
    "--verbose",
    **_FLAG,
    callback=_show_log,
    help="Show on stderr what goes on inside, errors with their tracebacks.",
)


@click.group(
    cls=LazyGroup,
    table=_COMMANDS,
    package=__name__,
    invoke_without_command=True,
    context_settings=_SETTINGS,
)
@click.option(
    "--version", **_FLAG, is_eager=True, callback=_print_version, help="Show the version."
)
@click.option("--plain", is_flag=True, help="Questions line by line instead of a full screen.")
@verbose_option
@click.pass_context
def cli(ctx: click.Context, plain: bool) -> None:
    """Connect Four of any size, tic-tac-toe, Gomoku and nine-board tic-tac-toe.

    Without a command: a full-screen app on a terminal, this text in a pipe.

    \b
    Examples:
      inarow play
      inarow play tic_tac_toe --second human
      inarow play "connect_four(rows=7,cols=8,k=5)" --first random --second random --seed 1
      inarow games
    """
    if ctx.invoked_subcommand is None:
        from inarow.interfaces.terminal.console import on_terminal

        if not on_terminal():
            click.echo(ctx.get_help())
            return
        from inarow.interfaces.cli.front import open_front

        open_front(plain)
    elif plain:
        raise click.UsageError("--plain stands behind the command, or alone", ctx)


def run() -> int:
    """Run the command line; its exit code."""
    # A program started without these streams can still read nothing and print nowhere.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    try:
        if wanted := os.environ.get(_COMPLETE):
            return _complete(wanted)
        with (
            interruptible(),
            warnings_told("inarow.plugins", lambda text: _complain(text, 0)),
            warnings_told("inarow.games.record_file", lambda text: _complain(text, 0)),
            cli.make_context("inarow", sys.argv[1:]) as context,
        ):
            _invoke(context)
            sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt) as stop:
        return _say_stopped(stop)
    except click.ClickException as error:
        return _complain(_usage(error), 2)
    except NotAvailable as error:
        return _complain(str(error), 1)
    except InarowError as error:
        return _complain(str(error), 2)
    except BrokenPipeError:
        _give_up_output()  # the reader left, as `head` does: say nothing
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _give_up_output()
        return _complain(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    return 0


def _complete(wanted: str) -> int:
    """Answer a shell that asks for a script, or with that script what could be typed next."""
    try:
        answered = shell_complete(cli, {}, "inarow", _COMPLETE, wanted) == 0
    except (KeyError, ValueError):  # no shell asks without its words and a number
        answered = False
    if not answered:
        scripts = "bash_source, zsh_source or fish_source, the script of a shell"
        raise BadOption(f"{_COMPLETE} is {scripts}, not {wanted!r}")
    return 0


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    """A stream that leads nowhere; it stays open, and Python must not warn of that at its end."""
    return open(os.open(os.devnull, os.O_RDWR), mode, closefd=False)


def _invoke(context: click.Context) -> None:
    """Do what was asked; what is told in one line can be found in full in the log."""
    try:
        cli.invoke(context)
    except (InarowError, OSError):
        log.info("the command failed", exc_info=True)
        raise
    except MemoryError as error:
        log.info("the command failed", exc_info=True)
        raise NotAvailable(f"there is not enough memory: {error}".removesuffix(": ")) from error
    except ImportError as error:
        log.info("the command failed", exc_info=True)
        package = (error.name or "").partition(".")[0]
        if package == "inarow":
            raise
        if isinstance(error, ModuleNotFoundError) and package:
            raise MissingPackage("this needs", package) from error
        raise NotAvailable(f"a package cannot be loaded: {one_line(error)}") from error


def _usage(error: click.ClickException) -> str:
    """What is wrong, in click's words, and where to read what would be right."""
    context = getattr(error, "ctx", None)
    words = error.format_message()
    if context is None:
        return words
    stop = "" if words.endswith((".", "?", "!", "?)")) else "."
    return f"{words}{stop} See {context.command_path} --help."


def _give_up_output() -> None:
    """Drop what is still to be printed: Python must not try again when it shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_stopped(stop: BaseException) -> int:
    """Leave in one line: what the one who was interrupted noted, else that it stopped."""
    notes = getattr(stop, "__notes__", ["inarow: stopped"])
    click.echo(notes[0], err=True)
    return exit_code(stop)


def _complain(message: str, code: int) -> int:
    click.echo(f"inarow: {clean(message, LONGEST_MESSAGE)}", err=True)
    return code
