"""My games: every game that was kept, wherever it was played, to be found, explored and counted."""
