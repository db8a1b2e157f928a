"""What a call asks for, what is said beside its answer; a mistyped name is answered with the near one."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from inspector.cli.output import Output
from inspector.cli.verbs.call import (
    _listed,
    _outcome,
    _show_progress,
    _structured,
    _task,
    _typed,
    did_you_mean,
)
from inspector.core.client.answers import Answer
from inspector.core.client.task_entry import TaskEntry
from inspector.errors import ErrorAnswer, Explanation
from tests.cli.run import mcpdi
from tests.trace.samples import call


@pytest.mark.parametrize(
    ("word", "said"),
    [("ad", " (did you mean “add”?)"), ("ECHO", " (did you mean “echo”?)"), ("zzzz", ""), ("", "")],
)
def test_only_a_near_name_is_meant(word: str, said: str) -> None:
    assert did_you_mean(word, ["echo", "add"]) == said


def test_a_tool_that_is_not_listed_is_answered_with_the_near_one() -> None:
    done = mcpdi("call", "ad", "a=1", "b=2", "--on", "demo")
    assert "does not list a tool “ad” (did you mean “add”?); calling it anyway" in done.stderr


def test_with_json_the_hint_stands_in_the_failure() -> None:
    done = mcpdi("call", "ad", "a=1", "b=2", "--on", "demo", "--json")
    [line] = done.stderr.splitlines()
    assert json.loads(line)["hint"].startswith("the server does not list a tool “ad” (did you mean “add”?)")


def test_an_argument_that_the_schema_has_not_is_answered_too() -> None:
    done = mcpdi("call", "echo", "mesage=hi", "--on", "demo")
    assert "has no argument “mesage” (did you mean “message”?); available: message" in done.stderr


@pytest.mark.parametrize(
    ("as_task", "ttl", "task"),
    [(False, None, None), (True, None, {}), (False, 1.5, {"ttl": 1500}), (True, 0, {"ttl": 0})],
)
def test_a_task_is_asked_for_with_its_time_in_milliseconds(
    as_task: bool, ttl: float | None, task: dict[str, Any] | None
) -> None:
    assert _task(as_task, ttl) == task


@pytest.mark.parametrize("ttl", [-0.1, 1e10, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused(ttl: float) -> None:
    with pytest.raises(click.UsageError, match="--ttl: use a number of seconds"):
        _task(True, ttl)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a=1", "--args", "{}"], "give the arguments as NAME=VALUE or with --args, not both"),
        (["npx"], "“npx” is not NAME=VALUE; put a server's command after --"),
        (["--args", "{"], "use `mcpdi send` to send it anyway"),
    ],
)
def test_arguments_that_are_none_are_refused_before_connecting(words: list[str], said: str) -> None:
    done = mcpdi("call", "echo", *words, "--on", "demo")
    assert (done.returncode, done.stdout) == (2, "") and said in done.stderr


@pytest.mark.parametrize(
    ("progress", "total", "message", "line"),
    [(1, 4, "half", "progress 1 of 4 half"), (0.5, -1, "", "progress 0.5"), (0, 0, "", "progress 0 of 0")],
)
def test_progress_is_a_line(
    capfd: pytest.CaptureFixture[str], progress: float, total: float, message: str, line: str
) -> None:
    _show_progress(Output(), call(1, progress=progress, total=total, message=message))
    assert capfd.readouterr().err == line + "\n"


class Client:
    """Lists these tools, or an error."""

    def __init__(self, *tools: dict[str, Any], error: bool = False, **more: Any) -> None:
        self.items, self.error = tools, error
        self.info: Any = SimpleNamespace(revision="2025-11-25", era="legacy", capabilities={"tools": {}})
        self.asked = 0
        vars(self).update(more)

    async def list_all(self, kind: str) -> tuple[dict[str, Any], ...]:
        assert kind == "tools"
        self.asked += 1
        if self.error:
            raise ErrorAnswer(Explanation("The list failed."), b"{}")
        return self.items


ECHO: dict[str, Any] = {"name": "echo", "inputSchema": {"properties": {"n": {"type": "integer"}}}}


def test_a_tool_is_looked_up_in_the_list(capfd: pytest.CaptureFixture[str]) -> None:
    client: Any = Client({"name": "other"}, ECHO)
    assert asyncio.run(_listed(client, "echo", Output())) == ECHO
    assert capfd.readouterr().err == ""
    assert asyncio.run(_listed(client, "ecko", Output())) is None
    assert capfd.readouterr().err == (
        "the server does not list a tool “ecko” (did you mean “echo”?); calling it anyway\n"
    )
    failing: Any = Client(error=True)
    assert asyncio.run(_listed(failing, "echo", Output())) is None
    assert capfd.readouterr().err == "The list failed.; calling without the tool's schema\n"


@pytest.mark.parametrize(
    ("tool", "pair", "text", "hint"),
    [
        (ECHO, "n=5", b'{"n":5}', ""),
        ({"inputSchema": {"properties": {"n": {"type": "string"}}}}, "n=5", b'{"n":"5"}', ""),
        ({}, "n=5", b'{"n":5}', ""),
        ({"inputSchema": True}, "n=x", b'{"n":"x"}', ""),
        (ECHO, "m=5", b'{"m":5}', "the tool's schema has no argument “m”; available: n\n"),
    ],
)
def test_pairs_are_typed_by_the_schema(
    capfd: pytest.CaptureFixture[str], tool: dict[str, Any], pair: str, text: bytes, hint: str
) -> None:
    assert json.loads(_typed(tool, (pair,), Output())) == json.loads(text)
    assert capfd.readouterr().err == hint


@pytest.mark.parametrize(("no_wait", "found"), [(True, 0), (False, Answer(1, 3, b"{}"))])
def test_a_call_that_became_a_task_is_followed_unless_nobody_waits(
    capfd: pytest.CaptureFixture[str], no_wait: bool, found: Answer | int
) -> None:
    entry = TaskEntry("t", "core", status="working")

    async def follow(_task: str) -> Answer:
        return Answer(1, 3, b"{}")

    def of_call(exchange: int) -> TaskEntry | None:
        return entry if exchange == 1 else None

    client: Any = SimpleNamespace(listeners=[], tasks=SimpleNamespace(of_call=of_call, follow=follow))
    assert asyncio.run(_outcome(client, Answer(1, 2, b"{}"), no_wait, Output())) == found
    assert capfd.readouterr().out == ("t  working\n" if no_wait else "")
    plain = Answer(2, 2, b"{}")
    assert asyncio.run(_outcome(client, plain, no_wait, Output())) is plain


PROMISED = {"name": "t", "outputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}}}
RIGHT, WRONG, NONE = b'{"structuredContent":{"a":1}}', b'{"structuredContent":{"a":"x"}}', b'{"content":[]}'
MATCHES = "the structured content matches the tool's outputSchema\n"
DIFFERS = "the structured content does not match the tool's outputSchema (TOOL-11)\n  /a: "
MISSING = "the tool has an outputSchema, but there is no structured content (TOOL-10)\n"


@pytest.mark.parametrize(
    ("tool", "result", "strict", "code", "said", "asked"),
    [
        (PROMISED, RIGHT, False, 0, MATCHES, 0),
        (PROMISED, WRONG, False, 0, DIFFERS, 0),
        (PROMISED, WRONG, True, 6, DIFFERS, 0),
        (PROMISED, NONE, False, 0, MISSING, 0),
        (PROMISED, NONE, True, 6, MISSING, 0),
        (None, RIGHT, False, 0, MATCHES, 1),
        (None, NONE, True, 6, MISSING, 1),
        (None, NONE, False, 0, "", 0),
        ({"name": "t"}, NONE, True, 0, "", 0),
    ],
)
def test_structured_content_is_held_to_what_the_tool_promised(
    capfd: pytest.CaptureFixture[str],
    tool: dict[str, Any] | None,
    result: bytes,
    strict: bool,
    code: int,
    said: str,
    asked: int,
) -> None:
    client: Any = Client(PROMISED)
    assert asyncio.run(_structured(client, "t", tool, result, Output(), strict)) == code
    read = capfd.readouterr().err
    assert read.startswith(said) if said else read == ""
    assert client.asked == asked


_FAILING = """
import json, sys, traceback
for line in sys.stdin:
    message = json.loads(line)
    answer = {"error": {"code": -32601, "message": "no"}}
    if message["method"] == "initialize":
        answer = {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                             "serverInfo": {"name": "failing", "version": "1"}}}
        print("started", file=sys.stderr, flush=True)
    if message["method"] == "tools/call":
        try:
            1 / 0
        except ZeroDivisionError:
            traceback.print_exc()
        answer = {"error": {"code": -32603, "message": "failed"}}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
"""


def test_what_the_server_wrote_during_a_failed_call_stands_below_its_error(tmp_path: Path) -> None:
    server = tmp_path / "server.py"
    server.write_text(_FAILING)
    words = ("call", "x", "--era", "legacy", "--", sys.executable, str(server))
    done = mcpdi(*words)
    assert done.returncode == 7
    error, _, quoted = done.stderr.partition("\n")
    assert error == "error -32603 (internal error): failed"
    assert f'  |   File "{server}", line 12, in <module>' in quoted
    assert "  | ZeroDivisionError: division by zero" in quoted and "started" not in quoted
    assert "ZeroDivisionError" not in mcpdi("call", "x", "--json", *words[2:]).stderr
