"""Algorithms that work on any `State`; they know no particular game and no screen."""
