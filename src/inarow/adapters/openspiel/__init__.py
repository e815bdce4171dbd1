"""OpenSpiel: our games inside it, our players as its bots, and its bots as our players.

    import pyspiel
    from inarow.adapters.openspiel import PlayerBot, SpielPlayer

    game = pyspiel.load_game("inarow", {"game": "connect_four(rows=5,cols=6,k=4)"})
    bot = PlayerBot("perfect", player_id=0)
    player = SpielPlayer(lambda game, seat: pyspiel.MCTSBot(...))

Importing this package registers the game `inarow`. Files, in the order in which they are best read:

    games       every game of ours as a game of OpenSpiel
    bots        our players as bots, for our games and for those of OpenSpiel that are the same
    players     bots as our players
"""

from inarow.errors import MissingPackage

try:
    import pyspiel
except ModuleNotFoundError:
    raise MissingPackage("this needs OpenSpiel, the package", "open_spiel") from None

from inarow.adapters.openspiel.bots import PlayerBot as PlayerBot
from inarow.adapters.openspiel.bots import same_game as same_game
from inarow.adapters.openspiel.games import TYPE, SpielGame
from inarow.adapters.openspiel.players import SpielPlayer as SpielPlayer

if TYPE.short_name not in pyspiel.registered_names():
    pyspiel.register_game(TYPE, SpielGame)
