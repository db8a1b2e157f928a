"""Status, type and body of what answers a POST: where each rule begins and ends."""

from __future__ import annotations

import pytest

from inspector.lint import RULES, http
from tests.lint.dialogue import Dialogue

ASK = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
TELL = '> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'
RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}'
JSON = "h 200 application/json\n"


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text, whole=False).findings)


def d(text: str, revision: str = "2025-11-25") -> list[str]:
    return found(f"http\n= {revision}\n{text}")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (f"{ASK}{JSON}b {RESULT}\n.", []),
        (f"{ASK}h 200 Application/JSON; charset=utf-8\nb {RESULT}\n.", []),
        (f"{ASK}h 200 text/plain\nb {RESULT}\n.", ["HTTP-01"]),
        (f"{ASK}h 200\nb {RESULT}\n.", ["HTTP-01"]),
        (f"{ASK}h 404 text/html\n.", []),
        (f"{ASK}h 202\n.", ["HTTP-04"]),
        (f"{ASK}h 204\n.", ["HTTP-04"]),
        (f"{ASK}h 203\n.", []),
        (f"{TELL}h 202\n.", []),
        (f"{TELL}h 200\n.", ["HTTP-02"]),
        (f"{TELL}h 204\n.", ["HTTP-02"]),
        (f"{TELL}h 299\n.", ["HTTP-02"]),
        (f"{TELL}h 300\n.", []),
        (f"{TELL}h 400\n.", []),
        ("> {broken\nh 200\n.", []),
        (f"{TELL}h 202 text/plain\nb Accepted\n.", ["HTTP-03"]),
        (f"{ASK}{JSON}b {RESULT}{RESULT}\n.", ["HTTP-05", "RPC-10"]),
        (f"{ASK}{JSON}b [{RESULT}]\n.", ["HTTP-05"]),
        (f"{ASK}h 400 application/json\nb {RESULT}{RESULT}\n.", ["RPC-10"]),
    ],
)
def test_an_answer_to_a_post(text: str, rules: list[str]) -> None:
    assert d(text) == rules


@pytest.mark.parametrize(
    ("code", "right", "rule"),
    [
        (-32022, 400, "HTTP-06"),
        (-32021, 400, "HTTP-07"),
        (-32020, 400, "HTTP-07"),
        (-32601, 404, "HTTP-08"),
        (-32602, 200, ""),
    ],
)
def test_modern_errors_travel_with_their_status(code: int, right: int, rule: str) -> None:
    body = f'{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"x"}}}}'
    for status in (200, 400, 404, 500):
        text = f"{ASK}h {status} application/json\nb {body}\n."
        assert d(text, "2026-07-28") == ([rule] if rule and status != right else [])
        assert d(text) == []


def test_an_answer_for_another_request_of_ours_is_on_the_wrong_stream() -> None:
    other = '> {"jsonrpc":"2.0","id":2,"method":"ping"}\n'
    assert d(f"{other}{ASK}{JSON}b {RESULT.replace('1,', '2,')}\n.") == ["HTTP-16"]
    assert d(f"{other}{ASK}{JSON}b {RESULT}\n.") == []
    assert d(f"{ASK}{JSON}b {RESULT.replace('1,', '7,')}\n.") == ["RPC-32"]


@pytest.mark.parametrize(
    ("status", "identifier", "rules"),
    [
        (400, '"server-error"', ["HTTP-16-refusal"]),
        (399, '"server-error"', ["RPC-32"]),
        (400, "null", []),
        (400, "1", []),
    ],
)
def test_a_refusal_needs_no_id(status: int, identifier: str, rules: list[str]) -> None:
    body = f'{{"jsonrpc":"2.0","id":{identifier},"error":{{"code":-32600,"message":"x"}}}}'
    assert d(f"{ASK}h {status} application/json\nb {body}\n.") == rules


def test_a_modern_answer_mints_no_session_and_says_why_it_refuses() -> None:
    assert d(f"{ASK}h 200 application/json Mcp-Session-Id=0123456789abcdef\n.", "2026-07-28") == ["HTTP-12"]
    for status, rules in ((400, ["HTTP-38"]), (404, ["HTTP-38"]), (403, []), (500, [])):
        assert d(f"{ASK}h {status} text/html\nb <h1>No</h1>\n.", "2026-07-28") == rules
        assert d(f"{ASK}h {status} text/html\nb <h1>No</h1>\n.") == []


@pytest.mark.parametrize(
    ("url", "rules"),
    [
        ("http://mcp.example/mcp", ["HTTP-37"]),
        ("http://128.0.0.1/mcp", ["HTTP-37"]),
        ("http://localhost:80/mcp", []),
        ("http://127.8.9.1/mcp", []),
        ("http://[::1]/mcp", []),
        ("https://mcp.example/mcp", []),
    ],
)
def test_plain_http_stays_on_this_computer(url: str, rules: list[str]) -> None:
    assert found(f"http {url}\n{ASK}") == rules


def test_plain_http_is_said_once() -> None:
    assert found(f"http http://mcp.example/mcp\n{ASK}{JSON}b {RESULT}\n.\n{ASK}") == ["HTTP-37"]


def test_the_rules_of_this_module_are_of_http() -> None:
    names = [name for name, one in RULES.items() if one.check.__module__ == http.__name__]
    assert len(names) > 10 and all(name.startswith("HTTP-") for name in names)
