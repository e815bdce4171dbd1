"""Players: a search, an evaluator, limits and a name behind one contract."""
