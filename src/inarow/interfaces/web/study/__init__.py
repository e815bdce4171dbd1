"""Analyses, reviews, puzzles and search traces of the page."""
