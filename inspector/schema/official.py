"""The official schemas of the messages, as the package mcp-types holds them.

It has those of 2025-11-25 and 2026-07-28; the older revisions are read by the former, which only adds to them
(`inspector/lint/shapes.py` knows what). Importing it takes a second: only the worker that validates does.
"""

from __future__ import annotations

from typing import Any, NamedTuple, get_args

import msgspec

__all__ = ["Shape", "official_schema"]


class Shape(NamedTuple):
    """The name of an official schema. kind: result (of a request to the server), input_required (the other
    result that a method may have), request or notification (of the server: the whole message)."""

    revision: str  # as in protocolVersion
    kind: str
    method: str


def official_schema(shape: Shape) -> bytes:
    """The schema as JSON; `true` where a revision has no such message. Optional members may be null too."""
    from mcp_types import methods
    from pydantic import TypeAdapter

    table: Any = {"request": methods.SERVER_REQUESTS, "notification": methods.SERVER_NOTIFICATIONS}
    found = table.get(shape.kind, methods.SERVER_RESULTS).get((shape.method, shape.revision))
    if shape.kind in ("result", "input_required") and (choices := get_args(found)):
        asking = [one for one in choices if one.__name__ == "InputRequiredResult"]
        found = next(one for one in choices if (one in asking) == (shape.kind == "input_required"))
    if found is None:
        return b"true"
    return msgspec.json.encode(TypeAdapter(found).json_schema())
