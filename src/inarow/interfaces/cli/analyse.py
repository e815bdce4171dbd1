"""`inarow analyse`: what a player thinks of every move of a position."""

from __future__ import annotations

import json

import click

from inarow.agents.level import refuse_adapting
from inarow.agents.ready import make_ready
from inarow.games.notation import parse_position, play_moves
from inarow.interfaces.cli.arguments import HINT_AGENT, named_position
from inarow.interfaces.cli.ranges import Whole
from inarow.interfaces.render import modern
from inarow.interfaces.terminal.advice import advice_table
from inarow.interfaces.terminal.console import Console
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.study.analysis import analyse as analyse_position


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME] [MOVES]")
@click.option("--game", help="The game.  [default: connect_four]")
@click.option("--moves", default="", help="The moves that lead to the position.")
@click.option("--position", help="Where to begin: rows from the top and who is to move.")
@click.option("--agent", default=HINT_AGENT, show_default=True, help="The player to ask.")
@click.option("--limit", "limit_text", help="Thinking: 2s, 500ms, 1000nodes, 1000sims.")
@click.option("--seed", type=Whole(min=0), help="Make the player repeatable.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def analyse(
    words: tuple[str, ...],
    game: str | None,
    moves: str,
    position: str | None,
    agent: str,
    limit_text: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Ask a player for the value of every move, with its kind and the reason.

    \b
    Examples:
      inarow analyse 4453
      inarow analyse tic_tac_toe b2
      inarow analyse --game gomoku --moves h8i9 --agent "mcts(simulations=2000)" --limit 5s
      inarow analyse --game tic_tac_toe --position "X../.O./... X" --json
    """
    game, moves = named_position(words, game, moves)
    rules = load_game(game)
    start = parse_position(rules, position) if position else rules.initial_state()
    state = play_moves(start, moves)
    limit = Limit.parse(limit_text) if limit_text else Limit()
    player = load_agent(agent, seed)
    refuse_adapting(player)
    console = Console()
    with console.busy(None if as_json else "Thinking ..."):
        make_ready(player, rules)
        result = analyse_position(state, player, limit)
    if as_json:
        click.echo(json.dumps(result.as_dict() | {"moves": moves}))
        return
    console.say(modern.render(state, colour=console.colour, unicode=console.unicode))
    console.say(f"\n{advice_table(result)}")
    if result.decision.nodes:
        console.say(f"searched by: {result.decision.path}")
