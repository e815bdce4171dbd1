"""`inarow watch`: a search step by step, in words or as data."""

import json
from random import Random
from typing import Annotated, Any, TypedDict

import click

from inarow import defaults
from inarow.errors import BadOption, IllegalMove, NotSupported
from inarow.games.base import State
from inarow.games.dice import dice_action
from inarow.games.sides import side_names
from inarow.interfaces.cli.arguments import NamedPosition, place_options, refuse_given
from inarow.interfaces.cli.options import Number, Whole, json_option
from inarow.interfaces.terminal.console import Console
from inarow.search.evaluators import evaluator as load_evaluator
from inarow.search.events import as_dict
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.trace import Simulation, trace_mcts
from inarow.search.minimax.trace import (
    WATCH_CELLS,
    WATCH_POSITIONS,
    SearchStep,
    trace_alphabeta,
)

_OPTIONS = {
    "mcts": ("simulations", "exploration", "seed"),
    "alphabeta": ("depth", "evaluator", "positions"),
}


class WatchData(TypedDict):
    """A search step by step: one event per simulation of mcts, or per step of alphabeta."""

    search: str
    game: str
    moves: str
    events: list[Annotated[dict[str, Any], Simulation] | Annotated[dict[str, Any], SearchStep]]


@click.command()
@click.argument("search", type=click.Choice(("mcts", "alphabeta")))
@place_options("The game: a small board.", "tic_tac_toe")
@click.option("--simulations", type=Whole(1, 1000), default=10, help="mcts: how many to watch.")
@click.option("--exploration", type=Number(0, 100), help="mcts: the constant of UCT.")
@click.option("--seed", type=Whole(0), default=1, help="mcts: seed of the random games.")
@click.option("--depth", type=Whole(1, 20), default=3, help="alphabeta: plies to look ahead.")
@click.option("--evaluator", default="none", help="alphabeta: judges positions at the horizon.")
@click.option(
    "--positions",
    type=Whole(1, 100_000),
    default=WATCH_POSITIONS,
    help="alphabeta: how many to look at, at most.",
)
@json_option
@click.pass_context
def watch(
    ctx: click.Context,
    search: str,
    place: NamedPosition,
    simulations: int,
    exploration: float | None,
    seed: int,
    depth: int,
    evaluator: str,
    positions: int,
    as_json: bool,
) -> None:
    """Watch a search: Monte Carlo tree search or alpha-beta, step by step.

    mcts tells the four steps of each simulation: which move the UCT numbers select, which one is
    new, the random game, and what is counted on the way back. alphabeta tells every position with
    its window, every cut-off and every value on its way up.

    \b
    Examples:
      inarow watch mcts tic_tac_toe b2 --simulations 20
      inarow watch alphabeta --game tic_tac_toe --moves b2a1c3 --depth 3
      inarow watch mcts --game "connect_four(rows=4,cols=4,k=3)" --json
    """
    other = "alphabeta" if search == "mcts" else "mcts"
    refuse_given(ctx, _OPTIONS[other], f"is an option of {other}, not of {search}")
    rules, state = place.rules, place.state()
    _check(state, search)
    sides = side_names(state)
    if search == "mcts":
        constant = defaults.EXPLORATION if exploration is None else exploration
        found = trace_mcts(state, Settings(exploration=constant), simulations, Random(seed))
        events = [(as_dict(one, rules), one.words(rules, sides)) for one in found]
    else:
        steps = trace_alphabeta(state, depth, positions, load_evaluator(evaluator))
        events = [(as_dict(step, rules), [step.words(rules, sides)]) for step in steps]
    if as_json:
        told = [event for event, _ in events]
        data: WatchData = {
            "search": search,
            "game": str(rules),
            "moves": place.moves,
            "events": told,
        }
        click.echo(json.dumps(data))
        return
    console = Console()
    console.draw(state)
    for number, (_, lines) in enumerate(events, start=1):
        if search == "mcts":
            console.say(f"\nsimulation {number}")
        console.say("\n".join(lines))


def _check(state: State, search: str) -> None:
    rows, cols = state.game.shape
    if rows * cols > WATCH_CELLS:
        raise BadOption(f"only small boards can be watched: at most {WATCH_CELLS} cells")
    if state.outcome is not None:
        raise IllegalMove("the game is over: there is nothing to watch")
    if search == "alphabeta" and (state.chance() or dice_action(state) is not None):
        raise NotSupported("alpha-beta knows no dice: watch mcts, or begin after them")
