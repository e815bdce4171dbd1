"""Shapes have the names that players know, and each is what its definition says: played out."""

from __future__ import annotations

from random import Random

import pytest

from inarow.games.base import Board, Cell, Game, State
from inarow.registry import load_game
from inarow.study.reasons import reasons
from inarow.study.shapes import has_shapes, made, shape_words

STEPS = ((1, 0), (0, 1), (1, -1), (1, 1))
ROW, SQUARE = "mnk(1,9,5)", "mnk(7,7,5)"


def drawn(spec: str, picture: str) -> tuple[State, int]:
    """A position with X to move, and the cell that is marked `x`."""
    marks = {"X": 0, "O": 1}
    board = tuple(tuple(marks.get(mark) for mark in row) for row in picture.split("/"))
    return load_game(spec).state_from(board, 0), picture.replace("/", "").index("x")


def name(spec: str, picture: str) -> str:
    return made(*drawn(spec, picture), player=0)[0]


def words(spec: str, picture: str) -> list[str]:
    return [text for _, text, _ in shape_words(*drawn(spec, picture))]


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (".XXXx....", "an open four"),
        ("OXXXx....", "a four"),
        ("XX.Xx....", "a four"),
        ("XX.Xx.XX.", "a double four"),
        (".XXx.....", "an open three"),
        (".XX.x....", "a broken three"),
        ("OXXx.....", "a closed three"),
        ("..X.X.x..", "a closed three"),  # one more stone makes no open four
        ("...Xx....", "an open two"),
        ("O.Xx..O..", ""),
    ],
)
def test_one_line(picture: str, expected: str) -> None:
    assert name(ROW, picture) == expected


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("......./.X...../..X..../...x.../...X.../...X.../.......", "a double three"),
        ("OX...../O.X..../O..X.../....x../....X../....X../.......", "a four-three"),
        ("O....../.X...../..X..../...X.../OXXXx../......./.......", "a double four"),
    ],
)
def test_two_lines_at_once(picture: str, expected: str) -> None:
    assert name(SQUARE, picture) == expected


def test_names_follow_the_length_of_a_line() -> None:
    assert name("mnk(1,9,4)", "..XXx....") == "an open three"
    assert name("mnk(1,9,4)", "OXXx.....") == "a three"
    assert name("mnk(1,9,6)", ".XXXx....") == "an open four"
    assert not has_shapes(load_game("connect_four"))
    assert not has_shapes(load_game("mnk(9,9,7)"))


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("..OOOx...", ["blocks an open three"]),
        (".OxOO....", ["blocks a broken three"]),
        ("XOOOx....", ["blocks a closed three"]),
        ("XOOOOx...", ["blocks a four"]),
        (".OOOOx...", []),  # nothing stops an open four
        ("...OO..x.", []),
    ],
)
def test_what_a_stone_blocks(picture: str, expected: list[str]) -> None:
    assert [text for text in words(ROW, picture) if text.startswith("blocks")] == expected


def test_the_point_of_two_lines_is_taken() -> None:
    picture = "......./.O...../..O..../...x.../...O.../...O.../......."
    assert (
        words(SQUARE, picture)[-1] == "takes the point where the opponent would make a double three"
    )


def test_overlines() -> None:
    won = reasons(*drawn(ROW, "XXXxXX..."))
    assert won[0].words.endswith(", an overline")
    assert name("mnk(1,9,5,exact)", "XXXxXX...") == "an overline, which does not win"


# Caro: five between two stones of the opponent do not win

CARO = "gomoku(rows=1,cols={},rule=caro)"


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (".XXXx....", "an open four"),
        (".XXXx..O.", "an open four"),
        ("..XXXx.O.", "a four"),  # a stone on one cell that makes five closes the other
        ("O.XXXx.O.", "a four"),
        ("OXXXx....", "a four"),
        ("XXXx.....", "a four"),  # the edge closes nothing
        ("OXXXx.O..", "a closed four, which threatens nothing"),
        ("OXXXXxO..", "a closed five, which does not win"),
        ("OXXXXx...", "a five"),
        ("XXXXxO...", "a five"),
        ("..XXx....", "an open three"),
        ("O.XXx.O..", ""),  # becomes a closed four at best
        ("OXXx.....", "a closed three"),
        ("XXXxXX...", "an overline, which does not win"),
    ],
)
def test_caro(picture: str, expected: str) -> None:
    spec = CARO.format(len(picture))
    assert has_shapes(load_game(spec))
    assert name(spec, picture) == expected


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("XOOOO.x..", ["blocks a four"]),  # from behind
        ("XOOOOx...", ["blocks a four"]),
        (".OOOOx...", []),  # nothing stops an open four
        ("X.OOOOx.X", ["blocks a four"]),
        ("XOOOO.X.x", []),
    ],
)
def test_what_a_stone_blocks_in_caro(picture: str, expected: list[str]) -> None:
    found = words(CARO.format(len(picture)), picture)
    assert [text for text in found if text.startswith("blocks")] == expected


def test_in_caro_nobody_must_take_the_cell_that_makes_five() -> None:
    said = [why.words for why in reasons(*drawn(CARO.format(9), "OXXXx...."))]
    assert said == ["makes a four", "threatens f1"]
    said = [why.words for why in reasons(*drawn("gomoku(rows=1,cols=9)", "OXXXx...."))]
    assert said == ["makes a four", "threatens f1, which the opponent must take"]


# Renju: black's threes must be able to grow, and what is forbidden makes nothing


@pytest.mark.parametrize(
    ("picture", "player", "expected"),
    [
        ("........./...XX.x../.........", 0, "a broken three"),
        ("X..XXx..X/........./.........", 0, "a closed three"),  # else six would stand
        ("O..OOx..O/........./.........", 1, "an open three"),
        ("XXx.XX.../........./.........", 0, ""),  # six would stand, not five
        ("X.XxX.X../........./.........", 0, ""),  # two fours in one line
        ("O.OxO.O../........./.........", 1, "a double four"),
    ],
)
def test_renju(picture: str, player: int, expected: str) -> None:
    state, action = drawn("gomoku(3,9,renju)", picture)
    assert made(state, action, player)[0] == expected
    swapped = picture.translate(str.maketrans("XO", "OX"))
    state, action = drawn("gomoku(3,9,renju,swapped)", swapped)
    assert made(state, action, 1 - player)[0] == expected


def test_who_takes_the_point_of_two_fours_in_one_line_is_told_so() -> None:
    said = words(ROW, ".O.OxO.O.")
    assert said[-1] == "takes the point where the opponent would make a double four"


# The definition, told by playing


def fives(game: Game, board: Board, player: int, cell: Cell | None = None) -> set[Cell]:
    """The cells on which a player would win at once, with a line through the given cell."""
    state = game.state_from(board, player)
    ends = [(action, state.play(action).outcome) for action in state.legal_actions()]
    return {
        divmod(action, game.shape[1])
        for action, end in ends
        if end is not None and end.winner == player and (cell is None or cell in end.cells)
    }


def put(board: Board, cell: Cell, player: int) -> Board:
    rows = [list(row) for row in board]
    rows[cell[0]][cell[1]] = player
    return tuple(map(tuple, rows))


def on_line(cell: Cell, other: Cell, step: Cell) -> bool:
    return (other[0] - cell[0]) * step[1] == (other[1] - cell[1]) * step[0]


def threes(game: Game, board: Board, cell: Cell, player: int) -> int:
    """On how many lines through the cell one more stone, if it is legal, makes two fives there."""
    allowed = game.state_from(board, player).legal_actions()
    empty = [divmod(action, game.shape[1]) for action in allowed]
    found = 0
    for step in STEPS:
        line = [other for other in empty if on_line(cell, other, step)]
        ends = [fives(game, put(board, more, player), player, cell) for more in line]
        found += any(sum(on_line(cell, five, step) for five in end) > 1 for end in ends)
    return found


@pytest.mark.parametrize("rule", ["caro", "caro_overline"])
def test_each_name_of_caro_is_true_when_it_is_played_out(rule: str, thorough: bool) -> None:
    """An open four is one that no stone stops; a four is one that some stone stops."""
    game, rng, seen = load_game(f"gomoku(rows=7,cols=7,rule={rule})"), Random(rule), set[str]()
    for _ in range(400 if thorough else 200):
        state = game.initial_state()
        for _ in range(rng.randrange(8, 24)):
            after = state.play(rng.choice(list(state.legal_actions())))
            state = after if after.outcome is None else state
        player, action = state.player, rng.choice(list(state.legal_actions()))
        said, after = made(state, action, player)[0], state.play(action)
        seen.add(said)
        wins = after.outcome is not None
        assert wins == (said in ("a five", "an overline")), state
        if wins or fives(game, state.board(), player) or fives(game, state.board(), 1 - player):
            continue
        threatened = bool(fives(game, after.board(), player))
        names = ("an open four", "a four", "a four-three", "a double four")
        assert threatened == (said in names), state
        if said in ("an open four", "a four"):
            board = after.board()
            answers = [put(board, divmod(one, 7), 1 - player) for one in after.legal_actions()]
            stopped = any(not fives(game, answer, player) for answer in answers)
            assert stopped == (said == "a four"), state
    assert {"a four", "a closed three", "an open two"} <= seen


@pytest.mark.parametrize(
    "spec", ["mnk(7,7,5)", "mnk(7,7,5,exact)", "mnk(6,6,4)", "gomoku(7,7,renju)"]
)
def test_each_name_is_true_when_it_is_played_out(spec: str, thorough: bool) -> None:
    game, rng, seen = load_game(spec), Random(spec), set[str]()
    rules = game.rules
    assert rules is not None
    four, three = ("four", "three") if rules.k == 5 else ("three", "two")
    whole = thorough or not rules.renju
    for _ in range(150 if thorough else 80 if whole else 40):
        state = game.initial_state()
        for _ in range(rng.randrange(6, 20)):
            after = state.play(rng.choice(list(state.legal_actions())))
            if after.outcome is None:
                state = after
        board, player = state.board(), state.player
        if fives(game, board, player):
            continue
        action = rng.choice(list(state.legal_actions()))
        said, cell = made(state, action, player)[0].partition(",")[0], divmod(action, rules.cols)
        after_it = put(board, cell, player)
        wins = len(fives(game, after_it, player))
        seen.add(said)
        assert (wins > 1) == (said in (f"an open {four}", f"a double {four}")), state
        assert (wins == 1) == (said in (f"a {four}", f"a {four}-{three}")), state
        if not wins:
            names = {1: {f"an open {three}", f"a broken {three}"}, 2: {f"a double {three}"}}
            count = min(2, threes(game, after_it, cell, player))
            assert (said in names[count]) if count else said not in names[1] | names[2], state
    assert not whole or {f"a {four}", f"a broken {three}", f"an open {three}"} <= seen
