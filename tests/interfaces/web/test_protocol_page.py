"""Every example of the protocol page is a message that the types accept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from pydantic import ValidationError

from inarow.interfaces.web.commands import AnyCommand
from inarow.interfaces.web.protocol import messages
from inarow.interfaces.web.protocol.command import Command
from inarow.interfaces.web.protocol.messages import AnyMessage
from inarow.interfaces.web.protocol.views import View
from schemas import problems_of

PAGE = Path(__file__).parents[3] / "docs" / "web_protocol.md"
MESSAGES = [
    found
    for found in vars(messages).values()
    if isinstance(found, type) and issubclass(found, View) and "type" in found.model_fields
]
KNOWN: tuple[type[View], ...] = get_args(get_args(AnyCommand)[0])
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.S)]


def _types(models: Iterable[type[View]]) -> set[str]:
    return {get_args(model.model_fields["type"].annotation)[0] for model in models}


def test_an_example_is_a_message() -> None:
    for example in EXAMPLES:
        text = json.dumps(example)
        problems = [_problem(kind, text) for kind in (*MESSAGES, *KNOWN)]
        assert None in problems, f"{example['type']}: {problems}"


def _problem(kind: type[View], text: str) -> str | None:
    """Why a text is no message of some kind; None if it is one."""
    try:
        kind.model_validate_json(text)
    except ValidationError as error:
        return str(error)
    return None


def test_every_command_and_message_has_an_example() -> None:
    assert {example["type"] for example in EXAMPLES} == _types(
        get_args(get_args(AnyCommand)[0])
    ) | _types(MESSAGES)


def test_an_example_fits_the_published_schema() -> None:
    for example in EXAMPLES:
        text = json.dumps(example)
        found = [problems_of(side, text) for side in ("page_command", "page_message")]
        assert [] in found, f"{example['type']}: {found}"


def test_every_message_is_in_the_schema() -> None:
    assert set(MESSAGES) == set(get_args(get_args(AnyMessage)[0]))


def _leaves(kind: type[Command]) -> set[type[Command]]:
    return set[type[Command]]().union(*map(_leaves, kind.__subclasses__())) or {kind}


def test_every_command_can_be_sent_and_done() -> None:
    assert set(KNOWN) == _leaves(Command)
    assert not [command for command in _leaves(Command) if command.do is Command.do]
