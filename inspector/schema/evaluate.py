"""Whether a value satisfies a schema, for *showing* only: which branch a value is, whether an `if` holds.

Bounded: it gives up after a number of steps. The verdict that a person sees comes from the validator.
"""

from __future__ import annotations

from typing import Any

from inspector.schema.fold import fold, types_of
from inspector.schema.references import References

__all__ = ["holds"]


def holds(schema: Any, value: Any, references: References) -> bool | None:
    """Whether the decoded value satisfies the schema; None: not decided."""
    flat = fold(schema, references)
    if flat.note:
        return None
    kinds = types_of(flat.schema)
    if "const" in flat.schema:
        return bool(flat.schema["const"] == value)
    if not kinds:
        return None
    names = {str: "string", bool: "boolean", dict: "object", list: "array", type(None): "null"}
    kind = names.get(type(value), "number")
    return kind in kinds or (kind == "number" and "integer" in kinds)
