"""Values for a schema that has none: a few different ones a schema, each checked by a validator.

Deterministic, so that figures can be compared. What a schema asks for and this cannot make (a pattern, a
condition) is left out where it may be, and a text that turns out to be invalid is dropped.
"""

from __future__ import annotations

import json
from typing import Any, Final

import jsonschema_rs

__all__ = ["texts_for"]

_VARIANTS: Final = 4
_DEPTH: Final = 6
_SKIP: Final = object()
_WORDS: Final = ("text", "zwei Wörter, 한국어", "line one\nline two", "")
_GUESSES: Final = (
    *("a", "abc", "0", "12", "A1", "a-b", "a_b", "a.b", "a/b", "v1.2.3", "1.2.3", "#ffffff", "en", "en-US"),
    *("550e8400-e29b-41d4-a716-446655440000", "2026-01-31", "2026-01-31T10:20:30Z", "10:20", "a@b.org"),
    *("https://a.org/x", "us-east-1", "arn:aws:iam::123456789012:role/a", "123456789012", "A" * 20, "PT1H"),
    *("sha256:" + "0" * 64, "0" * 40, "0x0", "/a/b", "*", "$a", "@a/b", "A_B", "1d", "10%", "a: b"),
)
_FORMATS: Final = {
    "date": "2026-01-31",
    "time": "10:20:30Z",
    "date-time": "2026-01-31T10:20:30.123456+05:30",
    "duration": "P1DT2H",
    "email": "a@b.org",
    "uri": "https://example.org/a?b=1#c",
    "url": "https://example.org/",
    "uri-reference": "../a",
    "uuid": "550e8400-e29b-41d4-a716-446655440000",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "byte": "aGVsbG8=",
    "json-pointer": "/a/b",
    "regex": "^a+$",
}


def texts_for(schema: Any) -> list[str]:
    """JSON texts that are valid, the fewest members first; none where none could be made."""
    try:
        validator = jsonschema_rs.validator_for(schema, offline=True)
    except (ValueError, TypeError, jsonschema_rs.ReferencingError):
        return []
    found: dict[str, None] = {}
    for variant in range(_VARIANTS):
        value = _Maker(schema, variant).value(schema, 0)
        if value is not _SKIP and validator.is_valid(value):
            found[json.dumps(value, ensure_ascii=False, indent=2 if variant % 2 else None)] = None
    return list(found)


class _Maker:
    """Makes one value. variant: which of several branches, items and texts is taken; 0 leaves most out."""

    def __init__(self, root: Any, variant: int) -> None:
        self._root = root
        self._variant = variant

    def value(self, schema: Any, depth: int) -> Any:
        """A value for the schema, or _SKIP."""
        schema = self._flat(schema)
        if schema is None or depth > 2 * _DEPTH:
            return _SKIP
        if "const" in schema:
            return schema["const"]
        if isinstance(schema.get("enum"), list) and schema["enum"]:
            return schema["enum"][self._variant % len(schema["enum"])]
        if self._variant == 1:
            given = _list(schema.get("examples")) or ([schema["default"]] if "default" in schema else [])
            if given:
                return given[0]
        names = schema.get("type")
        names = names if isinstance(names, list) and names else [names or self._guessed(schema)]
        return _MAKERS.get(str(names[self._variant % len(names)]), _Maker._text)(self, schema, depth)

    def _flat(self, schema: Any, hops: int = 12) -> dict[str, Any] | None:
        """The schema with references followed, allOf joined and a branch chosen; None: nothing is allowed."""
        if not isinstance(schema, dict):
            return None if schema is False else {}
        flat = dict(schema)
        reference = flat.pop("$ref", None)
        parts = [self._at(reference)] if isinstance(reference, str) else []
        parts += _list(flat.pop("allOf", None))
        for keyword in ("anyOf", "oneOf"):
            branches = _list(flat.pop(keyword, None))
            parts += [branches[self._variant % len(branches)]] if branches else []
        for part in parts if hops else ():
            inner = self._flat(part, hops - 1)
            if inner is None:
                return None
            flat = {
                **inner,
                **flat,
                **{
                    key: {**inner[key], **flat[key]}
                    for key in ("properties",)
                    if isinstance(inner.get(key), dict) and isinstance(flat.get(key), dict)
                },
                **(
                    {"required": [*_list(inner.get("required")), *_list(flat.get("required"))]}
                    if "required" in inner or "required" in flat
                    else {}
                ),
            }
        return flat

    def _at(self, reference: str) -> Any:
        node = self._root
        for step in reference.removeprefix("#").split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            node = node.get(key) if isinstance(node, dict) else None
        return node if node is not None else {}

    def _guessed(self, schema: dict[str, Any]) -> str:
        if "properties" in schema or "additionalProperties" in schema or "required" in schema:
            return "object"
        if "items" in schema or "prefixItems" in schema:
            return "array"
        return "number" if "minimum" in schema or "maximum" in schema else "string"

    def _object(self, schema: dict[str, Any], depth: int) -> Any:
        required = [key for key in _list(schema.get("required")) if isinstance(key, str)]
        declared = schema.get("properties")
        declared = declared if isinstance(declared, dict) else {}
        made: dict[str, Any] = {}
        for key in [*declared, *(key for key in required if key not in declared)]:
            if key in required or (self._variant and depth < _DEPTH):
                value = self.value(declared.get(key, True), depth + 1)
                if value is not _SKIP:
                    made[key] = value
                elif key in required:
                    return _SKIP
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and self._variant and depth < _DEPTH:
            for key in ("alpha", "b-2")[: self._variant]:
                value = self.value(more, depth + 1)
                made |= {key: value} if value is not _SKIP else {}
        return made

    def _array(self, schema: dict[str, Any], depth: int) -> Any:
        least = schema.get("minItems")
        least = int(least) if isinstance(least, (int, float)) else 0
        places = _list(schema.get("prefixItems"))
        made = [self.value(place, depth + 1) for place in places]
        wanted = max(
            least, len(made), self._variant if depth < _DEPTH and schema.get("items") is not False else 0
        )
        most = schema.get("maxItems")
        wanted = min(wanted, int(most)) if isinstance(most, (int, float)) else wanted
        while len(made) < min(wanted, 20):
            made.append(
                _Maker(self._root, self._variant + len(made)).value(schema.get("items", True), depth + 1)
            )
        return _SKIP if _SKIP in made else made

    def _text(self, schema: dict[str, Any], depth: int) -> Any:
        word = _FORMATS.get(str(schema.get("format")), _WORDS[self._variant % len(_WORDS)])
        rules = {key: schema[key] for key in ("pattern", "minLength", "maxLength", "format") if key in schema}
        if not rules:
            return word
        try:
            validator = jsonschema_rs.Draft202012Validator({"type": "string", **rules}, validate_formats=True)
        except ValueError:
            return word
        least = schema.get("minLength")
        padded = word.ljust(least, "x") if isinstance(least, int) and least < 10_000 else word
        return next((text for text in (word, padded, *_GUESSES) if validator.is_valid(text)), _SKIP)

    def _number(self, schema: dict[str, Any], depth: int) -> Any:
        whole = schema.get("type") == "integer" or "integer" in _list(schema.get("type"))
        step = schema.get("multipleOf", 1)
        options = [schema.get("minimum"), schema.get("maximum"), 3 * step, 0, 1, 7, 1.25, -1]
        low, high = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        options += [low + 1] if isinstance(low, (int, float)) and not isinstance(low, bool) else []
        options += [high - 1] if isinstance(high, (int, float)) and not isinstance(high, bool) else []
        options = [value for value in options if isinstance(value, (int, float))]
        options = [value for value in options if not whole or float(value).is_integer()]
        validator = jsonschema_rs.Draft202012Validator(
            {key: value for key, value in schema.items() if key in _LIMITS and not isinstance(value, bool)}
        )
        turned = options[self._variant % len(options) :] + options
        return next((value for value in turned if validator.is_valid(value)), _SKIP)

    def _boolean(self, schema: dict[str, Any], depth: int) -> Any:
        return self._variant % 2 == 0

    def _null(self, schema: dict[str, Any], depth: int) -> Any:
        return None


_LIMITS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_MAKERS: Final = {
    "object": _Maker._object,
    "array": _Maker._array,
    "string": _Maker._text,
    "number": _Maker._number,
    "integer": _Maker._number,
    "boolean": _Maker._boolean,
    "null": _Maker._null,
}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
