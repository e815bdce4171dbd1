"""Look ahead and assume best play: minimax, expectiminimax for dice, and alpha-beta.

Alpha-beta finds the values of minimax without looking at what cannot matter, so one kernel serves
all of these players.
"""
