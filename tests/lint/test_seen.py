"""What the linter remembers of a session, and how it sees a record."""

from __future__ import annotations

import pytest

from inspector.lint.seen import Head, Seen, State
from inspector.protocol.records import Record
from tests.lint.dialogue import Dialogue


@pytest.mark.parametrize(
    ("raw", "status", "kind"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=x\r\nX: y: z", 200, "text/html"),
        (b"HTTP/2 404", 404, ""),
        (b"HTTP/1.1 abc", 0, ""),
        (b"nothing", 0, ""),
    ],
)
def test_a_head_is_read(raw: bytes, status: int, kind: str) -> None:
    head = Head(raw)
    assert (head.status, head.content_type) == (status, kind)
    assert head.headers.get("x", "y: z") == "y: z"


@pytest.mark.parametrize(
    ("revision", "letter"),
    [
        ("2024-11-05", "A"),
        ("2025-03-26", "B"),
        ("2025-06-18", "C"),
        ("2025-11-25", "D"),
        ("2026-07-28", "E"),
        ("2023-01-01", ""),
    ],
)
def test_the_revision_is_learned_from_the_handshake(revision: str, letter: str) -> None:
    state = Dialogue(f'= {revision} {{"tools":{{}}}}').linter.state
    assert (state.revision, state.capabilities, state.modern) == (letter, {"tools": {}}, letter == "E")


def test_the_session_is_learned_over_http() -> None:
    assert Dialogue("http\n= 2025-11-25 {} Mcp-Session-Id=abc").linter.state.session_id == "abc"
    assert Dialogue("http\n= 2025-11-25").linter.state.session_id == ""


def test_what_is_open_is_known() -> None:
    ask = '> {"jsonrpc":"2.0","id":%s,"method":"ping"}\n'
    text = ask % 1 + ask % 2 + ask % 3 + '< {"jsonrpc":"2.0","id":1,"result":{}}\n'
    text += '< {"jsonrpc":"2.0","id":2,"result":\\xff}'
    assert list(Dialogue(text).linter.state.open) == ["3"]
    assert Dialogue(text + "\nx\nn").linter.state.open == {}


def test_whether_a_process_was_told_to_end_is_known() -> None:
    state = Dialogue("= 2025-11-25").linter.state
    assert (state.closed_ns, state.told_to_end) == (0, False)
    state = Dialogue("= 2025-11-25\nc").linter.state
    assert state.closed_ns > 0 and not state.told_to_end
    assert Dialogue("= 2025-11-25\nc\ni").linter.state.told_to_end
    assert not Dialogue("= 2025-11-25\nc\ni\nn").linter.state.told_to_end


def record(raw: bytes, **more: object) -> Seen:
    values: dict[str, object] = {
        "direction": "in",
        "channel": "stdout",
        "kind": "malformed",
        "size": len(raw),
    }
    made = Record(1, 1, 1, raw=raw, **{**values, **more})  # type: ignore[arg-type]  # keyword arguments of mixed types
    return Seen(made, State("stdio", ""), lambda _: None)


@pytest.mark.parametrize(
    ("raw", "more", "noise"),
    [
        (b"text", {}, True),
        (b"", {}, True),
        (b'{"jsonrpc"', {}, False),
        (b' ["jsonrpc"', {}, False),
        (b'x "jsonrpc"', {}, True),
        (b"{}", {"valid": True}, False),
        (b"text", {"channel": "post-1"}, False),
        (b"text", {"role": "answer"}, False),
        (b"text", {"kind": "stderr"}, False),
    ],
)
def test_noise_is_what_was_never_meant_as_a_message(raw: bytes, more: dict[str, object], noise: bool) -> None:
    assert record(raw, **more).noise is noise


@pytest.mark.parametrize(
    ("raw", "more", "whole"),
    [
        (b"x", {}, True),
        (b"x", {"spool": "file"}, False),
        (b"", {"size": 0}, True),
        (b"", {"size": 1}, True),
        (b"", {"size": 2}, False),
    ],
)
def test_a_record_is_whole_or_cut(raw: bytes, more: dict[str, object], whole: bool) -> None:
    assert record(raw, **more).whole is whole


def test_fields_of_an_event_are_read() -> None:
    frame = b"id: 4\ndata:x\n: comment\nevent:  two\n\n"
    assert record(b"x", channel="post-1", frame=frame).event_fields == {
        "id": "4",
        "data": "x",
        "event": " two",
    }
    assert record(b"x", frame=frame).event_fields == {}


def test_names_that_stand_twice_are_found_anywhere() -> None:
    seen = record(b'{"b":1,"a":{"x":1,"x":2},"b":2}', valid=True, kind="response")
    assert seen.repeated_names == ["x", "b"]
    assert seen.top == {"b": 2, "a": {"x": 2}}
    assert record(b"[1]", valid=True).members == []


ASK = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
TELL = '> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'
RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}'


@pytest.mark.parametrize(
    ("text", "true"),
    [
        (f"http\n{ASK}h 200 application/json\nb {RESULT}\n.", {"on_post", "is_body", "asked", "incoming"}),
        (
            f"http\n{ASK}h 400 application/json\nb {RESULT}\n.",
            {"on_post", "is_body", "asked", "refuses", "incoming"},
        ),
        (f"http\n{ASK}h 399 text/event-stream\ns {RESULT}", {"on_post", "asked", "on_stream", "incoming"}),
        (f"http\n{TELL}h 202 text/plain\nb x\n.", {"on_post", "incoming"}),
        (f"http\n= 2025-11-25\ng\nh 200 text/event-stream\ns {RESULT}", {"on_stream", "incoming"}),
        (f"{ASK}< {RESULT}", {"incoming"}),
        (ASK.strip(), set()),
        (f"sse\nh 200 text/event-stream\ns {RESULT}", {"on_stream", "over_sse", "incoming"}),
        (f"sse\nh 404 text/event-stream\ns {RESULT}", {"on_stream", "refuses", "incoming"}),
    ],
)
def test_where_a_record_came_is_known(text: str, true: set[str]) -> None:
    dialogue = Dialogue(text)
    kept = [one for one in dialogue.records if one.kind not in ("lifecycle", "head")][-1]
    seen = Seen(kept, dialogue.linter.state, dialogue.exchanges.get)
    names = ("incoming", "on_post", "is_body", "asked", "refuses", "over_sse", "on_stream")
    assert {name for name in names if getattr(seen, name)} == true


def test_what_every_message_has_is_found_once() -> None:
    dialogue = Dialogue("= 2025-11-25\n< {}")
    seen = Seen(dialogue.records[-1], dialogue.linter.state, dialogue.exchanges.get)
    assert [seen.first("a", "b"), seen.first("a", "b"), seen.first("a", "c")] == [True, False, True]
