"""Modern era: no session, every request stands alone and names its client (from 2026-07-28)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from inspector.protocol.era.declared import META, Declared
from inspector.protocol.era.param_headers import encode_header, param_headers
from inspector.protocol.jsonrpc import decode
from inspector.protocol.methods import LATEST_MODERN
from inspector.protocol.wire import Headers

__all__ = ["META", "ModernEra"]

_NAME_MEMBER: Final = {
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
# "No progress or log messages" on a subscription or a task.
_SILENT: Final = ("subscriptions/listen", "tasks/get", "tasks/update", "tasks/cancel")


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
        """Add the `_meta` that every modern request must carry; what a user put there wins."""
        meta: dict[str, Any] = {
            META + "protocolVersion": self.revision,
            META + "clientCapabilities": self.declared.capabilities_in(self.revision),
            META + "clientInfo": self.declared.client_info_in(self.revision),
            **self.declared.meta,
        }
        if self.log_level and method not in _SILENT:
            meta[META + "logLevel"] = self.log_level
        if token is not None and method != "subscriptions/listen":
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


def _decoded(value: Any) -> Any:
    return decode(bytes(value)) if isinstance(value, msgspec.Raw) else value
