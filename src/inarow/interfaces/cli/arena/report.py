"""The results of an event on stdout: tables, or JSON."""

from __future__ import annotations

import json

import click

from inarow.arena.ledger import Ledger
from inarow.interfaces.render.event_table import event_data, event_text


def report(ledger: Ledger, as_json: bool) -> None:
    """Print what is known of an event."""
    click.echo(json.dumps(event_data(ledger)) if as_json else event_text(ledger))
