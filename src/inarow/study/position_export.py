"""Make a set of labelled positions, write it, and go on after an interruption.

Each position is appended to a work file beside the set as soon as it is there, so that Ctrl-C, or
worse, costs one of them. The set itself is written at once, when it is complete:

    positions.npz.work      {"game": ..., "kind": ..., "seed": ..., "plies": ...}
                            one position a line, as in a .jsonl file
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from inarow.errors import BadFile, NotSupported
from inarow.games.base import Game
from inarow.games.record_file import read_plain_text, write_whole
from inarow.study.position_maker import make_positions, usual_plies
from inarow.study.positions import LabelledPosition, format_positions, parse_positions

OnProgress: TypeAlias = Callable[[int, int], None]
"""Called with how many positions are made, and out of how many."""


def work_file(path: Path) -> Path:
    """Where positions are kept while a set is being made."""
    return path.with_name(path.name + ".work")


def export_positions(
    game: Game,
    count: int,
    path: Path,
    form: str,
    *,
    kind: str,
    seed: int,
    plies: tuple[int, int] | None = None,
    on_progress: OnProgress | None = None,
) -> list[LabelledPosition]:
    """Make a set and write it; what a work file already holds is not made again.

    Args:
        game: the rules.
        count: positions of the set.
        path: the file to write.
        form: `npz`, `jsonl` or `refmoves`.
        kind: `random` or `critical`.
        seed: the same seed, the same set.
        plies: the first and the last ply at which positions are taken.
        on_progress: is told how far it is.

    Raises:
        BadFile: the work file belongs to another set, or is damaged.
        NotSupported: nobody knows the truth about this game, or the form is not for it.
    """
    span = list(plies or usual_plies(game, kind))
    head = json.dumps({"game": str(game), "kind": kind, "seed": seed, "plies": span})
    found = _begun(work_file(path), head)[:count]
    kept = "".join(f"{line}\n" for line in (head, *map(_line, found)))
    write_whole(work_file(path), kept.encode())  # without a line that was cut off
    with work_file(path).open("a", encoding="utf-8") as work:
        if on_progress is not None:
            on_progress(len(found), count)
        made = make_positions(
            game, count, kind=kind, seed=seed, plies=(span[0], span[1]), done=tuple(found)
        )
        try:
            for one in made:
                found.append(one)
                work.write(f"{_line(one)}\n")
                work.flush()
                if on_progress is not None:
                    on_progress(len(found), count)
        except NotSupported:
            if not found:
                work_file(path).unlink()
            raise
    write_whole(path, format_positions(found, form))
    with suppress(FileNotFoundError):
        work_file(path).unlink()
    return found


def _line(position: LabelledPosition) -> str:
    return json.dumps(position.as_dict())


def _begun(path: Path, head: str) -> list[LabelledPosition]:
    """What a work file holds of a set; its last line may have been cut off."""
    if not path.exists():
        return []
    first, *lines = read_plain_text(path).split("\n")
    if first != head:
        raise BadFile(f"{path} belongs to another set: delete it, or name another file")
    try:
        return list(parse_positions("\n".join(lines[:-1]), first=2)) if lines[1:] else []
    except BadFile as error:
        raise BadFile(f"{path} is damaged, {error}: delete it, or name another file") from None
