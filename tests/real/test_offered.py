"""Well-known servers as their authors ship them: all they offer is listed and exercised, and their oddities
(noise on stdout, silence, a crash, a refused Host) end in words, never in an exception.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.checking import Checker
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.errors import ConnectError, ErrorAnswer
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.servers import RealServers, free_port

pytestmark = pytest.mark.real

Calls = tuple[tuple[str, bytes, str], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A server and what is true of it. {tmp} in args, env and calls is a folder of the test's own."""

    server: str
    expected: str  # era and revision that `auto` finds
    tools: int
    calls: Calls = ()
    args: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    era: str = "auto"
    faults: tuple[str, ...] = ()  # rules that it is known to break


FILES = (
    ("write_file", b'{"path":"{tmp}/a.txt","content":"\xed\x95\x9c"}', "Successfully wrote"),
    ("read_text_file", b'{"path":"{tmp}/a.txt"}', "한"),
    ("list_directory", b'{"path":"{tmp}"}', "a.txt"),
    ("read_text_file", b'{"path":"/etc/hostname"}', "outside"),
)
MEMORY = (
    (
        "create_entities",
        b'{"entities":[{"name":"a","entityType":"t","observations":["o"]}]}',
        '"name":',
    ),
    ("read_graph", b"{}", "entities"),
)
THOUGHT = b'{"thought":"x","nextThoughtNeeded":false,"thoughtNumber":1,"totalThoughts":1}'
SQL = (
    ("write_query", b'{"query":"insert into t values (9007199254740993)"}', "1"),
    ("read_query", b'{"query":"select n from t"}', "9007199254740993"),
)
ELASTIC = {"ES_URL": "http://127.0.0.1:1", "ES_API_KEY": "none"}
N8N = {
    "N8N_MCP_TELEMETRY_DISABLED": "true",
    "N8N_API_URL": "http://127.0.0.1:1",
    "N8N_API_KEY": "none",
    "MCP_MODE": "stdio",
    "LOG_LEVEL": "error",
}

ROWS = [
    Row("filesystem", "legacy 2025-11-25", 14, FILES, ("{tmp}",)),
    Row("filesystem", "legacy 2024-11-05", 14, FILES, ("{tmp}",), era="2024-11-05"),
    Row("memory", "legacy 2025-11-25", 9, MEMORY, env={"MEMORY_FILE_PATH": "{tmp}/memory.jsonl"}),
    Row("thinking", "legacy 2025-11-25", 1, (("sequentialthinking", THOUGHT, "thoughtNumber"),)),
    Row("github", "legacy 2024-11-05", 26, (("get_issue", b"{}", "nvalid"),)),
    Row("n8n", "legacy 2025-03-26", 7, env=N8N),
    Row("time", "modern 2026-07-28", 2, (("convert_time", b"{}", "rror"),)),
    Row("fetch", "modern 2026-07-28", 1, (("fetch", b'{"url":"http://127.0.0.1:1/"}', "rror"),)),
    Row("fetch", "legacy 2025-06-18", 1, era="2025-06-18"),
    Row("context7", "modern 2026-07-28", 2),
    Row("context7", "legacy 2025-11-25", 2, era="legacy"),
    Row(
        "sqlite",
        "legacy 2025-11-25",
        6,
        (("create_table", b'{"query":"create table t (n integer)"}', "uccess"), *SQL),
        ("--db-path", "{tmp}/t.db"),
        faults=("RPC-31",),  # resources, but no resources/templates/list
    ),
    Row("playwright", "legacy 2025-11-25", 20, (("browser_tabs", b"{}", "rror"),)),
    Row("elasticsearch", "legacy 2025-06-18", 4, env=ELASTIC, faults=("STD-01",)),
]


async def refuse_all(request: ServerRequest) -> dict[str, Any] | None:
    return {"roots": []} if request.method == "roots/list" else None


async def exercise(client: Client, calls: Calls) -> None:
    """Everything the server offers, once; errors are answers too."""
    info = await client.connect()
    offered = info.capabilities
    for kind in ("tools", "resources", "templates", "prompts"):
        if kind.replace("templates", "resources") in offered:
            with suppress(ErrorAnswer):  # servers with resources and without templates answer -32601
                await client.list_all(kind)
            assert client.catalog.odd.get(kind, 0) == 0
    for name, arguments, expected in calls:
        answer = await client.call_tool(name, arguments)
        assert expected in (answer.result or answer.error).decode(), name
    for resource in client.catalog.resources[:10]:
        await client.read_resource(resource["uri"])
    for prompt in client.catalog.prompts:
        given = {argument["name"]: "http://127.0.0.1:1/" for argument in prompt.get("arguments", ())}
        await client.get_prompt(prompt["name"], given)
    if info.era == "legacy":
        assert (await client.call("ping")).value == {}
    else:
        assert (await client.call("server/discover")).value["supportedVersions"]
    if info.era == "legacy" and "logging" in offered:
        await client.call("logging/setLevel", {"level": "debug"})
    unknown = await client.call("no/such/method")
    assert unknown.error
    await client.close()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.server}-{row.era}")
def test_server_is_exercised_in_all_it_offers(row: Row, real_servers: RealServers, tmp_path: Path) -> None:
    place = tmp_path.as_posix()
    words = [word.replace("{tmp}", place) for word in row.args]
    argv = real_servers(row.server, *words)
    env = {name: value.replace("{tmp}", place) for name, value in row.env.items()}
    calls = tuple((name, text.replace(b"{tmp}", place.encode()), said) for name, text, said in row.calls)
    journal = Journal.create()
    target = StdioTarget(argv[0], argv[1:], {"GITHUB_PERSONAL_ACCESS_TOKEN": "none", **env})
    patient = Settings(probe_timeout_s=30)  # for servers that start on a busy machine
    client = Client(Profile(row.server, target, era=row.era), journal, answerer=refuse_all, settings=patient)
    try:
        asyncio.run(exercise(client, calls))
        assert client.info is not None
        assert f"{client.info.era} {client.info.revision}" == row.expected
        assert len(client.catalog.tools) >= row.tools
        check(journal, row.faults)
    finally:
        journal.close()


def check(journal: Journal, faults: tuple[str, ...] = ()) -> None:
    """No gap, no open exchange, no error finding but the known ones, none at all on what we sent."""
    journal.sync()
    records = journal.records(1, journal.last)
    assert [record.number for record in records] == list(range(1, journal.last + 1))
    ours = {record.number for record in records if record.direction == "out"}
    for record in records:
        if record.number == record.exchange:
            exchange = journal.exchange(record.number)
            assert exchange is not None
            assert exchange.status in ("done", "failed"), exchange
    found = list(Checker(journal).finish())
    wrong = [one for one in found if one.severity == "error" and one.rule not in faults]
    assert [f"#{one.record} {one.rule}: {one.message}" for one in wrong] == []
    assert [one for one in found if one.record in ours] == []


def failure_of(target: Any, **more: Any) -> tuple[ConnectError, Client]:
    """Connect to what cannot be connected to."""
    journal = Journal.create()
    client = Client(Profile("it", target, **more), journal)

    async def main() -> ConnectError:
        with pytest.raises(ConnectError) as caught:
            await client.connect()
        await client.close()
        return caught.value

    try:
        return asyncio.run(main()), client
    finally:
        journal.close()


def test_server_that_crashes_at_its_start_is_told_with_its_last_words(real_servers: RealServers) -> None:
    argv = real_servers("heroku")
    error, client = failure_of(StdioTarget(argv[0], argv[1:], {"HEROKU_API_KEY": "none"}))
    assert "exit code 1" in error.explanation.happened
    assert "heroku" in error.explanation.evidence.lower()
    assert client.state == "failed"


def test_server_that_never_answers_is_given_up_with_its_stderr(real_servers: RealServers) -> None:
    argv = real_servers("stripe")
    error, client = failure_of(StdioTarget(argv[0], argv[1:]), timeout_s=1.5)
    assert "is not responding" in str(error)
    assert client.state == "failed"


def test_server_that_accepts_only_one_host_name_is_explained(
    real_servers: RealServers, start_server: Callable[..., Any]
) -> None:
    port = free_port()
    argv = real_servers("playwright", "--port", str(port), "--host", "127.0.0.1")
    start_server(argv, port)
    error, _ = failure_of(HttpTarget(f"http://127.0.0.1:{port}/mcp"))
    assert "403" in str(error)
    assert "localhost" in f"{error.explanation.cause} {error.explanation.evidence}"


def test_server_that_waits_for_roots_gets_them_over_http(
    real_servers: RealServers, start_server: Callable[..., Any]
) -> None:
    port = free_port()
    start_server(real_servers("playwright", "--port", str(port), "--host", "127.0.0.1"), port)
    journal = Journal.create()
    target = HttpTarget(f"http://localhost:{port}/mcp")
    client = Client(Profile("playwright", target), journal, answerer=refuse_all)
    try:
        asyncio.run(exercise(client, (("browser_tabs", b"{}", "rror"),)))
        check(journal)
    finally:
        journal.close()


def test_modern_server_of_the_typescript_sdk_is_exercised_over_http(
    real_servers: RealServers, start_server: Callable[..., Any]
) -> None:
    port = free_port()
    start_server(real_servers("context7", "--transport", "http", "--port", str(port)), port)
    journal = Journal.create()
    client = Client(Profile("context7", HttpTarget(f"http://127.0.0.1:{port}/mcp")), journal)
    try:
        asyncio.run(exercise(client, ()))
        assert client.info is not None
        assert client.info.era == "modern"
        check(journal)
    finally:
        journal.close()
