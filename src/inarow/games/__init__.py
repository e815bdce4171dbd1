"""Rules as immutable values, the notation of moves and boards, and records of games."""
