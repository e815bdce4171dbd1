"""Draws every picture of the documentation again: `docs/pictures/*.svg`.

All pictures come from the searches and evaluators of this package, with fixed seeds, so they change
only when those do. The tests compare the files with what this script would write.

    python benchmarks/pictures.py            write the pictures that have changed
    python benchmarks/pictures.py --check    only say which would change; exit code 1 if any
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.app_picture import searches_beside_each_other
from benchmarks.search_trees import RememberingAlphaBeta, alphabeta_tree, mcts_tree, value_tree
from benchmarks.tree_svg import Mark, TreeNode, render

from inarow.arena.sweep import read_findings
from inarow.games.base import Cell, State
from inarow.games.notation import parse_board, parse_position, play_moves
from inarow.interfaces.render import svg
from inarow.interfaces.render.plot import plot_svg
from inarow.interfaces.render.sweep_plot import sweep_plot
from inarow.registry import load_game
from inarow.search.evaluators.column_score import column_scores
from inarow.search.gomoku.compiled import Thinking
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.names import A_FOUR, A_THREE, FOUR_THREE, TWO_THREES
from inarow.search.learned.games import random_tuples
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import (
    Settings,
    backpropagate,
    expand,
    next_action,
    search_tree,
    uct,
)
from inarow.search.minimax.expectiminimax import expectiminimax
from inarow.search.minimax.plain import minimax
from inarow.search.nine.plain import safe_turns
from inarow.search.ordering import centre_first, near_moves, plain_moves
from inarow.search.scores import WIN_SCORE

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
ENDGAME = "XOO/..X/OX. X"
"""A tic-tac-toe position with three moves: two lose, one wins."""
PLAYERS = ("X chooses", "O chooses", "X chooses", "the end")


def none(state: State, player: int) -> float:
    """No evaluation."""
    return 0.0


def result(score: float) -> str:
    """A score of a decided game, in units of a win."""
    return f"{round(score / WIN_SCORE, 2):g}"


def endgame() -> State:
    return parse_position(load_game("tic_tac_toe"), ENDGAME)


def idea(cut: bool) -> str:
    """The tree that everybody draws on a blackboard: 3 or 2, from 3 5 and 2 9."""
    left = TreeNode(
        "3", "", (TreeNode("3", mark="best"), TreeNode("5")), "best", "left", shape="round"
    )
    last = TreeNode("cut", mark="cut") if cut else TreeNode("9")
    right = TreeNode("≤ 2" if cut else "2", "", (TreeNode("2"), last), "", "right", shape="round")
    title = "Alpha-beta: the last leaf is not looked at" if cut else "Minimax in one picture"
    captions = ("maximizer chooses", "minimizer chooses", "evaluation")
    return render(TreeNode("3", children=(left, right)), title, captions)


def proof_numbers() -> str:
    """Two moves of the attacker, of which the left one needs fewer positions to be proven."""
    leaf = TreeNode("1 | 1")
    left = TreeNode("2 | 1", "", (leaf, leaf), "best", "left", shape="round")
    right = TreeNode("3 | 1", "", (leaf, leaf, leaf), "", "right", shape="round")
    captions = ("attacker: smallest | sum", "defender: sum | smallest", "not looked into yet")
    return render(TreeNode("2 | 2", children=(left, right)), "Proof and disproof numbers", captions)


def minimax_endgame() -> str:
    def judge(state: State, left: int) -> float:
        return minimax(state, left, none)

    tree = value_tree(endgame(), 3, judge, result)
    return render(tree, "Minimax on a tic-tac-toe position with three empty cells", PLAYERS)


def alphabeta_endgame(moves: Callable[[State], Sequence[int]], title: str) -> str:
    search = RememberingAlphaBeta(moves=moves)
    search.value(endgame(), 3)
    return render(alphabeta_tree(search.visits[0]), title, PLAYERS)


def left_first(state: State) -> Sequence[int]:
    return state.legal_actions()


def dice() -> str:
    """X is lost if O may answer; the dice take the answer away."""
    start = play_moves(load_game("random_drop(rows=2,cols=4,k=3)").initial_state(), "1212")

    def judge(state: State, left: int) -> float:
        if state is start:
            return max(
                judge(child, left + start.ply - child.ply)
                for child in map(start.play, moves(start))
            )
        return expectiminimax(state, left, none)

    def moves(state: State) -> Sequence[int]:
        return state.legal_actions() if state is start or state.chance() else plain_moves(state)

    tree = value_tree(start, 4, judge, result, moves, levels=3)
    tree = replace(tree, children=tuple(map(without_grandchildren, tree.children)))
    captions = ("X chooses", "O chooses, or X's dice", "X chooses, or O's dice", "X chooses")
    return render(tree, "Expectiminimax: two columns and the dice", captions)


def without_grandchildren(node: TreeNode) -> TreeNode:
    """Below a plain move one row is enough."""
    if node.shape == "circle":
        return node
    return replace(node, children=tuple(replace(child, children=()) for child in node.children))


class Simulation:
    """One simulation of a small Monte Carlo search, drawn after each of its four steps."""

    SIMULATIONS = 9  # before the one that is drawn
    SEED = 47

    def __init__(self) -> None:
        self.settings, rng = Settings(), Random(self.SEED)
        start = load_game("connect_four(rows=3,cols=3,k=3)").initial_state()
        self.root = search_tree(start, self.settings, Limit(simulations=self.SIMULATIONS), rng)
        self.path = [self.root]
        while not self.path[-1].untried:  # selection
            action = next_action(self.path[-1], self.settings, rng)
            assert action is not None
            self.path.append(self.path[-1].children[action])
        self.pictures = {"mcts_1_selection": self.draw("1. Selection", self.with_uct)}
        action = next_action(self.path[-1], self.settings, rng)
        assert action is not None
        self.path.append(expand(self.path[-1], action, self.settings))
        self.pictures["mcts_2_expansion"] = self.draw("2. Expansion")
        self.end, self.line = self.path[-1].state, ""
        while actions := self.end.legal_actions():  # rollout
            action = actions[int(rng.random() * len(actions))]
            self.line += self.end.game.format(action)
            self.end = self.end.play(action)
        self.pictures["mcts_3_rollout"] = self.draw("3. Rollout", self.with_rollout)
        backpropagate(self.path[-1], self.end.returns(), self.settings)
        self.pictures["mcts_4_backpropagation"] = self.draw("4. Back-propagation")

    def draw(
        self, title: str, change: Callable[[Node, TreeNode], TreeNode] = lambda node, drawn: drawn
    ) -> str:
        def on_path(node: Node, drawn: TreeNode) -> TreeNode:
            by_column = tuple(sorted(drawn.children, key=lambda child: child.move))
            mark: Mark = "best" if node in self.path else ""
            return change(node, replace(drawn, detail="", mark=mark, children=by_column))

        tree = mcts_tree(self.root, 9, 9, True, on_path)
        return render(tree, f"Monte Carlo tree search, step {title}")

    def with_uct(self, node: Node, drawn: TreeNode) -> TreeNode:
        """Beside the points the UCT score, where the search has compared it."""
        parent = node.parent
        if parent is None or parent not in self.path or parent.untried:
            return drawn
        score = uct(node.wins, node.visits, parent.visits, self.settings.exploration)
        return replace(drawn, detail=f"UCT {score:.2f}")

    def with_rollout(self, node: Node, drawn: TreeNode) -> TreeNode:
        if node is not self.path[-1]:
            return drawn
        outcome = self.end.outcome
        assert outcome is not None
        text = "draw" if outcome.winner is None else f"{'XO'[outcome.winner]} wins"
        end = TreeNode(text, mark="cut", move=self.line, state=self.end)
        return replace(drawn, children=(end,))


def mcts_grown() -> str:
    start = play_moves(load_game("connect_four").initial_state(), "445")
    root = search_tree(start, Settings(), Limit(simulations=1000), Random(1))
    title = "The first moves of a Monte Carlo tree after 1000 simulations"
    return render(mcts_tree(root, levels=2, most=3, boards=True), title)


def annotated(state: State, notes: dict[Cell, str], title: str) -> str:
    """A board with small texts in some cells."""
    drawing = svg.render(state)
    head, _, tail = drawing.partition("<title>")
    drawing = f"{head}<title>{title}{tail[tail.index('</title>') :]}"
    texts = "".join(
        f'<text x="{40 * col + 20}" y="{40 * row + 25}" style="font-size:13px">{text}</text>\n'
        for (row, col), text in notes.items()
    )
    return drawing.replace("</svg>", f"{texts}</svg>")


def window_cost() -> str:
    board = "....../X...../X.OOO./OOOOX./XOXXX."
    game = load_game("connect_four(rows=5,cols=6)")
    state = parse_board(game, board.replace("/", "\n"), player=0)
    notes = {(0, 0): "1", (1, 1): "2", (2, 1): "3"}
    return annotated(state, notes, "The worked example of the window cost: three stones to go")


def column_score() -> str:
    board = "......./......./......./X....../X.X...O/X.OOO.O"
    state = parse_position(load_game("connect_four"), f"{board} O")
    notes: dict[Cell, str] = {}
    for column, score in enumerate(column_scores(state)):
        cell = state.target(column)
        assert cell is not None
        notes[cell] = str(score)
    return annotated(state, notes, "Column scores, O to move")


def gomoku_near() -> str:
    game = load_game("mnk(rows=7,cols=7,k=5)")
    state = play_moves(game.initial_state(), "d4e4d3")
    notes = {divmod(action, 7): "+" for action in near_moves(state)}
    return annotated(state, notes, f"The {len(notes)} cells beside three stones")


def gomoku_kinds() -> str:
    state = play_moves(load_game("mnk(rows=9,cols=9,k=5)").initial_state(), "e5f6d6c7e4b2")
    thinking = Thinking(state, Ideas(), Limit(nodes=1, memory=1), 1)
    kinds = thinking.board.kind[state.player, thinking.setting.cells]
    names = {A_THREE: "3", TWO_THREES: "33", A_FOUR: "4", FOUR_THREE: "43"}
    notes = {divmod(cell, 9): names[kind] for cell, kind in enumerate(kinds) if kind in names}
    free = {cell: note for cell, note in notes.items() if state.board()[cell[0]][cell[1]] is None}
    return annotated(state, free, "Where X would make an open three (3) or two of them (33)")


def nine_safe() -> str:
    state = play_moves(load_game("nine_board").initial_state(), "55337917814298466158641")
    safe = {turn[0] for turn, _ in safe_turns(state)}
    notes = {state.target(a): "+" if a in safe else "-" for a in state.legal_actions()}
    cells = {cell: note for cell, note in notes.items() if cell is not None}
    return annotated(state, cells, "Nine boards: safe moves (+), and those that lose at once (-)")


def learned_tuples() -> str:
    game = load_game("connect_four")
    assert game.rules is not None
    walks = random_tuples(game.rules, count=3, length=8, seed=4)
    cells = {
        divmod(cell, game.rules.cols): name
        for walk, name in zip(walks, "ABC", strict=True)
        for cell in walk
    }
    return annotated(
        game.initial_state(), cells, "Three groups of cells: random walks over the board"
    )


def sweep_exploration() -> str:
    """What `inarow sweep` has found of exploration, as it is kept in `benchmarks/results`."""
    kept = Path(__file__).parent / "results" / "sweep_exploration.json"
    return plot_svg(sweep_plot(read_findings(kept)))


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    simulation = Simulation()
    drawn = {
        "minimax_idea": idea(cut=False),
        "minimax_endgame": minimax_endgame(),
        "alphabeta_idea": idea(cut=True),
        "alphabeta_left": alphabeta_endgame(left_first, "Alpha-beta, moves in reading order"),
        "alphabeta_centre": alphabeta_endgame(centre_first, "Alpha-beta, centre first"),
        "expectiminimax": dice(),
        "proof_numbers": proof_numbers(),
        **simulation.pictures,
        "mcts_grown": mcts_grown(),
        "window_cost": window_cost(),
        "column_score": column_score(),
        "gomoku_near": gomoku_near(),
        "gomoku_kinds": gomoku_kinds(),
        "nine_safe": nine_safe(),
        "learned_tuples": learned_tuples(),
        "app_searches": searches_beside_each_other(),
        "sweep_exploration": sweep_exploration(),
    }
    return {f"{name}.svg": text for name, text in drawn.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pictures lie")
    given = parser.parse_args()
    wanted = pictures()
    here = {path.name: path.read_text(encoding="utf-8") for path in given.folder.glob("*.svg")}
    changed = sorted(name for name in wanted | here if wanted.get(name) != here.get(name))
    for name in changed:
        print(f"{name} {'is out of date' if given.check else 'drawn'}")
        if not given.check:
            given.folder.mkdir(parents=True, exist_ok=True)
            if name in wanted:
                (given.folder / name).write_text(wanted[name], encoding="utf-8")
            else:
                (given.folder / name).unlink()
    if given.check and changed:
        sys.exit(1)


if __name__ == "__main__":
    main()
