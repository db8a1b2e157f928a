"""Recordings that mean harm, or were damaged: HAR, JSON Lines, logs, exports of the MCP Inspector.

What each is called says what is wrong with it. Made here, opened by tests and by the benchmark `hostile`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from inspector.trace.export import EXPORTS, export_bytes
from inspector.trace.journal import Journal
from tests.hostile_files import damage, whole_session

__all__ = ["RECORDINGS", "damaged_recording", "make_recording", "whole_recording"]

_MB: Final = 1_000_000
_DEEP: Final = 200_000
_ASKED: Final = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}'
_TOLD: Final = '{"jsonrpc":"2.0","id":1,"result":{}}'
_LOG: Final = """2025-07-23T15:09:15.427Z [weather] [info] Initializing server...
2025-07-23T15:09:15.500Z [weather] [info] Message from client: {} {{ metadata: undefined }}
"""


@cache
def whole_recording(key: str) -> bytes:
    """A whole session as one of our exports."""
    with TemporaryDirectory() as folder:
        whole_session(Path(folder) / "x.mcptrace")
        with closing(Journal.open(Path(folder) / "x.mcptrace")) as journal:
            return b"".join(export_bytes(journal, range(1, journal.last + 1), key))


def _entry(**changes: Any) -> dict[str, Any]:
    return {
        "startedDateTime": "2025-01-01T00:00:00Z",
        "time": 5,
        "request": {
            "method": "POST",
            "url": "http://x/mcp",
            "headers": [],
            "postData": {"text": _ASKED},
        },
        "response": {
            "status": 200,
            "statusText": "OK",
            "headers": [{"name": "content-type", "value": "application/json"}],
            "content": {"text": _TOLD},
        },
        "timings": {"send": 1, "wait": 2, "receive": 1},
    } | changes


def _har(*entries: Any) -> bytes:
    return json.dumps({"log": {"version": "1.2", "creator": {"name": "x"}, "entries": entries}}).encode()


def _har_of(text: str) -> bytes:
    return b'{"log":{"version":"1.2","creator":{},"entries":[' + text.encode() + b"]}}"


def _answered(text: str, kind: str = "application/json") -> bytes:
    return _har(
        _entry(
            response={
                "status": 200,
                "headers": [{"name": "content-type", "value": kind}],
                "content": {"text": text},
            }
        )
    )


def _socket(*messages: Any) -> bytes:
    return _har(
        _entry(
            request={"method": "GET", "url": "ws://x/mcp", "headers": []}, _webSocketMessages=list(messages)
        )
    )


def _lines(*documents: Any) -> bytes:
    first = whole_recording("jsonl").split(b"\n", 1)[0]
    return b"\n".join(
        [first, *(one if type(one) is bytes else json.dumps(one).encode() for one in documents)]
    )


def _record(**changes: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(whole_recording("jsonl").split(b"\n")[1])
    return whole | changes


def _inspector(*entries: Any) -> bytes:
    return json.dumps(list(entries)).encode()


def _said(**changes: Any) -> dict[str, Any]:
    return {
        "id": "1",
        "timestamp": "2025-01-01T00:00:00Z",
        "direction": "request",
        "origin": "client",
        "message": json.loads(_ASKED),
    } | changes


RECORDINGS: Final[dict[str, tuple[str, Callable[[], bytes]]]] = {
    "HAR of a number": (".har", lambda: b'{"log":{"creator":1,"entries":5}}'),
    "HAR without entries": (".har", lambda: _har()),
    "HAR with entries of every type": (".har", lambda: _har(None, 1, "x", [], {}, {"request": 1}, True)),
    "HAR nested without end": (
        ".har",
        lambda: _har_of('{"request":{"url":"http://x"},"a":' + "[" * _DEEP + "]" * _DEEP + "}"),
    ),
    "HAR that is opened and never closed": (
        ".har",
        lambda: b'{"log":{"creator":{},"entries":[' + b'{"a":[' * _DEEP,
    ),
    "HAR of 100,000 empty entries": (".har", lambda: _har_of(",".join(["{}"] * 100_000))),
    "HAR whose entry has ten million values": (
        ".har",
        lambda: _har_of('{"request":{"url":"http://x"},"a":[' + ",".join(["[]"] * 10 * _MB) + "]}"),
    ),
    "HAR with a hundred thousand heads": (
        ".har",
        lambda: _har(
            _entry(
                request={
                    "method": "POST",
                    "url": "http://x/mcp",
                    "headers": [{"name": f"h{n}", "value": "v" * 40} for n in range(100_000)],
                    "postData": {"text": _ASKED},
                }
            )
        ),
    ),
    "HAR with times of text and of far away": (
        ".har",
        lambda: _har(
            _entry(startedDateTime="soon"),
            _entry(startedDateTime="9999-12-31T23:59:59Z", time=1e300),
            _entry(startedDateTime="0001-01-01T00:00:00+23:59", time=-1e300),
            _entry(startedDateTime="2025-01-01T00:00:00Z", timings={"send": "x", "wait": 1e308}),
        ),
    ),
    "HAR with a status of every type": (
        ".har",
        lambda: _har(
            *(
                _entry(response={"status": one, "headers": [], "content": {}})
                for one in (-1, 10**30, 1e308, "200", None, [200])
            )
        ),
    ),
    "HAR with an address that is none": (
        ".har",
        lambda: _har(
            *(
                _entry(request={"method": "POST", "url": one, "headers": [], "postData": {"text": _ASKED}})
                for one in ("http://[::1", "http://x:99999999/", "\ud800", "x" * 1_000_000, "http://\u202e/")
            )
        ),
    ),
    "HAR with an answer of 20 MB": (
        ".har",
        lambda: _answered(_TOLD[:-2] + '"a":"' + "x" * 20 * _MB + '"}}'),
    ),
    "HAR with a stream of a million short lines": (
        ".har",
        lambda: _answered("data: x\n" * _MB, "text/event-stream"),
    ),
    "HAR with a stream of 30,000 events": (
        ".har",
        lambda: _answered(f"data: {_TOLD}\n\n" * 30_000, "text/event-stream"),
    ),
    "HAR with base64 that is none": (
        ".har",
        lambda: _har(
            _entry(
                response={
                    "status": 200,
                    "headers": [],
                    "content": {"text": "!!!", "_base64": "????", "encoding": "base64"},
                }
            )
        ),
    ),
    "HAR with messages of a WebSocket of every type": (
        ".har",
        lambda: _socket(
            {"type": "send", "time": "x", "opcode": 1, "data": _ASKED},
            {"type": "send", "time": 1e300, "opcode": 1, "data": _ASKED},
            {"type": "receive", "time": -5, "opcode": 2, "data": "%%"},
            5,
            None,
        ),
    ),
    "HAR with 30,000 messages of a WebSocket": (
        ".har",
        lambda: _socket(*({"type": "receive", "time": 1, "opcode": 1, "data": _TOLD} for _ in range(30_000))),
    ),
    "HAR with a message nested without end": (".har", lambda: _answered("[" * _DEEP)),
    "HAR with half characters": (".har", lambda: _answered('{"jsonrpc":"2.0","id":"\ud800","result":{}}')),
    "HAR of a pipe whose names are odd": (
        ".har",
        lambda: _har(
            _entry(
                request={
                    "method": "POST",
                    "url": "stdio://%00%ff%2F..%2F/x",
                    "headers": [],
                    "postData": {"text": _ASKED},
                },
                _mcp={"direction": "up", "started_ns": "x"},
            )
        ),
    ),
    "JSON Lines of 100,000 empty objects": (".jsonl", lambda: _lines(*([b"{}"] * 100_000))),
    "JSON Lines of one line of 40 MB": (".jsonl", lambda: _lines(b'{"number":"' + b"x" * 40 * _MB)),
    "JSON Lines nested without end": (".jsonl", lambda: _lines(b'{"number":' + b"[" * _DEEP)),
    "JSON Lines whose record has ten million values": (
        ".jsonl",
        lambda: _lines(_record(), b'{"number":2,"a":[' + b",".join([b"[]"] * 10 * _MB) + b"]}"),
    ),
    "JSON Lines with numbers of every size": (
        ".jsonl",
        lambda: _lines(
            *(_record(number=one) for one in (-1, 0, 1, 1, 1 << 62, 10**40, 1.5, "1", None)),
            *(_record(number=2, at_ns=one) for one in (-(1 << 63), 1 << 63, 10**40, 1e300, "soon")),
            *(_record(number=3, session=one) for one in (-1, 1 << 62, "x", None)),
            *(_record(number=4, exchange=one) for one in (-1, 1 << 62, "x", 5.5)),
        ),
    ),
    "JSON Lines with members of every type": (
        ".jsonl",
        lambda: _lines(
            *(_record(**{name: one}) for name in _record() for one in (None, [], {}, "x" * 100, -5, 1e300))
        ),
    ),
    "JSON Lines with a call of every type": (
        ".jsonl",
        lambda: _lines(
            *(
                _record(call=one)
                for one in (
                    1,
                    "x",
                    [],
                    {"status": "gremlin"},
                    {"parent": 1},
                    {"started_ns": "x"},
                    {"rounds": -1},
                )
            )
        ),
    ),
    "JSON Lines with a hundred thousand findings": (
        ".jsonl",
        lambda: _lines(
            _record(
                findings=[
                    {"rule": f"R{n}", "severity": "error", "message": "x", "page": ""} for n in range(100_000)
                ]
            )
        ),
    ),
    "JSON Lines with a note of 20 MB": (".jsonl", lambda: _lines(_record(comment="ab" * 10 * _MB))),
    "JSON Lines with a method of 20 MB": (
        ".jsonl",
        lambda: _lines(_record(method="ab" * 10 * _MB, note="cd" * 10 * _MB)),
    ),
    "JSON Lines with twenty thousand sessions": (
        ".jsonl",
        lambda: _lines(*(_record(number=n + 1, session=n + 2, server=f"s{n}") for n in range(20_000))),
    ),
    "JSON Lines with pieces of nothing": (
        ".jsonl",
        lambda: _lines(
            {"spool_of": 5, "base64": "!!!"},
            {"spool_of": -1, "base64": "eHh4"},
            {"spool_of": "../../x", "base64": "eHh4"},
            _record(spool="../../../etc/passwd"),
            {"spool_of": 1, "base64": "eHh4"},
        ),
    ),
    "JSON Lines with rules of every type": (
        ".jsonl",
        lambda: (
            b'{"format":"mcptrace-jsonl","version":1,"sessions":[{"number":"x"}],"rules":[{"filter":5}]}\n'
            + _lines(_record())
        ),
    ),
    "JSON Lines of blank lines": (".jsonl", lambda: whole_recording("jsonl") + b"\n" * 20 * _MB),
    "JSON Lines of lines of spaces": (".jsonl", lambda: whole_recording("jsonl") + b" \t\r\n" * 5 * _MB),
    "a log of one line of 40 MB": (
        ".log",
        lambda: _LOG.replace("{}", _ASKED).encode() + b"x" * 40 * _MB,
    ),
    "a log of 100,000 lines of noise": (
        ".log",
        lambda: _LOG.replace("{}", _ASKED).encode() + b"x\n" * 100_000,
    ),
    "a log with a message nested without end": (".log", lambda: _LOG.replace("{}", "[" * _DEEP).encode()),
    "a log with braces without end": (
        ".log",
        lambda: _LOG.replace("{}", '{"a" { metadata: ' * 20_000).encode(),
    ),
    "a log with twenty thousand servers": (
        ".log",
        lambda: b"".join(
            b"2025-07-23T15:09:15.427Z [s%d] [info] Initializing server...\n" % n for n in range(20_000)
        ),
    ),
    "a log of digits without end": (
        ".log",
        lambda: _LOG.replace("{}", '{"jsonrpc":"2.0","id":' + "9" * _MB + ',"method":"x"}').encode(),
    ),
    "an Inspector's export with entries of every type": (
        ".json",
        lambda: _inspector(
            _said(),
            None,
            5,
            "x",
            [],
            {},
            _said(message=5),
            _said(timestamp=1e300),
            _said(duration="x", response={}),
        ),
    ),
    "an Inspector's export of 100,000 empty entries": (
        ".json",
        lambda: b"[" + json.dumps(_said()).encode() + b",{}" * 100_000 + b"]",
    ),
    "an Inspector's export nested without end": (
        ".json",
        lambda: b"[" + json.dumps(_said()).encode() + b',{"timestamp":"","message":' + b"[" * _DEEP,
    ),
}
"""Name → (suffix, bytes)."""


def make_recording(name: str, folder: Path) -> Path:
    """The file of that name in that folder."""
    suffix, make = RECORDINGS[name]
    path = folder / f"recording-{list(RECORDINGS).index(name)}{suffix}"
    path.write_bytes(make())
    return path


def damaged_recording(seed: int, folder: Path) -> Path:
    """A recording of our own, damaged at random."""
    key = random.Random(seed).choice(("jsonl", "har"))
    path = folder / f"damaged-{seed}{EXPORTS[key].suffix}"
    path.write_bytes(whole_recording(key))
    damage(path, seed)
    return path
