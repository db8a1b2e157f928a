"""LIFE-*: what is legal and looks alike is silent, and every revision has its own borders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.lint import RULES
from tests.lint.dialogue import Dialogue

ANY: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "capabilities",
                    "protocolVersion",
                    "serverInfo",
                    "supportedVersions",
                    "extensions",
                    "experimental",
                    "tools",
                    "tasks",
                    "listChanged",
                    "resultType",
                    "inputRequests",
                    "_meta",
                    "io.modelcontextprotocol/serverInfo",
                    "io.modelcontextprotocol/protocolVersion",
                    "code",
                    "data",
                    "supported",
                    "message",
                    "a/b~c",
                ]
            )
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text).findings if one.rule.startswith("LIFE"))


def said(text: str, rule: str) -> list[str]:
    return [f"{one.pointer} {one.message}" for one in Dialogue(text).findings if one.rule == rule]


def line(mark: str, **members: Any) -> str:
    return f"{mark} " + json.dumps({"jsonrpc": "2.0", **members}).replace("\\", "\\x5c") + "\n"


def asked(
    number: int = 1, version: Any = "2025-11-25", capabilities: Any = None, method: str = "initialize"
) -> str:
    params = {
        "protocolVersion": version,
        "capabilities": capabilities or {},
        "clientInfo": {"name": "x", "version": "1"},
    }
    return line(">", id=number, method=method, params=params)


def welcome(version: Any = "2025-11-25", capabilities: Any = None, **more: Any) -> dict[str, Any]:
    info = {"name": "x", "version": "1"}
    return {
        "protocolVersion": version,
        "capabilities": {} if capabilities is None else capabilities,
        "serverInfo": info,
        **more,
    }


def opened(result: Any, version: Any = "2025-11-25", capabilities: Any = None) -> str:
    return asked(version=version, capabilities=capabilities) + line("<", id=1, result=result)


def modern(method: str = "server/discover", number: int = 1, version: str = "2026-07-28") -> str:
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    return line(">", id=number, method=method, params={"_meta": meta})


def discovered(versions: Any = ("2026-07-28",), capabilities: Any = None, **more: Any) -> str:
    result = {
        "resultType": "complete",
        "supportedVersions": versions,
        "capabilities": {} if capabilities is None else capabilities,
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "x", "version": "1"}},
        **more,
    }
    return modern() + line("<", id=1, result=result)


DONE = line(">", method="notifications/initialized")
ROOTS = line("<", id=70, method="roots/list")
CHANGED = line("<", method="notifications/tools/list_changed")


def test_an_answer_to_initialize_is_complete() -> None:
    assert found(opened(welcome())) == []
    assert said(opened({}), "LIFE-01") == [
        "/result the result has no protocolVersion",
        "/result the result has no capabilities",
        "/result the result has no serverInfo",
    ]
    assert said(opened(welcome(serverInfo={})), "LIFE-01") == [
        "/result/serverInfo serverInfo.name must be a string",
        "/result/serverInfo serverInfo.version must be a string",
    ]
    assert said(opened(welcome(serverInfo={"name": "x", "version": 1})), "LIFE-01") == [
        "/result/serverInfo/version serverInfo.version must be a string"
    ]
    assert said(opened(welcome(2)), "LIFE-01") == [
        "/result/protocolVersion protocolVersion must be a string; it is 2"
    ]
    assert said(opened(welcome(capabilities=[])), "LIFE-01") == [
        "/result/capabilities capabilities must be an object; it is []"
    ]
    assert found(opened("ok")) == []  # RPC-14


@pytest.mark.parametrize(
    ("answer", "question", "count"),
    [
        ("2024-11-05", "2025-11-25", 0),
        ("2025-11-25", "2025-11-25", 0),
        ("2024-10-07", "2024-10-07", 0),
        ("2024-10-07", "2025-11-25", 1),
        ("2026-07-28", "2025-11-25", 1),
        ("2026-07-28", "2026-07-28", 1),
        ("1.0", "2025-11-25", 1),
        ("2099-01-01", "2099-01-01", 1),
    ],
)
def test_the_version_agreed_on_exists(answer: str, question: str, count: int) -> None:
    assert found(opened(welcome(answer), question)).count("LIFE-02") == count


@pytest.mark.parametrize(
    ("error", "rules"),
    [
        ({"code": -32602, "message": "no", "data": {"supported": ["2024-11-05"]}}, ["LIFE-03"]),
        ({"code": -32602, "message": "Unsupported protocol version"}, ["LIFE-03"]),
        ({"code": -32602, "message": "protocolVersion 2025-11-25 is not supported"}, ["LIFE-03"]),
        (
            {
                "code": -32602,
                "message": "Unsupported protocol version",
                "data": {"supported": ["2026-07-28"]},
            },
            [],
        ),
        ({"code": -32601, "message": "Method not found"}, []),
        ({"code": -32603, "message": 5, "data": [1]}, []),
        ({"code": -32602, "message": "no", "data": {"supported": "2024-11-05"}}, []),
    ],
)
def test_a_version_is_offered_and_not_refused(error: Any, rules: list[str]) -> None:
    assert found(asked() + line("<", id=1, error=error)) == rules


def test_a_server_waits_for_initialized() -> None:
    hello = opened(welcome(), capabilities={"roots": {}})
    assert found(hello + ROOTS) == ["LIFE-04"]
    assert found(hello + CHANGED) == ["LIFE-04-notification"]
    assert found(hello + DONE + ROOTS + CHANGED) == []
    assert found(hello + line("<", id=7, method="ping")) == []
    assert found(hello + line("<", method="notifications/message", params={"level": "info", "data": 1})) == []
    assert found(asked(capabilities={"roots": {}}) + ROOTS) == ["LIFE-04"]
    assert found(asked() + line("<", id=1, error={"code": -1, "message": "x"}) + CHANGED) == []
    assert found(discovered() + CHANGED) == []
    assert found(hello + "n\n" + CHANGED) == []  # another process
    assert found(ROOTS + CHANGED) == []  # the handshake was not recorded


@pytest.mark.parametrize(
    ("revision", "method", "declared", "rules"),
    [
        ("2025-11-25", "roots/list", {}, ["LIFE-05"]),
        ("2025-11-25", "roots/list", {"roots": {}}, []),
        ("2024-11-05", "sampling/createMessage", {"roots": {}}, ["LIFE-05"]),
        ("2025-06-18", "elicitation/create", {}, ["LIFE-05"]),
        ("2025-06-18", "elicitation/create", {"elicitation": {}}, []),
        ("2025-03-26", "elicitation/create", {}, []),  # RPC-27
        ("2025-11-25", "ping", {}, []),
    ],
)
def test_a_server_asks_for_what_was_declared(
    revision: str, method: str, declared: Any, rules: list[str]
) -> None:
    hello = opened(welcome(revision), revision, declared)
    assert found(hello + DONE + line("<", id=7, method=method)) == rules


@pytest.mark.parametrize(
    ("revision", "capabilities", "method", "rules"),
    [
        ("2025-11-25", {}, "tools/list", ["LIFE-06"]),
        ("2025-11-25", {"tools": {}}, "tools/list", []),
        ("2025-11-25", {"tools": False}, "prompts/get", ["LIFE-06", "LIFE-19"]),
        ("2024-11-05", {}, "completion/complete", []),
        ("2025-03-26", {}, "completion/complete", []),
        ("2025-11-25", {"resources": {}}, "resources/subscribe", ["LIFE-06-subscribe"]),
        ("2025-11-25", {"resources": {"subscribe": True}}, "resources/unsubscribe", []),
        ("2025-11-25", {}, "ping", []),
        ("2025-11-25", {}, "tasks/get", []),
    ],
)
def test_what_works_is_declared(revision: str, capabilities: Any, method: str, rules: list[str]) -> None:
    calls = "".join(line(">", id=n, method=method) + line("<", id=n, result={}) for n in (2, 3))
    assert found(opened(welcome(revision, capabilities), revision) + DONE + calls) == rules


def test_discovery_is_there_and_valid() -> None:
    assert found(discovered()) == []
    no = line("<", id=1, error={"code": -32601, "message": "no"})
    assert found(modern() + no) == []  # a server of an older revision
    assert found(modern() + line("<", id=1, result={})) == []  # one that answers anything
    later = modern("tools/list", 2) + line("<", id=2, result={"resultType": "complete", "tools": []})
    assert found(modern() + no + later + later.replace('"id": 2', '"id": 3')) == ["LIFE-08"]
    assert found(modern() + no + opened(welcome()).replace('"id": 1', '"id": 2')) == []
    assert found(discovered() + modern(number=2) + no.replace('"id": 1', '"id": 2')) == ["LIFE-08"]
    assert said(discovered("2026-07-28", []), "LIFE-08") == [
        "/result/capabilities capabilities must be an object; it is []",
        "/result/supportedVersions supportedVersions must be a list of versions; it is 2026-07-28",
    ]


def test_the_version_in_use_is_supported() -> None:
    assert found(discovered([])) == ["LIFE-09"]
    assert found(discovered(["2025-11-25"])) == ["LIFE-09"]
    assert found(discovered(["2025-11-25", "2026-07-28"])) == []
    assert found(discovered([1])) == ["LIFE-08"]


def refused(code: int, data: Any = None, method: str = "tools/list") -> str:
    error = {"code": code, "message": "no"} | ({"data": data} if data is not None else {})
    return modern(method) + line("<", id=1, error=error)


def test_a_refused_version_or_capability_is_named() -> None:
    right = {"supported": ["2027-01-01"], "requested": "2026-07-28"}
    assert found(refused(-32022, right)) == []
    assert found(refused(-32022)) == ["LIFE-10", "LIFE-10"]
    assert found(refused(-32022, {"supported": [], "requested": "x"})) == ["LIFE-10"]
    assert found(refused(-32022, {**right, "supported": ["2026-07-28"]})) == ["LIFE-11"]
    assert found(refused(-32021, {"requiredCapabilities": {}})) == []
    assert found(refused(-32021, {"requiredCapabilities": ["sampling"]})) == ["LIFE-14"]
    plain = line(">", id=1, method="tools/list") + line("<", id=1, error={"code": -32022, "message": "no"})
    assert found("= 2025-11-25\n" + plain) == []  # a code of the server's own
    assert found(plain) == []


def test_a_server_names_itself_and_its_versions() -> None:
    bare = line("<", id=2, result={"resultType": "complete"})
    twice = modern("tools/list", 2) + bare + (modern("tools/list", 2) + bare).replace('"id": 2', '"id": 3')
    assert found(discovered(capabilities={"tools": {}}) + twice) == ["LIFE-12"]
    assert found("= 2025-11-25\n" + line(">", id=2, method="ping") + bare) == []
    error = {"code": -32601, "message": "no"}
    assert found(discovered() + asked(2) + line("<", id=2, error=error)) == ["LIFE-13"]
    named = {**error, "data": {"supported": ["2026-07-28"]}}
    assert found(discovered() + asked(2) + line("<", id=2, error=named)) == []


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("com.example/audit", []),
        ("com.example/", []),
        ("example/a.b_c-d", []),
        ("com.example.mcp/audit", []),
        ("mcp/audit", []),
        ("io.modelcontextprotocol/tasks", []),
        ("io.modelcontextprotocol/news", ["LIFE-17-official"]),
        ("dev.mcp/audit", ["LIFE-17"]),
        ("org.modelcontextprotocol.api/audit", ["LIFE-17"]),
        ("audit", ["LIFE-16"]),
        ("", ["LIFE-16"]),
        ("1com.example/audit", ["LIFE-16"]),
        ("com.example/audit-", ["LIFE-16"]),
        ("com..example/audit", ["LIFE-16"]),
        ("com.example/aüdit", ["LIFE-16"]),
        ("https://example.com/audit", ["LIFE-16"]),
        ("a-" * 5000 + "!", ["LIFE-16"]),
    ],
)
def test_extensions_have_the_names_of_their_makers(name: str, rules: list[str]) -> None:
    assert found(discovered(capabilities={"extensions": {name: {}}})) == rules


def test_many_wrong_extensions_are_some_findings() -> None:
    many = {f"a{n}": {} for n in range(1000)}
    assert len(found(discovered(capabilities={"extensions": many}))) == 20
    [first, *_] = said(discovered(capabilities={"extensions": {"a/b~c!": {}}}), "LIFE-16")
    assert first.startswith("/result/capabilities/extensions/a~1b~0c! ")


@pytest.mark.parametrize(
    ("capabilities", "places"),
    [
        ({"tools": {"listChanged": True}, "logging": {}, "experimental": {"a": {}}, "own": 3}, []),
        ({"tools": True, "prompts": []}, ["/tools", "/prompts"]),
        ({"tools": None}, []),  # RES-15
        (
            {"resources": {"subscribe": "yes", "listChanged": 1}},
            ["/resources/listChanged", "/resources/subscribe"],
        ),
        ({"experimental": {"a/b": True}}, ["/experimental/a~1b"]),
        ({"extensions": True}, []),  # was not in the schema
        ({"tasks": {"list": True, "cancel": {}, "own": 1}}, ["/tasks/list"]),
    ],
)
def test_capabilities_have_their_types(capabilities: Any, places: list[str]) -> None:
    told = said(opened(welcome(capabilities=capabilities)), "LIFE-19")
    assert [one.split(" ")[0] for one in told] == [f"/result/capabilities{place}" for place in places]


def test_capabilities_have_the_types_of_their_revision() -> None:
    assert found(opened(welcome("2025-06-18", {"tasks": 1}), "2025-06-18")) == []
    assert found(discovered(capabilities={"extensions": True})) == ["LIFE-19"]
    assert found(discovered(capabilities={"extensions": {"com.example/a": True}})) == ["LIFE-19"]
    assert found(discovered(capabilities={"tasks": {}})) == ["LIFE-18"]
    assert found(opened(welcome(capabilities={"tasks": {}}))) == []


def test_what_is_deprecated_is_told_once() -> None:
    logs = {"logging": {}, "tools": {}}
    assert found(discovered(capabilities=logs)) == ["LIFE-20"]
    assert found(opened(welcome(capabilities=logs))) == []
    result = {
        "resultType": "input_required",
        "inputRequests": {
            n: {"method": m} for n, m in zip("abc", ("roots/list", "elicitation/create", 1), strict=True)
        },
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "x", "version": "1"}},
    }
    call = modern("tools/call", 2) + line("<", id=2, result=result)
    again = call.replace('"id": 2', '"id": 3')
    assert found(discovered(capabilities={"tools": {}}) + call + again) == ["LIFE-20"]


@given(ANY, st.sampled_from(["initialize", "server/discover", "tools/call"]))
def test_nothing_that_comes_makes_a_rule_fail(value: Any, method: str) -> None:
    for start in ("", "= 2026-07-28\n", "= 2025-11-25\n"):
        ask = line(">", id=1, method=method, params=value)
        again = modern(method, 2) + line("<", id=2, error=value) + ask.replace(">", "<", 1)
        Dialogue(start + ask + line("<", id=1, result=value) + again)


def test_real_servers_have_no_error_and_no_warning(shared: Path) -> None:
    files = sorted((shared / "corpus").glob("*.json"))
    for file in files:
        server = json.loads(file.read_text(encoding="utf-8"))
        version = server["protocolVersion"]
        lists = {name: server[name] for name in ("tools", "prompts") if server.get(name)}
        result = welcome(version, {name: {} for name in lists}, serverInfo=server["serverInfo"])
        text = opened(result, version) + DONE
        for number, (name, items) in enumerate(lists.items(), 2):
            text += line(">", id=number, method=f"{name}/list") + line("<", id=number, result={name: items})
        findings = Dialogue(text).findings
        wrong = [
            one for one in findings if RULES[one.rule].family in ("LIFE", "NTF") and one.severity != "info"
        ]
        assert wrong == [], file.name
