"""What is copied from the timeline works where it is pasted."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.transfer.copying import (
    Secrets,
    curl_line,
    mcpdi_words,
    pipe_line,
    reach_profile,
    reach_session,
)
from inspector.errors import UsageError
from inspector.protocol.records import Record, SessionInfo
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.cli.run import ROOT, mcpdi
from tests.trace.samples import notification, request

CALL = '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"%s","arguments":%s}}'
HEAD = (
    b"POST http://h:1/mcp?key=<3 characters, not kept>\r\nHost: h:1\r\nAccept-Encoding: gzip\r\n"
    b"Authorization: Bearer <6 characters, not kept>\r\nX-Odd: it's $HOME\r\nContent-Length: 9"
)


def words(raw: str, **more: Any) -> list[str]:
    return mcpdi_words(request(1, raw.encode(), **more), ["--on", "x"], "legacy")


@pytest.mark.parametrize(
    ("method", "params", "wanted"),
    [
        ("tools/call", {"name": "sum", "arguments": {"a": 1}}, ["call", "sum", "--args", '{"a":1}']),
        ("tools/call", {"name": "now"}, ["call", "now", "--args", "{}"]),
        ("resources/read", {"uri": "demo://a b"}, ["read", "demo://a b"]),
        ("prompts/get", {"name": "p", "arguments": {"x": "it's"}}, ["prompt", "p", "x=it's"]),
        ("ping", {}, ["ping"]),
        ("tools/list", {"_meta": {"progressToken": 3}}, ["list", "tools"]),
        ("resources/templates/list", {}, ["list", "templates"]),
        (
            "tools/call",
            {"name": "t", "_meta": {"io.modelcontextprotocol/clientInfo": {}, "own": [1]}},
            ["call", "t", "--args", "{}", "--meta", "own=[1]"],
        ),
    ],
)
def test_a_request_has_a_verb_that_does_the_same(method: str, params: Any, wanted: list[str]) -> None:
    raw = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, separators=(",", ":"))
    assert words(raw) == ["mcpdi", *wanted, "--on", "x"]


@pytest.mark.parametrize(
    "raw",
    [
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","task":{"ttl":1}}}',
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"--help"}}',
        '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}',
        '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"p","arguments":{"a=b":"c"}}}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        '{"jsonrpc":"2.0","id":1,"method":"ping"',
    ],
)
def test_what_no_verb_says_is_sent_as_it_is(raw: str) -> None:
    assert words(raw) == ["mcpdi", "send", raw, "--era", "legacy", "--on", "x"]


def test_arguments_keep_their_digits() -> None:
    raw = CALL % ("sum", '{"a": 1.10, "b": 9007199254740993}')
    assert words(raw)[4] == '{"a": 1.10, "b": 9007199254740993}'


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"@file", b"-x", b"a\0b", b'"' + b"x" * 200_000])
def test_what_no_command_line_can_hold_says_so(raw: bytes) -> None:
    with pytest.raises(UsageError, match="command line"):
        mcpdi_words(request(1, raw, valid=False), [])


def test_a_server_is_reached_by_its_name_or_by_what_starts_it() -> None:
    stdio = Profile("mine", StdioTarget("node", ("a b.js",), env={"A": "1"}, cwd="/w"))
    assert reach_profile(stdio, saved=True) == ["--on", "mine"]
    assert reach_profile(stdio, saved=False) == ["--env", "A=1", "--cwd", "/w", "--", "node", "a b.js"]
    assert reach_profile(demo_profile(), saved=False) == ["--on", "demo"]
    http = Profile("web", HttpTarget("http://h/mcp", {"Authorization": "Bearer abcdef", "X-A": "1"}))
    masked = "Authorization: Bearer <6 characters, not kept>"
    assert reach_profile(http, saved=False) == [
        "--header",
        masked,
        "--header",
        "X-A: 1",
        "--on",
        "http://h/mcp",
    ]
    assert reach_session(SessionInfo(1, "s", "stdio", "node 'a b.js'")) == ["--", "node", "a b.js"]


@pytest.mark.parametrize("target", ["", 'say "hi'])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_session_that_does_not_say_how_its_server_is_reached_is_refused(
    target: str, transport: str
) -> None:
    with pytest.raises(UsageError, match="does not say how"):
        reach_session(SessionInfo(1, "imported", transport, target))


def test_the_printed_mcpdi_line_runs(tmp_path: Path) -> None:
    trace = tmp_path / "t.mcptrace"
    argument = json.dumps({"message": 'it\'s "$HOME" 한국어 100%'}, ensure_ascii=False)
    done = mcpdi("call", "echo", "--args", argument, "--on", "demo", "--trace", str(trace))
    assert done.returncode == 0
    journal = Journal.open(trace)
    try:
        sent = next(r for r in journal.records(1, journal.last) if r.method == "tools/call")
        lines = [
            shlex.join(mcpdi_words(sent, ["--on", "demo"])),
            shlex.join(mcpdi_words(sent, reach_session(journal.sessions()[0]))),
        ]
    finally:
        journal.close()
    for line in lines:
        command = line.replace("mcpdi", f"{shlex.quote(sys.executable)} -m inspector", 1)
        again = subprocess.run(["/bin/sh", "-c", command], capture_output=True, cwd=ROOT, timeout=60)
        assert again.stdout.decode() == done.stdout, again.stderr.decode()


@pytest.fixture
def web(tmp_path: Path) -> Journal:
    """A session with one message over HTTP."""
    journal = Journal.create(tmp_path / "web.mcptrace")
    journal.add_session(SessionInfo(1, "web", "http", "http://h:1/mcp"))
    return journal


def over_http(journal: Journal, body: bytes) -> None:
    journal.append(
        [
            request(1, body, channel="post-1"),
            notification(2, b"POST http://other", direction="out", kind="head", channel="post-9"),
            notification(3, HEAD, direction="out", kind="head", channel="post-1"),
        ]
    )


def test_a_curl_line_has_url_headers_and_the_exact_body(web: Journal) -> None:
    over_http(web, b'{"it\'s": "$x"}')
    found = shlex.split(curl_line(web, 1))
    assert found[:6] == [
        "curl", "-N", "--compressed", "-X", "POST", "http://h:1/mcp?key=<3 characters, not kept>",
    ]  # fmt: skip
    assert found[6:] == [
        "-H", "Authorization: Bearer <6 characters, not kept>", "-H", "X-Odd: it's $HOME",
        "--data-raw", '{"it\'s": "$x"}',
    ]  # fmt: skip
    web.close()


def test_secrets_are_in_it_only_when_asked_for(web: Journal) -> None:
    over_http(web, b"{}")
    assert "abcdef" in curl_line(web, 1, secrets=Secrets({"authorization": "Bearer abcdef"}))
    assert "other-length" not in curl_line(web, 1, secrets=Secrets({"authorization": "Bearer other-length"}))
    web.close()


def test_bytes_that_are_no_text_go_through_base64_where_the_shell_can(web: Journal) -> None:
    over_http(web, b"\xff\0")
    assert curl_line(web, 1).startswith("printf %s /wA= | base64 -d | curl ")
    with pytest.raises(UsageError, match="cannot write these bytes"):
        curl_line(web, 1, "cmd")
    web.close()


def test_what_did_not_go_over_http_has_no_curl_line(web: Journal) -> None:
    web.append([request(1, b"{}"), notification(2)])
    for number in (1, 2, 99):
        with pytest.raises(UsageError):
            curl_line(web, number)
    web.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a line for sh")
def test_the_pipe_line_opens_the_connection_and_gets_the_answer(tmp_path: Path) -> None:
    trace = tmp_path / "t.mcptrace"
    done = mcpdi(
        "call", "echo", "message=through a pipe", "--era", "legacy", "--on", "demo", "--trace", str(trace)
    )
    assert done.returncode == 0
    journal = Journal.open(trace)
    try:
        sent = next(r for r in journal.records(1, journal.last) if r.method == "tools/call")
        line = pipe_line(journal, sent.number, journal.sessions()[0])
    finally:
        journal.close()
    answered = subprocess.run(["/bin/sh", "-c", line], capture_output=True, cwd=ROOT, timeout=60)
    answers = [json.loads(one) for one in answered.stdout.splitlines()]
    assert any("through a pipe" in json.dumps(one.get("result", "")) for one in answers), answered.stderr


def test_records_of_kinds_that_go_nowhere_are_refused(web: Journal) -> None:
    record: Record = notification(1, b"line", kind="stderr")
    web.append([record])
    with pytest.raises(UsageError):
        pipe_line(web, 1, SessionInfo(1, "x", "stdio", "x"))
    web.close()
