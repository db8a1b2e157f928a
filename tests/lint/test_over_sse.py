"""HTTP+SSE accepts a POST and answers on another stream: no rule for answers to a POST applies."""

from __future__ import annotations

from inspector.lint import Linter
from inspector.protocol.records import Record


def test_an_accepted_post_is_no_stream_that_ended_early() -> None:
    linter = Linter("sse", "http://localhost/sse", lambda _: None)
    linter.state.revision = "D"  # 2025-11-25
    ask = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    answer = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    stream = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream"
    steps = [
        ("in", "sse", "head", stream, {}),
        ("out", "post-1", "request", ask, {"id": "1", "method": "ping"}),
        ("in", "post-1", "head", b"HTTP/1.1 202 Accepted", {}),
        ("in", "post-1", "lifecycle", b"Accepted", {"note": "accepted"}),
        ("in", "sse", "response", answer, {"id": "1", "role": "answer"}),
    ]
    found = [
        finding
        for number, (direction, channel, kind, raw, more) in enumerate(steps, 1)
        for finding in linter.check(
            Record(number, number, 1, direction, channel, kind, size=len(raw), raw=raw, valid=True, **more)
        )
    ]
    assert [one for one in found if one.rule in ("HTTP-18", "HTTP-29")] == []
