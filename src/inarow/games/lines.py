"""Lines of stones: who has `k` in a row, and where.

After a move only lines through the new stone can be new, so only those are looked at. For each cell
and direction the *ray* is the mask of the cells up to `k - 1` steps away on both sides:

    . . . . . . .
    r . . r . . r        the four rays of the cell *, k = 3: a stone there can only complete
    . r . r . r .        a line inside one of them
    . . r r r . .
    . r r * r r .

Fewer than `k` own stones on a ray cannot be a line, and counting them is one instruction on ints;
only the rare ray that passes is walked stone by stone.
"""

from __future__ import annotations

from itertools import takewhile

from inarow.games.base import Line
from inarow.games.grid import Geometry, bits_of


class LineRule:
    """`k` in an unbroken row, or with `exact` just `k` and not more.

    With `ends` just `k` count only if the opponent does not stand at both ends of them. Then the
    methods need the stones of the opponent, `other`; the edge of the board closes nothing.

    >>> from inarow.games.grid import grid
    >>> rule = LineRule(grid(3, 3), k=3)
    >>> diagonal = 1 << 2 | 1 << 5 | 1 << 8
    >>> rule.completed(diagonal, 1 << 5)
    True
    >>> rule.lines(diagonal, 1 << 5)
    (Line(direction='diagonal_down', cells=((0, 0), (1, 1), (2, 2))),)
    """

    def __init__(self, geometry: Geometry, k: int, exact: bool = False, ends: bool = False) -> None:
        self.geometry = geometry
        self.k = k
        self.exact = exact
        self.ends = ends
        self._rays: dict[int, tuple[tuple[int, int], ...]] = {}

    def completed(self, stones: int, bit: int, other: int = 0) -> bool:
        """Whether the stone at `bit` stands in a line."""
        k = self.k
        for ray, step in self._rays.get(bit) or self._rays_of(bit):
            if (stones & ray).bit_count() >= k:
                length = 1
                up = bit << step
                while up & stones:
                    length += 1
                    up <<= step
                down = bit >> step
                while down & stones:
                    length += 1
                    down >>= step
                if length == k:
                    if not (self.ends and up & other and down & other):
                        return True
                elif length > k and not self.exact:
                    return True
        return False

    def anywhere(self, stones: int, other: int = 0) -> bool:
        """Whether there is a line at all."""
        return any(self.completed(stones, bit, other) for bit in bits_of(stones))

    def lines(self, stones: int, bit: int, other: int = 0) -> tuple[Line, ...]:
        """Every line through the stone at `bit`, as whole runs, so that each cell is named."""
        found = []
        rays = self._rays.get(bit) or self._rays_of(bit)
        for (direction, step), (ray, _) in zip(self.geometry.directions, rays, strict=True):
            if (stones & ray).bit_count() < self.k:
                continue
            run = [bit]
            while stones & run[-1] << step:
                run.append(run[-1] << step)
            run.reverse()
            while stones & run[-1] >> step:
                run.append(run[-1] >> step)
            closed = self.ends and run[0] << step & other and run[-1] >> step & other
            if (len(run) == self.k and not closed) or (len(run) > self.k and not self.exact):
                cells = sorted((self.geometry.cell_of[b] for b in run), key=lambda c: (c[1], c[0]))
                found.append(Line(direction, tuple(cells)))
        return tuple(found)

    def _rays_of(self, bit: int) -> tuple[tuple[int, int], ...]:
        """The four rays of a cell with their steps, computed when the cell is first played."""
        rays = tuple((self._ray(bit, step), step) for _, step in self.geometry.directions)
        self._rays[bit] = rays
        return rays

    def _ray(self, bit: int, step: int) -> int:
        ray = bit
        for probe in (lambda reach: bit << step * reach), (lambda reach: bit >> step * reach):
            cells = takewhile(self.geometry.cell_of.__contains__, map(probe, range(1, self.k)))
            ray |= sum(cells)
        return ray
