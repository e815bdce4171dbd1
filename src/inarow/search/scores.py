"""Scores of the minimax family that are reserved for decided games and unexplored nodes."""

WIN_SCORE = 2147483647
LOSS_SCORE = -2147483648
DECIDED_SCORE = 1_000_000_000
"""Distance-aware scores of decided games begin here when a search also uses an evaluation."""
UNEXPLORED_MAX = LOSS_SCORE - 1
UNEXPLORED_MIN = WIN_SCORE + 1
