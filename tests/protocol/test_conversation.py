"""One connection's bytes become records and its calls become orders, in both eras."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.protocol.conversation import Conversation
from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.jsonrpc import LARGE_BYTES, Message, parse
from inspector.protocol.listener import Dropped
from inspector.protocol.records import Exchange, Record
from inspector.protocol.wire import (
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    Drop,
    Headers,
    HeadersSent,
    LifecycleStep,
    Send,
    Sent,
)


class Told:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.ended: list[tuple[Exchange, Message | None, int]] = []
        self.questions: list[Exchange] = []
        self.notes: list[str] = []
        self.progress = 0
        self.gone = ""
        self.streams: list[Dropped] = []

    def finished(self, exchange: Exchange, message: Message | None, status: int) -> None:
        self.ended.append((exchange, message, status))

    def late(self, exchange: Exchange, message: Message) -> None:
        self.notes.append("late")

    def progressed(self, exchange: Exchange) -> None:
        self.progress += 1

    def asked(self, exchange: Exchange, message: Message) -> None:
        self.questions.append(exchange)

    def notified(self, message: Message) -> None:
        self.notes.append(message.method)

    def dropped(self, stream: Dropped) -> None:
        self.streams.append(stream)

    def broken_off(self, channel: str, error: str) -> None:
        self.gone = channel

    def stepped(self, step: LifecycleStep) -> None:
        self.notes.append(step.name)


class Talk:
    """A conversation with numbers and times taken care of."""

    def __init__(self, transport: str = "stdio", **more: Any) -> None:
        self.told = Told()
        self.conversation = Conversation(1, transport, self.told, **more)
        self.records: list[Record] = []
        self.at_ns = 0

    def come(self, arrival: Any) -> list[Record]:
        self.at_ns += 1000
        records = self.conversation.receive(arrival, self.at_ns, len(self.records) + 1)
        self.records += records
        return records

    def line(self, text: bytes) -> list[Record]:
        return self.come(BytesArrived("stdout", text + b"\n"))

    def ask(self, method: str, **params: Any) -> Send:
        self.at_ns += 1000
        outgoing = self.conversation.request(method, params, self.at_ns, len(self.records) + 1)
        self.records += outgoing.records
        (order,) = outgoing.orders
        assert isinstance(order, Send)
        return order


def test_call_goes_out_and_its_answer_comes_back() -> None:
    talk = Talk()
    order = talk.ask("tools/call", name="t", arguments=msgspec.Raw(b'{"n":1.10}'))
    assert b'"arguments":{"n":1.10}' in order.data
    (record,) = talk.line(b'{"jsonrpc":"2.0","id":1,"result":{}}')
    assert (record.role, record.exchange, record.method, record.size) == ("answer", 1, "tools/call", 37)
    assert [(e.number, s) for e, _, s in talk.told.ended] == [(1, 0)]


def test_records_keep_the_bytes_exactly() -> None:
    talk = Talk()
    for line in (b'{"a": 1.10}\r', b"\xff\xfe", b"", b'  {"jsonrpc":"2.0","method":"x"}  '):
        (record,) = talk.line(line)
        assert record.raw == line


def test_two_documents_on_a_line_are_one_malformed_record_and_both_messages() -> None:
    talk = Talk()
    talk.ask("ping")
    records = talk.line(b'{"jsonrpc":"2.0","method":"n"} {"jsonrpc":"2.0","id":1,"result":{}}')
    assert [(r.kind, r.role) for r in records] == [
        ("malformed", ""),
        ("notification", "member"),
        ("response", "answer"),
    ]
    assert records[1].note == "inside #2"


def test_batch_answers_every_call_in_it() -> None:
    talk = Talk()
    talk.ask("ping")
    talk.ask("ping")
    records = talk.line(b'[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}]')
    assert [record.kind for record in records] == ["batch", "response", "response"]
    assert len(talk.told.ended) == 2


def test_batch_that_we_send_opens_every_request_in_it() -> None:
    talk = Talk()
    batch = b'[{"jsonrpc":"2.0","id":8,"method":"ping"},{"jsonrpc":"2.0","id":9,"method":"ping"}]'
    outgoing = talk.conversation.raw(batch, 5, 1)
    assert [record.kind for record in outgoing.records] == ["batch", "request", "request"]
    assert len(talk.conversation.correlation.pending("out")) == 2


def test_raw_bytes_go_out_as_they_are() -> None:
    talk = Talk()
    for data in (b"\xff\n", b"{broken", b'{"a":\n1}'):
        order = talk.conversation.raw(data, 1, 1).orders[0]
        assert isinstance(order, Send)
        assert (order.data, order.exact) == (data, data.endswith(b"\n"))


def test_stdout_that_closes_loses_what_is_open() -> None:
    talk = Talk()
    talk.ask("ping")
    talk.come(ChannelClosed("stdout"))
    ((exchange, message, _),) = talk.told.ended
    assert (exchange.status, message) == ("lost", None)


def test_stderr_lines_are_records_and_progress_is_told() -> None:
    talk = Talk()
    talk.ask("ping")
    (record,) = talk.come(BytesArrived("stderr", b"hello\nhalf"))
    assert (record.kind, record.raw) == ("stderr", b"hello")
    talk.line(
        b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}'
    )
    assert talk.told.progress == 1


def test_cancelling_over_a_pipe_sends_a_notification_with_the_id_of_its_type() -> None:
    talk = Talk()
    talk.ask("ping")
    exchange = talk.conversation.correlation.pending("out")[0]
    outgoing = talk.conversation.cancel(exchange, "why", 9, 2)
    assert b'"requestId":1' in outgoing.records[0].raw
    assert (exchange.status, exchange.ended_ns) == ("cancelled", 9)


def test_cancelling_modern_http_closes_the_stream() -> None:
    talk = Talk("http")
    talk.conversation.era = ModernEra(Declared())
    order = talk.ask("tools/call", name="t")
    exchange = talk.conversation.correlation.pending("out")[0]
    assert talk.conversation.cancel(exchange, "", 9, 2).orders == (Drop(order.channel),)
    talk.come(ChannelClosed(order.channel))
    assert exchange.status == "cancelled"


def test_server_that_cancels_its_own_question_withdraws_it() -> None:
    talk = Talk()
    talk.line(b'{"jsonrpc":"2.0","id":"q","method":"elicitation/create"}')
    talk.line(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}')
    assert talk.told.questions[0].status == "cancelled"
    assert talk.told.ended[0][0] is talk.told.questions[0]


def test_credentials_in_a_head_are_not_kept() -> None:
    talk = Talk("http")
    headers = (
        ("Authorization", "Bearer abc-secret"),
        ("X-Api-Key", "abc-secret"),
        ("Set-Cookie", "s=abc-secret"),
        ("WWW-Authenticate", "Bearer realm=x"),
        ("Mcp-Method", "ping"),
    )
    (record,) = talk.come(HeadersSent("post-1", "POST", "http://h/mcp", headers))
    assert record.raw.decode().split("\r\n") == [
        "POST http://h/mcp",
        "Authorization: Bearer <10 characters, not kept>",
        "X-Api-Key: <10 characters, not kept>",
        "Set-Cookie: <12 characters, not kept>",
        "WWW-Authenticate: Bearer realm=x",
        "Mcp-Method: ping",
    ]


JSON_HEAD = (("Content-Type", "application/json"),)
SSE_HEAD = (("content-type", "text/event-stream; charset=utf-8"),)


def test_json_body_answers_its_post_and_the_head_is_a_record() -> None:
    talk = Talk("http")
    order = talk.ask("ping")
    talk.come(Sent(order.channel))
    (head,) = talk.come(ChannelOpened(order.channel, 200, JSON_HEAD, "HTTP/1.1", "OK"))
    assert head.raw == b"HTTP/1.1 200 OK\r\nContent-Type: application/json"
    assert talk.come(BytesArrived(order.channel, b'{"jsonrpc":"2.0","id":1,')) == []
    talk.come(BytesArrived(order.channel, b'"result":{}}'))
    (answer,) = talk.come(ChannelClosed(order.channel))
    exchange = talk.told.ended[0][0]
    assert (answer.role, answer.exchange) == ("answer", exchange.number)
    assert exchange.started_ns < exchange.sent_ns < exchange.first_ns < exchange.ended_ns


def test_events_are_messages_with_their_framing() -> None:
    talk = Talk("http")
    order = talk.ask("ping")
    talk.come(ChannelOpened(order.channel, 200, SSE_HEAD))
    raw = b'id: 4\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'
    (record,) = talk.come(BytesArrived(order.channel, raw))
    assert (record.raw, record.frame) == (b'{"jsonrpc":"2.0","id":1,"result":{}}', raw)


@pytest.mark.parametrize(
    ("status", "body", "kind", "detail"),
    [
        (404, b"<h1>nope</h1>", "malformed", "HTTP 404 Not Found"),
        (404, b"", "", "HTTP 404 Not Found"),
        (400, b'{"jsonrpc":"2.0","error":{"code":-32600,"message":"bad"},"id":null}', "error", "-32600 bad"),
    ],
)
def test_error_status_ends_its_request(status: int, body: bytes, kind: str, detail: str) -> None:
    talk = Talk("http")
    order = talk.ask("ping")
    talk.come(ChannelOpened(order.channel, status, (), "HTTP/1.1", "Not Found"))
    if body:
        talk.come(BytesArrived(order.channel, body))
    records = talk.come(ChannelClosed(order.channel))
    assert [record.kind for record in records] == ([kind] if kind else [])
    exchange, _, told_status = talk.told.ended[0]
    assert (exchange.status, exchange.detail, told_status) == ("failed", detail, status)


def test_stream_cut_in_the_middle_loses_its_request_and_keeps_the_bytes() -> None:
    talk = Talk("http")
    order = talk.ask("ping")
    talk.come(ChannelOpened(order.channel, 200, SSE_HEAD))
    talk.come(BytesArrived(order.channel, b'data: {"jsonrpc'))
    records = talk.come(ChannelClosed(order.channel, "the connection broke"))
    assert [(record.kind, record.frame) for record in records] == [
        ("malformed", b'data: {"jsonrpc'),
        ("lifecycle", b""),
    ]
    assert talk.told.ended[0][0].detail == "the connection broke"


def test_legacy_headers_follow_the_handshake() -> None:
    era = LegacyEra("2025-06-18")
    assert "MCP-Protocol-Version" not in dict(era.headers("initialize", {}))
    era.learn((("mcp-session-id", "s1"),))
    era.agreed = True
    headers = dict(era.headers("ping", {}))
    assert (headers["MCP-Protocol-Version"], headers["Mcp-Session-Id"]) == ("2025-06-18", "s1")
    assert "MCP-Protocol-Version" not in dict(LegacyEra("2025-03-26", agreed=True).headers("ping", {}))


def test_modern_requests_say_who_asks_and_what_for() -> None:
    talk = Talk("http")
    talk.conversation.era = ModernEra(Declared(capabilities={"roots": {}}))
    order = talk.ask("tools/call", name="Grüße")
    meta = json.loads(order.data)["params"]["_meta"]
    assert meta["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
    assert meta["io.modelcontextprotocol/clientCapabilities"] == {"roots": {}}
    headers = dict(order.headers)
    assert headers["Mcp-Method"] == "tools/call"
    assert headers["Mcp-Name"] == "=?base64?R3LDvMOfZQ==?="


PIECES = st.sampled_from(
    [
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        b'{"jsonrpc":"2.0","id":"1","error":{"code":1}}',
        b'{"id":1,"method":"roots/list"}',
        b'{"method":"notifications/cancelled","params":{"requestId":1}}',
        b'{"method":"notifications/progress","params":{"progressToken":[],"progress":"x"}}',
        b"[",
        b"]",
        b"\n",
        b"\r\n",
        b"data: ",
        b"\xff",
        b"\xef\xbb\xbf",
        b',{"a":NaN}',
        b'{"id":{},"result":null}',
        b"event: endpoint\n",
    ]
)


@settings(max_examples=300)
@given(st.lists(PIECES | st.binary(max_size=20), max_size=25), st.sampled_from(["stdio", "http", "sse"]))
def test_any_bytes_are_records_and_nothing_raises(pieces: list[bytes], transport: str) -> None:
    talk = Talk(transport)
    order = talk.ask("ping")
    channel = {"stdio": "stdout", "http": order.channel, "sse": "sse"}[transport]
    if transport == "http":
        talk.come(ChannelOpened(channel, 200, SSE_HEAD))
    for piece in pieces:
        if piece:
            talk.come(BytesArrived(channel, piece))
    talk.come(ChannelClosed(channel))
    assert [record.number for record in talk.records] == list(range(1, len(talk.records) + 1))
    if transport == "stdio":
        lines = [r for r in talk.records if r.direction == "in" and not r.note.startswith("inside")]
        kept = b"\n".join(record.raw for record in lines)
        assert kept.rstrip(b"\n") == b"".join(pieces).rstrip(b"\n")


def test_request_that_never_left_is_lost_and_one_that_did_still_waits() -> None:
    talk = Talk()
    talk.ask("ping")
    talk.come(Sent("stdin"))
    talk.ask("tools/call", name="t")
    talk.come(ChannelClosed("stdin", "the server closed its stdin (Broken pipe)"))
    assert [(e.id, e.status, e.detail) for e, _, _ in talk.told.ended] == [
        ("2", "lost", "the server closed its stdin (Broken pipe)")
    ]
    talk.ask("tools/call", name="t")
    talk.come(ChannelClosed("stdin", "not sent: the server's stdin is closed"))
    assert [e.id for e, _, _ in talk.told.ended] == ["2", "3"]
    talk.line(b'{"jsonrpc":"2.0","id":1,"result":{}}')
    assert talk.told.ended[-1][0].status == "done"


@pytest.mark.parametrize("head", [b'{"jsonrpc":"2.0","id":2,"result":{"x":"', b'{"result":{"id":1,"x":"'])
def test_cut_answer_ends_the_call_that_it_names(head: bytes) -> None:
    talk = Talk(limit_bytes=1000)
    for _ in range(3):
        talk.ask("tools/call", name="t")
    talk.line(head + b"x" * 2000 + b'"}}')
    named = head.startswith(b'{"jsonrpc"')
    assert [e.id for e, _, _ in talk.told.ended] == (["2"] if named else [])


def test_cut_body_ends_the_call_of_its_post() -> None:
    talk = Talk("http", limit_bytes=1000)
    first, second = talk.ask("tools/call", name="t"), talk.ask("tools/call", name="t")
    for order in (first, second):
        talk.come(ChannelOpened(order.channel, 200, (("content-type", "application/json"),)))
    talk.come(BytesArrived(second.channel, b'{"result":{"x":"' + b"x" * 2000 + b'"},"id":2}'))
    talk.come(ChannelClosed(second.channel))
    assert [(e.id, e.status) for e, _, _ in talk.told.ended] == [("2", "failed")]


def test_a_channel_is_open_until_it_ends() -> None:
    talk = Talk("http")
    order = talk.ask("ping")
    assert talk.conversation.is_open(order.channel)
    assert not talk.conversation.is_open("post-9")
    talk.come(ChannelClosed(order.channel))
    assert not talk.conversation.is_open(order.channel)


def test_end_of_the_only_stream_is_told() -> None:
    talk = Talk("sse")
    talk.come(ChannelOpened("sse", 200, (("content-type", "text/event-stream"),)))
    talk.come(ChannelClosed("sse"))
    assert talk.told.gone == "sse"


def test_cut_line_that_could_not_be_kept_says_so() -> None:
    talk = Talk(limit_bytes=10)
    talk.come(BytesArrived("stdout", b"x" * 100))
    (record,) = talk.line(b"x")
    assert "only the beginning could be saved" in record.note


def test_error_without_id_on_the_listening_stream_answers_no_call_of_another_stream() -> None:
    talk = legacy_over_http()
    talk.ask("tools/list")
    opened = talk.conversation.listen(())
    name = opened.orders[0].channel
    talk.come(ChannelOpened(name, 400, (("content-type", "application/json"),)))
    talk.come(BytesArrived(name, b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}'))
    talk.come(ChannelClosed(name))
    assert [record.role for record in talk.records if record.kind == "error"] == ["unknown"]
    assert talk.conversation.correlation.pending("out")


def legacy_over_http() -> Talk:
    talk = Talk("http")
    talk.conversation.era = LegacyEra("2025-11-25", agreed=True)
    return talk


STREAM = (("Content-Type", "text/event-stream"),)


def test_call_whose_stream_ends_after_an_event_id_waits_to_be_taken_up_again() -> None:
    talk = legacy_over_http()
    post = talk.ask("tools/call", name="t").channel
    talk.come(ChannelOpened(post, 200, STREAM))
    talk.come(BytesArrived(post, b"id: 7\nretry: 500\ndata:\n\n"))
    talk.come(ChannelClosed(post))
    [dropped] = talk.told.streams
    assert (dropped.last_event_id, dropped.retry_ms, dropped.events, dropped.status) == ("7", 500, 0, 200)
    assert talk.told.ended == []
    assert dropped.exchange is not None
    assert dropped.exchange.status == "pending"

    order = talk.conversation.listen((), takes_up=dropped).orders[0]
    talk.come(ChannelOpened(order.channel, 200, STREAM))
    talk.come(BytesArrived(order.channel, b'id: 8\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'))
    assert dropped.exchange.status == "done"


def test_call_whose_stream_cannot_be_taken_up_again_fails_with_the_status_it_got() -> None:
    talk = legacy_over_http()
    post = talk.ask("tools/call", name="t").channel
    talk.come(ChannelOpened(post, 200, STREAM))
    talk.come(BytesArrived(post, b"id: 7\ndata:\n\n"))
    talk.come(ChannelClosed(post, "reset"))
    [dropped] = talk.told.streams
    exchange = dropped.exchange
    assert exchange is not None
    order = talk.conversation.listen((), takes_up=dropped).orders[0]
    talk.come(ChannelOpened(order.channel, 404, ()))
    talk.come(ChannelClosed(order.channel))
    assert (exchange.status, exchange.detail) == ("failed", "HTTP 404")


def test_poll_that_could_not_connect_may_be_repeated_after_the_same_event() -> None:
    talk = legacy_over_http()
    post = talk.ask("tools/call", name="t").channel
    talk.come(ChannelOpened(post, 200, STREAM))
    talk.come(BytesArrived(post, b"id: 7\nretry: 500\ndata:\n\n"))
    talk.come(ChannelClosed(post))
    order = talk.conversation.listen((), takes_up=talk.told.streams[0]).orders[0]
    talk.come(ChannelClosed(order.channel, "connection refused"))
    again = talk.told.streams[1]
    assert (again.last_event_id, again.retry_ms, again.status) == ("7", 500, 0)
    assert again.exchange is not None
    assert again.exchange.status == "pending"


def test_call_whose_stream_ends_without_an_event_id_is_lost() -> None:
    talk = legacy_over_http()
    post = talk.ask("tools/call", name="t").channel
    talk.come(ChannelOpened(post, 200, STREAM))
    talk.come(BytesArrived(post, b": keep-alive\n\n"))
    talk.come(ChannelClosed(post))
    assert talk.told.streams == []
    assert [(exchange.status, status) for exchange, _, status in talk.told.ended] == [("lost", 200)]


def test_modern_stream_is_never_taken_up_again() -> None:
    talk = Talk("http")
    talk.conversation.era = ModernEra(Declared())
    post = talk.ask("tools/call", name="t").channel
    talk.come(ChannelOpened(post, 200, STREAM))
    talk.come(BytesArrived(post, b"id: 7\ndata:\n\n"))
    talk.come(ChannelClosed(post))
    assert talk.told.streams == []
    assert [exchange.status for exchange, _, _ in talk.told.ended] == ["lost"]


def test_listening_stream_that_ends_is_told_with_where_it_stood() -> None:
    talk = legacy_over_http()
    name = talk.conversation.listen(()).orders[0].channel
    talk.come(ChannelOpened(name, 200, STREAM))
    talk.come(BytesArrived(name, b'id: 3\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'))
    talk.come(ChannelClosed(name))
    [dropped] = talk.told.streams
    assert (dropped.exchange, dropped.last_event_id, dropped.events) == (None, "3", 1)


@pytest.mark.parametrize(
    ("status", "headers", "refused"),
    [
        (200, STREAM, False),
        (404, (), False),
        (503, (), False),
        (405, (), True),
        (401, (), True),
        (200, (("content-type", "text/html"),), True),
    ],
)
def test_listening_stream_is_refused_by_what_will_not_change(
    status: int, headers: Headers, refused: bool
) -> None:
    talk = legacy_over_http()
    name = talk.conversation.listen(()).orders[0].channel
    talk.come(ChannelOpened(name, status, headers))
    talk.come(ChannelClosed(name))
    assert [(one.status, one.refused) for one in talk.told.streams] == [(status, refused)]


def test_members_of_a_batch_whose_post_brings_no_answer_do_not_wait_for_ever() -> None:
    talk = legacy_over_http()
    batch = b'[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]'
    outgoing = talk.conversation.raw(batch, 1, 1)
    talk.records += outgoing.records
    [order] = outgoing.orders
    assert isinstance(order, Send)
    talk.come(ChannelOpened(order.channel, 200, (("Content-Type", "application/json"),)))
    talk.come(BytesArrived(order.channel, b'[{"jsonrpc":"2.0","id":1,"result":{}}]'))
    talk.come(ChannelClosed(order.channel))
    assert talk.conversation.correlation.pending("out") == []
    assert [exchange.status for exchange, _, _ in talk.told.ended] == ["done", "lost"]


def in_a_batch(talk: Talk, *parts: bytes) -> str:
    """POST them together; the channel."""
    outgoing = talk.conversation.raw(b"[%b]" % b",".join(parts), 1, len(talk.records) + 1)
    talk.records += outgoing.records
    [order] = outgoing.orders
    assert isinstance(order, Send)
    return order.channel


PINGS = [b'{"jsonrpc":"2.0","id":%d,"method":"ping"}' % number for number in (1, 2)]
PONGS = [b'{"jsonrpc":"2.0","id":%d,"result":{}}' % number for number in (1, 2)]
INVALID = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ((("Content-Type", "application/json"),), b"[%b,%b,%b]" % (INVALID, *PONGS)),
        ((("Content-Type", "application/json"),), b"[%b,%b,%b]" % (*PONGS, INVALID)),
        (STREAM, b"data: %b\n\ndata: %b\n\ndata: %b\n\n" % (INVALID, *PONGS)),
    ],
)
def test_what_is_no_request_in_a_batch_fails_none_of_its_calls(head: Headers, body: bytes) -> None:
    talk = legacy_over_http()
    post = in_a_batch(talk, b"1", *PINGS)
    talk.come(ChannelOpened(post, 200, head))
    talk.come(BytesArrived(post, body))
    talk.come(ChannelClosed(post))
    assert [(exchange.id, exchange.status) for exchange, _, _ in talk.told.ended] == [
        ("1", "done"),
        ("2", "done"),
    ]
    assert [record.role for record in talk.records if record.kind == "error"] == ["unknown"]


def test_one_error_without_id_answers_all_calls_of_a_batch() -> None:
    talk = legacy_over_http()
    post = in_a_batch(talk, *PINGS)
    talk.come(ChannelOpened(post, 400, (("Content-Type", "application/json"),)))
    talk.come(BytesArrived(post, INVALID))
    talk.come(ChannelClosed(post))
    assert [(exchange.id, exchange.status) for exchange, _, _ in talk.told.ended] == [
        ("1", "failed"),
        ("2", "failed"),
    ]


def test_an_answer_on_the_stream_of_a_batch_is_for_its_own_call_of_that_id() -> None:
    talk = legacy_over_http()
    talk.ask("tools/list")
    talk.ask("prompts/list")
    post = in_a_batch(talk, *PINGS)
    talk.come(ChannelOpened(post, 200, STREAM))
    talk.come(BytesArrived(post, b"data: %b\n\ndata: %b\n\n" % (PONGS[1], PONGS[0])))
    assert [exchange.method for exchange, _, _ in talk.told.ended] == ["ping", "ping"]


@pytest.mark.parametrize("count", [1, 2])
def test_a_question_on_the_stream_of_a_batch_is_not_pinned_on_its_first_call(count: int) -> None:
    talk = legacy_over_http()
    post = in_a_batch(talk, *PINGS[:count])
    talk.come(ChannelOpened(post, 200, STREAM))
    talk.come(BytesArrived(post, b'data: {"jsonrpc":"2.0","id":"q","method":"ping"}\n\n'))
    [question] = talk.told.questions
    newest = talk.conversation.correlation.pending("out")[-1]
    assert (newest.id, question.parent) == (str(count), newest.number)


def test_session_id_of_a_refused_handshake_is_not_kept() -> None:
    talk = Talk("http")
    talk.conversation.era = LegacyEra("2025-11-25")
    post = talk.ask("initialize").channel
    talk.come(ChannelOpened(post, 404, (("Mcp-Session-Id", "x"),)))
    assert talk.conversation.era.session_id == ""


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        ("text/event-stream", "stream ended without a response"),
        ("text/html", "connection closed without a response"),
    ],
)
def test_stream_that_ended_is_told_from_an_answer_that_is_none(content: str, detail: str) -> None:
    talk = Talk("http")
    talk.conversation.era = ModernEra(Declared())
    post = talk.ask("tools/list").channel
    talk.come(ChannelOpened(post, 200, (("Content-Type", content),)))
    talk.come(ChannelClosed(post))
    assert [exchange.detail for exchange, _, _ in talk.told.ended] == [detail]


def test_call_that_asked_to_become_a_task_is_given_up_without_a_word() -> None:
    """2025-11-25: notifications/cancelled is not for tasks, and the task has no id yet."""
    talk = Talk()
    talk.conversation.era = LegacyEra("2025-11-25", agreed=True)
    talk.ask("tools/call", name="t", task={})
    [exchange] = talk.conversation.correlation.pending("out")
    assert talk.conversation.cancel(exchange, "no more", 5, 2).orders == ()
    assert exchange.status == "cancelled"
    talk.line(b'{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t"}}}')
    assert talk.told.notes == ["late"]


def test_oauth_error_in_the_body_of_a_401_is_no_answer() -> None:
    talk = Talk("http")
    talk.conversation.era = ModernEra(Declared())
    post = talk.ask("tools/list").channel
    talk.come(ChannelOpened(post, 401, (("Content-Type", "application/json"),), "HTTP/1.1", "Unauthorized"))
    talk.come(BytesArrived(post, b'{"error":"invalid_token","error_description":"Authentication required"}'))
    talk.come(ChannelClosed(post))
    [(exchange, answer, status)] = talk.told.ended
    assert (exchange.status, exchange.detail) == ("failed", "HTTP 401 Unauthorized")
    assert (answer, status) == (None, 401)


def times(talk: Talk) -> tuple[int, int]:
    exchange = talk.told.ended[-1][0]
    return exchange.first_ns, exchange.ended_ns


def test_an_answer_that_comes_in_pieces_began_with_the_first_byte_of_its_line() -> None:
    talk = Talk()
    talk.ask("ping")
    talk.come(BytesArrived("stdout", b'{"jsonrpc":"2.0","method":"notifications/x"}\n{"jsonrpc'))
    began = talk.at_ns
    talk.come(BytesArrived("stdout", b'":"2.0","id":1,'))
    talk.ask("ping")
    talk.come(BytesArrived("stdout", b'"result":{}}\n{"jsonrpc":"2.0","id":2,"result":{}}\n'))
    (one, _, _), (two, _, _) = talk.told.ended
    assert (one.first_ns, one.ended_ns) == (began, talk.at_ns)
    assert (two.first_ns, two.ended_ns) == (talk.at_ns, talk.at_ns)
    talk.ask("ping")
    talk.line(b'{"jsonrpc":"2.0","id":3,"result":{}}')
    assert times(talk) == (talk.at_ns, talk.at_ns)


def test_an_answer_in_pieces_that_is_read_aside_or_without_its_newline_began_with_its_first_byte() -> None:
    talk = Talk()
    talk.conversation.aside = True
    talk.ask("ping")
    talk.come(BytesArrived("stdout", b'{"jsonrpc":"2.0","id":1,"result":{"x":"'))
    began = talk.at_ns
    talk.come(BytesArrived("stdout", b"y" * LARGE_BYTES + b'"}}\n'))
    unread = talk.conversation.unread
    assert unread is not None
    talk.records += talk.conversation.go_on(parse(unread.raw), len(talk.records) + 1)
    assert times(talk) == (began, talk.at_ns)
    talk.ask("ping")
    talk.come(BytesArrived("stdout", b'{"jsonrpc":"2.0","id":2,"result":{}}'))
    began = talk.at_ns
    talk.come(ChannelClosed("stdout"))
    assert times(talk) == (began, talk.at_ns)


def test_a_websocket_message_in_pieces_began_with_its_first_piece() -> None:
    talk = Talk("websocket")
    talk.ask("ping")
    talk.come(BytesArrived("ws", b'{"jsonrpc":"2.0","id":1,'))
    began = talk.at_ns
    talk.come(BytesArrived("ws", b'"result":{}}', ends=True))
    assert times(talk) == (began, talk.at_ns)


def test_an_answer_that_began_before_its_request_was_sent_receives_from_then() -> None:
    talk = Talk()
    talk.come(BytesArrived("stdout", b'{"jsonrpc":"2.0",'))
    talk.ask("ping")
    sent = talk.at_ns
    talk.come(BytesArrived("stdout", b'"id":1,"result":{}}\n'))
    assert times(talk) == (sent, talk.at_ns)
