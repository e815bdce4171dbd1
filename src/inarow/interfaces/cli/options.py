"""Types of options, and the options that many commands have."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from inarow import registry
from inarow.options import Option
from inarow.search.limit import Limit


class Whole(click.IntRange):
    """A whole number whose help says `INTEGER  [0 or more]` where click says `[x>=0]`."""

    name = "integer"

    def _describe_range(self) -> str:
        return Option("", "int", None, low=self.min, high=self.max).range


class Number(click.FloatRange):
    """A number whose help says its bounds in the same words."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):  # which is in every range, since it is not outside
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number

    def _describe_range(self) -> str:
        return Option("", "float", None, low=self.min, high=self.max).range


FILE = click.Path(path_type=Path)
NO_FOLDER = click.Path(path_type=Path, dir_okay=False)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def complete_games(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The games that begin with what was typed, for shells that complete words."""
    return [name for name in registry.games() if name.startswith(typed)]


def complete_players(
    _: click.Context, __: click.Parameter, typed: str
) -> list[str] | list[CompletionItem]:
    """The players that begin with what was typed; if there are none, files."""
    names = [name for name in registry.agents() if name.startswith(typed)]
    return names or [CompletionItem(typed, type="file")]


def seed_option(help: str) -> Callable[[Any], Any]:
    """The option `--seed`."""
    return click.option("--seed", type=Whole(0), help=help)


def limit_option(help: str, default: Limit | None = None) -> Callable[[Any], Any]:
    """The option `--limit`, which the command gets as a limit; by default there is none."""

    def read(_: click.Context, __: click.Parameter, text: str | None) -> Limit:
        return default or Limit() if text is None else Limit.parse(text)

    return click.option("--limit", callback=read, help=help)
