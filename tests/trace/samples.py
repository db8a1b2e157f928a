"""Records and exchanges for the tests of the journal."""

from __future__ import annotations

from inspector.protocol.records import Exchange, Record, SessionInfo

SECOND = 1_000_000_000
START = 1_700_000_000 * SECOND

DEMO = SessionInfo(1, "demo", "stdio", "python demo.py", started_ns=START, era="legacy")


def notification(
    number: int, raw: bytes = b'{"jsonrpc":"2.0","method":"notifications/message"}', **more: object
) -> Record:
    """A log message of the server, unless said otherwise."""
    values: dict[str, object] = {
        "at_ns": START + number * 1_000_000,
        "session": 1,
        "direction": "in",
        "channel": "stdout",
        "kind": "notification",
        "method": "notifications/message",
        "size": len(raw) + 1,
        "raw": raw,
        "valid": True,
    }
    return Record(number=number, **{**values, **more})  # type: ignore[arg-type]  # keyword arguments of mixed types


def request(number: int, raw: bytes, method: str = "tools/call", **more: object) -> Record:
    """A request of ours that opens the exchange of its number."""
    own = {"direction": "out", "channel": "stdin", "kind": "request", "method": method, "exchange": number}
    return notification(number, raw, id=str(number), **{**own, **more})


def answer(number: int, to: int, raw: bytes, **more: object) -> Record:
    """The answer to a request of ours."""
    own = {"kind": "response", "method": "tools/call", "exchange": to, "role": "answer", "id": str(to)}
    return notification(number, raw, **{**own, **more})


def call(number: int, target: str = "echo", **more: object) -> Exchange:
    """A pending call of a tool."""
    values = {"session": 1, "direction": "out", "method": "tools/call", "target": target, "id": str(number)}
    times = {"started_ns": START, "sent_ns": START}
    return Exchange(number=number, **{**values, **times, **more})  # type: ignore[arg-type]


def end(exchange: Exchange, answer_number: int, duration_ms: float, status: str = "done") -> Exchange:
    """The same exchange, answered."""
    exchange.status, exchange.answer = status, answer_number
    exchange.ended_ns = exchange.sent_ns + int(duration_ms * 1_000_000)
    return exchange
