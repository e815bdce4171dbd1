"""Puzzles: one right move, true values, a sensible word to every answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random
from threading import Event

import pytest

from inarow.errors import BadFile, IllegalMove, InarowError, NotSupported
from inarow.games.base import State
from inarow.games.connect_four import ConnectFourState
from inarow.games.notation import parse_position, play_moves
from inarow.games.record import Record
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.limit import Limit
from inarow.search.solver.solver import Solver
from inarow.study.expected import Expectation
from inarow.study.puzzle_maker import make_puzzles
from inarow.study.puzzle_rating import Standing, Try, fitted, newcomer, rate
from inarow.study.puzzle_sources import has_puzzles, is_puzzle, source_of
from inarow.study.puzzles import Puzzle, format_puzzles, mistakes, parse_puzzles, shipped_puzzles
from inarow.study.review import review
from oracle import TRUTH, wins_within
from played_out import played_out

SHIPPED = shipped_puzzles("connect_four")
SHORT_WINS = ("pop_out", "ultimate_tic_tac_toe")
"""Games whose puzzles are wins within a few plies."""


def proven(result: Result, plies: int | None = None) -> Value:
    return Value(Kind.PROVEN, 0.0, result, plies)


WIN, DRAW, LOSS = proven(Result.WIN, 9), proven(Result.DRAW), proven(Result.LOSS, 8)


@pytest.mark.parametrize(
    ("values", "fine"),
    [
        ([WIN, DRAW, LOSS], True),
        ([DRAW, LOSS, LOSS], True),
        ([WIN, WIN, LOSS, LOSS], False),
        ([LOSS, LOSS, LOSS], False),
        ([proven(Result.WIN, 1), DRAW, DRAW], False),
        ([WIN, LOSS, proven(Result.LOSS, 2)], False),
        ([WIN, Value(Kind.ESTIMATE, 0.2), LOSS], False),
        ([], False),
    ],
)
def test_what_makes_a_puzzle(values: list[Value], fine: bool) -> None:
    assert is_puzzle(dict(enumerate(values))) is fine


def sample() -> Puzzle:
    return SHIPPED[0]


@cache
def tic_tac_toes() -> tuple[Puzzle, ...]:
    return tuple(make_puzzles(load_game("tic_tac_toe"), 3, seed=1))


def test_the_shipped_set_is_sound() -> None:
    for puzzle in SHIPPED:
        assert is_puzzle(dict(puzzle.values))
        assert len(puzzle.solutions) == 1
        assert play_moves(puzzle.state.game.initial_state(), puzzle.moves) == puzzle.state
    levels = Counter(puzzle.level for puzzle in SHIPPED)
    assert set(levels) == {1, 2, 3, 4, 5}


def wrong_values(puzzles: tuple[Puzzle, ...]) -> list[str]:
    solver, wrong = Solver(memory_mb=64), []
    for puzzle in puzzles:
        assert isinstance(puzzle.state, ConnectFourState)
        truth = solver.columns(puzzle.state)
        said = {a: (v.result, v.plies) for a, v in puzzle.values.items()}
        known = {a: (s.result, None if s.score == 0 else s.plies) for a, s in truth.items()}
        wrong += [] if said == known else [puzzle.moves]
    return wrong


def test_a_few_shipped_puzzles_are_solved_again() -> None:
    assert wrong_values(SHIPPED[::40]) == []


def test_right_and_wrong_answers_get_their_words() -> None:
    puzzle = sample()
    (solution,) = puzzle.solutions
    right = puzzle.check(solution)
    assert right.right
    assert right.words.startswith(f"Right, {puzzle.state.game.format(solution)}: ")
    for action in puzzle.state.legal_actions():
        if action != solution:
            verdict = puzzle.check(action)
            assert not verdict.right
            assert verdict.words.startswith(f"Wrong: {puzzle.state.game.format(action)} gives ")
    hints = [puzzle.hint(number) for number in range(4)]
    assert hints[0].startswith("The right move leads to: win in ")
    assert hints[-1] == f"It is {puzzle.state.game.format(solution)}."


def test_an_illegal_answer_is_refused() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "444444")
    values = dict.fromkeys(state.legal_actions(), DRAW)
    with pytest.raises(IllegalMove, match="cannot be played"):
        Puzzle(state, values).check(3)


def test_text_and_back() -> None:
    game = load_game("connect_four")
    again = parse_puzzles(format_puzzles(game, SHIPPED[:5]))
    assert again == SHIPPED[:5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tic_tac_toe\n1 a1 b1=W3\n", "line 2 of the puzzles: not every move has a value"),
        ("tic_tac_toe\n\n1 a1a1 b1=W3\n", "line 3"),
        ("tic_tac_toe\n1 a1 b1=X3\n", "is not a value"),
        ("tic_tac_toe\nx\n", "line 2"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        parse_puzzles(text)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four(4,4,3)"])
def test_puzzles_of_small_games_agree_with_brute_force(spec: str) -> None:
    game = load_game(spec)
    found = tic_tac_toes() if spec == "tic_tac_toe" else tuple(make_puzzles(game, 3, seed=1))
    assert len(found) == 3
    for puzzle in found:
        truth = TRUTH.scores(puzzle.state, game.num_actions**2)
        signs = {action: (score > 0) - (score < 0) for action, score in truth.items()}
        best = [action for action, sign in signs.items() if sign == max(signs.values())]
        assert tuple(best) == puzzle.solutions


def test_where_nothing_can_be_solved_quickly_nothing_is_made() -> None:
    tries: list[int] = []
    game = load_game("connect_four(rows=1,cols=3,k=2)")
    assert list(make_puzzles(game, 3, seed=1, on_try=lambda: tries.append(1))) == []
    assert tries


def test_a_stop_flag_ends_the_search_for_puzzles() -> None:
    stop, tries = Event(), list[int]()

    def hear() -> None:
        tries.append(1)
        stop.set()

    game = load_game("connect_four")
    assert list(make_puzzles(game, 3, seed=1, on_try=hear, stop=stop)) == []
    assert tries == [1]


def test_games_that_take_too_long_to_solve_are_refused() -> None:
    with pytest.raises(NotSupported, match="too long to solve"):
        next(make_puzzles(load_game("mnk(9,9,7)"), 1, seed=1))
    with pytest.raises(NotSupported, match="the dice have too much to say"):
        next(make_puzzles(load_game("random_drop(9,9,4)"), 1, seed=1))
    offered = ("pop_out", "random_drop", "random_drop(9,9,4)", "mnk(3,3,4)")
    assert [has_puzzles(load_game(name)) for name in offered] == [True, True, False, False]


MET_IN_A_GAME = "278343126951325717522853399884816157454657679636477294"


def puzzle_of(spec: str, thorough: bool) -> Puzzle:
    """One that is made of games, or of a position of such a game, which takes far less time."""
    game = load_game(spec)
    if thorough or spec == "pop_out":
        (puzzle,) = make_puzzles(game, 1, seed=1 if thorough else 3)
        assert puzzle.rating is not None
        return puzzle
    state, source = play_moves(game.initial_state(), MET_IN_A_GAME), source_of(game, 1, None)
    assert source.is_quick(state)
    values = source.values(state)
    assert source.is_puzzle(values)
    return Puzzle(state, values, MET_IN_A_GAME)


@pytest.mark.parametrize("spec", ["pop_out", "ultimate_tic_tac_toe"])
def test_where_nobody_knows_the_truth_puzzles_are_short_wins(spec: str, thorough: bool) -> None:
    puzzle = puzzle_of(spec, thorough)
    (solution,) = puzzle.solutions
    assert wrong_short_wins([puzzle]) == []
    wrong = next(a for a in puzzle.state.legal_actions() if a != solution)
    assert puzzle.check(wrong).words.startswith("Wrong: no win by force is known after ")


def wins_in_stones(state: State, player: int, stones: int) -> bool:
    """Whether a player can force a line within so many stones: to choose a board costs none."""
    if state.outcome is not None:
        return state.outcome.winner == player
    if not stones:
        return False
    after = (state.play(action) for action in state.legal_actions())
    wins = (wins_in_stones(one, player, stones - (one.player != state.player)) for one in after)
    return any(wins) if state.player == player else all(wins)


def wrong_short_wins(puzzles: Iterable[Puzzle]) -> list[str]:
    """Puzzles whose win is not as short as they say, or not the only one, by the rules alone."""
    wrong = []
    for puzzle in puzzles:
        state, stones = puzzle.state, puzzle.best.plies or 0
        won = tuple(
            action
            for action in state.legal_actions()
            if wins_in_stones(state.play(action), state.player, stones - 1)
        )
        wrong += [] if won == puzzle.solutions and 3 <= stones <= 5 else [puzzle.moves]
    return wrong


@pytest.mark.parametrize("name", SHORT_WINS)
def test_the_shipped_short_wins_are_sound(name: str) -> None:
    game, found = load_game(name), shipped_puzzles(name)
    assert {puzzle.level for puzzle in found} >= {1, 2, 3, 5}
    for puzzle in found:
        assert puzzle.state.game == game
        assert len(puzzle.solutions) == len(puzzle.values) == 1
        assert not winning_actions(puzzle.state, puzzle.state.player)
    assert wrong_short_wins([one for one in found if one.best.plies == 3][::50]) == []


def test_the_choice_of_a_board_is_no_puzzle() -> None:
    """A stone in it may win at once; seen with seed 1 as "win in at most 1"."""
    state, rng = load_game("ultimate_tic_tac_toe").initial_state(), Random(2)
    source = source_of(state.game, 1, None)
    while (after := state.play(rng.choice(list(state.legal_actions())))).player != state.player:
        state = after
    assert len(state.legal_actions()) > 2
    assert not source.is_quick(state)


def test_fewer_puzzles_are_the_first_of_more() -> None:
    """The same seed makes the same ones, that is."""
    assert tuple(make_puzzles(load_game("tic_tac_toe"), 2, seed=1)) == tic_tac_toes()[:2]


def test_the_rating_of_a_puzzle_is_that_of_who_finds_it() -> None:
    levels = [Try(elo, 2, 0) for elo in range(500, 1500, 100)]
    found = [
        fitted([one._replace(found=2 * (one.elo >= least)) for one in levels])
        for least in (500, 900, 1300)
    ]
    assert found == sorted(found)
    assert 750 < found[1] < 950
    puzzle = min(SHIPPED, key=lambda one: one.rating or 0)
    assert rate(puzzle.state, puzzle.solutions) == puzzle.rating


def test_the_rating_of_a_person_moves_to_where_half_is_solved() -> None:
    rng, me = Random(1), Standing(600.0)
    for _ in range(400):
        puzzle = round(me.rating + rng.uniform(-200, 200))
        me = me.after(puzzle, rng.random() < 1 / (1 + 10 ** ((puzzle - 1000) / 400)))
    assert abs(me.rating - 1000) < 150
    assert me.deviation < 80
    assert me.longest >= me.streak
    assert newcomer(load_game("connect_four")).rating == 768


def test_puzzles_of_gomoku_are_wins_by_force_that_beat_every_reply(thorough: bool) -> None:
    game = load_game("mnk(9,9,5)")
    found = list(make_puzzles(game, 1, seed=2))
    if thorough:
        (again,) = make_puzzles(game, 1, seed=2)
        assert [again.values] == [puzzle.values for puzzle in found]
    for puzzle in found:
        assert puzzle.goal.endswith("to move wins")
        assert set(puzzle.solutions) == set(puzzle.values)
        for action in puzzle.solutions:
            after = puzzle.state.play(action)
            assert played_out(after, loser=after.player) is not False
        wrong = next(a for a in puzzle.state.legal_actions() if a not in puzzle.solutions)
        assert puzzle.check(wrong).words.startswith("Wrong: no win by force is known after ")
    assert parse_puzzles(format_puzzles(game, found)) == tuple(found)


def test_puzzles_of_nine_boards_are_proven() -> None:
    game = load_game("nine_board(first_move=free)")
    (puzzle,) = make_puzzles(game, 1, seed=6)
    (solution,) = puzzle.solutions
    mover = puzzle.state.player
    for action, value in puzzle.values.items():
        assert value.kind is Kind.PROVEN
        after = puzzle.state.play(action)
        assert after.outcome is None, "no win at once"
        if value.result is not Result.WIN:  # nothing else is to be seen in some plies
            assert not wins_within(after, mover, 4)
        if value.result is not Result.LOSS:
            assert not wins_within(after, 1 - mover, 3)
        if value.plies == 2:
            assert wins_within(after, 1 - mover, 1)
    assert puzzle.check(solution).right
    assert parse_puzzles(format_puzzles(game, [puzzle])) == (puzzle,)
    assert "Look at cells " in puzzle.hint(0)


def test_the_shipped_set_of_gomoku_is_sound() -> None:
    game = load_game("gomoku")
    found = shipped_puzzles(game.name)
    assert {puzzle.level for puzzle in found} == {1, 2, 3, 4, 5}
    for puzzle in found:
        assert puzzle.state.game == game
        assert 1 <= len(puzzle.solutions) <= 3
        assert all(value.at_most for value in puzzle.values.values())


def test_the_shipped_set_of_nine_boards_has_one_solution_each() -> None:
    found = shipped_puzzles("nine_board")
    assert {puzzle.level for puzzle in found} == {1, 2, 3, 4, 5}
    for puzzle in found:
        assert len(puzzle.solutions) == 1
        assert set(puzzle.values) == set(puzzle.state.legal_actions())
        assert not winning_actions(puzzle.state, puzzle.state.player)
        for action, value in puzzle.values.items():
            after = puzzle.state.play(action)
            assert (value.plies == 2) == bool(winning_actions(after, after.player))


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("connect_four", 1900),
        ("gomoku", 1170),
        ("nine_board", 1010),
        ("random_drop", 810),
        ("pop_out", 65),
        ("ultimate_tic_tac_toe", 27),
    ],
)
def test_no_two_shipped_puzzles_are_the_same(name: str, least: int) -> None:
    """Mirrored or turned, that is: `slow/study/test_puzzles.py`."""
    found = shipped_puzzles(name)
    assert len({puzzle.state.key() for puzzle in found}) == len(found) >= least


def test_what_dice_bring_is_counted_to_the_end() -> None:
    game = load_game("random_drop(3,3,3)")
    rng, compared = Random(1), 0
    for _ in range(30):
        state = game.initial_state()
        while state.outcome is None and (state.ply < 5 or state.chance()):
            state = state.play(rng.choice(list(state.legal_actions())))
        if state.outcome is None:
            found = Expectation(10_000).values(state)
            for action, value in found.items():
                assert value.chance == pytest.approx(points(state.play(action), state.player))
            compared += len(found)
            assert Expectation(1).values(state) == {}
    assert compared > 20


def points(state: State, player: int, known: dict[object, float] | None = None) -> float:
    """The share of points of a player, by the rules alone."""
    known = {} if known is None else known
    if state.outcome is not None:
        return (1 + state.outcome.returns()[player]) / 2
    if state.key() not in known:
        after = {action: state.play(action) for action in state.legal_actions()}
        shares = {action: points(child, player, known) for action, child in after.items()}
        best = max if state.player == player else min
        mean = sum(weight * shares[action] for action, weight in state.chance())
        known[state.key()] = mean if state.chance() else best(shares.values())
    return known[state.key()]


def test_puzzles_with_dice_ask_for_what_can_expect_most() -> None:
    found, dice = shipped_puzzles("random_drop"), load_game("random_drop").parse("?")
    assert len([one for one in found if one.solutions == (dice,)]) <= len(found) / 2
    for puzzle in found:
        (solution,) = puzzle.solutions
        others = [value.chance for action, value in puzzle.values.items() if action != solution]
        assert puzzle.best.chance >= max(others) + 0.1
        assert puzzle.best.kind is Kind.PROVEN
        if puzzle.best.is_expectation:
            assert puzzle.goal.endswith("find the move that can expect the most points")
            assert " % of the points. Look at " in puzzle.hint(0)
    assert wrong_shares(found[::80]) == []


def wrong_shares(puzzles: tuple[Puzzle, ...]) -> list[str]:
    """Puzzles with dice whose moves are worth something else, counted by the rules alone."""
    wrong = []
    for puzzle in puzzles:
        known = dict[object, float]()  # all moves lead to the same positions
        for action, value in puzzle.values.items():
            share = points(puzzle.state.play(action), puzzle.state.player, known)
            wrong += [] if abs(share - value.chance) < 0.0001 else [puzzle.moves]
    return wrong


def test_mistakes_of_a_game_become_a_quiz() -> None:
    record = Record(load_game("tic_tac_toe"))
    record.push_moves("b2b3a3c1c3a2a1")
    moves = list(review(record, limit=Limit(seconds=60)))
    found = mistakes(moves)
    assert [puzzle.state.player for puzzle in found] == [1, 0, 1]
    assert len(mistakes(moves, player=0)) == 1
    first = found[0]
    assert first.goal == "O to move holds the draw"
    assert first.played is not None
    assert "That was played in the game." in first.check(first.played).words
    assert all(first.check(action).right for action in first.solutions)


def test_the_data_survive_json() -> None:
    data = [puzzle.as_dict() for puzzle in SHIPPED[:3]]
    assert json.loads(json.dumps(data)) == data
    assert data[0]["solutions"] == [sample().state.game.format(sample().solutions[0])]


def test_puzzles_of_m_n_k_games_say_how_rows_are_counted() -> None:
    game, found = load_game("tic_tac_toe"), tic_tac_toes()[:2]
    text = format_puzzles(game, found)
    assert parse_puzzles(text) == found
    old = parse_puzzles(text.replace(" notation=2", ""))  # rows from the top
    assert [p.state.board()[::-1] for p in old] == [p.state.board() for p in found]
    assert len(old[0].solutions) == len(found[0].solutions)
    with pytest.raises(InarowError, match="version 7 of the notation"):
        parse_puzzles(text.replace("notation=2", "notation=7"))


def test_no_puzzle_asks_which_board_to_choose() -> None:
    """The same player goes on there: what is proven of it would be told the wrong way round."""
    rows = (
        "XOXXOOOXX/XX......./O......../O......../O......../X......../.O......./.O......./.XO......"
    )
    for board, asked in (("-", False), ("5", True)):
        state = parse_position(load_game("nine_board(full_board=free)"), f"{rows} X {board}")
        assert source_of(state.game, 1, None).is_quick(state) == asked
