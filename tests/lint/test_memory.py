"""What the linter remembers of a session does not grow with it."""

from __future__ import annotations

import time
from typing import Any

from inspector.lint import Linter
from inspector.lint.seen import REMEMBERED
from inspector.protocol.records import Record

COUNT = 3 * REMEMBERED


def test_memory_of_a_long_http_session_is_bounded() -> None:
    linter = Linter("http", "http://localhost/mcp", lambda _: None)
    number = 0

    def see(direction: str, channel: str, kind: str, raw: bytes, **more: Any) -> None:
        nonlocal number
        number += 1
        frame = more.pop("frame", "").encode()
        linter.check(
            Record(
                number,
                number,
                1,
                direction,
                channel,
                kind,
                size=len(raw),
                raw=raw,
                frame=frame,
                valid=True,
                **more,
            )
        )

    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream"
    see("in", "sse", "head", head)
    see("in", "get-1", "head", head)
    for call in range(COUNT):
        channel, text = f"post-{call}", f'{{"jsonrpc":"2.0","id":{call},"method":"ping"}}'.encode()
        see("out", channel, "request", text, id=str(call), method="ping")
        see("in", channel, "head", head)
        see("in", channel, "request", text, id=f'"{call}"', method="ping", frame=f"id: {call}\ndata: x\n\n")
        see("out", channel, "notification", b"{}", role="cancel")
    state = linter.state
    for name, value in vars(state).items():
        if isinstance(value, dict | list | set):
            assert len(value) <= REMEMBERED, name
    assert {"sse", "get-1"} <= set(state.heads)
    assert all(not record.raw for record in [*state.posted.values(), *state.open.values()])


def test_noise_that_looks_like_json_is_judged_quickly() -> None:
    linter = Linter("stdio", "", lambda _: None)
    started = time.thread_time()
    for number in range(1, 2001):
        raw = b'{"level": info, "message": "not JSON", "at": [1, 2, 3]}'
        linter.check(Record(number, number, 1, "in", "stdout", "malformed", size=len(raw), raw=raw))
    assert time.thread_time() - started < 1.0
    assert len(linter.state.broken_lines) <= 1001
