"""Pictures of search trees: valid XML, nothing overlaps, and what is drawn is what was searched."""

from __future__ import annotations

import doctest
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.search_trees import (
    RememberingAlphaBeta,
    Visit,
    alphabeta_tree,
    mcts_tree,
    value_tree,
)
from benchmarks.tree_svg import TreeNode, outline, render

from benchmarks import search_trees, tree_svg
from inarow.games.notation import parse_position, play_moves
from inarow.registry import load_game
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, search_tree
from inarow.search.minimax.alphabeta import AlphaBeta
from inarow.search.minimax.expectiminimax import expectiminimax
from inarow.search.minimax.plain import minimax
from inarow.search.ordering import centre_first

NAMESPACE = "{http://www.w3.org/2000/svg}"
PLACE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")
ENDGAME = parse_position(load_game("tic_tac_toe"), "XOO/..X/OX. X")

labels = st.text("abc<&>\"'∞ 0123456789", max_size=12)
nodes = st.recursive(
    st.builds(TreeNode, labels, labels),
    lambda inner: st.builds(
        TreeNode,
        labels,
        labels,
        st.lists(inner, max_size=4).map(tuple),
        st.sampled_from(["", "best", "cut", "rest"]),
        labels,
        st.sampled_from(["box", "round", "circle"]),
        st.sampled_from([None, ENDGAME, load_game("connect_four").initial_state().play(3)]),
    ),
    max_leaves=15,
)


class Picture:
    """A drawing that has been read back."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)
        self.text = text

    def groups(self) -> list[ElementTree.Element]:
        """The groups of all nodes."""
        return [group for group in self.root if group.tag == f"{NAMESPACE}g"]

    def boxes(self) -> list[tuple[float, float, float, float]]:
        """Left, top, right and bottom of every node."""
        found = []
        for group in self.groups():
            match = PLACE.fullmatch(group.get("transform", ""))
            assert match is not None
            x, y = float(match[1]), float(match[2])
            frame = group[0]
            assert frame.get("class") == "node"
            left = x + float(frame.get("x", ""))
            width, height = float(frame.get("width", "")), float(frame.get("height", ""))
            found.append((left, y, left + width, y + height))
        return found

    def view(self) -> tuple[float, float, float, float]:
        left, top, width, height = map(float, self.root.get("viewBox", "").split())
        return left, top, left + width, top + height

    def of_class(self, name: str) -> list[ElementTree.Element]:
        return [part for part in self.root.iter() if name in part.get("class", "").split()]


def walk(tree: TreeNode) -> list[TreeNode]:
    return [tree, *(node for child in tree.children for node in walk(child))]


def no_evaluation(state: object, player: int) -> float:
    return 0.0


def traced(**options: object) -> RememberingAlphaBeta:
    search = RememberingAlphaBeta(cuts=[], **options)  # type: ignore[arg-type]
    search.value(ENDGAME, 3)
    return search


@settings(deadline=None)
@given(nodes)
def test_nodes_never_overlap_and_lie_inside(tree: TreeNode) -> None:
    picture = Picture(render(tree, "any tree", ("first row", "second")))
    boxes, view = picture.boxes(), picture.view()
    assert len(boxes) == len(walk(tree))
    for left, top, right, bottom in boxes:
        assert view[0] <= left < right <= view[2]
        assert view[1] <= top < bottom <= view[3]
    for index, one in enumerate(boxes):
        for other in boxes[:index]:
            apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3]
            assert apart or other[1] >= one[3], f"{one} and {other} overlap"


@settings(max_examples=30, deadline=None)
@given(nodes)
def test_every_text_survives(tree: TreeNode) -> None:
    picture = Picture(render(tree, tree.label))
    shown = [part.text or "" for part in picture.root.iter(f"{NAMESPACE}text")]
    for node in walk(tree):
        assert node.label in shown
        assert node.detail in shown or not node.detail
    for child in walk(tree)[1:]:
        assert child.move in shown or not child.move


def test_a_picture_stands_alone_and_can_be_read_aloud() -> None:
    tree = TreeNode("3", children=(TreeNode("3 < 4", mark="best", move="a2"), TreeNode("2")))
    picture = Picture(render(tree, "Three & two"))
    assert picture.root.get("role") == "img"
    assert picture.root.findtext(f"{NAMESPACE}title") == "Three & two"
    assert picture.root.findtext(f"{NAMESPACE}desc") == "3\n  a2: 3 < 4 (best)\n  2"
    assert "prefers-color-scheme:dark" in picture.text
    assert not re.search(r"(href|src|url)\b", picture.text), "nothing from elsewhere"


def test_marks_and_shapes_do_not_need_colour() -> None:
    picture = Picture(render(TreeNode("1", children=(TreeNode("cut", mark="cut"),)), "cut"))
    style = picture.root.findtext(f"{NAMESPACE}style") or ""
    light = style.partition("@media")[0]
    for rule in (".cut .node", ".branch.cut", ".branch.rest"):
        assert "dash" in light.partition(rule)[2].partition("}")[0]
    assert "stroke-width:4" in light.partition(".best .node")[2].partition("}")[0]
    radius = {
        shape: Picture(render(TreeNode("1", shape=shape), shape)).groups()[0][0].get("rx")
        for shape in ("box", "round", "circle")
    }
    assert len(set(radius.values())) == 3


def test_captions_stand_left_of_everything() -> None:
    tree = TreeNode("1", children=(TreeNode("2"), TreeNode("3")))
    picture = Picture(render(tree, "rows", ("X chooses", "O chooses")))
    captions = picture.of_class("caption")
    assert [caption.text for caption in captions] == ["X chooses", "O chooses"]
    ends = [float(part.get("x", "")) + 7.6 * len(part.text or "") for part in captions]
    assert max(ends) <= min(left for left, *_ in picture.boxes())


@pytest.mark.parametrize(
    "spec", ["tic_tac_toe", "connect_four", "gomoku", "nine_board", "mnk(rows=1,cols=40,k=5)"]
)
def test_small_boards_of_every_game(spec: str) -> None:
    state, rng = load_game(spec).initial_state(), Random(1)
    while state.ply < 5:
        state = state.play(rng.choice(state.legal_actions()))
    picture = Picture(render(TreeNode("5 stones", state=state), spec))
    crosses = picture.of_class("x")[0].get("d", "").count("M")
    assert crosses == 3
    assert len(picture.of_class("o")) == 2
    assert len(picture.of_class("last")) == 1


def test_minimax_tree_has_the_values_of_minimax() -> None:
    tree = value_tree(ENDGAME, 3, lambda state, left: minimax(state, left, no_evaluation))
    assert len(walk(tree)) == 14
    assert {child.move: child.label for child in tree.children} == {
        "a2": "-2.14748e+09",
        "b2": "2.14748e+09",
        "c1": "-2.14748e+09",
    }
    best = [node.move for node in walk(tree) if node.mark == "best"]
    assert best == ["b2", "a2", "c1"], "one line, the first of equals"
    assert {node.shape for node in walk(tree)} == {"box", "round"}


def test_dice_are_circles_and_choose_nothing() -> None:
    start = play_moves(load_game("random_drop(rows=2,cols=4,k=3)").initial_state(), "1212?")
    tree = value_tree(start, 4, lambda state, left: expectiminimax(state, left, no_evaluation))
    assert tree.shape == "circle"
    assert [child.shape for child in tree.children] == ["circle", "circle"]
    assert [child.mark for child in tree.children] == ["", ""]


def test_levels_bound_the_drawing_and_not_the_search() -> None:
    def judge(state: object, left: int) -> float:
        return float(left)

    tree = value_tree(load_game("tic_tac_toe").initial_state(), 5, judge, levels=1)
    assert tree.label == "5"
    assert [child.label for child in tree.children] == ["4"] * 9
    assert all(not child.children for child in tree.children)


@pytest.mark.parametrize("options", [{}, {"moves": centre_first}, {"bound_tests": True}])
def test_the_traced_search_is_the_search(options: dict[str, object]) -> None:
    search = traced(**options)
    plain = AlphaBeta(cuts=[], **options)  # type: ignore[arg-type]
    assert plain.value(ENDGAME, 3) == search.visits[0].value
    assert plain.clock.nodes == search.clock.nodes

    def count(visit: Visit) -> int:
        return 1 + sum(map(count, visit.children))

    assert count(search.visits[0]) == search.clock.nodes
    assert plain.cuts is not None
    assert search.cuts is not None
    assert [cut.action for cut in plain.cuts] == [cut.action for cut in search.cuts]


def test_every_branch_is_drawn_or_cut() -> None:
    tree = alphabeta_tree(traced(moves=centre_first).visits[0])
    drawn = walk(tree)
    assert sum(node.mark != "cut" for node in drawn) == 10
    cut = [node for node in drawn if node.mark == "cut"]
    assert {node.label for node in cut} == {"cut"}
    assert sorted(node.move for node in cut) == ["a2", "c1"]
    picture = Picture(render(tree, "cuts"))
    assert len([part for part in picture.of_class("cut") if part.tag.endswith("path")]) == 2
    for node in drawn:
        if node.children and node.state is not None:
            moves = {node.state.game.parse(child.move) for child in node.children}
            assert moves == set(node.state.legal_actions())


def test_a_value_at_the_edge_of_its_window_is_a_bound() -> None:
    tree = alphabeta_tree(traced().visits[0], boards=False)
    assert (tree.label, tree.detail) == ("1", "-∞ to ∞")
    assert [child.label for child in tree.children] == ["-2", "1", "≤ 1"]
    assert [child.detail for child in tree.children] == ["-∞ to ∞", "-2 to ∞", "1 to ∞"]
    assert [node.move for node in walk(tree) if node.mark == "best"] == ["b2", "a2", "c1"]


def grown(simulations: int = 300) -> Node:
    start = play_moves(load_game("connect_four").initial_state(), "445")
    return search_tree(start, Settings(), Limit(simulations=simulations), Random(2))


def test_monte_carlo_tree_shows_the_most_visited_moves() -> None:
    root = grown()
    tree = mcts_tree(root, levels=2, most=3)
    ranked = sorted(root.children.values(), key=lambda child: -child.visits)
    assert [child.label for child in tree.children[:3]] == [
        f"{child.wins:g}/{child.visits}" for child in ranked[:3]
    ]
    rest = tree.children[3]
    left_out = sum(child.visits for child in ranked[3:])
    assert (rest.label, rest.detail, rest.mark) == ("4 more", f"{left_out} visits", "rest")
    assert tree.label.endswith("/300")
    assert tree.children[0].move == f"O {(ranked[0].action or 0) + 1}"
    best = [node for node in walk(tree) if node.mark == "best"]
    assert [node.label for node in best] == [
        tree.children[0].label,
        tree.children[0].children[0].label,
    ]
    assert max(len(line) - len(line.lstrip()) for line in outline(tree).splitlines()) == 4


def test_a_node_may_be_drawn_in_another_way() -> None:
    def shout(node: Node, drawn: TreeNode) -> TreeNode:
        return replace(drawn, detail="ROOT" if node.parent is None else "child")

    tree = mcts_tree(grown(20), levels=1, most=99, boards=True, change=shout)
    assert [node.detail for node in walk(tree)] == ["ROOT"] + ["child"] * 7
    assert all(node.state is not None for node in walk(tree))


def test_an_unvisited_tree_can_be_drawn() -> None:
    root = Node(ENDGAME)
    tree = mcts_tree(root)
    assert (tree.label, tree.detail, tree.children) == ("0/0", "", ())
    assert Picture(render(tree, "nothing yet")).boxes()


def test_the_same_tree_gives_the_same_picture() -> None:
    assert render(mcts_tree(grown(50)), "twice") == render(mcts_tree(grown(50)), "twice")


@pytest.mark.parametrize("module", [search_trees, tree_svg])
def test_the_examples_in_the_docstrings(module: ModuleType) -> None:
    failures, examples = doctest.testmod(module)
    assert (failures, examples > 3) == (0, True)
