"""Native speed from Python source: the hot loops, compiled by Numba when they are first called.

A kernel is a function on ints, floats and arrays: no classes, no input or output, no game objects.
Read them from the bottom up:

    jit          the decorators, and names for what kernels are given
    parts        how far a part is compiled: not to the end
    digest       what compiled kernels depend on, as one short name
    folder       where they are kept under that name, and for how long
    store        their files: checked before they are used, and mended
    notice       who is told that a kernel is being compiled
    bits         tricks with the bits of a word, random numbers, steps that threads may share
    words        boards that fit into one word: lines, winning cells, moves that do not lose
    position     one record for a position of any described game; legal moves; playing them; wins
    counters     a board that counts the stones of every line, with undo
    from_state   from a position to its record

The kernels of an algorithm stand in its own folder, in the files `kernel*.py`, beside a readable
twin that works on any game; tests prove that both agree. Nothing here is imported before a search
needs it, because Numba takes half a second to import.
"""
