"""What `signature.py` asks: one game on every kind of board, and the players with their options.

A game stands for the positions on its way: the opening, the middle, and shortly before its end,
where a threat has to be seen and then a win.
"""

from __future__ import annotations

BOARDS = {
    "connect_four": "6244754427554222425317737711161665153363",
    "connect_four(4,5)": "3131334244245555122",
    "connect_four(7,8)": "3273743382755725545441158388232237544767",
    "connect_four(7,8,5)": "55284354845647342648226765252281885846677",
    "connect_four(8,9)": "442165223454411724558323282",
    "connect_four(10,12)": "6 6 8 7 3 6 5 4 4 6 6 3 8 1 8 8 6 9 6 6 3 10 3 7 4 5 4 4 3 3 9 10 11"
    " 3 10 5 5 5 4 9 12 4 11 2 9",
    "random_drop": "22?71?62457?73661?35263?11?611564",
    "random_drop(4,5,3)": "?12?4211?153342",
    "random_drop(10,12)": "4 7 8 6 10 8 ? 6 11 5 5 7 11 5 3 8 6 11 10 ? 1 4 ? 12 8 ? 2 5 1 8 4 12"
    " ? 11 6 8 4 2 5 9 4 ? 1 11 4 2 5 1 3 7",
    "tic_tac_toe": "a3a2c3b3b2a1b1c2c1",
    "mnk(4,4,4)": "d4c2b4a1c3b1c4d1a4",
    "mnk(5,4,4)": "b4a2d3c3c1a3a4d2d4c4c5b2c2d5a1b3",
    "mnk(7,7,5)": "d3d4e3e4c4c3b5a6e2f1b4e5b2b6b3b1d2f6a5g7",
    "gomoku": "k6j7k7k8k5k4l6i6m7h5l9j5g4h7l3j4g8j3m10j8l7j6",
    # Six stones in a row, which are no line here, and then five.
    "gomoku(rule=standard)": "c8a15d8d15e8h15g8k15h8a12f8d12c7h12c6c9c5a2c4",
    "mnk(20,20,5)": "n14m14m15l13o13k12n15j11i10l16p12q11o15l15p15q15p16l14l17l11l12m13p14r12p13",
    "nine_board": "8713166295894524472884263255737759783519",
    "nine_board(random,free)": "28237611984589431751347952426788639625355487",
    "nine_board(free,draw)": "2947786258971155734495241936851383563279616676",
    "nine_board(free,free)": "2955834725946371961687674978931",
    "pop_out": "421p2233373433456516",
    "pop_out(4,5,3)": "33214",
    "pop_out(9,9,4)": "242484422866719",
    "ultimate_tic_tac_toe": "4254432826947221346638927451933714365753184791232964",
    "ultimate_tic_tac_toe(open,boards)": "1563851911314478361629576827992248712186772528173264"
    "23437466554596933584153",
}
"""A game on each board, in its own notation; `?` calls for the dice."""

SMALL_BOARDS = ("connect_four", "random_drop(4,5,3)", "mnk(5,4,4)", "nine_board")
OPTION_BOARDS = (*SMALL_BOARDS, "connect_four(10,12)", "gomoku")
"""Where every option is tried; readable searches by random games keep to the small boards."""
MEASURED_BOARDS = ("connect_four", "random_drop", "tic_tac_toe", "gomoku", "nine_board")
"""Where levels are at home."""
JUDGED_BOARDS = ("connect_four", "connect_four(8,9)", "mnk(7,7,5)", "gomoku", "mnk(20,20,5)")
"""Where the judge looks at every position of the game."""
GAME_BOARDS = ("connect_four", "random_drop", "tic_tac_toe", "mnk(7,7,5)", "nine_board")
"""Where every player plays itself."""

FIXED = {
    "alphabeta": "seconds=none",
    "classic-alphabeta": "seconds=none",
    "classic-gomoku": "seconds=100000",
    "classic-nine-mcts": "seconds=none,processes=1",
    "judge": "seconds=100000",
}
"""What takes the clock out of players that look at it."""

OPTIONS = {
    "minimax": ("depth=1", "depth=2", "depth=4"),
    "expectiminimax": ("depth=1", "depth=2", "depth=4"),
    "alphabeta": (
        "depth=3",
        "depth=4,deepening=false",
        "evaluator=none",
        "evaluator=none,bound_tests=false",
        "evaluator=weighted_chains",
        "order=left",
        "order=near",
        "sort_above=5",
        "foresight=false",
        "table=false",
        "exact=false",
    ),
    "mcts": (
        "solve=false",
        "sharp=false",
        "solve=false,sharp=false",
        "decisive=true",
        "keep_rollout=true",
        "rollout_depth=6",
        "max_wins=20,solve=false",
        "final=ratio",
        "final=ratio,per_child=true",
        "final=ratio,per_child=true,decisive=true,keep_rollout=true,rollout_depth=8,max_wins=20",
        "exploration=0.5,draw_points=0,loss_points=-1",
        "dice=false",
    ),
    "careless": (
        "search=alphabeta",
        "search=perfect",
        "budget=50,overlook=0",
        "budget=50,overlook=0.9",
    ),
    "classic-gomoku": ("deepening=true",),
}
"""Options that are tried one by one, beside what is usual."""

EVALUATORS = (
    "none",
    "window_cost",
    "open_chains",
    "weighted_chains",
    "weighted_chains(growth=4,room=0.5,centre=0)",
    "open_lines",
    "open_lines(growth=3)",
)

SOLVERS = ("", "exact=true", "book=false", "exact=true,book=false", "tricky=false")
"""Options of the perfect player."""

WITHOUT_KERNELS = ("prover",)
"""Players that search most games by readable code, hundreds of times slower."""

PAIRINGS = (
    ("connect_four", "perfect", "mcts"),
    ("connect_four", "alphabeta", "impossible"),
    ("connect_four", "level(7)", "classic-alphabeta"),
    ("connect_four(8,9)", "mcts", "alphabeta"),
    ("connect_four(10,12)", "normal", "minimax"),
    ("random_drop", "expectiminimax", "mcts"),
    ("tic_tac_toe", "random", "judge"),
    ("gomoku", "classic-gomoku", "alphabeta(order=near)"),
    ("gomoku(rule=standard)", "level(8)", "classic-gomoku"),
    ("mnk(20,20,5)", "careless(search=alphabeta)", "alphabeta(order=near)"),
    ("nine_board", "classic-nine-mcts", "mcts"),
    ("nine_board(free,free)", "judge", "alphabeta"),
    ("pop_out", "level(4)", "mcts"),
    ("ultimate_tic_tac_toe", "level(4)", "mcts"),
)
"""Games between different players: the board, who moves first, who moves second."""
