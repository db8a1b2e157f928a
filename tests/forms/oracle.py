"""Where a fault is, by two validators that know nothing of each other; only what both say counts.

`jsonschema` (pure Python) and `jsonschema-rs` tell faults in the same way: a missing property at its object,
a union as one fault. The same fixed rules turn both into places: the missing property, each property or item
too many, the name of a property; of a union its place and the faults of the branch that is chosen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import jsonschema
import jsonschema_rs
import referencing
from jsonschema import _utils

from inspector.schema.document import pointer_of

__all__ = ["Chosen", "places"]

Chosen = Callable[[str, str], bool | None]
"""(pointer of the value, address of the branch) → whether that branch is the one shown; None: no union."""
Path = tuple[str | int, ...]

_RS: Final[dict[str, Any]] = {
    "https://json-schema.org/draft/2020-12/schema": jsonschema_rs.Draft202012Validator,
    "https://json-schema.org/draft/2019-09/schema": jsonschema_rs.Draft201909Validator,
    "http://json-schema.org/draft-07/schema": jsonschema_rs.Draft7Validator,
    "http://json-schema.org/draft-06/schema": jsonschema_rs.Draft6Validator,
    "http://json-schema.org/draft-04/schema": jsonschema_rs.Draft4Validator,
}
_PY: Final[dict[str, Any]] = {
    "https://json-schema.org/draft/2020-12/schema": jsonschema.Draft202012Validator,
    "https://json-schema.org/draft/2019-09/schema": jsonschema.Draft201909Validator,
    "http://json-schema.org/draft-07/schema": jsonschema.Draft7Validator,
    "http://json-schema.org/draft-06/schema": jsonschema.Draft6Validator,
    "http://json-schema.org/draft-04/schema": jsonschema.Draft4Validator,
}


def places(schema: Any, text: str, chosen: Chosen, *, formats: bool = False) -> set[str] | None:
    """Pointers of all faults; empty: the value is valid. None: the two do not agree, or one cannot say.

    formats: whether a text that has not the format of the schema is a fault.
    """
    value = json.loads(text)
    address = schema.get("$schema") if isinstance(schema, dict) else None
    dialect = str(address or "https://json-schema.org/draft/2020-12/schema").removesuffix("#")
    try:
        rust = _RS[dialect](schema, offline=True, validate_formats=formats)
        errors = list(rust.iter_errors(value))
        kind = _PY[dialect]
        checker = kind.FORMAT_CHECKER if formats else None
        python = kind(schema, registry=referencing.Registry(), format_checker=checker)
        others = list(python.iter_errors(value))
    except Exception:  # noqa: BLE001 - whatever it is, it is no verdict
        return None
    addresses: dict[tuple[Any, ...], str] = {}
    one = set(_rust(errors, chosen, addresses))
    two = set(_python(others, chosen, addresses))
    return one if one == two and bool(errors) == bool(others) else None


# -- which branch of a union ---------------------------------------------------------------------------


def _picked(pointer: str, address: str, branches: Sequence[Sequence[Any]], chosen: Chosen) -> Sequence[Any]:
    """The faults of the branch that is chosen; where none is, of the one with the fewest."""
    for number, branch in enumerate(branches):
        if address and chosen(pointer, f"{address}/{number}"):
            return branch
    return min(branches, key=len, default=())


# -- jsonschema-rs -------------------------------------------------------------------------------------


def _rust(errors: Iterable[Any], chosen: Chosen, addresses: dict[tuple[Any, ...], str]) -> Iterator[str]:
    for error in errors:
        path, kind = tuple(error.instance_path), error.kind
        below = _RUST.get(kind.name)
        if kind.name in ("anyOf", "oneOf"):
            absolute = error.absolute_keyword_location
            address = absolute or "#" + pointer_of(tuple(error.schema_path))
            addresses[tuple(error.evaluation_path)] = address
            yield pointer_of(path)
            if all(kind.context):
                yield from _rust(_picked(pointer_of(path), address, kind.context, chosen), chosen, addresses)
        elif below is not None:
            yield from (pointer_of((*path, step)) for step in below(kind, error.instance))
        else:
            yield pointer_of(path)


def _unseen(kind: Any, items: list[Any]) -> Iterator[int]:
    texts = list(kind.unexpected)
    for number in range(len(items) - 1, -1, -1):
        if texts and json.loads(texts[-1]) == items[number]:
            texts.pop()
            yield number


_RUST: Final[dict[str, Callable[[Any, Any], Iterable[str | int]]]] = {
    "required": lambda kind, value: [kind.property],
    "additionalProperties": lambda kind, value: kind.unexpected,
    "unevaluatedProperties": lambda kind, value: kind.unexpected,
    "additionalItems": lambda kind, value: range(kind.limit, len(value)),
    "unevaluatedItems": _unseen,
    "propertyNames": lambda kind, value: [kind.error.instance],
}


# -- jsonschema ----------------------------------------------------------------------------------------


def _python(errors: Iterable[Any], chosen: Chosen, addresses: dict[tuple[Any, ...], str]) -> Iterator[str]:
    for error in errors:
        path: Path = tuple(error.absolute_path)
        if "propertyNames" in error.absolute_schema_path and isinstance(error.instance, str):
            yield pointer_of((*path, error.instance))
        elif error.validator in ("anyOf", "oneOf"):
            yield pointer_of(path)
            if error.context:
                branches: list[list[Any]] = [[] for _ in error.validator_value]
                for inner in error.context:
                    branches[_number(inner, error.validator_value, branches)].append(inner)
                if all(branches):
                    address = addresses.get(tuple(error.absolute_schema_path), "")
                    picked = _picked(pointer_of(path), address, branches, chosen)
                    yield from _python(picked, chosen, addresses)
        else:
            below = _PYTHON.get(error.validator or "", _itself)(error)
            yield from (pointer_of((*path, *step)) for step in below)


def _number(inner: Any, schemas: list[Any], branches: list[list[Any]]) -> int:
    """Which branch a fault belongs to; a branch that is just false does not say it."""
    if inner.schema_path:
        return int(inner.schema_path[0])
    return next(n for n, schema in enumerate(schemas) if schema is False and not branches[n])


def _itself(error: Any) -> Iterator[Path]:
    yield ()


def _missing(error: Any) -> Iterator[Path]:
    for key in error.validator_value:
        if isinstance(key, str) and error.message == f"{key!r} is a required property":
            yield (key,)


def _dependent(error: Any) -> Iterator[Path]:
    for key, needed in error.validator_value.items():
        for each in needed if isinstance(needed, list) else ():
            if error.message == f"{each!r} is a dependency of {key!r}":
                yield (each,)


def _extra_keys(error: Any) -> Iterator[Path]:
    yield from ((key,) for key in _utils.find_additional_properties(error.instance, error.schema))


def _unseen_keys(error: Any) -> Iterator[Path]:
    told = error.message.partition("(")[2]
    yield from ((key,) for key in error.instance if repr(key) in told)


def _extra_items(error: Any) -> Iterator[Path]:
    first = len(error.schema.get("prefixItems") or error.schema.get("items") or ())
    yield from ((number,) for number in range(first, len(error.instance)))


def _false_items(error: Any) -> Iterator[Path]:
    return _extra_items(error) if error.validator_value is False else _itself(error)


def _unseen_items(error: Any) -> Iterator[Path]:
    told = error.message.partition("(")[2].rpartition(" ")[0].rpartition(" ")[0]
    for number in range(len(error.instance) - 1, -1, -1):
        text = repr(error.instance[number])
        if told == text or told.endswith(", " + text):
            told = told.removesuffix(text).removesuffix(", ")
            yield (number,)


_PYTHON: Final[dict[str, Callable[[Any], Iterator[Path]]]] = {
    "required": _missing,
    "dependentRequired": _dependent,
    "dependencies": _dependent,
    "additionalProperties": _extra_keys,
    "unevaluatedProperties": _unseen_keys,
    "additionalItems": _extra_items,
    "items": _false_items,
    "unevaluatedItems": _unseen_items,
}
