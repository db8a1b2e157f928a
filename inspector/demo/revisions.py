"""What each revision of the protocol has, and how newer things are said in an older one.

Source: protocol.md section 1. Revisions are dates, so a plain text comparison orders them.
"""

from __future__ import annotations

from typing import Any, Final

from inspector.demo.steps import ToolOutcome

__all__ = [
    "ELICITATION_SINCE",
    "LEGACY",
    "MODERN",
    "NEWEST_LEGACY",
    "PAGES_SINCE",
    "adapt_form",
    "adapt_items",
    "adapt_outcome",
    "adapt_server_info",
]

LEGACY: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN: Final = ("2026-07-28",)
NEWEST_LEGACY: Final = LEGACY[-1]

ELICITATION_SINCE: Final = "2025-06-18"
FORM_CHOICES_SINCE: Final = "2025-11-25"
PAGES_SINCE: Final = "2025-11-25"
"""URL mode of elicitation, and tools in sampling."""
STRUCTURED_SINCE: Final = "2025-06-18"

# Members of tools, resources, templates, prompts and their arguments that came later.
_ITEM_MEMBERS: Final = {
    "annotations": "2025-03-26",
    "title": "2025-06-18",
    "outputSchema": "2025-06-18",
    "_meta": "2025-06-18",
    "icons": "2025-11-25",
    "execution": "2025-11-25",
}
_UNTIL: Final = {"execution": "2025-11-25"}
_BLOCK_TYPES: Final = {"audio": "2025-03-26", "resource_link": "2025-06-18"}
_SERVER_INFO_MEMBERS: Final = {
    "title": "2025-06-18",
    "description": "2025-11-25",
    "icons": "2025-11-25",
    "websiteUrl": "2025-11-25",
}


def adapt_items(kind: str, items: list[dict[str, Any]], revision: str) -> list[dict[str, Any]]:
    """List entries without the members that `revision` does not know. kind: tools | resources | …"""
    since = dict(_ITEM_MEMBERS)
    if kind != "tools":
        since["annotations"] = LEGACY[
            0
        ]  # on data they are as old as the protocol, as tool hints they are not
    adapted = []
    for item in items:
        kept = {
            name: value
            for name, value in item.items()
            if since.get(name, "") <= revision <= _UNTIL.get(name, revision)
        }
        if "arguments" in kept:
            kept["arguments"] = adapt_items("arguments", kept["arguments"], revision)
        adapted.append(kept)
    return adapted


def adapt_server_info(info: dict[str, Any], revision: str) -> dict[str, Any]:
    """The `Implementation` of this server as `revision` knows it."""
    return {name: value for name, value in info.items() if _SERVER_INFO_MEMBERS.get(name, "") <= revision}


def adapt_outcome(outcome: ToolOutcome, revision: str) -> dict[str, Any]:
    """A CallToolResult for `revision`: block types it lacks become text that says so."""
    result: dict[str, Any] = {"content": [_adapt_block(block, revision) for block in outcome.content]}
    if outcome.structured is not None and revision >= STRUCTURED_SINCE:
        result["structuredContent"] = outcome.structured
    if outcome.is_error:
        result["isError"] = True
    if outcome.meta:
        result["_meta"] = dict(outcome.meta)
    return result


def _adapt_block(block: dict[str, Any], revision: str) -> dict[str, Any]:
    if _BLOCK_TYPES.get(block["type"], "") <= revision:
        return block
    if block["type"] == "resource_link":
        return {"type": "text", "text": f"{block['name']}: {block['uri']}"}
    size = len(block["data"]) * 3 // 4
    text = f"[{block['mimeType']}, {size} bytes: revision {revision} has no content of type {block['type']}]"
    return {"type": "text", "text": text}


def adapt_form(params: dict[str, Any], revision: str) -> dict[str, Any]:
    """Elicitation parameters for `revision`.

    2025-06-18 knows `enum` with `enumNames`, defaults only for booleans, no lists, and no `mode`.
    """
    if revision >= FORM_CHOICES_SINCE:
        return params
    schema = params["requestedSchema"]
    properties = {}
    for name, field in schema["properties"].items():
        if field["type"] == "array":
            continue
        kept = {key: value for key, value in field.items() if key != "oneOf"}
        if field["type"] != "boolean":
            kept.pop("default", None)
        if "oneOf" in field:
            kept["enum"] = [choice["const"] for choice in field["oneOf"]]
            kept["enumNames"] = [choice["title"] for choice in field["oneOf"]]
        properties[name] = kept
    required = [name for name in schema.get("required", []) if name in properties]
    adapted = {name: value for name, value in params.items() if name != "mode"}
    adapted["requestedSchema"] = {"type": "object", "properties": properties, "required": required}
    return adapted
