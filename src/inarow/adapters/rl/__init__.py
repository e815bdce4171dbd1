"""Our games as environments of reinforcement learning: Gymnasium and PettingZoo.

Importing this package registers one id per game with both of them:

    gymnasium.make("inarow/connect_four-v0", opponent="level(3)")        one learner, any opponent
    gymnasium.make_vec("inarow/connect_four-v0", num_envs=4096)          thousands of games at once
    pettingzoo.make("aec", "inarow/connect_four-v0")                     two learners, turn by turn

Files, in the order in which they are best read:

    views       what a player sees: planes of 0 and 1, and the mask of legal actions
    single      Gymnasium: one game against an opponent, or both sides of it
    zoo         PettingZoo: two agents that take turns
    kernel      many games side by side, compiled
    vector      Gymnasium: the same environment as `single`, on the kernel
    opponents   players of ours against whom many games are played at once, in threads
"""

from inarow.errors import MissingPackage
from inarow.registry import games, load_game

try:
    import gymnasium
    import pettingzoo
except ModuleNotFoundError as error:
    raise MissingPackage("environments (the extra rl) need", error.name or "gymnasium") from None

from inarow.search.native.from_state import can_compile

NAMESPACE = "inarow"


def _register() -> None:
    """Make every game known under its id; once, also if this module is loaded again."""
    for name, entry in games().items():
        full = f"{NAMESPACE}/{name}-v0"
        if entry.plugin or full in gymnasium.registry:
            continue
        vector = f"{__name__}.vector:GameVectorEnv" if can_compile(load_game(name)) else None
        gymnasium.register(
            full,
            entry_point=f"{__name__}.single:GameEnv",
            vector_entry_point=vector,
            kwargs={"game": name},
        )
        pettingzoo.register("aec", full, entry_point=f"{__name__}.zoo:env", kwargs={"game": name})


_register()
