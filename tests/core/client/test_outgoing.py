"""Everything that a full tour sends fits the official JSON Schema of its revision."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, Target
from tests.servers import free_port
from tests.spec_schema import Book

REVISIONS = (*LEGACY_REVISIONS, *MODERN_REVISIONS)

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("echo", {"message": "한국어"}),
    ("add", {"a": 1, "b": 2}),
    ("no_arguments", {}),
    ("regional_report", {"region": "서울", "limit": 3, "dry_run": True}),
    ("ask_person", {}),
    ("ask_model", {"prompt": "x"}),
    ("list_roots", {}),
    ("fail", {}),
    ("no such tool", {}),
)

ANSWERS: dict[str, dict[str, Any]] = {
    "roots/list": {"roots": [{"uri": "file:///tmp", "name": "tmp"}]},
    "sampling/createMessage": {
        "role": "assistant",
        "content": {"type": "text", "text": "hi"},
        "model": "none",
        "stopReason": "endTurn",
    },
    "elicitation/create": {"action": "accept", "content": {"name": "A"}},
}
RESULTS = {
    "roots/list": "ListRootsResult",
    "sampling/createMessage": "CreateMessageResult",
    "elicitation/create": "ElicitResult",
    "ping": "EmptyResult",
}


async def answer(request: ServerRequest) -> dict[str, Any] | None:
    return ANSWERS.get(request.method)


async def tour(client: Client) -> None:
    """Everything a user can make the program send, short of the raw editor."""
    info = await client.connect()
    for kind in ("tools", "resources", "templates", "prompts"):
        await client.list_all(kind)
    for name, arguments in CALLS:
        await client.call_tool(name, json.dumps(arguments).encode())
    await client.read_resource("demo://docs/guide.md")
    await client.get_prompt("summarize", {"text": "a"})
    await client.get_prompt("describe_picture", {})
    await client.complete({"type": "ref/prompt", "name": "summarize"}, "style", "", {"text": "a"})
    await client.set_log_level("debug")
    await client.call_tool("log_messages", b'{"count":1}')
    await client.subscriptions.subscribe("demo://text/welcome")
    await client.call_tool("touch_resource", b'{"uri":"demo://text/welcome"}')
    await client.subscriptions.unsubscribe("demo://text/welcome")
    await client.call("ping" if info.era == "legacy" else "server/discover")
    await cancelled(client)
    await tasks(client)
    if info.era == "legacy":
        client.notify("notifications/roots/list_changed")
    await client.close()


async def tasks(client: Client) -> None:
    """One task to its end, another one cancelled."""
    form = client.tasks.form
    if not form:
        return
    for ended in (True, False):
        arguments = b'{"seconds":0.1}' if ended else b"{}"
        task = {"ttl": 60_000} if form == "core" else None
        await client.call_tool("background_job", arguments, task=task)
        name = next(reversed(client.tasks.entries))
        if ended:
            await client.tasks.follow(name)
        else:
            await client.tasks.cancel(name)
        await client.tasks.get(name)
    if form == "core":
        await client.tasks.fetch()


async def cancelled(client: Client) -> None:
    started = asyncio.Event()
    call = asyncio.create_task(
        client.call_tool(
            "long_running", b'{"duration_s":60,"steps":60}', on_start=lambda number: started.set()
        )
    )
    await started.wait()
    call.cancel()
    with suppress(asyncio.CancelledError):
        await call


def check(book: Book, journal: Journal, revision: str) -> set[str]:
    """Every message that went out; the methods of those that ask or tell."""
    modern, methods = revision in MODERN_REVISIONS, set()
    for record in journal.records(1, journal.last):
        if record.direction != "out" or record.kind in ("head", "lifecycle"):
            continue
        message = json.loads(record.raw)
        if record.method == "server/discover" and not modern:
            continue  # the probe, which speaks the newest revision
        book.check("JSONRPCMessage", message)
        if record.kind in ("request", "notification"):
            methods.add(record.method)
            name = book.request(record.method)
            if modern and record.method.startswith("tasks/"):
                continue  # of the extension, which has no schema beside this one
            assert name, f"{record.method} does not exist in {revision}"
            book.check(name, message)
            for key, value in message.get("params", {}).get("inputResponses", {}).items():
                book.check("InputResponse", value)
                assert key
        elif record.kind == "response":
            assert not modern, "a modern client answers nothing"
            book.check(RESULTS[record.method], message["result"])
        else:
            assert record.kind == "error", record
    return methods


EXPECTED = {
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
}
LEGACY = {
    "initialize",
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/roots/list_changed",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
}
MODERN = {"server/discover", "subscriptions/listen", "tasks/get", "tasks/cancel"}
TASKS = {"tasks/get", "tasks/result", "tasks/cancel", "tasks/list"}


@pytest.mark.parametrize("transport", ["stdio", "http", "websocket"])
@pytest.mark.parametrize("revision", REVISIONS)
def test_full_tour_sends_what_its_revision_allows(
    revision: str, transport: str, shared: Path, start_server: Callable[..., Any]
) -> None:
    target: Target = demo_profile().target
    if transport != "stdio":
        port = free_port()
        words = ("demo-server", "--transport", transport, "--port", str(port))
        start_server((sys.executable, "-m", "inspector", *words), port)
        scheme = "ws" if transport == "websocket" else "http"
        target = HttpTarget(f"{scheme}://127.0.0.1:{port}/mcp")
    journal = Journal.create()
    client = Client(Profile("demo", target, era=revision, timeout_s=20), journal, answerer=answer)
    try:
        asyncio.run(tour(client))
        assert client.info is not None
        assert client.info.revision == revision
        methods = check(Book(shared, revision), journal, revision)
    finally:
        journal.close()
    modern = revision in MODERN_REVISIONS
    over_pipe = {"notifications/cancelled"} if modern and transport != "http" else set()
    of_tasks = TASKS if revision == LEGACY_REVISIONS[-1] else set()
    assert methods == EXPECTED | (MODERN if modern else LEGACY) | over_pipe | of_tasks
