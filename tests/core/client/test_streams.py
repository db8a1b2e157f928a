"""Streams that end and sessions that the server forgets while calls are under way (legacy HTTP)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client import streams
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.errors import ConnectError
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.listener import Dropped, Outgoing
from inspector.protocol.records import Exchange
from inspector.protocol.wire import Drop, Open
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.core.client.test_client_http import EVENTS, HELLO, result, sse, until
from tests.trace.samples import call
from tests.transport.http_server import Asked, answer, serve

JSON = "application/json"
NOT_OFFERED = answer(b"", "405 Method Not Allowed")
ACCEPTED = answer(b"", "202 Accepted")
FORGOTTEN = answer(b"", "404 Not Found")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def legacy(url: str) -> Profile:
    return Profile("h", HttpTarget(url), era="legacy", timeout_s=20)


class Server:
    """Sessions s1, s2 … each made by an initialize; `alive` is the one it knows. `seen`: what was asked."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.alive = ""
        self.made = 0
        self.refuses = False  # the next initialize
        self.revision = "2025-11-25"

    def see(self, asked: Asked) -> tuple[str, dict[str, object]]:
        """(verb and method, message)"""
        message = json.loads(asked.body) if asked.body else {}
        verb = asked.line.split()[0]
        what = str(message.get("method", verb))
        self.seen.append(f"{what} {asked.header('mcp-session-id')}".strip())
        return what, message

    def opens(self, asked: Asked, message: dict[str, object]) -> None:
        """Answer an initialize."""
        if self.refuses:
            self.refuses = False
            asked.writer.write(answer(b"", "503 Service Unavailable"))
            return
        self.made += 1
        self.alive = f"s{self.made}"
        hello = result(message, HELLO | {"protocolVersion": self.revision})
        asked.writer.write(answer(hello, content_type=JSON, mcp_session_id=self.alive))


def test_tool_whose_resumed_stream_is_refused_with_404_is_not_run_a_second_time(journal: Journal) -> None:
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what == "tools/call":
            asked.writer.write(EVENTS + sse(b"", id="e1", retry="1"))
            asked.writer.close()
            server.alive = ""
        elif what == "GET":
            asked.writer.write(FORGOTTEN if asked.header("last-event-id") else NOT_OFFERED)
        else:
            asked.writer.write(ACCEPTED)

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            with pytest.raises(ConnectError, match="404"):
                await client.call_tool("pay", b"{}")
            await until(server.seen, "GET s2")  # the session is replaced all the same
            await client.close()

    asyncio.run(main())
    assert [one for one in server.seen if one.startswith("tools/call")] == ["tools/call s1"]


def test_call_made_while_a_new_session_begins_goes_out_in_that_session(journal: Journal) -> None:
    server = Server()
    asked_again, go_on = asyncio.Event(), asyncio.Event()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            if server.made:
                asked_again.set()
                await go_on.wait()
            server.opens(asked, message)
        elif what == "GET":
            asked.writer.write(NOT_OFFERED)
        elif "id" not in message:
            asked.writer.write(ACCEPTED)
        elif asked.header("mcp-session-id") != server.alive:
            status = "404 Not Found" if asked.header("mcp-session-id") else "400 Bad Request"
            asked.writer.write(answer(b"", status))
        else:
            asked.writer.write(answer(result(message, {}), content_type=JSON))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            server.alive = "gone"
            first = asyncio.create_task(client.call("ping"))
            await asked_again.wait()
            second = asyncio.create_task(client.call("tools/list"))
            await asyncio.sleep(0)
            go_on.set()
            assert (await first).value == {}
            assert (await second).value == {}
            await client.close()

    asyncio.run(main())
    assert [one for one in server.seen if one.startswith("tools/list")] == ["tools/list s2"]


def test_session_that_could_not_be_replaced_is_replaced_by_the_next_call(journal: Journal) -> None:
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what == "GET":
            asked.writer.write(NOT_OFFERED)
        elif "id" not in message:
            asked.writer.write(ACCEPTED)
        elif asked.header("mcp-session-id") != server.alive:
            status = "404 Not Found" if asked.header("mcp-session-id") else "400 Bad Request"
            asked.writer.write(answer(b"", status))
        else:
            asked.writer.write(answer(result(message, {}), content_type=JSON))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            server.alive, server.refuses = "gone", True
            with pytest.raises(ConnectError, match="503"):
                await client.call("ping")
            server.revision = "2025-06-18"
            assert (await client.call("ping")).value == {}
            assert client.era is not None
            assert client.era.revision == "2025-06-18"  # what the new handshake agreed on
            await client.close()

    asyncio.run(main())


def test_poll_that_brings_no_event_is_repeated_after_the_last_event_known(journal: Journal) -> None:
    polls: list[str] = []
    call: dict[str, object] = {}
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what == "tools/call":
            call.update(message)
            asked.writer.write(EVENTS + sse(b"", id="e1", retry="1"))
            asked.writer.close()
        elif last := asked.header("last-event-id"):
            polls.append(last)
            news = sse(result(call, {}), id="e2") if len(polls) == 3 else b": no news\n\n"
            asked.writer.write(EVENTS + news)
            asked.writer.close()
        else:
            asked.writer.write(NOT_OFFERED if what == "GET" else ACCEPTED)

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            assert (await client.call_tool("slow", b"{}")).value == {}
            await client.close()

    asyncio.run(main())
    assert polls == ["e1", "e1", "e1"]


def test_listening_stream_of_a_forgotten_session_is_closed_and_only_one_is_left(journal: Journal) -> None:
    server = Server()
    open_streams: dict[str, Asked] = {}

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        session = asked.header("mcp-session-id")
        if what == "initialize":
            server.opens(asked, message)
        elif what == "GET":
            open_streams[session] = asked
            asked.writer.write(EVENTS)
            await asked.writer.drain()
            await asked.reader.read()  # until the client closes it
            del open_streams[session]
        elif "id" not in message:
            asked.writer.write(ACCEPTED)
        elif session != server.alive:
            asked.writer.write(FORGOTTEN)
        else:
            asked.writer.write(answer(result(message, {}), content_type=JSON))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            await until(server.seen, "GET s1")
            server.alive = "gone"
            await client.call("ping")
            await until(server.seen, "GET s2")
            async with asyncio.timeout(20):
                while "s1" in open_streams:
                    await asyncio.sleep(0.005)
            await client.close()

    asyncio.run(main())
    assert server.seen.count("GET s1") == server.seen.count("GET s2") == 1


def test_input_required_of_an_older_era_is_a_result_like_any_other(journal: Journal) -> None:
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what == "GET":
            asked.writer.write(NOT_OFFERED)
        elif "id" not in message:
            asked.writer.write(ACCEPTED)
        else:
            question = {"k": {"method": "roots/list"}}
            value = {"resultType": "input_required", "inputRequests": question, "requestState": "s"}
            asked.writer.write(answer(result(message, value), content_type=JSON))

    async def nobody(request: ServerRequest) -> dict[str, object]:
        raise AssertionError(request)

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal, answerer=nobody)
            await client.connect()
            assert (await client.call_tool("t", b"{}")).rounds == 1
            await client.close()

    asyncio.run(main())
    assert server.seen.count("tools/call s1") == 1


def test_a_listening_stream_is_taken_up_again_when_the_gateway_restarts(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gone, refused for a while, then there again with another session: nothing is missed without a word."""
    monkeypatch.setattr(streams, "DEFAULT_RETRY_MS", 1)
    server, down = Server(), ["first", "503", "502", "404"]

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what != "GET":
            asked.writer.write(ACCEPTED)
        elif not down:
            asked.writer.write(EVENTS + sse(b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'))
            await asked.writer.drain()
            await asyncio.Event().wait()
        elif (how := down.pop(0)) == "first":
            asked.writer.write(EVENTS)
            asked.writer.close()
        else:
            asked.writer.write(answer(b"", f"{how} Away"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            await until(server.seen, "GET s2")
            async with asyncio.timeout(20):
                while "tools" not in client.catalog.stale:
                    await asyncio.sleep(0.001)
            assert client.deaf == ""
            assert server.alive == "s2"
            await client.close()

    asyncio.run(main())


def test_a_server_that_never_had_a_listening_stream_is_not_asked_again(journal: Journal) -> None:
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        else:
            asked.writer.write(answer(b"", "404 Not Found") if what == "GET" else ACCEPTED)

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            await until(server.seen, "GET s1")
            assert client.deaf == ""
            await client.close()

    asyncio.run(main())
    assert server.seen.count("GET s1") == 1


async def over(client: Client, server: Server, enough: int) -> None:
    """Wait until nothing is listened to any more, or more was begun than there is a reason for."""
    async with asyncio.timeout(20):
        while client.deaf != "over" and server.made <= enough:
            await asyncio.sleep(0.001)


def test_a_new_session_whose_listening_stream_is_refused_as_well_is_the_last(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "DEFAULT_RETRY_MS", 0)
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what != "GET":
            asked.writer.write(ACCEPTED)
        elif server.seen.count("GET s1") == 1:
            asked.writer.write(EVENTS)
            asked.writer.close()
        else:
            asked.writer.write(FORGOTTEN)

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            await over(client, server, 3)
            assert client.deaf == "over"
            assert client.state == "connected"
            await client.close()

    asyncio.run(main())
    assert [one for one in server.seen if one.startswith("GET")] == ["GET s1", "GET s1", "GET s2"]
    notes = [one.note for one in journal.records(1, journal.last)]
    assert "listening stream rejected (HTTP 404); not retried" in notes


def test_sessions_whose_streams_end_at_once_are_not_begun_without_end(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each gives one stream that brings nothing, and is forgotten with it."""
    monkeypatch.setattr(streams, "DEFAULT_RETRY_MS", 0)
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what != "GET":
            asked.writer.write(ACCEPTED)
        elif server.seen.count(f"GET {server.alive}") == 1:
            asked.writer.write(EVENTS)
            asked.writer.close()
        else:
            asked.writer.write(FORGOTTEN)

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            await over(client, server, streams.MOST_LISTENING)
            assert client.deaf == "over"
            await client.close()

    asyncio.run(main())
    assert 2 < server.made <= streams.MOST_LISTENING


def test_streams_that_stood_for_long_are_taken_up_again_however_often_they_end(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that cuts what is silent is no reason to become deaf."""
    monkeypatch.setattr(streams, "DEFAULT_RETRY_MS", 0)
    monkeypatch.setattr(streams, "MOST_LISTENING", 2)
    monkeypatch.setattr(streams, "STOOD_S", 0)
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what != "GET":
            asked.writer.write(ACCEPTED)
        else:
            asked.writer.write(EVENTS)
            asked.writer.close()

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            async with asyncio.timeout(20):
                while server.seen.count("GET s1") < 6 and client.deaf != "over":
                    await asyncio.sleep(0.001)
            assert client.deaf != "over"
            await client.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "refusal",
    [
        NOT_OFFERED,
        answer(b"", "401 Unauthorized"),
        answer(b"", "501 Not Implemented"),
        answer(b"<p>hello</p>", content_type="text/html"),
    ],
)
def test_a_listening_stream_that_is_not_offered_any_more_is_over(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, refusal: bytes
) -> None:
    monkeypatch.setattr(streams, "DEFAULT_RETRY_MS", 0)
    server = Server()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what != "GET":
            asked.writer.write(ACCEPTED)
        elif server.seen.count("GET s1") == 1:
            asked.writer.write(EVENTS)
            asked.writer.close()
        else:
            asked.writer.write(refusal)

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            await over(client, server, 1)
            assert client.deaf == "over"
            await client.close()

    asyncio.run(main())
    assert server.seen.count("GET s1") == 2
    status = refusal.split()[1].decode()
    notes = [one.note for one in journal.records(1, journal.last)]
    assert f"listening stream rejected (HTTP {status}); not retried" in notes


@pytest.mark.parametrize("renewed", [True, False])
def test_a_listening_stream_waits_for_its_token_and_is_over_without_one(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, renewed: bool
) -> None:
    monkeypatch.setattr(streams, "DEFAULT_RETRY_MS", 0)
    server, refused, token = Server(), asyncio.Event(), asyncio.Event()

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        elif what != "GET":
            asked.writer.write(ACCEPTED)
        elif server.seen.count("GET s1") == 2:
            asked.writer.write(answer(b"", "401 Unauthorized"))
        else:
            asked.writer.write(EVENTS)
            if server.seen.count("GET s1") == 1:
                asked.writer.close()
            else:
                await asked.writer.drain()
                await asyncio.Event().wait()

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)

            async def renew(channel: str) -> bool:
                refused.set()
                await token.wait()
                return renewed

            def answered(channel: str, status: int, headers: object) -> None:
                if status == 401:
                    client.stream_refused(channel)

            monkeypatch.setattr(client.authorizer, "renewed", renew)
            monkeypatch.setattr(client.authorizer, "answered", answered)
            await client.connect()
            await refused.wait()
            async with asyncio.timeout(20):
                while not any(one.note == "the stream ended" for one in journal.records(1, journal.last)):
                    await asyncio.sleep(0.001)
            await asyncio.sleep(0)
            assert client.deaf == "waiting"
            token.set()
            async with asyncio.timeout(20):
                while client.deaf == "waiting":
                    await asyncio.sleep(0.001)
            assert client.deaf == ("" if renewed else "over")
            await client.close()

    asyncio.run(main())
    assert server.seen.count("GET s1") == (3 if renewed else 2)


def test_closing_ends_all_that_would_listen_again(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token is renewed for the stream while its session is found forgotten."""
    server = Server()
    begun: list[str] = []
    ended: list[str] = []

    async def respond(asked: Asked) -> None:
        what, message = server.see(asked)
        if what == "initialize":
            server.opens(asked, message)
        else:
            asked.writer.write(NOT_OFFERED if what == "GET" else ACCEPTED)

    async def for_ever(what: str) -> bool:
        begun.append(what)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(what)
        return False

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(legacy(url), journal)
            await client.connect()
            monkeypatch.setattr(client.authorizer, "renewed", for_ever)
            monkeypatch.setattr(client.connection, "renew_session", for_ever)
            channel = client.connection._streams._listening
            client.stream_refused(channel)
            client.connection._session_forgotten(Dropped(None, "", None, 0, 404, "", channel))
            async with asyncio.timeout(20):
                while len(begun) < 2:
                    await asyncio.sleep(0)
            await client.close()
            assert sorted(ended) == sorted(begun)

    asyncio.run(main())


class Loop:
    """A clock that stands still; what is to be called later is kept."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.later: list[tuple[float, Any, tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, done: Any, *given: Any) -> Any:
        entry = (delay, done, given)
        self.later.append(entry)
        return SimpleNamespace(cancel=lambda: self.later.remove(entry))

    def due(self) -> None:
        """The pause of the oldest one is over."""
        _delay, done, given = self.later.pop(0)
        done(*given)


class Sent:
    """Stands for a session: keeps what is noted, sent, and given up."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.orders: list[Any] = []
        self.listened: list[tuple[Any, Dropped]] = []
        self.given_up: list[tuple[int, str, str]] = []
        self.settled = 0
        self.transport: object | None = object()
        self.status = 200
        self.open = True
        self.conversation: Any = self
        self.era: object = LegacyEra(agreed=True)

    def note(self, text: str) -> None:
        self.notes.append(text)

    def send(self, build: Any) -> Outgoing:
        outgoing: Outgoing = build(1, 1)
        self.orders += outgoing.orders
        return outgoing

    def settle(self) -> None:
        self.settled += 1

    def listen(self, headers: Any, takes_up: Dropped) -> Outgoing:
        self.listened.append((headers, takes_up))
        return Outgoing((Open(f"get {len(self.listened)}", headers),), [])

    def give_up(self, exchange: Exchange, status: str, _at: int, detail: str) -> None:
        self.given_up.append((exchange.number, status, detail))

    def status_of(self, _channel: str) -> int:
        return self.status

    def is_open(self, _channel: str) -> bool:
        return self.open


class Standing:
    """The streams of a session that stands still."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loop, self.sent, self.forgotten = Loop(), Sent(), list[Dropped]()
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: self.loop)
        session: Any = self.sent
        self.streams = streams.Streams(session, self.forgotten.append)

    def listen(self, **more: Any) -> Dropped:
        """A listening stream that was there and ended."""
        self.streams.listen()
        return Dropped(**{"exchange": None, "channel": "get 1", **ENDED, **more})


ENDED: dict[str, Any] = {"last_event_id": "", "retry_ms": None, "events": 0, "status": 200, "error": ""}


def ended(number: int = 7, **more: Any) -> Dropped:
    """The stream of a call that ended early."""
    return Dropped(**{"exchange": call(number), "channel": f"post {number}", **ENDED, **more})


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch) -> Standing:
    return Standing(monkeypatch)


@pytest.mark.parametrize(
    ("more", "pause_s", "noted"),
    [
        ({}, 1.0, "the stream of #7 ended; resuming in 1000 ms"),
        ({"retry_ms": 0}, 0.0, "the stream of #7 ended; resuming in 0 ms"),
        ({"retry_ms": 250}, 0.25, "the stream of #7 ended; resuming in 250 ms"),
        ({"retry_ms": 60_001}, 60.0, "the stream of #7 ended; resuming in 60000 ms"),
        ({"last_event_id": "e1"}, 1.0, "the stream of #7 ended; resuming in 1000 ms after event e1"),
    ],
)
def test_the_stream_of_a_call_is_taken_up_after_the_pause_that_was_asked_for(
    standing: Standing, more: dict[str, Any], pause_s: float, noted: str
) -> None:
    stream = ended(**more)
    standing.streams.dropped(stream)
    assert standing.sent.notes == [noted]
    assert [delay for delay, *_ in standing.loop.later] == [pause_s]
    assert standing.sent.listened == []
    standing.loop.due()
    [(headers, takes_up)] = standing.sent.listened
    assert takes_up is stream
    assert dict(headers).get("Last-Event-ID", "") == stream.last_event_id
    assert not standing.streams.listens, "it is no listening stream"


def test_a_call_whose_stream_brings_nothing_five_times_is_lost(standing: Standing) -> None:
    for _ in range(5):
        standing.streams.dropped(ended())
        standing.loop.due()
    assert [note.split(" in ")[1] for note in standing.sent.notes] == ["1000 ms"] * 5, "no pause grows"
    assert (standing.sent.given_up, standing.sent.settled) == ([], 0)
    standing.streams.dropped(ended())
    assert standing.sent.given_up == [(7, "lost", "the stream ended 5 times without a response")]
    assert standing.sent.settled == 1 and len(standing.sent.notes) == 5 and not standing.loop.later


def test_a_stream_that_brought_something_is_counted_anew(standing: Standing) -> None:
    for events in (0, 0, 0, 0, 0, 1, 0, 0, 0, 0):
        standing.streams.dropped(ended(events=events))
        standing.loop.due()
    assert standing.sent.given_up == []
    standing.streams.dropped(ended())
    assert len(standing.sent.given_up) == 1


def test_each_call_is_counted_for_itself_and_none_is_taken_up_after_its_end(standing: Standing) -> None:
    for number in range(1, 9):
        standing.streams.dropped(ended(number))
    assert len(standing.loop.later) == 8
    done = ended(9)
    standing.streams.dropped(done)
    assert done.exchange is not None
    done.exchange.status = "done"
    for _ in range(9):
        standing.loop.due()
    assert [stream.exchange.number for _, stream in standing.sent.listened if stream.exchange] == [
        1, 2, 3, 4, 5, 6, 7, 8
    ]  # fmt: skip


def test_the_pause_of_a_listening_stream_grows_up_to_a_minute_until_it_is_given_up(
    standing: Standing,
) -> None:
    stream = standing.listen()
    for _ in range(20):
        standing.streams.dropped(stream)
        standing.loop.later.clear()
    assert [note.split(" in ")[1] for note in standing.sent.notes] == [
        f"{pause} ms" for pause in (1000, 1000, 2000, 4000, 8000, 16_000, 32_000, *[60_000] * 13)
    ]
    assert standing.sent.notes[0] == "the listening stream ended; resuming in 1000 ms"
    standing.streams.dropped(stream)
    assert standing.sent.notes[20:] == ["the listening stream ended 20 times without a message; not retried"]
    assert standing.streams.deaf == "over" and standing.sent.settled == 0
    standing.streams.listen()
    assert standing.streams.deaf == "", "a new session begins anew"


@pytest.mark.parametrize(("stood_s", "pause"), [(59.9, 4000), (60.0, 1000)])
def test_a_listening_stream_that_stood_for_a_minute_is_counted_anew(
    standing: Standing, stood_s: float, pause: int
) -> None:
    stream = standing.listen()
    for _ in range(3):
        standing.streams.dropped(stream)
        standing.loop.later.clear()
    standing.sent.notes.clear()
    standing.streams.listen()
    standing.loop.now += stood_s
    again = Dropped(None, "", None, 0, 200, "", "get 2")
    standing.streams.dropped(again)
    assert standing.sent.notes == [f"the listening stream ended; resuming in {pause} ms"]


def test_a_listening_stream_that_comes_back_is_the_one_listened_on(standing: Standing) -> None:
    assert (standing.streams.deaf, standing.streams.listens) == ("", False)
    assert not standing.streams.listens_on("")
    stream = standing.listen(last_event_id="e5")
    assert standing.streams.deaf == "", "nothing is missed yet that was ever there"
    assert standing.streams.listens and standing.streams.listens_on("get 1")
    standing.streams.dropped(stream)
    standing.sent.status = 0
    assert standing.streams.deaf == "waiting"
    standing.loop.due()
    assert standing.streams.listens_on("get 2") and not standing.streams.listens_on("get 1")
    assert standing.sent.listened[1][1] is stream
    assert standing.streams.deaf == "waiting"
    standing.sent.status = 200
    assert standing.streams.deaf == ""
    standing.streams.dropped(stream)
    assert len(standing.sent.notes) == 1, "that of before is over"


def test_a_listening_stream_that_is_set_aside_is_over_unless_it_is_asked_for_again(
    standing: Standing,
) -> None:
    stream = standing.listen()
    standing.streams.leave(401)
    assert standing.sent.notes == [], "it never was there"
    standing.streams.dropped(stream)
    standing.loop.later.clear()
    standing.streams.set_aside()
    assert not standing.streams.listens
    standing.streams.listen()
    assert standing.streams.listens and standing.streams.deaf == ""
    standing.streams.leave(401)
    assert standing.sent.notes[1:] == ["listening stream rejected (HTTP 401); not retried"]
    assert standing.streams.deaf == "over"


def test_calls_that_wait_for_a_stream_are_lost_with_the_session(standing: Standing) -> None:
    standing.listen()
    standing.streams.dropped(ended(7))
    standing.streams.dropped(ended(8))
    standing.streams.abandon()
    why = "the session ended before the response arrived"
    assert standing.sent.given_up == [(7, "lost", why), (8, "lost", why)]
    assert standing.loop.later == [] and standing.sent.settled == 1
    assert standing.sent.orders[1:] == [Drop("get 1")] and not standing.streams.listens
    standing.streams.abandon()
    assert len(standing.sent.given_up) == 2


@pytest.mark.parametrize("how", ["closed by itself", "no transport"])
def test_a_listening_stream_that_is_not_open_is_not_dropped(standing: Standing, how: str) -> None:
    standing.listen()
    if how == "no transport":
        standing.sent.transport = None
    standing.sent.open = how == "no transport"
    standing.streams.abandon()
    assert not any(isinstance(order, Drop) for order in standing.sent.orders)


def test_a_session_made_anew_may_be_forgotten_once_its_stream_was_there(standing: Standing) -> None:
    standing.listen()
    standing.streams.abandon()
    standing.streams.listen()
    standing.streams.dropped(Dropped(None, "", None, 0, 200, "", "get 2"))
    standing.loop.due()
    gone = Dropped(None, "", None, 0, 404, "", "get 3")
    standing.streams.dropped(gone)
    assert standing.sent.notes[1:] == ["the listening stream ended; resuming in 1000 ms"]
    assert standing.forgotten == []
    standing.loop.due()
    assert standing.forgotten == [gone], "a new session is made, not asked for the old one"
    assert len(standing.sent.listened) == 3


@pytest.mark.parametrize("status", [400, 404])
def test_a_session_that_was_just_made_is_not_called_forgotten(standing: Standing, status: int) -> None:
    stream = standing.listen()
    standing.streams.dropped(stream)
    standing.streams.abandon()
    standing.streams.listen()
    standing.streams.dropped(Dropped(None, "", None, 0, status, "", "get 2"))
    assert standing.sent.notes[1:] == [f"listening stream rejected (HTTP {status}); not retried"]
    assert standing.loop.later == [] and standing.forgotten == []


@pytest.mark.parametrize("what", ["dropped", "retry"])
def test_nothing_is_taken_up_after_the_end(standing: Standing, what: str) -> None:
    standing.streams.dropped(ended(7))
    standing.streams.close()
    assert standing.loop.later == []
    getattr(standing.streams, what)(ended(8))
    assert len(standing.sent.notes) == 1 and standing.loop.later == []


@pytest.mark.parametrize("missing", ["transport", "era"])
def test_nothing_is_opened_without_a_connection_of_that_era(standing: Standing, missing: str) -> None:
    setattr(standing.sent, missing, None)
    standing.streams.listen()
    assert standing.sent.listened == [] and not standing.streams.listens
