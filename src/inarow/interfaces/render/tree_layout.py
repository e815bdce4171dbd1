"""Places for the nodes of a tree: one row per depth, no two nodes overlap, parents in the middle.

Each subtree knows the left and the right edge of its rows, and is pushed to the right until every
row that it shares with its neighbours has a gap (Reingold and Tilford, 1981):

        a              the rows of b reach from 0 to 2 and from 0 to 1,
      /   \\            so c, whose rows begin at 0, is pushed
     b     c           until both rows have a gap
    / \\   / \\
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, TypeAlias, TypeVar

Node = TypeVar("Node")
Edges: TypeAlias = list[tuple[float, float]]
"""The left and the right edge of a subtree in each of its rows."""


@dataclass
class Placed(Generic[Node]):
    """A node with its place: its middle, and the row in which it stands."""

    node: Node
    children: list[Placed[Node]]
    middle: float
    row: int

    def walk(self) -> Iterator[Placed[Node]]:
        """This node and everything below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def move(self, right: float) -> None:
        """Push the whole subtree to the right."""
        for placed in self.walk():
            placed.middle += right


def arrange(
    node: Node,
    children_of: Callable[[Node], Sequence[Node]],
    width_of: Callable[[Node], float],
    gap: float,
    row: int = 0,
) -> tuple[Placed[Node], Edges]:
    """Place a subtree around the middle 0, and say how far each of its rows reaches.

    >>> tree = {"a": "bc", "b": "", "c": ""}
    >>> root, edges = arrange("a", lambda name: list(tree[name]), lambda name: 2.0, gap=1.0)
    >>> [(placed.node, placed.middle, placed.row) for placed in root.walk()], edges
    ([('a', 0.0, 0), ('b', -1.5, 1), ('c', 1.5, 1)], [(-1.0, 1.0), (-2.5, 2.5)])
    """
    rows: Edges = []
    children: list[Placed[Node]] = []
    for child in children_of(node):
        placed, edges = arrange(child, children_of, width_of, gap, row + 1)
        shared = zip(rows, edges, strict=False)
        shift = max((before[1] + gap - own[0] for before, own in shared), default=0.0)
        placed.move(shift)
        children.append(placed)
        moved = [(left + shift, right + shift) for left, right in edges]
        rows = [((a or b)[0], (b or a)[1]) for a, b in zip_longest(rows, moved)]
    if children:
        middle = (children[0].middle + children[-1].middle) / 2
        for placed in children:
            placed.move(-middle)
        rows = [(left - middle, right - middle) for left, right in rows]
    half = width_of(node) / 2
    return Placed(node, children, 0.0, row), [(-half, half), *rows]
