"""Two recordings of one server, before and after it was changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspector.trace.imports.feeding import Feeding
from inspector.trace.journal import Journal
from tests.trace.recorded import MS, START_NS, ask, result

__all__ = ["Told", "new_session", "old_session", "session"]

Told = tuple[str, dict[str, Any], dict[str, Any], float]
"""Method, params, result (of an error its error), and how long it took in ms."""


def session(path: Path, told: list[Told], name: str = "demo", started_ns: int = START_NS) -> Path:
    """A session file in which these calls were made, one after the other."""
    journal = Journal.create(path)
    feeding = Feeding(journal, name, "stdio", name, started_ns)
    at_ns = started_ns
    for place, (method, params, answer, took_ms) in enumerate(told, 1):
        feeding.went(ask(place, method, **params), at_ns)
        at_ns += int(took_ms * MS)
        if "code" in answer:
            feeding.came(json.dumps({"jsonrpc": "2.0", "id": place, "error": answer}).encode(), at_ns)
        else:
            feeding.came(result(place, **answer), at_ns)
        at_ns += MS
    feeding.end()
    journal.close()
    return path


def call(tool: str, text: str, took_ms: float = 5, *, failed: bool = False, **arguments: Any) -> Told:
    """A call of a tool that answers a text."""
    content = {"content": [{"type": "text", "text": text}], **({"isError": True} if failed else {})}
    return "tools/call", {"name": tool, "arguments": arguments}, content, took_ms


def opening(version: str, *tools: dict[str, Any]) -> list[Told]:
    """The handshake and the list of tools, in two pages."""
    about = {
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "s", "version": version},
    }
    return [
        ("initialize", {}, about, 5),
        ("tools/list", {}, {"tools": list(tools[:1]), "nextCursor": "p2"}, 5),
        ("tools/list", {"cursor": "p2"}, {"tools": list(tools[1:])}, 5),
    ]


def tool(name: str, description: str = "Says it") -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}}


def old_session(path: Path) -> Path:
    """The first recording."""
    stamp = call("stamp", json.dumps({"createdAt": "2026-01-01T00:00:00Z", "n": 1}))
    told = [
        *opening("1.0", tool("echo"), tool("gone")),
        call("echo", "two", message="two"),
        call("echo", "one", message="one"),
        call("echo", "three", message="three"),
        stamp,
        call("echo", "slow", 30, message="slow"),
        call("gone", "bye"),
    ]
    told[3], told[4] = told[4], told[3]
    return session(path, told)


def new_session(path: Path) -> Path:
    """The second, an hour later."""
    told = [
        *opening("1.1", tool("echo", "Says it again"), tool("fresh")),
        call("echo", "one", message="one"),
        call("echo", "TWO", message="two"),
        call("echo", "no", message="three", failed=True),
        call("stamp", json.dumps({"createdAt": "2026-02-02T00:00:00Z", "n": 1})),
        call("echo", "slow", 300, message="slow"),
        call("fresh", "hi"),
    ]
    return session(path, told, started_ns=START_NS + 3600 * 10**9)
