"""The option `--verbose`: show the log while a command runs."""

from __future__ import annotations

import click

from inarow.log import log_shown


def _show(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        ctx.with_resource(log_shown())


verbose_option = click.option(
    "--verbose",
    is_flag=True,
    expose_value=False,
    callback=_show,
    help="Show on stderr what goes on inside, errors with their tracebacks.",
)
