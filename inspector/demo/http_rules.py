"""The rules of Streamable HTTP, as functions from headers to a refusal. No I/O.

Source: protocol.md 3.4, 3.5 and 5.4; MCP 2026-07-28, basic/transports/streamable-http, server validation.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any, Final

from inspector.demo.features import TOOLS
from inspector.demo.peer import VERSION_KEY
from inspector.demo.revisions import LEGACY, MODERN
from inspector.demo.steps import Refusal
from inspector.protocol.jsonrpc import Message

__all__ = [
    "accepts",
    "check_modern",
    "decode_value",
    "is_modern",
    "known_version",
]

HEADER_MISMATCH: Final = -32020
VERSION_HEADER: Final = "mcp-protocol-version"

_NAME_MEMBERS: Final = {
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
_ENCODED: Final = re.compile(r"=\?base64\?(.*)\?=")

Headers = Mapping[str, str]


def accepts(headers: Headers, mime_type: str) -> bool:
    """Whether the Accept header allows this type. A missing header allows everything."""
    wanted = [part.split(";")[0].strip() for part in headers.get("accept", "*/*").lower().split(",")]
    return mime_type in wanted or "*/*" in wanted or mime_type.split("/")[0] + "/*" in wanted


def is_modern(headers: Headers, message: Message) -> bool:
    """Whether a POST belongs to the modern era: the header or the body says so."""
    return headers.get(VERSION_HEADER) in MODERN or _body_version(message) is not None


def _body_version(message: Message) -> Any:
    meta = message.params_dict().get("_meta")
    return meta.get(VERSION_KEY) if isinstance(meta, dict) else None


def check_modern(headers: Headers, message: Message) -> Refusal | None:
    """What is wrong with the headers of a modern request, compared with its body.

    A version that is missing in the body or unknown is left to the peer, which has better errors.
    """
    version = _body_version(message)
    found = headers.get(VERSION_HEADER)
    if version is not None and found != version:
        return _mismatch("MCP-Protocol-Version", found, version)
    if version not in MODERN:
        return None
    params = message.params_dict()
    if headers.get("mcp-method") != message.method:
        return _mismatch("Mcp-Method", headers.get("mcp-method"), message.method)
    member = _NAME_MEMBERS.get(message.method)
    if member and decode_value(headers.get("mcp-name")) != params.get(member):
        return _mismatch("Mcp-Name", headers.get("mcp-name"), params.get(member))
    return _check_parameters(headers, params) if message.method == "tools/call" else None


def _check_parameters(headers: Headers, params: dict[str, Any]) -> Refusal | None:
    tool = TOOLS.get(str(params.get("name")))
    arguments = params.get("arguments")
    if tool is None or not isinstance(arguments, dict):
        return None
    for name, value in _mirrored(tool.entry["inputSchema"], arguments):
        found = decode_value(headers.get(f"mcp-param-{name.lower()}"))
        if found != value:
            return _mismatch(f"Mcp-Param-{name}", found, value)
    return None


def _mirrored(schema: dict[str, Any], arguments: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Header name and expected value of every argument with `x-mcp-header`; None: there must be none."""
    for name, field in schema.get("properties", {}).items():
        value = arguments.get(name)
        if "x-mcp-header" in field:
            yield field["x-mcp-header"], _as_header(value)
        elif isinstance(value, dict):
            yield from _mirrored(field, value)


def _as_header(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def decode_value(value: str | None) -> str | None:
    """A header value without its `=?base64?…?=` dress; None for a broken one, which then matches nothing."""
    match = _ENCODED.fullmatch(value or "")
    if match is None:
        return value
    try:
        return b64decode(match[1], validate=True).decode()
    except ValueError:
        return None


def _mismatch(header: str, found: Any, expected: Any) -> Refusal:
    text = f"header {header} is {found!r}, but the body says {expected!r}"
    if found is None:
        text = f"header {header} is missing; the body says {expected!r}"
    elif expected is None:
        text = f"header {header} is {found!r}, but the body has no such value"
    return Refusal(HEADER_MISMATCH, text, status=400)


def known_version(headers: Headers) -> bool:
    """Whether a legacy request names no revision, or one that we speak. Anything else "MUST" get a 400."""
    return headers.get(VERSION_HEADER, LEGACY[0]) in LEGACY
