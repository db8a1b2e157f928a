"""server-everything, every feature it has, over each transport and in each revision it speaks.

Twelve rows: 3 transports × the handshake revisions. What a user can use is used; each answer is looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client, ServerRequest
from inspector.core.client.uri_template import template_of
from inspector.core.servers.profiles import Profile
from inspector.protocol.methods import LEGACY_REVISIONS
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget, Target
from tests.real.test_offered import check
from tests.servers import RealServers, free_port

pytestmark = pytest.mark.real

NEWEST = LEGACY_REVISIONS[-1]
WITH_ELICITATION = LEGACY_REVISIONS[-2:]

CALLS: tuple[tuple[str, bytes, str], ...] = (
    ("echo", b'{"message":"\xed\x95\x9c\xea\xb5\xad\xec\x96\xb4"}', "한국어"),
    ("get-annotated-message", b'{"messageType":"error","includeImage":true}', "image/png"),
    ("get-env", b"{}", "PATH"),
    ("get-resource-links", b'{"count":2}', "resource_link"),
    ("get-resource-reference", b'{"resourceType":"Blob","resourceId":2}', "blob"),
    ("get-structured-content", b'{"location":"Chicago"}', "structuredContent"),
    ("get-sum", b'{"a":1,"b":2}', "3"),
    ("get-tiny-image", b"{}", "image/png"),
    ("gzip-file-as-resource", b'{"data":"data:text/plain,hi","outputType":"resource"}', "gzip"),
    ("gzip-file-as-resource", b'{"data":"data:text/plain,hi"}', "resource_link"),
    ("trigger-long-running-operation", b'{"duration":0.2,"steps":2}', "completed"),
    ("trigger-sampling-request", b'{"prompt":"Why?"}', "Because."),
    ("get-roots-list", b"{}", "file:///tmp"),
    ("no-such-tool", b"{}", "not found"),
)


async def answer(request: ServerRequest) -> dict[str, Any] | None:
    if request.method == "roots/list":
        return {"roots": [{"uri": "file:///tmp", "name": "tmp"}]}
    if request.method == "sampling/createMessage":
        content = {"type": "text", "text": "Because."}
        return {"role": "assistant", "content": content, "model": "none", "stopReason": "endTurn"}
    if request.params.get("mode") == "url":
        return {"action": "accept"}
    return {"action": "accept", "content": {"name": "Ada", "topic": "x"}}


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(15):
        while not condition():
            await asyncio.sleep(0.01)


async def use_everything(client: Client, revision: str) -> None:
    info = await client.connect()
    assert info.revision == revision
    await until(lambda: client.catalog.fetched("tools") or client.state == "connected")
    for kind in ("tools", "resources", "templates", "prompts"):
        await client.list_all(kind)
    for name, arguments, expected in CALLS:
        got = await client.call_tool(name, arguments)
        assert expected in (got.result or got.error).decode(), name
    await read_all(client)
    await prompt_all(client, revision)
    await watch(client)
    if revision in WITH_ELICITATION:
        await elicit(client, revision)
    if revision == NEWEST:
        await research(client)
    assert (await client.call("ping")).value == {}
    await client.close()


async def read_all(client: Client) -> None:
    for resource in client.catalog.resources:
        assert (await client.read_resource(resource["uri"])).result, resource["uri"]
    for template in client.catalog.templates:
        found = template_of(template["uriTemplate"])
        uri = found.expand({variable.name: "1" for variable in found.variables})
        assert (await client.read_resource(uri)).result, uri


async def prompt_all(client: Client, revision: str) -> None:
    values = {"city": "Seoul", "resourceType": "Text", "resourceId": "1"}
    reference = {"type": "ref/prompt", "name": "completable-prompt"}
    departments = (await client.complete(reference, "department", "E")).values
    assert departments == ("Engineering",)
    given = {"department": departments[0]}
    names = (await client.complete(reference, "name", "", given)).values
    assert bool(names) == (revision >= "2025-06-18")  # the context of the other argument came with it
    for prompt in client.catalog.prompts:
        wanted = [argument["name"] for argument in prompt.get("arguments", ())]
        known = {**values, "department": "Engineering", "name": "Alice"}
        got = await client.get_prompt(prompt["name"], {name: known[name] for name in wanted if name in known})
        assert b"messages" in got.result, prompt["name"]


async def watch(client: Client) -> None:
    """A subscription with its update, and log messages of the level that was set."""
    uri = "demo://resource/dynamic/text/1"
    await client.set_log_level("debug")
    await client.subscriptions.subscribe(uri)
    await client.call_tool("toggle-subscriber-updates", b"{}")
    await client.call_tool("toggle-simulated-logging", b"{}")
    await until(lambda: client.subscriptions.updates.get(uri))
    await until(lambda: any(one.role == "log" for one in client.journal.records(1, client.journal.last)))
    await client.call_tool("toggle-subscriber-updates", b"{}")
    await client.call_tool("toggle-simulated-logging", b"{}")
    await client.subscriptions.unsubscribe(uri)


async def elicit(client: Client, revision: str) -> None:
    got = await client.call_tool("trigger-elicitation-request", b"{}")
    assert b"Ada" in got.result
    if revision == NEWEST:
        got = await client.call_tool("trigger-url-elicitation", b'{"url":"http://127.0.0.1:1/"}')
        assert b"accept" in got.result


async def research(client: Client) -> None:
    await client.call_tool("simulate-research-query", b'{"topic":"MCP"}')
    name = next(reversed(client.tasks.entries))
    got = await client.tasks.follow(name)
    assert got is not None
    assert b"MCP" in got.result


@pytest.mark.parametrize("revision", LEGACY_REVISIONS)
@pytest.mark.parametrize("transport", ["stdio", "http", "sse"])
def test_all_of_server_everything_is_used(
    transport: str,
    revision: str,
    real_servers: RealServers,
    start_server: Callable[..., Any],
    tmp_path: Path,
) -> None:
    target: Target
    if transport == "stdio":
        argv = real_servers("everything")
        target = StdioTarget(argv[0], argv[1:])
    else:
        port = free_port()
        start_server(real_servers(f"everything-{transport}"), port)
        target = HttpTarget(f"http://127.0.0.1:{port}/{'sse' if transport == 'sse' else 'mcp'}")
    journal = Journal.create(tmp_path / "all.mcptrace")
    profile = Profile("everything", target, era=revision, transport="auto", timeout_s=30)
    client = Client(profile, journal, answerer=answer)
    try:
        asyncio.run(use_everything(client, revision))
        check(journal)
    finally:
        journal.close()
