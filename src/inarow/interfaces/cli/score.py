"""`inarow score`: how often the moves of a player are right, in positions whose truth is proven."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from inarow.arena.entrants import CannotStart, Entrant
from inarow.arena.event import LeftOut
from inarow.arena.exam import SCORE_SEED, Exam, chosen_positions
from inarow.arena.field import field_files, read_field, told_apart
from inarow.arena.score import Score
from inarow.errors import NotAvailable
from inarow.interfaces.cli.arguments import one_game, refuse_given, was_given
from inarow.interfaces.cli.options import (
    FILE,
    Whole,
    complete_games,
    complete_players,
    json_option,
    limit_option,
    seed_option,
)
from inarow.interfaces.render.score_table import score_table, scores_data
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import Progress
from inarow.search.limit import Limit


@click.command()
@click.argument("player", shell_complete=complete_players)
@click.argument("words", nargs=-1, metavar="[GAME]", shell_complete=complete_games)
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
    words: tuple[str, ...],
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
    our levels plays like that. A folder or a pattern of Python files (students/, students/*.py) is
    a table, the best player first.

    \b
    Exit code: 0 all is well, 1 the player gave no answer three times in a row, 2 wrong input,
    3 a player of a table could not be loaded or was asked no more.

    \b
    Examples:
      inarow score "level(5)"
      inarow score my_player.py --limit 2s
      inarow score students/ --positions 100
      inarow score "cmd:python3 bot.py" --positions 100
      inarow score "mcts(simulations=1000)" nine_board --json
      inarow score "pbrain(command='./pbrain-mine')" gomoku
      inarow score 'kaggle(file="sub.py")'
      inarow score random --file refmoves1k_kaggle
    """
    players = [player, *(one for one in words if _is_file_of_player(one))]  # listed by a shell
    word = one_game([one for one in words if one not in players], game)
    if file is not None and word is not None:
        refuse_given(ctx, ("words", "game"), "does nothing beside --file, which says the game")
    rules, asked = chosen_positions(word or "connect_four", file or positions)
    if file is not None and was_given(ctx, "positions"):
        asked = asked[:positions]
    seeded = SCORE_SEED if seed is None else seed
    exam_of = partial(Exam, game=rules, positions=asked, limit=limit, seed=seeded)
    if len(players) > 1 or field_files(player) is not None:
        _score_field(players, exam_of, as_json)
    else:
        _score_one(exam_of(player), len(asked), as_json)


def _score_one(exam: Exam, asked: int, as_json: bool) -> None:
    """Ask a player, and print its score."""
    try:
        with compiling_notices(), Progress("asking", asked) as progress:
            exam.run(progress)
    except KeyboardInterrupt as stop:
        stop.add_note(f"inarow: stopped after {len(exam.score.answers):,} of {asked:,}")
        raise
    finally:  # also after Ctrl-C: what was answered so far is told
        found = exam.score
        if found.answers:
            text = str(replace(found, gave_up=""))  # why is said below, once
            click.echo(json.dumps(found.as_dict()) if as_json else text)
    if found.gave_up:
        failed = f"{len(found.answers):,} of {asked:,} positions"
        raise NotAvailable(f"{found.gave_up}; it was asked no more after {failed}")


def _is_file_of_player(word: str) -> bool:
    return word.endswith(".py") or field_files(word) is not None


def _score_field(words: Sequence[str], exam_of: Callable[[Entrant], Exam], as_json: bool) -> None:
    """Ask one player after the other, and print a table of all."""
    players = told_apart([one for word in words for one in read_field(word)])
    scores, left_out = list[Score](), list[LeftOut]()
    try:
        with compiling_notices(), Progress("players asked", len(players)) as progress:
            for done, entrant in enumerate(players, 1):
                try:
                    exam = exam_of(entrant)
                except CannotStart as error:
                    left_out.append(LeftOut(error.name, error.why))
                else:
                    exam.run()
                    scores.append(exam.score)
                progress(done)
    except KeyboardInterrupt as stop:
        stop.add_note(f"inarow: stopped after {len(scores):,} of {len(players):,} players")
        raise
    finally:  # also after Ctrl-C
        if scores or left_out:
            data = scores_data(scores, left_out)
            click.echo(json.dumps(data) if as_json else score_table(scores, left_out))
    if left_out or any(score.gave_up for score in scores):
        raise click.exceptions.Exit(3)
