"""Players outside: each in a process of its own, where it can harm nothing but its own game."""
