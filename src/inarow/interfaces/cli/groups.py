"""Groups of commands; the modules of a lazy one are imported only when they are called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class Group(click.Group):
    """A group that shows its help when it is called without a command, or with `help`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and self.no_args_is_help:  # click would call that an error
            click.echo(ctx.get_help())
            ctx.exit()
        if args[:1] == ["help"]:  # `inarow help play`, as other programs have it
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)


class LazyGroup(Group):
    """A group that knows the help of its commands without importing them.

    Args:
        table: name of a command -> the module it is in, and one line of help.
        package: where the modules are.
    """

    def __init__(
        self, *args: Any, table: Mapping[str, tuple[str, str]], package: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._table = table
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._table:
            return None
        module = importlib.import_module(f"{self._package}.{self._table[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self._table.items()])
