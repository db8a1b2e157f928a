"""Tools to try: samples of our own, and the corpus of real ones where it lies beside this checkout."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

__all__ = ["CORPUS", "OWN", "sources", "tools"]

CORPUS: Final = Path(__file__).parents[3] / "shared" / "corpus"

_POINT: Final = {
    "type": "object",
    "properties": {"lat": {"type": "number", "minimum": -90, "maximum": 90}, "lon": {"type": "number"}},
    "required": ["lat", "lon"],
    "additionalProperties": False,
}
OWN: Final[dict[str, dict[str, Any]]] = {
    "nothing": {"type": "object"},
    "search": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "description": "What to look for"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
            "sort": {"enum": ["newest", "oldest", None]},
            "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "minItems": 1},
            "since": {"type": "string", "format": "date-time"},
        },
        "required": ["query"],
    },
    "places": {
        "type": "object",
        "$defs": {"point": _POINT},
        "properties": {
            "from": {"$ref": "#/$defs/point"},
            "via": {"type": "array", "items": {"$ref": "#/$defs/point"}, "maxItems": 3},
            "weights": {"type": "array", "items": {"type": "number"}, "minItems": 2},
        },
        "required": ["from", "weights"],
    },
    "optional as written by Python": {
        "type": "object",
        "properties": {
            "name": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None, "title": "Name"},
            "count": {"type": ["integer", "null"]},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    },
    "choice": {
        "type": "object",
        "properties": {
            "target": {
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {"kind": {"const": "file"}, "path": {"type": "string"}},
                        "required": ["kind", "path"],
                    },
                    {
                        "type": "object",
                        "properties": {"kind": {"const": "url"}, "url": {"type": "string", "format": "uri"}},
                        "required": ["kind", "url"],
                    },
                ]
            }
        },
        "required": ["target"],
    },
    "condition": {
        "type": "object",
        "properties": {"mode": {"enum": ["text", "file"]}, "dry_run": {"type": "boolean"}},
        "required": ["mode"],
        "if": {"properties": {"mode": {"const": "file"}}},
        "then": {"properties": {"path": {"type": "string"}}, "required": ["path"]},
        "else": {"properties": {"body": {"type": "string"}}},
    },
    "tuple": {
        "type": "object",
        "properties": {"range": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}]}},
    },
    "anything": {"type": "object", "properties": {"value": {}, "data": True}, "additionalProperties": True},
    "tree": {
        "type": "object",
        "$defs": {
            "node": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
                },
                "required": ["name"],
            }
        },
        "properties": {"root": {"$ref": "#/$defs/node"}},
        "required": ["root"],
    },
}


def sources() -> list[str]:
    """Where tools come from: "own", and the files of the corpus."""
    return ["own", *sorted(file.stem for file in CORPUS.glob("*.json"))]


def tools(source: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and input schema of every tool of one source."""
    if source == "own":
        yield from OWN.items()
        return
    for tool in json.loads((CORPUS / f"{source}.json").read_text("utf-8"))["tools"]:
        yield tool["name"], tool.get("inputSchema", {})
