"""The levels of Gomoku: a beginner can win, a five is never missed, and every board is played."""

from itertools import pairwise

import pytest

from cases import each
from inarow.agents.level import CarelessPlayer, LevelPlayer
from inarow.agents.levels import LADDERS, levels_of
from inarow.agents.ready import kernels_of
from inarow.games.notation import play_moves
from inarow.live.match import play_match
from inarow.registry import load_game
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from scripted_gomoku import ScriptedGomoku

GOMOKU = load_game("gomoku")
LADDER = LADDERS[str(GOMOKU)]
NUMBERS = range(1, len(LADDER) + 1)
BEGINNERS_PAIRS = 40


def test_a_beginner_who_completes_blocks_and_extends_rows_beats_level_1(thorough: bool) -> None:
    won, pairs = 0, BEGINNERS_PAIRS if thorough else BEGINNERS_PAIRS // 2
    for seed in range(pairs):
        for seat in (0, 1):
            level, beginner = LevelPlayer(1, seed=seed), ScriptedGomoku(seed)
            players: tuple[Agent, Agent] = (level, beginner) if seat else (beginner, level)
            outcome = play_match(GOMOKU, players, limit=Limit()).outcome
            won += outcome is not None and outcome.winner == 1 - seat
    assert won <= 0.2 * 2 * pairs, f"level 1 wins {won} of {2 * pairs}"
    assert won > 0, "it is no dummy either"


@each("number", NUMBERS)
def test_no_level_ever_misses_five_of_its_own(number: int) -> None:
    state = play_moves(GOMOKU.initial_state(), "h8a1h9a3h10a5h11a7")
    for seed in range(10):
        action = LevelPlayer(number, seed=seed).choose(state, Limit()).action
        assert GOMOKU.format(action) in ("h7", "h12")


def test_level_1_mostly_stops_a_four_and_overlooks_some_threes() -> None:
    four = play_moves(GOMOKU.initial_state(), "h8a1h9b2h10c3a15d4")  # of O; e5 stops it
    three = play_moves(GOMOKU.initial_state(), "h8a1h9a3h10")
    player = LevelPlayer(1, seed=1)
    stopped = sum(player.choose(four, Limit()).action == GOMOKU.parse("e5") for _ in range(100))
    answers = {GOMOKU.parse(cell) for cell in ("h6", "h7", "h11", "h12")}
    answered = sum(player.choose(three, Limit()).action in answers for _ in range(100))
    assert 60 < stopped < 95
    assert 35 < answered < 85


def test_each_level_looks_at_more_or_overlooks_less() -> None:
    for below, above in pairwise(LADDER):
        assert below.budget <= above.budget
        assert below.overlook >= above.overlook
        assert below != above
    assert len(LADDER) == 10
    assert LADDER[-1].overlook == 0


def test_levels_1_to_5_need_no_kernels() -> None:
    for number in NUMBERS:
        assert bool(kernels_of(LevelPlayer(number), GOMOKU)) == (number > 5)


BOARDS = [
    "gomoku(rows=6,cols=6)",
    "gomoku(rows=9,cols=9,rule=standard)",
    "gomoku(rows=22,cols=12)",
    "gomoku(rows=9,cols=9,rule=renju)",
    "gomoku(rows=9,cols=9,rule=caro)",
    "mnk(rows=7,cols=6,k=4)",
    "mnk(rows=8,cols=8,k=6)",
    "mnk(rows=3,cols=7,k=7)",  # of which the engine knows nothing
]


@pytest.mark.parametrize("board", BOARDS)
def test_every_level_finishes_a_legal_game(board: str, thorough: bool) -> None:
    """Each plays the next one, with a smaller budget: what counts here is that it plays."""
    game = load_game(board.replace("cols=12", "cols=22") if thorough else board)
    pairs = list(pairwise(levels_of(game)))  # every second one has each level once
    turn = BOARDS.index(board) % 2
    for low, high in pairs if thorough else pairs[2 * turn :: 4]:
        players = (LevelPlayer(low.number, seed=1), LevelPlayer(high.number, seed=2))
        assert play_match(game, players, limit=Limit(nodes=30, seconds=1)).outcome is not None


def test_a_board_that_the_engine_does_not_know_is_searched_by_alpha_beta() -> None:
    game = load_game("mnk(rows=8,cols=8,k=7)")
    state = game.initial_state().play(20)
    for budget, positions in ((1, 300), (100_000, 2000)):
        player = CarelessPlayer("gomoku", budget, 0)
        assert player.thinker(game).name == "alphabeta"
        assert player.choose(state, Limit()).nodes <= positions * 1.1
