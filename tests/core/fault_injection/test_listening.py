"""What a fault sends, which records belong to it, how long is waited for more, and what is cleaned up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.fault_injection import listening
from inspector.core.fault_injection.listening import LISTEN_S, QUIET_S, SETTLE_S, FaultListener, bare_session
from inspector.errors import ClosedError
from inspector.protocol.faults import Shot
from inspector.protocol.listener import Outgoing
from inspector.protocol.records import Exchange, Record
from inspector.protocol.wire import Drop, Send
from tests.trace.samples import notification

SECOND = 1_000_000_000


class Conversation:
    """Answers what the listener asks, and keeps what it was told."""

    def __init__(self, transport: str) -> None:
        self.transport = transport
        self.pipe = None if transport == "http" else "stdin"
        self.open: set[str] = set()
        self.done: list[Any] = []
        self.waiting: list[Exchange] = []
        self.correlation = SimpleNamespace(
            pending=lambda direction: list(self.waiting) if direction == "out" else []
        )

    def is_open(self, channel: str) -> bool:
        return channel in self.open

    def listen(self, headers: Any, verb: str) -> Outgoing:
        self.done.append(("listen", verb, headers))
        return Outgoing((Send("post-9", b""),), [])

    def raw(self, data: bytes, at_ns: int, number: int, *, headers: Any, without: Any) -> Outgoing:
        self.done.append(("raw", data, headers, without))
        exchange = Exchange(number, 1, "out", "ping")
        self.waiting.append(exchange)
        sent = notification(number, data, direction="out", exchange=number)
        other = notification(number + 1, data, direction="out", exchange=0)
        return Outgoing((Send(f"post-{number}", data),), [sent, other], exchange)

    def cancel(self, exchange: Exchange, reason: str, _at_ns: int, _number: int) -> Outgoing:
        self.done.append(("cancel", exchange.number, reason))
        return Outgoing((), [])

    def give_up(self, exchange: Exchange, status: str, _at_ns: int, why: str) -> None:
        self.done.append(("give up", exchange.number, status, why))


class Session:
    """Carries nothing out; `orders` are what it was told to."""

    def __init__(self, transport: str = "stdio") -> None:
        self.conversation = Conversation(transport)
        self.transport: object | None = object()
        self.listeners: list[Callable[[list[Record]], None]] = []
        self.orders: list[Any] = []
        self.settled = 0
        self.number = 1
        self.journal = SimpleNamespace(next_number=lambda: self.number)

    def send(self, build: Callable[[int, int], Outgoing]) -> Outgoing:
        if self.transport is None:
            raise ClosedError("not connected")
        outgoing = build(0, self.number)
        self.number += 1
        self.orders += outgoing.orders
        return outgoing

    def settle(self) -> None:
        self.settled += 1

    def tell(self, *records: Record) -> None:
        for listener in self.listeners:
            listener(list(records))


def listener(session: Session, *shots: Shot) -> FaultListener:
    return FaultListener(session, shots or (ASKED,))  # type: ignore[arg-type]


ASKED = Shot(b'{"id":7}', ids=("7",))
TOLD = Shot(b"{}")
ANSWER = b'{"jsonrpc":"2.0","id":7,"result":{}}'


def came(number: int, raw: bytes = ANSWER, **more: Any) -> Record:
    return notification(number, raw, **{"kind": "response", "channel": "stdout", "method": "", **more})


def head(channel: str, status: int = 200) -> Record:
    return came(9, b"HTTP/1.1 %d OK\r\n" % status, kind="head", channel=channel)


def test_each_shot_goes_out_as_it_is_and_the_session_is_left_at_the_end() -> None:
    session = Session()
    shots = (Shot(b"a", headers=(("A", "b"),), without=("c",)), Shot(b"", verb="GET", headers=(("D", "e"),)))
    with listener(session, *shots) as sent:
        assert session.conversation.done == [
            ("raw", b"a", (("A", "b"),), ("c",)), ("listen", "GET", (("D", "e"),)),
        ]  # fmt: skip
        assert [order.channel for order in session.orders] == ["post-1", "post-9"]
        assert len(session.listeners) == 1
        heard = sent.heard()
        assert (heard.transport, heard.shots, heard.channels) == ("stdio", shots, ("post-1", "post-9"))
        assert (heard.exchanges, heard.came, sent.first) == (frozenset({1}), (), 1)
        assert 0 <= heard.waited_s < 60
    assert session.listeners == []


def test_without_a_connection_nobody_listens() -> None:
    session = Session()
    session.transport = None
    with pytest.raises(ClosedError), listener(session):
        pass
    assert session.listeners == []


@pytest.mark.parametrize(
    ("transport", "record", "kept"),
    [
        ("stdio", came(5), True),
        ("stdio", came(5, direction="out"), False),
        ("stdio", came(5, kind="stderr"), False),
        ("stdio", came(5, kind="lifecycle", direction="", channel="exited"), True),
        ("stdio", came(5, kind="notification", method="notifications/message"), False),
        ("stdio", came(5, kind="notification", method="notifications/subscriptions/acknowledged"), True),
        ("stdio", came(5, kind="request", method="ping"), True),
        ("http", came(5, channel="post-1"), True),
        ("http", came(5, channel="post-7"), False),
        ("http", came(5, channel="post-1", kind="notification", method="notifications/message"), True),
    ],
)
def test_only_what_may_belong_to_the_fault_is_kept(transport: str, record: Record, kept: bool) -> None:
    session = Session(transport)
    with listener(session) as sent:
        session.tell(record)
        assert sent.heard().came == ((record,) if kept else ())


def test_it_has_ended_when_the_process_has_or_the_transport_is_gone() -> None:
    session = Session()
    with listener(session) as sent:
        assert not sent.ended
        session.tell(came(5, kind="response", channel="exited"))
        assert not sent.ended
        session.tell(came(6, kind="lifecycle", direction="", channel="exited"))
        assert sent.ended
    other = Session()
    with listener(other) as sent:
        other.transport = None
        assert sent.ended


PATIENCE_S = 100.0
ACKNOWLEDGED = came(5, b"{}", kind="notification", method="notifications/subscriptions/acknowledged")


@pytest.mark.parametrize(
    ("transport", "shot", "records", "rest_s"),
    [
        ("stdio", ASKED, (), PATIENCE_S - 1),
        ("stdio", ASKED, (came(5),), SETTLE_S),
        ("stdio", ASKED, (came(5, b'{"id":null,"error":{"code":1}}', kind="error"),), SETTLE_S),
        ("stdio", ASKED, (came(5, b'{"id":99,"result":{}}', role="unknown"),), SETTLE_S),
        ("stdio", ASKED, (came(5, b"[]", kind="batch"),), SETTLE_S),
        ("stdio", ASKED, (ACKNOWLEDGED,), LISTEN_S),
        ("stdio", TOLD, (), QUIET_S - 1),
        ("stdio", TOLD, (came(5, b"{}", kind="request"),), QUIET_S),
        ("stdio", Shot(b""), (), PATIENCE_S - 1),
        ("sse", ASKED, (head("post-1", 400),), SETTLE_S),
        ("sse", ASKED, (head("post-1", 399),), PATIENCE_S - 1),
        ("http", ASKED, (), PATIENCE_S - 1),
        ("http", ASKED, (head("post-1"),), PATIENCE_S - 1),
        ("http", ASKED, (came(5, channel="post-1"),), SETTLE_S),
        ("http", TOLD, (head("post-1"),), LISTEN_S),
        ("http", TOLD, (), PATIENCE_S - 1),
    ],
)
def test_how_long_is_still_waited_after_a_second(
    monkeypatch: pytest.MonkeyPatch, transport: str, shot: Shot, records: tuple[Record, ...], rest_s: float
) -> None:
    now = [0]
    monkeypatch.setattr(listening, "now_ns", lambda: now[0])
    session = Session(transport)
    session.conversation.open.add("post-1")
    with listener(session, shot) as sent:
        now[0] = SECOND
        if records:
            session.tell(*records)
        assert sent._rest_s(PATIENCE_S) == pytest.approx(rest_s)
        assert sent._rest_s(1.1) == pytest.approx(min(rest_s, 0.1))
        now[0] += SECOND // 10
        later = rest_s - 0.1
        assert sent._rest_s(PATIENCE_S) == pytest.approx(later)


def test_over_http_it_is_over_when_every_stream_is() -> None:
    session = Session("http")
    with listener(session, ASKED, ASKED) as sent:
        assert sent._rest_s(PATIENCE_S) > 1, "nothing was told of them yet"
        session.tell(head("post-1"))
        assert sent._rest_s(PATIENCE_S) > 1
        session.tell(head("post-2"))
        assert sent._rest_s(PATIENCE_S) == 0
        session.conversation.open.add("post-2")
        assert sent._rest_s(PATIENCE_S) > 1


def test_a_connection_that_broke_is_not_waited_for() -> None:
    session = Session()
    with listener(session) as sent:
        session.conversation.waiting[0].status = "lost"
        assert sent._rest_s(PATIENCE_S) <= SETTLE_S
    told = Session()
    with listener(told, Shot(b"", verb="GET")) as sent:
        assert sent._rest_s(PATIENCE_S) > 1, "nothing was asked that could be lost"


def test_listening_ends_when_the_answer_has_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "SETTLE_S", 0.01)
    session = Session()

    async def main() -> float:
        with listener(session) as sent:
            asyncio.get_running_loop().call_soon(session.tell, came(5))
            began = time.monotonic()
            await sent.listen(60)
            assert sent.heard().answered()
            return time.monotonic() - began

    assert asyncio.run(main()) < 30


@pytest.mark.parametrize("gone", [True, False])
def test_listening_ends_with_the_patience_and_with_the_transport(gone: bool) -> None:
    session = Session()

    async def main() -> None:
        with listener(session) as sent:
            if gone:
                session.transport = None
            await sent.listen(60 if gone else 0.01)
            assert not sent.heard().answered()

    asyncio.run(main())


def test_streams_that_are_open_are_closed_and_what_waits_is_given_up() -> None:
    session = Session("http")
    conversation = session.conversation
    with listener(session, ASKED, ASKED) as sent:
        conversation.open = {"post-1", "post-9"}
        conversation.waiting[1].method = "subscriptions/listen"
        conversation.waiting.append(Exchange(77, 1, "out", "ping"))
        session.orders.clear()
        conversation.done.clear()
        sent.clean_up()
    assert session.orders == [Drop("post-1")]
    assert conversation.done == [
        ("give up", 1, "lost", "no response"),
        ("cancel", 2, ""),
        ("give up", 2, "lost", "no response"),
    ]
    assert session.settled == 1


def test_over_a_pipe_or_without_a_transport_nothing_is_closed() -> None:
    piped, gone = Session("stdio"), Session("http")
    for session in (piped, gone):
        session.conversation.open = {"post-1"}
        with listener(session) as sent:
            session.conversation.waiting[0].method = "subscriptions/listen"
            session.orders.clear()
            session.conversation.done.clear()
            session.transport = None
            sent.clean_up()
        assert session.orders == []
        assert session.conversation.done == [("give up", 1, "lost", "no response")]


def test_a_connection_of_its_own_has_no_handshake_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Transport:
        def __init__(self) -> None:
            self.done: list[Any] = []

        async def start(self) -> None:
            self.done.append("start")
            if len(made) > 1:
                raise ConnectionError

        async def close(self, grace_s: float) -> None:
            self.done.append(("close", grace_s))

    def make_transport(kind: str, target: object, feed: object) -> Transport:
        made.append((kind, target, Transport()))
        return made[-1][2]  # type: ignore[no-any-return]

    monkeypatch.setattr(listening, "make_transport", make_transport)
    sessions: list[Any] = []
    journal = SimpleNamespace(
        next_session=lambda: 5, add_session=sessions.append, update_session=sessions.append,
        on_change=lambda: None, flush=lambda: None, next_number=lambda: 1,
    )  # fmt: skip
    model = SimpleNamespace(
        info=SimpleNamespace(transport="stdio", target="run it"),
        conversation=SimpleNamespace(era=SimpleNamespace(revision="2025-06-18")),
    )
    client: Any = SimpleNamespace(
        name="s", journal=journal, session=model, profile=SimpleNamespace(target="the target")
    )

    async def main() -> None:
        async with bare_session(client, "Title") as session:
            assert (session.info.number, session.info.name, session.info.target) == (5, "s: Title", "run it")
            assert session.conversation.era.revision == "2025-06-18"
            assert session.conversation.era.name == "legacy"
            assert session.transport is not None
        assert session.transport is None and session.info.ended_ns

    asyncio.run(main())
    kind, target, transport = made[0]
    assert (kind, target, transport.done) == ("stdio", "the target", ["start", ("close", 0.2)])
    with pytest.raises(ConnectionError):
        asyncio.run(main())
    assert made[1][2].done == ["start", ("close", 0.2)], "one that did not start is closed, too"
