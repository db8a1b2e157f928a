"""What `mcpdi watch` prints as it comes, when it stops, and what it says of a stream that is gone."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli import watching as watching_module
from inspector.cli.limits import Limits
from inspector.cli.output import Output
from inspector.cli.watching import Watching
from inspector.core.client.answers import Answer
from inspector.core.client.subscription import Subscription
from inspector.errors import ConnectError, Explanation, UsageError
from inspector.protocol.records import Record
from inspector.protocol.subscribing import Filter
from inspector.trace.journal import Journal
from tests.trace.samples import notification


class Client:
    """Is connected, and hears nothing."""

    state = "connected"
    failure = None
    subscriptions = SimpleNamespace(all=[])

    def __init__(self, deaf: str) -> None:
        self.deaf = deaf
        self.listeners: list[object] = []
        self.journal = SimpleNamespace(
            last=0, on_change=None, take_changes=list, flush=list, records=lambda *_: []
        )


def watching(deaf: str, notes: list[str], seconds: float | None) -> Watching:
    client: Any = Client(deaf)
    output: Any = SimpleNamespace(note=notes.append)
    limits: Any = SimpleNamespace(seconds=seconds, count=None, tool="", arguments=b"")
    return Watching(client, output, limits, changes=True, logs=False)


def test_a_stream_that_is_gone_for_good_is_not_said_to_be_taken_up_again() -> None:
    notes: list[str] = []
    with pytest.raises(ConnectError, match="no more events would arrive"):
        asyncio.run(watching("over", notes, None).watch())
    assert notes == []


def test_a_stream_that_is_waited_for_is_said_to_be_taken_up_again() -> None:
    notes: list[str] = []
    with pytest.raises(ConnectError, match="lost at the end"):
        asyncio.run(watching("waiting", notes, 0).watch())
    assert notes == ["the listening stream ended; resuming"]


# -- what is printed


LOG = (
    b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"db","data":"hi"}}'
)
CHANGED = b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.create(tmp_path / "a.mcptrace")) as journal:
        yield journal


def told(number: int, raw: bytes, **more: object) -> Record:
    return notification(number, raw, method=json.loads(raw)["method"], **more)


class Server:
    """A connected client; `tool` is what its tool answers."""

    def __init__(self, journal: Journal, tool: Answer | Exception | None = None) -> None:
        self.state, self.failure, self.deaf = "connected", None, ""
        self.journal, self.tool = journal, tool
        self.listeners: list[Any] = []
        self.subscriptions = SimpleNamespace(all=[])
        self.called: list[tuple[str, bytes]] = []

    async def call_tool(self, name: str, arguments: bytes) -> Answer:
        self.called.append((name, arguments))
        self.journal.append([told(self.journal.last + 1, CHANGED)])
        if isinstance(self.tool, Exception):
            raise self.tool
        assert self.tool is not None
        return self.tool


def watched(
    server: Server,
    limits: Limits | None = None,
    *,
    json_form: bool = True,
    changes: bool = True,
    logs: bool = False,
) -> Watching:
    return Watching(server, Output(json=json_form), limits or Limits(), changes=changes, logs=logs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "logs", "kinds"),
    [(True, False, ["list_changed"]), (False, True, ["log"]), (True, True, ["log", "list_changed"])],
)
def test_only_what_is_wanted_is_printed_and_only_what_comes_in_meanwhile(
    journal: Journal, capfd: pytest.CaptureFixture[str], changes: bool, logs: bool, kinds: list[str]
) -> None:
    journal.append([told(1, CHANGED)])
    server = Server(journal)
    watching = watched(server, Limits(count=len(kinds)), changes=changes, logs=logs)
    journal.append(
        [
            told(2, CHANGED, direction="out"),
            told(3, CHANGED, kind="request"),
            told(4, LOG),
            told(5, CHANGED),
            told(6, CHANGED),
        ]
    )
    assert asyncio.run(watching.watch()) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["kind"] for line in lines] == kinds
    assert [line["record"] for line in lines] == [4 if kind == "log" else 5 for kind in kinds]
    assert (server.listeners, journal.on_change) == ([], None)


PARAMS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("notifications/message", {"level": "info", "logger": "db", "data": "hi", "_meta": {}},
     {"kind": "log", "level": "info", "logger": "db", "data": "hi"}, "info      db: hi"),
    ("notifications/message", {"data": {"a": 1}}, {"kind": "log", "data": {"a": 1}}, '?         {"a":1}'),
    ("notifications/resources/updated", {"uri": "a://b", "kind": "theirs"},
     {"kind": "updated", "method": "notifications/resources/updated", "uri": "a://b"}, "updated   a://b"),
    ("notifications/resources/updated", {}, {"kind": "updated", "method": "notifications/resources/updated"},
     "updated   ?"),
    ("notifications/tasks", {"taskId": "t", "status": "working", "statusMessage": "half",
                             "_meta": {"io.modelcontextprotocol/subscriptionId": 7}},
     {"kind": "task", "method": "notifications/tasks", "subscription": 7, "taskId": "t", "status": "working",
      "statusMessage": "half"}, "task      t working half"),
    ("notifications/tasks/status", {}, {"kind": "task", "method": "notifications/tasks/status"},
     "task      ? ?"),
    ("notifications/prompts/list_changed", {},
     {"kind": "list_changed", "method": "notifications/prompts/list_changed"},
     "changed   list of prompts"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "params", "line", "text"), PARAMS)
def test_each_kind_has_its_line(
    journal: Journal,
    capfd: pytest.CaptureFixture[str],
    method: str,
    params: dict[str, Any],
    line: dict[str, Any],
    text: str,
) -> None:
    raw = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()
    for json_form in (True, False):
        watching = watched(Server(journal), Limits(count=1), json_form=json_form, logs=True)
        journal.append([told(journal.last + 1, raw, at_ns=1_700_000_000_012_345_678)])
        assert asyncio.run(watching.watch()) == 0
    first, second = capfd.readouterr().out.splitlines()
    found = json.loads(first)
    assert datetime.fromisoformat(found.pop("at")).timestamp() == pytest.approx(1_700_000_000.012345)
    assert found == {**line, "record": 1}
    clock, _, rest = second.partition("  ")
    assert re.fullmatch(r"\d\d:\d\d:20\.012", clock)
    assert rest == text


def test_after_the_tool_it_waits_a_moment_for_what_that_causes(
    journal: Journal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching_module, "AFTER_CALL_S", 0.01)
    server = Server(journal, Answer(1, 2, b'{"content": [],\n"isError": true}'))
    assert asyncio.run(watched(server, Limits(tool="t", arguments=b'{"a":1}')).watch()) == 5
    assert server.called == [("t", b'{"a":1}')]
    said = capfd.readouterr()
    first, second = map(json.loads, said.out.splitlines())
    assert (first["kind"], second) == (
        "list_changed",
        {"kind": "answer", "result": {"content": [], "isError": True}},
    )
    assert json.loads(said.err)["error"] == "tool_error"


def test_an_error_of_the_tool_is_printed_as_one(
    journal: Journal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching_module, "AFTER_CALL_S", 0.01)
    server = Server(journal, Answer(1, 2, error=b'{"code": 1, "message": "no"}'))
    assert asyncio.run(watched(server, Limits(tool="t")).watch()) == 7
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert lines[1] == {"kind": "answer", "error": {"code": 1, "message": "no"}}


def test_a_tool_that_cannot_be_called_fails_the_watching(journal: Journal) -> None:
    server = Server(journal, UsageError("there is no such tool"))
    with pytest.raises(UsageError, match="no such tool"):
        asyncio.run(watched(server, Limits(tool="t", seconds=0.01)).watch())


def test_too_few_events_in_the_time_allowed_are_a_failure(journal: Journal) -> None:
    watching = watched(Server(journal), Limits(count=2, seconds=0.01))
    journal.append([told(1, CHANGED)])
    with pytest.raises(ConnectError) as caught:
        asyncio.run(watching.watch())
    assert str(caught.value) == "1 of 2 events arrived within 0.01 s."


def test_the_time_that_is_over_is_no_failure_without_a_count(journal: Journal) -> None:
    assert asyncio.run(watched(Server(journal), Limits(seconds=0.01)).watch()) == 0


def test_a_connection_that_ends_says_why(journal: Journal) -> None:
    server: Any = Server(journal)
    server.state = "failed"
    with pytest.raises(ConnectError, match="The connection was closed"):
        asyncio.run(watched(server).watch())
    server.failure = Explanation("The server crashed.")
    with pytest.raises(ConnectError, match="The server crashed"):
        asyncio.run(watched(server).watch())


def test_ctrl_c_is_how_a_user_ends_it(journal: Journal) -> None:
    server = Server(journal)

    async def main() -> int:
        task = asyncio.create_task(watched(server).watch())
        while not server.listeners:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        return await task

    assert asyncio.run(main()) == 0
    assert server.listeners == []


def test_a_stream_that_was_gone_and_came_back_is_told_once_each(
    journal: Journal, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Server(journal)
    watching = watched(server, json_form=False)
    for deaf in ("", "waiting", "waiting", "", ""):
        server.deaf = deaf
        watching._say_deaf()
    assert capfd.readouterr().err == "the listening stream ended; resuming\nlistening again\n"


def subscription(**more: Any) -> Subscription:
    return Subscription(Filter.of(["tools"], ["a://b"]), **more)


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"state": "opening"}, ""),
        ({"state": "open"}, "subscription to tools open"),
        ({"state": "open", "id": "7", "acknowledged": Filter.of(["tools"])},
         "subscription 7 acknowledged: tools; not acknowledged: a://b"),
        ({"state": "open", "id": "7", "acknowledged": Filter.of(["tools"], ["a://b"]),
          "notes": ["odd", "more"]},
         "subscription 7 acknowledged: tools, a://b; odd; more"),
        ({"state": "open", "id": "7", "acknowledged": Filter()},
         "subscription 7 acknowledged: nothing; not acknowledged: tools, a://b"),
        ({"state": "lost", "id": "7", "detail": "gone", "acknowledged": Filter.of(["tools"])},
         "subscription 7 lost: gone"),
    ],
)  # fmt: skip
def test_how_a_subscription_stands_is_said_once(
    journal: Journal, capfd: pytest.CaptureFixture[str], more: dict[str, Any], line: str
) -> None:
    server = Server(journal)
    server.subscriptions.all.append(subscription(**more))
    watching = watched(server, json_form=False)
    watching._say_states()
    watching._say_states()
    assert capfd.readouterr().err.splitlines() == [line] * bool(line)


@pytest.mark.parametrize("limits", [Limits(), Limits(count=1), Limits(seconds=60)])
def test_when_all_subscriptions_have_ended_nothing_more_comes(journal: Journal, limits: Limits) -> None:
    server = Server(journal)
    server.subscriptions.all.append(subscription(state="ended", wanted=False))
    if limits == Limits():
        assert asyncio.run(watched(server, limits).watch()) == 0
    else:
        with pytest.raises(ConnectError, match="The server ended the subscription"):
            asyncio.run(watched(server, limits).watch())


@pytest.mark.parametrize(
    ("states", "changes", "over"),
    [
        ([], True, False),
        ([("ended", False)], True, True),
        ([("ended", False)], False, False),
        ([("lost", True)], True, False),
        ([("open", False), ("ended", False)], True, False),
    ],
)
def test_it_is_over_when_no_subscription_is_alive_or_wanted(
    journal: Journal, states: list[tuple[str, bool]], changes: bool, over: bool
) -> None:
    server = Server(journal)
    server.subscriptions.all.extend(subscription(state=state, wanted=wanted) for state, wanted in states)
    assert watched(server, changes=changes)._over() is over
