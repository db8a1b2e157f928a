"""TSK-*: what tasks say of themselves, and what is allowed and looks alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue

ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
TIMES = '"createdAt":"2026-01-01T10:00:00Z","lastUpdatedAt":"2026-01-01T10:00:00Z"'
META = (
    '"_meta":{"io.modelcontextprotocol/clientCapabilities":'
    '{"extensions":{"io.modelcontextprotocol/tasks":{}}}}'
)
CORE = '= 2025-11-25 {"tasks":{"requests":{"tools":{"call":{}}}},"tools":{}}\n'
NEW = "= 2026-07-28\n"


def tsk(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text.rstrip("\n")).findings if one.rule.startswith("TSK"))


def ask(method: str, params: str, number: int) -> str:
    return f'> {{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{{{params}}}}}\n'


def answer(members: str, number: int) -> str:
    return f'< {{"jsonrpc":"2.0","id":{number},"result":{{{members}}}}}\n'


def error(code: int, message: str, number: int) -> str:
    return f'< {{"jsonrpc":"2.0","id":{number},"error":{{"code":{code},"message":"{message}"}}}}\n'


def task(status: str, more: str = "", times: str = TIMES, ttl: str = '"ttlMs":60000') -> str:
    return f'"taskId":"{ID}","status":"{status}",{times},{ttl}{more}'


def get(text: str, number: int) -> str:
    return ask("tasks/get", f'"taskId":"{ID}",{META}', number) + answer(
        f'"resultType":"complete",{text}', number
    )


GET = ask("tasks/get", f'"taskId":"{ID}",{META}', 1)
CALL = ask("tools/call", f'"name":"t",{META}', 1)
CREATED = NEW + CALL + answer('"resultType":"task",' + task("working"), 1)
RESULT = ',"result":{"content":[],"resultType":"complete"}'
INPUT = ',"inputRequests":{"a":{"method":"elicitation/create","params":{"message":"Who?"}}}'
OTHER = INPUT.replace("Who", "Where")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (CREATED + get(task("input_required", INPUT), 2) + get(task("input_required", INPUT), 3), []),
        (CREATED + get(task("input_required", INPUT), 2) + get(task("input_required", OTHER), 3), ["TSK-08"]),
        (CREATED + get(task("input_required"), 2), ["TSK-06"]),
        (CREATED + get(task("failed", ',"error":{"code":-32603,"message":"x"}'), 2), []),
        (CREATED + get(task("cancelled"), 2) + get(task("cancelled"), 3), []),
        (CREATED + get(task("cancelled"), 2) + get(task("completed", RESULT), 3), ["TSK-05"]),
        (CREATED + get(task("working", ttl='"ttlMs":null'), 2), []),
        (CREATED + get(task("working", ttl='"ttlMs":0'), 2), []),
        (CREATED + get(task("working", ttl='"ttlMs":-1'), 2), ["TSK-04"]),
        (CREATED + get(task("working", ttl='"ttl":1'), 2), ["TSK-04"]),
        (CREATED + get(task("paused"), 2), ["TSK-04"]),
        (CREATED + get(task("working", times=TIMES.replace("Z", "+00:00")), 2), []),
        (CREATED + get(task("working", times=TIMES.replace("00Z", "00.123456789Z")), 2), []),
        (
            CREATED + get(task("working", times=TIMES.replace("2026-01-01T10:00:00Z", "1767261600")), 2),
            ["TSK-04"] * 2,
        ),
        (CREATED + get(task("working", times=TIMES.replace('d":"2026', 'd":"2025')), 2), []),
        # the extension was not declared, and that is known
        (NEW + ask("tools/call", '"name":"t"', 1) + answer('"resultType":"task",' + task("working"), 1), []),
        # an id that came from elsewhere
        (NEW + GET + error(-32602, "unknown task", 1), []),
        (NEW + GET + error(-32601, "Method not found", 1), []),
        (NEW + GET + error(-32603, "database is down", 1), []),
        (
            NEW + GET + error(-32002, "Task not found", 1),
            ["TSK-10"],
        ),
        # its time to live is over
        (CREATED + "+ 61000\n" + ask("tasks/get", f'"taskId":"{ID}",{META}', 2) + error(-32602, "x", 2), []),
        (NEW + ask("tasks/list", META, 1) + error(-32602, "no", 1), ["TSK-16"]),
        (NEW + ask("tasks/list", META, 1) + error(-32021, "not declared", 1), []),
    ],
)
def test_tasks_of_the_extension(text: str, rules: list[str]) -> None:
    assert tsk(text) == rules


OLD = task("working", ttl='"ttl":1')


def begun(status: str = "working") -> str:
    inner = task(status, ttl='"ttl":60000')
    return CORE + ask("tools/call", '"name":"t","task":{}', 1) + answer(f'"task":{{{inner}}}', 1)


def core(status: str, number: int, times: str = TIMES) -> str:
    inner = task(status, times=times, ttl='"ttl":60000')
    return ask("tasks/get", f'"taskId":"{ID}"', number) + answer(inner, number)


LISTED = (
    CORE
    + ask("tools/list", "", 8)
    + answer(
        '"tools":[{"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}}]', 8
    )
)
PLAIN = ask("tools/call", '"name":"t","arguments":{}', 9)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (
            begun() + core("working", 2) + core("input_required", 3) + core("working", 4) + core("failed", 5),
            [],
        ),
        (begun("completed"), ["TSK-05-first"]),
        (begun() + core("completed", 2) + core("failed", 3), ["TSK-05"]),
        (LISTED + PLAIN + error(-32601, "only as a task", 9), []),
        (LISTED + PLAIN + answer('"content":[]', 9), ["TSK-15"]),
        # the server offers no tasks for calls, so the tool's word does not count
        (LISTED.replace('"call":{}', "") + PLAIN + answer('"content":[]', 9), []),
        # a tool whose own result has a member of that name
        (CORE + PLAIN + answer('"content":[],"task":{"id":1}', 9), []),
        # the rules of the extension are not those of the core
        (begun() + core("completed", 2), []),
        (
            begun() + ask("tasks/list", "", 2) + answer(f'"tasks":[{{{OLD}}},7,{{}}]', 2),
            ["TSK-04"] * 5,
        ),
        (begun().replace("2025-11-25", "2025-06-18"), []),
    ],
)
def test_tasks_of_the_core(text: str, rules: list[str]) -> None:
    assert tsk(text) == rules


def test_over_http_a_notification_that_was_overtaken_is_no_fault() -> None:
    lines = CREATED.replace(NEW, "http\n" + NEW).replace("< ", "h 200 application/json\nb ") + ".\n"
    late = f'{{"jsonrpc":"2.0","method":"notifications/tasks","params":{{{task("working")}}}}}'
    listen = ask("subscriptions/listen", f'"notifications":{{"taskIds":["{ID}"]}},{META}', 5)
    ended = get(task("completed", RESULT), 2).replace("< ", "h 200 application/json\nb ") + ".\n"
    told = listen + "h 200 text/event-stream X-Accel-Buffering=no\ns " + late
    assert "TSK-05" not in tsk(lines + ended + told)
    assert "TSK-05" in tsk(lines + ended + ended.replace(":2", ":3").replace("completed", "working"))


def test_a_short_id_matters_where_others_may_use_it() -> None:
    short = CREATED.replace(ID, "7")
    assert tsk(short) == []
    over_http = "http\n" + short.replace("< ", "h 200 application/json\nb ") + "."
    assert tsk(over_http) == ["TSK-17"]


def test_a_list_of_very_many_tasks_has_few_findings() -> None:
    found = tsk(begun() + ask("tasks/list", "", 2) + answer(f'"tasks":[{",".join(["{}"] * 20_000)}]', 2))
    assert found == ["TSK-04"] * 20


NAMES = ["taskId", "status", "createdAt", "lastUpdatedAt", "ttl", "ttlMs", "task", "tasks", "resultType"]
NAMES += [
    "inputRequests",
    "_meta",
    "result",
    "error",
    "isError",
    "code",
    "message",
    "name",
    "tools",
    "execution",
]
WORDS = [ID, "working", "completed", "task", "2026-01-01T10:00:00Z", "t"]
METHODS = [
    "tools/call",
    "tools/list",
    "tasks/get",
    "tasks/list",
    "tasks/result",
    "tasks/cancel",
    "tasks/update",
]
METHODS += ["notifications/tasks", "notifications/tasks/status", "notifications/subscriptions/acknowledged"]


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([CORE.strip(), NEW.strip()]),
    st.sampled_from(METHODS),
    any_json(NAMES, WORDS),
    any_json(NAMES, WORDS),
)
def test_no_message_makes_a_rule_raise(handshake: str, method: str, first: Any, second: Any) -> None:
    replay(handshake, method, first, [second])
