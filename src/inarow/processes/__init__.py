"""Child processes with limits and leashes, alone and in pools.

    launch.py          sets limits, makes sure to die with its parent, and becomes a program
    children.py        starts a program that way, logs its stderr, ends it with all it started
    conversation.py    asks a program questions line by line, whatever it does
    pool.py            workers of our own that are handed functions to call
    trial.py           imports a module to see what becomes of Python
    locks.py           locks that end with their process

Each child is on a leash: it ends when the process that started it ends, however that happened.
"""
