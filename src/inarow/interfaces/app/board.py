"""The board of any game as a widget: drawn by `render.modern`, with a cursor and a place to click.

The cursor is a cell. Which move it means follows from the positions alone:

    the cell where the stone of a move would lie              that move
    any cell of a column, where only columns have names       the move of that column
    any cell of a small board, where a board is to be chosen  that board

In games of columns the cursor goes from column to column, and stands where the stone would fall.
Colour is never the only sign: the cursor is shown in reverse, what is pointed at is underlined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from inarow.games.base import Cell, State
from inarow.interfaces.render.modern import cell_places, render

_STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


class Board(Static, can_focus=True):
    """A position that is looked at or played on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"step('{key}')", show=False) for key in _STEPS),
        Binding("enter,space", "choose", "Play"),
    ]

    class Chosen(Message):
        """A person has chosen a cell, with Enter or the mouse."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, state: State, unicode: bool) -> None:
        super().__init__(id="board")
        self._unicode = unicode
        self.state = state
        rows, cols = state.game.shape
        self.cursor: Cell = (rows // 2, cols // 2)
        self.marked: frozenset[Cell] = frozenset()
        self.numbers: Mapping[Cell, int] = {}
        self.playable = True
        self._snap()

    def on_mount(self) -> None:
        """Show the first position."""
        self.redraw()

    def show(
        self,
        state: State,
        playable: bool = True,
        marked: Iterable[Cell] = (),
        numbers: Mapping[Cell, int] | None = None,
    ) -> None:
        """Draw a position; the cursor is shown only where a person may play."""
        self.state, self.playable = state, playable
        self.marked, self.numbers = frozenset(marked), numbers or {}
        self._snap()
        self.redraw()

    def redraw(self) -> None:
        """Draw the position with its marks and the cursor."""
        looks = {"colour": True, "unicode": self._unicode}
        drawing = render(self.state, numbers=self.numbers, **looks)
        lines = [Text.from_ansi(line) for line in drawing.split("\n")]
        places = cell_places(self.state.game, self.numbers)
        cursor = [self.cursor] if self.playable else []
        for style, cells in (("bold underline", self.marked), ("reverse", cursor)):
            for cell in cells:
                place = places[cell]
                line, end = lines[place.line], place.column + place.width
                line.pad_right(max(0, end - len(line)))
                line.stylize(style, place.column, end)
        self.update(Text("\n").join(lines))

    def action_of(self, cell: Cell) -> int | None:
        """The move that a cell means now; None if there is none."""
        state = self.state
        actions = [] if state.outcome or state.chance() else list(state.legal_actions())
        targets = [(state.target(action), action) for action in actions]
        by_cell = [action for target, action in targets if target == cell]
        by_column = [
            action
            for target, action in targets
            if self._columns and target and target[1] == cell[1]
        ]
        found = by_cell or by_column
        if found:
            return found[0]
        block = state.game.block
        if block and all(target is None for target, _ in targets):
            number = cell[0] // block * (state.game.shape[1] // block) + cell[1] // block + 1
            return next((a for a in actions if state.game.format(a) == str(number)), None)
        return None

    @property
    def _columns(self) -> bool:
        """Whether a move is named by its column alone."""
        row_names, column_names = self.state.game.labels()
        return bool(column_names) and not row_names

    def _targets(self) -> list[Cell]:
        """The cells of moves."""
        if self.state.outcome or self.state.chance():
            return []
        found = (self.state.target(action) for action in self.state.legal_actions())
        return [cell for cell in found if cell is not None]

    def _snap(self) -> None:
        """Where few cells can be played, put the cursor to the nearest one."""
        targets = self._targets()
        if self.cursor in targets or not (self._columns or self.state.game.block):
            return
        row, col = self.cursor
        if targets:
            self.cursor = min(targets, key=lambda at: (abs(at[1] - col), abs(at[0] - row)))

    def action_step(self, key: str) -> None:
        """Move the cursor; in games of columns to the next column that can be played."""
        down, right = _STEPS[key]
        rows, cols = self.state.game.shape
        row, col = self.cursor
        if self._columns:
            self._step_columns(down, right)
        else:
            self.cursor = min(max(row + down, 0), rows - 1), min(max(col + right, 0), cols - 1)
        self.redraw()
        self._keep_in_sight()

    def _step_columns(self, down: int, right: int) -> None:
        row, col = self.cursor
        targets = self._targets()
        if right:
            ahead = [cell for cell in targets if (cell[1] - col) * right > 0]
            key = {cell: (abs(cell[1] - col), cell[0]) for cell in ahead}
        else:
            ahead = [cell for cell in targets if cell[1] == col and (cell[0] - row) * down > 0]
            key = {cell: (abs(cell[0] - row), 0) for cell in ahead}
        self.cursor = min(ahead, key=lambda cell: key[cell], default=self.cursor)

    def _keep_in_sight(self) -> None:
        """Scroll a board that is larger than its room."""
        place = cell_places(self.state.game, self.numbers)[self.cursor]
        if self.parent is not None and hasattr(self.parent, "scroll_to_region"):
            from textual.geometry import Region, Spacing

            region = Region(place.column, place.line, place.width, 1)
            self.parent.scroll_to_region(region, spacing=Spacing.all(2), animate=False)

    def action_choose(self) -> None:
        """Enter was pressed."""
        self.post_message(self.Chosen(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """A click on a cell chooses it."""
        for cell, place in cell_places(self.state.game, self.numbers).items():
            inside = place.column <= event.x < place.column + place.width
            if inside and event.y == place.line:
                self.cursor = cell
                self.redraw()
                self.post_message(self.Chosen(cell))
                return
