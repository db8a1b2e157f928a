"""Words for what a schema asks of other values: why a field is there now, what a `not` forbids."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from inspector.schema.document import lexeme_of

__all__ = [
    "alternatives_words",
    "because_met",
    "because_set",
    "because_unmet",
    "refusals",
    "when_met",
    "when_set",
    "when_unmet",
]

_LONGEST: Final = 120
_MOST: Final = 4


def because_met(condition: Any) -> str:
    """Why what stands in `then` holds: "because `kind` is "a""."""
    words = _words(condition, True)
    return f"because {words}" if words else "because of the other values"


def because_unmet(condition: Any) -> str:
    """Why what stands in `else` holds."""
    words = _words(condition, False)
    return f"because {words}" if words else "because of the other values"


def because_set(key: str) -> str:
    """Why what depends on a property holds."""
    return f"because `{key}` is set"


def when_met(condition: Any) -> str:
    """When what stands in `then` would hold, as long as the value is not known."""
    words = _words(condition, True)
    return f"when {words}" if words else "depends on the other values"


def when_unmet(condition: Any) -> str:
    """When what stands in `else` would hold."""
    words = _words(condition, False)
    return f"when {words}" if words else "depends on the other values"


def when_set(key: str) -> str:
    """When what depends on a property would hold."""
    return f"when `{key}` is set"


def refusals(schema: dict[str, Any]) -> list[str]:
    """What the `not` of a schema forbids, as sentences; what cannot be said in a few words is left out."""
    refused = schema.get("not")
    if not isinstance(refused, dict):
        return []
    names = _names(refused.get("required"))
    if names and set(refused) <= _ONLY_REQUIRED:
        if len(names) == 1:
            return [f"`{names[0]}` must not be set."]
        return [f"Not all of {_joined((f'`{name}`' for name in names), 'and')} may be set."]
    if "const" in refused and len(refused) == 1:
        return [f"Must not be {_value(refused['const'])}."]
    options = refused.get("enum")
    if isinstance(options, list) and options and set(refused) <= {"enum", "type"}:
        return [f"Must not be {_joined(map(_value, options), 'or')}."]
    kinds = refused.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(kinds, list) and len(refused) == 1 and _names(kinds):
        return [f"Must not be of type {_joined(_names(kinds), 'or')}."]
    pattern = refused.get("pattern")
    if isinstance(pattern, str) and set(refused) <= {"pattern", "type"}:
        return [f"Must not match {pattern[:_LONGEST]}"]
    parts = refused.get("anyOf")
    if isinstance(parts, list) and len(refused) == 1:
        return [line for part in parts[:_MOST] for line in refusals({"not": part})]
    return []


def alternatives_words(keyword: str, branches: list[Any]) -> list[str]:
    """What an `anyOf` or `oneOf` of required properties asks for, as a sentence; else nothing."""
    needed = [_names(branch.get("required")) if isinstance(branch, dict) else [] for branch in branches]
    if not all(needed) or len(needed) < 2:
        return []
    sets = (_joined((f"`{name}`" for name in names), "and") for names in needed)
    start = "Needs exactly one of:" if keyword == "oneOf" else "Needs at least one of:"
    return [f"{start} {_joined(sets, 'or')}."]


_ONLY_REQUIRED: Final = frozenset(("required", "type"))


def _words(condition: Any, met: bool, depth: int = 3) -> str:
    """A condition as words; empty when it cannot be said in a few."""
    if not isinstance(condition, dict) or depth == 0:
        return ""
    inner = condition.get("not")
    if inner is not None:
        return _words(inner, not met, depth - 1) if len(condition) == 1 else ""
    for keyword, both, either in (("allOf", "and", "or"), ("anyOf", "or", "and"), ("oneOf", "or", "and")):
        parts = condition.get(keyword)
        if isinstance(parts, list) and len(condition) == 1 and len(parts) <= _MOST:
            said = [_words(part, met, depth - 1) for part in parts]
            return f" {both if met else either} ".join(said) if all(said) else ""
    return _property_words(condition, met)


def _property_words(condition: dict[str, Any], met: bool) -> str:
    properties = condition.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    said = [_value_words(f"`{key}`", part, met) for key, part in properties.items()]
    said += [
        f"`{name}` is set" if met else f"`{name}` is not set"
        for name in _names(condition.get("required"))
        if name not in properties
    ]
    if not said:
        said = [_value_words("it", condition, met)]
    if not all(said) or len(said) > _MOST:
        return ""
    return (" and " if met else " or ").join(said)


def _value_words(name: str, schema: Any, met: bool) -> str:
    if not isinstance(schema, dict):
        return ""
    verb = "is" if met else "is not"
    if "const" in schema:
        return f"{name} {verb} {_value(schema['const'])}"
    options = schema.get("enum")
    if isinstance(options, list) and options:
        return f"{name} {verb} {_joined(map(_value, options), 'or')}"
    if isinstance(schema.get("pattern"), str):
        return f"{name} {'matches' if met else 'does not match'} {schema['pattern'][:_LONGEST]}"
    if isinstance(schema.get("type"), str):
        return f"{name} {verb} of type {schema['type']}"
    if isinstance(schema.get("not"), dict):
        return _value_words(name, schema["not"], not met)
    for keyword, yes, no in _LIMITS:
        if isinstance(schema.get(keyword), (int, float)):
            return f"{name} {yes if met else no} {lexeme_of(schema[keyword])}"
    return ""


_LIMITS: Final = (
    ("minimum", "is at least", "is below"),
    ("exclusiveMinimum", "is above", "is at most"),
    ("maximum", "is at most", "is above"),
    ("exclusiveMaximum", "is below", "is at least"),
)


def _names(value: Any) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _value(value: Any) -> str:
    text = lexeme_of(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _joined(words: Iterable[str], last: str) -> str:
    said = list(islice(words, _MOST + 1))
    if len(said) > _MOST:
        said = [*said[:_MOST], "…"]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} {last} {said[-1]}"
