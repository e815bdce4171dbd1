"""The full-screen app behind a bare `inarow` on a terminal.

One screen per thing to do (`home`, `new_game`, `game_screen`, ...), one widget for the board of any
game, and `table.py`, which runs a game without knowing how it is shown. Textual draws, and is
imported nowhere else. Nothing here thinks in the thread that listens to keys: `background.py`.
"""
