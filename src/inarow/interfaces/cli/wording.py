"""What is wrong with a command, in our own words instead of the library's.

Click finds out what is wrong; its messages speak of "integer ranges", and none of them says what
would be right. The bounds of numbers come from `ranges.py`. Whatever is not known here is passed
on as it is.
"""

from __future__ import annotations

import re

import click

from inarow.options import suggestion

_RANGE = re.compile(r"(?P<value>.+) is not in the range (?P<range>.+)\.\Z", re.DOTALL)
_KIND = re.compile(r"(?P<value>.+) is not a valid (integer|float|number)\b.*\.\Z", re.DOTALL)
_NO_COMMAND = re.compile(r"No such command '(.*)'\.")
_NO_VALUE = re.compile(r"Option '(.*)' requires (an|\d+) arguments?\.")
_TOO_MANY = re.compile(r"Got unexpected extra arguments? \((.*)\)")


def error_words(error: click.ClickException) -> str:
    """One sentence that says what is wrong and what would be right.

    >>> error_words(click.BadParameter("-1 is not in the range 0 or more.", param_hint="--seed"))
    '--seed must be 0 or more, not -1'
    """
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption) and context is not None:
        known = [name for param in context.command.params for name in param.opts]
        return f"there is no option {error.option_name}{_closest(error.option_name, known)}" + (
            _see(context)
        )
    if isinstance(error, click.MissingParameter):
        return f"{_missing(error)} is missing{_see(context)}"
    if isinstance(error, click.BadParameter):
        return _bad_value(error)
    message = error.format_message()
    if (found := _NO_COMMAND.match(message)) and context is not None:
        known = context.command.list_commands(context)
        return f"there is no command {found[1]!r}{_closest(found[1], known)}{_see(context)}"
    if found := _NO_VALUE.match(message):
        needs = "a value" if found[2] == "an" else f"{found[2]} values"
        return f"{found[1]} needs {needs}{_see(context)}"
    if found := _TOO_MANY.match(message):
        return f"there is no place for {found[1]!r}{_see(context)}"
    return message


def _closest(word: str, known: list[str]) -> str:
    hint = suggestion(word, known)
    return f"; {hint}" if hint.startswith("did you mean") else ""


def _see(context: click.Context | None) -> str:
    return "" if context is None else f" ({context.command_path} --help lists what there is)"


def _missing(error: click.MissingParameter) -> str:
    name = _name(error)
    if error.param is not None and isinstance(error.param.type, click.Choice):
        return f"{name} ({' or '.join(map(str, error.param.type.choices))})"
    return name


def _bad_value(error: click.BadParameter) -> str:
    name, message = _name(error), error.message
    if found := _RANGE.match(message):
        return f"{name} must be {found['range']}, not {found['value']}"
    if found := _KIND.match(message):
        kind = "a whole number" if found[2] == "integer" else "a number"
        return f"{name} must be {kind}, not {found['value']}"
    if error.param is not None and isinstance(error.param.type, click.Choice):
        choices = [str(choice) for choice in error.param.type.choices]
        word = message.split("'")[1] if message.count("'") > 1 else ""
        hint = suggestion(word, choices)
        listed = "" if hint.startswith("there is") else f" ({', '.join(choices)})"
        return f"{name} cannot be {word!r}; {hint}{listed}"
    return f"{name}: {message.removesuffix('.')}"


def _name(error: click.BadParameter) -> str:
    """What people call a parameter: its long option, or an argument in capitals."""
    if isinstance(error.param, click.Option):
        return max(error.param.opts, key=len)
    if error.param is not None and error.param.name is not None:
        return error.param.name.upper()
    hint = error.param_hint or "a value"
    return hint if isinstance(hint, str) else " / ".join(hint)
