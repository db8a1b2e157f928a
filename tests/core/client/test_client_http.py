"""A client over HTTP: sessions, streams and how they end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.errors import ConnectError
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.transport.http_server import Asked, answer, serve

SESSION = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def result(message: dict[str, object], value: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": value}).encode()


async def until(flag: list[str], word: str) -> None:
    async with asyncio.timeout(20):
        while word not in flag:
            await asyncio.sleep(0.005)


def test_session_that_the_server_forgot_is_replaced_once_for_all_calls_that_meet_it(journal: Journal) -> None:
    seen: list[str] = []
    sessions = iter(["first", "second"])
    known = ""

    async def respond(asked: Asked) -> None:
        nonlocal known
        verb = asked.line.split()[0]
        message = json.loads(asked.body) if asked.body else {}
        session = asked.header("mcp-session-id")
        seen.append(f"{verb} {message.get('method', '')} {session}".strip())
        if message.get("method") == "initialize":
            known = next(sessions)
            reply = result(message, HELLO)
            asked.writer.write(answer(reply, content_type="application/json", mcp_session_id=known))
        elif verb == "GET":
            asked.writer.write(answer(b"", "405 Method Not Allowed"))
        elif session != known:
            asked.writer.write(answer(b"", "404 Not Found"))
        elif verb == "POST" and "id" not in message:
            asked.writer.write(answer(b"", "202 Accepted"))
        else:
            reply = result(message, {"tools": []}) if message else b""
            asked.writer.write(answer(reply, content_type="application/json"))

    async def main() -> None:
        nonlocal known
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="legacy", timeout_s=20), journal)
            await client.connect()
            known = "gone"
            answers = await asyncio.gather(client.call("tools/list"), client.call("tools/list"))
            assert [answer.value for answer in answers] == [{"tools": []}] * 2
            assert client.state == "connected"
            await until(seen, "GET  second")
            await client.close()

    asyncio.run(main())
    assert seen.count("POST initialize") == 2
    assert seen.count("POST tools/list first") == 2
    assert seen.count("POST tools/list second") == 2
    assert seen.count("GET  second") == 1
    assert seen[-1] == "DELETE  second"
    notes = [record.note for record in journal.records(1, journal.last) if record.kind == "lifecycle"]
    assert sum("started a new one" in note for note in notes) == 2


def test_session_that_is_refused_again_and_again_fails_the_call_and_is_left_with_delete(
    journal: Journal,
) -> None:
    seen: list[str] = []

    async def respond(asked: Asked) -> None:
        verb = asked.line.split()[0]
        message = json.loads(asked.body) if asked.body else {}
        seen.append(f"{verb} {message.get('method', '')} {asked.header('mcp-session-id')}".strip())
        if message.get("method") == "initialize":
            reply = result(message, HELLO)
            asked.writer.write(answer(reply, content_type="application/json", mcp_session_id=SESSION))
        elif verb == "POST" and "id" not in message:
            asked.writer.write(answer(b"", "202 Accepted"))
        else:  # also GET and DELETE
            asked.writer.write(answer(b"", "405 Method Not Allowed" if verb == "GET" else "404 Not Found"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="legacy", timeout_s=20), journal)
            await client.connect()
            with pytest.raises(ConnectError, match="404"):
                await client.call("tools/list")
            assert client.state == "connected"
            await until(seen, f"GET  {SESSION}")
            await client.close()

    asyncio.run(main())
    assert seen.count("POST initialize") == 2
    assert seen.count(f"POST tools/list {SESSION}") == 2
    assert f"POST notifications/initialized {SESSION}" in seen
    assert seen[-1] == f"DELETE  {SESSION}"


def test_end_of_the_sse_stream_ends_the_connection(journal: Journal) -> None:
    streams: list[Asked] = []

    async def respond(asked: Asked) -> None:
        if asked.line.startswith("GET"):
            streams.append(asked)
            asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            asked.writer.write(b"event: endpoint\ndata: /messages\n\n")
            await asked.writer.drain()
            return
        message = json.loads(asked.body)
        asked.writer.write(answer(b"Accepted", "202 Accepted"))
        if message["method"] == "initialize":
            streams[0].writer.write(b"data: " + result(message, HELLO) + b"\n\n")
        elif message["method"] == "ping":
            streams[0].writer.close()

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("s", HttpTarget(url), transport="sse", timeout_s=20), journal)
            await client.connect()
            with pytest.raises(ConnectError):
                await client.call("ping")
            async with asyncio.timeout(20):
                while client.state != "failed":
                    await asyncio.sleep(0.005)
            assert client.failure is not None
            assert "closed" in client.failure.happened
            await client.close()

    asyncio.run(main())


EVENTS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def sse(message: bytes, **fields: str) -> bytes:
    lines = [f"{name}: {value}".encode() for name, value in fields.items()]
    return b"\n".join([*lines, b"data: " + message]) + b"\n\n"


def test_call_whose_stream_the_server_closes_is_polled_with_the_last_event_id(journal: Journal) -> None:
    polls: list[tuple[str, float]] = []
    dropped_at = 0.0
    call: dict[str, object] = {}

    async def respond(asked: Asked) -> None:
        nonlocal dropped_at
        message = json.loads(asked.body) if asked.body else {}
        verb, last = asked.line.split()[0], asked.header("last-event-id")
        loop = asyncio.get_running_loop()
        if message.get("method") == "initialize":
            asked.writer.write(answer(result(message, HELLO), content_type="application/json"))
        elif message.get("method") == "tools/call":
            call.update(message)
            asked.writer.write(EVENTS + sse(b"", id="e1", retry="50"))
            asked.writer.close()
            dropped_at = loop.time()
        elif last:
            polls.append((last, loop.time() - dropped_at))
            more = sse(result(call, {"content": []}), id="e3") if last == "e2" else sse(b"", id="e2")
            asked.writer.write(EVENTS + more)
            asked.writer.close()
            dropped_at = loop.time()
        elif verb == "GET":
            asked.writer.write(answer(b"", "405 Method Not Allowed"))
        else:
            asked.writer.write(answer(b"", "202 Accepted"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="legacy", timeout_s=20), journal)
            await client.connect()
            got = await client.call_tool("slow", b"{}")
            assert got.value == {"content": []}
            exchange = journal.exchange(got.exchange)
            assert exchange is not None
            assert exchange.status == "done"
            await client.close()

    asyncio.run(main())
    assert [last for last, _ in polls] == ["e1", "e2"]
    assert polls[0][1] >= 0.049


def test_call_whose_stream_ends_again_and_again_is_lost_at_last(journal: Journal) -> None:
    polls = 0

    async def respond(asked: Asked) -> None:
        nonlocal polls
        message = json.loads(asked.body) if asked.body else {}
        if message.get("method") == "initialize":
            asked.writer.write(answer(result(message, HELLO), content_type="application/json"))
        elif message.get("method") == "tools/call" or asked.header("last-event-id"):
            polls += bool(asked.header("last-event-id"))
            asked.writer.write(EVENTS + sse(b"", id="e1", retry="1"))
            asked.writer.close()
        elif asked.line.startswith("GET"):
            asked.writer.write(answer(b"", "405 Method Not Allowed"))
        else:
            asked.writer.write(answer(b"", "202 Accepted"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="legacy", timeout_s=20), journal)
            await client.connect()
            with pytest.raises(ConnectError, match="without a response"):
                await client.call_tool("slow", b"{}")
            await client.close()

    asyncio.run(main())
    assert polls == 5


def test_listening_stream_that_ends_is_opened_again_after_its_last_event(journal: Journal) -> None:
    streams: list[str] = []
    told = asyncio.Event()

    async def respond(asked: Asked) -> None:
        message = json.loads(asked.body) if asked.body else {}
        if message.get("method") == "initialize":
            asked.writer.write(answer(result(message, HELLO), content_type="application/json"))
        elif asked.line.startswith("GET"):
            streams.append(asked.header("last-event-id"))
            note = b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
            asked.writer.write(EVENTS)
            if len(streams) < 3:
                asked.writer.write(sse(note, id=f"n{len(streams)}", retry="1"))
                asked.writer.close()
            else:
                await asked.writer.drain()
                told.set()
                await asyncio.Event().wait()
        else:
            asked.writer.write(answer(b"", "202 Accepted"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="legacy", timeout_s=20), journal)
            await client.connect()
            async with asyncio.timeout(20):
                await told.wait()
            assert client.catalog.stale == {"tools"}
            await client.close()

    asyncio.run(main())
    assert streams == ["", "n1", "n2"]


def modern(message: dict[str, object], **members: object) -> bytes:
    return answer(
        result(message, {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", **members}),
        content_type="application/json",
    )


DISCOVERED = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}


def refused(message: dict[str, object], code: int, **data: object) -> bytes:
    error = {"code": code, "message": "no", "data": data}
    body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode()
    return answer(body, "400 Bad Request", content_type="application/json")


def test_call_with_headers_of_an_old_schema_is_repeated_with_those_of_the_new_one(journal: Journal) -> None:
    calls: list[str] = []

    async def respond(asked: Asked) -> None:
        message = json.loads(asked.body)
        if message["method"] == "server/discover":
            asked.writer.write(modern(message, **DISCOVERED))
        elif message["method"] == "tools/list":
            header = {"type": "string", "x-mcp-header": "Region" if calls else "Zone"}
            schema = {"type": "object", "properties": {"region": header}}
            asked.writer.write(modern(message, tools=[{"name": "t", "inputSchema": schema}]))
        else:
            calls.append(
                f"{message['id']} {asked.header('mcp-param-zone')}{asked.header('mcp-param-region')}"
            )
            good = bool(asked.header("mcp-param-region"))
            asked.writer.write(modern(message, content=[]) if good else refused(message, -32020))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), timeout_s=20), journal)
            await client.connect()
            await client.list_all("tools")
            got = await client.call_tool("t", b'{"region":"eu"}')
            assert not got.error
            await client.close()

    asyncio.run(main())
    assert len(calls) == 2
    assert calls[0] != calls[1]


def test_refusal_of_a_revision_that_the_server_then_names_again_is_not_repeated(journal: Journal) -> None:
    calls: list[str] = []

    async def respond(asked: Asked) -> None:
        message = json.loads(asked.body)
        if message["method"] == "server/discover":
            asked.writer.write(modern(message, **DISCOVERED))
        else:
            calls.append(message["method"])
            asked.writer.write(refused(message, -32022, supported=["2026-07-28"], requested="2026-07-28"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), timeout_s=20), journal)
            await client.connect()
            got = await client.call("tools/list")
            assert b"-32022" in got.error
            await client.close()

    asyncio.run(main())
    assert calls == ["tools/list"]


def test_list_whose_stream_breaks_is_asked_again_but_a_tool_is_not(journal: Journal) -> None:
    calls: list[str] = []

    async def respond(asked: Asked) -> None:
        message = json.loads(asked.body)
        if message["method"] == "server/discover":
            asked.writer.write(modern(message, **DISCOVERED))
            return
        calls.append(message["method"])
        if calls.count(message["method"]) == 1:
            asked.writer.write(EVENTS + b": working\n\n")
            asked.writer.close()
        else:
            asked.writer.write(modern(message, tools=[]))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), timeout_s=20), journal)
            await client.connect()
            assert await client.list_all("tools") == ()
            with pytest.raises(ConnectError, match="without a response"):
                await client.call_tool("t", b"{}")
            await client.close()

    asyncio.run(main())
    assert calls == ["tools/list", "tools/list", "tools/call"]


def test_server_that_went_away_is_a_failure_until_it_answers_again(journal: Journal) -> None:
    async def respond(asked: Asked) -> None:
        message = json.loads(asked.body)
        discovered = message["method"] == "server/discover"
        asked.writer.write(modern(message, **(DISCOVERED if discovered else {"tools": []})))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), timeout_s=20), journal)
            await client.connect()
        port = int(url.rpartition(":")[2].partition("/")[0])
        with pytest.raises(ConnectError):
            await client.call_tool("t", b"{}")
        await asyncio.sleep(0)
        assert client.failure is not None
        assert "refused" in f"{client.failure.happened} {client.failure.cause}"
        assert client.state == "connected"
        async with serve(respond, port=port):
            await client.call("tools/list")
            await asyncio.sleep(0)
            assert client.failure is None
            await client.close()

    asyncio.run(main())
