"""Players as one file for Kaggle: they stand alone, play by the rules, and play well."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command_line import assert_one_line_error, inarow
from inarow.adapters.kaggle.alphabeta import Search
from inarow.adapters.kaggle.board import Board
from inarow.adapters.kaggle.export import PLAYERS, kaggle_file
from inarow.adapters.kaggle.view import configuration_of, observation_of
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.registry import load_game
from inarow.search.learned.network import Network
from inarow.search.learned.plain import sum_of
from inarow.search.learned.player import LearnedPlayer, shipped
from oracle import Brute

SIZES = ((1, 1, 2), (1, 9, 4), (6, 7, 4), (5, 4, 3), (4, 9, 5), (7, 8, 2), (30, 40, 6))

ALONE = """
import json, sys, time
source, questions = open(sys.argv[1]).read(), json.loads(sys.stdin.read())
sys.modules["inarow"] = None
names = {}
exec(compile(source, sys.argv[1], "exec"), names)
agent = [each for each in names.values() if callable(each)][-1]
print(json.dumps([agent(*question) for question in questions]))
"""
"""Does what Kaggle does with a file: runs it, and takes the last thing in it that can be called."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every player as a file."""
    folder = tmp_path_factory.mktemp("kaggle")
    paths = {player: folder / f"{player}.py" for player in PLAYERS}
    for player, path in paths.items():
        done = inarow("export", "kaggle", player, "--out", str(path))
        assert done.code == 0, done.err
        assert done.out.startswith(f"{path}: {player}, ")
    return paths


def after(game: ConnectFour, moves: str) -> State:
    state: State = game.initial_state()
    for move in moves:
        state = state.play(game.parse(move))
    return state


def answers(file: Path, states: list[State], seconds: float) -> list[int]:
    """What an agent plays in these positions, in a Python that knows nothing of this project."""
    questions = [(observation_of(state), configuration_of(state.game, seconds)) for state in states]
    bare = ["-I", "-S"] if file.stem == "mcts" else ["-I"]  # without any package; with NumPy
    done = subprocess.run(
        [sys.executable, *bare, "-c", ALONE, str(file)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[int] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("player", PLAYERS)
def test_a_file_stands_alone_and_plays_on_any_board(files: dict[str, Path], player: str) -> None:
    rng, states = Random(1), []
    for size in SIZES:
        state: State = ConnectFour(*size).initial_state()
        for _ in range(2):
            states += [state] if state.legal_actions() else []
            for _ in range(5):
                if legal := state.legal_actions():
                    state = state.play(rng.choice(legal))
    for state, column in zip(states, answers(files[player], states, 0.01), strict=True):
        assert column in state.legal_actions(), (str(state.game), state.board(), column)


@pytest.mark.parametrize("player", PLAYERS)
def test_a_file_wins_blocks_and_sees_two_threats_coming(
    files: dict[str, Path], player: str
) -> None:
    game = ConnectFour()
    states = [after(game, moves) for moves in ("445566", "47576", "4152")]
    wins, blocks, makes_two = answers(files[player], states, 0.4)
    assert wins in (2, 6)
    assert blocks == 2
    assert makes_two == 5, "three in the middle with both ends free"


def test_the_opening_is_perfect(files: dict[str, Path]) -> None:
    """The book: X begins in the middle, and each reply is one of the best."""
    game = ConnectFour()
    states = [after(game, moves) for moves in ("", "4", "44", "444444", "1")]
    assert answers(files["perfect"], states, 0.02) == [3, 3, 3, 4, 3]


@pytest.mark.parametrize("size", [(4, 5, 3), (5, 4, 4), (6, 7, 4)])
def test_threats_are_those_of_the_rules(size: tuple[int, int, int]) -> None:
    game, board, rng = ConnectFour(*size), Board(*size), Random(2)
    for _ in range(20):
        state: State = game.initial_state()
        while state.legal_actions():
            own, filled = board.read(observation_of(state))
            threats = board.winning(own, board.all ^ filled) & board.landing(filled)
            wins = {board.column(cell) for cell in board.bits(threats)}
            won = [state.play(column).outcome for column in state.legal_actions()]
            assert wins == {
                column
                for column, outcome in zip(state.legal_actions(), won, strict=True)
                if outcome is not None and outcome.winner is not None
            }
            state = state.play(rng.choice(state.legal_actions()))


def test_the_search_is_exact_where_it_reaches_the_end() -> None:
    """Given time, the move is the best by a search that shares no code with it."""
    game, size, rng = ConnectFour(4, 4, 3), (4, 4, 3), Random(3)
    board, brute = Board(*size), Brute()
    for _ in range(12):
        state: State = game.initial_state()
        for _ in range(rng.randrange(4, 9)):
            state = state.play(rng.choice(state.legal_actions())) if not state.outcome else state
        if state.outcome is not None:
            continue
        own, filled = board.read(observation_of(state))
        cell = Search(board).best(own, filled, 60.0)
        scores = brute.scores(state, 16)
        assert scores[board.column(cell)] == max(scores.values()), state.board()


def test_a_learned_file_judges_as_the_network_does() -> None:
    names: dict[str, Any] = {}
    exec(compile(kaggle_file("learned"), "learned.py", "exec"), names)
    game = ConnectFour()
    ours = LearnedPlayer().network(game)
    assert isinstance(ours, Network)
    theirs, board, state = names["Network"](names["NETWORK"]), Board(6, 7, 4), after(game, "4453")
    while state.outcome is None:
        own, filled = board.read(observation_of(state))
        moves = board.bits(board.landing(filled))
        told = theirs.sums(board, own, filled, moves)
        for total, move in zip(told, moves, strict=True):
            then = state.play(board.column(move))
            assert total == pytest.approx(sum_of(ours, then), abs=1e-3)
        state = state.play(board.column(moves[state.ply % len(moves)]))


def test_what_cannot_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    assert_one_line_error(inarow("export", "kaggle", "mtcs"), 2, "did you mean mcts?")
    assert_one_line_error(inarow("export", "kaggle", "mcts(seed=1)"), 2, "no options")
    nine = shipped(load_game("nine_board"))
    done = inarow("export", "kaggle", f'learned(file="{nine}")')
    assert_one_line_error(done, 2, "which Kaggle does not play")
    mine = tmp_path / "mine.py"
    mine.write_text("precious = 1\n")
    done = inarow("export", "kaggle", "mcts", "--out", str(mine))
    assert_one_line_error(done, 2, "exists and is no agent that we made")
    assert mine.read_text() == "precious = 1\n"


def test_without_a_file_it_is_printed(files: dict[str, Path]) -> None:
    done = inarow("export", "kaggle", "mcts")
    assert done.out == files["mcts"].read_text()
    assert inarow("export", "kaggle", "mcts", "--out", str(files["mcts"])).code == 0


@pytest.mark.parametrize("player", PLAYERS)
def test_without_any_time_there_is_a_move(files: dict[str, Path], player: str) -> None:
    state = ConnectFour(30, 40, 6).initial_state()
    (column,) = answers(files[player], [state], 1e-9)
    assert column in state.legal_actions()
