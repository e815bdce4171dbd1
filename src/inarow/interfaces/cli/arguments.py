"""What a person typed: a position without options, options that do nothing, files to be written.

`inarow analyse tic_tac_toe b2` says the same as `--game tic_tac_toe --moves b2`: a word that begins
with three letters names a game, anything else is moves (`4453`, `h8`, `aa12`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from inarow.errors import BadOption, NotAvailable
from inarow.games.record_file import check_target, load_record

HINT_AGENT = "judge"

_GAME = re.compile(r"[a-z]{3}", re.IGNORECASE)


def names_game(word: str) -> bool:
    """Whether a word is meant as a game, and not as moves.

    >>> [names_game(word) for word in ("tic_tac_toe", "mnk(4,4,3)", "4453", "h8i9", "aa12")]
    [True, True, False, False, False]
    """
    return "(" in word or _GAME.match(word) is not None


def named_position(
    words: Sequence[str], game: str | None, moves: str, default: str = "connect_four"
) -> tuple[str, str]:
    """The game and the moves that words name, or options, or the default.

    >>> named_position(["tic_tac_toe", "b2", "a1"], None, "")
    ('tic_tac_toe', 'b2 a1')
    """
    rest = list(words)
    if rest and names_game(rest[0]):
        if game is not None:
            raise BadOption(f"the game is named twice: {rest[0]} and --game {game}")
        game = rest.pop(0)
    if rest and moves:
        raise BadOption(f"the moves are given twice: {' '.join(rest)} and --moves {moves}")
    return game or default, " ".join(rest) or moves


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
    if not path.resolve().parent.is_dir():
        raise NotAvailable(f"there is no folder {path.parent} for {path.name}")


def check_output(path: Path, kind: str, read: Callable[[Path], object] = load_record) -> None:
    """Refuse, before any work begins, a file that cannot be written or is not ours to replace."""
    check_folder(path)
    check_target(path, kind, read)
