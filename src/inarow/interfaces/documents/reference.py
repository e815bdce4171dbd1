"""Pages that are made from the code: the Python interface, the commands, the JSON that is said.

They are written as Markdown, like all other pages. A docstring is Markdown already, except for its
`Args:` and the like, which become lists, and its examples, which become fences.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

_BLOCK = re.compile(r"^(Args|Returns|Raises|Yields|Attributes):$")
_ITEM = re.compile(r"^(\*{0,2}[\w.]+): (.*)$")


def python_page() -> str:
    """Everything that `import inarow` offers."""
    api = importlib.import_module("inarow.api")  # by name: nothing below it may import it
    names = sorted(api.__all__, key=str.lower)
    things = {name: getattr(api, name) for name in names}
    functions = [name for name in names if not inspect.isclass(things[name])]
    errors = [name for name in names if name not in functions and _is_error(things[name])]
    values = [name for name in names if name not in functions and name not in errors]
    lines = [
        "# The Python interface",
        "",
        "Made from the code: every name of `import inarow`. How they work together is told in "
        "[From Python](../python.md).",
        "",
    ]
    for title, chosen in (("Functions", functions), ("Values", values), ("Errors", errors)):
        lines += [f"## {title}", ""]
        for name in chosen:
            lines += [f"### {name}", "", *_thing(name, things[name])]
    return "\n".join(lines)


def _is_error(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Exception)


def _thing(name: str, thing: Any) -> Iterator[str]:
    if callable(thing) and not _is_error(thing):
        yield from ("```python", f"{name}{_signature(thing)}", "```", "")
    yield from markdown_of(inspect.getdoc(thing) or "")
    yield ""
    if not inspect.isclass(thing) or _is_error(thing):
        return
    for label, member in vars(thing).items():
        doc = inspect.getdoc(member) if callable(member) or isinstance(member, property) else None
        if not label.startswith("_") and doc:
            shown = "" if isinstance(member, property) else _signature(member)
            yield from (f"**`{name}.{label}{shown}`**", "", *markdown_of(doc), "")


def _signature(thing: Any) -> str:
    try:
        shown = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return "(...)"
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", shown)  # `Limit`, not `inarow.search.limit.Limit`


def markdown_of(doc: str) -> list[str]:
    """A docstring as lines of Markdown.

    >>> for line in markdown_of("Add.\\n\\nArgs:\\n    a: one\\n        more\\n    b: two"):
    ...     print(line)
    Add.
    <BLANKLINE>
    **Args**
    <BLANKLINE>
    - `a`: one more
    - `b`: two
    """
    found, inside, example = list[str](), False, False
    for line in doc.splitlines():
        plain = line.strip()
        if line.startswith(">>>") and not example:
            found.append("```python")
            example = True
        if example:
            if plain:
                found.append(line)
                continue
            found.append("```")
            example = False
        if block := _BLOCK.match(line):
            found += [f"**{block[1]}**", ""]
            inside = True
        elif inside and (item := _ITEM.match(plain)) and len(line) - len(line.lstrip()) == 4:
            found.append(f"- `{item[1]}`: {item[2]}")
        elif inside and plain and found[-1].startswith("- "):
            found[-1] += f" {plain}"
        elif inside and plain:
            found.append(plain)
        else:
            inside = inside and not plain
            found.append(line)
    return [*found, "```"] if example else found


def commands_page(root: click.Group) -> str:
    """What `--help` says of every command."""
    lines = ["# All commands", "", "Made from the program: what `--help` says.", ""]
    start = click.Context(root, info_name="inarow", terminal_width=100, **root.context_settings)
    for context in _below(root, start):
        help_ = context.command.get_help(context)
        lines += [f"## {context.command_path}", "", "```text", help_, "```", ""]
    return "\n".join(lines)


def _below(group: click.Group, context: click.Context) -> Iterator[click.Context]:
    """The context of every command of a group, and of the groups in it."""
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        if command is None or command.hidden:
            continue
        inside = click.Context(command, parent=context, info_name=name, **command.context_settings)
        yield inside
        if isinstance(command, click.Group):
            yield from _below(command, inside)


def schema_page(file: Path) -> str:
    """The tables of one JSON Schema: its objects, and the fields of each."""
    schema = json.loads(file.read_text(encoding="utf-8"))
    lines = [
        f"# {schema.get('title', file.stem)}",
        "",
        f"Made from [{file.name}](../schema/{file.name}); see [JSON Schemas](../schema.md).",
        "",
    ]
    objects = dict(sorted(schema.get("$defs", {}).items()))
    if "properties" in schema:
        objects = {schema.get("title", file.stem): schema} | objects
    for name, described in objects.items():
        if "properties" in described:
            lines += [f"## {name}", "", described.get("description", ""), ""]
            lines += [*_fields(described), ""]
    return "\n".join(lines)


def _fields(described: Mapping[str, Any]) -> Iterator[str]:
    yield from ("| field | type | |", "|---|---|---|")
    required = described.get("required", ())
    for name, field in described["properties"].items():
        words = field.get("description", "")
        if name not in required:
            default = json.dumps(field["default"]) if "default" in field else None
            words += f" default `{default}`" if default else " may be missing"
        yield f"| `{name}` | {kind_of(field)} | {words.strip()} |"


_RANGES = (("minimum", ">= "), ("maximum", "<= "), ("maxLength", "length <= "))


def kind_of(field: Mapping[str, Any]) -> str:
    """The type of a field in a few words.

    >>> kind_of({"type": "integer", "minimum": 0}), kind_of({"$ref": "#/$defs/Where"})
    ('integer >= 0', '[Where](#where)')
    """
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{json.dumps(one)}`" for one in field["enum"])
    for key in ("anyOf", "oneOf"):
        if key in field:
            return " or ".join(kind_of(one) for one in field[key])
    kind = field.get("type", "anything")
    if kind == "array" and "items" in field:
        return f"list of {kind_of(field['items'])}"
    ranges = " ".join(f"{sign}{field[key]}" for key, sign in _RANGES if key in field)
    return f"{kind} {ranges}".strip()
