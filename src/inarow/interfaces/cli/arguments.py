"""What a person typed: a position without options, options that do nothing, files to be written.

A position is named in words or by options: `inarow analyse tic_tac_toe b2` says the same as
`--game tic_tac_toe --moves b2`. A word that begins with three letters names a game, anything else
is moves (`4453`, `h8`, `aa12`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from inarow.errors import BadFile, BadOption, InarowError, NotAvailable, UnknownName
from inarow.games.base import Game, State
from inarow.games.notation import parse_position, play_moves
from inarow.games.record import Record
from inarow.games.record_file import format_for, load_record, refuse_named_pipe
from inarow.interfaces.cli.options import complete_games
from inarow.options import suggestion
from inarow.registry import games, load_game
from inarow.spec import names_game

_PATH = re.compile(r"[./\\]")


@dataclass(frozen=True)
class NamedPosition:
    """A position as it was named; it is read when it is needed."""

    game: str
    moves: str
    position: str | None = None

    @classmethod
    def named(
        cls,
        words: Sequence[str],
        game: str | None,
        moves: str | None,
        position: str | None,
        default: str = "connect_four",
    ) -> NamedPosition:
        """What words name, or options, or the default.

        >>> NamedPosition.named(["tic_tac_toe", "b2", "a1"], None, None, None)
        NamedPosition(game='tic_tac_toe', moves='b2 a1', position=None)
        """
        rest = list(words)
        if rest and names_game(rest[0]):
            if game is not None:
                raise BadOption(f"the game is named twice: {rest[0]} and --game {game}")
            game = rest.pop(0)
        if rest and moves:
            raise BadOption(f"the moves are given twice: {' '.join(rest)} and --moves {moves}")
        chosen = default if game is None else game
        return cls(chosen, " ".join(rest) or moves or "", position)

    @cached_property
    def rules(self) -> Game:
        """The game."""
        return load_game(self.game)

    def state(self) -> State:
        """The position after the moves."""
        return play_moves(self._start() or self.rules.initial_state(), self.moves)

    def record(self) -> Record:
        """The game so far, with the moves already played."""
        record = Record(self.rules, self._start())
        record.push_moves(self.moves)
        return record

    def _start(self) -> State | None:
        if self.position is None:
            return None
        return parse_position(self.rules, self.position)


def named_game(
    words: Sequence[str],
    game: str | None = None,
    moves: str | None = None,
    position: str | None = None,
) -> Record:
    """The game of `[FILE | [GAME] MOVES]`, of which the latter may also be options."""
    if len(words) == 1 and _is_file(words[0]):
        if game or moves or position:
            raise click.UsageError("name a FILE or a game and its moves, not both")
        return load_record(words[0])
    return NamedPosition.named(words, game, moves, position).record()


def _is_file(word: str) -> bool:
    """Whether a word names a file: one that is there, or one that looks like it."""
    name = word.partition("(")[0].lower().replace("-", "_")
    if os.path.isfile(word) or _PATH.search(name):  # unlike a Path it bears very long words
        return True
    if names_game(word) and name not in games():
        raise UnknownName(f"there is no file and no game {word!r}; {suggestion(name, [*games()])}")
    return False


def place_options(
    help: str = "The game.", default: str = "connect_four"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`[GAME] [MOVES]` with `--game`, `--moves` and `--position`: the command gets a `place`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.argument("words", nargs=-1, metavar="[GAME] [MOVES]", shell_complete=complete_games)
        @click.option("--game", help=f"{help}  [default: {default}]", shell_complete=complete_games)
        @click.option("--moves", help="The moves that lead to the position.")
        @click.option("--position", help="Where to begin: rows from the top and who is to move.")
        @wraps(command)
        def placed(*args: Any, **options: Any) -> Any:
            typed = {name: options.pop(name) for name in ("words", "game", "moves", "position")}
            return command(*args, place=NamedPosition.named(**typed, default=default), **options)

        return placed

    return decorate


def was_given(ctx: click.Context, name: str) -> bool:
    """Whether a person set a parameter; no words at all are none, whatever click 8.1 says."""
    default = ctx.get_parameter_source(name) is ParameterSource.DEFAULT
    return not default and ctx.params.get(name) != ()


def refuse_given(ctx: click.Context, names: Sequence[str], why: str) -> None:
    """Refuse parameters that would do nothing here, in one line: their name and why."""
    for param in ctx.command.params:
        if param.name in names and was_given(ctx, param.name or ""):
            shown = max(param.opts, key=len) if isinstance(param, click.Option) else "GAME"
            raise BadOption(f"{shown} {why}")


def check_folder(path: Path) -> None:
    """Make sure that there is a folder for a file."""
    with suppress(FileNotFoundError, NotADirectoryError):
        path.stat()  # raises an error for a link that leads to itself
    if not path.resolve().parent.is_dir():
        raise NotAvailable(f"there is no folder {path.parent} for {path.name}")


def check_output(path: Path, kind: str, read: Callable[[Path], object] = load_record) -> None:
    """Refuse, before any work begins, a file that cannot be written or is not ours to replace.

    Args:
        path: where something will be written.
        kind: what it will be, for the message.
        read: reads a file of this kind; raises an error if it is another one.
    """
    check_folder(path)
    if path.is_dir():
        raise BadFile(f"{path} is a folder")
    refuse_named_pipe(path)
    if not path.is_file() or not path.stat().st_size:  # new, empty, or a device
        return
    try:
        read(path)
    except InarowError:
        raise BadFile(f"{path} exists and is no {kind}: name another file") from None


def check_record_output(path: Path, record: Record) -> None:
    """Refuse, before any work begins, a file that this record cannot be saved as."""
    check_output(path, "saved game")
    format_for(path, record)


def one_game(words: Sequence[str], option: str | None) -> str | None:
    """The game, which may be a word or an option, but is named once."""
    named = [*words, *([f"--game {option}"] if option else [])]
    if len(named) > 1:
        raise BadOption(f"the game is named twice: {named[0]} and {named[1]}")
    return words[0] if words else option
