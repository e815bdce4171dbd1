"""Matches between players: who won, why, and how that was measured."""
