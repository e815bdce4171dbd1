"""Games of the page: rooms, moves, files, and what a client is shown of them."""
