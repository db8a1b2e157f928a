"""The errors of the validator as problems, each at the place where a user can correct it.

The validator tells a missing or unexpected property at the object around it, and of a union only that no
branch fits. Here each fault gets its own place, and says which branch of which union it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs

from inspector.schema.document import lexeme_of, pointer_of
from inspector.schema.problem import Problem, Severity, UnionBranch
from inspector.schema.readable import readable_number
from inspector.translation import recorded

__all__ = ["problems_of", "short"]

_MOST: Final = 200
_MOST_LOOKED_AT: Final = 5_000
_MOST_CHARACTERS: Final = 4_000_000
_MOST_UNIONS: Final = 40  # one inside the other
_MAX_MESSAGE: Final = 300
_MOST_COMPARED: Final = 5_000

Path = tuple[Any, ...]
Branches = tuple[UnionBranch, ...]


def problems_of(errors: Iterable[Any], value: Any) -> list[Problem]:
    """errors: ValidationErrors of jsonschema-rs for the value. At most 200 that count, and 200 of branches
    further off, and no more than can be sent at once."""
    near: dict[Problem, None] = {}
    far: dict[Problem, None] = {}
    found = (problem for error in errors for problem in _problems(error, (), value))
    size = 0
    for problem in islice(found, _MOST_LOOKED_AT):
        size += len(problem.pointer) * (1 + len(problem.branches))  # a key may be a megabyte
        if size > _MOST_CHARACTERS and near:
            break
        kept = near if problem.is_near else far
        if len(kept) < _MOST:
            kept[problem] = None
        elif len(near) >= _MOST:
            break
    return [*near, *far]


def short(message: str) -> str:
    """A message of bounded length."""
    return message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…"


def _problems(error: Any, branches: Branches, whole: Any) -> Iterator[Problem]:
    """One error of the validator, told where it can be corrected."""
    path, kind = tuple(error.instance_path), error.kind
    place = _PLACES.get(kind.name)
    if place is not None:
        yield from place(error, path, branches, whole)
    elif isinstance(kind, _GAVE_UP):
        text = recorded("The pattern takes too long to match: not checked.")
        yield Problem(pointer_of(path), text, "limit", "note", branches)
    else:
        severity: Severity = "warning" if kind.name in _ANNOTATIONS else "error"
        yield Problem(pointer_of(path), _message(error), kind.name, severity, branches)


_GAVE_UP: Final = (
    jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded,
    jsonschema_rs.ValidationErrorKind.RegexEngineFailure,
)
_ANNOTATIONS: Final = ("contentEncoding", "contentMediaType")
"""What draft-07 lets a validator check, and later drafts only annotate."""


# -- words ---------------------------------------------------------------------------------------------------


def _message(error: Any) -> str:
    words = _MESSAGES.get(error.kind.name)
    return short(words(error) if words else error.message)


def _listed(options: Any) -> str:
    return ", ".join(lexeme_of(option) for option in options) if isinstance(options, list) else str(options)


def _limited(words: str) -> Callable[[Any], str]:
    def told(error: Any) -> str:
        return words.format(readable_number(error.kind.limit))

    return told


def _counted(one: str, several: str) -> Callable[[Any], str]:
    def told(error: Any) -> str:
        return (one if error.kind.limit == 1 else several).format(error.kind.limit)

    return told


def _types(error: Any) -> str:
    return recorded("must be {value}", value=" or ".join(error.kind.types))


def _twice(error: Any) -> str:
    """Which items are equal, where that is quickly found."""
    seen: dict[str, int] = {}
    items = error.instance
    for number, item in enumerate(items if len(items) <= _MOST_COMPARED else ()):
        first = seen.setdefault(lexeme_of(item), number)
        if first != number:
            return recorded(
                "items {first} and {number} are equal; the schema requires unique items",
                first=first + 1,
                number=number + 1,
            )
    return recorded("must not have duplicate items")


def _contained(error: Any) -> str:
    return _CONTAINED.get(str(error.schema_path[-1]), _CONTAINED["contains"])


_CONTAINED: Final = {
    "contains": recorded("has no item of the kind the schema requires"),
    "minContains": recorded("has too few items of the kind the schema requires"),
    "maxContains": recorded("has too many items of the kind the schema limits"),
}
_MESSAGES: Final[dict[str, Callable[[Any], str]]] = {
    "type": _types,
    "minimum": _limited(recorded("must be at least {}")),
    "maximum": _limited(recorded("must be at most {}")),
    "exclusiveMinimum": _limited(recorded("must be more than {}")),
    "exclusiveMaximum": _limited(recorded("must be less than {}")),
    "multipleOf": lambda error: recorded(
        "must be a multiple of {multiple_of}", multiple_of=readable_number(error.kind.multiple_of)
    ),
    "minLength": _counted(recorded("must not be empty"), recorded("must have at least {} characters")),
    "maxLength": _counted(
        recorded("must have at most 1 character"), recorded("must have at most {} characters")
    ),
    "minItems": _counted(recorded("must have at least 1 item"), recorded("must have at least {} items")),
    "maxItems": _counted(recorded("must have at most 1 item"), recorded("must have at most {} items")),
    "minProperties": _counted(
        recorded("must have at least 1 property"), recorded("must have at least {} properties")
    ),
    "maxProperties": _counted(
        recorded("must have at most 1 property"), recorded("must have at most {} properties")
    ),
    "uniqueItems": _twice,
    "contains": _contained,
    "pattern": lambda error: recorded("does not match {pattern}", pattern=error.kind.pattern),
    "format": lambda error: recorded("is not a valid {format}", format=error.kind.format),
    "contentEncoding": lambda error: recorded("is not {value}", value=error.kind.content_encoding),
    "contentMediaType": lambda error: recorded("is not {value}", value=error.kind.content_media_type),
    "enum": lambda error: recorded("must be one of {options}", options=_listed(error.kind.options)),
    "const": lambda error: recorded("must be {value}", value=lexeme_of(error.kind.expected_value)),
    "not": lambda error: recorded(
        "must not match what the schema excludes: {schema}", schema=lexeme_of(error.kind.schema)
    ),
}


# -- places --------------------------------------------------------------------------------------------------


def _required(error: Any, path: Path, branches: Branches, whole: Any) -> Iterator[Problem]:
    """A missing property is filled in at the property, not at the object around it."""
    dependent = error.schema_path[-1:] in (["dependentRequired"], ["dependencies"])
    pointer = pointer_of((*path, error.kind.property))
    if dependent:
        text = recorded("required because of another property")
        yield Problem(pointer, text, "dependentRequired", branches=branches)
    else:
        yield Problem(pointer, recorded("required"), "required", branches=branches)


def _false(error: Any, path: Path, branches: Branches, whole: Any) -> Iterator[Problem]:
    """`false` as a schema. Of all properties, or all their names, the validator tells it at the object."""
    around = [str(step) for step in error.schema_path[-1:]]
    if around in (["additionalProperties"], ["propertyNames"]):
        for step in path:
            whole = whole[step]
        for key in whole:
            pointer = pointer_of((*path, key))
            yield Problem(pointer, _FORBIDDEN, around[0], branches=branches, at_key=True)
    else:
        yield Problem(pointer_of(path), _FORBIDDEN, "falseSchema", branches=branches)


_FORBIDDEN: Final = recorded("not allowed by the schema")


def _extra_keys(error: Any, path: Path, branches: Branches, whole: Any) -> Iterator[Problem]:
    for key in error.kind.unexpected:
        pointer = pointer_of((*path, key))
        yield Problem(pointer, _FORBIDDEN, error.kind.name, branches=branches, at_key=True)


def _extra_items(error: Any, path: Path, branches: Branches, whole: Any) -> Iterator[Problem]:
    for number in range(error.kind.limit, len(error.instance)):
        pointer = pointer_of((*path, number))
        yield Problem(pointer, _FORBIDDEN, error.kind.name, branches=branches)


def _unseen_items(error: Any, path: Path, branches: Branches, whole: Any) -> Iterator[Problem]:
    """The validator tells the unexpected items by their text, in order; they mostly stand at the end."""
    texts, items = list(error.kind.unexpected), error.instance
    numbers: list[int] = []
    for number in range(len(items) - 1, -1, -1):
        if texts and _same(texts[-1], items[number]):
            numbers.append(number)
            texts.pop()
    if texts:  # written in another way than we do
        numbers = list(range(len(items) - 1, len(items) - 1 - len(error.kind.unexpected), -1))
    for number in reversed(numbers):
        pointer = pointer_of((*path, number))
        yield Problem(pointer, _FORBIDDEN, error.kind.name, branches=branches)


def _same(text: str, item: Any) -> bool:
    compact = lexeme_of(item)
    return text in (compact, compact.replace(", ", ",").replace(": ", ":"))


def _key(error: Any, path: Path, branches: Branches, whole: Any) -> Iterator[Problem]:
    """The name of a property is corrected where it is typed."""
    inner = error.kind.error
    pointer = pointer_of((*path, inner.instance))
    words = _message(inner) if inner.kind.name in _MESSAGES else recorded("is not allowed by the schema")
    text = recorded("the name “{instance}” {words}", instance=short(str(inner.instance)), words=words)
    yield Problem(pointer, text, "propertyNames", branches=branches, at_key=True)


def _no_branch(error: Any, path: Path, branches: Branches, whole: Any) -> Iterator[Problem]:
    """No branch fits: the fact itself, and what each branch misses.

    `anyOf [T, null]` is shown as one nullable field, so null is never the branch that was meant.
    """
    context, pointer, name = error.kind.context, pointer_of(path), error.kind.name
    right = [number for number, branch in enumerate(context) if not branch]
    if right:
        numbers = ", ".join(str(number + 1) for number in right[:5])
        text = recorded(
            "matches more than one of the shapes ({numbers}), which the schema forbids", numbers=numbers
        )
        yield Problem(pointer, short(text), name, branches=branches)
        return
    meant = [number for number, branch in enumerate(context) if not _asks_for_null(branch)]
    text = (
        recorded("must be null or match the schema in its parts") if len(meant) == 1 < len(context) else _NONE
    )
    yield Problem(pointer, text, name, branches=branches)
    if len(branches) >= _MOST_UNIONS:
        return
    nearest = min(
        meant or range(len(context)), key=lambda number: _distance(context[number], len(path)), default=0
    )
    address = _address(error)
    for number in sorted(range(len(context)), key=nearest.__ne__):
        branch = UnionBranch(pointer, f"{address}/{number}", number == nearest)
        for inner in context[number]:
            yield from _problems(inner, (*branches, branch), whole)


_NONE: Final = recorded("matches none of the allowed shapes")


def _address(error: Any) -> str:
    """Where the union stands in the schema; inside an embedded resource relative to its `$id`."""
    absolute = error.absolute_keyword_location
    return (
        str(absolute) if absolute else "#" + quote(pointer_of(tuple(error.schema_path)), safe="/~$&+,;=@:!")
    )


def _asks_for_null(branch: list[Any]) -> bool:
    return len(branch) == 1 and branch[0].kind.name == "type" and list(branch[0].kind.types) == ["null"]


def _distance(branch: list[Any], depth: int) -> tuple[int, int]:
    """Few errors, and those deep inside, mean that the value was meant for this branch."""
    wrong_shape = sum(len(e.instance_path) <= depth and e.kind.name in ("type", "const") for e in branch)
    wrong_tag = sum(e.kind.name in ("const", "enum") for e in branch)
    return wrong_shape + wrong_tag, len(branch)


_PLACES: Final[dict[str, Callable[[Any, Path, Branches, Any], Iterator[Problem]]]] = {
    "required": _required,
    "falseSchema": _false,
    "additionalProperties": _extra_keys,
    "unevaluatedProperties": _extra_keys,
    "additionalItems": _extra_items,
    "unevaluatedItems": _unseen_items,
    "propertyNames": _key,
    "anyOf": _no_branch,
    "oneOf": _no_branch,
}
