"""Tournaments of the page."""
