"""URI templates (RFC 6570, all four levels): what they ask for, what is wrong with them, and expansion.

The library `uri-template` expands each expression; it passes the examples of the RFC, which the better known
`uritemplate` does not (`{+a}` with "a b%20c" comes out unescaped, and what is malformed is expanded somehow).
Kept here is what it lacks: it raises on a malformed template, where RFC 6570, section 3, wants the rest
expanded; it takes expressions that are no RFC 6570 (defaults, `{a[]}`); it limits prefixes to 999 and refuses
names that begin with an escape; and it expands an empty list after `;` as if there were one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import msgspec
from uri_template import URITemplate
from uri_template.expansions import ExpansionFailedError

from inspector.translation import translate

__all__ = ["Template", "Variable", "template_of", "variables_schema"]

_PARTS: Final = re.compile(r"\{([^{}]*)\}|([{}])")
_CHARACTER: Final = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
# RFC 6570, sections 2.3 and 2.4: varspec = varname [ ":" max-length / "*" ]
_SPEC: Final = re.compile(rf"({_CHARACTER}(?:\.?{_CHARACTER})*)(?:(\*)|:([1-9][0-9]{{0,3}}))?")
_OPERATORS: Final = "+#./;?&"
_RESERVED: Final = "=,!@|"  # "reserved for possible future extensions"


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable. limit: characters a prefix modifier (`{a:3}`) leaves of it, 0 without one."""

    name: str
    exploded: bool = False
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Template:
    """A template taken apart. problems: what of it is no RFC 6570, in words; that stays as it is.

    parts: the malformed or literal text, or an expression that can be expanded.
    """

    text: str
    variables: tuple[Variable, ...]
    problems: tuple[str, ...]
    parts: tuple[str | URITemplate, ...]

    def expand(self, values: Mapping[str, Any]) -> str:
        """The URI. A value is a text, a list (of texts), or an object (name → text); numbers are written out.

        What has no value, null, an empty list or an empty object is left out, as the RFC says.
        """
        known = {name: value for name, given in values.items() if (value := _value(given)) is not None}
        return "".join(part if isinstance(part, str) else _expand(part, known) for part in self.parts)


@lru_cache(maxsize=256)
def template_of(text: str) -> Template:
    """Take a template apart. Never raises."""
    variables: dict[str, Variable] = {}
    problems: list[str] = []
    parts: list[str | URITemplate] = []
    end = 0
    for match in _PARTS.finditer(text):
        if match.start() > end:
            parts.append(URITemplate(text[end : match.start()]))
        end = match.end()
        if match[2]:
            problems.append(
                translate("Core", "unmatched {bracket} at character {at}").format(
                    bracket=match[2], at=match.start() + 1
                )
            )
            parts.append(match[2])
        elif problem := _problem(match[1]):
            problems.append(f"{match[0]}: {problem}")
            parts.append(match[0])
        else:
            specs = _specs(match[1])
            parts.append(_expression(match[1], specs))
            for variable in specs:
                _take(variables, variable)
    if end < len(text):
        parts.append(URITemplate(text[end:]))
    return Template(text, tuple(variables.values()), tuple(problems), tuple(parts))


def variables_schema(template: Template) -> dict[str, Any]:
    """The JSON Schema of the values: text, list, or names with texts; only a text where a prefix cuts it."""
    properties = {variable.name: _variable_schema(variable) for variable in template.variables}
    # Nothing but the variables of a template counts; none has to be there, says the RFC.
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _variable_schema(variable: Variable) -> dict[str, Any]:
    if variable.limit:
        return {
            "type": "string",
            "description": translate("Core", "truncated after {} characters").format(variable.limit),
        }
    text = {"type": "string"}
    names = {"type": "object", "title": translate("Core", "name = value"), "additionalProperties": text}
    return {
        "anyOf": [
            {**text, "title": translate("Core", "string")},
            {"type": "array", "title": translate("Core", "list"), "items": text},
            names,
        ]
    }


def _take(variables: dict[str, Variable], variable: Variable) -> None:
    """The same name may stand in several expressions: a prefix anywhere wants a text everywhere."""
    other = variables.get(variable.name, variable)
    limit = min(filter(None, (variable.limit, other.limit)), default=0)
    variables[variable.name] = Variable(variable.name, variable.exploded or other.exploded, limit)


def _problem(expression: str) -> str:
    """What is wrong with the inside of an expression; empty when nothing is."""
    if not expression:
        return translate("Core", "no variable name")
    if expression[0] in _RESERVED:
        return translate("Core", "operator {} is reserved and not defined yet").format(expression[0])
    for spec in _listed(expression):
        if not _SPEC.fullmatch(spec):
            return (
                translate("Core", "“{}” is not a variable name, a length or *").format(spec)
                if spec
                else translate("Core", "“” is not a variable name")
            )
    return ""


def _listed(expression: str) -> list[str]:
    return (expression[1:] if expression[0] in _OPERATORS else expression).split(",")


def _specs(expression: str) -> list[Variable]:
    matches = (_SPEC.fullmatch(spec) for spec in _listed(expression))
    return [Variable(match[1], bool(match[2]), int(match[3] or 0)) for match in matches if match]


def _expression(expression: str, specs: list[Variable]) -> URITemplate:
    """The library's expression. Its own reading of names and lengths is narrower than the RFC's."""
    operator = expression[0] if expression[0] in _OPERATORS else ""
    template = URITemplate("{" + operator + ",".join("v*" if spec.exploded else "v" for spec in specs) + "}")
    for variable, spec in zip(template.expansions[0].variables, specs, strict=True):
        variable.name = variable.key = spec.name
        variable.max_length = spec.limit
    return template


def _expand(part: URITemplate, values: Mapping[str, Any]) -> str:
    """As `URITemplate.expand`, which takes keywords only: a variable may be called `self`."""
    try:
        return "".join(expansion.expand(values) or "" for expansion in part.expansions)
    except (
        ExpansionFailedError
    ):  # "prefix modifiers are not applicable to variables that have composite values"
        return str(part)


def _value(given: Any) -> str | list[str] | dict[str, str] | None:
    """A JSON value as the RFC knows values; None: undefined."""
    if isinstance(given, list | tuple):
        return [_text(item) for item in given if item is not None] or None
    if isinstance(given, Mapping):
        return {str(name): _text(item) for name, item in given.items() if item is not None} or None
    return None if given is None else _text(given)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
