"""TextArena: our players as its agents, and our games as an environment of it.

    from inarow.adapters.textarena.agents import PlayerAgent
    agent = PlayerAgent("perfect")                      for ConnectFour, TicTacToe, Ultimate...

    import inarow.adapters.textarena.env                registers the environment
    env = textarena.make("inarow-v0", game="gomoku")    any of our games, played by text

Files, in the order in which they are best read:

    reading     what an observation says, as a position of ours
    agents      our players as agents; needs no package
    env         our games as an environment
"""
