"""Streams that end and sessions that the server forgets while calls are under way (legacy HTTP)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.core.client import streams
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.errors import ConnectError
from inspector.protocol.listener import Dropped
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.core.client.test_client_http import EVENTS, HELLO, result, sse, until
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
    assert "the listening stream was refused (HTTP 404); left so" in notes


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
    assert f"the listening stream was refused (HTTP {status}); left so" in notes


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
