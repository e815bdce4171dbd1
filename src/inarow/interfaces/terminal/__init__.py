"""Playing on a terminal: the console, the styles of drawing and talking, the game itself."""
