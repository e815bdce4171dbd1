"""Numbers with bounds whose help says `INTEGER  [0 or more]` where click says `[x>=0]`."""

from __future__ import annotations

import click

from inarow.options import Option


def _words(low: float | None, high: float | None) -> str:
    return Option("", "float", None, low=low, high=high).range


class Whole(click.IntRange):
    """A whole number within bounds."""

    name = "integer"

    def _describe_range(self) -> str:
        return _words(self.min, self.max)


class Number(click.FloatRange):
    """A number within bounds."""

    name = "number"

    def _describe_range(self) -> str:
        return _words(self.min, self.max)
