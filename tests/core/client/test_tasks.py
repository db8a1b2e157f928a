"""Tasks of both forms, on the demo server over stdio and HTTP: from the call to what it led to."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client, ServerRequest
from inspector.core.client.task_entry import TaskEntry
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.servers import ServerProcess, free_port

CORE, EXTENSION = "2025-11-25", "2026-07-28"
both_forms = pytest.mark.parametrize("revision", [CORE, EXTENSION])
Use = Callable[[Client], Awaitable[None]]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


@pytest.fixture(params=["stdio", "http"])
def profile(request: pytest.FixtureRequest) -> Profile:
    """The demo server over this transport."""
    if request.param == "stdio":
        return demo_profile()
    port = free_port()
    words = ("-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start: Callable[..., ServerProcess] = request.getfixturevalue("start_server")
    start((sys.executable, *words), port)
    return Profile("demo", HttpTarget(f"http://127.0.0.1:{port}/mcp"), timeout_s=10)


def connected(client: Client, use: Use) -> None:
    async def main() -> None:
        await client.connect()
        try:
            await client.list_all("tools")
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())


async def begin(client: Client, arguments: bytes, tool: str = "slow_report", **more: Any) -> TaskEntry:
    if client.info is not None and client.info.revision == CORE:
        more.setdefault("task", {})
    answer = await client.call_tool(tool, arguments, **more)
    entry = client.tasks.of_call(answer.exchange)
    assert entry is not None, answer
    return entry


def statuses(entry: TaskEntry) -> list[str]:
    return list(dict.fromkeys(change.status for change in entry.history))


def asked(journal: Journal, method: str) -> int:
    """How many requests of this method went out."""
    journal.sync()
    records = journal.records(1, journal.last)
    return sum(one.kind == "request" and one.direction == "out" and one.method == method for one in records)


async def accept(request: ServerRequest) -> dict[str, Any] | None:
    return {"action": "accept", "content": {"title": "Hello"}}


@both_forms
def test_a_call_that_becomes_a_task_leads_to_its_result(
    profile: Profile, journal: Journal, revision: str
) -> None:
    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 0.3}')
        assert (entry.target, entry.status, entry.has_ttl) == ("slow_report", "working", True)
        answer = await client.tasks.follow(entry.id)
        assert answer is not None and answer.value["structuredContent"]["stages"] == 4
        assert (statuses(entry), entry.odd, entry.problem) == (["working", "completed"], [], "")
        call = journal.exchange(entry.exchange)
        assert call is not None and (call.status, call.detail) == ("done", f"task {entry.id} · completed")

    connected(Client(replace(profile, era=revision), journal), use)


@both_forms
@pytest.mark.parametrize(
    ("ends", "core", "extension"),
    [
        ("tool_error", "failed", "completed"),
        ("failed", "failed", "failed"),
        ("cancelled", "cancelled", "cancelled"),
    ],
)
def test_the_end_of_a_task_is_what_the_server_says(
    journal: Journal, revision: str, ends: str, core: str, extension: str
) -> None:
    async def use(client: Client) -> None:
        entry = await begin(client, f'{{"seconds": 0.2, "ends": "{ends}"}}'.encode())
        answer = await client.tasks.follow(entry.id)
        assert entry.status == (core if revision == CORE else extension)
        if ends == "cancelled":
            assert answer is None and entry.settled
        else:
            assert answer is not None
            assert (answer.is_error, bool(answer.error)) == (ends == "tool_error", ends == "failed")

    connected(Client(replace(demo_profile(), era=revision), journal), use)


@both_forms
def test_what_a_task_asks_is_answered_once_and_it_goes_on(
    profile: Profile, journal: Journal, revision: str
) -> None:
    questions: list[ServerRequest] = []

    async def answerer(request: ServerRequest) -> dict[str, Any] | None:
        questions.append(request)
        return await accept(request)

    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 0.2, "ask": true}')
        answer = await client.tasks.follow(entry.id)
        assert answer is not None and answer.value["structuredContent"]["title"] == "Hello"
        assert statuses(entry)[-1] == "completed" and "input_required" in statuses(entry)
        assert len(questions) == 1 and entry.odd == []
        if revision == CORE:  # the request names its task and so belongs to the call that became it
            asking = journal.exchange(questions[0].exchange)
            assert asking is not None and asking.parent == entry.exchange
        else:
            assert asked(journal, "tasks/update") == 1 and entry.answered == {"title"}

    connected(Client(replace(profile, era=revision), journal, answerer=answerer), use)


@both_forms
def test_cancel_uses_tasks_cancel_and_never_the_notification(
    profile: Profile, journal: Journal, revision: str
) -> None:
    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 60}')
        assert not (await client.tasks.cancel(entry.id)).error
        assert await client.tasks.follow(entry.id) is None
        assert entry.status == "cancelled" and entry.cancel_sent

    connected(Client(replace(profile, era=revision), journal), use)
    assert asked(journal, "tasks/cancel") == 1
    assert "notifications/cancelled" not in {one.method for one in journal.records(1, journal.last)}


@both_forms
def test_an_unfinished_task_is_polled_again_after_a_reconnect(
    journal: Journal, revision: str, start_server: Callable[..., ServerProcess]
) -> None:
    port = free_port()
    words = ("-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server((sys.executable, *words), port)
    target = HttpTarget(f"http://127.0.0.1:{port}/mcp")

    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 1}')
        await client.restart()
        assert client.tasks.entries[entry.id] is entry and client.tasks.polls(entry.id)
        answer = await client.tasks.follow(entry.id)
        assert answer is not None and not answer.error
        # Another client knows it by its id alone.
        other = Client(Profile("other", target, era=revision, timeout_s=10), journal)
        await other.connect()
        try:
            adopted = other.tasks.adopt(entry.id)
            assert await other.tasks.follow(adopted.id) is not None
            assert adopted.status == "completed" and adopted.exchange == 0
        finally:
            await other.close()

    connected(Client(Profile("demo", target, era=revision, timeout_s=10), journal), use)


@both_forms
def test_a_task_that_the_server_forgot_is_said_to_be_unknown(journal: Journal, revision: str) -> None:
    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 60}')
        await client.restart()  # a process takes its tasks with it
        assert await client.tasks.follow(entry.id) is None
        assert entry.settled and "does not know" in entry.problem

    connected(Client(replace(demo_profile(), era=revision), journal), use)


def test_a_tool_that_requires_a_task_is_called_as_one_by_itself(journal: Journal) -> None:
    async def use(client: Client) -> None:
        assert [client.tasks.support(name) for name in ("echo", "slow_report", "background_job")] == [
            "forbidden",
            "optional",
            "required",
        ]
        plain = await client.call_tool("slow_report", b'{"seconds": 0}')
        assert client.tasks.of_call(plain.exchange) is None
        entry = await begin(client, b'{"seconds": 0.1}', "background_job", task=None)
        assert await client.tasks.follow(entry.id) is not None
        kept = await begin(client, b'{"seconds": 0.1}', task={"ttl": 5000})
        assert kept.ttl_ms == 5000

    connected(Client(replace(demo_profile(), era=CORE), journal), use)


def test_tasks_of_a_server_are_listed_over_all_pages(journal: Journal) -> None:
    async def use(client: Client) -> None:
        client.tasks.automatic = False
        for _ in range(23):
            await begin(client, b'{"seconds": 60}')
        for identifier in tuple(client.tasks.entries):
            client.tasks.forget(identifier)
        assert len(await client.tasks.fetch()) == 23
        assert asked(journal, "tasks/list") == 2
        assert not any(client.tasks.polls(identifier) for identifier in client.tasks.entries)

    connected(Client(replace(demo_profile(), era=CORE), journal), use)


def test_progress_of_a_task_belongs_to_the_call_that_became_it(journal: Journal) -> None:
    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 0.2}')
        await client.tasks.follow(entry.id)
        assert entry.call is not None and entry.call.progress == 4

    connected(Client(replace(demo_profile(), era=CORE), journal), use)
    roles = {one.role for one in journal.records(1, journal.last) if one.method == "notifications/progress"}
    assert roles == {"progress"}


@pytest.mark.parametrize("wanted", [True, False])
def test_the_extension_is_declared_as_the_settings_say(journal: Journal, wanted: bool) -> None:
    client = Client(replace(demo_profile(), era=EXTENSION), journal)
    client.settings.declare_tasks = wanted

    async def use(client: Client) -> None:
        answer = await client.call_tool("slow_report", b'{"seconds": 0}')
        assert (client.tasks.of_call(answer.exchange) is not None) == wanted

    connected(client, use)


def test_automatic_polling_can_be_turned_off_and_on(journal: Journal) -> None:
    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 0.1}')
        client.tasks.set_automatic(entry.id, False)
        await client.tasks.stopped()
        assert not client.tasks.polls(entry.id)
        before = asked(journal, "tasks/get")
        await client.tasks.get(entry.id)
        assert asked(journal, "tasks/get") == before + 1
        client.tasks.set_automatic(entry.id, True)
        assert await client.tasks.follow(entry.id) is not None

    connected(Client(replace(demo_profile(), era=EXTENSION), journal), use)


def test_a_server_that_is_asked_to_pushes_the_changes_of_a_task(profile: Profile, journal: Journal) -> None:
    async def use(client: Client) -> None:
        client.tasks.automatic = False
        entry = await begin(client, b'{"seconds": 0.4}')
        await client.tasks.push(entry.id, True)
        while not entry.ended:
            await asyncio.sleep(0.005)
        assert (entry.status, entry.polls) == ("completed", 0)
        while any(one.live for one in client.subscriptions.all):  # there is nothing left to be told
            await asyncio.sleep(0.005)
        assert not entry.pushed

    connected(Client(replace(profile, era=EXTENSION), journal), use)


def test_a_pushed_end_is_followed_by_one_poll_for_the_outcome(journal: Journal) -> None:
    async def use(client: Client) -> None:
        entry = await begin(client, b'{"seconds": 0.3}')
        entry.poll_ms = 60_000
        await client.tasks.poll_now(entry.id)
        await client.tasks.push(entry.id, True)
        answer = await client.tasks.follow(entry.id)
        assert answer is not None and entry.status == "completed"

    connected(Client(replace(demo_profile(), era=EXTENSION), journal), use)


def test_call_that_is_cancelled_before_it_became_a_task_is_cancelled_as_a_task(journal: Journal) -> None:
    async def use(client: Client) -> None:
        started = asyncio.Event()
        call = asyncio.create_task(
            client.call_tool("slow_report", b"{}", task={}, on_start=lambda number: started.set())
        )
        await started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        async with asyncio.timeout(10):
            while not any(entry.status == "cancelled" for entry in client.tasks.entries.values()):
                await asyncio.sleep(0.01)

    connected(Client(replace(demo_profile(), era=CORE), journal), use)
    journal.sync()
    sent = [one.method for one in journal.records(1, journal.last) if one.direction == "out"]
    assert "notifications/cancelled" not in sent
    assert sent.count("tasks/cancel") == 1
