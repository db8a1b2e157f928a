"""The form of an elicitation, filled in field by field at a terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from inspector.core.validation.validation import Validator
from inspector.schema.document import lexeme_of, text_of
from inspector.schema.fields import Field, build_fields
from inspector.schema.kinds import Option
from inspector.schema.problem import faults

if TYPE_CHECKING:
    from inspector.cli.terminal import Terminal

__all__ = ["fill_in"]

_LEFT_OUT: Final = object()
_BOOLEANS: Final = {"y": True, "yes": True, "true": True, "n": False, "no": False, "false": False}


async def fill_in(schema: Any, terminal: Terminal) -> dict[str, Any] | None:
    """The content of an accepting answer; None: the user wants to choose anew.

    schema: the requestedSchema, whatever the server sent. What does not fit is said and asked again; `=`
    before a value sends it as it is.
    """
    fields = build_fields(schema).properties()
    terminal.say("Press Enter to use the default or to skip an optional field; =JSON sends any value.")
    validator = Validator()
    content: dict[str, Any] = {}
    try:
        for field in fields:
            value = await _field(field, schema, validator, terminal)
            if value is None:
                return None
            if value[0] is not _LEFT_OUT:
                content[field.key] = value[0]
    finally:
        await validator.close()
    terminal.say(lexeme_of(content))
    line = await terminal.ask("Send this? [y]es or [n]o: ")
    return content if line is not None and line.lower() in ("y", "yes", "") else None


async def _field(field: Field, schema: Any, validator: Validator, terminal: Terminal) -> tuple[Any] | None:
    """One value in a tuple, (_LEFT_OUT,) for none; None at the end of the input."""
    if field.description:
        terminal.quote(field.description)
    for number, option in enumerate(_options(field), 1):
        terminal.say(f"  {number}  {_shown(option)}")
    while (line := await terminal.ask(f"{_label(field)}: ")) is not None:
        if not line and field.default is not None:
            return (json.loads(field.default),)
        if not line and not field.required:
            return (_LEFT_OUT,)
        if not line:
            terminal.say("  required")
            continue
        forced = line.startswith("=")
        try:
            value = json.loads(line[1:]) if forced else _value(field, line)
        except ValueError as error:
            terminal.say(f"  {error}")
            continue
        problems = [] if forced else await _problems(field, schema, value, validator)
        if not problems:
            return (value,)
        terminal.say("  " + "; ".join(problems))
    return None


async def _problems(field: Field, schema: Any, value: Any, validator: Validator) -> list[str]:
    """What the field's own part of the schema says against the value."""
    part = schema.get("properties", {}).get(field.key, True) if isinstance(schema, dict) else True
    found = await validator.check(part, lexeme_of(value), assert_formats=True)
    return [problem.message for problem in faults(found)]


def _value(field: Field, line: str) -> Any:
    """A line as the field's type. Raises ValueError with what is expected."""
    options = _options(field)
    if field.kind in ("list", "tuple"):
        if not options:
            raise ValueError("type the list as JSON after =, such as =[1, 2]")
        return [_option(options, word.strip()) for word in line.split(",") if word.strip()]
    if options:
        return _option(options, line)
    if field.kind in ("string", "multiline"):
        return line
    if field.kind == "boolean":
        if line.lower() not in _BOOLEANS:
            raise ValueError("type yes or no")
        return _BOOLEANS[line.lower()]
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        words = "a number" if field.kind in ("number", "integer") else "JSON"
        raise ValueError(f"type {words}") from None


def _option(options: tuple[Option, ...], word: str) -> Any:
    """The value that is meant: by itself, by its title, or by its number in the list."""
    for option in options:
        if word in (text_of(option.lexeme), option.lexeme, option.title):
            return json.loads(option.lexeme)
    if word.isdecimal() and 0 < int(word) <= len(options):
        return json.loads(options[int(word) - 1].lexeme)
    raise ValueError(f"{word} is not one of the choices")


def _options(field: Field) -> tuple[Option, ...]:
    return field.item(0).options if field.kind == "list" else field.options


def _shown(option: Option) -> str:
    value = text_of(option.lexeme)
    return f"{option.title} ({value})" if option.title and option.title != value else value


def _label(field: Field) -> str:
    """`Your name (text, 1 to 40 characters, required)`"""
    bounds = field.bounds
    several = ", separated by commas" if field.kind == "list" else ""
    kind = "choice" if field.options else _KINDS.get(field.kind, field.kind)
    parts = [
        (field.format or kind) + several,
        _range(bounds.minimum or bounds.exclusive_minimum, bounds.maximum or bounds.exclusive_maximum, ""),
        _range(bounds.min_length, bounds.max_length, " characters"),
        _range(bounds.min_items, bounds.max_items, " items"),
    ]
    if field.default is not None:
        parts.append(f"default {field.default}")
    else:
        parts.append("required" if field.required else "optional")
    name = f"{field.title} [{field.key}]" if field.title and field.title != field.key else field.key
    return f"{name} ({', '.join(part for part in parts if part)})"


_KINDS: Final = {"string": "text", "multiline": "text", "boolean": "yes or no", "list": "choices"}


def _range(low: Any, high: Any, unit: str) -> str:
    if low is None and high is None:
        return ""
    if low is None:
        return f"at most {high}{unit}"
    return f"at least {low}{unit}" if high is None else f"{low} to {high}{unit}"
