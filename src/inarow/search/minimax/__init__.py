"""Look ahead and assume best play: minimax, its dice, and alpha-beta, which leaves out what cannot matter."""
