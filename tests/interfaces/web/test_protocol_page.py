"""Every example of the protocol page is a message that the types accept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from inarow.interfaces.web.commands import COMMANDS, AnyCommand
from inarow.interfaces.web.protocol.command import Command
from inarow.interfaces.web.protocol.messages import MESSAGES, Message

PAGE = Path(__file__).parents[3] / "docs" / "web_protocol.md"
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.S)]


def _types(union: Any) -> set[str]:
    return {get_args(m.model_fields["type"].annotation)[0] for m in get_args(get_args(union)[0])}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["type"]))
def test_an_example_is_a_message(example: dict[str, Any]) -> None:
    text = json.dumps(example)
    problems = []
    for adapter in (COMMANDS, MESSAGES):
        try:
            adapter.validate_json(text)
            return
        except ValidationError as error:
            problems.append(str(error))
    pytest.fail("\n".join(problems))


def test_every_command_and_message_has_an_example() -> None:
    assert {example["type"] for example in EXAMPLES} == _types(AnyCommand) | _types(Message)


def _leaves(kind: type) -> set[type]:
    return set().union(*map(_leaves, kind.__subclasses__())) or {kind}


def test_every_command_can_be_sent_and_done() -> None:
    known = set(get_args(get_args(AnyCommand)[0]))
    assert known == _leaves(Command)
    assert not [command for command in known if command.do is Command.do]
