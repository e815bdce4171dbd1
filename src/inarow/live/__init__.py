"""One running game: who sits where, clocks, dice, takeback, and what a failing player loses."""
