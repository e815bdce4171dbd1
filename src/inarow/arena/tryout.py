"""Before the first game everybody is tried out: who cannot play is left out, with the reason.

One file with a mistake in it does not keep a whole class from playing. Whatever is the fault of
whoever asks, such as the name of a player that does not exist, stops the event instead.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from os import cpu_count

from inarow.arena.entrants import CannotStart, Entrant, try_out
from inarow.arena.event import Event, LeftOut
from inarow.games.base import Game


def try_all(
    entrants: Sequence[Entrant],
    game: Game,
    on_tried: Callable[[int, int], None] | None = None,
) -> list[LeftOut]:
    """Let everybody get ready once; the files that cannot, with the reason.

    Args:
        entrants: who.
        game: the rules.
        on_tried: called with how many were tried, and out of how many.

    Raises:
        NotSupported: somebody cannot play for whom whoever asks is to blame.
    """
    left_out = []
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        tries = [pool.submit(try_out, entrant, game) for entrant in entrants]
        try:
            for done, tried in enumerate(tries, 1):
                try:
                    tried.result()
                except CannotStart as error:
                    left_out.append(LeftOut(error.name, error.why))
                if on_tried is not None:
                    on_tried(done, len(tries))
        finally:  # after Ctrl-C, too
            pool.shutdown(wait=False, cancel_futures=True)
    return left_out


def without(event: Event, left_out: Sequence[LeftOut]) -> Event:
    """An event without some of its players, which it remembers.

    Raises:
        CannotStart: without them it is another event.
    """
    out = {one.name for one in left_out}
    players = tuple(entrant for entrant in event.players if entrant.name not in out)
    leads = event.players[: event.challengers] if event.form == "gauntlet" else ()
    if len(players) < 2 or any(entrant.name in out for entrant in leads):
        raise CannotStart(left_out[0].name, left_out[0].why)
    return replace(event, players=players, left_out=(*event.left_out, *left_out))
