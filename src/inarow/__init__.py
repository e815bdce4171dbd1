"""inarow: the Python home of k-in-a-row games.

    import inarow

    game = inarow.load_game("connect_four")
    players = inarow.load_agent("random(seed=1)"), inarow.load_agent("random(seed=2)")
    record = inarow.play_match(game, players)
    print(record.moves, record.outcome)

What users call is listed in `inarow.api`; the rest may change. It is loaded when its first name is
used: `import inarow` costs nothing, and the command can be interrupted before anything is loaded.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from inarow.api import *  # noqa: F403
    from inarow.api import __all__ as __all__
else:

    def __getattr__(name):
        from importlib import import_module
        from importlib.util import find_spec

        if find_spec(f"inarow.{name}") is None:  # a module of ours is imported by itself
            api = import_module("inarow.api")
            if name in ("__all__", *api.__all__):
                return getattr(api, name)
        raise AttributeError(f"module 'inarow' has no attribute {name!r}")

    def __dir__():
        from inarow.api import __all__ as public

        return sorted({*globals(), *public})
