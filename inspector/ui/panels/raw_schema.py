"""What a JSON-RPC message of MCP may hold, for the proposals of the raw editor. It is never checked by it."""

from __future__ import annotations

from typing import Any, Final

from inspector.protocol.methods import METHODS

__all__ = ["MESSAGE"]


def _methods() -> list[dict[str, str]]:
    """What a client may send; each with what its params are about."""
    return [
        {
            "const": method.name,
            "title": f"params.{method.target}" if method.target else "",
        }
        for method in METHODS.values()
        if method.sender != "server"
    ]


def _params() -> dict[str, Any]:
    targets = sorted({method.target for method in METHODS.values() if method.target})
    return {target: {"description": "What the request is about"} for target in targets}


MESSAGE: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["jsonrpc"],
    "properties": {
        "jsonrpc": {"const": "2.0"},
        "id": {
            "type": ["integer", "string"],
            "description": "Of a request, and of its answer; a notification has none",
        },
        "method": {"oneOf": _methods(), "description": "What is asked for, or told"},
        "params": {
            "type": "object",
            "properties": {
                **_params(),
                "arguments": {"type": "object", "description": "Of tools/call and prompts/get"},
                "cursor": {"type": "string", "description": "Where the last page of a list ended"},
                "_meta": {"type": "object", "description": "About the message itself"},
            },
        },
        "result": {"type": "object", "description": "The answer to a request"},
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": {}},
            "description": "The answer to a request that failed",
        },
    },
}
