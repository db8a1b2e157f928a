"""What came after a fault, written in a few words."""

from __future__ import annotations

import json
from typing import Any

from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.shot import Shot
from inspector.protocol.records import Record


def record(number: int, kind: str, raw: bytes = b"", channel: str = "1", **more: Any) -> Record:
    """Something that came in."""
    direction = more.pop("direction", "in")
    return Record(number, number, 1, direction, channel, kind, raw=raw, size=len(raw), **more)


def result(number: int, identifier: Any = 1001, value: Any = None, **more: Any) -> Record:
    """A response."""
    document = {"jsonrpc": "2.0", "id": identifier, "result": value or {}}
    return record(number, "response", json.dumps(document).encode(), **more)


def error(number: int, code: Any = -32600, identifier: Any = 1001, text: str = "no", **more: Any) -> Record:
    """A JSON-RPC error; code None: it has none."""
    told = {"message": text} if code is None else {"code": code, "message": text}
    document = {"jsonrpc": "2.0", "id": identifier, "error": told}
    return record(number, "error", json.dumps(document).encode(), **more)


def head(number: int, status: int | str, *lines: str, channel: str = "1") -> Record:
    """An HTTP response head."""
    return record(number, "head", "\r\n".join([f"HTTP/1.1 {status}", *lines]).encode(), channel)


def heard(*came: Record, transport: str = "stdio", ids: tuple[str, ...] = ("1001",), **more: Any) -> Heard:
    """What is heard after one shot with these ids on channel 1, exchange 1."""
    shots = more.pop("shots", (Shot(ids=ids),))
    return Heard(transport, shots, ("1",), frozenset({1}), came, waited_s=more.pop("waited_s", 4.6))
