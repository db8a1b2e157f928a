"""APP-*: tools with a view, and what is allowed and looks alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue

LIST = (
    '= %s\n> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","_meta":%s}]}}\n'
)
VIEW = LIST % ("2025-06-18", '{"ui":{"resourceUri":"ui://t/v"}}')
HTML = '"mimeType":"text/html;profile=mcp-app","text":"<!doctype html>"'


def apps(text: str) -> list[str]:
    found = (one for one in Dialogue(text.rstrip("\n")).findings if one.rule.startswith("APP"))
    return [one.rule for one in found if one.severity != "info"]


def read(content: str, uri: str = "ui://t/v") -> str:
    return (
        f'> {{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{{"uri":"{uri}"}}}}\n'
        f'< {{"jsonrpc":"2.0","id":2,"result":{{"contents":[{{"uri":"{uri}",{content}}}]}}}}\n'
    )


def call(content: str, more: str = "") -> str:
    return (
        '> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"t"}}\n'
        f'< {{"jsonrpc":"2.0","id":3,"result":{{"content":[{content}]{more}}}}}\n'
    )


def csp(entry: str) -> str:
    return VIEW + read(f'{HTML},"_meta":{{"ui":{{"csp":{{"resourceDomains":["{entry}"]}}}}}}')


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (VIEW + read(HTML), []),
        # no tool names it: another extension's
        (VIEW + read('"mimeType":"text/html","text":"<p>"', "ui://other"), []),
        (VIEW + read('"mimeType":"text/html; profile=mcp-app","text":"<!doctype html>"'), ["APP-03"]),
        (VIEW + read('"text":"<!doctype html>"'), ["APP-03"]),
        (VIEW + read('"mimeType":"text/html;profile=mcp-app","text":"<!-- c -->\\n<!DOCTYPE HTML>"'), []),
        (VIEW + read('"mimeType":"text/html;profile=mcp-app","blob":"PCFET0NUWVBFIGh0bWw+"'), []),
        (VIEW + read('"mimeType":"text/html;profile=mcp-app","blob":"PHA+"'), ["APP-03-document"]),
        (LIST % ("2025-06-18", '{"ui":{"visibility":[]}}'), []),
        (LIST % ("2025-06-18", '{"ui":{"visibility":"app"}}'), ["APP-04"]),
        (LIST % ("2024-11-05", '{"ui":{"resourceUri":null}}'), ["APP-01"]),
        (LIST % ("2026-07-28", '{"ui":7,"other/ui":1}'), []),
        (VIEW + call('{"type":"text","text":" "}'), ["APP-06"]),
        (VIEW + call('{"type":"image","data":"","mimeType":"image/png"}'), []),
        (VIEW + call("", ',"isError":true'), []),
        (LIST % ("2025-06-18", '{"ui":{"resourceUri":"ui://t/v","visibility":["app"]}}') + call(""), []),
        *[(csp(one), []) for one in ("https://a.b", "https://a.b:8443", "wss://a.b", "http://localhost:*")],
        *[(csp(one), []) for one in ("https://*.a.b", "https://a.b/", "data:", "http://127.0.0.1:3000")],
        *[(csp(one), ["APP-05"]) for one in ("*", "https://*", "http://a.b", "a.b", "https://a.b/c", "")],
        (csp("x").replace('"x"', '7,null,{"a":1}'), ["APP-05"] * 3),
    ],
)
def test_views(text: str, rules: list[str]) -> None:
    assert apps(text) == rules


def test_a_tool_with_a_view_that_the_client_did_not_ask_for_is_said_once() -> None:
    tool = '{"name":"t","_meta":{"ui":{"resourceUri":"ui://t/v"}}}'
    found = Dialogue(VIEW.replace("[{", f"[{tool},{{").rstrip("\n")).findings
    assert [one.severity for one in found if one.rule == "APP-07"] == ["info"]


NAMES = [
    "tools",
    "name",
    "_meta",
    "ui",
    "resourceUri",
    "ui/resourceUri",
    "visibility",
    "contents",
    "resources",
]
NAMES += ["uri", "csp", "connectDomains", "text", "blob", "mimeType", "content", "type", "code", "isError"]
METHODS = ["tools/list", "tools/call", "resources/read", "resources/list"]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(METHODS), any_json(NAMES, ["ui://t/v", "t", "https://[", "text"]), any_json(NAMES))
def test_no_message_makes_a_rule_raise(method: str, first: Any, second: Any) -> None:
    replay(VIEW.rstrip("\n"), method, first, [second])
