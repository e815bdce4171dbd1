"""The names of classes of lines (`lines.py`) and of kinds of cells (`shapes.py`), as numbers."""

from __future__ import annotations

NOTHING, ONE, OPEN_TWO, CLOSED_THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(8)
"""What a stone would make of a line."""

FOUL = 64
"""The bit of an entry of the table of lines that forbids player 0 the cell in renju."""

KINDS = 10
(
    USELESS,
    LOOSE,
    A_START,
    A_LINK,
    A_THREE,
    TWO_THREES,
    A_FOUR,
    FOUR_THREE,
    TWO_FOURS,
    A_FIVE,
) = range(KINDS)
"""What a stone would make of a cell, by how much it forces."""

MAX_SIDE = 22
"""The longest side of a board that the engine plays on."""
MAX_REACH = 5
"""How far along a line a stone is felt, at most: the largest table of lines has 2^20 entries."""
WORDS = 8**4
"""Four classes of lines together."""
STANDINGS = 2**9
"""Which forcing moves both players have, as bits."""
NO_MOVE = 0
"""No cell has this index: it lies outside."""
