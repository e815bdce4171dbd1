"""What the keys do, for every screen."""

HELP = """\
inarow, the keys

everywhere    arrows, Tab and Enter, or the mouse; Esc goes back; F1 or ? is this help
              Ctrl-Q or Ctrl-C leaves: games are kept move by move; Ctrl-Z to the shell

playing       arrows and Enter play at the cursor, or click on a cell
              1 2 3 ...  a column, or a cell of nine boards
              m  type any move, such as h8
              Esc  while a machine thinks: it moves at once
              u  take back     r  play again     n  new game     x  resign
              h  hint          v  value of every move            w  why, at the cursor
              c  the coach warns of mistakes before they count, or no longer
              s  save to a file                  #  numbers on the stones
              t  watch searches of this position; in reviews and puzzles too
              v  when it is over: review every move

my games      Enter plays on, or reviews a game that is over; v reviews any
              /  search   f  only won, drawn ...   d  delete   z  bring back
reviews       arrows walk through the game   m  next mistake   s  save with judgements
              p  practise the mistakes
puzzles       Enter tries the move at the cursor   u  take back   h  hint, then more
              s  solution   n  next one
searches      <- ->  a step   up, down  ten   Home, End   p  play   + -  speed
              s  which search   c  another beside it   l  how much   g  position
sweeps        Enter: an option of the player, then its values; s  stop, or go on
              p  save the plot
tournaments   Space marks who takes part, Enter begins; s  stop, or go on

values        proven: it follows from the rules. bound: at least, or at most, that good.
              estimate: what a search believes; a percentage is the points to expect,
              a win is 100 %, a draw 50 %.

stones        ( ) the last one, [ ] the winning line; underlined: what a sentence is about
"""
