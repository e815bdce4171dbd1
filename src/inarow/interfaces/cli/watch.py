"""`inarow watch`: a search step by step, in words or as data."""

import json
from random import Random
from typing import Annotated, Any, TypedDict

import click

from inarow import defaults
from inarow.errors import BadOption, IllegalMove, MissingPackage, NotSupported
from inarow.games.base import State
from inarow.games.dice import dice_action
from inarow.games.sides import side_names
from inarow.interfaces.cli.arguments import NamedPosition, place_options, refuse_given
from inarow.interfaces.cli.options import Number, Whole, json_option
from inarow.interfaces.terminal.console import Console
from inarow.search.evaluators import evaluator as load_evaluator
from inarow.search.events import as_dict
from inarow.search.learned.player import LearnedPlayer
from inarow.search.learned.voices import Verdict
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.trace import Simulation, trace_mcts
from inarow.search.minimax.trace import (
    WATCH_CELLS,
    WATCH_POSITIONS,
    SearchStep,
    trace_alphabeta,
)
from inarow.search.native.from_state import has_numba

_OPTIONS = {
    "mcts": ("simulations", "exploration", "seed"),
    "alphabeta": ("depth", "evaluator", "positions"),
    "learned": ("file",),
}


class WatchData(TypedDict):
    """One event per simulation of mcts, step of alphabeta, or move that a network judges."""

    search: str
    game: str
    moves: str
    events: list[
        Annotated[dict[str, Any], Simulation]
        | Annotated[dict[str, Any], SearchStep]
        | Annotated[dict[str, Any], Verdict]
    ]


@click.command()
@click.argument("search", type=click.Choice(tuple(_OPTIONS)))
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
@click.option("--file", help="learned: the network.  [default: the one of the package]")
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
    file: str | None,
    as_json: bool,
) -> None:
    """Watch a search: Monte Carlo tree search or alpha-beta, step by step; or a network.

    mcts tells the four steps of each simulation: which move the UCT numbers select, which one is
    new, the random game, and what is counted on the way back. alphabeta tells every position with
    its window, every cut-off and every value on its way up. learned tells what a network thinks of
    every move, and which of the groups of cells that it looks at speak for it or against it.

    \b
    Examples:
      inarow watch mcts tic_tac_toe b2 --simulations 20
      inarow watch alphabeta --game tic_tac_toe --moves b2a1c3 --depth 3
      inarow watch mcts --game "connect_four(rows=4,cols=4,k=3)" --json
      inarow watch learned connect_four 4453 --file my.npz
    """
    for other in _OPTIONS.keys() - {search}:
        refuse_given(ctx, _OPTIONS[other], f"is an option of {other}, not of {search}")
    rules, state = place.rules, place.state()
    _check(state, search)
    sides = side_names(state)
    if search == "mcts":
        constant = defaults.EXPLORATION if exploration is None else exploration
        found = trace_mcts(state, Settings(exploration=constant), simulations, Random(seed))
        events = [(as_dict(one, rules), one.words(rules, sides)) for one in found]
    elif search == "learned":
        verdicts = _verdicts(state, file)
        events = [(as_dict(one, rules), one.words(rules)) for one in verdicts]
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


def _verdicts(state: State, file: str | None) -> list[Verdict]:
    """What a network says about a position."""
    if not has_numba():
        raise MissingPackage("a network needs", "numba")
    from inarow.search.learned.foreign import Foreign
    from inarow.search.learned.trace import trace_learned

    network = LearnedPlayer(file).network(state.game)
    if isinstance(network, Foreign):
        raise NotSupported("layers cannot be taken apart: watch a network of inarow train")
    if network.game != state.game:
        raise NotSupported(f"{file} has learned {network.game}, not {state.game}")
    return trace_learned(network, state)


def _check(state: State, search: str) -> None:
    rows, cols = state.game.shape
    if rows * cols > WATCH_CELLS and search != "learned":
        raise BadOption(f"only small boards can be watched: at most {WATCH_CELLS} cells")
    if state.outcome is not None:
        raise IllegalMove("the game is over: there is nothing to watch")
    if search == "learned" and state.chance():
        raise NotSupported("the dice decide here: watch a position in which a player moves")
    if search == "alphabeta" and (state.chance() or dice_action(state) is not None):
        raise NotSupported("alpha-beta knows no dice: watch mcts, or begin after them")
