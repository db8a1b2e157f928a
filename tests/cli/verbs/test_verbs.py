"""Every verb, as a process, on the demo server and on a server that answers what a test wants."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.output import Output
from inspector.cli.question_line import asked_line
from inspector.cli.verbs.info import as_lines
from inspector.cli.verbs.ping import _error, _milliseconds, _summary
from inspector.cli.verbs.send import _as_json, _is_error
from inspector.core.client.answers import ServerInfo
from inspector.core.client.ping import Ping
from inspector.core.client.questions import ServerRequest
from tests.cli.run import ROOT, mcpdi, scripted
from tests.servers import RealServers
from tests.trace.samples import notification


def test_info_says_who_answers_and_why_this_era() -> None:
    done = mcpdi("info", "--on", "demo")
    assert done.returncode == 0, done.stderr
    assert "modern era, revision 2026-07-28" in done.stdout
    assert "server/discover responded" in done.stdout


def test_info_as_json_has_every_member() -> None:
    done = mcpdi("info", "--on", "demo", "--json", "--era", "2025-06-18")
    about = json.loads(done.stdout)
    assert (about["era"], about["revision"], about["transport"]) == ("legacy", "2025-06-18", "stdio")
    assert "tools" in about["capabilities"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("kind", "member", "key", "value"),
    [
        ("tools", "tools", "name", "echo"),
        ("resources", "resources", "uri", "demo://text/welcome"),
        ("templates", "resourceTemplates", "uriTemplate", "demo://greeting/{name}"),
        ("prompts", "prompts", "name", "summarize"),
    ],
)
def test_list_prints_names_or_the_items_as_they_came(kind: str, member: str, key: str, value: str) -> None:
    text = mcpdi("list", kind, "--on", "demo")
    assert re.search(rf"^{re.escape(value)}\s+\S", text.stdout, re.MULTILINE)
    items = json.loads(mcpdi("list", kind, "--on", "demo", "--json").stdout)[member]
    assert value in [item[key] for item in items]


def test_list_keeps_its_columns_with_wide_names_and_one_line_an_item() -> None:
    tools = [("검색", "찾기"), ("a\nb", "two\u202elines"), ("n" * 60, "long"), ("ok", "fine")]
    items = [{"name": name, "description": text, "inputSchema": {}} for name, text in tools]
    answer = json.dumps({"jsonrpc": "2.0", "id": 0, "result": {"tools": items}}).replace(
        '"id": 0', '"id": ID'
    )
    done = mcpdi("list", "tools", *scripted(answer))
    assert done.stdout.splitlines() == ["검색  찾기", "a·b   two·lines", "n" * 60 + "  long", "ok    fine"]


@pytest.mark.parametrize("value", ["1e400", "9" * 5000], ids=["1e400", "digits"])
def test_values_that_python_cannot_hold_are_printed_all_the_same(value: str) -> None:
    result = '{"content":[],"contents":[],"tools":[{"name":"a"}],"isError":true,"x":' + value
    answer = scripted('{"jsonrpc":"2.0","id":ID,"result":' + result + "}}")
    for words in (["call", "t"], ["read", "x"], ["send", '{"jsonrpc":"2.0","id":7,"method":"x"}']):
        done = mcpdi(*words, "--json", *answer)
        assert value in done.stdout, done.stderr
        assert "Traceback" not in done.stderr
    done = mcpdi("list", "tools", *answer)
    assert (done.returncode, done.stdout) == (0, "a\n")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX shell")
def test_closed_outputs_are_no_reason_to_stumble() -> None:
    for line, code in (
        ("info --on demo >&-", 0),
        ("list tools --on demo >&-", 0),
        ("read demo://image/badge.png -o - --on demo >&-", 0),
        ("call no_arguments --on demo >&- 2>&- <&-", 0),
        ("info --on nowhere 2>&-", 2),
        ("call fail --json --on demo >&- 2>/dev/full", 5),
    ):
        if "/dev/full" in line and not Path("/dev/full").exists():
            continue
        command = f"{sys.executable} -m inspector {line}"
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (line, done.returncode, done.stdout, done.stderr) == (line, code, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX shell")
def test_a_closed_stdin_is_nobody_to_ask() -> None:
    for line, code in (("call echo message=hi --on demo <&-", 0), ("call echo --args - --on demo <&-", 2)):
        command = f"{sys.executable} -m inspector {line}"
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr


def test_call_types_pairs_by_the_schema_of_the_tool() -> None:
    done = mcpdi("call", "add", "a=1", "b=2", "--on", "demo", "--json")
    assert done.returncode == 0, done.stderr
    assert '"3' in done.stdout or "3" in json.loads(done.stdout)["content"][0]["text"]


def test_an_argument_that_the_schema_does_not_have_is_told_and_sent() -> None:
    done = mcpdi("call", "echo", "message=x", "mesage=y", "--on", "demo")
    assert (done.returncode, done.stdout) == (0, "Echo: x\n")
    told = "the tool's schema has no argument “mesage” (did you mean “message”?); available: message\n"
    assert done.stderr == told


@pytest.mark.parametrize(
    "arguments", ['{"n":9007199254740993,"d":1.10,"z":null,"w":["1",true]}', '{"a":1,"a":2}', "[1]", '"text"']
)
def test_arguments_reach_the_wire_token_for_token(arguments: str) -> None:
    done = mcpdi("call", "t", "--args", arguments, "--json", *scripted("echo"))
    line = json.loads(done.stdout)["content"][0]["text"]
    assert f'"arguments":{arguments}' in line


def test_arguments_come_from_a_file_or_from_stdin(tmp_path: Path) -> None:
    file = tmp_path / "arguments.json"
    file.write_text('{\n  "from": "file"\n}\n')
    done = mcpdi("call", "t", "--args", f"@{file}", "--json", *scripted("echo"))
    assert '"arguments":{"from":"file"}' in json.loads(done.stdout)["content"][0]["text"]
    given = '{"from":"표준 입력"}'
    done = mcpdi("call", "t", "--args", "-", "--json", *scripted("echo"), stdin=given.encode())
    assert f'"arguments":{given}' in json.loads(done.stdout)["content"][0]["text"]


def test_options_may_stand_before_or_after_the_arguments_of_a_verb() -> None:
    before = mcpdi("call", "--json", "--on", "demo", "echo", "message=hi")
    after = mcpdi("call", "echo", "message=hi", "--on", "demo", "--json")
    first = mcpdi("--json", "--on", "demo", "--era=legacy", "call", "echo", "message=hi", "--era", "auto")
    assert before.stdout == after.stdout == first.stdout != ""


def test_the_arguments_of_a_prompt_are_texts() -> None:
    done = mcpdi("prompt", "summarize", "text:=1", "--on", "demo")
    assert done.returncode == 2
    assert "prompt arguments are strings: text=1" in done.stderr


def test_read_prints_a_resource() -> None:
    done = mcpdi("read", "demo://docs/guide.md", "--on", "demo")
    assert done.returncode == 0, done.stderr
    assert "#" in done.stdout


def test_prompt_is_filled_in() -> None:
    done = mcpdi("prompt", "summarize", "text=the sea", "--on", "demo", "--json")
    assert done.returncode == 0, done.stderr
    assert "the sea" in done.stdout


def test_send_prints_the_answer_to_exact_bytes() -> None:
    done = mcpdi("send", '{"jsonrpc":"2.0","id":"x","method":"ping"}', "--on", "demo", "--json")
    assert json.loads(done.stdout.splitlines()[-1]) == {"jsonrpc": "2.0", "id": "x", "result": {}}
    assert done.returncode == 0


def test_send_offers_to_send_several_messages_as_lines(tmp_path: Path) -> None:
    several, trace = tmp_path / "several.jsonl", tmp_path / "a.mcptrace"
    several.write_text(
        '{"jsonrpc":"2.0","id":91,"method":"ping"}\n{"jsonrpc":"2.0","id":92,"method":"ping"}\n'
    )
    words = ("send", f"@{several}", "--era", "legacy", "--on", "demo", "--trace", str(trace))
    assert "2 messages; use --lines" in mcpdi(*words).stderr
    done = mcpdi(*words, "--lines")
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [91, 92]
    shown = mcpdi("show", str(trace), "--filter", "is:malformed or is:violation", "--exit-code")
    assert (shown.returncode, shown.stdout) == (1, "")


def test_send_sends_what_is_no_json_at_all(tmp_path: Path) -> None:
    trace = tmp_path / "session.mcptrace"
    done = mcpdi("send", "{bad", "--on", "demo", "--wait", "0.3", "--trace", str(trace))
    assert done.returncode == 7
    assert "-32700" in done.stdout
    sent = [json.loads(line) for line in mcpdi("show", str(trace), "--json").stdout.splitlines()]
    assert "{bad" in [record["raw"] for record in sent if record["direction"] == "out"]


def test_send_waits_for_the_whole_batch_and_prints_it_once() -> None:
    ping = {"jsonrpc": "2.0", "id": "p", "method": "ping"}
    params = {"name": "long_running", "arguments": {"duration_s": 1.5, "steps": 1}}
    slow = {"jsonrpc": "2.0", "id": "s", "method": "tools/call", "params": params}
    done = mcpdi("send", json.dumps([ping, slow]), "--on", "demo", "--era", "2025-03-26", "--json")
    assert done.returncode == 0, done.stderr
    [answers] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["p", "s"]


def test_send_tells_what_a_server_that_died_of_it_said() -> None:
    done = mcpdi("send", '{"jsonrpc":"2.0","id":1,"method":"x"}', *scripted("die"))
    assert done.returncode == 4
    assert "exit code 17" in done.stderr
    assert "| last words" in done.stderr


def test_a_trace_is_kept_and_shown(tmp_path: Path) -> None:
    trace = tmp_path / "session.mcptrace"
    mcpdi("call", "echo", "message=안녕", "--on", "demo", "--trace", str(trace))
    text = mcpdi("show", str(trace))
    assert re.search(r"→ .*request +tools/call +echo +ok", text.stdout)
    records = [json.loads(line) for line in mcpdi("show", str(trace), "--json").stdout.splitlines()]
    [call] = [
        record for record in records if record.get("method") == "tools/call" and record["direction"] == "out"
    ]
    assert '"message": "안녕"' in call["raw"] or '"message":"안녕"' in call["raw"]
    assert [record["number"] for record in records] == list(range(1, len(records) + 1))


def test_show_can_filter(tmp_path: Path) -> None:
    trace = tmp_path / "session.mcptrace"
    mcpdi("call", "echo", "message=hi", "--on", "demo", "--trace", str(trace))
    assert mcpdi("show", str(trace), "--filter", "is:error").stderr == "no record matches the filter\n"
    lines = mcpdi("show", str(trace), "--filter", 'method == "tools/list"').stdout.splitlines()
    assert lines
    assert all("tools/list" in line for line in lines)


def test_show_points_at_a_mistake_in_the_filter_and_names_a_doubt(tmp_path: Path) -> None:
    trace = tmp_path / "session.mcptrace"
    mcpdi("ping", "--on", "demo", "--trace", str(trace))
    wrong = mcpdi("show", str(trace), "--filter", "안녕 and methd == ping")
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.splitlines()[:3] == [
        "--filter, column 8: unknown field 'methd'; did you mean method?",
        "  안녕 and methd == ping",
        "           ^",  # 안녕 is four columns wide
    ]
    odd = mcpdi("show", str(trace), "--filter", "kind == reqest")
    assert odd.returncode == 0
    assert odd.stderr.startswith("--filter: kind is never 'reqest'; did you mean request?\n")


def test_show_explains_the_filter_language_without_a_file() -> None:
    shown = mcpdi("show", "--filter-help")
    assert shown.returncode == 0
    assert "$.params.arguments.orderId == 7" in shown.stdout
    assert "is:error" in shown.stdout


def test_variables_and_folder_reach_the_server(tmp_path: Path) -> None:
    words = (
        "call",
        "t",
        "--env",
        "ANSWER=from the environment",
        "--cwd",
        str(tmp_path),
        "--json",
        "--era",
        "legacy",
    )
    script = (
        "import json,os,sys\n"
        "for line in sys.stdin:\n"
        "    m=json.loads(line)\n"
        "    if 'id' in m:\n"
        "        r={'protocolVersion':'2025-06-18','capabilities':{},'serverInfo':{'name':'x','version':'1'},"
        "'content':[{'type':'text','text':os.environ['ANSWER']+' '+os.getcwd()}]}\n"
        "        print(json.dumps({'jsonrpc':'2.0','id':m['id'],'result':r}),flush=True)\n"
    )
    done = mcpdi(*words, "--era", "legacy", "--", sys.executable, "-c", script)
    text = json.loads(done.stdout)["content"][0]["text"]
    assert text == f"from the environment {tmp_path.resolve()}"


@pytest.mark.real
def test_a_real_server_answers_and_keeps_digits(real_servers: RealServers) -> None:
    done = mcpdi("call", "echo", "message=9007199254740993", "--json", "--", *real_servers("everything"))
    assert json.loads(done.stdout)["content"][0]["text"] == "Echo: 9007199254740993"
    assert done.returncode == 0


@pytest.mark.real
def test_a_real_modern_server_answers(real_servers: RealServers) -> None:
    words = ("call", "get_current_time", "timezone=Asia/Seoul", "--", *real_servers("time"))
    done = mcpdi(*words)
    assert done.returncode == 0, done.stderr
    assert "Asia/Seoul" in done.stdout


ABOUT = ServerInfo(
    "demo", "1.2", "The demo", "modern", "2026-07-28",
    {"tools": {"listChanged": True, "x": False, "y": 3}, "logging": {}, "odd": 1},
    "Read\nthis.\n", "it answered", ("2026-07-28", "2025-11-25"),
)  # fmt: skip


def test_what_is_known_of_a_server_is_a_line_each() -> None:
    assert as_lines(ABOUT, "stdio").splitlines() == [
        "Server        demo 1.2 (The demo)",
        "Protocol      modern era, revision 2026-07-28, over stdio",
        "Decided       it answered",
        "Offers        tools (listChanged, x: no, y), logging, odd",
        "Supports      2026-07-28, 2025-11-25",
        "Instructions  Read",
        "              this.",
    ]
    bare = ServerInfo("demo", "", "demo", "legacy", "2024-11-05", {}, " ", "")
    assert as_lines(bare, "http").splitlines() == [
        "Server        demo",
        "Protocol      legacy era, revision 2024-11-05, over http",
        "Offers        nothing",
    ]


PINGS = [Ping("ping", 1, 1_234_400), Ping("ping", 2, 3_000_000, b'{"code": 1}'), Ping("ping", 3, 2_000_000)]


def test_pings_are_summed_up_and_an_error_is_a_failure(capfd: pytest.CaptureFixture[str]) -> None:
    assert _summary(PINGS[:1], Output()) == 0
    assert capfd.readouterr().out == ""
    assert _summary([PINGS[0], PINGS[2]], Output()) == 0
    assert capfd.readouterr().out == "min 1.23 ms  median 1.62 ms  max 2.00 ms\n"
    code = _summary(PINGS, Output(json=True))
    said = capfd.readouterr()
    assert json.loads(said.out) == {
        "method": "ping", "round_trips_ms": [1.234, 3.0, 2.0],
        "min_ms": 1.234, "median_ms": 2.0, "max_ms": 3.0, "errors": 1,
    }  # fmt: skip
    assert code == 7 and "1 of 3 pings returned an error" in said.err


def test_a_ping_is_told_in_milliseconds_with_its_error() -> None:
    assert _milliseconds(Ping("ping", 1, 1_234_567)) == 1.235
    assert [_error(one) for one in PINGS[:2]] == ["", '  {"code": 1}']
    assert _error(Ping("ping", 1, 1, b"\xff")) == "  \\xff"


def test_a_single_ping_waits_for_no_other_and_an_error_is_its_line() -> None:
    error = '{"jsonrpc":"2.0","id":ID,"error":{"code":1,"message":"no"}}'
    done = mcpdi("ping", "--interval", "3600", "--era", "legacy", *scripted(error))
    assert (done.returncode, len(done.stdout.splitlines())) == (7, 1)
    assert re.fullmatch(r'1  ping  [\d.]+ ms  {"code":1,"message":"no"}\n', done.stdout)
    assert "1 of 1 pings returned an error" in done.stderr


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({}, "s asks elicitation/create"),
        ({"call": "tools/call", "target": "echo"}, "s asks elicitation/create for tools/call echo"),
        ({"call": "ping"}, "s asks elicitation/create for ping"),
        ({"key": "k", "round": 1, "call": "tools/call", "target": "a"},
         "s asks elicitation/create (k) for tools/call a"),
        ({"key": "k", "round": 2}, "s asks elicitation/create (k), round 2"),
    ],
)  # fmt: skip
def test_a_question_is_named_in_a_line(more: dict[str, Any], line: str) -> None:
    assert asked_line(ServerRequest("s", 1, "elicitation/create", {}, **more)) == line


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (b'{"jsonrpc":"2.0","id":1,"result":{"isError":true}}', True),
        (b'{"jsonrpc":"2.0","id":1,"result":{"isError":false}}', False),
        (b'{"jsonrpc":"2.0","id":1,"result":{"isError":1}}', False),
        (b'{"jsonrpc":"2.0","id":1,"result":{"a":{"isError":true}}}', False),
    ],
)
def test_a_tool_that_says_it_failed_has_failed(raw: bytes, error: bool) -> None:
    assert _is_error(raw) is error


def test_what_is_sent_to_a_program_stays_json_lines() -> None:
    good = notification(1, b'{\n "a": 1}')
    odd = notification(2, b"\xff{", valid=False, note="not JSON")
    assert _as_json(good) == b'{"a":1}'
    assert json.loads(_as_json(odd)) == {"malformed": "\\xff{", "reason": "not JSON"}
