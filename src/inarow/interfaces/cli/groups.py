"""Groups of commands; the modules of a lazy one are imported only when they are called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


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
        table: name of a command -> the module it is in, and one line of help.
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
            module = importlib.import_module(self._modules[name])
            command = getattr(module, name.replace("-", "_"))
        return name, command, rest
