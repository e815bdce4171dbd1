"""`inarow analyse`: what a player thinks of every move of a position."""

import json

import click

from inarow.agents.level import refuse_adapting
from inarow.agents.ready import let_go, make_ready
from inarow.interfaces.cli.arguments import NamedPosition, place_options
from inarow.interfaces.cli.options import complete_players, json_option, limit_option, seed_option
from inarow.interfaces.terminal.console import Console
from inarow.registry import load_agent
from inarow.search.limit import Limit
from inarow.study.advice import advice_table, work_words
from inarow.study.analysis import analyse as analyse_position
from inarow.study.strategy import about


@click.command()
@place_options()
@click.option(
    "--agent", default="judge", help="The player to ask.", shell_complete=complete_players
)
@limit_option("Thinking: 2s, 500ms, 1000nodes, 1000sims.")
@seed_option("Make the player repeatable.")
@click.option("--all", "every", is_flag=True, help="List every move, on large boards too.")
@json_option
def analyse(
    place: NamedPosition, agent: str, limit: Limit, seed: int | None, every: bool, as_json: bool
) -> None:
    """Ask a player for the value of every move, with its kind and the reason.

    \b
    Examples:
      inarow analyse 4453
      inarow analyse tic_tac_toe b2
      inarow analyse --game gomoku --moves h8i9 --agent "mcts(simulations=2000)" --limit 5s
      inarow analyse --game tic_tac_toe --position "X../.O./... X" --json
    """
    state, player, console = place.state(), load_agent(agent, seed), Console()
    refuse_adapting(player)
    with console.busy(None if as_json else "Thinking ..."):
        make_ready(player, state.game, state)
        result = analyse_position(state, player, limit)
        let_go(player)
    if as_json:
        click.echo(json.dumps(result.as_dict() | {"moves": place.moves}))
        return
    console.draw(state)
    console.say(f"\n{advice_table(result, len(result.moves) if every else None)}")
    for why in about(state):
        console.say(f"{why.words[:1].upper()}{why.words[1:]}.")
    found = result.decision
    console.say(f"{result.agent}: {work_words(found.nodes, found.seconds, found.path)}")
    if found.nodes:
        console.say(f"searched by: {found.path}")
