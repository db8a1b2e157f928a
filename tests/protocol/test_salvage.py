"""An answer that cannot be read ends the call whose id can be read in it, and says what is wrong."""

from __future__ import annotations

import pytest

from inspector.protocol.salvage import MOST, SALVAGE_BYTES, answered_id, documents, unread_id
from inspector.protocol.wire import BytesArrived, ChannelClosed, ChannelOpened
from tests.protocol.test_conversation import Talk

DEEP = b"[" * 100_000 + b"]" * 100_000
JSON = (("content-type", "application/json"),)


def waiting(transport: str = "stdio") -> Talk:
    """Three calls wait for their answers."""
    talk = Talk(transport)
    for _ in range(3):
        talk.ask("tools/call", name="t")
    return talk


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"jsonrpc":"2.0","id":2,"result":{"a":"\xff"}}', "not UTF-8 at byte 39"),
        (b'{"jsonrpc":"2.0","id":2,"result":' + DEEP + b"}", "nested too deeply"),
        (b'{ "id" : 2 , "jsonrpc" : "2.0" , "error" : \xff }', "not UTF-8 at byte 43"),
        (b'{"result":{"id":3,"a":"\xff"},"id":2}', "not UTF-8 at byte 23"),
        (b'{"jsonrpc":"2.0","result":{"a":"\xff"},"id":2}\r', "not UTF-8 at byte 32"),
        (b'{"result":{"a":"\xff"},"id":2,"jsonrpc":"2.0"}', "not UTF-8 at byte 16"),
        (b'{"jsonrpc":"2.0","id":2,"result":NaN}', "not JSON at byte 33: invalid character"),
        (b'{"jsonrpc":"2.0","id":2,"result":{"a', "JSON that ends unexpectedly"),
        (b'{"jsonrpc":"2.0","id":2}', "an object with neither method, result nor error"),
    ],
    ids=range(9),
)
def test_the_call_ends_with_what_is_wrong(line: bytes, why: str) -> None:
    talk = waiting()
    (record,) = talk.line(line)
    assert (record.kind, record.role, record.exchange, record.id) == ("malformed", "answer", 2, "2")
    [(exchange, message, _)] = talk.told.ended
    assert (exchange.number, exchange.status, message) == (2, "failed", None)
    assert exchange.detail == f"the response cannot be read: {why}"
    assert (exchange.answer, exchange.answer_size, exchange.ended_ns) == (4, len(line) + 1, talk.at_ns)
    assert exchange in talk.conversation.touched


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":9,"result":"\xff"}',  # of no call
        b'{"jsonrpc":"2.0","id":2,"method":"roots/list","params":"\xff"}',  # a question
        b'{"jsonrpc":"2.0","method":"x","params":{"id":2,"result":"\xff"}}',
        b'{"result":{"a":{"id":2}\xff}}',  # an id further inside
        b'{"id":2,"level":"info"}',  # what a logger writes
        b"2 \xff",
    ],
    ids=range(6),
)
def test_no_call_ends_by_what_does_not_answer_it(line: bytes) -> None:
    talk = waiting()
    (record,) = talk.line(line)
    assert (record.kind, record.role, record.exchange) == ("malformed", "", 0)
    assert talk.told.ended == []


def test_an_unreadable_answer_without_id_is_for_the_only_call_that_waits() -> None:
    talk = Talk()
    talk.ask("tools/call", name="t")
    (record,) = talk.line(b'{"jsonrpc":"2.0","result":"\xff"}')
    assert (record.role, talk.told.ended[0][0].status) == ("answer", "failed")


def test_an_unreadable_body_is_the_answer_to_its_post() -> None:
    talk = Talk("http")
    first, second = talk.ask("tools/call", name="t"), talk.ask("tools/call", name="t")
    for order in (first, second):
        talk.come(ChannelOpened(order.channel, 200, JSON))
        talk.come(BytesArrived(order.channel, b'{"jsonrpc":"2.0","result":"\xff"}'))
    talk.come(ChannelClosed(second.channel))
    [(exchange, _, status)] = talk.told.ended
    assert (exchange.id, exchange.status, status) == ("2", "failed", 200)


def test_an_unreadable_page_with_an_error_status_is_that_status() -> None:
    talk = Talk("http")
    order = talk.ask("tools/call", name="t")
    talk.come(ChannelOpened(order.channel, 500, JSON, reason="Oops"))
    talk.come(BytesArrived(order.channel, b'{"jsonrpc":"2.0","id":1,"result":"\xff"}'))
    talk.come(ChannelClosed(order.channel))
    assert [one.detail for one, _, _ in talk.told.ended] == ["HTTP 500 Oops"]


def test_a_refusal_without_id_answers_the_whole_batch_that_was_posted() -> None:
    talk = Talk("http")
    batch = b'[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]'
    [order] = talk.conversation.raw(batch, 1, 1).orders
    talk.come(ChannelOpened(order.channel, 400, JSON, reason="Bad Request"))
    talk.come(
        BytesArrived(order.channel, b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}')
    )
    talk.come(ChannelClosed(order.channel))
    assert [(one.id, one.status, one.detail, status) for one, _, status in talk.told.ended] == [
        ("1", "failed", "-32600 no", 400),
        ("2", "failed", "-32600 no", 400),
    ]
    assert all(one.answer and message is not None for one, message, _ in talk.told.ended)


def test_an_id_used_twice_over_http_is_answered_on_its_own_stream() -> None:
    talk = Talk("http")
    sent = [
        talk.conversation.raw(b'{"jsonrpc":"2.0","id":"a","method":"ping"}', number, number)
        for number in (1, 2)
    ]
    second = sent[1].orders[0].channel
    talk.come(ChannelOpened(second, 200, JSON))
    talk.come(BytesArrived(second, b'{"jsonrpc":"2.0","id":"a","result":{}}'))
    talk.come(ChannelClosed(second))
    assert [one.number for one, _, _ in talk.told.ended] == [2]


@pytest.mark.parametrize(
    ("head", "identifier"),
    [
        (b'{"jsonrpc":"2.0","id":7,"result":{', "7"),
        (b'{"id" : "a\\"b","result"', '"a\\"b"'),
        (b'{"jsonrpc":"2.0","result":{"id":7', ""),
        (b'{"jsonrpc":"2.0","id":7,"method":"x"', None),
        (b'{"id":"\xff","result"', '"\ufffd"'),
        (b"", None),
    ],
)
def test_the_beginning_of_an_answer_names_its_id(head: bytes, identifier: str | None) -> None:
    assert answered_id(head) == identifier


@pytest.mark.parametrize(
    ("raw", "identifier"),
    [
        (b'{"jsonrpc":"2.0","id":7,"result":\xff', "7"),
        (b' { "id":-7 , "error":\xff', "-7"),
        (b'{"id":7,"jsonrpc":"2.0","result":\xff', "7"),
        (b'{"result":{"id":1,"a":"\xff"},"id":"x"}', '"x"'),
        (b'{"result":"\xff","id":7,"jsonrpc":"2.0"} \r', "7"),
        (b'{"result":"\xff" ' + b" " * 400 + b',"id":7}', "7"),
        (b'{"result":"\xff","id":"' + b"a" * 201 + b'"}', ""),
        (b'{"result":\xff', ""),
        (b'{"method":"a","id":7,"result":\xff', None),
        (b'["id":7,"result":\xff', None),
        (b"", None),
    ],
)
def test_the_id_of_an_unreadable_answer_is_found_at_its_beginning_or_its_end(
    raw: bytes, identifier: str | None
) -> None:
    assert unread_id(raw) == identifier


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b'{"a":1}{"b":2}', (b'{"a":1}', b'{"b":2}')),
        (b'{"a":1} \t\r\n{"b":"\xff"} ', (b'{"a":1}', b'{"b":"\xff"}')),
        (b'{"a":1}, {"b":2}', (b'{"a":1}',)),
        (b'{"a":1} and more', (b'{"a":1}',)),
        (b'{"a":NaN}', ()),
        (b'{"a":1', ()),
        (b'[1][2]', ()),
        (b"noise", ()),
        (b"", ()),
        (b'\xef\xbb\xbf{"a":1}', (b'{"a":1}',)),
        (b"\xef\xbb\xbfodd", (b"odd",)),
    ],
)  # fmt: skip
def test_several_documents_on_a_line_are_told_apart(raw: bytes, found: tuple[bytes, ...]) -> None:
    assert documents(raw) == found


def test_of_very_many_documents_or_bytes_only_so_many_are_looked_at() -> None:
    assert len(documents(b"{}" * (MOST + 5))) == MOST
    assert len(documents(b"{}{}" + b" " * (SALVAGE_BYTES - 4))) == 2
    assert documents(b"{}{}" + b" " * (SALVAGE_BYTES - 3)) == ()
