"""The computer player of the original program 004, rule by rule, and its sample game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from threading import Event, Timer
from time import process_time
from typing import Any

import pytest

from cases import each
from helpers import load_data, play_all
from inarow.agents import classic_gomoku as module
from inarow.agents.classic_gomoku import ClassicGomokuPlayer, depth_for
from inarow.agents.random_player import RandomPlayer
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import State
from inarow.games.mnk import Mnk
from inarow.games.notation import parse_position
from inarow.games.record import Record
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game
from inarow.search.decision import Decision, Info
from inarow.search.evaluators import evaluator
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import search_alphabeta
from inarow.search.ordering import near_moves
from oracle import Brute, blind, long_game, positions, snapshot, stones_left, wins_now

SAMPLE = load_data("originals.json")["program_004"]["sample"]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def choose(state: State, limit: Limit | None = None, **options: Any) -> Decision:
    return ClassicGomokuPlayer(**options).choose(state, limit or Limit())


def winning_replies(state: State, player: int) -> set[int]:
    """The cells in which a player would win if it were his turn, tried out one by one."""
    own = state.game.state_from(state.board(), player)
    return {action for action in own.legal_actions() if wins_now(own, action)}


def quiet(state: State) -> bool:
    """Whether nobody can win with the next stone."""
    return not winning_replies(state, 0) and not winning_replies(state, 1)


# 1. The first move


@pytest.mark.req("S4.13")
def test_the_first_move_of_the_game_reaches_every_cell() -> None:
    state = Mnk(5, 5, 4).initial_state()
    assert {choose(state, seed=seed).action for seed in range(300)} == set(range(25))
    player = ClassicGomokuPlayer(seed=1)
    counts = Counter(player.choose(state, Limit()).action for _ in range(5000))
    assert set(counts) == set(range(25))
    assert max(abs(count - 200) for count in counts.values()) < 4 * (5000 * 24 / 625) ** 0.5


@pytest.mark.req("S4.13", "S4.34", "X.5")
def test_the_seed_decides_the_first_move() -> None:
    state = load_game("gomoku").initial_state()
    actions = [choose(state, seed=seed).action for seed in range(20)]
    assert actions == [choose(state, seed=seed).action for seed in range(20)]
    assert len(set(actions)) > 10


@pytest.mark.req("S4.13")
def test_as_second_player_it_searches() -> None:
    state = Mnk().initial_state().play(0)
    assert {choose(state, seed=seed).action for seed in range(10)} == {4}
    assert choose(state).nodes > 10


# 2. and 3. Winning and blocking


def gaps(game: Mnk) -> Iterator[tuple[list[tuple[int, int]], tuple[int, int]]]:
    """Every line of k cells with one of them left out: the other cells, and the gap."""
    for row in range(game.rows):
        for col in range(game.cols):
            for down, right in DIRECTIONS:
                line = [(row + n * down, col + n * right) for n in range(game.k)]
                if all(0 <= r < game.rows and 0 <= c < game.cols for r, c in line):
                    for gap in line:
                        yield [cell for cell in line if cell != gap], gap


def set_up(game: Mnk, cells: list[tuple[int, int]], owner: int, player: int) -> State:
    board: list[list[int | None]] = [[None] * game.cols for _ in range(game.rows)]
    for row, col in cells:
        board[row][col] = owner
    return game.state_from(tuple(map(tuple, board)), player)


@pytest.mark.req("S4.14")
@each("game", [Mnk(6, 6, 5), Mnk(5, 6, 4), Mnk(3, 3, 3), Mnk(6, 6, 4, "exact")])
def test_a_line_with_any_gap_is_completed(game: Mnk) -> None:
    for cells, gap in gaps(game):
        for player in (0, 1):
            state = set_up(game, cells, player, player)
            action = choose(state).action
            wins = winning_replies(state, player)
            assert game.cols * gap[0] + gap[1] in wins
            assert action in wins
            decision = choose(state)
            assert decision.value is not None
            assert decision.value.words == "win in 1 ply"


@pytest.mark.req("S4.15")
@each("game", [Mnk(6, 6, 5), Mnk(5, 6, 4), Mnk(3, 3, 3), Mnk(6, 6, 4, "exact")])
def test_a_line_of_the_opponent_with_any_gap_is_blocked(game: Mnk) -> None:
    for cells, gap in gaps(game):
        for player in (0, 1):
            state = set_up(game, cells, 1 - player, player)
            threats = winning_replies(state, 1 - player)
            assert game.cols * gap[0] + gap[1] in threats
            assert choose(state).action in threats


@pytest.mark.req("S4.14", "S4.15")
def test_an_own_win_comes_before_a_block() -> None:
    found = 0
    for state in positions("mnk(rows=5,cols=5,k=4)", 300):
        wins, threats = (
            winning_replies(state, state.player),
            winning_replies(state, 1 - state.player),
        )
        if wins:
            assert choose(state).action == min(wins)
            found += bool(threats - wins)
        elif threats:
            assert choose(state).action == min(threats)
    assert found > 5


def test_a_block_that_renju_forbids_is_not_played() -> None:
    """Only d6 stops the four of O, where X would make a double three."""
    rows = (
        "........./...X...../..XX...../.XX....../....O..../.....O.../......O../.......O./........X"
    )
    state = parse_position(load_game("gomoku(9,9,renju)"), f"{rows} X")
    assert state.game.parse("d6") not in state.legal_actions()
    assert choose(state, Limit(nodes=500)).action in state.legal_actions()


# 4. The search


@pytest.mark.req("S4.18")
def test_the_depth_follows_from_the_number_of_moves() -> None:
    expected = {1: 6, 5: 6, 6: 6, 7: 4, 9: 4, 10: 4, 11: 2, 12: 2, 300: 2}
    assert {moves: depth_for(moves) for moves in expected} == expected


def with_moves(moves: int, cells: int) -> State:
    """A quiet position with so many cells beside stones, and at least so many empty ones."""
    rng, game = Random(1), Mnk(6, 6, 6)
    while True:
        for state in long_game(game.initial_state(), rng):
            fits = state.ply and state.outcome is None and stones_left(state) >= cells
            if fits and len(near_moves(state)) == moves and quiet(state):
                return state


@pytest.mark.req("S4.16", "S4.18")
@pytest.mark.parametrize(("moves", "depth"), [(5, 6), (6, 6), (7, 4), (10, 4), (11, 2), (16, 2)])
def test_the_search_is_that_deep(moves: int, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def spy(state: State, search: Any, depth: int, *rest: Any) -> Decision:
        asked.append(depth)
        assert search.moves is near_moves
        return search_alphabeta(state, search, 1, *rest)

    monkeypatch.setattr(module, "search_alphabeta", spy)
    state = with_moves(moves, depth)
    choose(state)
    assert asked == [depth]
    choose(state, Limit(depth=1))
    assert asked == [depth, 1]


@pytest.mark.req("S4.18")
def test_near_the_end_it_looks_no_further_than_there_are_cells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def spy(state: State, search: Any, depth: int, *rest: Any) -> Decision:
        asked.append(depth)
        return search_alphabeta(state, search, depth, *rest)

    monkeypatch.setattr(module, "search_alphabeta", spy)
    for state in positions("mnk(rows=3,cols=3,k=3)", 60, empty=5):
        if quiet(state):
            asked.clear()
            choose(state)
            assert asked == [stones_left(state)]


@pytest.mark.req("S4.16", "S4.17")
@each("spec, empty", [("mnk(3,3,3)", 8), ("mnk(3,4,3)", 9), ("mnk(4,4,4)", 9), ("mnk(5,5,4)", 24)])
def test_the_choice_is_that_of_brute_force(spec: str, empty: int, thorough: bool) -> None:
    tried, many = 0, 60 if thorough else 40
    for state in positions(spec, many if empty < 20 else 12, empty):
        if not state.ply or not quiet(state):
            continue
        tried += 1
        depth = min(depth_for(len(near_moves(state))), stones_left(state))
        brute = Brute(evaluator("open_chains"), blind, state.player, near_moves)
        decision = choose(state, seconds=60)
        assert decision.action == brute.choice(state, depth)
        assert decision.value is not None
        assert decision.value.score == max(brute.scores(state, depth).values())
    assert tried >= 4


@pytest.mark.req("S4.29")
def test_the_sample_game_is_legal_and_drawn() -> None:
    cells = [3 * row + col for _, row, col in SAMPLE["moves"]]
    state = play_all(Mnk().initial_state(), cells)
    assert [symbol for symbol, _, _ in SAMPLE["moves"]] == list("XOXOXOXOX")
    assert state.outcome is not None
    assert state.outcome.winner is None
    assert str(state).split("\n") == SAMPLE["final_board"]


@pytest.mark.req("S4.13", "S4.15", "S4.30")
def test_the_four_computer_moves_of_the_sample_game() -> None:
    state = Mnk().initial_state()
    player = load_agent("classic-gomoku(seconds=60)")
    answers = []
    for symbol, row, col in SAMPLE["moves"]:
        if symbol == "O":
            answers.append(list(divmod(player.choose(state, Limit()).action, 3)))
        state = state.play(3 * row + col)
    assert answers == [move["move"] for move in SAMPLE["computer_moves"]]
    assert answers == [[1, 1], [0, 1], [2, 0], [1, 2]]


# Time


def crowded(stones: int) -> State:
    """A 19 x 19 board with many stones and no line in sight."""
    rng = Random(1)
    state: State = Mnk(19, 19, 5).initial_state()
    while state.ply < stones:
        for child in long_game(state, rng):
            if child.outcome is None and quiet(child):
                state = child
            if state.ply >= stones:
                break
    return state


@pytest.mark.req("S4.19")
@each(
    "seconds, deepening",
    [(0.01, False), (0.5, False), (0.1, True), (0.1, False), (0.01, True), (0.5, True)],
    quick=2,
)
def test_the_time_limit_is_kept_on_a_large_board(seconds: float, deepening: bool) -> None:
    state = crowded(40)
    for limit, own in ((Limit(), seconds), (Limit(seconds=seconds), 60.0)):
        started = process_time()
        decision = choose(state, limit, seconds=own, deepening=deepening)
        assert process_time() - started <= seconds + 0.5
        assert decision.action in state.legal_actions()


@pytest.mark.req("S4.19")
@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(seconds=0.0001)])
def test_without_any_time_there_is_still_a_move(limit: Limit) -> None:
    state = crowded(40)
    assert choose(state, limit).action in near_moves(state)


@pytest.mark.req("S4.19")
def test_once_the_time_is_over_every_position_is_judged_as_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = 0
    judge = evaluator("open_chains")

    def counting(state: State, player: int) -> float:
        nonlocal judged
        judged += 1
        return judge(state, player)

    monkeypatch.setattr(module, "evaluator", lambda name: counting)
    state = crowded(40)
    choose(state, Limit(nodes=1), compiled=False)
    assert 1 <= judged <= len(near_moves(state)) + 8, "the first move and its answers, no more"


def test_a_search_is_stopped_from_another_thread() -> None:
    state, stop = crowded(40), Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    started = process_time()
    decision = choose(state, Limit(stop=stop), seconds=60, deepening=True)
    timer.join()
    assert process_time() - started < 0.6
    assert decision.action in near_moves(state)


@pytest.mark.req("S4.20")
def test_deepening_looks_one_ply_further_at_a_time_while_time_allows() -> None:
    state = play_all(Mnk(7, 7, 5).initial_state(), [24, 25, 17])
    heard: list[Info] = []
    player = ClassicGomokuPlayer(deepening=True, seconds=60)
    decision = player.choose(state, Limit(nodes=3000), heard.append)
    depths = [info.depth for info in heard]
    assert depths == list(range(1, len(depths) + 1))
    assert len(depths) >= 2
    assert decision.action == heard[-1].action
    plain: list[Info] = []
    ClassicGomokuPlayer(seconds=60).choose(state, Limit(), plain.append)
    assert [info.depth for info in plain] == [2], "without it the depth is fixed"


def duel(spec: str, challenger: str, seeds: range) -> float:
    """The share of points against the original, each opening with both colours, equal work."""
    game, points, games = load_game(spec), 0.0, 0
    for seed in seeds:
        rng, start = Random(seed), game.initial_state()
        for _ in range(2):
            start = start.play(rng.choice(start.legal_actions()))
        for seat in (0, 1):
            one, other = (
                load_agent(challenger, seed),
                load_agent("classic-gomoku(seconds=600)", seed),
            )
            players = (other, one) if seat else (one, other)
            record = play_match(game, players, limit=Limit(nodes=2000), record=Record(game, start))
            assert record.outcome is not None
            winner = record.outcome.winner
            points += 0.5 if winner is None else float(winner == seat)
            games += 1
    return points / games


@pytest.mark.req("S4.35")
def test_its_weakness_is_told() -> None:
    text = " ".join((module.__doc__ or "").split())
    assert "on open boards" in text
    assert "deepening" in text


# The random player of mode 2, and the rest


@pytest.mark.req("S4.21")
def test_the_random_player_takes_every_empty_cell_equally_often() -> None:
    state = play_all(Mnk(3, 4, 4).initial_state(), [0, 5, 11])
    player, draws = RandomPlayer(seed=1), 9000
    counts = Counter(player.choose(state, Limit()).action for _ in range(draws))
    assert set(counts) == set(state.legal_actions())
    expected = draws / 9
    sigma = (draws * 1 / 9 * 8 / 9) ** 0.5
    assert all(abs(count - expected) < 4 * sigma for count in counts.values())


@pytest.mark.req("S4.32")
@pytest.mark.parametrize(("spec", "seat"), [("mnk(5,5,3)", 0), ("mnk(5,5,4)", 1)])
def test_it_beats_the_random_player(spec: str, seat: int) -> None:
    for seed in range(3):
        computer, chance = ClassicGomokuPlayer(seconds=60, seed=seed), RandomPlayer(seed=seed)
        players = (chance, computer) if seat else (computer, chance)
        outcome = play_match(load_game(spec), players, limit=Limit(nodes=1000)).outcome
        assert outcome is not None
        assert outcome.winner == seat


@pytest.mark.req("X.6")
def test_the_position_of_the_caller_stays_as_it_was() -> None:
    for state in positions("mnk(rows=6,cols=6,k=4)", 10):
        before = snapshot(state)
        choose(state, Limit(nodes=200))
        assert snapshot(state) == before


def test_it_plays_games_on_free_cells_only() -> None:
    player = ClassicGomokuPlayer()
    assert player.supports(load_game("gomoku"))
    assert player.supports(load_game("tic_tac_toe"))
    assert not player.supports(load_game("connect_four"))
    assert not player.supports(load_game("nine_board"))


def test_a_finished_game_is_refused() -> None:
    over = play_all(Mnk().initial_state(), [0, 3, 1, 4, 2])
    with pytest.raises(IllegalMove):
        choose(over)


@each("option", ["seconds=0", "seconds=-1", "deepening=perhaps", "depth=3"])
def test_bad_options_are_refused(option: str) -> None:
    with pytest.raises(BadOption):
        load_agent(f"classic-gomoku({option})")
