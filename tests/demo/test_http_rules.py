"""The rules of Streamable HTTP refuse what they must, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.demo.http_rules import (
    accepts,
    check_modern,
    decode_value,
    is_modern,
    known_version,
)
from inspector.demo.peer import VERSION_KEY
from inspector.protocol.jsonrpc import Message, parse
from inspector.transport.http_serving import is_local, origin_allowed

NOW = "2026-07-28"


def message(method: str, version: Any = NOW, **params: Any) -> Message:
    meta = {} if version is None else {"_meta": {VERSION_KEY: version}}
    return parse(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params | meta}).encode())


@pytest.mark.parametrize(
    ("headers", "bound_to", "allowed"),
    [
        ({"host": "localhost:3000"}, "127.0.0.1", True),
        ({"host": "[::1]:3000", "origin": "http://127.0.0.1:5"}, "localhost", True),
        ({"host": "localhost", "origin": "https://evil.example"}, "127.0.0.1", False),
        ({"host": "evil.example"}, "127.0.0.1", False),
        ({}, "127.0.0.1", False),
        ({"host": "h.example"}, "0.0.0.0", True),
        ({"host": "h.example", "origin": "https://evil.example"}, "0.0.0.0", False),
        ({"host": "localhost", "origin": "http://[::1"}, "127.0.0.1", False),
        ({"host": "localhost", "origin": "null"}, "127.0.0.1", False),
    ],
)
def test_pages_of_the_web_do_not_get_in(headers: dict[str, str], bound_to: str, allowed: bool) -> None:
    assert origin_allowed(headers, bound_to) is allowed
    assert is_local(bound_to) is (bound_to != "0.0.0.0")


@pytest.mark.parametrize(
    ("accept", "allowed"),
    [
        (None, True),
        ("application/json", True),
        ("text/event-stream, Application/JSON;q=0.5", True),
        ("*/*", True),
        ("application/*", True),
        ("text/event-stream", False),
        ("application/json5", False),
        ("", False),
    ],
)
def test_a_type_is_accepted_by_name_by_kind_or_with_all(accept: str | None, allowed: bool) -> None:
    assert accepts({} if accept is None else {"accept": accept}, "application/json") is allowed


def test_an_era_is_told_by_the_header_or_the_body() -> None:
    assert is_modern({"mcp-protocol-version": NOW}, message("ping", None))
    assert is_modern({}, message("ping", "2031-01-01"))
    assert not is_modern({"mcp-protocol-version": "2025-11-25"}, message("ping", None))
    assert not is_modern({}, parse(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":1}}'))
    assert known_version({}) and known_version({"mcp-protocol-version": "2025-03-26"})
    assert not known_version({"mcp-protocol-version": NOW})


@pytest.mark.parametrize(
    ("value", "decoded"),
    [(None, None), ("a", "a"), ("=?base64?w6k=?=", "é"), ("=?base64?w6k?=", None), ("=?base64?/w==?=", None)],
)
def test_a_value_is_undressed(value: str | None, decoded: str | None) -> None:
    assert decode_value(value) == decoded


HEAD = {"mcp-protocol-version": NOW}
REPORT = {"name": "regional_report", "arguments": {"region": "é", "limit": 3, "dry_run": True, "note": "n"}}
SENT = {
    **HEAD, "mcp-method": "tools/call", "mcp-name": "regional_report",
    "mcp-param-region": "=?base64?w6k=?=", "mcp-param-limit": "3", "mcp-param-dry-run": "true",
}  # fmt: skip


@pytest.mark.parametrize(
    ("headers", "asked"),
    [
        ({**HEAD, "mcp-method": "ping"}, message("ping")),
        ({**HEAD, "mcp-method": "resources/read", "mcp-name": "demo://x"},
         message("resources/read", uri="demo://x")),
        (SENT, message("tools/call", **REPORT)),
        ({**HEAD, "mcp-method": "tools/call", "mcp-name": "none"},
         message("tools/call", name="none", arguments={"region": "a"})),
        ({**HEAD, "mcp-method": "tools/call", "mcp-name": "regional_report"},
         message("tools/call", name="regional_report", arguments=[])),
        ({**HEAD, "mcp-method": "tools/call", "mcp-name": "regional_report"},
         message("tools/call", name="regional_report", arguments={"region": None})),
        (HEAD, message("ping", None)),
        ({"mcp-protocol-version": "2031-01-01"}, message("ping", "2031-01-01")),
    ],
)  # fmt: skip
def test_headers_that_say_what_the_body_says_are_right(headers: dict[str, str], asked: Message) -> None:
    assert check_modern(headers, asked) is None


def lacking(name: str) -> dict[str, str]:
    return {key: value for key, value in SENT.items() if key != name}


CALL = message("tools/call", **REPORT)


@pytest.mark.parametrize(
    ("headers", "asked", "said"),
    [
        ({}, CALL, "header MCP-Protocol-Version is missing; the body says '2026-07-28'"),
        ({**SENT, "mcp-protocol-version": "x"}, CALL,
         "header MCP-Protocol-Version is 'x', but the body says '2026-07-28'"),
        (lacking("mcp-method"), CALL, "header Mcp-Method is missing; the body says 'tools/call'"),
        ({**SENT, "mcp-method": "ping"}, CALL, "header Mcp-Method is 'ping', but the body says 'tools/call'"),
        (lacking("mcp-name"), CALL, "header Mcp-Name is missing; the body says 'regional_report'"),
        ({**HEAD, "mcp-method": "prompts/get", "mcp-name": "x"}, message("prompts/get"),
         "header Mcp-Name is 'x', but the body has no such value"),
        (lacking("mcp-param-limit"), CALL, "header Mcp-Param-Limit is missing; the body says '3'"),
        ({**SENT, "mcp-param-dry-run": "false"}, CALL,
         "header Mcp-Param-Dry-Run is 'false', but the body says 'true'"),
        ({**HEAD, "mcp-method": "tools/call", "mcp-name": "regional_report", "mcp-param-region": "a"},
         message("tools/call", name="regional_report", arguments={}),
         "header Mcp-Param-Region is 'a', but the body has no such value"),
    ],
)  # fmt: skip
def test_headers_that_say_something_else_are_refused(
    headers: dict[str, str], asked: Message, said: str
) -> None:
    refusal = check_modern(headers, asked)
    assert refusal is not None
    assert (refusal.code, refusal.message, refusal.status) == (-32020, said, 400)
