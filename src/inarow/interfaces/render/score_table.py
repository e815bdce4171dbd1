"""The scores of many players as one table, the best player first."""

from collections.abc import Sequence
from typing import TypedDict

from inarow.arena.event import LeftOut
from inarow.arena.score import Score, ScoreData
from inarow.interfaces.render.event_table import LeftOutData, fitted, short_name
from inarow.options import counted

_HEAD = ["#", "player", "keeps the result", "best move", "faults", "plays like"]


class ScoresData(TypedDict):
    """The scores of many players, and who could not be loaded."""

    scores: list[ScoreData]
    left_out: list[LeftOutData]


def scores_data(scores: Sequence[Score], left_out: Sequence[LeftOut]) -> ScoresData:
    """All that is known of many players, for programs."""
    return {
        "scores": [score.as_dict() for score in _ranked(scores)],
        "left_out": [{"name": one.name, "why": one.why} for one in left_out],
    }


def score_table(scores: Sequence[Score], left_out: Sequence[LeftOut]) -> str:
    """A line for each player; what went wrong is said below."""
    lines, notes = [_HEAD], list[str]()
    for rank, score in enumerate(_ranked(scores), 1):
        whole = score.whole
        best = "-" if whole.perfect is None else str(whole.perfect).partition("(")[0].strip()
        faults = score.illegal + score.late + score.failed
        like = score.like.removeprefix("plays like ").removeprefix("is ")
        lines.append(
            [str(rank), short_name(score.player), str(whole.good), best, str(faults), like]
        )
        if faults:
            words = f"illegal {score.illegal}, late {score.late}, no answer {score.failed}"
            notes.append(
                f"{score.player}: {words}" + (f"; {score.gave_up}" if score.gave_up else "")
            )
    notes += [f"{one.name} was left out: {one.why}" for one in left_out]
    head = [f"{scores[0].game}: {counted(scores[0].wanted, 'position')}"] if scores else []
    tables = [fitted(lines)] if scores else ["no player could be asked"]
    return "\n\n".join([*head, *tables, *(["\n".join(notes)] if notes else [])])


def _ranked(scores: Sequence[Score]) -> list[Score]:
    """The best first: who keeps the result most often, and then finds the best move most often.

    A player that was asked no more has not kept anything in the rest.
    """

    def kept(score: Score) -> tuple[float, float, str]:
        perfect = score.whole.perfect
        return -score.whole.good.count, -(perfect.count if perfect else 0), score.player

    return sorted(scores, key=kept)
