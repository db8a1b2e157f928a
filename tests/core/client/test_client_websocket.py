"""A client over a WebSocket: both eras as over a pipe, and every way in which it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from inspector.core.client.checking import Checker
from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.errors import AuthorizationNeeded, ClosedError, ConnectError, TimeoutExpired
from inspector.protocol.records import Record
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.transport.websocket_server import polite

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
FOUND = {"supportedVersions": ["2026-07-28"], "capabilities": {}, "resultType": "complete"}
Behaviour = Callable[[ServerConnection, dict[str, Any]], Awaitable[None]]
Use = Callable[[Client], Awaitable[None]]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def result(message: dict[str, Any], value: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": value})


def use(
    journal: Journal, behave: Behaviour, then: Use, era: str = "legacy", connect: bool = True, **limits: Any
) -> Client:
    """A client at a server that opens either era and leaves all other requests to `behave`."""

    async def talks(connection: ServerConnection) -> None:
        try:
            async for text in connection:
                message = json.loads(text)
                if message["method"] == "initialize" and connect:
                    await connection.send(result(message, HELLO))
                elif message["method"] == "server/discover" and connect:
                    await connection.send(result(message, FOUND))
                else:
                    await behave(connection, message)
        except ConnectionClosed:
            pass

    async def main() -> Client:
        async with polite(talks) as url:
            settings = Settings(probe_timeout_s=0.3, close_grace_s=0.5, **limits)
            client = Client(Profile("w", HttpTarget(url), era=era, timeout_s=20), journal, settings=settings)
            if connect:
                await client.connect()
            try:
                await then(client)
            finally:
                await client.close()
        return client

    return asyncio.run(main())


def records(journal: Journal) -> list[Record]:
    journal.sync()
    return journal.records(1, journal.last)


async def answers(connection: ServerConnection, message: dict[str, Any]) -> None:
    if "id" in message:
        await connection.send(result(message, {"tools": []}))


@pytest.mark.parametrize(("era", "found"), [("auto", "modern"), ("modern", "modern"), ("legacy", "legacy")])
def test_both_eras_work_over_one_connection(journal: Journal, era: str, found: str) -> None:
    async def then(client: Client) -> None:
        assert client.info is not None and client.info.era == found
        assert client.transport == "websocket"
        many = await asyncio.gather(*(client.call("tools/list") for _ in range(20)))
        assert all(answer.value == {"tools": []} for answer in many)

    client = use(journal, answers, then, era)
    assert client.state == "closed"
    heads = [record for record in records(journal) if record.kind == "head"]
    assert [head.channel for head in heads] == ["ws", "ws"]
    assert {r.channel for r in records(journal) if r.kind == "request"} == {"ws"}
    assert [finding for finding in Checker(journal).finish() if finding.severity == "error"] == []


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_cancelling_is_a_notification_in_both_eras(journal: Journal, era: str) -> None:
    told: list[dict[str, Any]] = []

    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        told.append(message)

    async def then(client: Client) -> None:
        with pytest.raises(TimeoutExpired):
            await client.call("tools/list", timeout_s=0.1)
        async with asyncio.timeout(20):
            while told[-1]["method"] != "notifications/cancelled":
                await asyncio.sleep(0.005)

    use(journal, behave, then, era)
    asked = next(message for message in told if message["method"] == "tools/list")
    assert told[-1]["params"]["requestId"] == asked["id"]


def test_a_close_by_the_server_fails_the_client_and_its_calls_with_the_reason(journal: Journal) -> None:
    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        if "id" in message:
            await connection.close(1011, "out of memory")

    async def then(client: Client) -> None:
        calls = [asyncio.create_task(client.call("tools/list")) for _ in range(3)]
        for call in asyncio.as_completed(calls):
            with pytest.raises(ConnectError, match=r"1011 \(internal error\) out of memory"):
                await call
        assert client.state == "failed" and client.failure is not None
        assert "out of memory" in client.failure.happened
        assert client.failure.cause == "an error inside the server"
        with pytest.raises(ClosedError):
            await client.call("tools/list")
        await client.connect()  # and again
        assert client.state == "connected"

    use(journal, behave, then)


def test_a_close_between_calls_fails_the_client(journal: Journal) -> None:
    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        if message["method"] == "notifications/initialized":
            await connection.close(1001)

    async def then(client: Client) -> None:
        async with asyncio.timeout(20):
            while client.state != "failed":
                await asyncio.sleep(0.005)
        assert client.failure is not None
        assert client.failure.happened.startswith("The server closed the WebSocket: 1001 (going away)")
        assert client.failure.cause == "the server is shutting down or restarting"

    use(journal, behave, then)


def test_a_server_that_closes_on_the_probe_is_connected_again(journal: Journal) -> None:
    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        if message["method"] == "server/discover":
            await connection.close(1002, "unknown method")
        elif message["method"] == "initialize":
            await connection.send(result(message, HELLO))

    async def then(client: Client) -> None:
        info = await client.connect()
        assert info.era == "legacy" and "1002" in info.decided
        assert client.state == "connected" and not client.broken_text
        await asyncio.sleep(0)
        assert client.state == "connected"

    use(journal, behave, then, "auto", connect=False)
    notes = [record.note for record in records(journal)]
    assert any("reconnected for initialize" in note for note in notes)


def test_a_server_that_closes_on_everything_is_explained(journal: Journal) -> None:
    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        await connection.close(1008, "no token")

    async def then(client: Client) -> None:
        with pytest.raises(ConnectError, match=r"1008 \(policy violation\) no token"):
            await client.connect()
        assert client.failure is not None and "token" in client.failure.cause

    use(journal, behave, then, "auto", connect=False)


def test_a_server_that_says_nothing_is_explained(journal: Journal) -> None:
    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        return

    async def then(client: Client) -> None:
        client.profile = Profile("w", client.profile.target, timeout_s=0.3)
        with pytest.raises(ConnectError, match="is not responding"):
            await client.connect()

    use(journal, behave, then, "auto", connect=False)


def test_a_handshake_that_is_refused_asks_who_we_are(journal: Journal) -> None:
    async def main() -> None:
        async def nobody(connection: ServerConnection) -> None: ...

        async with polite(nobody, process_request=lambda it, _: it.respond(401, "sign in\n")) as url:
            client = Client(Profile("w", HttpTarget(url)), journal)
            with pytest.raises(AuthorizationNeeded):
                await client.connect()
            assert client.state == "failed"
            await client.close()

    asyncio.run(main())
    bodies = [record.raw for record in records(journal) if record.kind == "malformed"]
    assert bodies == [b"sign in\n"]


def test_frames_that_are_no_message_are_rows_and_the_call_goes_on(journal: Journal) -> None:
    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        if "id" in message:
            await connection.send(b'{"jsonrpc":"2.0","method":"notifications/x"}')
            log = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'
            await connection.send(log + "\n" + result(message, {"tools": []}))

    async def then(client: Client) -> None:
        assert (await client.call("tools/list")).value == {"tools": []}

    use(journal, behave, then)
    odd = [record for record in records(journal) if record.kind == "malformed"]
    assert odd[0].note == "binary frame; messages are text frames"
    assert odd[0].raw == b'{"jsonrpc":"2.0","method":"notifications/x"}'
    inside = [record.kind for record in records(journal) if record.note.startswith("inside #")]
    assert inside == ["notification", "response"]


def test_a_message_over_the_limit_is_kept_in_a_file(journal: Journal) -> None:
    async def behave(connection: ServerConnection, message: dict[str, Any]) -> None:
        if "id" in message:
            await connection.send(result(message, {"x": "y" * 3_000_000}))

    async def then(client: Client) -> None:
        with pytest.raises(ConnectError, match="larger than the limit"):
            await client.call("tools/list")
        assert client.state == "connected"

    use(journal, behave, then, line_limit_mb=1)
    cut = next(record for record in records(journal) if record.spool)
    assert "in one message" in cut.note
    assert Path(cut.spool).stat().st_size == cut.size > 3_000_000


def test_text_goes_out_token_for_token_line_breaks_and_all(journal: Journal) -> None:
    came: list[str] = []

    async def main() -> None:
        async def talks(connection: ServerConnection) -> None:
            async for text in connection:
                assert isinstance(text, str)
                came.append(text)
                message = json.loads(text)
                if "id" in message:
                    await connection.send(result(message, HELLO))

        async with polite(talks) as url:
            client = Client(Profile("w", HttpTarget(url), era="legacy", timeout_s=20), journal)
            await client.connect()
            number = client.send_raw(b'{"jsonrpc":"2.0",\n "id": 7, "method":"ping"}\n')
            async with asyncio.timeout(20):
                while not any(record.id == "7" for record in records(journal)[number:]):
                    await asyncio.sleep(0.005)
            await client.close()

    asyncio.run(main())
    assert came[-1] == '{"jsonrpc":"2.0",\n "id": 7, "method":"ping"}\n'
    sent = next(r for r in records(journal) if r.id == "7" and r.direction == "out")
    assert sent.size == len(came[-1])
