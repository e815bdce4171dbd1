"""The default options of games and players, in one place.

Change a value here and every game or player that is built with defaults changes with it. A number
that is not an option stands in the file that uses it.
"""

# Boards
CONNECT_FOUR_ROWS = 6
CONNECT_FOUR_COLS = 7
CONNECT_FOUR_K = 4
TIC_TAC_TOE_SIDE = 3
TIC_TAC_TOE_K = 3
GOMOKU_SIDE = 15
GOMOKU_K = 5
POP_OUT_TURNS_PER_CELL = 3
"""A game of Pop Out is drawn after this number of turns for every cell of its board."""

# Players
MINIMAX_DEPTH = 3
EXPECTIMINIMAX_DEPTH = 3
ALPHABETA_SECONDS = 2.0
COLUMN_SORT_ABOVE = 20
COLUMN_AMPLIFIER = 10
COLUMN_OWN = 2
COLUMN_OPPONENT = 1
GOMOKU_SECONDS = 2.0
EXPLORATION = 2**0.5
MCTS_SIMULATIONS = 10_000
MCTS_EXPLORATION = 1.0
"""Measured by benchmarks/mcts_quality.py: the best of 0.4, 0.7, 1 and the square root of 2."""
MCTS_DRAW_POINTS = 0.5
MCTS_LOSS_POINTS = 0.0
CLASSIC_MC_SIMULATIONS = 10_000
MENU_EXPLORATION = 1.41
MENU_DRAW_POINTS = 0.5
NORMAL_SIMULATIONS = 250
HARD_SIMULATIONS = 750
IMPOSSIBLE_SIMULATIONS = 1500
LEVEL = 3
LEVELS = 10
"""The most levels that a game has."""
CARELESS_BUDGET = 200
CARELESS_OVERLOOK = 0.3
PBRAIN_SECONDS = 5.0
PBRAIN_MEMORY_MB = 350
PBRAIN_GRACE = 1.0
"""These three are those of the Gomocup tournament: fast games, its memory, its tolerance."""
OUTSIDE_MEMORY_MB = 1024
"""Of a Python file or a command that plays."""
KAGGLE_SECONDS = 2.0
KAGGLE_MEMORY_MB = 2048
NINE_SECONDS = 2.5
NINE_ROLLOUT_DEPTH = 10
NINE_MAX_WINS = 2048
NINE_PROCESSES = 9
