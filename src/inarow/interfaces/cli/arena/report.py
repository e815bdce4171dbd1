"""The results of an event in words and tables, or as JSON."""

from __future__ import annotations

import json

import click

from inarow.arena.ledger import Ledger
from inarow.arena.store import Store

__all__ = ["report"]


def report(store: Store, ledger: Ledger, as_json: bool) -> None:
    """Print what is known of an event."""
    click.echo(json.dumps({str(k): v for k, v in ledger.tally.games.items()}))
