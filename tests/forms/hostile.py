"""Schemas and values that make careless programs hang, fill the memory or die (C5).

From the table of hostile input in forms.md: patterns that backtrack, references in a circle, depth, branches
that multiply, many errors, sheer size. Each is made when it is asked for; some take megabytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

__all__ = ["HOSTILE"]

_LONG: Final = "a" * 40 + "!"


def _tool(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"v": schema}, "required": ["v"], **more}


def _value(value: Any) -> str:
    return json.dumps({"v": value}, ensure_ascii=False)


def _pattern(pattern: str, text: str = _LONG) -> tuple[Any, str]:
    return _tool({"type": "string", "pattern": pattern}), _value(text)


def _key_pattern() -> tuple[Any, str]:
    schema = {"type": "object", "patternProperties": {"^(a+)+$": {"type": "integer"}}}
    return _tool(schema), _value({_LONG: 1})


def _key_names() -> tuple[Any, str]:
    return _tool({"type": "object", "propertyNames": {"pattern": "^(a|a)*$"}}), _value({_LONG: 1})


def _circle() -> tuple[Any, str]:
    definitions = {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}
    return _tool({"$ref": "#/$defs/a"}, **{"$defs": definitions}), _value(1)


def _dynamic_circle() -> tuple[Any, str]:
    node = {"$dynamicAnchor": "n", "$dynamicRef": "#n"}
    return _tool({"$ref": "#/$defs/n"}, **{"$defs": {"n": node}}), _value([1])


def _itself() -> tuple[Any, str]:
    return {"type": "object", "allOf": [{"$ref": "#"}], "properties": {"v": {"$ref": "#"}}}, _value({})


def _all_ways() -> tuple[Any, str]:
    """Every branch leads back to all of them."""
    node = {"anyOf": [{"$ref": "#/$defs/n"}, {"allOf": [{"$ref": "#/$defs/n"}]}, {"type": "string"}]}
    return _tool({"$ref": "#/$defs/n"}, **{"$defs": {"n": node}}), _value(5)


def _nested(around: Callable[[Any], Any], depth: int, text: str) -> tuple[Any, str]:
    schema: Any = {"type": "string"}
    for _ in range(depth):
        schema = around(schema)
    return _tool(schema), text


def _deep_value(depth: int) -> tuple[Any, str]:
    schema = {"type": "array", "items": {"$ref": "#/$defs/n"}}
    text = '{"v": ' + "[" * depth + "]" * depth + "}"
    return _tool({"$ref": "#/$defs/n"}, **{"$defs": {"n": schema}}), text


def _doubling(keyword: str, levels: int) -> tuple[Any, str]:
    """Each level names the next one twice: 2^levels ways through 2·levels lines."""
    definitions: dict[str, Any] = {
        f"n{level}": {keyword: [{"$ref": f"#/$defs/n{level + 1}"}, {"$ref": f"#/$defs/n{level + 1}"}]}
        for level in range(levels)
    }
    definitions[f"n{levels}"] = {"type": "string", "minLength": 1}
    return _tool({"$ref": "#/$defs/n0"}, **{"$defs": definitions}), _value(5)


def _unevaluated() -> tuple[Any, str]:
    schema, text = _doubling("anyOf", 20)
    schema["$defs"]["n20"] = {"properties": {"a": True}}
    schema["properties"]["v"] = {"$ref": "#/$defs/n0", "unevaluatedProperties": False}
    return schema, text.replace("5", '{"a": 1, "b": 2}')


def _unique() -> tuple[Any, str]:
    items = [{"number": number, "rest": [number % 7]} for number in range(50_000)]
    return _tool({"type": "array", "uniqueItems": True}), _value(items)


def _errors() -> tuple[Any, str]:
    return _tool({"type": "array", "items": {"type": "string"}}), _value(list(range(100_000)))


def _properties() -> tuple[Any, str]:
    part = {"type": "string", "description": "d" * 60}
    return {"type": "object", "properties": {f"p{number}": part for number in range(100_000)}}, '{"p1": "x"}'


def _enum() -> tuple[Any, str]:
    return _tool({"enum": [f"value {number}" for number in range(500_000)]}), _value("value 7")


def _description() -> tuple[Any, str]:
    return _tool({"type": "string", "description": "word " * 2_000_000, "title": "t" * 100_000}), _value("x")


def _long_text() -> tuple[Any, str]:
    return _tool({"type": "string", "pattern": "^(a|aa)+$"}), _value("a" * 10_000_000)


def _branches() -> tuple[Any, str]:
    branches = [
        {"type": "object", "properties": {f"k{n}": {"const": n}}, "required": [f"k{n}"]}
        for n in range(20_000)
    ]
    return _tool({"oneOf": branches}), _value({"k19999": 19999})


def _remote() -> tuple[Any, str]:
    parts = [{"$ref": "http://127.0.0.1:9/x.json"}, {"$ref": "file:///etc/passwd"}]
    return _tool({"allOf": parts, "$schema": "http://127.0.0.1:9/meta.json"}), _value({"a": 1})


HOSTILE: Final[tuple[tuple[str, Callable[[], tuple[Any, str]]], ...]] = (
    ("pattern: nested repetition", lambda: _pattern("^(a+)+$")),
    ("pattern: alternatives that overlap", lambda: _pattern("^(a|a)*$")),
    ("pattern: lookahead", lambda: _pattern("^(?=(a+)+b)a*$")),
    ("pattern: back reference", lambda: _pattern("^(a+)+\\1+$")),
    ("pattern: a{1000}{1000}", lambda: _pattern("^(a{1000}){1000}$")),
    ("pattern of keys", _key_pattern),
    ("pattern of propertyNames", _key_names),
    ("$ref in a circle", _circle),
    ("$dynamicRef in a circle", _dynamic_circle),
    ("$ref to the whole from allOf", _itself),
    ("anyOf that leads back by every branch", _all_ways),
    ("10,000 levels of not", lambda: _nested(lambda inner: {"not": inner}, 10_000, _value(1))),
    ("10,000 levels of allOf", lambda: _nested(lambda inner: {"allOf": [inner]}, 10_000, _value(1))),
    (
        "1,000 levels of properties",
        lambda: _nested(lambda inner: {"properties": {"a": inner}}, 1_000, _value({})),
    ),
    ("a value of 10,000 levels", lambda: _deep_value(10_000)),
    ("a value of 100,000 levels", lambda: _deep_value(100_000)),
    ("anyOf, 2^25 ways", lambda: _doubling("anyOf", 25)),
    ("oneOf, 2^25 ways", lambda: _doubling("oneOf", 25)),
    ("allOf, 2^25 ways", lambda: _doubling("allOf", 25)),
    ("unevaluatedProperties over 2^20 ways", _unevaluated),
    ("uniqueItems of 50,000 objects", _unique),
    ("100,000 errors", _errors),
    ("100,000 properties", _properties),
    ("an enum of 500,000 values", _enum),
    ("a description of 10 MB", _description),
    ("a text of 10 MB and a pattern", _long_text),
    ("20,000 branches", _branches),
    ("references to the network and to files", _remote),
)
