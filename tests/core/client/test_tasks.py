"""Tasks of both forms, on the demo server over stdio and HTTP: from the call to what it led to."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client import tasks as tasks_module
from inspector.core.client.answers import Answer
from inspector.core.client.client import Client, ServerRequest
from inspector.core.client.task_entry import TaskEntry
from inspector.core.client.tasks import Tasks, fetch_tasks, offered_form
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.errors import ErrorAnswer, UsageError
from inspector.protocol.jsonrpc import Message
from inspector.protocol.records import Exchange
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
        assert entry.settled and "no longer knows" in entry.problem

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


# -- without a server


class FakeClient:
    """Answers calls by `answers`, and notes what it is told."""

    def __init__(
        self, era: str = "modern", capabilities: dict[str, Any] | None = None, *answers: Answer
    ) -> None:
        about = SimpleNamespace(era=era, revision=EXTENSION if era == "modern" else CORE)
        about.capabilities = capabilities if capabilities is not None else {}
        self.info: Any = about
        self.answers_left = list(answers)
        self.asked: list[tuple[str, Any]] = []
        self.told = 0
        self.answers, self.state, self.entry, self.session_number = True, "connected", "s", 1
        self.session = None
        self.profile: Any = None
        self.touched: list[Exchange] = []
        self.journal = SimpleNamespace(touch=self.touched.append)
        self.catalog = SimpleNamespace(tools=())
        self.gathered: Any = None
        self.watched: list[tuple[str, str]] = []
        self.subscriptions = SimpleNamespace(
            watch_task=self.watch, unwatch_task=self.unwatch, later=self.later
        )
        self.refuses = False

    async def call(self, method: str, params: Any, **_options: Any) -> Answer:
        self.asked.append((method, params))
        return self.answers_left.pop(0)

    async def gather(self, exchange: Exchange, result: Any) -> Any:
        self.asked.append(("gather", (exchange.number, result)))
        return self.gathered

    async def watch(self, task: str) -> None:
        self.watched.append(("watch", task))
        if self.refuses:
            raise UsageError("no")

    async def unwatch(self, task: str) -> None:
        self.watched.append(("unwatch", task))

    def later(self, work: Any) -> None:
        self.watched.append(("later", ""))
        work.close()

    def tell(self) -> None:
        self.told += 1


TASKS_OFFERED: dict[str, Any] = {"tasks": {"list": {}, "requests": {"tools": {"call": {}}}}}
EXTENDED: dict[str, Any] = {"extensions": {"io.modelcontextprotocol/tasks": {}}}


def fake(
    era: str = "modern", capabilities: dict[str, Any] | None = None, *answers: Answer
) -> tuple[Tasks, FakeClient]:
    client = FakeClient(era, capabilities, *answers)
    return Tasks(client), client  # type: ignore[arg-type]


def said(value: Any, **more: Any) -> Answer:
    return Answer(1, 2, json.dumps(value).encode(), **more)


NO = Answer(1, 2, error=b'{"code":-32601,"message":"no"}')


@pytest.mark.parametrize(
    ("era", "revision", "capabilities", "form"),
    [
        ("modern", "2026-07-28", EXTENDED, "extension"),
        ("modern", "2026-07-28", {"extensions": []}, ""),
        ("modern", "2026-07-28", TASKS_OFFERED, ""),
        ("legacy", "2025-11-25", TASKS_OFFERED, "core"),
        ("legacy", "2025-06-18", TASKS_OFFERED, ""),
        ("legacy", "2025-11-25", {"tasks": True}, ""),
        ("legacy", "2025-11-25", EXTENDED, ""),
    ],
)
def test_which_form_of_tasks_a_server_offers(era: str, revision: str, capabilities: Any, form: str) -> None:
    assert offered_form(era, revision, capabilities) == form


def test_what_is_offered_of_it() -> None:
    core, extension = fake("legacy", TASKS_OFFERED)[0], fake("modern", EXTENDED)[0]
    none, gone = fake("legacy", {})[0], fake()
    gone[1].info = None
    assert [core.offers("list"), core.offers("cancel"), core.form] == [True, False, "core"]
    assert [extension.offers("list"), extension.offers("cancel"), extension.form] == [
        False,
        True,
        "extension",
    ]
    assert [none.offers("list"), none.offers("cancel"), none.form] == [False, False, ""]
    assert [gone[0].offers("list"), gone[0].form, gone[0].support("t")] == [False, "", "forbidden"]


@pytest.mark.parametrize(
    ("capabilities", "tool", "support"),
    [
        (TASKS_OFFERED, {"execution": {"taskSupport": "optional"}}, "optional"),
        (TASKS_OFFERED, {"execution": {"taskSupport": "required"}}, "required"),
        (TASKS_OFFERED, {"execution": {"taskSupport": "odd"}}, "forbidden"),
        (TASKS_OFFERED, {"execution": "required"}, "forbidden"),
        (TASKS_OFFERED, {}, "forbidden"),
        ({"tasks": {"requests": {"tools": {}}}}, {"execution": {"taskSupport": "required"}}, "forbidden"),
        ({"tasks": {"requests": 5}}, {"execution": {"taskSupport": "required"}}, "forbidden"),
    ],
)
def test_whether_a_call_may_ask_for_a_task(capabilities: Any, tool: dict[str, Any], support: str) -> None:
    tasks, client = fake("legacy", capabilities)
    client.catalog.tools = ({"name": "other"}, {"name": "t", **tool})
    assert (tasks.support("t"), tasks.support("unknown")) == (support, "forbidden")
    assert tasks.call_params("t", None) == ({"task": {}} if support == "required" else {})
    assert tasks.call_params("t", {"ttl": 5}) == {"task": {"ttl": 5}}


def listed(*ids: str, cursor: Any = None) -> Answer:
    page: dict[str, Any] = {"tasks": [{"taskId": one, "status": "working"} for one in ids]}
    return said(page | ({"nextCursor": cursor} if cursor is not None else {}))


def fetched(*answers: Answer, most: int = 10) -> tuple[list[str], list[Any]]:
    client = FakeClient("legacy", {}, *answers)
    states = asyncio.run(fetch_tasks(client.call, most))
    return [state.id for state in states], [params for _, params in client.asked]


def test_a_list_of_tasks_is_read_page_by_page() -> None:
    assert fetched(listed("a", "b", cursor="2"), listed("c")) == (["a", "b", "c"], [{}, {"cursor": "2"}])
    assert fetched(listed("a", cursor="2"), listed("b", cursor="2")) == (["a", "b"], [{}, {"cursor": "2"}])
    assert fetched(listed("a", cursor=5)) == (["a"], [{}])
    assert fetched(listed("a", "b", "c", cursor="2"), most=2) == (["a", "b"], [{}])
    assert fetched(listed("a", cursor="2"), listed("b", cursor="3"), most=2)[0] == ["a", "b"]
    assert fetched(said({"tasks": [5, {}, {"taskId": "a"}]}))[0] == ["a"]
    assert fetched(said([]))[0] == fetched(said({"tasks": {}}))[0] == []


def test_only_so_many_pages_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks_module, "MOST_PAGES", 2)
    assert fetched(*(listed(str(n), cursor=str(n)) for n in range(3)))[0] == ["0", "1"]


@pytest.mark.parametrize(("error", "words"), [(NO.error, "-32601 no"), (b"[]", "?")])
def test_a_list_that_is_refused_is_told_in_the_servers_words(error: bytes, words: str) -> None:
    with pytest.raises(ErrorAnswer) as caught:
        fetched(Answer(1, 2, error=error))
    assert str(caught.value) == f"tasks/list returned an error: {words}"
    assert caught.value.explanation.next_step == "See the message in the timeline."
    assert caught.value.error == error


def test_listed_tasks_of_others_are_not_polled_by_themselves() -> None:
    tasks, client = fake("legacy", TASKS_OFFERED, listed("a", "b"))
    tasks.adopt("a").call = Exchange(7, 1, "out", "tools/call")
    entries = asyncio.run(tasks.fetch())
    assert [(entry.id, entry.automatic, entry.form, entry.status) for entry in entries] == [
        ("a", True, "core", "working"), ("b", False, "core", "working"),
    ]  # fmt: skip
    assert client.told > 0 and client.touched[0].detail == "task a · working"
    assert (tasks.of_call(7), tasks.of_call(8), tasks.of_call(0)) == (entries[0], None, None)


def test_entries_are_bounded_and_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks_module, "MOST_ENTRIES", 2)
    tasks, _ = fake()
    for name in "abc":
        tasks.adopt(name)
    assert list(tasks.entries) == ["b", "c"]
    assert tasks.adopt("b") is tasks.entries["b"] and tasks.entries["b"].form == "extension"


@pytest.mark.parametrize(
    ("method", "params", "taken", "requests"),
    [
        (
            "notifications/tasks",
            {"taskId": "t", "status": "input_required", "inputRequests": {"k": {}}},
            True,
            {"k": {}},
        ),
        (
            "notifications/tasks/status",
            {"taskId": "t", "status": "input_required", "inputRequests": {"k": {}}},
            True,
            {},
        ),
        ("notifications/tasks", {"taskId": "other", "status": "working"}, False, {}),
        ("notifications/tasks", {"taskId": ["t"], "status": "working"}, False, {}),
        ("notifications/message", {"taskId": "t", "status": "working"}, False, {}),
    ],
)
def test_a_status_that_comes_by_itself_is_taken(
    method: str, params: dict[str, Any], taken: bool, requests: dict[str, Any]
) -> None:
    tasks, _ = fake()
    entry = tasks.adopt("t")
    assert tasks.notice(method, params) is taken
    assert (entry.status, entry.requests) == ("input_required" if taken else "", requests)


def created(form: str, status: str = "working") -> Message:
    task = {"taskId": "t", "status": status}
    value = {"task": task} if form == "core" else {**task, "resultType": "task"}
    return Message("response", result=json.dumps(value).encode())


def a_call(detail: str = "task t") -> Exchange:
    return Exchange(7, 1, "out", "tools/call", target="slow", detail=detail, status="done")


@pytest.mark.parametrize("form", ["core", "extension"])
def test_a_call_that_became_a_task_has_an_entry(form: str) -> None:
    tasks, client = fake()
    tasks.automatic = False
    for exchange, message in (
        (a_call(), None), (a_call(""), created(form)),
        (Exchange(7, 1, "out", "x", detail="task t"), created(form)),
        (a_call(), Message("response", result=b"{}")),
    ):  # fmt: skip
        tasks.finished(exchange, message)
    assert tasks.entries == {}
    exchange = a_call()
    tasks.finished(exchange, created(form))
    entry = tasks.entries["t"]
    assert (entry.form, entry.target, entry.call, entry.status, entry.automatic) == (
        form, "slow", exchange, "working", False,
    )  # fmt: skip
    assert not tasks.polls("t")
    entry.settled, entry.problem, entry.result = True, "x", NO
    tasks.finished(exchange, created(form))
    assert (entry.settled, entry.problem, entry.result) == (False, "", None)
    told = client.told
    tasks.progressed(exchange)
    tasks.progressed(Exchange(8, 1, "out", "x", status="done"))
    tasks.progressed(Exchange(7, 1, "out", "x", status="pending"))
    assert client.told == told + 1


@pytest.mark.parametrize(
    ("status", "capabilities", "cancels"),
    [("working", EXTENDED, True), ("working", {}, False), ("completed", EXTENDED, False)],
)
def test_a_cancelled_call_that_became_a_task_all_the_same_is_cancelled_as_one(
    status: str, capabilities: dict[str, Any], cancels: bool
) -> None:
    tasks, client = fake("modern", capabilities)
    tasks.automatic = False
    tasks.late(Exchange(7, 1, "out", "x"), created("extension", status))
    assert tasks.entries == {}
    tasks.late(a_call(), created("extension", status))
    assert tasks.entries["t"].target == "slow"
    assert client.watched == ([("later", "")] if cancels else [])


@pytest.mark.parametrize(
    ("answer", "odd", "status"),
    [
        (said({"taskId": "t", "status": "working"}), [], "working"),
        (said({"taskId": "u", "status": "working"}), ["a response about it concerns another task, “u”"], ""),
        (said({}), ["a response about it is not a task"], ""),
        (NO, [], ""),
    ],
)
def test_what_an_answer_says_of_a_task_is_taken(answer: Answer, odd: list[str], status: str) -> None:
    tasks, client = fake("modern", EXTENDED, answer)
    entry = tasks.adopt("t")
    assert asyncio.run(tasks.get("t")) is answer
    assert [one for one in entry.odd if "response" in one] == odd
    assert (entry.status, entry.polls, client.asked) == (status, 1, [("tasks/get", {"taskId": "t"})])


def test_the_outcome_comes_with_the_answer_in_the_extension() -> None:
    ended = said({"taskId": "t", "status": "completed", "result": {"a": 1}})
    tasks, _ = fake("modern", EXTENDED, ended, NO)
    found = asyncio.run(tasks.result("t"))
    entry = tasks.entries["t"]
    assert (found.result, entry.settled, entry.result) == (b'{"a": 1}', True, found)
    assert asyncio.run(tasks.result("t")) is found, "what is known stays"


@pytest.mark.parametrize(("status", "kept"), [("completed", True), ("working", False)])
def test_the_outcome_has_a_request_of_its_own_in_the_core(status: str, kept: bool) -> None:
    tasks, client = fake("legacy", TASKS_OFFERED, said({"a": 1}))
    entry = tasks.adopt("t")
    entry.status = status
    found = asyncio.run(tasks.result("t"))
    assert client.asked == [("tasks/result", {"taskId": "t"})]
    assert (entry.result, entry.settled) == ((found, True) if kept else (None, False))


@pytest.mark.parametrize(
    ("era", "answer", "sent", "status"),
    [
        ("legacy", said({"taskId": "t", "status": "cancelled"}), True, "cancelled"),
        ("modern", said({}), True, ""),
        ("modern", NO, False, ""),
    ],
)
def test_a_cancellation_is_the_servers_word(era: str, answer: Answer, sent: bool, status: str) -> None:
    tasks, client = fake(era, {}, answer)
    entry = tasks.adopt("t")
    asyncio.run(tasks.cancel("t"))
    assert (entry.cancel_sent, entry.status, client.asked) == (
        sent,
        status,
        [("tasks/cancel", {"taskId": "t"})],
    )


@pytest.mark.parametrize(("answer", "answered"), [(said({}), {"k"}), (NO, set())])
def test_answers_are_remembered_when_they_were_taken(answer: Answer, answered: set[str]) -> None:
    tasks, client = fake("modern", {}, answer)
    entry = tasks.adopt("t")
    asyncio.run(tasks.update("t", {"k": 1}))
    assert entry.answered == answered
    assert client.asked == [("tasks/update", {"taskId": "t", "inputResponses": {"k": 1}})]


@pytest.mark.parametrize(
    ("gathered", "responses"),
    [(None, {}), ({"inputResponses": {"k": 1}}, {"k": 1}), ({"inputResponses": 5}, {}), ({}, {})],
)
def test_the_user_is_asked_about_the_call_that_became_the_task(
    gathered: Any, responses: dict[str, Any]
) -> None:
    tasks, client = fake()
    client.gathered = gathered
    entry = tasks.adopt("t")
    assert asyncio.run(tasks.gather(entry, "k", {"m": 1})) == responses
    entry.call = a_call()
    asyncio.run(tasks.gather(entry, "k", {"m": 1}))
    asked = {"inputRequests": {"k": {"m": 1}}}
    assert client.asked == [("gather", (0, asked)), ("gather", (7, asked))]


def test_a_push_that_is_refused_is_none() -> None:
    tasks, client = fake()
    entry = tasks.adopt("t")
    asyncio.run(tasks.push("t", True))
    assert entry.pushed
    asyncio.run(tasks.push("t", False))
    assert not entry.pushed and client.watched == [("watch", "t"), ("unwatch", "t")]
    client.refuses = True
    told = client.told
    with pytest.raises(UsageError):
        asyncio.run(tasks.push("t", True))
    assert not entry.pushed and client.told == told + 1


def test_the_end_of_a_pushed_task_ends_the_push() -> None:
    tasks, client = fake()
    entry = tasks.adopt("t")
    entry.pushed = True
    ends: list[str] = []
    client.session = SimpleNamespace(  # type: ignore[assignment]
        conversation=SimpleNamespace(correlation=SimpleNamespace(end_task=ends.append))
    )
    tasks.notice("notifications/tasks", {"taskId": "t", "status": "working"})
    assert (ends, entry.pushed) == ([], True)
    tasks.notice("notifications/tasks", {"taskId": "t", "status": "completed"})
    assert (ends, entry.pushed, client.watched) == (["t"], False, [("later", "")])


class Kept:
    """Where tasks outlive the program."""

    def __init__(self, *entries: TaskEntry) -> None:
        self.entries, self.done = list(entries), []  # type: ignore[var-annotated]

    def of(self, server: str, profile: Any) -> list[TaskEntry]:
        return self.entries

    def note(self, server: str, profile: Any, entry: TaskEntry) -> None:
        self.done.append(("note", server, entry.id))

    def forget(self, server: str, task: str) -> None:
        self.done.append(("forget", server, task))


def test_tasks_of_the_last_start_are_there_and_what_runs_is_kept() -> None:
    tasks, client = fake()
    known = tasks.adopt("a")
    kept: Any = Kept(TaskEntry("a", "core"), TaskEntry("b", "core"))
    tasks.restore(kept)
    assert (list(tasks.entries), tasks.entries["a"]) == (["a", "b"], known)
    tasks.changed(known)
    tasks.changed(TaskEntry("a", "core"))
    told = client.told
    tasks.forget("a")
    tasks.forget("nowhere")
    assert kept.done == [("note", "s", "a"), ("forget", "s", "a"), ("forget", "s", "nowhere")]
    assert list(tasks.entries) == ["b"] and client.told == told + 2


def test_polling_begins_when_it_connects_and_can_be_turned_off() -> None:
    tasks, client = fake()

    async def main() -> None:
        for name, more in (("auto", {}), ("by-hand", {"automatic": False}), ("over", {"settled": True})):
            entry = tasks.adopt(name)
            for member, value in more.items():
                setattr(entry, member, value)
        hanging = asyncio.get_running_loop().create_future()

        async def call(*_: Any, **__: Any) -> Any:
            await hanging

        client.call = call  # type: ignore[method-assign]
        tasks.connected()
        assert [tasks.polls(name) for name in ("auto", "by-hand", "over")] == [True, False, False]
        assert await tasks.poll_now("auto") is None
        tasks.set_automatic("by-hand", True)
        assert tasks.polls("by-hand") and tasks.entries["by-hand"].automatic
        tasks.set_automatic("auto", False)
        client.state = "closed"
        tasks.set_automatic("over", True)
        assert not tasks.polls("over")
        tasks.ended()
        await tasks.stopped()
        await asyncio.sleep(0)
        assert not tasks.polls("auto") and not tasks.polls("by-hand")
        await tasks.stopped()

    asyncio.run(main())
