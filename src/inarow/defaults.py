"""Every default number of the package, in one place.

Change a value here and every game or player that is built with defaults changes with it.
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
"""A game of Pop Out is drawn after so many turns per cell of its board."""
MAX_SIDE = 100
"""Longest side of a board. A 100 x 100 board is 10,000 bits: still a small int."""
MIN_K = 2
MAX_K = 1000

# Terminal
PATIENCE_SECONDS = 1.0
"""How long a person waits before being told what is going on."""
MENU_SECONDS = 5.0
"""The most that a player chosen from the menu may think about a move."""
HINT_AGENT = "judge"
HINT_SECONDS = 1.0
HINT_MOVES = 3

# Judging and teaching
JUDGE_SECONDS = 5.0
"""The most that the judge thinks about a position if nobody sets a limit."""
JUDGE_SIMULATIONS = 100_000
JUDGE_DOUBT = 4
"""Drawn games that are thought to be among the random games of a move: few games say little."""
JUDGE_LARGE_BOARD = 64
"""Cells above which random games on a free board say too little, and an evaluation says more."""
JUDGE_FEW_CELLS = 16
"""Empty cells up to which every move can be proven quickly."""
JUDGE_DEPTHS = (3, 4)
JUDGE_POINTS = 150.0
"""Points of the evaluation open_lines that are one unit of the logistic curve: 73 %."""
FORCING_NODES = 2000
FORCING_THREATS = 20
REASONS_SHOWN = 2
MOVES_EXPLAINED = 9
"""Moves, from the best on, for which wins by force are looked for."""
MOVES_WITH_REASONS = 100
"""Moves, from the best on, that get any reasons."""
FIRST_STEP_SECONDS = 0.1
REVIEW_SECONDS = 1.0
"""Thinking per move of a game that is reviewed."""
REVIEW_LOSSES = (0.02, 0.05, 0.15)
"""The most chance that a best, a fine and an inaccurate move may give away, by estimates."""
REVIEW_FINE_PLIES = 2
REVIEW_LINE = 8
"""Moves of a better line that are written into an annotated record."""
PUZZLE_PLIES = 14
"""Stones on a Connect Four board before the solver is quick enough to look for puzzles."""
PUZZLE_NODES = 300_000
"""Positions that a search may take for every move of a board without a solver."""
PUZZLE_SOLVER_NODES = 5_000_000
"""The same for the solver of Connect Four."""
PUZZLE_LEVEL_NODES = 3_000_000
"""The most for each of the searches that measure how difficult a puzzle is."""
PUZZLE_CELLS = 49
"""Of a board without a solver: larger ones are rarely full enough to be searched to the end."""
PUZZLE_SIMULATIONS = 60
PUZZLE_GAMES = 200
"""Games in a row without a new puzzle after which the search for more is given up."""
PUZZLES_MADE = 10
"""Puzzles that are made for a game without a ready set."""
WATCH_SIMULATIONS = 10
WATCH_DEPTH = 3
WATCH_POSITIONS = 5000
"""Positions of an alpha-beta search that are told at most."""
WATCH_CELLS = 100

# Matches
CLOCK_TOLERANCE = 0.1
"""Seconds that a move may be late before it loses on time (the machine may have been busy)."""

# Openings of events
OPENING_PLIES = 4
OPENING_COUNT = 50
ALL_OPENING_PLIES = 2
MOST_OPENINGS = 10_000
OPENING_TRIES = 200
"""Random positions that are tried for each opening wanted."""
NEAR_OPENING_CELLS = 49
"""On larger boards a random stone is put beside another one."""
BALANCE_SIMULATIONS = 2000
BALANCE_MARGIN = 0.05
"""How far from one half the points of a balanced position may be."""

# Ratings
CONFIDENCE_SIGMAS = 1.959964
"""Half width of a 95 % interval of the normal distribution."""
PRIOR_ELO = 600.0
"""Ratings and the first move are believed to be of this size before any game was played."""
PAIR_CORRELATION_PRIOR = 20
"""Pairs without correlation that are believed to have been played before."""
MOST_PAIR_CORRELATION = 0.95
SPRT_ELO1 = 20.0
SPRT_ERROR = 0.05

# Scores of the minimax family. The scores of an unexplored node are worse than any other, so that
# a legal move is chosen even when every move loses.
WIN_SCORE = 2147483647
LOSS_SCORE = -2147483648
DECIDED_SCORE = 1_000_000_000
"""Distance-aware scores of decided games begin here when a search also uses an evaluation."""
UNEXPLORED_MAX = LOSS_SCORE - 1
UNEXPLORED_MIN = WIN_SCORE + 1

# Players
MINIMAX_DEPTH = 3
EXPECTIMINIMAX_DEPTH = 3
ALPHABETA_SECONDS = 2.0
ALPHABETA_MEMORY_MB = 64
SOLVER_MEMORY_MB = 64
IDLE_SOLVERS = 2
"""Solvers whose tables are kept for whoever needs one next."""
BOOK_MEMORY_MB = 256
COLUMN_SORT_ABOVE = 20
COLUMN_AMPLIFIER = 10
COLUMN_OWN = 2
COLUMN_OPPONENT = 1
GOMOKU_SECONDS = 2.0
GOMOKU_DEPTHS = ((6, 6), (10, 4))
"""Most moves to try, and the depth for them; `GOMOKU_DEPTH` for more."""
GOMOKU_DEPTH = 2
EXPLORATION = 2**0.5
MCTS_SIMULATIONS = 10_000
MCTS_EXPLORATION = 1.0
"""Measured by benchmarks/mcts_quality.py: the best of 0.4, 0.7, 1 and the square root of 2."""
MCTS_MEMORY_MB = 1024
MAX_THREADS = 256
SLICE_SECONDS = 0.005
"""How long a compiled search runs before Python looks at the clock."""
MCTS_DRAW_POINTS = 0.5
MCTS_LOSS_POINTS = 0.0
MCTS_MAX_PROCESSES = 256
MCTS_SHORTEST = 0.001
"""Seconds that a search always has, whatever the limit says."""
INFO_SECONDS = 0.1
"""Seconds between two reports of a running search."""
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
NINE_SECONDS = 2.5
NINE_ROLLOUT_DEPTH = 10
NINE_MAX_WINS = 2048
NINE_PROCESSES = 9

# Players in processes of their own
GUARD_MEMORY_MB = 1024
GUARD_OUTPUT_BYTES = 1_000_000
"""What a player may write beside one answer before it loses."""
START_SECONDS = 60.0
"""How long a player may take to get ready; no clock runs meanwhile."""
HANG_SECONDS = 60.0
"""How long to wait for a move that no time limits."""
HANG_GRACE = 2.0
"""How long to wait for a move after its time is up, before the player is ended."""

# Events
ARENA_ROUNDS = 10
ARENA_MOST_ROUNDS = 10_000_000
ARENA_LIMIT = "100000nodes"
"""Thinking per move: a number of positions or simulations, so that no result hangs on the clock."""
ARENA_OPENINGS = "all"
ADJUDICATION_NODES = 50_000
"""Positions that the solver may look at after each move to prove a result."""
ADJUDICATION_MEMORY_MB = 8
FAILURE_SHARE = 0.2
FAILURE_GAMES = 10
BATCH_SECONDS = 0.25
"""Games are handed to a worker in batches of about this length."""
CLUSTER_BATCH_SECONDS = 2.0
"""The same for a cluster, where every batch costs some milliseconds."""
MOST_BATCH_GAMES = 2000
LOOKAHEAD_GAMES = 20_000
"""How far games may be played ahead of the slowest one."""
CLUSTER_SECONDS = 20.0
"""How long to wait for a cluster to answer."""
CALIBRATION_ROUNDS = 40
FAREWELL_SECONDS = 1.0
"""How long Ctrl-C waits for games that are nearly finished."""
STOP_ERROR = 20.0
"""Elo; an event may stop when all error bars are this short."""
STOP_GAMES = 100

# Server of the page
WEB_PORT = 8765
WEB_MAX_CELLS = 2500
WEB_MAX_NODES = 20_000
"""Positions in the tree of one game."""
WEB_MAX_GAMES = 100_000
WEB_MAX_SOCKETS = 5000
WEB_FRAME_BYTES = 64 * 1024
WEB_MOVE_SECONDS = 5.0
"""Time of a machine's move if the game sets no limit."""
WEB_MAX_SECONDS = 60.0
"""The most that any engine may think about one thing."""
WEB_JUDGE_SECONDS = 0.5
"""Time to judge a move as soon as it is made."""
WEB_GRACE_SECONDS = 0.5
"""From the request to stop until a worker is killed."""
WEB_WORKER_MEMORY_MB = 4096
WEB_MOVE_QUEUE = 1000
WEB_STUDY_QUEUE = 8
"""Analyses and the like that may wait for a free worker; one more is told that we are busy."""
WEB_CACHE = 512
"""Finished analyses that are remembered."""
WEB_MESSAGES_PER_SECOND = 50.0
WEB_MESSAGES_AT_ONCE = 200
WEB_TOO_FAST = 100
"""Messages that may come too fast before a socket is closed."""
WEB_UNREAD = 500
"""Messages that a client may leave unread."""
WEB_WATCHED = 1000
"""Games that one page may watch."""
WEB_TASKS = 16
"""Engines that may work for one page."""
WEB_CLIENTS = 10_000
"""Addresses whose rate is remembered."""
WEB_FEWEST_ENGINES = 4
"""Three to compare on one position, and one for games."""
WEB_ENGINE_DEATHS = 3
"""Engines that may die in a row before they were ready; then something is wrong with us."""
WEB_ENGINE_NICENESS = 5
"""Engines yield to the server, so that a cheap request never waits for an expensive one."""
WEB_RETRY_SECONDS = 5.0
"""After so long it is tried again to write a game or to start an engine."""
WEB_STUDY_SECONDS = 30.0
"""The most that reading an event, making a puzzle or recording a search may take."""
WEB_EXPLAIN_SECONDS = 5.0
WEB_MORE_TIME = 2.0
"""How much more time a solver gets each time it is asked again."""
WEB_REVIEW_SECONDS = 600.0
"""A review of a long game ends then, with the moves judged so far."""
WEB_TRACE_STEPS = 4000
WEB_PUZZLES = 1000
"""Puzzles made while the server runs that are remembered."""
WEB_PUZZLES_TRIED = 5
"""So many are made to find one of the level that was asked for."""
WEB_HINTS = 3
WEB_EVENTS = 2
"""Events that may run at a time."""
WEB_EVENT_FILES = 200
WEB_EVENT_GAMES = 2000
WEB_EVENT_PLAYERS = 16
WEB_EVENT_PLIES = 20
"""The longest openings of an event of the page."""
WEB_EVENT_MEMORY_MB = 1024
"""For the table of one player."""
WEB_EVENT_NICENESS = 10
WEB_EVENT_BEGIN_SECONDS = 30.0
"""So long an event may take to begin."""
WEB_EVENT_RESUME_SECONDS = 5.0
"""So long we wait for words about an event that cannot be resumed."""
WEB_EVENT_STOP_SECONDS = 10.0
WEB_EVENT_LOOK_SECONDS = 1.0
"""How often a running event is looked at."""
