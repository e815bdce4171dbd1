"""Proof-number search: whether a player can force a win, answered by proof and not by estimate."""
