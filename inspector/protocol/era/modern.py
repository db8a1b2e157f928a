"""Modern era: no session, every request stands alone and says who asks (from 2026-07-28)."""

from __future__ import annotations

import base64
import re
from typing import Any, Final

import msgspec

from inspector.protocol.era.declared import META, Declared
from inspector.protocol.jsonrpc import decode
from inspector.protocol.methods import LATEST_MODERN
from inspector.protocol.wire import Headers

__all__ = ["META", "ModernEra", "encode_header", "param_headers"]

_NAME_MEMBER: Final = {
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
_PLAIN: Final = re.compile(r"[\x20-\x7e]*")
_SAFE_INTEGER: Final = 2**53 - 1


class ModernEra:
    """Implements `Era`. `input_schemas`: tool name → inputSchema, for `x-mcp-header` arguments."""

    name = "modern"
    session_id = ""

    def __init__(self, declared: Declared, revision: str = LATEST_MODERN) -> None:
        self.revision = revision
        self.declared = declared
        self.log_level = ""
        self.input_schemas: dict[str, Any] = {}

    def dress(self, method: str, params: dict[str, Any], token: int | None) -> dict[str, Any]:
        """Add the `_meta` that every modern request must carry; what a person put there wins."""
        meta: dict[str, Any] = {
            META + "protocolVersion": self.revision,
            META + "clientCapabilities": self.declared.capabilities_in(self.revision),
            META + "clientInfo": self.declared.client_info_in(self.revision),
            **self.declared.meta,
        }
        if self.log_level and method in _NAME_MEMBER:
            meta[META + "logLevel"] = self.log_level
        if token is not None:
            meta["progressToken"] = token
        given = params.get("_meta")
        return {**params, "_meta": {**meta, **(given if isinstance(given, dict) else {})}}

    def headers(self, method: str, params: dict[str, Any]) -> Headers:
        """The standard headers of every POST, the name, and the `x-mcp-header` arguments.

        The version is that of the `_meta`: "the header value MUST match" it.
        """
        headers: Headers = (
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
            ("MCP-Protocol-Version", self._version(params)),
            ("Mcp-Method", method),
        )
        name = params.get(_NAME_MEMBER.get(method, ""))
        if isinstance(name, str):
            headers += (("Mcp-Name", encode_header(name)),)
        if method == "tools/call" and isinstance(name, str) and name in self.input_schemas:
            headers += param_headers(self.input_schemas[name], _decoded(params.get("arguments")))
        return headers

    def _version(self, params: dict[str, Any]) -> str:
        meta = params.get("_meta")
        version = meta.get(META + "protocolVersion") if isinstance(meta, dict) else None
        return encode_header(version) if isinstance(version, str) else self.revision

    def learn(self, headers: Headers) -> None:
        """Nothing: a modern server must not mint a session."""

    def cancel_by_closing(self, over_http: bool) -> bool:
        """ "Closing the response stream" cancels over HTTP; stdio has one stream and sends a notification."""
        return over_http

    def resumes(self, over_http: bool) -> bool:
        """ "A broken response stream loses the request": it is asked again under a new id."""
        return False

    def answers_by_retry(self) -> bool:
        """Questions come as `input_required` results and are answered by a retry."""
        return True


def encode_header(value: str) -> str:
    """Plain printable ASCII as it is; anything else as `=?base64?...?=` of its UTF-8.

    Source: MCP 2026-07-28, transports/streamable-http, value encoding."""
    looks_encoded = value.startswith("=?base64?") and value.endswith("?=")
    if _PLAIN.fullmatch(value) and value == value.strip() and not looks_encoded:
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'surrogatepass')).decode()}?="


def param_headers(schema: Any, arguments: Any) -> Headers:
    """`Mcp-Param-*` headers for the arguments that the schema marks with `x-mcp-header`."""
    if not isinstance(schema, dict) or not isinstance(arguments, dict):
        return ()
    properties = schema.get("properties")
    headers: list[tuple[str, str]] = []
    for key, sub in properties.items() if isinstance(properties, dict) else ():
        if not isinstance(sub, dict) or arguments.get(key) is None:
            continue
        token, value = sub.get("x-mcp-header"), arguments[key]
        text = _header_text(value)
        if isinstance(token, str) and token and text is not None:
            headers.append((f"Mcp-Param-{token}", encode_header(text)))
        headers.extend(param_headers(sub, value))
    return tuple(headers)


def _header_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) <= _SAFE_INTEGER else None
    return value if isinstance(value, str) else None


def _decoded(value: Any) -> Any:
    return decode(bytes(value)) if isinstance(value, msgspec.Raw) else value
