"""Perfect Connect Four: the solver, its opening book and the player that uses them."""
