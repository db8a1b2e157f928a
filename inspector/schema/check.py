"""Check a JSON text against a schema; runs in the worker process (core/validation.py), never beside a window.

jsonschema-rs holds the GIL for the whole check, and a hostile schema can hang or crash any validator. This
module keeps the sizes bounded and puts each fault at the place where a person can mend it. Nothing is ever
loaded: `offline=True`, and only the dialects of the table below (`meta.validate` has no such switch).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, Final

import jsonschema_rs
import msgspec

from inspector.schema.document import lexeme_of, pointer_of
from inspector.schema.problem import Problem

__all__ = ["Checker"]

_DIALECTS: Final[dict[str, Callable[..., jsonschema_rs.Validator]]] = {
    "https://json-schema.org/draft/2020-12/schema": jsonschema_rs.Draft202012Validator,
    "https://json-schema.org/draft/2019-09/schema": jsonschema_rs.Draft201909Validator,
    "http://json-schema.org/draft-07/schema": jsonschema_rs.Draft7Validator,
    "http://json-schema.org/draft-06/schema": jsonschema_rs.Draft6Validator,
    "http://json-schema.org/draft-04/schema": jsonschema_rs.Draft4Validator,
}
_MAX_SCHEMA_DEPTH: Final = 100  # jsonschema-rs refuses more than 127 levels of properties
_MAX_VALUE_DEPTH: Final = 500  # jsonschema-rs on 100,000 levels: a crash of the process
_MAX_SUBSCHEMAS: Final = 20_000
_MAX_PATTERNS: Final = 2_000
_MAX_SCHEMA_BYTES: Final = 4_000_000
_MAX_PROBLEMS: Final = 200
_MAX_MESSAGE: Final = 300
_KEPT: Final = 32


class Checker:
    """Compiled schemas of a process, the last few kept."""

    def __init__(self) -> None:
        self._compiled: dict[bytes, Any] = {}

    def check(self, schema: bytes, text: str) -> list[Problem]:
        """schema, text: JSON. Returns problems in the order found, at most 200; bad input never raises."""
        try:
            validator = self._validator(schema)
        except _Refused as refused:
            return [Problem("", str(refused), refused.keyword)]
        if _depth(text) > _MAX_VALUE_DEPTH:
            return [Problem("", f"deeper than {_MAX_VALUE_DEPTH} levels: not checked", "limit")]
        try:
            value = _decoded(text)
        except (ValueError, RecursionError) as error:
            return [Problem("", f"no JSON: {error}", "json")]
        try:
            if validator.is_valid(value):
                return []
            errors = validator.iter_errors(value)
            return _unique(problem for error in errors for problem in _problems(error))
        except (ValueError, RecursionError, OverflowError) as error:
            return [Problem("", f"The value could not be checked: {error}", "value")]

    def _validator(self, schema: bytes) -> Any:
        found = self._compiled.pop(schema, None)
        if found is None:
            found = _compile(schema)
        self._compiled[schema] = found  # last used, last removed
        while len(self._compiled) > _KEPT:
            del self._compiled[next(iter(self._compiled))]
        return found


class _Refused(Exception):
    """A schema that we do not hand to the validator."""

    def __init__(self, message: str, keyword: str = "limit") -> None:
        super().__init__(message)
        self.keyword = keyword


def _compile(source: bytes) -> Any:
    if len(source) > _MAX_SCHEMA_BYTES:
        raise _Refused("The schema is larger than 4 MB: values are not checked.")
    try:
        schema = msgspec.json.decode(source)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _Refused(f"The schema is no JSON: {error}", "schema") from error
    _bound(schema)
    address = schema.get("$schema") if isinstance(schema, dict) else None
    dialect: Callable[..., jsonschema_rs.Validator] = jsonschema_rs.Draft202012Validator
    if address is not None:
        found = _DIALECTS.get(address.removesuffix("#")) if isinstance(address, str) else None
        if found is None:
            raise _Refused(f"Dialect not supported: {address}. Values are not checked.", "dialect")
        dialect = found
    try:
        return dialect(
            schema,
            validate_formats=True,
            ignore_unknown_formats=True,
            offline=True,
            pattern_options=jsonschema_rs.FancyRegexOptions(
                backtrack_limit=100_000, size_limit=1 << 20, dfa_size_limit=1 << 20
            ),
        )
    except (ValueError, RecursionError, jsonschema_rs.ReferencingError) as error:
        raise _Refused(f"The schema cannot be used: {_short(str(error))}", "schema") from error


def _bound(schema: Any) -> None:
    """Refuse what is too deep or too much before it is compiled."""
    waiting: list[tuple[Any, int]] = [(schema, 0)]
    subschemas = patterns = 0
    while waiting:
        node, depth = waiting.pop()
        if depth > 2 * _MAX_SCHEMA_DEPTH:  # each level of `properties` is two levels of JSON
            raise _Refused(f"The schema is deeper than {_MAX_SCHEMA_DEPTH} levels: values are not checked.")
        if isinstance(node, dict):
            subschemas += 1
            patterns += isinstance(node.get("pattern"), str)
            waiting += [(inner, depth + 1) for inner in node.values() if isinstance(inner, (dict, list))]
        elif isinstance(node, list):
            waiting += [(inner, depth + 1) for inner in node if isinstance(inner, (dict, list))]
    if subschemas > _MAX_SUBSCHEMAS or patterns > _MAX_PATTERNS:
        raise _Refused("The schema has too many parts: values are not checked.")


_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)


def _depth(text: str) -> int:
    """Deepest nesting of the text's brackets, strings left out."""
    deepest = depth = 0
    for token in _BRACKETS.finditer(text):
        first = text[token.start()]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first != '"':
            depth -= 1
    return deepest


_DECODER: Final = msgspec.json.Decoder(float_hook=Decimal)


def _decoded(text: str) -> Any:
    """Integers whole, other numbers as Decimal, so that 1.10 and 0.1 mean what was typed."""
    try:
        return _DECODER.decode(text.encode("utf-8"))
    except (UnicodeEncodeError, msgspec.DecodeError):
        value = json.loads(text, parse_float=Decimal, parse_constant=_no_constant)
        return json.loads(json.dumps(value, default=float, ensure_ascii=False).encode("utf-8", "replace"))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _unique(problems: Iterator[Problem]) -> list[Problem]:
    found: dict[Problem, None] = {}
    for problem in problems:
        found[problem] = None
        if len(found) >= _MAX_PROBLEMS:
            break
    return list(found)


_GAVE_UP: Final = (
    jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded,
    jsonschema_rs.ValidationErrorKind.RegexEngineFailure,
)
_MESSAGES: Final[dict[str, Callable[[Any], str]]] = {
    "type": lambda kind: "must be " + " or ".join(kind.types),
    "minimum": lambda kind: f"must be at least {kind.limit}",
    "maximum": lambda kind: f"must be at most {kind.limit}",
    "exclusiveMinimum": lambda kind: f"must be more than {kind.limit}",
    "exclusiveMaximum": lambda kind: f"must be less than {kind.limit}",
    "multipleOf": lambda kind: f"must be a multiple of {kind.multiple_of}",
    "minLength": lambda kind: f"must have at least {kind.limit} characters",
    "maxLength": lambda kind: f"must have at most {kind.limit} characters",
    "minItems": lambda kind: f"must have at least {kind.limit} items",
    "maxItems": lambda kind: f"must have at most {kind.limit} items",
    "minProperties": lambda kind: f"must have at least {kind.limit} properties",
    "maxProperties": lambda kind: f"must have at most {kind.limit} properties",
    "uniqueItems": lambda kind: "must not have equal items",
    "pattern": lambda kind: f"does not match {kind.pattern}",
    "format": lambda kind: f"is no valid {kind.format}",
    "enum": lambda kind: f"must be one of {_listed(kind.options)}",
    "const": lambda kind: f"must be {lexeme_of(kind.expected_value)}",
    "falseSchema": lambda kind: "not allowed by the schema",
}


def _listed(options: Any) -> str:
    return ", ".join(lexeme_of(option) for option in options) if isinstance(options, list) else str(options)


def _problems(error: Any) -> Iterator[Problem]:
    """One error of the validator as problems at the places where they can be mended."""
    path, kind = tuple(error.instance_path), error.kind
    place = _PLACES.get(kind.name)
    if place is not None:
        yield from place(error, path)
        return
    if isinstance(kind, _GAVE_UP):
        yield Problem(pointer_of(path), "The pattern takes too long to match: not checked.", "limit")
        return
    words = _MESSAGES.get(kind.name)
    yield Problem(pointer_of(path), _short(words(kind) if words else error.message), kind.name)


def _required(error: Any, path: tuple[Any, ...]) -> Iterator[Problem]:
    """A missing property is mended at the property, not at the object around it."""
    yield Problem(pointer_of((*path, error.kind.property)), "required", "required")


def _unexpected(error: Any, path: tuple[Any, ...]) -> Iterator[Problem]:
    for step in error.kind.unexpected:
        yield Problem(pointer_of((*path, step)), "not allowed by the schema", error.kind.name)


def _no_branch(error: Any, path: tuple[Any, ...]) -> Iterator[Problem]:
    """No branch fits: what the nearest branch misses, beside the fact itself when branches are several.

    `anyOf [T, null]` is shown as one nullable field, so only the faults of T are told.
    """
    if not all(error.kind.context):
        yield Problem(pointer_of(path), "fits more than one of the shapes, which the schema forbids", "oneOf")
        return
    branches = [branch for branch in error.kind.context if not _asks_for_null(branch)]
    if len(branches) == 1:
        for inner in branches[0]:
            yield from _problems(inner)
        return
    yield Problem(pointer_of(path), "fits none of the shapes it may have", error.kind.name)
    nearest: list[Any] = min(branches, key=lambda branch: _distance(branch, len(path)), default=[])
    for inner in nearest:
        if len(inner.instance_path) > len(path) or inner.kind.name == "required":
            yield from _problems(inner)


def _asks_for_null(branch: list[Any]) -> bool:
    return len(branch) == 1 and branch[0].kind.name == "type" and list(branch[0].kind.types) == ["null"]


def _distance(branch: list[Any], depth: int) -> tuple[int, int]:
    """Few errors, and those deep inside, mean that the value was meant for this branch."""
    wrong_shape = sum(len(e.instance_path) <= depth and e.kind.name in ("type", "const") for e in branch)
    wrong_tag = sum(e.kind.name in ("const", "enum") for e in branch)
    return wrong_shape + wrong_tag, len(branch)


_PLACES: Final[dict[str, Callable[[Any, tuple[Any, ...]], Iterator[Problem]]]] = {
    "required": _required,
    "additionalProperties": _unexpected,
    "unevaluatedProperties": _unexpected,
    "anyOf": _no_branch,
    "oneOf": _no_branch,
}


def _short(message: str) -> str:
    return message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…"
