"""Check a JSON text against a schema; runs in the worker process of core/validation/, never beside a window.

jsonschema-rs holds the GIL for the whole check, and a hostile schema can hang or crash any validator. This
module keeps the sizes bounded and says what was not checked. Nothing is ever loaded: `offline=True`, and only
the dialects of the table below (`meta.validate` has no such switch).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs
import msgspec

from inspector.json_tokens import BRACKETS, STRING
from inspector.schema.dialects import LATEST, dialect_of, is_known
from inspector.schema.document import pointer_of
from inspector.schema.faults import problems_of, short
from inspector.schema.problem import Problem
from inspector.schema.unresolved import (
    ANYTHING,
    NOTHING,
    STAND_INS,
    LooseEnd,
    loose_ends,
    loose_ends_like,
    without_address,
)
from inspector.translation import recorded

__all__ = ["Checker"]

_DIALECTS: Final[dict[int, tuple[str, Callable[..., jsonschema_rs.Validator]]]] = {
    2020: ("2020-12", jsonschema_rs.Draft202012Validator),
    2019: ("2019-09", jsonschema_rs.Draft201909Validator),
    7: ("draft-07", jsonschema_rs.Draft7Validator),
    6: ("draft-06", jsonschema_rs.Draft6Validator),
    4: ("draft-04", jsonschema_rs.Draft4Validator),
}
_BINDING: Final = (
    jsonschema_rs.Draft7Validator,
    jsonschema_rs.Draft6Validator,
    jsonschema_rs.Draft4Validator,
)
"""Drafts in which a validator that knows a `format` checks it (draft-07, section 7.2)."""
_MAX_SCHEMA_DEPTH: Final = 100  # jsonschema-rs refuses more than 127 levels of properties
_MAX_VALUE_DEPTH: Final = 500  # jsonschema-rs on 100,000 levels: a crash of the process
_MAX_SUBSCHEMAS: Final = 200_000
_MAX_PATTERNS: Final = 20_000
_MAX_SCHEMA_BYTES: Final = 4_000_000
_MAX_MENDED: Final = 20
_KEPT: Final = 32
_KEPT_BYTES: Final = 8_000_000


class Checker:
    """Compiled schemas of a process, the last few kept."""

    def __init__(self) -> None:
        self._compiled: dict[bytes, _Compiled | _Refused] = {}

    def check(
        self,
        schema: bytes,
        text: str,
        assert_formats: bool = False,
        on_invalid: Callable[[], None] | None = None,
    ) -> list[Problem]:
        """schema, text: JSON. Returns problems in the order found, a bounded number; bad input never raises.

        A wrong `format` is an error up to draft-07; from 2019-09 on it only annotates, so it is a warning, or
        with assert_formats an error.
        on_invalid is called as soon as that much is known: listing the faults may take far longer.
        """
        compiled = self._known(schema)
        if isinstance(compiled, _Refused):
            return [compiled.note]
        if _depth(text) > _MAX_VALUE_DEPTH:
            return [
                Problem(
                    "",
                    recorded(
                        "nested deeper than {max_value_depth} levels: not checked",
                        max_value_depth=_MAX_VALUE_DEPTH,
                    ),
                    "limit",
                    "note",
                )
            ]
        try:
            value = _decoded(text)
        except json.JSONDecodeError as error:
            where = recorded("not JSON: line {line}, column {column}", line=error.lineno, column=error.colno)
            return [Problem("", where, "json")]
        except (_NoConstantError, RecursionError) as error:
            return [Problem("", recorded("not JSON: {error}", error=error), "json")]
        except (ValueError, ArithmeticError):  # thousands of digits, an exponent of twenty
            return [Problem("", recorded("A number is too large to check."), "limit", "note")]
        try:
            return [*compiled.problems(value, assert_formats, on_invalid), *compiled.notes]
        except (ValueError, RecursionError, ArithmeticError) as error:
            return [
                Problem("", recorded("The value could not be checked: {error}", error=error), "value", "note")
            ]

    def faults(self, schema: bytes) -> list[Problem]:
        """What is wrong with a schema itself, as notes with pointers into it; none for one that can be used.

        keyword: "schema" (no JSON Schema of its dialect), "reference" (one within it leads nowhere),
        "outside" (one leads out of it), "dialect" (`$schema` is not known), "limit" (too large to be used).
        """
        compiled = self._known(schema)
        if isinstance(compiled, _Refused):
            return [*compiled.faults] or [compiled.note] * (compiled.note.keyword == "limit")
        return [*compiled.faults]

    def _known(self, schema: bytes) -> _Compiled | _Refused:
        found = self._compiled.pop(schema, None)
        if found is None:
            try:
                found = _compile(schema)
            except _Refused as refused:
                found = refused
        self._compiled[schema] = found  # last used, last removed
        while len(self._compiled) > 1 and (
            len(self._compiled) > _KEPT or sum(map(len, self._compiled)) > _KEPT_BYTES
        ):
            del self._compiled[next(iter(self._compiled))]
        return found


class _Refused(Exception):
    """A schema that we do not hand to the validator."""

    def __init__(self, message: str, keyword: str = "limit", faults: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.note = Problem("", message, keyword, "note")
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """plain: `format` says nothing; strict: it counts (the same where the schema has none, or is of a draft
    in which it always counts). least: where references lead nowhere, as if they allowed nothing. faults: of
    the schema itself, at their places in it."""

    plain: Any
    strict: Any
    least: Any
    notes: tuple[Problem, ...]
    faults: tuple[Problem, ...]

    def problems(
        self, value: Any, assert_formats: bool, on_invalid: Callable[[], None] | None
    ) -> list[Problem]:
        if self.least is not None and self.least.is_valid(value):
            return []
        told_early = on_invalid if self.least is None else None
        wrong = _told(self.strict if assert_formats else self.plain, value, told_early)
        if not assert_formats and self.strict is not self.plain:
            formats = (problem for problem in _told(self.strict, value) if problem.keyword == "format")
            wrong += [replace(problem, severity="warning") for problem in formats]
        if self.least is None or not wrong:
            return wrong
        certain = {_same(problem) for problem in _told(self.least, value)}
        return [problem for problem in wrong if _same(problem) in certain]


def _same(problem: Problem) -> tuple[str, str, str]:
    """By the words, too: that no shape fits and that two of them do are two faults."""
    return problem.pointer, problem.keyword, problem.message


def _told(validator: Any, value: Any, on_invalid: Callable[[], None] | None = None) -> list[Problem]:
    if validator.is_valid(value):
        return []
    if on_invalid is not None:
        on_invalid()
    return problems_of(validator.iter_errors(value), value)


def _compile(source: bytes) -> _Compiled:
    if len(source) > _MAX_SCHEMA_BYTES:
        raise _Refused(recorded("The schema is larger than 4 MB: values are not checked."))
    try:
        schema = msgspec.json.decode(source)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _Refused(recorded("The schema is not JSON: {error}", error=error), "schema") from error
    has_formats = _bound(schema)
    dialect, notes = _dialect(schema)
    plain, ends, faults = _mended(dialect, schema)
    lost = _lost(schema, ends)
    strict = _validator(dialect, schema, formats=True) if has_formats else plain
    least = None
    if ends:
        for end in ends:
            end.turn_to(NOTHING)
        least = _validator(dialect, schema, formats=has_formats)
    told = (*notes, *map(_unchecked, faults), *_told_of(ends))
    found = (*(replace(note, pointer="/$schema") for note in notes), *faults, *lost)
    return _Compiled(strict if dialect in _BINDING else plain, strict, least, told, found)


def _dialect(schema: Any) -> tuple[Callable[..., jsonschema_rs.Validator], tuple[Problem, ...]]:
    """The validator for the dialect that is named, or for the one that comes next to it, with a note."""
    if not isinstance(schema, dict) or "$schema" not in schema:
        return _DIALECTS[LATEST][1], ()
    name, found = _DIALECTS[dialect_of(schema, LATEST)]
    if is_known(schema["$schema"]):
        return found, ()
    text = recorded(
        "Unsupported dialect: {schema}. Values are checked as {name}.",
        schema=short(str(schema.pop("$schema"))),
        name=name,
    )
    return found, (Problem("", text, "dialect", "note"),)


def _mended(dialect: Callable[..., Any], schema: Any) -> tuple[Any, list[LooseEnd], list[Problem]]:
    """The compiled schema without what is no JSON Schema in it, the references in it that lead nowhere, and
    the rest that was wrong, at its place; `schema` is changed.

    A real server may have a nonsense `type` in one property; the rest of its schema is still worth a check.
    """
    faults: list[Problem] = []
    ends: list[LooseEnd] = []
    while True:
        try:
            return _validator(dialect, schema, formats=False), ends, faults
        except jsonschema_rs.ValidationError as error:
            path = tuple(error.instance_path)
            reason = short(str(error.message))
            if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.Referencing):
                ends += _put_aside(schema, reason)
                continue
            faults.append(Problem(pointer_of(path), reason, "schema", "note"))
            if not path or len(faults) > _MAX_MENDED:
                text = recorded("Invalid schema: {reason}. Values are not checked.", reason=reason)
                raise _Refused(text, "schema", faults) from error
            _take_out(schema, path)
        except (ValueError, RecursionError, jsonschema_rs.ReferencingError) as error:
            raise _Refused(
                recorded("The schema cannot be used: {error}", error=short(str(error))), "schema"
            ) from error


def _put_aside(schema: Any, complaint: str) -> list[LooseEnd]:
    """Let every reference that leads nowhere lead to a schema that allows anything."""
    found = loose_ends(schema) or loose_ends_like(schema, complaint)
    if not found and not without_address(schema, complaint):
        raise _Refused(
            recorded("Unresolved reference: {complaint}. Values are not checked.", complaint=complaint),
            "schema",
        )
    for end in found:
        end.turn_to(ANYTHING)
    return found


def _unchecked(fault: Problem) -> Problem:
    """A fault of the schema as a note to who checks a value."""
    text = recorded(
        "Invalid schema: {path}: {reason}. That part is not checked.",
        path=fault.pointer,
        reason=fault.message,
    )
    return replace(fault, pointer="", message=text)


def _lost(schema: Any, ends: list[LooseEnd]) -> list[Problem]:
    """The references that lead nowhere, at their places in the schema; the first few."""
    wanted = {id(end.holder): end for end in ends[:_MAX_MENDED]}
    found: list[Problem] = []
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(schema, ())] if wanted else []
    while waiting:
        node, path = waiting.pop()
        if (end := wanted.pop(id(node), None)) is not None:
            keyword = "reference" if end.reference.startswith("#") else "outside"
            found.append(Problem(pointer_of((*path, end.keyword)), short(end.why), keyword, "note"))
        inner = node.items() if isinstance(node, dict) else enumerate(node)
        waiting += [(one, (*path, step)) for step, one in inner if isinstance(one, (dict, list))]
    return found


def _told_of(ends: list[LooseEnd]) -> list[Problem]:
    """One note for each thing that cannot be found."""
    found: dict[str, str] = {}
    for end in ends:
        found.setdefault(end.why, end.pointer)
    notes = [
        Problem(pointer, recorded("{why}. That part is not checked.", why=short(why)), "schema", "note")
        for why, pointer in list(found.items())[:_MAX_MENDED]
    ]
    if len(found) > _MAX_MENDED:
        text = recorded(
            "{count} more references cannot be resolved: those parts are not checked.",
            count=len(found) - _MAX_MENDED,
        )
        notes.append(Problem("", text, "schema", "note"))
    return notes


_NAMED: Final = ("properties", "$defs", "definitions", "dependentSchemas", "dependencies")


def _take_out(schema: Any, path: tuple[Any, ...]) -> None:
    """A subschema becomes true; a keyword goes."""
    for step in path[:-1]:
        schema = schema[step]
    if isinstance(path[-1], int) or (len(path) > 1 and path[-2] in _NAMED and schema[path[-1]] is not True):
        schema[path[-1]] = True
    else:
        del schema[path[-1]]


def _validator(dialect: Callable[..., Any], schema: Any, *, formats: bool) -> Any:
    return dialect(
        schema,
        validate_formats=formats,
        ignore_unknown_formats=True,
        offline=True,
        registry=_STAND_INS,
        pattern_options=jsonschema_rs.FancyRegexOptions(
            backtrack_limit=100_000, size_limit=1 << 20, dfa_size_limit=1 << 20
        ),
    )


_STAND_INS: Final = jsonschema_rs.Registry(STAND_INS)


def _bound(schema: Any) -> bool:
    """Refuse what is too deep or too much before it is compiled. Returns whether it speaks of formats.

    References get the spelling that the validator understands; `schema` is changed.
    """
    waiting: list[tuple[Any, int]] = [(schema, 0)]
    subschemas = patterns = 0
    has_formats = False
    while waiting:
        node, depth = waiting.pop()
        if depth > 2 * _MAX_SCHEMA_DEPTH:  # each level of `properties` is two levels of JSON
            raise _Refused(
                recorded(
                    "The schema is nested deeper than {max_schema_depth} levels: values are not checked.",
                    max_schema_depth=_MAX_SCHEMA_DEPTH,
                )
            )
        if isinstance(node, dict):
            subschemas += 1
            patterns += isinstance(node.get("pattern"), str)
            named = node.get("patternProperties")
            patterns += len(named) if isinstance(named, dict) else 0
            has_formats = has_formats or isinstance(node.get("format"), str)
            for keyword in _REFERRING & node.keys():
                node[keyword] = _encoded(node[keyword])
            waiting += [(inner, depth + 1) for inner in node.values() if isinstance(inner, (dict, list))]
        elif isinstance(node, list):
            waiting += [(inner, depth + 1) for inner in node if isinstance(inner, (dict, list))]
    if subschemas > _MAX_SUBSCHEMAS or patterns > _MAX_PATTERNS:
        raise _Refused(recorded("The schema has too many parts: values are not checked."))
    return has_formats


_REFERRING: Final = frozenset(("$ref", "$dynamicRef"))
_LONE_PERCENT: Final = re.compile("%(?![0-9A-Fa-f]{2})")


def _encoded(reference: Any) -> Any:
    """`#/definitions/Record<string,string>`, as generators from TypeScript write it, is no URI reference: the
    validator would take it for a fault of the schema."""
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return reference
    return quote(_LONE_PERCENT.sub("%25", reference), safe="#/?:@-._~!$&'()*+,;=%")


_BRACKETS: Final = re.compile(f"{STRING}|{BRACKETS}")


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


class _NoConstantError(ValueError):
    """NaN and its like."""


def _no_constant(name: str) -> None:
    raise _NoConstantError(f"{name} is no JSON")
