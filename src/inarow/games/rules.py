"""What the searches may know of a game: a frozen description, or nothing."""

from __future__ import annotations

MAX_SIDE = 100
"""Longest side of a board. A 100 x 100 board is 10,000 bits: still a small int."""
MIN_K = 2
MAX_K = 1000
