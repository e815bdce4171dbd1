"""Players that learn from their own games: n-tuple networks and temporal differences."""
