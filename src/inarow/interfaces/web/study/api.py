"""The HTTP calls of the search laboratory."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.protocol.api import ERRORS
from inarow.interfaces.web.protocol.views import OptionView
from inarow.interfaces.web.study.sweep import sweep_form

router = APIRouter(prefix="/api", responses=ERRORS)
Asked = Annotated[str, Query(min_length=1, max_length=400)]


@router.get("/sweep")
async def offer_sweep(player: Asked, game: Asked, option: str = "") -> list[OptionView]:
    """What a sweep asks for: the options of a player, values to begin with, and how to measure."""
    asked = [OptionView.model_validate(o) for o in await aside(sweep_form, player, game, option)]
    return [
        one.model_copy(update={"range": "" if one.type == "str" else one.range}) for one in asked
    ]
