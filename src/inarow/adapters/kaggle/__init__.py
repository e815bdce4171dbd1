"""Kaggle ConnectX: our players as one file to submit, and agents of Kaggle as our players.

    inarow export kaggle perfect --out submission.py
    inarow play --second 'kaggle(file="submission.py")'

Files, in the order in which they are best read:

    board       Connect Four of any size on bare ints; standard library only
    perfect     a submission: opening book and alpha-beta; standard library and NumPy only
    mcts        a submission: Monte Carlo tree search; standard library only
    view        our positions as Kaggle shows them
    export      joins `board` and a submission to one file that needs nothing of ours
    player      an agent of Kaggle, in a process of its own, as our player
    host        the other end of that process
"""
