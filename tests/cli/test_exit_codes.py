"""The exit codes are a promise to scripts; with --json the reason is one line of JSON on stderr."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from inspector.cli.exit_codes import MEANING, ExitCode
from inspector.cli.main import main
from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.transport import StdioTarget
from tests.cli.run import ROOT, mcpdi, scripted

RESULT = '{"jsonrpc":"2.0","id":ID,"result":%s}'


def failure(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """The last line of stderr, which must be JSON."""
    line: dict[str, object] = json.loads(done.stderr.splitlines()[-1])
    assert line["exit"] == done.returncode
    assert line["message"]
    return line


def test_0_done() -> None:
    done = mcpdi("call", "t", "--json", *scripted(RESULT % '{"content":[]}'))
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"content":[]}\n', "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("call",), "Missing argument"),
        (("nonsense",), "unknown verb “nonsense”. Verbs: info, list"),
        (("lst",), "Did you mean “list”?"),
        (("info", "http://h/mcp"), "(http://h/mcp); give the server with --on"),
        (("info",), "no server given"),
        (("info", "--on", "nowhere"), "no saved server"),
        (("info", "--on", "demo", "--", "x"), "not both"),
        (("info", "--"), "missing after --"),
        (("info", "--on", "demo", "--era", "what ever"), "--era"),
        (("info", "--on", "demo", "--era", "2031-01-01"), "2025-11-25, 2026-07-28"),
        (("--on", "demo"), "missing verb, for example: mcpdi info --on demo"),
        (("info", "--on", "demo", "--header", "A: b"), "--header is for URLs"),
        (("info", "--on", "http://h/", "--env", "A=b"), "--env is for servers"),
        (("info", "--on", "demo", "--transport", "sse"), "stdio"),
        (("info", "--on", "demo", "--timeout", "0"), "seconds"),
        (("info", "--on", "http://h/", "--header", "nonsense"), "not a header"),
        (("call", "t", "message", "--on", "demo"), "not NAME=VALUE"),
        (("call", "t", "a=1", "--args", "{}", "--on", "demo"), "not both"),
        (("call", "t", "--args", "{", "--on", "demo"), "not JSON"),
        (("call", "t", "--args", "@/no/such/file", "--on", "demo"), "cannot read"),
        (("list", "spoons", "--on", "demo"), "spoons"),
        (("prompt", "summarize", "text:=3", "--on", "demo"), "are strings: text=3"),
        (
            ("info", "--declare", "{", "--on", "demo"),
            "is not JSON: Line 1, column 2: unexpected end: missing closing }",
        ),
        (("show", "LICENSE"), "unknown file type: LICENSE; supported are"),
        (("info", "--on", "demo", "--trace", "no/folder/x.mcptrace"), "there is no folder no/folder"),
        (("show", "no-such-file"), "No such file"),
    ],
)
def test_2_usage(words: tuple[str, ...], says: str) -> None:
    place = words.index("--") if "--" in words else len(words)
    done = mcpdi(*words[:place], "--json", *words[place:])
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in str(failure(done)["message"])
    assert says in mcpdi(*words).stderr


def test_2_lists_the_saved_servers() -> None:
    profiles = Profiles()
    profiles.load()
    profiles.add(Profile("my own server", StdioTarget("x")))
    profiles.save()
    try:
        assert "“my own server”" in mcpdi("info").stderr
        assert "Did you mean “my own server”" in mcpdi("info", "--on", "my own sever").stderr
    finally:
        profiles.path.unlink()


class _Refuses(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.send_response(401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST  # the base class wants this name

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def refusing_url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Refuses)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/mcp"
    server.shutdown()
    thread.join()
    server.server_close()


def test_3_authorization_needed(refusing_url: str) -> None:
    done = mcpdi("info", "--on", refusing_url, "--json")
    assert done.returncode == 3, done.stderr
    assert failure(done)["error"] == "authorization_needed"


def test_4_command_not_found() -> None:
    done = mcpdi("info", "--json", "--", "no-such-command-here")
    assert done.returncode == 4
    assert "no-such-command-here" in str(failure(done)["message"])


def test_4_the_server_dies_in_mid_call() -> None:
    done = mcpdi("call", "t", "--json", *scripted("die"))
    assert done.returncode == 4
    line = failure(done)
    assert "17" in str(line["message"])
    assert "last words" in str(line["evidence"])


def test_4_nobody_listens() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}/mcp"
        done = mcpdi("info", "--on", url, "--json")
    assert done.returncode == 4
    assert failure(done)["error"] == "unreachable"


def test_4_no_answer_in_time() -> None:
    done = mcpdi("call", "t", "--timeout", "0.5", "--era", "legacy", "--json", *scripted(""))
    assert done.returncode == 4
    assert failure(done)["error"] == "timeout"


def test_5_the_tool_says_that_it_failed() -> None:
    done = mcpdi("call", "fail", "--on", "demo", "--json")
    assert done.returncode == 5
    assert json.loads(done.stdout)["isError"] is True
    assert failure(done)["error"] == "tool_error"
    assert "This tool always fails" in mcpdi("call", "fail", "--on", "demo").stdout


def test_6_a_broken_protocol_fails_a_strict_run_only() -> None:
    twice = RESULT % '{"content":[]}' + "\nthis is no JSON"
    assert mcpdi("call", "t", *scripted(twice)).returncode == 0
    done = mcpdi("call", "t", "--strict", "--json", *scripted(twice))
    assert done.returncode == 6, done.stderr
    assert failure(done)["findings"]


RUDE = ("--", sys.executable, str(ROOT / "tests" / "core" / "rude.py"), "flood")


def test_4_under_a_flood_of_short_lines_and_strict_looks_at_no_more_than_it_has_time_for() -> None:
    done = mcpdi("call", "flood", "--timeout", "4", "--strict", *RUDE)
    assert done.returncode == 4
    assert "within 4 s" in done.stderr
    assert "--strict checked only the first" in done.stderr
    assert "STD-01" in done.stderr
    assert len(done.stderr.splitlines()) < 1100  # of a hundred thousand lines


@pytest.mark.parametrize(("tool", "code"), [("hang", 4), ("fine", 0)])
def test_a_server_that_did_not_answer_in_time_gets_less_of_it_to_end(
    tool: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []
    close = Client.close

    async def closing(client: Client, grace_s: float | None = None) -> None:
        given.append(grace_s)
        await close(client, grace_s)

    monkeypatch.setattr(Client, "close", closing)
    assert main(["call", tool, "--timeout", "4" if code else "60", *RUDE]) == code
    assert given[-1] is not None and (given[-1] < 1) == (code == 4)


def test_6_a_clean_server_passes_a_strict_run() -> None:
    done = mcpdi("call", "echo", "message=hi", "--on", "demo", "--strict")
    assert done.returncode == 0, done.stderr


def test_7_a_json_rpc_error_and_an_unknown_tool_is_called() -> None:
    done = mcpdi("call", "nope", "a=1", "--on", "demo", "--json")
    assert done.returncode == 7
    line = failure(done)
    assert line["jsonrpc"] == {"code": -32602, "message": "there is no tool nope"}
    assert done.stdout == ""


def test_7_and_5_of_exact_bytes_are_said_on_stderr_too() -> None:
    request = '{"jsonrpc":"2.0","id":1,"method":"%s","params":{"name":"fail"}}'
    done = mcpdi("send", request % "nonsense", "--era", "legacy", "--on", "demo", "--json")
    assert done.returncode == 7 and failure(done)["error"] == "jsonrpc_error"
    done = mcpdi("send", request % "tools/call", "--era", "legacy", "--on", "demo", "--json")
    assert done.returncode == 5 and failure(done)["error"] == "tool_error"


def test_7_a_list_that_is_refused() -> None:
    answer = '{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no such method"}}'
    assert mcpdi("list", "prompts", *scripted(answer)).returncode == 7


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
def test_1_interrupted_cancels_the_call_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    before = signal.getsignal(number)
    if before is signal.SIG_IGN:  # as under nohup, and what is started inherits it
        signal.signal(number, signal.SIG_DFL)
    try:
        _interrupt(tmp_path, number)
    finally:
        signal.signal(number, before)


def _interrupt(tmp_path: Path, number: int) -> None:
    trace = tmp_path / "session.mcptrace"
    words = [
        "call",
        "long_running",
        "duration_s=60",
        "--on",
        "demo",
        "--era",
        "legacy",
        "--trace",
        str(trace),
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "inspector", *words, "--trace", str(trace)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        try:
            _wait_for_call(trace, run)
            os.kill(run.pid, number)
            _, errors = run.communicate(timeout=30)
        finally:
            run.kill()  # where it did not end, the tests after this one are not to be blamed
    assert run.returncode == 1
    assert errors.splitlines()[-1] == "interrupted; running requests were cancelled"
    assert "notifications/cancelled" in mcpdi("show", str(trace)).stdout


def _wait_for_call(trace: Path, run: subprocess.Popen[str]) -> None:
    """Until the session file holds the call: everything older than 100 ms is in it."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        assert run.poll() is None, "the run ended early"
        if trace.exists() and "tools/call" in mcpdi("show", str(trace)).stdout:
            return
        time.sleep(0.01)
    raise AssertionError("the call was never made")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_had_enough_ends_it_quietly() -> None:
    line = f"{sys.executable} -m inspector list tools --on demo | head -c 1"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("e", "")


def test_every_code_is_explained_in_help_and_guide() -> None:
    text = mcpdi("--help").stdout
    guide = (ROOT / "resources" / "help" / "en" / "ci.md").read_text(encoding="utf-8")
    assert set(MEANING) == set(ExitCode)
    for code, meaning in MEANING.items():
        assert f"{code.value}  {meaning}" in text
        assert f"\n| {code.value} | " in guide


@pytest.mark.parametrize("transport", ["http", "websocket"])
def test_a_taken_port_is_named_in_one_sentence(transport: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = mcpdi("demo-server", "--transport", transport, "--port", str(port))
    assert done.returncode == 1
    assert done.stderr == (
        f"cannot listen on 127.0.0.1 port {port}: another program uses this port; "
        "choose another --port, or 0 for a free one\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text there")
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("call", "ODD"), r"caf\udce9"),
        (("call", "echo", "message=x", "--meta", 'a="ODD"'), r'"caf\udce9"'),
        (("read", "--template", "demo://greeting/{name}", 'name:="ODD"'), r'"caf\udce9"'),
        (("tasks", "update", "1", 'a:="ODD"'), r'"caf\udce9"'),
    ],
)
def test_an_argument_that_is_no_utf_8_is_named_without_a_traceback(
    words: tuple[str, ...], shown: str
) -> None:
    odd = os.fsdecode(b"caf\xe9")
    done = mcpdi(*(word.replace("ODD", odd) for word in words), "--on", "demo")
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == f"an argument is not valid UTF-8: '{shown}'"
