"""Inputs of a `server.json`: what stands fixed, what a user gives, and the texts that come of it.

Every argument, variable and header is an input. One with a `value` cannot be changed, except for the parts
in {curly} braces that its `variables` explain. Member names are read in camel and in snake case.
Source: modelcontextprotocol/registry, server.schema.json, definitions Input and InputWithVariables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.protocol.secrets import is_secret_name

__all__ = [
    "Slot",
    "Wanted",
    "given_text",
    "member",
    "read_slot",
    "schema_of",
    "slot_texts",
    "text_of",
    "url_slot",
]

_VARIABLE: Final = re.compile(r"\{([^{}]+)\}")
_TYPES: Final = {"number": "number", "boolean": "boolean"}
_ABOUT_A_VALUE: Final = (
    *("description", "value", "default", "choices", "placeholder", "format", "isSecret"),
    *("variables", "valueHint"),
)
"""Members that say that there is a value: a named argument without any of them is a bare flag."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One value that a user gives. key: in the form's object; name: as the file calls it."""

    key: str
    name: str
    description: str = ""
    required: bool = False
    secret: bool = False
    format: str = ""
    default: str | None = None
    placeholder: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument, variable or header. value: fixed, with {curly} parts that `wanted` gives; None: `wanted`
    is the value itself. repeated: as often as a user says, under the key `key`. flag: the name alone.
    boolean: its value is true or false."""

    key: str
    name: str
    named: bool = False
    value: str | None = None
    wanted: tuple[Wanted, ...] = ()
    required: bool = False
    repeated: bool = False
    flag: bool = False
    boolean: bool = False
    description: str = ""


def member(value: Mapping[str, Any], camel: str) -> Any:
    """A member by its name of today or, in files before 2025-09-16, the one in snake case."""
    if camel in value:
        return value[camel]
    return value.get(re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), camel))


def text_of(value: Mapping[str, Any], camel: str) -> str:
    """A member that is a text; numbers and booleans as texts, anything else is ""."""
    found = member(value, camel)
    if isinstance(found, bool):
        return str(found).lower()
    return str(found) if isinstance(found, str | int | float) else ""


def read_slot(value: Mapping[str, Any], free: Callable[[str], str]) -> Slot:
    """An argument, a variable of the environment or a header. free: makes a key unique in the form."""
    name = text_of(value, "name")
    named = value.get("type") == "named"
    label = name or text_of(value, "valueHint") or "argument"
    required = member(value, "isRequired") is True
    repeated = member(value, "isRepeated") is True
    description = text_of(value, "description")
    boolean = text_of(value, "format") == "boolean"
    fixed = member(value, "value")
    if fixed is None and named and not any(member(value, key) is not None for key in _ABOUT_A_VALUE):
        return Slot("", name, named, required=required, flag=True)
    if fixed is None:
        wanted = (_wanted(value, label, free(label)),)
        key = wanted[0].key
        return Slot(key, name, named, None, wanted, required, repeated, False, boolean, description)
    fixed = text_of(value, "value")
    variables = member(value, "variables")
    variables = variables if isinstance(variables, dict) else {}
    fixed = _prefilled(fixed, variables)
    parts = dict.fromkeys(_VARIABLE.findall(fixed))
    names = [found for found in parts if isinstance(variables.get(found), dict)]
    if repeated and names:
        inner = tuple(_wanted(variables[found], found, found) for found in names)
        return Slot(free(label), name, named, fixed, inner, required, True, description=description)
    inner = tuple(_wanted(variables[found], found, free(found)) for found in names)
    return Slot("", name, named, fixed, inner, required, boolean=boolean, description=description)


def url_slot(
    url: str, variables: Mapping[str, Any], known: Collection[str], free: Callable[[str], str]
) -> Slot:
    """A URL with {curly} parts; those that nothing explains are asked for, unless they are known otherwise.

    Files before 2025-12-11 have no variables for URLs.
    """
    url = _prefilled(url, variables)
    wanted = []
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        if name not in known:
            about = variables.get(name)
            about = about if isinstance(about, dict) else {"isRequired": True}
            wanted.append(_wanted(about, name, free(name)))
    return Slot("", "url", value=url, wanted=tuple(wanted), required=True)


def _prefilled(text: str, variables: Mapping[str, Any]) -> str:
    """Variables with a `value` of their own are fixed as well."""

    def put(found: re.Match[str]) -> str:
        about = variables.get(found[1])
        about = about if isinstance(about, dict) else {}
        return found[0] if member(about, "value") is None else text_of(about, "value")

    return _VARIABLE.sub(put, text)


def _is_called_secret(name: str, value: Mapping[str, Any]) -> bool:
    """Many files forget isSecret. One that says it is none, or offers its values, is believed."""
    free = member(value, "isSecret") is None and not member(value, "choices")
    return free and text_of(value, "format") in ("", "string") and is_secret_name(name)


def _wanted(value: Mapping[str, Any], name: str, key: str) -> Wanted:
    choices = member(value, "choices")
    default = member(value, "default")
    return Wanted(
        key,
        name,
        text_of(value, "description"),
        member(value, "isRequired") is True,
        member(value, "isSecret") is True or _is_called_secret(name, value),
        text_of(value, "format"),
        None if default is None else text_of(value, "default"),
        text_of(value, "placeholder"),
        tuple(str(item) for item in choices if not isinstance(item, dict | list))
        if isinstance(choices, list)
        else (),
    )


# -- the form --------------------------------------------------------------------------------------------


def schema_of(slots: tuple[Slot, ...]) -> dict[str, Any]:
    """An object schema with every value that a user gives; the defaults stand in it."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for slot in slots:
        for key, schema, needed in _fields(slot):
            properties[key] = schema
            required += [key] if needed else []
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _fields(slot: Slot) -> Iterator[tuple[str, dict[str, Any], bool]]:
    if not slot.repeated:
        for wanted in slot.wanted:
            yield wanted.key, _schema(wanted), wanted.required or (slot.required and slot.value is None)
        return
    if not slot.wanted:
        return
    items = _schema(slot.wanted[0]) if slot.value is None else schema_of((_once(slot),))
    default = items.pop("default", None) if slot.value is None else None
    schema: dict[str, Any] = {"type": "array", "items": items, "title": slot.name or slot.key}
    if slot.description:
        schema["description"] = slot.description
        items.pop("description", None)
    if default is not None:
        schema["default"] = [default]
    if slot.required:
        schema["minItems"] = 1
    yield slot.key, schema, slot.required


def _once(slot: Slot) -> Slot:
    return Slot(slot.key, slot.name, slot.named, slot.value, slot.wanted, slot.required)


def _schema(wanted: Wanted) -> dict[str, Any]:
    kind = _TYPES.get(wanted.format, "string")
    default: Any = wanted.default
    if wanted.default is not None and kind != "string":
        default = _typed(wanted.default, kind)
        if default is None:  # "a lot" as a number: what is shown must be what is sent
            kind, default = "string", wanted.default
    schema: dict[str, Any] = {"type": kind, "title": wanted.name}
    if wanted.description:
        schema["description"] = wanted.description
    if wanted.format == "filepath":
        schema["format"] = "path"
    if wanted.choices:
        schema = {"enum": list(wanted.choices)} | {key: schema[key] for key in schema if key != "type"}
        default = wanted.default
    elif wanted.required and kind == "string":
        schema["minLength"] = 1
    if wanted.secret:
        schema["writeOnly"] = True
    elif default is not None:
        schema["default"] = default
    if wanted.placeholder:
        schema["examples"] = [wanted.placeholder]
    return schema


def _typed(text: str, kind: str) -> Any:
    if kind == "boolean":
        return {"true": True, "false": False}.get(text.strip().lower())
    try:
        number = float(text)
    except ValueError:
        return None
    if number != number or number in (float("inf"), float("-inf")):
        return None
    return int(number) if number.is_integer() else number


# -- the texts -------------------------------------------------------------------------------------------


def slot_texts(
    slot: Slot, values: Mapping[str, Any], known: Mapping[str, str], missing: list[str]
) -> list[str]:
    """What the slot becomes: no text when it is optional and empty, several when it is repeated.

    known: what else {curly} parts may mean. missing: gets the names of required values that are empty.
    """
    if slot.flag:
        return [""]
    if not slot.repeated:
        text = _text(slot, values, known, missing)
        return [] if text is None else [text]
    if not slot.wanted:
        return [slot.value] if slot.value is not None else []
    given = values.get(slot.key)
    items = given if isinstance(given, list) else [] if given in (None, "") else [given]
    texts = []
    for item in items:
        inner = item if slot.value is not None and isinstance(item, dict) else {slot.wanted[0].key: item}
        text = _text(slot, inner, known, missing)
        texts += [] if text is None else [text]
    if slot.required and not texts:
        missing.append(slot.name or slot.key)
    return texts


def _text(slot: Slot, values: Mapping[str, Any], known: Mapping[str, str], missing: list[str]) -> str | None:
    texts: dict[str, str] = {}
    for wanted in slot.wanted:
        text = given_text(values.get(wanted.key))
        if text == "" and (wanted.required or (slot.required and slot.value is None)):
            missing.append(wanted.name)
        texts[wanted.name] = text
    if slot.value is None:
        return texts[slot.wanted[0].name] or None
    if slot.wanted and not slot.required and not any(texts.values()):
        return None  # an optional input left empty
    return _VARIABLE.sub(lambda found: texts.get(found[1], known.get(found[1], found[0])), slot.value)


def given_text(value: Any) -> str:
    """ "When the input is converted to a string, booleans should be represented by the strings "true" and
    "false", and numbers should be represented as decimal values.\""""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
