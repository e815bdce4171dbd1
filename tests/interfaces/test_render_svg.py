"""The SVG picture: valid XML, the text of the board in it, and every mark where it belongs."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.games.base import Cell, State
from inarow.games.mnk import Mnk
from inarow.interfaces.render import svg
from inarow.interfaces.render.modern import hints
from inarow.registry import games, load_game

SPECS = [
    *games(),
    "connect_four(rows=1,cols=1,k=2)",
    "random_drop(rows=2,cols=30,k=3)",
    "mnk(rows=1,cols=1,k=2)",
    "mnk(rows=25,cols=28,k=3)",
    "nine_board(first_move=free,full_board=free)",
]
NAMESPACE = "{http://www.w3.org/2000/svg}"
PLACE = re.compile(r"translate\((\d+) (\d+)\)")


def after(spec: str, moves: str) -> State:
    state = load_game(spec).initial_state()
    for move in moves.split():
        state = state.play(state.game.parse(move))
    return state


def random_state(spec: str, seed: int) -> State:
    dice = random.Random(seed)
    state = load_game(spec).initial_state()
    for _ in range(dice.randrange(90)):
        if state.outcome is not None:
            break
        state = state.play(dice.choice(state.legal_actions()))
    return state


def places(root: ElementTree.Element, name: str) -> list[Cell]:
    """The cells at which shapes of a class lie."""
    found = []
    for shape in root.iter():
        if shape.get("class") == name:
            match = PLACE.fullmatch(shape.get("transform", ""))
            assert match is not None
            x, y = int(match[1]), int(match[2])
            assert x % 40 == y % 40 == 20
            found.append((y // 40, x // 40))
    return found


def texts(root: ElementTree.Element, tag: str) -> list[str]:
    return [element.text or "" for element in root.iter(NAMESPACE + tag)]


def test_the_whole_file() -> None:
    drawing = svg.render(after("connect_four(rows=1,cols=3,k=2)", "1 3 2"), size=20)
    head, rest = drawing.split("<style>")
    style, body = rest.split("</style>")
    assert head == (
        '<svg xmlns="http://www.w3.org/2000/svg" class="inarow" role="img" '
        'viewBox="-8 -8 136 76" width="68" height="38">\n'
        "<title>connect_four(rows=1,cols=3,k=2): X wins</title>\n"
        "<desc>XXO</desc>\n"
    )
    assert "prefers-color-scheme:dark" in style
    x = '<circle r="14"/><path d="M-5 -5L5 5M-5 5L5 -5"/>'
    o = '<circle r="14"/><circle class="hole" r="7"/>'
    assert body.splitlines() == [
        "",
        '<rect class="paper" x="-8" y="-8" width="136" height="76"/>',
        '<rect class="board" width="120" height="40"/>',
        '<path class="grid" d="M0 0H120M0 40H120M0 0V40M40 0V40M80 0V40M120 0V40"/>',
        '<path class="blocks" d="M0 0H120M0 40H120M0 0V40M120 0V40"/>',
        '<text x="20" y="59">1</text>',
        '<text x="60" y="59">2</text>',
        '<text x="100" y="59">3</text>',
        f'<g class="x" transform="translate(20 20)">{x}</g>',
        f'<g class="x" transform="translate(60 20)">{x}</g>',
        f'<g class="o" transform="translate(100 20)">{o}</g>',
        '<path class="win" transform="translate(20 20)" d="M-17 -17H17V17H-17Z"/>',
        '<path class="win" transform="translate(60 20)" d="M-17 -17H17V17H-17Z"/>',
        '<path class="last" transform="translate(60 20)" d="M-18 -18H-5L-18 -5Z"/>',
        "</svg>",
    ]


@pytest.mark.parametrize("spec", SPECS)
@settings(deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_picture(spec: str, seed: int) -> None:
    state = random_state(spec, seed)
    root = ElementTree.fromstring(svg.render(state))
    assert root.tag == f"{NAMESPACE}svg"
    assert texts(root, "desc") == [str(state)]
    board = state.board()
    for player, name in enumerate("xo"):
        assert places(root, name) == [
            (row, col)
            for row, owners in enumerate(board)
            for col, owner in enumerate(owners)
            if owner == player
        ]
    assert places(root, "win") == list(state.outcome.cells if state.outcome else ())
    assert places(root, "last") == ([] if state.last_cell is None else [state.last_cell])
    row_names, column_names = state.game.labels()
    assert texts(root, "text") == [*hints(state).values(), *row_names, *column_names]


@pytest.mark.parametrize(
    ("spec", "moves", "status"),
    [
        ("tic_tac_toe", "", "X to move"),
        ("tic_tac_toe", "a1", "O to move"),
        ("tic_tac_toe", "a1 a2 b1 b2 c3 c2", "O wins"),
        ("tic_tac_toe", "a1 b2 c3 a2 c2 c1 a3 b3 b1", "draw"),
    ],
)
def test_the_title_tells_how_the_game_stands(spec: str, moves: str, status: str) -> None:
    state = after(spec, moves)
    (title,) = texts(ElementTree.fromstring(svg.render(state)), "title")
    assert title == f"{state.game}: {status}"


@pytest.mark.req("S3.9")
@pytest.mark.parametrize(
    ("spec", "moves", "marked"),
    [
        ("connect_four", "1 1 2 2 3 3 5 5 6 6 7 7 4", [(5, col) for col in range(7)]),
        (
            "tic_tac_toe",
            "a3 a2 b3 b2 c2 a1 c1 b1 c3",
            [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)],
        ),
    ],
)
def test_long_lines_and_two_lines_are_framed_whole(
    spec: str, moves: str, marked: list[Cell]
) -> None:
    assert places(ElementTree.fromstring(svg.render(after(spec, moves))), "win") == marked


def test_labels_stand_inside_the_picture() -> None:
    for spec in SPECS:
        root = ElementTree.fromstring(svg.render(load_game(spec).initial_state()))
        left, top, width, height = map(int, root.attrib["viewBox"].split())
        for label in root.iter(f"{NAMESPACE}text"):
            assert left + 10 < int(label.attrib["x"]) < left + width - 10
            assert top + 10 < int(label.attrib["y"]) < top + height - 5


def test_size_changes_how_large_it_appears_and_nothing_else() -> None:
    state = after("gomoku", "h8 i9")
    small, large = (svg.render(state, size=size).split(">", 1) for size in (10, 80))
    assert small[1] == large[1]
    assert small[0].endswith('viewBox="-28 -28 636 636" width="159" height="159"')
    assert large[0].endswith('viewBox="-28 -28 636 636" width="1272" height="1272"')


def test_a_large_board_has_lines_through_its_stones_and_star_points() -> None:
    root = ElementTree.fromstring(svg.render(load_game("gomoku").initial_state()))
    assert places(root, "star") == [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)]
    (grid,) = (shape.get("d", "") for shape in root.iter() if shape.get("class") == "grid")
    assert grid.startswith("M20 20H580M20 60H580")
    assert (grid.count("H"), grid.count("V")) == (15, 15)
    assert not [shape for shape in root.iter() if shape.get("class") in ("board", "blocks")]


def test_forbidden_cells_are_crossed_out() -> None:
    state = after("gomoku(7,7,renju)", "d6 a1 d5 c1 b4 e1 c4 g1")
    assert places(ElementTree.fromstring(svg.render(state)), "no") == [(3, 3)]


def test_the_board_to_play_in_is_highlighted() -> None:
    root = ElementTree.fromstring(svg.render(after("nine_board", "5 5 3")))
    shaded = [shape for shape in root.iter() if shape.get("class") == "open"]
    assert [(shape.get("x"), shape.get("y")) for shape in shaded] == [
        (str(x), str(y)) for y in (0, 40, 80) for x in (240, 280, 320)
    ]


@dataclass(frozen=True)
class Angular(Mnk):
    """A game of another package whose labels XML must not take for tags."""

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ("<1>", "2&3"), ("<<", ">>")

    def __str__(self) -> str:
        return "angular(<&>)"


def test_names_are_escaped() -> None:
    root = ElementTree.fromstring(svg.render(Angular(rows=2, cols=2).initial_state()))
    assert texts(root, "text") == ["<1>", "2&3", "<<", ">>"]
    assert texts(root, "title") == ["angular(<&>): X to move"]
