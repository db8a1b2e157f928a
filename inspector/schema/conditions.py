"""Words for what a schema asks of other values: why a field is there now, what a `not` forbids."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from inspector.schema.document import lexeme_of
from inspector.schema.readable import readable_number
from inspector.translation import QT_TRANSLATE_NOOP, translate

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


def because_met(condition: Any, value: Any) -> str:
    """Why what stands in `then` holds for a value: "because `kind` is "a""."""
    words = _words(condition, True, value)
    return (
        translate("Schema", "because {}").format(words)
        if words
        else translate("Schema", "because of the other values")
    )


def because_unmet(condition: Any, value: Any) -> str:
    """Why what stands in `else` holds for a value."""
    words = _words(condition, False, value)
    return (
        translate("Schema", "because {}").format(words)
        if words
        else translate("Schema", "because of the other values")
    )


def because_set(key: str) -> str:
    """Why what depends on a property holds."""
    return translate("Schema", "because `{}` is set").format(key)


def when_met(condition: Any) -> str:
    """When what stands in `then` would hold, as long as the value is not known."""
    words = _words(condition, True)
    return (
        translate("Schema", "when {}").format(words)
        if words
        else translate("Schema", "depends on the other values")
    )


def when_unmet(condition: Any) -> str:
    """When what stands in `else` would hold."""
    words = _words(condition, False)
    return (
        translate("Schema", "when {}").format(words)
        if words
        else translate("Schema", "depends on the other values")
    )


def when_set(key: str) -> str:
    """When what depends on a property would hold."""
    return translate("Schema", "when `{}` is set").format(key)


def refusals(schema: dict[str, Any]) -> list[str]:
    """What the `not` of a schema forbids, as sentences; what cannot be said in a few words is left out."""
    refused = schema.get("not")
    if not isinstance(refused, dict):
        return []
    names = _names(refused.get("required"))
    if names and set(refused) <= _ONLY_REQUIRED:
        if len(names) == 1:
            return [translate("Schema", "`{}` must not be set.").format(names[0])]
        listed = _all(f"`{name}`" for name in names)
        return [translate("Schema", "Not all of {} may be set.").format(listed)]
    if "const" in refused and len(refused) == 1:
        return [translate("Schema", "Must not be {}.").format(_value(refused["const"]))]
    options = refused.get("enum")
    if isinstance(options, list) and options and set(refused) <= {"enum", "type"}:
        return [translate("Schema", "Must not be {}.").format(_either(map(_value, options)))]
    kinds = refused.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(kinds, list) and len(refused) == 1 and _names(kinds):
        return [translate("Schema", "Must not be of type {}.").format(_either(_names(kinds)))]
    pattern = refused.get("pattern")
    if isinstance(pattern, str) and set(refused) <= {"pattern", "type"}:
        return [translate("Schema", "Must not match {}").format(pattern[:_LONGEST])]
    parts = refused.get("anyOf")
    if isinstance(parts, list) and len(refused) == 1:
        return [line for part in parts[:_MOST] for line in refusals({"not": part})]
    return []


def alternatives_words(keyword: str, branches: list[Any]) -> list[str]:
    """What an `anyOf` or `oneOf` of required properties asks for, as a sentence; else nothing."""
    needed = [_names(branch.get("required")) if isinstance(branch, dict) else [] for branch in branches]
    if not all(needed) or len(needed) < 2:
        return []
    sets = _either(_all(f"`{name}`" for name in names) for names in needed)
    if keyword == "oneOf":
        return [translate("Schema", "Needs exactly one of: {}.").format(sets)]
    return [translate("Schema", "Needs at least one of: {}.").format(sets)]


_ONLY_REQUIRED: Final = frozenset(("required", "type"))


def _words(condition: Any, met: bool, value: Any = None, depth: int = 3) -> str:
    """A condition as words; empty when it cannot be said in a few. value: of which it holds, or not."""
    if not isinstance(condition, dict) or depth == 0:
        return ""
    inner = condition.get("not")
    if inner is not None:
        return _words(inner, not met, value, depth - 1) if len(condition) == 1 else ""
    for keyword, all_hold in (("allOf", met), ("anyOf", not met), ("oneOf", not met)):
        parts = condition.get(keyword)
        if isinstance(parts, list) and len(condition) == 1 and len(parts) <= _MOST:
            said = [_words(part, met, value, depth - 1) for part in parts]
            return _linked(said, all_hold) if all(said) else ""
    return _property_words(condition, met, value)


def _property_words(condition: dict[str, Any], met: bool, value: Any) -> str:
    properties = condition.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    required = _names(condition.get("required"))
    said = []
    for key, part in properties.items():
        if not isinstance(value, dict) or key in value:
            said.append(_value_words(f"`{key}`", part, met))
        elif met or key in required:  # `properties` asks nothing of what is not there
            said.append(translate("Schema", "`{}` is not set").format(key))
    said += [
        translate("Schema", "`{}` is set").format(name)
        if met
        else translate("Schema", "`{}` is not set").format(name)
        for name in required
        if name not in properties
    ]
    if not said and not properties:
        said = [_value_words(translate("Schema", "it"), condition, met)]
    if not said or not all(said) or len(said) > _MOST:
        return ""
    return _linked(said, met)


def _value_words(name: str, schema: Any, met: bool) -> str:
    if not isinstance(schema, dict):
        return ""
    told = ""
    if "const" in schema:
        told, value = "const", _value(schema["const"])
    elif isinstance(schema.get("enum"), list) and schema["enum"]:
        told, value = "const", _either(map(_value, schema["enum"]))
    elif isinstance(schema.get("pattern"), str):
        told, value = "pattern", schema["pattern"][:_LONGEST]
    elif isinstance(schema.get("type"), str):
        told, value = "type", schema["type"]
    elif isinstance(schema.get("not"), dict):
        return _value_words(name, schema["not"], not met)
    else:
        limits = (one for one in _LIMITS if isinstance(schema.get(one), (int, float)))
        told = next(limits, "")
        value = readable_number(lexeme_of(schema[told])) if told else ""
    yes, no = _CLAUSES.get(told, ("", ""))
    return translate("Schema", yes if met else no).format(name=name, value=value) if told else ""


_LIMITS: Final = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
_CLAUSES: Final = {
    "const": (
        QT_TRANSLATE_NOOP("Schema", "{name} is {value}"),
        QT_TRANSLATE_NOOP("Schema", "{name} is not {value}"),
    ),
    "pattern": (
        QT_TRANSLATE_NOOP("Schema", "{name} matches {value}"),
        QT_TRANSLATE_NOOP("Schema", "{name} does not match {value}"),
    ),
    "type": (
        QT_TRANSLATE_NOOP("Schema", "{name} is of type {value}"),
        QT_TRANSLATE_NOOP("Schema", "{name} is not of type {value}"),
    ),
    "minimum": (
        QT_TRANSLATE_NOOP("Schema", "{name} is at least {value}"),
        QT_TRANSLATE_NOOP("Schema", "{name} is below {value}"),
    ),
    "exclusiveMinimum": (
        QT_TRANSLATE_NOOP("Schema", "{name} is above {value}"),
        QT_TRANSLATE_NOOP("Schema", "{name} is at most {value}"),
    ),
    "maximum": (
        QT_TRANSLATE_NOOP("Schema", "{name} is at most {value}"),
        QT_TRANSLATE_NOOP("Schema", "{name} is above {value}"),
    ),
    "exclusiveMaximum": (
        QT_TRANSLATE_NOOP("Schema", "{name} is below {value}"),
        QT_TRANSLATE_NOOP("Schema", "{name} is at least {value}"),
    ),
}
"""What a condition asks for → how it is said when it is met, and when it is not."""


def _names(value: Any) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _value(value: Any) -> str:
    text = lexeme_of(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _all(words: Iterable[str]) -> str:
    """ "a, b and c"."""
    *first, last = _some(words)
    return (
        translate("Schema", "{first} and {last}").format(first=", ".join(first), last=last) if first else last
    )


def _either(words: Iterable[str]) -> str:
    """ "a, b or c"."""
    *first, last = _some(words)
    return f"{', '.join(first)} or {last}" if first else last


def _some(words: Iterable[str]) -> list[str]:
    said = list(islice(words, _MOST + 1))
    return said if len(said) <= _MOST else [*said[:_MOST], "…"]


def _linked(clauses: list[str], all_hold: bool) -> str:
    """Clauses of which all hold, or at least one."""
    text = clauses[0]
    for clause in clauses[1:]:
        text = (
            translate("Schema", "{text} and {clause}").format(text=text, clause=clause)
            if all_hold
            else f"{text} or {clause}"
        )
    return text
