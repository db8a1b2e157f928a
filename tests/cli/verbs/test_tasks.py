"""`mcpdi call` of what becomes a task, and `mcpdi tasks`, as processes on the demo server."""

from __future__ import annotations

import asyncio
import json
import math
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import click
import msgspec
import pytest

from inspector.cli.following import _line, _why, entry_value
from inspector.cli.output import Output
from inspector.cli.verbs import tasks as verb
from inspector.core.client.answers import Answer
from inspector.core.client.task_entry import TaskEntry
from tests.cli.run import ROOT, mcpdi
from tests.servers import ServerProcess, free_port

both_forms = pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])


@pytest.fixture
def url(start_server: Callable[..., ServerProcess]) -> str:
    port = free_port()
    words = ("-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server((sys.executable, *words), port)
    return f"http://127.0.0.1:{port}/mcp"


@both_forms
def test_a_call_that_becomes_a_task_is_followed_to_its_end(revision: str) -> None:
    done = mcpdi("call", "slow_report", "seconds=0.5", "--task", "--on", "demo", "--era", revision)
    assert done.returncode == 0, done.stderr
    assert "Four stages" in done.stdout and "task" not in done.stdout
    assert re.search(r"^task \S+: working Begun$", done.stderr, re.MULTILINE)
    assert re.search(r"^task \S+: completed Done$", done.stderr, re.MULTILINE)
    assert ("only the server decides" in done.stderr) == (revision == "2026-07-28")


@both_forms
def test_as_json_only_the_outcome_is_printed(revision: str) -> None:
    words = ("call", "slow_report", "seconds=0.2", "--task", "--json", "--on", "demo", "--era", revision)
    done = mcpdi(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["structuredContent"] == {"title": "Report", "stages": 4}


@both_forms
@pytest.mark.parametrize(("ends", "code"), [("tool_error", 5), ("failed", 7), ("cancelled", 1)])
def test_the_exit_code_is_that_of_the_outcome(revision: str, ends: str, code: int) -> None:
    words = ("call", "background_job", "seconds=0.2", f"ends={ends}", "--on", "demo", "--era", revision)
    done = mcpdi(*words)
    assert done.returncode == code, done.stderr
    if ends == "cancelled":
        assert "it is cancelled: The server gave up" in done.stderr


def test_a_task_can_be_looked_at_from_another_command_line(url: str) -> None:
    words = ("call", "slow_report", "seconds=1", "--task", "--ttl", "60", "--no-wait", "--json")
    made = mcpdi(*words, "--on", url, "--era", "2025-11-25")
    task = json.loads(made.stdout)
    assert (task["form"], task["status"], task["ttlMs"]) == ("core", "working", 60000)
    on = ("--on", url, "--era", "2025-11-25")
    listed = mcpdi("tasks", "list", "--json", *on)
    assert [one["taskId"] for one in json.loads(listed.stdout)["tasks"]] == [task["taskId"]]
    assert task["taskId"] in mcpdi("tasks", *on).stdout
    assert re.search("working|completed", mcpdi("tasks", "get", task["taskId"], *on).stdout)
    watched = mcpdi("tasks", "watch", task["taskId"], *on)
    assert watched.returncode == 0 and "Four stages" in watched.stdout
    assert "Four stages" in mcpdi("tasks", "result", task["taskId"], *on).stdout
    late = mcpdi("tasks", "cancel", task["taskId"], *on)
    assert late.returncode == 7 and "ended already" in late.stderr


def test_questions_of_the_extension_are_answered_by_key(url: str) -> None:
    declare = json.dumps({"elicitation": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}})
    words = ("call", "slow_report", "seconds=0.2", "ask=true", "--declare", declare, "--on", url)
    waiting = mcpdi(*words)
    assert waiting.returncode == 1 and "is waiting for input: title" in waiting.stderr
    found = re.search(r"mcpdi tasks update (\S+) title", waiting.stderr)
    assert found is not None
    answer = 'title:={"action": "accept", "content": {"title": "서울"}}'
    assert mcpdi("tasks", "update", found[1], answer, "--on", url).returncode == 0
    assert "# 서울" in mcpdi("tasks", "watch", found[1], "--on", url).stdout


def test_cancel_ends_a_task_of_the_extension(url: str) -> None:
    made = mcpdi("call", "slow_report", "seconds=60", "--no-wait", "--json", "--on", url)
    task_id = json.loads(made.stdout)["taskId"]
    early = mcpdi("tasks", "result", task_id, "--json", "--on", url)
    assert (early.returncode, early.stdout) == (1, "")
    assert json.loads(early.stderr)["message"] == "the task has no result yet: it is working"
    assert "tasks watch" in json.loads(early.stderr)["next_step"]
    assert "cancellation requested" in mcpdi("tasks", "cancel", task_id, "--on", url).stdout
    assert "cancelled" in mcpdi("tasks", "get", task_id, "--on", url).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is not sent to one process on Windows")
def test_ctrl_c_cancels_the_task(url: str) -> None:
    words = [sys.executable, "-m", "inspector", "call", "slow_report", "seconds=60", "--on", url]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert running.stderr is not None
    first = running.stderr.readline().decode()
    os.kill(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert running.returncode == 1 and b"cancellation requested" in said
    task_id = first.split()[1].rstrip(":")
    assert "cancelled" in mcpdi("tasks", "get", task_id, "--on", url).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tasks", "get"), "requires a task ID"),
        (("tasks", "list", "x"), "list takes no task ID"),
        (("tasks", "get", "x", "k:=1"), "only takes a task ID"),
        (("tasks", "update", "x"), "answer with KEY:=JSON"),
        (("tasks", "update", "x", "k=1"), "answer with KEY:=JSON"),
        (("tasks", "update", "x", "k:={"), "an answer is not JSON"),
        (("call", "x", "--ttl", "-1"), "--ttl: use a number of seconds"),
    ],
)
def test_what_cannot_be_meant_is_refused(words: tuple[str, ...], said: str) -> None:
    done = mcpdi(*words, "--on", "demo")
    assert done.returncode == 2 and said in done.stderr


def test_an_unknown_task_is_the_servers_error() -> None:
    for action in ("get", "result", "cancel"):
        done = mcpdi("tasks", action, "nobody", "--on", "demo")
        assert done.returncode == 7 and "there is no task nobody" in done.stderr
    dashed = mcpdi("tasks", "get", "-eH1_x-h", "--on", "demo")
    assert dashed.returncode == 7 and "there is no task -eH1_x-h" in dashed.stderr
    watched = mcpdi("tasks", "watch", "nobody", "--on", "demo")
    assert watched.returncode == 1 and "no longer knows this task" in watched.stderr


def test_a_task_as_json_has_all_members_and_as_a_line_those_that_there_are() -> None:
    bare = TaskEntry("t1", "core")
    assert entry_value(bare) == {
        "taskId": "t1", "form": "core", "status": "", "statusMessage": "", "tool": "",
        "createdAt": "", "lastUpdatedAt": "", "ttlMs": None, "pollIntervalMs": None,
    }  # fmt: skip
    assert _line(bare) == "t1  ?"
    whole = TaskEntry(
        "t2", "extension", "echo", status="working", message="half", created="then", updated="now",
        ttl_ms=5, poll_ms=7, requests={"k": {"method": "m"}}, odd=["odd"],
    )  # fmt: skip
    assert entry_value(whole) == {
        "taskId": "t2", "form": "extension", "status": "working", "statusMessage": "half", "tool": "echo",
        "createdAt": "then", "lastUpdatedAt": "now", "ttlMs": 5, "pollIntervalMs": 7,
        "inputRequests": {"k": {"method": "m"}}, "odd": ["odd"],
    }  # fmt: skip
    assert _line(whole) == "t2  working  echo  now  half"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (TaskEntry("t", "core", status="failed", message="no"), "has no result: it is failed: no."),
        (TaskEntry("t", "core", status="working"), "has no result: it is working."),
        (TaskEntry("t", "core", message="no", problem="gone"), "has no result: gone."),
        (TaskEntry("t", "core", status="failed", requests={"a": {}}), "has no result: it is failed."),
        (
            TaskEntry("t", "core", status="input_required", requests={"a": {}, "b": {}}),
            "is waiting for input: a, b.",
        ),
    ],
)
def test_why_a_task_led_to_nothing_is_said(entry: TaskEntry, why: str) -> None:
    said = _why(entry)
    assert said.happened == f"Task t {why}"
    assert ("mcpdi tasks update t a:=" in said.next_step) is ("waiting" in why)


Said = pytest.CaptureFixture[str]


class Kept:
    """The tasks of a server that answers so."""

    def __init__(self, *entries: TaskEntry, answer: Answer | None = None, lists: bool = True) -> None:
        self.entries = {entry.id: entry for entry in entries}
        self.answer = answer or Answer(1, 2, b"{}")
        self.lists = lists
        self.limits: list[float] = []
        self.updates: list[object] = []

    def offers(self, what: str) -> bool:
        return what == "list" and self.lists

    async def fetch(self) -> list[TaskEntry]:
        return list(self.entries.values())

    async def get(self, _task_id: str) -> Answer:
        return self.answer

    cancel = get

    async def result(self, _task_id: str, timeout_s: float) -> Answer:
        self.limits.append(timeout_s)
        return self.answer

    async def update(self, _task_id: str, answers: object) -> Answer:
        self.updates.append(answers)
        return self.answer


def done_by(kept: Kept, action: str, *, as_json: bool = False) -> int:
    client: Any = SimpleNamespace(tasks=kept)
    output = Output(as_json)
    if action == "list":
        return asyncio.run(verb._list(client, output))
    if action == "update":
        return asyncio.run(verb._update(client, "t", {"a": 1, "b": 2}, output))
    return int(asyncio.run(verb._ACTIONS[action](client, "t", output)))  # type: ignore[arg-type]


def test_a_list_of_tasks_is_asked_for_even_where_none_is_offered(capsys: Said) -> None:
    assert done_by(Kept(lists=False), "list") == 0
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        "the server does not declare tasks/list; asking anyway",
        "the server lists no tasks",
    ]
    assert done_by(Kept(TaskEntry("t", "core", status="working")), "list") == 0
    assert tuple(capsys.readouterr()) == ("t  working\n", "")
    assert done_by(Kept(), "list", as_json=True) == 0
    assert tuple(capsys.readouterr()) == ('{"tasks":[]}\n', "")


@pytest.mark.parametrize(
    ("action", "status", "out"),
    [
        ("get", "working", "t  working\n"),
        ("cancel", "cancelled", "t  cancelled\n"),
        ("cancel", "", "t  cancellation requested; see the outcome with tasks get\n"),
        ("update", "working", "t  2 answered\n"),
    ],
)
def test_a_task_is_told_in_a_line_or_as_it_came(capsys: Said, action: str, status: str, out: str) -> None:
    kept = Kept(TaskEntry("t", "core", status=status), answer=Answer(1, 2, b'{"x":1}'))
    assert done_by(kept, action) == 0
    assert tuple(capsys.readouterr()) == (out, "")
    assert done_by(kept, action, as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == {"x": 1}
    assert kept.updates == ([{"a": 1, "b": 2}] * 2 if action == "update" else [])


@pytest.mark.parametrize("action", ["get", "cancel", "update", "result"])
def test_an_error_of_the_server_is_its_exit_code(capsys: Said, action: str) -> None:
    refused = Answer(1, 2, error=b'{"code":-32602,"message":"no such"}')
    assert done_by(Kept(TaskEntry("t", "extension"), answer=refused), action) == 7
    assert "no such" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("entry", "message", "next_step"),
    [
        (TaskEntry("t", "extension"), "the task has no result yet: it is unknown",
         "Wait for it with mcpdi tasks watch t."),
        (TaskEntry("t", "extension", status="working"), "the task has no result yet: it is working",
         "Wait for it with mcpdi tasks watch t."),
        (TaskEntry("t", "extension", status="cancelled"), "the task has no result: it is cancelled", ""),
    ],
)  # fmt: skip
def test_a_task_without_an_outcome_says_what_it_is(
    capsys: Said, entry: TaskEntry, message: str, next_step: str
) -> None:
    kept = Kept(entry)
    assert done_by(kept, "result", as_json=True) == 1
    told = json.loads(capsys.readouterr().err)
    assert (told["message"], told.get("next_step", "")) == (message, next_step)
    assert told["task"]["taskId"] == "t" and kept.limits == [math.inf]


@pytest.mark.parametrize("entry", [TaskEntry("t", "core"), TaskEntry("t", "extension", result=b"{}")])
def test_an_outcome_is_printed(capsys: Said, entry: TaskEntry) -> None:
    assert done_by(Kept(entry, answer=Answer(1, 2, b'{"content":[]}')), "result", as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == {"content": []}


@pytest.mark.parametrize(
    ("pairs", "responses", "answers"),
    [
        (("a:=1", 'b:={"x":2}'), None, {"a": 1, "b": {"x": 2}}),
        (("a:=:=",), None, None),
        (("a:=1", "a:=2"), None, None),
        (("a:=1",), '{"b":2}', None),
        ((), None, None),
        ((), '{"b":2}', {"b": 2}),
        ((), "[1]", None),
    ],
)
def test_answers_are_given_by_key_or_together(
    pairs: tuple[str, ...], responses: str | None, answers: object
) -> None:
    if answers is None:
        with pytest.raises(click.UsageError):
            verb._answers(pairs, responses)
    else:
        assert json.loads(msgspec.json.encode(verb._answers(pairs, responses))) == answers
