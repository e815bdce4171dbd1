"""`inarow watch`: a search step by step, by keys, in words or as data."""

import json
from dataclasses import replace
from typing import TypedDict

import click
from click.shell_completion import CompletionItem

from inarow.interfaces.cli.arguments import (
    NamedPosition,
    place_options,
    refuse_given,
    was_given,
)
from inarow.interfaces.cli.options import Whole, json_option, limit_option
from inarow.interfaces.terminal.console import Console
from inarow.interfaces.terminal.watching import show_search
from inarow.registry import agent_entry
from inarow.search.limit import Limit
from inarow.search.steps import StepData
from inarow.spec import names_game
from inarow.study import watch as study


class WatchData(TypedDict):
    """A search step by step; `cut` says what was left out, if anything was."""

    search: str
    game: str
    moves: str
    steps: list[StepData]
    cut: str


_THREATS = NamedPosition("mnk(9,9,5)", "c3c4e6f7c6f5d4e3")
"""A position to watch where none is named: on a board of tic-tac-toe nothing threatens."""


def _names_game(ctx: click.Context) -> bool:
    """Whether the person has named a game."""
    return was_given(ctx, "game") or any(map(names_game, ctx.params["words"][:1]))


def _complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in study.SEARCHES if name.startswith(typed)]


@click.command()
@click.argument("search", shell_complete=_complete)
@place_options("The game.", "tic_tac_toe")
@limit_option("How much: 50sims, 3plies, 200nodes; at most what can be drawn.")
@click.option("--seed", type=Whole(0), default=study.SEED, help="Of the random numbers.")
@json_option
@click.pass_context
def watch(
    ctx: click.Context, search: str, place: NamedPosition, limit: Limit, seed: int, as_json: bool
) -> None:
    """Watch a search think, step by step, on any position of any game.

    SEARCH is a player with its options: mcts, alphabeta, minimax, expectiminimax; gomoku (its
    search for a win by threats); prover (proof numbers); learned (which cells speak for a move); or
    another name for one of them, as classic-mc. On a terminal keys step through it: n or space
    next, b back, p play, + and - speed, a start, e end, q quit. In a pipe all steps are printed.

    \b
    Examples:
      inarow watch mcts tic_tac_toe b2 --limit 50sims
      inarow watch "alphabeta(depth=3)" connect_four 4453
      inarow watch "mcts(exploration=0.5)" gomoku h8i9
      inarow watch gomoku
      inarow watch gomoku gomoku h8a1h9a3i9a5
      inarow watch prover "mnk(3,4,3)" --json
      inarow watch "learned(file=my.npz)" connect_four 4453
    """
    entry = agent_entry(search)
    if not any(option.name == "seed" for option in entry.options()):
        refuse_given(ctx, ("seed",), f"does nothing: {entry.name} draws no random numbers")
    if entry.name == "gomoku" and not _names_game(ctx):
        place = replace(place, game="gomoku") if place.moves or place.position else _THREATS
    state, console = place.state(), Console()
    with console.busy("recording the search"):
        watched = study.watch(search, state, limit, seed)
    if as_json:
        data: WatchData = {
            "search": search,
            "game": str(place.rules),
            "moves": place.moves,
            "steps": [step.as_dict(place.rules) for step in watched.steps],
            "cut": watched.cut,
        }
        click.echo(json.dumps(data))
        return
    show_search(watched, console)
