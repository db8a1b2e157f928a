"""A client of the demo server made of bytes: no pipe, no clock. Time passes when a test says so."""

from __future__ import annotations

from typing import Any

import msgspec

from inspector.demo.peer import Peer, Reply
from inspector.demo.request_state import Seal
from inspector.demo.world import World

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
EVERY = (*LEGACY, MODERN)
PREFIX = "io.modelcontextprotocol/"
ALL_CAPABILITIES: dict[str, Any] = {
    "elicitation": {"form": {}, "url": {}},
    "sampling": {"tools": {}},
    "roots": {"listChanged": True},
}


class Partner:
    """Speaks one revision with a peer of its own world. capabilities: what it declares."""

    def __init__(self, revision: str, capabilities: dict[str, Any] | None = None) -> None:
        self.revision = revision
        self.capabilities = ALL_CAPABILITIES if capabilities is None else capabilities
        self.notes: list[str] = []
        self.replies: list[Reply] = []
        self.world = World(0.0, self.notes.append)
        self.peer = Peer(self.world, Seal(), self.replies.append)
        self.greeting: dict[str, Any] = {}
        self._next = 0
        if revision in LEGACY:
            params = {
                "protocolVersion": revision,
                "capabilities": self.capabilities,
                "clientInfo": CLIENT_INFO,
            }
            self.greeting = self.result("initialize", params)
            self.notify("notifications/initialized")

    def send(self, message: Any, stream: str = "") -> bool:
        """One message; bytes go as they are."""
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        return self.peer.receive(data, stream)

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        """One notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def request(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> int:
        """One request in the manner of the revision. Returns its id."""
        self._next += 1
        params = dict(params or {})
        if self.revision == MODERN:
            meta = {
                f"{PREFIX}protocolVersion": MODERN,
                f"{PREFIX}clientCapabilities": self.capabilities,
                **meta,
            }
        if meta:
            params["_meta"] = meta
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next

    def take(self) -> list[dict[str, Any]]:
        """All messages since the last take, decoded."""
        taken, self.replies[:] = list(self.replies), []
        return [msgspec.json.decode(reply.data) for reply in taken if reply.data]

    def answer(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> dict[str, Any]:
        """The answer to one request that is answered at once."""
        identifier = self.request(method, params, **meta)
        return next(
            message for message in self.take() if message.get("id") == identifier and "method" not in message
        )

    def result(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> dict[str, Any]:
        """The result of one request that is answered at once."""
        found: dict[str, Any] = self.answer(method, params, **meta)["result"]
        return found

    def error(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> dict[str, Any]:
        """The error of one request that is answered at once."""
        found: dict[str, Any] = self.answer(method, params, **meta)["error"]
        return found

    def call(self, name: str, arguments: dict[str, Any] | None = None, **meta: Any) -> dict[str, Any]:
        """The result of a tool that answers at once."""
        return self.result("tools/call", {"name": name, "arguments": arguments or {}}, **meta)

    def pass_time(self, seconds: float) -> None:
        """Let timers run."""
        end = self.world.now + seconds
        while (due := self.world.deadline()) is not None and due <= end:
            self.world.now = due
            self.world.run_due()
        self.world.now = end


CLIENT_INFO = {"name": "test", "version": "1"}


def texts(result: dict[str, Any]) -> str:
    """All text of a tool result."""
    return "\n".join(block["text"] for block in result["content"] if block["type"] == "text")


def listen(partner: Partner, identifier: Any, wanted: dict[str, Any]) -> None:
    """Open a subscription with an id of its own (modern)."""
    meta = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": ALL_CAPABILITIES}
    params = {"_meta": meta, "notifications": wanted}
    partner.send({"jsonrpc": "2.0", "id": identifier, "method": "subscriptions/listen", "params": params})
