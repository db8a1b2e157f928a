"""The requests of an authorization are shown beside the conversation and never taken for messages."""

from __future__ import annotations

import pytest

from inspector.lint import Linter
from inspector.protocol.conversation import Conversation
from inspector.protocol.records import Record
from inspector.protocol.wire import (
    Arrival,
    BodySent,
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    HeadersSent,
    Sent,
)
from tests.lint.dialogue import Deaf

EXCHANGE: tuple[Arrival, ...] = (
    HeadersSent("auth-1", "POST", "https://as.example/token", (("Host", "as.example"),)),
    BodySent("auth-1", b"grant_type=authorization_code"),
    Sent("auth-1"),
    ChannelOpened("auth-1", 400, (("Content-Type", "application/json"),), "HTTP/1.1", "Bad Request"),
    BytesArrived("auth-1", b'{"error":"invalid'),
    BytesArrived("auth-1", b'_grant"}'),
    ChannelClosed("auth-1"),
)


def records(transport: str, *arrivals: Arrival) -> list[Record]:
    conversation = Conversation(1, transport, Deaf())
    found: list[Record] = []
    for arrival in arrivals:
        found += conversation.receive(arrival, 1, len(found) + 1)
    return found


@pytest.mark.parametrize("transport", ["http", "sse", "websocket", "stdio"])
def test_exchange_is_two_heads_and_two_bodies_over_every_transport(transport: str) -> None:
    found = records(transport, *EXCHANGE)
    assert [(one.direction, one.kind) for one in found] == [
        ("out", "head"),
        ("out", "lifecycle"),
        ("in", "head"),
        ("in", "lifecycle"),
    ]
    assert found[1].raw == b"grant_type=authorization_code"
    assert found[3].raw == b'{"error":"invalid_grant"}'
    assert {one.channel for one in found} == {"auth-1"}
    assert {one.exchange for one in found} == {0}


def test_even_what_looks_like_a_message_is_none() -> None:
    message = b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}'
    stream = ChannelOpened("auth-1", 200, (("Content-Type", "text/event-stream"),))
    found = records(
        "http", stream, BytesArrived("auth-1", b"data: " + message + b"\n\n"), ChannelClosed("auth-1")
    )
    assert [one.kind for one in found] == ["head", "lifecycle"]
    [_, body] = records(
        "http", ChannelOpened("auth-1", 200), BytesArrived("auth-1", message), ChannelClosed("auth-1")
    )
    assert (body.kind, body.method) == ("lifecycle", "")


def test_request_without_an_answer_says_why() -> None:
    [_, end] = records("http", EXCHANGE[0], ChannelClosed("auth-1", "no such host: as.example"))
    assert end.note == "no such host: as.example"


def test_rules_of_the_protocol_do_not_judge_it() -> None:
    linter = Linter("http", "https://mcp.example/mcp", lambda number: None)
    assert [finding for one in records("http", *EXCHANGE) for finding in linter.check(one)] == []
