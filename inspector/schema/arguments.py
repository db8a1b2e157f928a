"""Arguments of a tool typed on a command line as `NAME=VALUE`, made into JSON by the tool's schema.

The text goes to the server as given: numbers keep their digits, and a value that does not fit its type is
sent all the same, because sending wrong values on purpose is what an inspector is for.
"""

from __future__ import annotations

import re
from typing import Any, Final

from inspector.errors import UsageError
from inspector.schema.dialects import types_of
from inspector.schema.document import Document, DocumentError, lexeme_of
from inspector.schema.fields import Field, Kind, build_fields
from inspector.translation import translate

__all__ = ["arguments_from_pairs", "unknown_names"]

_LISTS: Final = ("list", "tuple")
_PAIR: Final = re.compile(r"(?P<name>[^=]+?)(?P<force>:?)=(?P<value>.*)", re.DOTALL)


def arguments_from_pairs(schema: dict[str, Any], pairs: list[str]) -> bytes:
    """Return the JSON object of the pairs, in their order, as UTF-8.

    schema: the tool's inputSchema; it types `NAME=VALUE`. A string stays a string whatever it looks like;
    number, boolean, null, list and object are JSON; a VALUE that is not of its type goes as JSON if it is
    JSON, else as a string. `NAME:=JSON` is JSON in any case. A NAME that is a list takes a JSON list, or one
    item at a time. A NAME that the schema does not know is JSON if it looks like JSON (but a quoted text does
    not), else a string. Raises UsageError for a pair without `=`, for `:=` without JSON, and for a name given
    twice that is no list.
    """
    root = build_fields(schema)
    declared = {field.key: field for field in _all_properties(root)}
    arguments: dict[str, list[str] | str] = {}
    for pair in pairs:
        name, value, forced = _split(pair)
        field = declared.get(name) or (root.extra(name) if root.takes_more else Field("any", name))
        found: list[str] | str = _forced(name, value) if forced else _typed(field, value)
        if field.kind in _LISTS and not forced and _json_kind(value) not in _wanted(field):
            place = len(_items(arguments[name])) if name in arguments else 0
            found = [_typed(field.item(place), value)]
        earlier = arguments.get(name)
        if earlier is None:
            arguments[name] = found
        elif field.kind not in _LISTS:
            raise UsageError(
                translate("Schema", "{} is given twice, but is not a list; give it once").format(name)
            )
        else:
            arguments[name] = _items(earlier) + _items(found)
    return _object(arguments).encode("utf-8", "surrogatepass")


def unknown_names(schema: dict[str, Any], pairs: list[str]) -> tuple[list[str], list[str]]:
    """Names of the pairs that the schema does not speak of, and the names that it has.

    None are unknown where it has none or takes more of them. Raises UsageError like `arguments_from_pairs`.
    """
    root = build_fields(schema)
    known = list(dict.fromkeys(field.key for field in _all_properties(root)))
    branches = root.branches() if root.kind == "union" else (root,)
    if not known or any(branch.takes_more for branch in branches):
        return [], known
    names = dict.fromkeys(_split(pair)[0] for pair in pairs)
    return [name for name in names if name not in known], known


def _all_properties(root: Field) -> list[Field]:
    """Properties of the object and of every branch of it; of the same name the first branch's counts."""
    if root.kind == "union":
        return [field for branch in reversed(root.branches()) for field in branch.properties()]
    return list(root.properties())


def _split(pair: str) -> tuple[str, str, bool]:
    found = _PAIR.fullmatch(pair)
    if found is None:
        raise UsageError(
            translate("Schema", "{!r} is not NAME=VALUE; write message=hello, or limit:=10 for JSON").format(
                pair
            )
        )
    return found["name"], found["value"], found["force"] == ":"


def _forced(name: str, value: str) -> str:
    try:
        document = Document(value)
    except DocumentError as error:
        raise UsageError(
            translate("Schema", "{name}:= must be followed by JSON: {error}").format(name=name, error=error)
        ) from error
    if document.root is None:
        raise UsageError(
            translate(
                "Schema", "{name}:= must be followed by JSON; an empty string is {name}:='\"\"'"
            ).format(name=name)
        )
    return value.strip()


def _typed(field: Field, value: str) -> str:
    """JSON text of a VALUE for this field. For a text field `"a"` is a text of three characters."""
    kind, wanted = _json_kind(value), _wanted(field)
    as_json = value.strip()
    if kind in wanted and kind != "string":
        return as_json
    if kind == "" or "string" in wanted or (not wanted and kind == "string"):
        return lexeme_of(value)
    return as_json


_WANTED: Final[dict[Kind, str]] = {
    "string": "string",
    "multiline": "string",
    "number": "number",
    "integer": "number",
    "boolean": "boolean",
    "null": "null",
    "list": "array",
    "tuple": "array",
    "object": "object",
    "map": "object",
}


def _wanted(field: Field) -> frozenset[str]:
    """Kinds of JSON (see NodeKind) this field takes; empty: anything."""
    wanted = {"null"} if field.nullable else set()
    if field.kind in _WANTED:
        wanted.add(_WANTED[field.kind])
    elif field.options:
        wanted |= {_json_kind(option.lexeme) for option in field.options}
    elif field.kind == "union":
        wanted = wanted.union(*(_wanted(branch) for branch in field.branches()))
    else:
        wanted |= set(types_of(field.schema))
    return frozenset(wanted)


def _json_kind(value: str) -> str:
    """Kind of the JSON document in the text; empty when it is none."""
    try:
        root = Document(value).root
    except DocumentError:
        return ""
    return root.kind if root is not None else ""


def _items(given: list[str] | str) -> list[str]:
    """Items of what was given so far for a list; a value that is no list counts as one item."""
    if isinstance(given, list):
        return given
    document = Document(given)
    if document.root is None or document.root.kind != "array":
        return [given]
    return [document.text[item.start : item.end] for item in document.root.items]


def _object(arguments: dict[str, list[str] | str]) -> str:
    parts = []
    for name, value in arguments.items():
        text = value if isinstance(value, str) else "[" + ", ".join(value) + "]"
        parts.append(f"{lexeme_of(name)}: {text}")
    return "{" + ", ".join(parts) + "}"
