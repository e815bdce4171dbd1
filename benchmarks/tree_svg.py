"""A picture of a search tree: one SVG text, as `inarow.interfaces.render.svg` makes one of a board.

The idea: a `TreeNode` is plain data, texts and children, and `render` knows no search.
`search_trees.py` makes such trees from what the searches of this package do.

    +-----+                  label, detail, and a small board if there is a position
    |  3  |
    +-----+                  who decides is a shape:  box     player 0, the maximizer
     /   \\ a2                                         round   player 1, the minimizer
    +-+   ...                                         circle  the dice
    |3|   cut                what it means is a line: thick   chosen
    +-+   ...                                         dashed  cut, never visited
                                                      dotted  left out of the drawing

Nothing depends on colour alone, and colours follow the reader's light or dark setting. For people
who cannot see the picture, `<desc>` holds the tree as indented text. Where everything goes is the
work of `inarow.interfaces.render.tree_layout`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape

from inarow.games.base import State
from inarow.interfaces.render.tree_layout import Placed, arrange

Mark: TypeAlias = Literal["", "best", "cut", "rest"]
Shape: TypeAlias = Literal["box", "round", "circle"]

_GAP, _ROW_GAP = 14, 44  # between nodes of a row, and between rows
_PAD, _EDGE = 6, 12  # around the content of a node, and around the picture
_LABEL, _DETAIL = 15, 12  # heights of letters
_WIDE = 0.63  # width of a letter, as a part of its height: that of a wide font
_THUMB, _CELL = 54, 16  # the side of a small board, and of its cells at most
_ALONG = 0.55  # where on its branch a move is written

_STYLE = """\
.inarow-tree .paper,.inarow-tree .move{fill:#fff}
.inarow-tree .node,.inarow-tree .branch{fill:#eef2f7;stroke:#5b6b80;stroke-width:1.5}
.inarow-tree .round .node{fill:#fdf3d3} .inarow-tree .circle .node{fill:#e6f4ea}
.inarow-tree .best .node,.inarow-tree .branch.best{stroke:#14632b;stroke-width:4}
.inarow-tree .cut .node{fill:none;stroke-dasharray:5 4}
.inarow-tree .rest .node{fill:none;stroke:none}
.inarow-tree .branch.cut{stroke-dasharray:5 4}
.inarow-tree .branch.rest{stroke-dasharray:1.5 4}
.inarow-tree text{fill:#26303d;font:12px sans-serif;text-anchor:middle}
.inarow-tree .label{font-size:15px;font-weight:bold}
.inarow-tree .cut text,.inarow-tree .rest text{font-weight:normal;font-size:12px}
.inarow-tree .caption{text-anchor:start}
.inarow-tree .grid{fill:none;stroke:#9aa7b8}
.inarow-tree .x{fill:none;stroke:#c01f35;stroke-width:2;stroke-linecap:round}
.inarow-tree .o{fill:none;stroke:#8a6400;stroke-width:2}
.inarow-tree .last{fill:#c9d9ee}
@media (prefers-color-scheme:dark){
.inarow-tree .paper,.inarow-tree .move{fill:#10151c}
.inarow-tree .node,.inarow-tree .branch{fill:#1d2632;stroke:#8d9db2}
.inarow-tree .round .node{fill:#38301a} .inarow-tree .circle .node{fill:#1c3325}
.inarow-tree .cut .node,.inarow-tree .rest .node{fill:none}
.inarow-tree .best .node,.inarow-tree .branch.best{stroke:#3ddc6b}
.inarow-tree text{fill:#dbe3ec}
.inarow-tree .grid{stroke:#56657a}
.inarow-tree .x{stroke:#ff7a8a} .inarow-tree .o{stroke:#f2c744}
.inarow-tree .last{fill:#35475f}
}
"""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One node of a drawing, with everything below it.

    Args:
        label: the main text, usually a value.
        detail: a second line in small letters.
        children: from left to right.
        mark: `best` for what was chosen, `cut` for what was never visited, `rest` for what is left
            out of the drawing.
        move: what stands on the branch that leads here.
        shape: who decides here.
        state: a position that is drawn small above the texts.
    """

    label: str
    detail: str = ""
    children: tuple[TreeNode, ...] = ()
    mark: Mark = ""
    move: str = ""
    shape: Shape = "box"
    state: State | None = None


def render(tree: TreeNode, title: str, captions: Sequence[str] = ()) -> str:
    """Draw a tree as a standalone SVG document.

    Args:
        tree: what to draw.
        title: what the picture shows, in a few words.
        captions: texts at the left of the rows, from the top.

    >>> leaf = TreeNode("5", move="b")
    >>> drawing = render(TreeNode("3", children=(TreeNode("3", mark="best"), leaf)), "Two moves")
    >>> drawing.splitlines()[1]
    '<title>Two moves</title>'
    """
    root, edges = arrange(tree, lambda node: node.children, lambda node: _size(node)[0], _GAP)
    longest = max(map(len, captions), default=0)
    margin = _EDGE + round(longest * _WIDE * _DETAIL) + (_GAP if captions else 0)
    left = min(edge for edge, _ in edges) - margin
    width = max(edge for _, edge in edges) + _EDGE - left
    tops = _row_tops(root)
    height = tops[-1] - _ROW_GAP + _EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="inarow-tree" role="img" '
        f'viewBox="{left:g} 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(outline(tree))}</desc>",
        f"<style>\n{_STYLE}</style>",
        f'<rect class="paper" x="{left:g}" width="{width:g}" height="{height:g}"/>',
        *(
            f'<text class="caption" x="{left + _EDGE:g}" y="{top + _LABEL + _PAD:g}">'
            f"{escape(text)}</text>"
            for text, top in zip(captions, tops, strict=False)
        ),
        *(part for placed in root.walk() for part in _branches(placed, tops)),
        *(part for placed in root.walk() for part in _box(placed, tops)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def outline(tree: TreeNode, depth: int = 0) -> str:
    """The tree as indented text, one node a line.

    >>> print(outline(TreeNode("3", children=(TreeNode("3", mark="best", move="a"),))))
    3
      a: 3 (best)
    """
    best = "(best)" if tree.mark == "best" else ""
    words = [f"{tree.move}:" if tree.move else "", tree.label, tree.detail, best]
    lines = ["  " * depth + " ".join(word for word in words if word)]
    return "\n".join([*lines, *(outline(child, depth + 1) for child in tree.children)])


# Where everything goes


def _row_tops(root: Placed[TreeNode]) -> list[float]:
    """The upper edge of each row, and of the one that would come next."""
    heights: dict[int, float] = {}
    for placed in root.walk():
        heights[placed.row] = max(heights.get(placed.row, 0), _size(placed.node)[1])
    tops: list[float] = [_EDGE]
    for row in sorted(heights):
        tops.append(tops[-1] + heights[row] + _ROW_GAP)
    return tops


def _size(node: TreeNode) -> tuple[float, float]:
    """Width and height of a node with everything in it."""
    small = node.mark in ("cut", "rest")
    width = len(node.label) * _WIDE * (_DETAIL if small else _LABEL)
    width = max(width, len(node.detail) * _WIDE * _DETAIL)
    height: float = 4 + _LABEL + (3 + _DETAIL if node.detail else 0)
    if node.state is not None:
        rows, cols = node.state.game.shape
        cell = _cell(node.state)
        width = max(width, cols * cell)
        height += rows * cell + _PAD
    if node.shape == "circle":
        width, height = width + 2 * _PAD, height + 2 * _PAD  # corners need room
    return round(width) + 2 * _PAD, height + _PAD


def _cell(state: State) -> int:
    """The side of a cell of a small board."""
    return max(5, min(_CELL, _THUMB // max(state.game.shape)))


# What everything looks like


def _branches(placed: Placed[TreeNode], tops: Sequence[float]) -> Iterator[str]:
    """The lines to the children, with their moves on a piece of paper colour."""
    start = tops[placed.row] + _size(placed.node)[1]
    for child in placed.children:
        end = tops[child.row]
        kind = f"branch {child.node.mark}".strip()
        yield f'<path class="{kind}" d="M{placed.middle:g} {start:g}L{child.middle:g} {end:g}"/>'
        if child.node.move:
            x = round(placed.middle + _ALONG * (child.middle - placed.middle), 1)
            y = round(start + _ALONG * (end - start), 1)
            wide = round(len(child.node.move) * _WIDE * _DETAIL + 4)
            at = f'x="{x - wide / 2:g}" y="{y - 8:g}"'
            yield f'<rect class="move" {at} width="{wide}" height="16"/>'
            yield f'<text x="{x:g}" y="{y + 4:g}">{escape(child.node.move)}</text>'


def _box(placed: Placed[TreeNode], tops: Sequence[float]) -> Iterator[str]:
    """The frame of a node, its board and its texts."""
    node, top = placed.node, tops[placed.row]
    width, height = _size(node)
    classes = " ".join(word for word in (node.shape, node.mark) if word)
    radius = {"box": 2.0, "round": 14.0, "circle": height / 2}[node.shape]
    yield f'<g class="{classes}" transform="translate({placed.middle:g} {top:g})">'
    yield (
        f'<rect class="node" x="{-width / 2:g}" width="{width:g}" '
        f'height="{height:g}" rx="{min(radius, width / 2):g}"/>'
    )
    y = _PAD if node.shape == "circle" else 0
    if node.state is not None:
        y += _PAD
        yield from _board(node.state, y)
        y += node.state.game.shape[0] * _cell(node.state)
    y += 3 + _LABEL
    yield f'<text class="label" y="{y}">{escape(node.label)}</text>'
    if node.detail:
        yield f'<text y="{y + 3 + _DETAIL}">{escape(node.detail)}</text>'
    yield "</g>"


def _board(state: State, top: int) -> Iterator[str]:
    """A small board around x = 0: a cross for X, a ring for O, the last stone on a darker cell."""
    rows, cols = state.game.shape
    cell = _cell(state)
    left = -cols * cell / 2
    if state.last_cell is not None:
        row, col = state.last_cell
        yield (
            f'<rect class="last" x="{left + col * cell:g}" y="{top + row * cell}" '
            f'width="{cell}" height="{cell}"/>'
        )
    across = (f"M{left:g} {top + row * cell}h{cols * cell}" for row in range(rows + 1))
    down = (f"M{left + col * cell:g} {top}v{rows * cell}" for col in range(cols + 1))
    yield f'<path class="grid" d="{"".join((*across, *down))}"/>'
    crosses, arm = "", cell * 0.25
    for row, owners in enumerate(state.board()):
        for col, owner in enumerate(owners):
            x, y = left + (col + 0.5) * cell, top + (row + 0.5) * cell
            if owner == 0:
                crosses += f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}"
                crosses += f"m{-2 * arm:g} 0l{2 * arm:g} {-2 * arm:g}"
            elif owner == 1:
                yield f'<circle class="o" cx="{x:g}" cy="{y:g}" r="{cell * 0.29:g}"/>'
    if crosses:
        yield f'<path class="x" d="{crosses}"/>'
