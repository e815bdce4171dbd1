"""One running game: seats, clocks, dice, and what happens when a player fails."""
