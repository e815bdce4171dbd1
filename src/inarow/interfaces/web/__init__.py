"""The page: a local server that plays, analyses, teaches and shows events in a browser.

A click on the board goes this way:

    static/js/socket.js   sends {"type": "move", ...} over the socket
    protocol/session.py   reads it, checks it, and lets the command do its work
    games/commands.py     Move.do: finds the room of the game and changes the game there
    games/page_game.py    what a move does to the game
    games/room.py         keeps it on the disk, tells all who watch, and lets a machine answer
    engines/pool.py       which engine process answers, and when

`protocol/messages.py` and `protocol/views.py` are the contract with the page, in words in
docs/web_protocol.md.
"""
