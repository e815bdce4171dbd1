"""`inarow solve --walk`: every defence that one names is refuted."""

from __future__ import annotations

from random import Random

import pytest

from command_line import assert_one_line_error, inarow
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision
from inarow.search.limit import Limit
from inarow.study import proof_walk

WON = "mnk(rows=4,cols=4,k=3)"


def test_any_defence_loses() -> None:
    game, random = load_game(WON), Random(1)
    for _ in range(5):
        typed = "\n".join(random.sample([game.format(cell) for cell in range(16)], 16))
        done = inarow("solve", WON, "--walk", typed=typed + "\n\n\n\n")
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith("X wins, whatever O does.")
        assert done.out.endswith("X has won.\n")


def test_connect_four_says_how_long_it_takes() -> None:
    moves = "4444436666"
    done = inarow("solve", moves, "--walk", typed="\n" * 40)
    state = play_moves(load_game("connect_four").initial_state(), moves)
    winner, loser = ("X", "O") if state.player == 0 else ("O", "X")
    if done.out.startswith(f"{loser} wins"):
        winner, loser = loser, winner
    assert done.out.startswith(f"{winner} wins, whatever {loser} does.")
    assert "(win in " in done.out
    assert done.out.endswith(f"{winner} has won.\n")


def test_one_can_go_back_and_leave() -> None:
    done = inarow("solve", WON, "--walk", typed="back\nz9\na1\nb\nexit\n")
    assert (done.code, done.err) == (0, "")
    assert "This is where we began." in done.out
    assert "There is no cell z9" in done.out
    assert done.out.count("All 15 defences of O lose.") == 3
    assert done.out.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("tic_tac_toe",), "the position is a draw"),
        (("gomoku", "--limit", "10nodes"), "nothing is proven within this limit"),
        (("tic_tac_toe", "b2 a1 b3 a2 b1"), "the game is over"),
        ((WON, "--json"), "--json does nothing beside --walk"),
        (("random_drop",), "dice"),
    ],
)
def test_without_a_win_there_is_nothing_to_walk_through(args: tuple[str, ...], words: str) -> None:
    assert_one_line_error(inarow("solve", *args, "--walk"), 2, words)


def test_a_defence_that_ends_the_game_is_shown() -> None:
    """A stone that is popped may complete a line of the opponent."""
    game = ("pop_out(rows=4,cols=4)", "--moves", "4133p4234")
    done = inarow("solve", *game, "--walk", typed="p3\n")
    assert done.code == 0
    assert done.out.endswith("O has won.\n")


def test_no_position_is_proven_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, judged = [], proof_walk.judged

    def noted(state: State, prover: Agent, limit: Limit) -> Decision:
        asked.append(state.key())
        return judged(state, prover, limit)

    monkeypatch.setattr(proof_walk, "judged", noted)
    assert inarow("solve", WON, "--walk", typed="\nb\nb\nexit\n").code == 0
    assert len(set(asked)) == len(asked) == 4, "two of each player"


def test_a_winner_who_chooses_a_board_first_is_not_taken_for_the_loser() -> None:
    moves = "384262183787647336691314123435492459351929795574"
    done = inarow("solve", "ultimate_tic_tac_toe", "--moves", moves, "--walk", typed="\n" * 30)
    assert done.code == 0
    assert done.out.startswith("X wins, whatever O does.")
    assert "X defends" not in done.out
    assert done.out.endswith("X has won.\n")


def test_a_draw_by_pairs_is_walked_through_to_the_last_cell() -> None:
    done = inarow("solve", "mnk(rows=5,cols=5,k=5)", "--walk", typed="a1\nb\n" + "\n" * 30)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("O never loses, whatever X does.")
    assert "None of 25 moves of X wins." in done.out
    assert done.out.endswith("Nobody has won.\n")
