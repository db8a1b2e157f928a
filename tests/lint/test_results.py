"""What a result is, what it asks for, and what may stand in `_meta` and icons; what looks alike is silent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint.results import CACHED
from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue

META = "io.modelcontextprotocol/"
EVERYTHING = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}


def answer(
    method: str,
    result: Any,
    *,
    revision: str = "2026-07-28",
    capabilities: Any = None,
    declares: str = "{}",
    params: Any = None,
) -> Dialogue:
    meta = {f"{META}clientCapabilities": capabilities} if capabilities is not None else {}
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta, **(params or {})}}
    lines = ["> " + json.dumps(request), "< " + json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})]
    return Dialogue("\n".join([f"= {revision} {declares}", *lines]))


def found(dialogue: Dialogue, *families: str) -> list[str]:
    return sorted(one.rule for one in dialogue.findings if one.rule.startswith(families or "RES"))


def places(dialogue: Dialogue, rule: str) -> list[str]:
    return [one.pointer for one in dialogue.findings if one.rule == rule]


def ask(
    requests: Any = None, capabilities: Any = EVERYTHING, method: str = "tools/call", **more: Any
) -> Dialogue:
    result = {"resultType": "input_required", **more} | (
        {} if requests is None else {"inputRequests": requests}
    )
    return answer(method, result, capabilities=capabilities, params={"name": "x"})


@pytest.mark.parametrize(
    ("result", "declares", "rules"),
    [
        ({"resultType": "complete", "content": []}, "{}", []),
        ({"content": []}, "{}", ["RES-02"]),
        ({"resultType": None, "content": []}, "{}", ["RES-03"]),
        ({"resultType": "task", "taskId": "a"}, "{}", []),
        ({"resultType": "partial", "content": []}, "{}", ["RES-03"]),
        (
            {"resultType": "partial", "content": []},
            '{"extensions":{"io.modelcontextprotocol/ui":{}}}',
            ["RES-03"],
        ),
        ({"resultType": "partial", "content": []}, '{"extensions":{"com.example/parts":{}}}', []),
        ([], "{}", []),
    ],
)
def test_a_modern_result_says_its_type(result: Any, declares: str, rules: list[str]) -> None:
    assert found(answer("tools/call", result, declares=declares)) == rules


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-11-25"])
def test_older_results_have_no_type(revision: str) -> None:
    assert found(answer("tools/call", {"content": []}, revision=revision)) == []


FORM = {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object"}}}
URL = {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.example"}}
ROOTS = {"method": "roots/list"}


@pytest.mark.parametrize(
    ("requests", "more", "rules"),
    [
        ({"a": FORM, "b": URL, "c": ROOTS}, {}, []),
        (None, {"requestState": ""}, []),
        (None, {}, ["RES-05"]),
        ({}, {}, ["RES-05"]),
        ({}, {"requestState": "a"}, []),
        (None, {"requestState": 7}, ["RES-08"]),
        ([FORM], {}, ["RES-06"]),
        ({"a": "ping"}, {}, ["RES-06"]),
        ({"a": {"method": 3}, "b": {"method": "tools/list"}}, {}, ["RES-06", "RES-06"]),
        ({"a": {**ROOTS, "id": 1, "jsonrpc": "2.0"}}, {}, ["RES-06-members"]),
        ({"a": ROOTS}, {"ttlMs": 1, "cacheScope": "private"}, ["RES-13", "RES-13"]),
    ],
)
def test_a_question_is_complete_and_nothing_else(requests: Any, more: Any, rules: list[str]) -> None:
    assert found(ask(requests, **more)) == rules


def test_only_three_methods_ask() -> None:
    assert [
        found(ask({"a": ROOTS}, method=one)) for one in ("tools/call", "prompts/get", "resources/read")
    ] == [
        [],
        [],
        [],
    ]
    assert found(ask({"a": ROOTS}, method="completion/complete")) == ["RES-04"]


@pytest.mark.parametrize(
    ("capabilities", "requests", "wrong"),
    [
        ({}, {"a": ROOTS}, ["a"]),
        ({"roots": {}}, {"a": ROOTS, "b": FORM}, ["b"]),
        ({"elicitation": {}}, {"a": FORM, "b": URL}, ["b/params/mode"]),
        ({"elicitation": {"url": {}}}, {"a": FORM, "b": URL}, ["a/params/mode"]),
        ({"elicitation": None}, {"a": FORM}, []),
    ],
)
def test_what_is_asked_for_was_declared(capabilities: Any, requests: Any, wrong: list[str]) -> None:
    dialogue = ask(requests, capabilities)
    assert places(dialogue, "RES-07") == [f"/result/inputRequests/{one}" for one in wrong]


def test_what_a_long_request_declared_is_not_known() -> None:
    dialogue = answer(
        "tools/call",
        {"resultType": "input_required", "inputRequests": {"a": ROOTS}},
        params={"name": "x" * 20_000},
    )
    assert found(dialogue) == []


@pytest.mark.parametrize("method", CACHED)
@pytest.mark.parametrize(
    ("hints", "rules"),
    [
        ({"ttlMs": 0, "cacheScope": "public"}, []),
        ({"ttlMs": 5.0, "cacheScope": "private"}, []),
        ({}, ["RES-10", "RES-11"]),
        ({"ttlMs": -1, "cacheScope": "shared"}, ["RES-10", "RES-11"]),
        ({"ttlMs": 0.5, "cacheScope": None}, ["RES-10", "RES-11"]),
        ({"ttlMs": True, "cacheScope": ["public"]}, ["RES-10", "RES-11"]),
        ({"ttlMs": "60", "cacheScope": "private"}, ["RES-10"]),
    ],
)
def test_what_may_be_kept_says_for_how_long_and_for_whom(method: str, hints: Any, rules: list[str]) -> None:
    assert found(answer(method, {"resultType": "complete", **hints}), "RES-1") == rules


def test_what_may_not_be_kept_needs_no_hints() -> None:
    assert found(answer("tools/call", {"resultType": "complete", "content": []})) == []
    assert found(answer("tools/list", {"tools": []}, revision="2025-11-25")) == []


@pytest.mark.parametrize(("uri", "said"), [("mail://inbox/3", True), ("demo://homepage", False)])
def test_what_looks_like_one_users_is_not_for_all(uri: str, said: bool) -> None:
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": uri}})
    result = {"resultType": "complete", "contents": [], "ttlMs": 0, "cacheScope": "public"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    texts = [
        f"http\n= 2026-07-28\n> {request}\n{header}h 200 application/json\nb {body}\n."
        for header in ("", "w Authorization=Bearer x\n")
    ]
    assert [found(Dialogue(text)) for text in texts] == [[], ["RES-14"] if said else []]


TOOL = {"name": "a", "inputSchema": {"type": "object"}}


@pytest.mark.parametrize(
    ("method", "result", "revision", "wrong"),
    [
        ("tools/list", {"tools": [TOOL | {"description": None}]}, "2024-11-05", ["tools/0/description"]),
        ("tools/list", {"tools": [TOOL | {"title": None}]}, "2025-03-26", []),
        ("tools/list", {"tools": [TOOL | {"title": None}]}, "2025-06-18", ["tools/0/title"]),
        (
            "tools/list",
            {"tools": [TOOL | {"annotations": {"title": None}}]},
            "2025-11-25",
            ["tools/0/annotations/title"],
        ),
        ("tools/list", {"tools": [], "nextCursor": None}, "2025-11-25", []),
        ("tools/call", {"content": [], "structuredContent": None}, "2025-11-25", ["structuredContent"]),
        (
            "tools/call",
            {"resultType": "complete", "content": [], "structuredContent": None},
            "2026-07-28",
            [],
        ),
        ("tools/call", {"content": [], "isError": None}, "2025-11-25", ["isError"]),
        (
            "tools/call",
            {"content": [{"type": "text", "text": "a", "annotations": None}]},
            "2025-11-25",
            ["content/0/annotations"],
        ),
        (
            "resources/read",
            {"contents": [{"uri": "a:b", "text": "", "blob": None, "mimeType": None}]},
            "2025-11-25",
            ["contents/0/mimeType"],
        ),
        (
            "prompts/get",
            {"messages": [{"role": "user", "content": {"type": "text", "text": "a", "_meta": None}}]},
            "2025-06-18",
            ["messages/0/content/_meta"],
        ),
        (
            "completion/complete",
            {"completion": {"values": [], "total": None}},
            "2025-11-25",
            ["completion/total"],
        ),
    ],
)
def test_what_has_no_value_is_left_out(method: str, result: Any, revision: str, wrong: list[str]) -> None:
    dialogue = answer(method, result, revision=revision)
    assert places(dialogue, "RES-15") == [f"/result/{one}" for one in wrong]


def test_what_is_null_in_what_the_server_asks_and_tells_is_found_too() -> None:
    asked = {"messages": [], "maxTokens": 1, "temperature": None}
    told = {"progressToken": 1, "progress": 1, "total": None, "message": None}
    lines = [
        "< " + json.dumps({"jsonrpc": "2.0", "id": 9, "method": "sampling/createMessage", "params": asked}),
        "< " + json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": told}),
    ]
    wrong = ["/params/temperature", "/params/total", "/params/message"]
    assert places(Dialogue("\n".join(["= 2025-11-25", *lines])), "RES-15") == wrong
    assert places(Dialogue("\n".join(["= 2024-11-05", *lines])), "RES-15") == wrong[:2]


@pytest.mark.parametrize(
    ("method", "result", "revision", "wrong"),
    [
        ("tools/call", {"content": [], "structuredContent": {}}, "2025-03-26", ["structuredContent"]),
        ("tools/call", {"content": [], "structuredContent": {}}, "2025-06-18", []),
        ("tools/list", {"tools": [TOOL | {"icons": []}] * 3}, "2025-06-18", ["tools/0/icons"]),
        (
            "tools/list",
            {"tools": [TOOL | {"annotations": {"readOnlyHint": True, "title": "A"}}] * 2},
            "2024-11-05",
            ["tools/0/annotations"],
        ),
        ("tools/list", {"tools": [TOOL | {"title": None}]}, "2024-11-05", []),
        (
            "tools/list",
            {"tools": [], "ttlMs": 0, "cacheScope": "public"},
            "2025-11-25",
            ["ttlMs", "cacheScope"],
        ),
        ("tools/list", {"tools": [TOOL | {"colour": 1}]}, "2024-11-05", []),
    ],
)
def test_members_of_a_later_revision_are_told_once(
    method: str, result: Any, revision: str, wrong: list[str]
) -> None:
    assert places(answer(method, result, revision=revision), "RES-16") == [f"/result/{one}" for one in wrong]


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("a", []),
        ("", []),
        ("com.example/", []),
        ("com.example/a.b_c-d", []),
        ("openai/outputTemplate", []),
        ("_fastmcp", ["RES-17"]),
        ("1com.example/a", ["RES-17"]),
        ("com..example/a", ["RES-17"]),
        ("com.example/a/b", ["RES-17"]),
        ("a b", ["RES-17"]),
        ("com.example.mcp/a", []),
        ("com.mcp/a", ["RES-18"]),
        ("io.modelcontextprotocol/serverInfo", []),
        ("io.modelcontextprotocol/other", ["RES-18-unknown"]),
        ("io.modelcontextprotocol.registry/official", ["RES-18-unknown"]),
    ],
)
def test_keys_of_meta(key: str, rules: list[str]) -> None:
    assert found(answer("ping", {"_meta": {key: {}}}, revision="2025-11-25")) == rules


def test_keys_of_meta_are_judged_from_their_revision_on() -> None:
    meta = {"_meta": {"_a": 1, "mcp.dev/a": 1}}
    assert found(answer("ping", meta, revision="2025-03-26")) == []
    assert found(answer("ping", meta, revision="2025-06-18")) == ["RES-17", "RES-18"]
    assert found(answer("ping", meta, revision="2025-11-25")) == ["RES-17"]


PARENT = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("traceparent", PARENT, True),
        ("traceparent", "cc" + PARENT[2:] + "-more", True),
        ("traceparent", PARENT + "-more", False),
        ("traceparent", "ff" + PARENT[2:], False),
        ("traceparent", PARENT.upper(), False),
        ("traceparent", "00-" + "0" * 32 + PARENT[35:], False),
        ("traceparent", None, False),
        ("tracestate", "", True),
        ("tracestate", "congo=t61rcWkgMzE, rojo@b=00f067aa0ba902b7", True),
        ("tracestate", "Congo=1", False),
        ("tracestate", "congo", False),
        ("baggage", "userId=alice,serverNode=DF%2028;meta=1;flag", True),
        ("baggage", "alice", False),
        ("baggage", "a=b c", False),
        ("baggage", {}, False),
    ],
)
def test_the_context_of_a_trace(name: str, value: Any, valid: bool) -> None:
    result = {"resultType": "complete", "content": [], "_meta": {name: value}}
    assert found(answer("tools/call", result)) == ([] if valid else ["RES-19"])
    assert found(answer("tools/call", {"content": [], "_meta": {name: value}}, revision="2025-11-25")) == []


@pytest.mark.parametrize(
    ("icon", "rules"),
    [
        ({"src": "https://a.example/i.png"}, []),
        ({"src": "data:image/png;base64,AA"}, []),
        ({"src": "HTTPS://a.example/i.png"}, []),
        ({"src": "http://a.example/i.png"}, ["RES-20-http"]),
        ({"src": "/i.png"}, ["RES-20"]),
        ({"src": "javascript:alert(1)"}, ["RES-20"]),
        ({}, ["RES-20"]),
        ({"src": 3}, ["RES-20"]),
        ("https://a.example/i.png", []),
    ],
)
def test_where_icons_are(icon: Any, rules: list[str]) -> None:
    result = {"tools": [TOOL | {"icons": [icon]}] * 2}
    expected = rules * 2 if not isinstance(icon, dict) or not isinstance(icon.get("src"), str) else rules
    assert found(answer("tools/list", result, revision="2025-11-25")) == expected
    assert found(answer("tools/list", result, revision="2025-06-18"), "RES-20") == []


@pytest.mark.parametrize(
    ("target", "rules"),
    [
        ("https://a.example/mcp", []),
        ("https://b.example/mcp", ["RES-20-origin"]),
        ("http://localhost:3000/mcp", []),
        ("http://127.0.0.1/mcp", []),
    ],
)
def test_icons_of_another_host(target: str, rules: list[str]) -> None:
    tool = json.dumps({"tools": [TOOL | {"icons": [{"src": "https://a.example/i.png"}]}]})
    text = (
        f'http {target}\n= 2025-11-25\n> {{"jsonrpc":"2.0","id":1,"method":"tools/list"}}\n'
        f'h 200 application/json\nb {{"jsonrpc":"2.0","id":1,"result":{tool}}}\n.'
    )
    assert found(Dialogue(text), "RES-20") == rules


def test_the_answer_that_agrees_on_a_revision_is_judged_by_it() -> None:
    server = {"name": "x", "version": "1", "icons": [{"src": "file:///i.png"}]}
    greeting = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "serverInfo": server,
        "instructions": None,
    }
    lines = [
        '> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}',
        "< " + json.dumps({"jsonrpc": "2.0", "id": 1, "result": greeting}),
    ]
    assert found(Dialogue("\n".join(lines))) == ["RES-15", "RES-20"]
    older = "\n".join(lines).replace("2025-11-25", "2025-06-18")
    assert found(Dialogue(older)) == ["RES-15", "RES-16"]
    discovered = {"supportedVersions": ["2026-07-28"], "capabilities": {}}
    lines = [
        '> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}',
        "< " + json.dumps({"jsonrpc": "2.0", "id": 1, "result": discovered}),
    ]
    assert found(Dialogue("\n".join(lines))) == ["RES-02", "RES-10", "RES-11"]


NAMES = (
    *("resultType", "inputRequests", "requestState", "method", "params", "_meta", "ttlMs", "cacheScope"),
    *("tools", "icons", "src", "content", "annotations", "structuredContent", "completion", "traceparent"),
    *("serverInfo", "inputResponses", f"{META}serverInfo", f"{META}clientCapabilities", "elicitation", "uri"),
)
WORDS = ("input_required", "complete", "elicitation/create", "roots/list", "public", "https://[")


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"]),
    st.sampled_from([*CACHED, "tools/call", "prompts/get", "initialize", "completion/complete"]),
    any_json(NAMES, WORDS),
)
def test_nothing_raises_for_what_a_result_holds(revision: str, method: str, value: Any) -> None:
    replay(f"= {revision}", method, value)
