"""One change that makes a valid value invalid at a known place, chosen by the schema; always the same one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any, Final
from zlib import crc32

from inspector.schema.document import pointer_of

__all__ = ["mutated"]

_DEPTH: Final = 12
_MOST: Final = 400

Path = tuple[str | int, ...]
Change = tuple[Path, Callable[[Any], None]]
"""Where the fault will be, and what makes it, given the whole value."""


def mutated(schema: Any, text: str, name: str, attempt: int) -> tuple[str, str] | None:
    """(pointer, text) of the change with this number; None: there is none to make."""
    value = json.loads(text)
    changes = []
    for change in _changes(schema, schema, value, (), _DEPTH):
        changes.append(change)
        if len(changes) >= _MOST:
            break
    if attempt >= len(changes):
        return None
    path, make = changes[(crc32(name.encode()) + attempt) % len(changes)]
    changed = copy.deepcopy(value)
    make(changed)
    return pointer_of(path), json.dumps(changed, ensure_ascii=False)


def _changes(root: Any, schema: Any, value: Any, path: Path, depth: int) -> Iterator[Change]:
    schema = _followed(root, schema)
    if not isinstance(schema, dict) or depth == 0:
        return
    if path:
        yield from _wrong_values(schema, value, path)
    if isinstance(value, dict):
        yield from _wrong_keys(schema, value, path)
        declared = schema.get("properties")
        more = schema.get("additionalProperties")
        for key, inner in value.items():
            part = declared.get(key) if isinstance(declared, dict) else None
            yield from _changes(root, part if part is not None else more, inner, (*path, key), depth - 1)
    if isinstance(value, list):
        for number, inner in enumerate(value[:3]):
            yield from _changes(root, schema.get("items"), inner, (*path, number), depth - 1)


def _followed(root: Any, schema: Any) -> Any:
    """Through plain references, where nothing stands beside them."""
    for _ in range(5):
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#"):
            break
        schema = root
        for step in reference.split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            schema = schema.get(key) if isinstance(schema, dict) else None
    return schema


def _wrong_keys(schema: dict[str, Any], value: dict[str, Any], path: Path) -> Iterator[Change]:
    required = schema.get("required")
    for key in required if isinstance(required, list) else ():
        if key in value:
            yield (*path, key), _without(path, key)
    if schema.get("additionalProperties") is False:
        yield (*path, "zz unknown"), _with((*path, "zz unknown"), True)


def _wrong_values(schema: dict[str, Any], value: Any, path: Path) -> Iterator[Change]:
    if isinstance(schema.get("type"), str):
        yield path, _with(path, 5 if isinstance(value, (str, bool)) else "not of this type")
    if "enum" in schema:
        yield path, _with(path, "none of the values")
    if isinstance(schema.get("minimum"), (int, float)) and not isinstance(value, str):
        yield path, _with(path, schema["minimum"] - 1)
    if isinstance(schema.get("maximum"), (int, float)) and not isinstance(value, str):
        yield path, _with(path, schema["maximum"] + 1)
    if isinstance(schema.get("maxLength"), int) and isinstance(value, str):
        yield path, _with(path, "x" * (schema["maxLength"] + 1))
    if isinstance(schema.get("pattern"), str) and isinstance(value, str):
        yield path, _with(path, "\x01 \x02")


def _with(path: Path, new: Any) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        for step in path[:-1]:
            value = value[step]
        value[path[-1]] = new

    return change


def _without(path: Path, key: str) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        for step in path:
            value = value[step]
        del value[key]

    return change
