"""NTF-* of progress, log messages, cancellation: what is legal and looks alike is silent."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint.notifications import MOST_A_SECOND, Elicitations, Logging, Tokens
from inspector.lint.seen import REMEMBERED
from inspector.lint.subscriptions import Subscriptions
from inspector.lint.whole import WholeLinter
from inspector.protocol.records import Record
from tests.lint.dialogue import Dialogue

M = "io.modelcontextprotocol/"
D = '= 2025-11-25 {"tools":{},"logging":{}}\n'
E = '= 2026-07-28 {"tools":{},"logging":{}}\n'
HTTP = "http\n"
ANY: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "progressToken",
                    "progress",
                    "total",
                    "level",
                    "data",
                    "requestId",
                    "_meta",
                    f"{M}subscriptionId",
                    f"{M}logLevel",
                    "notifications",
                    "toolsListChanged",
                    "resourceSubscriptions",
                    "uri",
                    "task",
                    "taskId",
                    "status",
                    "elicitationId",
                    "elicitations",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text).findings if one.rule.startswith("NTF"))


def said(text: str, rule: str) -> list[str]:
    return [f"{one.pointer} {one.message}" for one in Dialogue(text).findings if one.rule == rule]


def line(mark: str, **members: Any) -> str:
    return f"{mark} " + json.dumps({"jsonrpc": "2.0", **members}).replace("\\", "\\x5c") + "\n"


def call(number: int = 1, method: str = "tools/call", **meta: Any) -> str:
    meta = {name if name == "progressToken" else M + name: value for name, value in meta.items()}
    return line(">", id=number, method=method, params={"name": "x", "_meta": meta})


def done(number: int = 1, result: Any = None, mark: str = "<") -> str:
    return line(mark, id=number, result={} if result is None else result)


def progress(token: Any = 5, value: Any = 1, mark: str = "<", **more: Any) -> str:
    params = {"progressToken": token, "progress": value, **more}
    return line(mark, method="notifications/progress", params=params)


def log(level: Any = "info", data: Any = "x", mark: str = "<", **more: Any) -> str:
    return line(mark, method="notifications/message", params={"level": level, "data": data, **more})


@pytest.mark.parametrize(
    ("values", "rules"),
    [
        ([0, 0.5, 1], []),
        ([-2, -1], []),
        ([1, 1], ["NTF-01"]),
        ([1, 1.0], ["NTF-01"]),
        ([2, 1, 3], ["NTF-01"]),
        ([10**40, 10**40 + 1], []),
        ([1, "2"], ["NTF-01-members"]),
        ([True], ["NTF-01-members"]),
        ([None], ["NTF-01-members"]),
    ],
)
def test_progress_increases(values: list[Any], rules: list[str]) -> None:
    told = "".join(progress(value=value) for value in values)
    assert found(D + call(progressToken=5) + told + done()) == rules


def test_each_token_and_each_request_has_its_own_progress() -> None:
    both = call(progressToken=5) + call(2, progressToken="5") + progress(5, 3) + progress("5", 1)
    assert found(D + both) == []
    again = call(progressToken=5) + progress(5, 3) + done() + call(2, progressToken=5) + progress(5, 1)
    assert found(D + again) == []
    assert found(D + progress(5, 1, ">") + progress(5, 1, ">")) == []  # ours


def test_streams_may_overtake_each_other() -> None:
    stream = "h 200 text/event-stream\n"
    start = HTTP + D + call(progressToken=5) + stream
    assert found(start + progress(value=3, mark="s") + "g\n" + stream + progress(value=2, mark="s")) == []
    assert found(start + progress(value=3, mark="s") + progress(value=2, mark="s")) == ["NTF-01"]
    ended = start + done(mark="s") + ".\ng\n" + stream
    assert found(ended + progress(mark="s")) == []
    assert found(ended + "+ 2000\n" + progress(mark="s")) == ["NTF-03"]


@pytest.mark.parametrize(
    ("token", "rules"),
    [
        (5, []),
        ("5", ["NTF-05"]),
        (5.0, []),
        (6, ["NTF-02"]),
        ("job", ["NTF-02"]),
        (None, ["NTF-01-members"]),
        ([5], ["NTF-01-members"]),
        ("x" * 5000, ["NTF-02"]),
    ],
)
def test_progress_names_a_token_that_was_issued(token: Any, rules: list[str]) -> None:
    assert found(D + call(progressToken=5) + progress(token)) == rules


def test_nothing_is_said_of_tokens_that_are_not_known() -> None:
    assert found(call(progressToken=5) + progress(6)) == []  # the handshake was not recorded
    large = line(">", id=2, method="tools/call", params={"name": "x", "a": "x" * (1 << 20)})
    assert found(D + large + progress(6)) == []


def test_progress_ends_with_the_request() -> None:
    start = D + call(progressToken=5) + progress(5, 1)
    assert found(start + done() + progress(5, 2)) == ["NTF-03"]
    assert found(start + line("<", id=1, error={"code": 1, "message": "x"}) + progress(5, 1)) == ["NTF-03"]
    assert found(start + "t\n" + progress(5, 2)) == []  # it runs on
    assert found(start + "q\n" + progress(5, 2)) == []  # on its way
    asks = {"resultType": "input_required", "requestState": "a"}
    assert found(E + call(progressToken=5) + done(1, asks) + progress(5, 2)) == ["NTF-03"]


def task(status: str) -> dict[str, Any]:
    return {"taskId": "t", "status": status, "createdAt": "x", "lastUpdatedAt": "x", "ttl": None}


def test_progress_of_a_task_goes_on_until_it_has_ended() -> None:
    start = D + call(progressToken=5) + done(1, {"task": task("working")}) + progress(5, 1)
    polled = line(">", id=2, method="tasks/get", params={"taskId": "t"})
    assert found(start + polled + done(2, task("working")) + progress(5, 2)) == []
    assert found(start + polled + done(2, task("completed")) + progress(5, 2)) == ["NTF-03"]
    told = line("<", method="notifications/tasks/status", params=task("failed"))
    assert found(start + told + progress(5, 2)) == ["NTF-03"]
    other = line("<", method="notifications/tasks/status", params={**task("failed"), "taskId": "u"})
    assert found(start + other + progress(5, 2)) == []


def test_progress_is_within_its_total() -> None:
    start = D + call(progressToken=5)
    assert found(start + progress(value=2, total=2) + progress(value=3, total=4.5)) == []
    assert found(start + progress(value=3, total=2)) == ["NTF-04"]
    assert found(start + progress(value=3, total="2") + progress(value=4, total=None)) == []


def test_who_logs_says_so() -> None:
    assert found("= 2024-11-05 {}\n" + log() * 3) == ["NTF-06"]
    assert found(D + log() * 3) == []
    assert found(log()) == []


def test_the_level_that_was_set_is_kept() -> None:
    setting = line(">", id=3, method="logging/setLevel", params={"level": "error"})
    assert found(D + log("debug")) == []
    assert found(D + setting + log("debug")) == []  # on its way
    assert found(D + setting + done(3) + log("error") + log("alert")) == []
    assert found(D + setting + done(3) + log("debug") + log("info")) == ["NTF-07"]
    assert found(D + setting + done(3) + log("warn")) == ["NTF-09"]
    no = line("<", id=3, error={"code": -32601, "message": "x"})
    assert "NTF-07" not in found(D + setting + no + log("debug"))
    odd = line(">", id=3, method="logging/setLevel", params={"level": ["error"]})
    assert found(D + odd + done(3) + log("debug")) == []


def test_a_modern_server_logs_for_requests_that_want_it() -> None:
    assert found(E + call(logLevel="info") + log() + done()) == []
    assert found(E + call(logLevel="info") + log("debug") + done()) == ["NTF-08"]
    assert found(E + call() + log() + done()) == ["NTF-08"]
    assert found(E + call(logLevel="info") + done() + log()) == ["NTF-08"]
    assert found(E + call(logLevel="info") + "t\n" + log()) == []
    assert found(E + call(logLevel="error") + call(2, logLevel="debug") + log()) == []
    assert found(E + call(logLevel="loud") + log("debug")) == []
    assert found(D + call() + log()) == []


def test_over_http_the_stream_says_which_request_a_log_message_is_for() -> None:
    stream = "h 200 text/event-stream X-Accel-Buffering=no\n"
    start = HTTP + E + call(logLevel="debug") + stream + call(2) + stream
    assert found(start + log(mark="s")) == ["NTF-08"]
    assert found(HTTP + E + call(logLevel="debug") + stream + log(mark="s")) == []


@pytest.mark.parametrize("level", ["warn", "INFO", "", 3, None, ["info"], {}])
def test_a_level_is_one_of_eight(level: Any) -> None:
    assert found(D + log(level)) == ["NTF-09"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("Authorization: Bearer 3f2504e04f8941d39a0c0305e82c3301", "a bearer token"),
        ({"a": ["-----BEGIN RSA PRIVATE KEY-----"]}, "a private key"),
        ({"password": "hunter2hunter2"}, "a password or a key"),
        ("postgres://me:s3cret@db.example/x", "a URL with a password"),
        ("ghp_" + "a1" * 18, "an access key"),
        ("sk-proj-" + "a1" * 18, "an access key"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijkl", "a JSON Web Token"),
        ({"password": "********"}, ""),
        ({"password": "[REDACTED]"}, ""),
        ({"password": {"type": "string"}}, ""),
        ({"password": "string"}, ""),
        ("the token is missing; send Authorization: Bearer <token>", ""),
        ("sk-learn-contrib-extensions-of-all-kinds", ""),
        ("task-3f2504e04f8941d39a0c0305e82c3301", ""),
        ("http://127.0.0.1:8080/a@b", ""),
        ("postgres://me:***@db.example/x", ""),
        ({"tokens": 12, "nextToken": "abcdefgh12345678"}, ""),
    ],
)
def test_log_messages_hold_no_secrets(data: Any, told: str) -> None:
    wanted = [f"/params/data the log message seems to hold {told}"] if told else []
    assert said(D + log(data=data) * 2, "NTF-10") == wanted


@pytest.mark.parametrize("piece", ["eyJ", "://a:", "sk-", '"password":"', "Bearer "])
def test_a_long_log_message_is_searched_quickly(piece: str) -> None:
    assert said(D + log(data=piece * 3000), "NTF-10") == []


def test_a_server_cancels_what_it_asked() -> None:
    def cancel(**params: Any) -> str:
        return line("<", method="notifications/cancelled", params=params)

    ask = line("<", id="a", method="ping")
    assert found(D + ask + cancel(requestId="a")) == []
    assert found(D + ask + done(mark=">").replace("1", '"a"') + cancel(requestId="a")) == []
    assert found(D + call() + cancel(requestId=1)) == ["NTF-21"]
    assert found(D + cancel()) == []  # 2025-11-25 may leave it out
    assert found(E + call() + cancel(requestId=1)) == ["NTF-20"]
    assert found(E + cancel()) == ["NTF-20"]
    listen = line(">", id=1, method="subscriptions/listen", params={"notifications": {}})
    assert found(E + listen + cancel(requestId=1)) == []
    assert found(E + listen + cancel(requestId="1")) == ["NTF-20"]


def test_an_elicitation_that_is_complete_was_begun() -> None:
    def complete(name: Any = "a") -> str:
        return line("<", method="notifications/elicitation/complete", params={"elicitationId": name})

    begin = line("<", id=7, method="elicitation/create", params={"mode": "url", "elicitationId": "a"})
    assert found(D + begin + complete()) == []
    assert found(D + begin + complete("b")) == ["NTF-23"]
    assert found(D + complete(["a"])) == ["NTF-23"]
    data = {"elicitations": [{"mode": "url", "elicitationId": "a"}, 3]}
    needed = call() + line("<", id=1, error={"code": -32042, "message": "x", "data": data})
    assert found(D + needed + complete()) == []
    assert found("= 2025-06-18\n" + complete()) == []  # RPC-27


def test_floods_are_told_of_once() -> None:
    assert found(D + log() * MOST_A_SECOND) == []
    assert found(D + log() * (2 * MOST_A_SECOND + 2)) == ["NTF-24"]
    half = log() * (MOST_A_SECOND - 1)
    assert found(D + half + "+ 1000\n" + half) == []


@settings(max_examples=60)
@given(ANY, ANY)
def test_nothing_that_comes_makes_a_rule_fail(one: Any, other: Any) -> None:
    for start in (D, E):
        text = start
        for number, method in enumerate(("tools/call", "logging/setLevel", "subscriptions/listen"), 1):
            text += line(">", id=number, method=method, params=one)
        for method in ("progress", "message", "cancelled", "tools/list_changed", "elicitation/complete"):
            text += line("<", method=f"notifications/{method}", params=other)
            text += line("<", method=f"notifications/{method}", params=one)
        text += line("<", method="notifications/subscriptions/acknowledged", params=other)
        text += line("<", method="notifications/resources/updated", params=other)
        text += line("<", id=1, result=other) + line("<", id=2, error=one) + line("<", id=3, result=other)
        Dialogue(text)


def test_what_is_remembered_is_bounded() -> None:
    linter = WholeLinter("stdio", "", lambda _: None)
    for number in range(1, REMEMBERED + 200):
        meta = f'"_meta":{{"progressToken":{number},"{M}logLevel":"info"}}'
        raw = (
            f'{{"jsonrpc":"2.0","id":{number},"method":"subscriptions/listen","params":{{{meta}}}}}'.encode()
        )
        ours = Record(
            number, number, 1, "out", "stdin", "request", "subscriptions/listen", str(number), number, raw=raw
        )
        linter.check(read(ours))
        name = f'{{"elicitationId":"{number}"}}'
        raw = f'{{"id":"{number}","method":"elicitation/create","params":{name}}}'.encode()
        theirs = Record(
            number, number, 1, "in", "stdout", "request", "elicitation/create", f'"{number}"', raw=raw
        )
        linter.check(read(theirs))
    for memory in (Tokens, Logging, Subscriptions, Elicitations):
        sizes = [len(kept) for kept in vars(linter.state.of(memory)).values() if isinstance(kept, dict)]
        assert max(sizes) == REMEMBERED, memory


def read(record: Record) -> Record:
    return msgspec.structs.replace(record, valid=True, size=len(record.raw))
