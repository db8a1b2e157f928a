"""What a profile declares is what goes out on the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.answers import Extras
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.declaring import (
    DECLARED_KEYS,
    declared_fields,
    declared_members,
    misused_members,
)
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.settings import Settings
from inspector.protocol.era.declared import META, Spoken
from inspector.protocol.jsonrpc import parse
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def connected(client: Client, use: Callable[[Client], Awaitable[None]]) -> None:
    async def main() -> None:
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())


def sent(journal: Journal, method: str) -> list[dict[str, Any]]:
    """Params of our requests of this method, in order."""
    journal.sync()
    records = journal.records(1, journal.last)
    out = (one for one in records if one.direction == "out" and one.method == method)
    return [parse(one.raw).params_dict() for one in out]


async def ping(client: Client) -> None:
    await client.call("tools/list", {})


@pytest.mark.parametrize("era", ["modern", "2025-11-25"])
def test_the_declaration_of_a_profile_is_sent_as_written(era: str, journal: Journal) -> None:
    own, me, meta = {"sampling": 3, "x": {}}, {"name": "me", "extra": [1]}, {"com.example/a": 1}
    profile = replace(demo_profile(), era=era, capabilities=own, client_info=me, meta=meta)
    client = Client(profile, journal)
    connected(client, ping)
    [asked] = sent(journal, "tools/list")
    assert asked["_meta"]["com.example/a"] == 1
    if era == "modern":
        assert (asked["_meta"][META + "clientCapabilities"], asked["_meta"][META + "clientInfo"]) == (own, me)
        assert client.spoken == Spoken("tools/list", "2026-07-28", own, me, meta)
    else:
        [opening] = sent(journal, "initialize")
        assert (opening["capabilities"], opening["clientInfo"], opening["_meta"]) == (own, me, meta)
        assert client.spoken == Spoken("initialize", "2025-11-25", own, me, meta)


def test_nobody_there_to_answer_means_nothing_is_offered(journal: Journal) -> None:
    async def answer(request: ServerRequest) -> dict[str, Any] | None: ...

    client = Client(replace(demo_profile(), era="2025-06-18"), journal)
    connected(client, ping)
    assert client.spoken.capabilities == {}
    client = Client(replace(demo_profile(), era="2025-06-18"), journal, answerer=answer)
    connected(client, ping)
    assert client.spoken.capabilities == {"roots": {"listChanged": True}, "sampling": {}, "elicitation": {}}


def test_one_request_can_declare_something_else(journal: Journal) -> None:
    client = Client(replace(demo_profile(), era="modern"), journal)

    async def use(client: Client) -> None:
        extras = Extras({META + "clientCapabilities": {"roots": {}}})
        await client.call("tools/list", {}, extras=extras)
        assert client.spoken.capabilities == {"roots": {}}
        await client.call("tools/list", {})
        assert client.spoken.capabilities == Settings().capabilities(answers=False)

    connected(client, use)


ENTRY: dict[str, Any] = {
    "capabilities": {"roots": {}},
    "clientInfo": {},
    "meta": {"a": 1},
    "roots": ["/here"],
    "auth": {"method": "bearer", "token": "${secret:x}"},
    "variables": "cursor",
    "inputs": [{"type": "promptString", "id": "a", "password": True}],
    "envFile": ".env",
    "kept": {"client": "vscode"},
    "bundle": {"path": "a.mcpb"},
    "group": "Work",
    "reconnect": True,
    "watch": True,
    "watchPaths": ["src"],
}


@pytest.mark.parametrize("key", sorted(DECLARED_KEYS))
def test_each_member_is_used_and_written_back_as_it_was(key: str) -> None:
    profile = Profile("a", StdioTarget("x"), **declared_fields({key: ENTRY[key]}))
    assert profile != Profile("a", StdioTarget("x"))
    assert declared_members(profile) == {key: ENTRY[key]}
    assert misused_members({key: ENTRY[key]}) == {}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("capabilities", [], "an object"),
        ("clientInfo", "me", "an object"),
        ("meta", 1, "an object"),
        ("kept", [], "an object"),
        ("bundle", True, "an object"),
        ("roots", "/here", "a list of folders or URIs"),
        ("roots", ["/here", 1], "a list of folders or URIs"),
        ("auth", {"method": "magic"},
         'an object with a "method" (auto, none, bearer, basic, api_key, client_credentials, enterprise, '
         "workload)"),
        ("auth", [], 'an object with a "method" (auto, none, bearer, basic, api_key, client_credentials, '
         "enterprise, workload)"),
        ("variables", "mine", "one of own, none, claude, cursor, vscode, windsurf, continue, gemini, codex, "
         "opencode"),
        ("inputs", [{}], 'a list of objects with an "id"'),
        ("envFile", 1, "a file path"),
        ("group", None, ""),
        ("group", 1, "a string"),
        ("reconnect", 1, "true or false"),
        ("watch", "yes", "true or false"),
        ("watchPaths", [1], "a list of paths"),
    ],
)  # fmt: skip
def test_a_member_of_another_type_is_told_and_not_used(key: str, value: Any, words: str) -> None:
    assert declared_fields({key: value, "group": "Work"} if key != "group" else {key: value}) == (
        {"group": "Work"} if key != "group" else {}
    )
    assert misused_members({key: value}) == ({key: words} if words else {})


def test_a_server_that_declares_nothing_is_written_without_members() -> None:
    assert declared_members(Profile("a", StdioTarget("x"))) == {}
    assert declared_fields({"other": 1}) == {} and misused_members([]) == {}
