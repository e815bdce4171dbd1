"""`inarow score`: how often the moves of a player are right, in positions whose truth is proven."""

import json
from dataclasses import replace
from pathlib import Path

import click

from inarow.arena.exam import SCORE_SEED, Exam, chosen_positions
from inarow.errors import BadOption, NotAvailable
from inarow.interfaces.cli.arguments import refuse_given, was_given
from inarow.interfaces.cli.options import (
    FILE,
    Whole,
    complete_games,
    complete_players,
    json_option,
    limit_option,
    seed_option,
)
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import Progress
from inarow.search.limit import Limit


@click.command()
@click.argument("player", shell_complete=complete_players)
@click.argument("word", required=False, metavar="[GAME]", shell_complete=complete_games)
@click.option("--game", help="The game.  [default: connect_four]", shell_complete=complete_games)
@click.option("--positions", type=Whole(1), help="Only so many of the positions.  [default: all]")
@click.option("--file", type=FILE, help="Positions from a file: .npz, .jsonl, refmoves1k.")
@limit_option("Thinking per move: 2s, 500ms.  [default: what the player takes]")
@seed_option(f"Of the player's random numbers.  [default: {SCORE_SEED}]")
@json_option
@click.pass_context
def score(
    ctx: click.Context,
    player: str,
    word: str | None,
    game: str | None,
    positions: int | None,
    file: Path | None,
    limit: Limit,
    seed: int | None,
    as_json: bool,
) -> None:
    """The truth about a player: how often its moves are right.

    PLAYER is a built-in player, a Python file (path.py or path.py:NAME) or any program
    (cmd:PROGRAM). It is asked for a move in positions whose every move is proven: a good move keeps
    the result, a perfect one also wins as soon, or loses as late, as possible. Beside it: which of
    our levels plays like that.

    \b
    Examples:
      inarow score "level(5)"
      inarow score my_player.py --limit 2s
      inarow score "cmd:python3 bot.py" --positions 100
      inarow score "mcts(simulations=1000)" nine_board --json
      inarow score "pbrain(command='./pbrain-mine')" gomoku
      inarow score 'kaggle(file="sub.py")'
      inarow score random --file refmoves1k_kaggle
    """
    if word is not None and game is not None:
        raise BadOption(f"the game is named twice: {word} and --game {game}")
    if file is not None:
        refuse_given(ctx, ("word", "game"), "does nothing beside --file, which says the game")
    rules, asked = chosen_positions(word or game or "connect_four", file or positions)
    if file is not None and was_given(ctx, "positions"):
        asked = asked[:positions]
    exam = Exam(player, rules, asked, limit, SCORE_SEED if seed is None else seed)
    try:
        with compiling_notices(), Progress("asking", len(asked)) as progress:
            exam.run(progress)
    except KeyboardInterrupt as stop:
        stop.add_note(f"inarow: stopped after {len(exam.score.answers):,} of {len(asked):,}")
        raise
    finally:  # also after Ctrl-C: what was answered so far is told
        found = exam.score
        if found.answers:
            text = str(replace(found, gave_up=""))  # why is said below, once
            click.echo(json.dumps(found.as_dict()) if as_json else text)
    if found.gave_up:
        failed = f"{len(found.answers):,} of {len(asked):,} positions"
        raise NotAvailable(f"{found.gave_up}; it was asked no more after {failed}")
