"""Whether a value satisfies a schema, for *showing* only: which branch a value is, whether an `if` holds.

All keywords of 2020-12 (older dialects are made new, see dialects.py) except formats, which are annotations.
Bounded: after a number of steps, at a pattern that takes too long, or at a reference that leads nowhere the
answer is "not decided". The verdict that a user sees comes from the validator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from inspector.schema.assertions import ASSERTIONS
from inspector.schema.patterns import matches
from inspector.schema.references import References, SchemaPart, Scope

__all__ = ["holds"]

_STEPS: Final = 2_000
_PATTERNS: Final = 8  # names of `patternProperties` that are tried in one step
_DEPTH: Final = 60
_MANY: Final = 10
Verdict = bool | None
_Marks = set[str | int]
"""Properties or items of a value that a schema has looked at, for `unevaluated…`."""


class _Spent(Exception):
    """The steps are used up."""


def holds(part: SchemaPart, value: Any, references: References, steps: int = _STEPS) -> bool | None:
    """Whether the decoded value satisfies the schema (of the document of `references`); None: not decided."""
    try:
        return _Run(references, steps).check(part, value, set())
    except (_Spent, RecursionError, OverflowError):
        return None


def _all(verdicts: Iterable[Verdict]) -> Verdict:
    """False as soon as one is; then not decided if one was not."""
    result: Verdict = True
    for verdict in verdicts:
        if verdict is False:
            return False
        if verdict is None:
            result = None
    return result


class _Run:
    """One evaluation with its budget."""

    def __init__(self, references: References, steps: int) -> None:
        self._references = references
        self._steps = steps
        self._way: list[tuple[SchemaPart, Any]] = []
        self._known: dict[tuple[int, Scope, int], tuple[Verdict, _Marks]] = {}
        """By schema and value, which both last longer than this: where ways through a schema meet again."""

    def check(self, part: SchemaPart, value: Any, marks: _Marks) -> Verdict:
        """marks: filled with what of the value the schema looked at, if it holds."""
        schema = part.schema
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            return None
        self._steps -= 1
        place = (id(schema), part.scope)
        if place in self._references.endless:
            raise _Spent
        if self._steps < 0 or len(self._way) >= _DEPTH:
            self._remember()
            raise _Spent
        known = self._known.get((*place, id(value)))
        if known is not None:
            marks |= known[1]
            return known[0]
        keywords, scope = self._references.open(part)
        self._way.append((part, value))
        try:
            own: _Marks = set()
            verdict = _all(self._verdicts(keywords, scope, value, own))
            rest = keywords.get("unevaluatedProperties" if isinstance(value, dict) else "unevaluatedItems")
            if verdict is not False and rest is not None and isinstance(value, (dict, list)):
                left = self._unevaluated(rest, scope, value, own)
                # where something was not decided it is not known either what it looked at
                verdict = verdict and left
            if verdict is False:
                own = set()
            marks |= own
            self._known[(*place, id(value))] = verdict, own
            return verdict
        finally:
            self._way.pop()

    def _remember(self) -> None:
        """Where many schemas look at the very same value the ways multiply: they are not tried again."""
        same = [part for part, value in self._way if value is self._way[-1][1]]
        if len(same) >= _MANY:
            self._references.endless.update((id(part.schema), part.scope) for part in same)

    def _verdicts(
        self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks
    ) -> Iterator[Verdict]:
        """The cheap keywords first."""
        for key, given in keywords.items():
            if key in ASSERTIONS:
                yield ASSERTIONS[key](given, value)
        if isinstance(value, dict):
            yield from self._object(keywords, scope, value, marks)
        elif isinstance(value, list):
            yield from self._array(keywords, scope, value, marks)
        for key in keywords:
            if key in _IN_PLACE:
                yield _IN_PLACE[key](self, keywords, scope, value, marks)

    def _spend(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise _Spent

    def _child(self, schema: Any, scope: Scope, value: Any) -> Verdict:
        return self.check(SchemaPart(schema, scope), value, set())

    def _object(
        self, keywords: dict[str, Any], scope: Scope, value: dict[str, Any], marks: _Marks
    ) -> Iterator[Verdict]:
        declared = _mapping(keywords.get("properties"))
        patterns = _mapping(keywords.get("patternProperties"))
        names = keywords.get("propertyNames")
        for key, inner in value.items():
            self._spend(1 + len(patterns) // _PATTERNS)
            schemas = [declared[key]] if key in declared else []
            unsure = False
            for pattern, schema in patterns.items():
                found = matches(pattern, key)
                unsure = unsure or found is None
                if found:
                    schemas.append(schema)
            if unsure:
                yield None
            elif not schemas and "additionalProperties" in keywords:
                schemas.append(keywords["additionalProperties"])
            if schemas:
                marks.add(key)
            for schema in schemas:
                yield self._child(schema, scope, inner)
            if names is not None:
                yield self._child(names, scope, key)

    def _array(
        self, keywords: dict[str, Any], scope: Scope, value: list[Any], marks: _Marks
    ) -> Iterator[Verdict]:
        places = keywords.get("prefixItems")
        places = places if isinstance(places, list) else []
        for number, inner in enumerate(value):
            self._spend(1)
            if number < len(places):
                yield self._child(places[number], scope, inner)
            elif "items" in keywords:
                yield self._child(keywords["items"], scope, inner)
            else:
                break
            marks.add(number)
        if "contains" in keywords:
            yield self._contains(keywords, scope, value, marks)

    def _contains(self, keywords: dict[str, Any], scope: Scope, value: list[Any], marks: _Marks) -> Verdict:
        verdicts = [self._child(keywords["contains"], scope, inner) for inner in value]
        if scope.dialect >= 2020:
            marks.update(number for number, verdict in enumerate(verdicts) if verdict)
        least, most = keywords.get("minContains", 1), keywords.get("maxContains")
        sure, possible = verdicts.count(True), len(verdicts) - verdicts.count(False)
        least = least if isinstance(least, (int, float)) else 1
        most = most if isinstance(most, (int, float)) else possible
        if possible < least or sure > most:
            return False
        return True if sure >= least and possible <= most else None

    def _unevaluated(self, rest: Any, scope: Scope, value: Any, marks: _Marks) -> Verdict:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        left = [(key, inner) for key, inner in pairs if key not in marks]
        marks.update(key for key, _ in left)
        return _all(self._child(rest, scope, inner) for _, inner in left)

    # keywords that apply a schema to the value itself

    def reference(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`$ref`"""
        found = self._references.find(keywords["$ref"], scope)
        return None if isinstance(found, str) else self.check(found, value, marks)

    def dynamic(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`$dynamicRef`"""
        found = self._references.find_dynamic(keywords["$dynamicRef"], scope)
        return None if isinstance(found, str) else self.check(found, value, marks)

    def all_of(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`allOf`"""
        return _all(self.check(SchemaPart(part, scope), value, marks) for part in _list(keywords["allOf"]))

    def any_of(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`anyOf`: every branch is looked at, because each may mark properties."""
        verdicts = [self.check(SchemaPart(part, scope), value, marks) for part in _list(keywords["anyOf"])]
        return True if True in verdicts or not verdicts else (None if None in verdicts else False)

    def one_of(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`oneOf`"""
        verdicts = [self.check(SchemaPart(part, scope), value, marks) for part in _list(keywords["oneOf"])]
        if verdicts.count(True) > 1 or (verdicts and True not in verdicts and None not in verdicts):
            return False
        return None if None in verdicts else True

    def negation(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`not`"""
        verdict = self._child(keywords["not"], scope, value)
        return None if verdict is None else not verdict

    def condition(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`if`, `then`, `else`"""
        verdict = self.check(SchemaPart(keywords["if"], scope), value, marks)
        if verdict is None:
            return None
        branch = keywords.get("then" if verdict else "else", True)
        return self.check(SchemaPart(branch, scope), value, marks)

    def dependents(self, keywords: dict[str, Any], scope: Scope, value: Any, marks: _Marks) -> Verdict:
        """`dependentSchemas`"""
        if not isinstance(value, dict):
            return True
        given = _mapping(keywords["dependentSchemas"])
        return _all(
            self.check(SchemaPart(schema, scope), value, marks)
            for key, schema in given.items()
            if key in value
        )


_IN_PLACE: Final[dict[str, Callable[[_Run, dict[str, Any], Scope, Any, _Marks], Verdict]]] = {
    "$ref": _Run.reference,
    "$dynamicRef": _Run.dynamic,
    "allOf": _Run.all_of,
    "if": _Run.condition,
    "dependentSchemas": _Run.dependents,
    "oneOf": _Run.one_of,
    "anyOf": _Run.any_of,
    "not": _Run.negation,
}


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
